"""``python -m bot league FILE``: check the file of a league's season, which `/league export` gave.

The seed is that of the SHA-256 in the sign-up post, the numbers are its lots, each round comes out again when
it is drawn from what was known then, and the table follows from the results. Whether the results are those of
the games, the records of these tell. While a season runs its seed is not in the file: then it says what
cannot be checked yet. Exit code 0: nothing is wrong; 1: something is; 2: the file cannot be read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from adjudicator.text import counted, listing
from bot.commands import DONE, FAULTY, Stop, arguments
from bot.features.leagues.season.league_file import FORMATS, checked


def main(argv: Sequence[str]) -> int:
    """The exit code: DONE if all is true, FAULTY with a line for each lie, REFUSED if it cannot be read."""
    parser = arguments("league", __doc__)
    parser.add_argument("file", type=Path, help="what /league export gave")
    file: Path = parser.parse_args(argv).file
    try:
        told = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise Stop(f"{file}: {error.strerror}") from None
    except ValueError:
        raise Stop(f"{file}: this is no JSON") from None
    if not isinstance(told, dict) or told.get("format") not in FORMATS:
        raise Stop(f"{file}: no file of a league that this version can read ({listing(FORMATS, 'or')})")
    found = checked(told)
    for fault in found.faults:
        print(f"WRONG: {fault}")
    for limit in found.limits:
        print(f"Not checked: {limit}")
    if not found.faults:
        rounds = f"{counted(found.drawn, 'round')} drawn again" if found.drawn else ""
        lots = "" if told["seed"] is None else f"the lots of {counted(len(told['entrants']), 'player')}"
        parts = [part for part in (lots, rounds, "the table") if part]
        word = "True as far as it can be checked" if found.limits else "All is true"
        print(f"{word}: {listing(parts, 'and')}.")
    return FAULTY if found.faults else DONE
