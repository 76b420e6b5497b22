"""``python -m bot backup PATH``: a copy of the database, also while bots run.

It is a SQLite file, of a PostgreSQL database as well, and can be put back into either. It is of one moment,
whatever is stored meanwhile, and is looked at before it gets its name. It holds the
secret seeds and sealed orders of running games: only its owner may read it, and it is to be kept as private
as the token. Exit code 0: it is there; 2: it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.text import counted
from bot.commands import DONE, arguments, progress
from bot.settings import read_database
from bot.storage import backups


def main(argv: Sequence[str]) -> int:
    parser = arguments("backup", __doc__)
    parser.add_argument("path", type=Path, metavar="PATH", help="the file to make")
    parser.add_argument("--force", action="store_true", help="replace the file that is there")
    asked = parser.parse_args(argv)
    found = backups.back_up(read_database(), asked.path, replace=asked.force, progress=progress.rows)
    print(f"{asked.path}: {told(found)}; looked at and whole")
    return DONE


def told(found: backups.Found) -> str:
    """What is in a database: "12 games, 3.4 MB, schema 0005".

    >>> told(backups.Found("0005", True, 1, 3_400_000))
    '1 game, 3.4 MB, schema 0005'
    """
    return f"{counted(found.games, 'game')}, {found.bytes / 1e6:.1f} MB, schema {found.revision}"
