"""``python -m engines``: matches and ladders of engines, and the engines as a program."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from adjudicator.errors import GameError
from adjudicator.game import AnyGame
from adjudicator.registry import games, names
from engines import puzzles
from engines.contest import Contest, Score, contest, pairs, told
from engines.registry import engine_for
from engines.serve import Serving
from engines.statistics import Claim, ratings
from maps.boards import boards

LADDER = ("random", "greedy", "recruit", "sergeant", "captain", "general")


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Make the games, once a process."""
    return games(boards())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 for a claim that does not hold, or 2 for wrong input."""
    parser = argparse.ArgumentParser(prog="python -m engines", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="answer one JSON object a line on stdin with one a line on stdout")
    match = commands.add_parser("match", help="A against B: a level, random, greedy, or a command in quotes")
    match.add_argument("game", choices=sorted(names()))
    match.add_argument("one", metavar="A", help="holds one side; the sides are taken in turn")
    match.add_argument("others", metavar="B", help="holds all other seats")
    match.add_argument("--at-least", type=int, metavar="PERCENT", help="stop once it is clear")
    ladder = commands.add_parser("ladder", help="all levels against each other, and a rating for each")
    ladder.add_argument("game", choices=sorted(names()))
    finder = commands.add_parser(
        "puzzles", help="positions with one clearly best order, a JSON object a line"
    )
    finder.add_argument("records", nargs="*", metavar="FILE", help="finished games (docs/records.md)")
    finder.add_argument("--play", choices=sorted(names()), default="", metavar="GAME")
    finder.add_argument("--games", type=int, default=10, help="that engines play for --play (10)")
    finder.add_argument("--options", default="{}", help="of these games, as JSON")
    finder.add_argument("--seed", type=int, default=1)
    for command, most in ((match, 100), (ladder, 20)):
        command.add_argument("--games", type=int, default=most, help=f"at most, a pair ({most})")
        command.add_argument("--options", default="{}", help="of the game, as JSON")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        command.add_argument("--letters", action="store_true", help="a table with letters")
    arguments = parser.parse_args(argv)
    try:
        if arguments.command == "puzzles":
            return _puzzles(arguments)
        if arguments.command == "serve":
            for line in Serving(all_games()).lines(sys.stdin):
                print(line, flush=True)
            return 0
        return _match(arguments) if arguments.command == "match" else _ladder(arguments)
    except (GameError, ValueError) as error:
        print(f"engines: {error}", file=sys.stderr)
        return 2


def _puzzles(arguments: argparse.Namespace) -> int:
    records = (json.loads(Path(name).read_text("utf-8")) for name in arguments.records)
    options = _options(arguments)
    found = puzzles.search(
        all_games(),
        engine_for,
        records=records,
        play=arguments.play,
        options=options,
        games=arguments.games,
        seed=arguments.seed,
    )
    for puzzle in found:
        print(puzzles.to_json(puzzle), flush=True)
    return 0


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    options = json.loads(arguments.options)
    if not isinstance(options, dict):
        raise ValueError("--options is a JSON object")
    return options


def _contest(arguments: argparse.Namespace, one: str, others: str, claim: Claim | None = None) -> Contest:
    options = _options(arguments)
    return Contest(
        all_games,
        arguments.game,
        one,
        others,
        arguments.games,
        options,
        arguments.seed,
        claim,
        processes=arguments.processes,
        talks=arguments.letters,
    )


def _match(arguments: argparse.Namespace) -> int:
    claim = Claim(arguments.at_least / 100) if arguments.at_least else None
    what = _contest(arguments, arguments.one, arguments.others, claim)
    found = _played(what)
    print("\n".join(told(what, found)))
    return 1 if found.verdict is False else 0


def _played(what: Contest) -> Score:
    found = Score()
    shown = sys.stderr.isatty()
    for found in contest(what):
        if shown:
            print(f"\r{len(found.scores)} of {what.most}: {found.interval} ", end="", file=sys.stderr)
    if shown:
        print("\r\033[K", end="", file=sys.stderr)
    return found


def _ladder(arguments: argparse.Namespace) -> int:
    scores = {}
    for one, others in pairs(LADDER):
        what = _contest(arguments, one, others)
        found = _played(what)
        scores[one, others] = found.scores
        print("\n".join(told(what, found)), flush=True)
    print()
    rated = ratings(scores, LADDER[0])
    for name in sorted(rated, key=lambda name: -rated[name].rating):
        print(f"{name:<10} {rated[name].rating:6.0f} ± {rated[name].error:.0f}")
    return 0


if __name__ == "__main__":
    # Other processes find what they are given under the module's own name, not as `__main__`.
    sys.exit(import_module(f"{__package__}.__main__").main())
