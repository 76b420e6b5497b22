"""``python -m bot check [PATH]``: is all that is stored true?

Looks at a copy, so that the bots may go on meanwhile: is the file whole; does every row point to rows that
are there; does every game, replayed from its orders and its seed, give the stored events and states byte for
byte; do tables, seats and deadlines, leagues and ratings fit their games. With PATH it looks at a backup.
Each fault is a line. Exit code 0: all is well; 1: it is not; 2: it could not be looked at.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from bot.commands import DONE, FAULTY, arguments, progress
from bot.common.clock import SystemClock
from bot.common.workers import Renderer
from bot.engine.context import Context
from bot.features.integrity.database_check import Findings, check, summary
from bot.settings import read_database
from bot.storage import backups
from bot.storage.connections import connections
from bot.storage.database import Database, Tx
from bot.storage.dialect import name_of, url_of


def main(argv: Sequence[str]) -> int:
    parser = arguments("check", __doc__)
    parser.add_argument("path", type=Path, nargs="?", metavar="PATH", help="a backup instead of the database")
    asked = parser.parse_args(argv)
    where = str(asked.path or read_database())
    file = name_of(url_of(where))
    with backups.snapshot(where, used=asked.path is None, progress=progress.rows) as copy:
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


def look_at(connection: Connection) -> Findings:
    """Look at everything in a database of this version, in a transaction that somebody has begun."""
    url = connection.engine.url
    faults: list[str] = []
    if url.get_backend_name() == "sqlite":
        file = connection.connection.driver_connection
        assert isinstance(file, sqlite3.Connection)
        faults = backups.damage(file) or backups.dangling(file)
    context = Context(Database(name_of(url), connections(url)), SystemClock(), Renderer(0))
    found = check(context, Tx(connection), progress.games)
    found.faults[:0] = faults
    return found


async def _check(copy: Path) -> Findings:
    db = await Database.open(copy)
    try:
        context = Context(db, SystemClock(), Renderer(0))
        return await db.read(lambda tx: check(context, tx, progress.games))
    finally:
        await db.close()
