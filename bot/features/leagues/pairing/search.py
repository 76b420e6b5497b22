"""Looking for better tables: swaps, one after the other, for a fixed number of steps.

A tabu search: somebody who meets others again is swapped with whom it helps most, even if it helps nothing,
and both then stay where they are for some steps, so that the search does not go back and forth. The best
tables that it saw count. It ends before its steps are used up if nothing better is possible.
"""

from __future__ import annotations

from collections.abc import Sequence

FEW, MOST = 200, 400_000
"""Steps for each player, and swaps that are looked at in all: many players have fewer steps."""


class Search:
    """Some players at tables, some on the bench. Players are 0, 1, 2, …

    again: how often two have met before
    byes:  who is on the bench is only swapped with who has had as many byes
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        bench: Sequence[int],
        again: Sequence[Sequence[int]],
        byes: Sequence[int],
    ) -> None:
        self.again, self.byes = again, byes
        self.bench = len(tables)
        self._sit([*tables, bench])

    def _sit(self, groups: Sequence[Sequence[int]]) -> None:
        """Begin anew with these tables and this bench."""
        self.groups = [list(group) for group in groups]
        self.where = [0] * len(self.again)
        for at, group in enumerate(self.groups):
            for one in group:
                self.where[one] = at
        # how often each has met those at each table; on the bench nobody meets anybody
        self.sums = [
            [*(sum(row[one] for one in table) for table in self.groups[:-1]), 0] for row in self.again
        ]
        self.cost = sum(self.sums[one][at] for one, at in enumerate(self.where)) // 2

    def change(self, one: int, other: int) -> int:
        """What a swap of two from different groups adds to the cost."""
        here, there, between = self.where[one], self.where[other], self.again[one][other]
        mine, yours = self.sums[one], self.sums[other]
        found = yours[here] - mine[here] + mine[there] - yours[there]
        return found - between * ((here != self.bench) + (there != self.bench))

    def swap(self, one: int, other: int) -> None:
        """Let two from different groups change places."""
        self.cost += self.change(one, other)
        here, there = self.where[one], self.where[other]
        for group, leaves, comes in ((here, one, other), (there, other, one)):
            self.groups[group][self.groups[group].index(leaves)] = comes
            if group != self.bench:
                for sums, row in zip(self.sums, self.again, strict=True):
                    sums[group] += row[comes] - row[leaves]
        self.where[one], self.where[other] = there, here

    def may(self, one: int, other: int) -> bool:
        """Whether two may change places."""
        here, there = self.where[one], self.where[other]
        if here == there:
            return False
        return self.bench not in (here, there) or self.byes[one] == self.byes[other]

    def run(self, least: int, lot: int) -> None:
        """Look for better tables, and go to the best.

        least: no tables cost less;  lot: what it is led by, where it must choose
        """
        size = len(self.again)
        best, cost = [list(group) for group in self.groups], self.cost
        free_at = [0] * size
        for step in range(min(FEW * size, MOST // max(size, 1))):
            if cost <= least:
                break
            lot = (lot * 6364136223846793005 + 1442695040888963407) % 2**64
            troubled = [one for one in range(size) if self.sums[one][self.where[one]]]
            if not troubled:
                break
            one = troubled[(lot >> 33) % len(troubled)]
            found = self._best(one, step, free_at, cost - self.cost)
            if found < 0:
                continue
            self.swap(one, found)
            free_at[one] = step + 5 + (lot >> 20) % 5
            free_at[found] = step + 2 + (lot >> 40) % 4
            if self.cost < cost:
                best, cost = [list(group) for group in self.groups], self.cost
        self._sit(best)

    def _best(self, one: int, step: int, free_at: Sequence[int], wanted: int) -> int:
        """Whom to swap this one with; who is held back only for the best tables so far. -1: nobody"""
        found, least = -1, 1 << 60
        held = free_at[one] > step
        for other in range(len(self.again)):
            if self.may(one, other):
                change = self.change(one, other)
                if change < least and (change < wanted or not (held or free_at[other] > step)):
                    found, least = other, change
        return found


def bound(again: Sequence[Sequence[int]], seats: int, tables: int) -> int:
    """What any tables cost at least: as if everybody sat with those they met least."""
    least = sorted(
        sum(sorted(row[:at] + row[at + 1 :])[: seats - 1]) for at, row in enumerate(map(list, again))
    )
    return -(-sum(least[: tables * seats]) // 2)
