"""Does a bye help or hurt? Seasons of players who are equally strong, and where those end who had a bye.

    python -m bench.byes [seasons]

0.5 is neither. *level*: of those with as many points who had no bye, the part that is placed before; by each
tie-break alone and by the usual ones, by the former rules and by the new ones. *all*: the place in the whole
table, from 0, the first, to 1, the last; by points and lots alone, and by the usual tie-breaks. In Swiss
leagues that is more than 0.5 whatever a bye counts, because a bye goes to who has the fewest points.
With each number its standard error, over seasons.
"""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench.measure import argument
from bot.features.leagues.pairing.rounds import pair_round
from bot.features.leagues.plan import RULES, Format, Plan, Tie
from bot.features.leagues.scoring import Entering, Played, Result
from bot.features.leagues.standings import Row, standings

SEASONS = 500
DRAWS, MISSED = 0.2, 0.1
USUAL: dict[Format, tuple[Tie, ...]] = {
    "swiss": ("buchholz", "direct", "sonneborn", "missed", "lot"),
    "tables": ("wins", "buchholz", "missed", "lot"),
}
ALONE: tuple[tuple[Tie, ...], ...] = (
    *(("buchholz", "lot"), ("sonneborn", "lot"), ("wins", "lot"), ("direct", "lot"), ("missed", "lot")),
    ("lot",),
)
LEAGUES: tuple[tuple[Format, int, int, int], ...] = (
    *(("swiss", 2, 9, 5), ("swiss", 2, 21, 7), ("swiss", 2, 33, 7)),
    *(("tables", 3, 10, 5), ("tables", 3, 20, 5), ("tables", 4, 18, 5)),
)
"""Format, seats, players, rounds."""


@dataclass
class Player:
    number: int
    division: int = 1
    left_round: int | None = None


def season(
    form: Format, seats: int, size: int, rounds: int, seed: int, rules: int
) -> tuple[Plan, list[Played]]:
    """All games of a season between players who are equally strong."""
    luck = random.Random(seed)
    values = [str(points) for points in range(seats - 1, -1, -1)]
    bye = "1" if seats == 2 else f"{seats - 1}/2"
    plan = Plan(
        format=form, rounds=rounds, points=tuple(values), bye=bye, ties=("lot",), least=seats, rules=rules
    )
    entering, played, drawn = [Entering(number) for number in range(1, size + 1)], list[Played](), 0
    for number in range(1, rounds + 1):
        secret = seed.to_bytes(32, "big").hex()
        matches, drawn = pair_round(plan, entering, played, number, seats, secret, "bench", drawn)
        for board, match in enumerate(matches, 1):
            result = _result(seats, luck) if len(match.numbers) > 1 else Result("bye")
            played.append(Played(number, board, match.numbers, 1, result))
    return plan, played


def _result(seats: int, luck: random.Random) -> Result:
    places = [1] * seats
    if luck.random() >= DRAWS:
        places = luck.sample(range(1, seats + 1), seats)
    missed = tuple(int(luck.random() < MISSED) for _ in range(seats))
    return Result("played", tuple(places), tuple(range(seats)), missed=missed)


def level(rows: Sequence[Row], byes: set[int]) -> float | None:
    """Where who had a bye stands among those with as many points who had none."""
    found = []
    for row in rows:
        others = [one for one in rows if one.points == row.points and one.number not in byes]
        if row.number in byes and others:
            found.append(sum(one.rank < row.rank for one in others) / len(others))
    return statistics.mean(found) if found else None


def everybody(rows: Sequence[Row], byes: set[int]) -> float:
    return statistics.mean((row.rank - 1) / (len(rows) - 1) for row in rows if row.number in byes)


def measure(form: Format, seats: int, size: int, rounds: int, seasons: int) -> None:
    found: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    players = [Player(number) for number in range(1, size + 1)]
    for rules in (1, RULES):
        for seed in range(seasons):
            plan, played = season(form, seats, size, rounds, seed, rules)
            byes = {game.numbers[0] for game in played if len(game.numbers) == 1}
            for ties in (USUAL[form], *ALONE):
                [rows] = standings(replace(plan, ties=ties), players, played)
                name = "usual" if len(ties) > 2 else ties[0]
                if (place := level(rows, byes)) is not None:
                    found["level", name, rules].append(place)
                if name in ("usual", "lot"):
                    found["all", name, rules].append(everybody(rows, byes))
    print(f"{form}, {seats} seats, {size} players, {rounds} rounds", flush=True)
    for what, name, rules in found:
        if rules == 1:
            told = [_told(found[what, name, each]) for each in (1, RULES)]
            print(f"  {what:5} by {name:9}  before {told[0]}   now {told[1]}", flush=True)


def _told(places: Sequence[float]) -> str:
    error = statistics.stdev(places) / len(places) ** 0.5
    return f"{statistics.mean(places):.3f} ± {error:.3f}"


if __name__ == "__main__":
    for league in LEAGUES:
        measure(*league, argument(SEASONS))
