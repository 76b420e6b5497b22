"""How strong the engines are: each claim of docs/engines.md as a match, which stops when it is clear.

    python -m bench.ladder [game …] [--games N] [--processes N] [--only WORD]

Prints a table in Markdown. *Score* is the share of the others that were left behind; where more than two play
one of the first player meets others of the second alone.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.registry import names
from engines.__main__ import all_games
from engines.contest import Contest, Score, contest
from engines.statistics import Claim, interval

FEW = 1000
"""Nodes a turn against UCT, for both: it is slow, since it knows a game through its protocol alone."""
ALPHABETA, UCT = "bench.opponents:PlainAlphaBeta", f"bench.opponents:Uct:{FEW}"
TITLES = {ALPHABETA: "plain alpha-beta, 2 turns", UCT: f"UCT, {FEW:,} nodes too"}
LEVELS = (
    ("recruit", "random", 0.90),
    ("sergeant", "recruit", 0.65),
    ("captain", "sergeant", 0.65),
    ("general", "captain", 0.65),
    ("general", "recruit", 0.90),
)
TEXTBOOK = (("general", ALPHABETA, 0.75), (f"general:{FEW}", UCT, 0.70))
VARIANTS: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("cic", "Commander-In-Chief", {}),
    ("nme", "NME, three players", {}),
    ("nme", "Protect the Ally", {"players": 2}),
    ("nemein", "Nemein", {}),
    ("ww3", "WW3, two players", {"players": 2}),
    ("ww3", "WW3, four players", {}),
    ("ww3", "WW3, two players in fog", {"players": 2, "fog": "on"}),
    ("newyork2047", "New York 2047, until 2053", {"last_year": 2053}),
)


@dataclass(frozen=True)
class Line:
    """A claim: `one` against `others`, at least that share. first: of first places"""

    title: str
    what: Contest


def lines(wanted: list[str], most: int, processes: int) -> Iterator[Line]:
    """List the matches, game by game."""
    for key, title, options in VARIANTS:
        if wanted and key not in wanted:
            continue
        game = all_games()[key]
        several = len(game.teams(game.options(options))) > 2
        random = ("general", "random", 0.95 if several else 0.99)
        for one, others, share in (random, *LEVELS, *(() if key == "newyork2047" else TEXTBOOK)):
            what = Contest(all_games, key, one, others, most, options, 1, Claim(share), processes=processes)
            yield Line(title, replace(what, first=several and others == "random"))


def row(line: Line, found: Score) -> str:
    """Write a finished match as a row of the table."""
    what, said = line.what, {True: "holds", False: "no", None: "not clear"}[found.verdict]
    assert what.claim is not None
    share = interval(found.firsts if what.first else found.scores)
    effort = found.efforts[what.one]
    return (
        f"| {line.title} | {what.one} | {TITLES.get(what.others, what.others)} | {len(found.scores)} "
        f"| {'first ' if what.first else ''}{share} | ≥ {what.claim.share:.0%}: {said} "
        f"| {effort.seconds / max(1, effort.turns):.2f} / {effort.worst:.2f} s |"
    )


def main() -> None:
    """Play, and print each row as soon as it is there."""
    parser = argparse.ArgumentParser(prog="python -m bench.ladder")
    parser.add_argument("game", nargs="*", choices=[[], *sorted(names())])
    parser.add_argument("--games", type=int, default=400, help="at most, a match")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="matches whose players' names have this in them")
    given = parser.parse_args()
    print("| game | player | against | games | score | claim | processor time a turn, mean / most |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for line in lines(given.game, given.games, given.processes):
        if given.only in f"{line.title} {line.what.one} {line.what.others}":
            found = Score()
            for found in contest(line.what):  # noqa: B007 - the last one is wanted
                pass
            print(row(line, found), flush=True)


if __name__ == "__main__":
    main()
