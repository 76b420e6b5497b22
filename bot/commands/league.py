"""``python -m bot league FILE``: check the file of a league's season, which `/league export` gave.

The seed is that of the SHA-256 in the sign-up post, the numbers are its lots, and the table follows from the
results. Whether the results are those of the games, the records of these tell. While a season runs its seed
is not in the file, and that is told as a fault. Exit code 0: all is true; 1: something is not; 2: the file
cannot be read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from bot.commands import DONE, FAULTY, Stop, arguments
from bot.service.leagues.checking import faults


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
    found = faults(told)
    for fault in found:
        print(f"WRONG: {fault}")
    if not found:
        print(f"All is true: the lots of {len(told['entrants'])} players, and the table.")
    return FAULTY if found else DONE
