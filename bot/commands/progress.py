"""How far a command is, on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable


def progress(every: int) -> Callable[[str, int, int], None]:
    """Tell what is done, how many of them, and how many there are: on a terminal in one line that counts,
    elsewhere in a line after every so many."""

    def tell(what: str, done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{what}: {done} of {of} ", end="\n" if done == of else "", file=sys.stderr, flush=True)
        elif done % every == 0:
            print(f"{what}: {done} of {of}", file=sys.stderr, flush=True)

    return tell


rows = progress(1_000_000)
games = progress(100)
