"""Divisions: who plays in which, at the start and after a season."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from bot.features.leagues.model.plan import Plan


def sizes(plan: Plan, total: int, seats: int) -> list[int]:
    """How many play in each division, the first first. As equal as possible; but where rounds are paired or
    drawn, so that as few as possible have no game, and the sizes differ by no more than a game's seats."""
    count = max(1, min(plan.divisions, total // max(seats, 2)))
    small, over = divmod(total, count)
    equal = [small] * (count - over) + [small + 1] * over
    if plan.format == "roundrobin" or count == 1:
        return equal
    base, tables = divmod(total // seats, count)
    whole = [base * seats] * (count - tables) + [(base + 1) * seats] * tables
    for at in range(total - sum(whole)):
        whole[at % count] += 1
    whole.sort()
    return whole if _idle(whole, seats) < _idle(equal, seats) else equal


def _idle(found: Sequence[int], seats: int) -> int:
    return sum(size % seats for size in found)


def divide(plan: Plan, numbers: Sequence[int], seats: int = 2) -> dict[int, int]:
    """The division of each number, from all of them in the order of strength."""
    found: dict[int, int] = {}
    at = 0
    for division, size in enumerate(sizes(plan, len(numbers), seats), 1):
        found |= dict.fromkeys(numbers[at : at + size], division)
        at += size
    return found


def moves(
    plan: Plan,
    tables: Mapping[int, Sequence[int]] | Sequence[Sequence[int]],
    leavers: Collection[int] = (),
    newcomers: Sequence[int] = (),
    seats: int = 2,
) -> dict[int, int]:
    """The division of each number in the next season.

    tables:    the numbers of each division, the first division first, best first
    leavers:   who does not play on; who came last and leaves goes down for nobody
    newcomers: who is new, in the order of strength: below all others
    """
    groups = list(tables.values()) if isinstance(tables, Mapping) else list(tables)
    ups: list[list[int]] = [[] for _ in groups]
    downs: list[list[int]] = [[] for _ in groups]
    for at in range(len(groups) - 1):
        upper, lower = groups[at], [number for number in groups[at + 1] if number not in leavers]
        most = min(plan.moves, len(upper) // 2, len(lower) // 2)
        downs[at] = [number for number in upper[len(upper) - most :] if number not in leavers]
        ups[at + 1] = lower[:most]
    order: list[int] = []
    for at, group in enumerate(groups):
        gone = {*leavers, *ups[at], *downs[at]}
        order += downs[at - 1] if at else []
        order += [number for number in group if number not in gone]
        order += ups[at + 1] if at + 1 < len(groups) else []
    return divide(plan, [*order, *newcomers], seats)
