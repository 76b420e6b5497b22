"""``python -m bot [COMMAND]``: see bot/commands. Workers import this file too, so it imports little."""

from __future__ import annotations

import sys

from bot.commands import main


def run() -> int:
    """Run the command on the command line; ``fieldpost`` begins here. Returns the exit code."""
    return main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(run())
