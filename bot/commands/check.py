"""``python -m bot check [PATH]``: is all that is stored true?

Looks at a copy, so that the bot may go on meanwhile: is the file whole; does every row point to rows that
are there; does every game, replayed from its orders and its seed, give the stored events and states byte for
byte; do tables, seats and deadlines, leagues and ratings fit their games. With PATH it looks at a backup.
Each fault is a line. Exit code 0: all is well; 1: it is not; 2: it could not be looked at.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bot.commands import DONE, FAULTY, arguments
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.engine.context import Context
from bot.features.integrity.database_check import Findings, check, summary
from bot.settings import read_database
from bot.storage import backups
from bot.storage.database import Database

EVERY = 100
"""So often progress is told where it is not shown in place."""


def main(argv: Sequence[str]) -> int:
    parser = arguments("check", __doc__)
    parser.add_argument("path", type=Path, nargs="?", metavar="PATH", help="a backup instead of the database")
    asked = parser.parse_args(argv)
    file = asked.path or backups.file_of(read_database())
    with backups.snapshot(file, used=asked.path is None) as copy:
        try:
            with closing(sqlite3.connect(copy)) as db:
                damage = backups.damage(db)
        except sqlite3.DatabaseError as error:
            damage = [str(error)]
        if damage:
            for line in damage:
                print(f"{file}: {line}")
            print(f"{file}: the file is damaged; go back to an earlier backup")
            return FAULTY
        before = backups.look(copy, file)
        found = examine(copy)
    for line in found.lines():
        print(line)
    later = "" if before.newest else f" (schema {before.revision}, looked at as this version will read it)"
    print(f"{file}{later}: {summary(found)}")
    return FAULTY if found.faults else DONE


def examine(copy: Path) -> Findings:
    """Look at everything in a copy that is whole and that nobody else uses. It is brought up to date first,
    as the bot would do it."""
    with closing(sqlite3.connect(copy)) as db:
        dangling = backups.dangling(db)
    found = asyncio.run(_check(copy))
    found.faults[:0] = dangling
    return found


async def _check(copy: Path) -> Findings:
    db = await Database.open(copy)
    try:
        context = Context(db, SystemClock(), Renderer(0))
        return await db.read(lambda tx: check(context, tx, _progress))
    finally:
        await db.close()


def _progress(what: str, done: int, of: int) -> None:
    """On a terminal one line that counts; elsewhere a line now and then."""
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {of} ", end="\n" if done == of else "", file=sys.stderr, flush=True)
    elif done % EVERY == 0:
        print(f"{what}: {done} of {of}", file=sys.stderr, flush=True)
