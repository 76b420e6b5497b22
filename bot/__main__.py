"""``python -m bot [COMMAND]``: see bot/commands. Workers import this file too, so it imports little."""

from __future__ import annotations

import sys

from bot.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
