"""Whether a game is fair: captains against captains, who wins by seat (docs/balance.md).

    python -m bench.balance [game …] [--minutes 30] [--level captain] [--seed 7] [--processes N]

Prints tables in Markdown: for each game as many games as the minutes give, the same for each of its variants.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from statistics import median, quantiles
from typing import Any

from adjudicator.registry import names
from bench.ladder import VARIANTS
from engines.__main__ import all_games
from engines.contest import Contest, results
from engines.match import Played
from engines.statistics import interval

MORE = (
    ("cic", "Commander-In-Chief, a points game", {"objective": "points"}),
    ("ww3", "WW3, three players", {"players": 3}),
)
MOST = 100_000
UNFAIR_TWO, UNFAIR_MORE = 0.55, 0.5
"""A game for two is unfair if a side has more than that; one for more if a seat has less than that part of
its share."""


def played_for(seconds: float, what: Contest) -> list[Played]:
    """Play for so long, and finish what was begun."""
    began, found = time.monotonic(), []
    for each in results(what):
        found.append(each)
        if time.monotonic() - began > seconds:
            break
    return found


def table(title: str, games: list[Played]) -> list[str]:
    """Write what the games say of the seats: wins, a shared first place divided."""
    shares: dict[str, list[float]] = defaultdict(list)
    places: dict[str, list[int]] = defaultdict(list)
    ends, drawn = Counter[str](), 0
    for each in games:
        sides = defaultdict(set)
        for seat, place in each.places.items():
            sides[place].add(seat)
            places[seat].append(place)
        first = sides[min(sides)]  # in NME the best of a game may be second
        drawn += len(first) > 1
        ends[each.reason] += 1
        for seat in each.places:
            shares[seat].append((seat in first) / max(1, len(first)))
    turns = [each.turns for each in games]
    length = f"{median(turns):.0f}"
    if len(turns) > 3:
        length += (
            f" ({quantiles(turns, n=10)[0]:.0f} to {quantiles(turns, n=10)[-1]:.0f} in four games of five)"
        )
    even = 1 / len(shares)
    lines = [
        f"### {title}",
        "",
        f"{len(games)} games; turns {length}; first place shared in {drawn / len(games):.0%}; "
        + "ends: "
        + ", ".join(f"{reason.replace('_', ' ')} {n / len(games):.0%}" for reason, n in ends.most_common()),
        "",
        "| seat | first | 95 % interval | mean place | |",
        "|---|---|---|---|---|",
    ]
    for seat, share in shares.items():
        sure = interval(share)
        said = ""
        if len(shares) == 2 and sure.low > UNFAIR_TWO:
            said = "**favoured**"
        elif len(shares) > 2 and sure.high < UNFAIR_MORE * even:
            said = "**less than half its share**"
        mean = sum(places[seat]) / len(places[seat])
        lines.append(
            f"| {seat} | {sure.mean:.1%} | {sure.low:.1%} to {sure.high:.1%} | {mean:.2f} | {said} |"
        )
    return [*lines, ""]


def main() -> None:
    """Play, and print each table as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance")
    parser.add_argument("game", nargs="*", choices=[[], *sorted(names())])
    parser.add_argument("--minutes", type=float, default=30.0, help="for each game")
    parser.add_argument("--level", default="captain")
    parser.add_argument("--seed", type=int, default=7, help="other games with another one")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    every: list[tuple[str, str, Mapping[str, Any]]] = [*VARIANTS, *MORE]
    for key in sorted(set(given.game) or {each[0] for each in every}):
        variants = [each for each in every if each[0] == key]
        for _, title, options in variants:
            level, seed = given.level, given.seed
            what = Contest(all_games, key, level, level, MOST, options, seed, processes=given.processes)
            games = played_for(60 * given.minutes / len(variants), what)
            print("\n".join(table(title, games)), flush=True)


if __name__ == "__main__":
    main()
