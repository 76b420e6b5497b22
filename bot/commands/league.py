"""``python -m bot league FILE``: check the file of a league's season (`/league export`)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bot.commands import DONE, FAULTY, Stop
from bot.service.leagues.checking import faults


def main(argv: Sequence[str]) -> int:
    """The exit code: DONE if all is true, FAULTY with a line for each lie, REFUSED if it cannot be read."""
    parser = argparse.ArgumentParser("python -m bot league", description="Check the file of a league.")
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
