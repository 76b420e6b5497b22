"""Pairing large leagues: Swiss rounds of 512 players, drawn tables for 3 and 7 seats.

    python -m bench.pairing [players] [seasons]

Seasons of 9 rounds with results by strength and luck, a fifth of them draws, a tenth late; two players in a
hundred leave after each round. Seconds are those of the process, which may have to share
the machine, and by the wall. Target: Swiss round 9 in less than 1 s.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from time import perf_counter, process_time

from adjudicator.chance import HmacChance
from bench.measure import argument, word
from bot.features.leagues.pairing.rounds import pair
from bot.features.leagues.plan import Format, Plan
from bot.features.leagues.scoring import Entering, Played, Result

PLAYERS, SEASONS, ROUNDS = 512, 5, 9
DRAWS, LATE, LEAVE = 0.2, 0.1, 0.02
TARGET = 1.0


@dataclass
class Season:
    """A season that is played, and how long its rounds took to pair: by the wall, and of the process."""

    form: Format
    seats: int
    players: int
    seed: int
    played: list[Played] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def play(self) -> None:
        luck = random.Random(self.seed)
        points = tuple(str(points) for points in range(self.seats - 1, -1, -1))
        plan = Plan(format=self.form, rounds=ROUNDS, points=points, bye="1", ties=("lot",), least=self.seats)
        skill = {number: luck.gauss(0, 1) for number in range(1, self.players + 1)}
        gone: set[int] = set()
        for number in range(1, ROUNDS + 1):
            entering = [Entering(one, active=one not in gone) for one in skill]
            chance = HmacChance(self.seed.to_bytes(32, "big"), f"{number}")
            begun, own = perf_counter(), process_time()
            matches = pair(plan, entering, self.played, number, self.seats, chance)
            self.seconds.append(perf_counter() - begun)
            self.own.append(process_time() - own)
            for board, match in enumerate(matches, 1):
                result = self._result([skill[one] for one in match.numbers], luck)
                self.played.append(Played(number, board, match.numbers, 1, result))
            gone |= {one for one in skill if luck.random() < LEAVE}

    def _result(self, skills: Sequence[float], luck: random.Random) -> Result | None:
        if len(skills) == 1:
            return Result("bye")
        if luck.random() < LATE:
            return None
        seats = range(len(skills))
        if luck.random() < DRAWS:
            return Result("played", (1,) * len(skills), tuple(seats))
        order = sorted(seats, key=lambda seat: skills[seat] + luck.gauss(0, 1), reverse=True)
        return Result("played", tuple(order.index(seat) + 1 for seat in seats), tuple(seats))

    def again(self) -> int:
        """How often two met who had met before."""
        met = Counter(frozenset(two) for game in self.played for two in combinations(game.numbers, 2))
        return sum(times - 1 for times in met.values())

    def uneven(self) -> int:
        """How many have had one seat twice more often than another, or more."""
        had: dict[int, list[int]] = {}
        for game in self.played:
            for seat, one in enumerate(game.numbers if len(game.numbers) > 1 else ()):
                had.setdefault(one, [0] * self.seats)[seat] += 1
        return sum(max(seats) - min(seats) > 1 for seats in had.values())


def measure(form: Format, seats: int, players: int, seasons: int) -> float:
    """A line for one kind of league; the median of its last round in seconds of the process."""
    found = [Season(form, seats, players, seed) for seed in range(seasons)]
    for season in found:
        season.play()
    last = statistics.median(season.seconds[-1] for season in found)
    own = statistics.median(season.own[-1] for season in found)
    worst = max(second for season in found for second in season.own)
    target = ""
    if form == "swiss":
        target = f"   target {TARGET:.0f} s: {word(own < TARGET)}"
    print(
        f"{form:6} {seats} seats, {players} players: round {ROUNDS} {own:.2f} s, slowest round {worst:.2f} s "
        f"(by the wall {last:.2f} s)   met again {sum(season.again() for season in found)}, "
        f"seats uneven for {sum(season.uneven() for season in found) / seasons:.1f}{target}",
        flush=True,
    )
    return own


def main(players: int, seasons: int) -> int:
    own = measure("swiss", 2, players, seasons)
    measure("tables", 3, players, seasons)
    measure("tables", 7, players, seasons)
    return int(own >= TARGET)


if __name__ == "__main__":
    sys.exit(main(argument(PLAYERS), argument(SEASONS, 2)))
