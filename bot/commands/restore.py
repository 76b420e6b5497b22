"""``python -m bot restore PATH``: put a backup in the database's place, all or nothing.

Stop all bots first: while one runs on the database this refuses, as it does for a file that is damaged, none
of Fieldpost's, or made by a newer version. Everything in the backup is checked before (as `python -m bot
check PATH` does): with a fault in it nothing changes, unless you say --force. What was there is kept: beside
it, as DATABASE.before-restore; on PostgreSQL in a schema of its own. Exit code 0: it is done; 2: nothing has
changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from adjudicator.text import counted
from bot.commands import DONE, Stop, arguments, progress
from bot.commands.backup import told
from bot.commands.check import examine
from bot.settings import read_database
from bot.storage import backups
from bot.storage.dialect import name_of, url_of


def main(argv: Sequence[str]) -> int:
    parser = arguments("restore", __doc__)
    parser.add_argument("path", type=Path, metavar="PATH", help="the backup")
    parser.add_argument("--force", action="store_true", help="also when the check finds faults in it")
    asked = parser.parse_args(argv)
    where = read_database()

    def check(made: Path) -> None:
        """Print what is wrong with the copy. Raises Stop if that is in the way."""
        with backups.snapshot(str(made), used=False) as copy:
            found = examine(copy)
        for line in found.lines():
            print(line)
        if found.faults and not asked.force:
            raise Stop(
                f"{asked.path}: the check found {counted(len(found.faults), 'fault')} in it, and nothing has "
                "changed; take an earlier backup, or --force to put this one back all the same"
            )

    found, kept = backups.restore(asked.path, where, secrets.token_hex(8), check, progress.rows)
    later = "" if found.newest else ", which the bot brings up to date when it starts"
    before = f"; what was there is {kept} now" if kept is not None else ""
    print(f"{name_of(url_of(where))}: {told(found)}{later}{before}")
    return DONE
