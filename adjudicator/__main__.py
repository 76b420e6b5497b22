"""``python -m adjudicator``: the rules server, perft, replay and verify."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical, event_to_json
from adjudicator.errors import GameError
from adjudicator.game import AnyGame
from adjudicator.receipt import receipt, short
from adjudicator.registry import for_record, game_named, games, rules
from adjudicator.replay import replay, verify
from adjudicator.server import Server
from maps.boards import boards


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is 0, 1 for a record that is not true, or 2 for wrong input."""
    called = Path(sys.argv[0]).name
    program = called if called == "fieldpost-rules" else "python -m adjudicator"
    parser = argparse.ArgumentParser(prog=program, description="The rules server, perft, replay and verify.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("serve", help="answer one JSON object a line on stdin with one a line on stdout")
    perft = commands.add_parser("perft", help="count the leaves of the order tree")
    perft.add_argument("game")
    perft.add_argument("--depth", type=int, required=True)
    perft.add_argument("--divide", action="store_true", help="the count below each first order")
    perft.add_argument("--options", default="{}", help="options as JSON")
    perft.add_argument("--position", help="a position as JSON, or @FILE")
    for name, text in (("replay", "print a recorded game turn by turn"), ("verify", "check a recorded game")):
        command = commands.add_parser(name, help=text)
        command.add_argument("file", type=Path, help="the record, or - for stdin")
        if name == "verify":
            command.add_argument("--short", action="store_true", help="only the counts and what is wrong")
    arguments = parser.parse_args(argv)
    try:
        if arguments.command == "serve":
            return _serve()
        if arguments.command == "perft":
            return _perft(arguments)
        record = json.loads(
            sys.stdin.read() if str(arguments.file) == "-" else arguments.file.read_text("utf-8")
        )
        if isinstance(record, dict) and str(record.get("format")).startswith("fieldpost-league/"):
            raise ValueError("this is the file of a league, not of a game: python -m bot league checks it")
        return _replay(record) if arguments.command == "replay" else _verify(record, arguments.short)
    except (GameError, ValueError, OSError) as error:
        print(f"adjudicator: {error}", file=sys.stderr)
        return 2
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        print(f"adjudicator: the input has another form than expected ({error!r})", file=sys.stderr)
        return 2


def _games() -> Mapping[str, AnyGame]:
    """Make every game on the maps of this project: a program's entry is where rules and files meet."""
    return games(boards())


def _serve() -> int:
    server = Server(_games())
    try:
        for line in sys.stdin.buffer:
            if line.strip():
                sys.stdout.write(server.line(line.decode("utf-8", "replace")) + "\n")
                sys.stdout.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
    return 0


def _perft(arguments: argparse.Namespace) -> int:
    game = game_named(_games(), arguments.game)
    if arguments.depth < 1:
        raise ValueError("--depth is 1 or more")
    if arguments.position:
        text = arguments.position
        text = Path(text[1:]).read_text("utf-8") if text.startswith("@") else text
        state = game.position(json.loads(text))
    else:
        state = game.start(json.loads(arguments.options), ScriptedChance()).state
    begun = time.perf_counter()
    counts = game.perft(state, arguments.depth)
    seconds = time.perf_counter() - begun
    if arguments.divide:
        for order, number in counts.items():
            print(f"{order}: {number}")
    total = sum(counts.values())
    print(f"depth {arguments.depth}: {total} in {seconds:.2f} s ({total / max(seconds, 1e-9):,.0f} a second)")
    return 0


def _replay(record: dict[str, Any]) -> int:
    again = replay(for_record(rules(boards()), record), record)
    for step, resolution in zip(record.get("steps", ()), again, strict=True):
        print(
            canonical(
                {key: step[key] for key in ("kind", "turn", "to", "orders", "seat", "what") if key in step}
            )
        )
        for event in resolution.events:
            print("   ", canonical(event_to_json(event)))
    return 0


def _verify(record: dict[str, Any], brief: bool) -> int:
    report = verify(for_record(rules(boards()), record), record)
    print(short(report) if brief else receipt(report), end="")
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
