"""``python -m bot restore PATH``: put a backup in the database's place, all or nothing.

Stop the bot first: while one runs on the database this refuses, as it does for a file that is damaged, none
of Fieldpost's, or made by a newer version. What was there stays beside it, as DATABASE.before-restore. Exit
code 0: it is done; 2: nothing has changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from bot.commands import DONE, arguments
from bot.commands.backup import told
from bot.settings import read_database
from bot.storage import backups


def main(argv: Sequence[str]) -> int:
    parser = arguments("restore", __doc__)
    parser.add_argument("path", type=Path, metavar="PATH", help="the backup")
    asked = parser.parse_args(argv)
    file = backups.file_of(read_database())
    found, kept = backups.restore(asked.path, file, secrets.token_hex(8))
    later = "" if found.newest else ", which the bot brings up to date when it starts"
    before = f"; what was there is {kept} now" if kept is not None else ""
    print(f"{file}: {told(found)}{later}{before}")
    return DONE
