"""The offline stand-in for Discord that ``make demo`` runs: the unmodified bot, a page, no network."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def run() -> int:
    """Run the demo; ``fieldpost-demo`` begins here. Returns the exit code: 2 without the extra."""
    if find_spec("simcord") is None:
        print("fieldpost-demo: install its extra first: pip install '.[demo]'", file=sys.stderr)
        return 2
    from demo.__main__ import main

    return main()
