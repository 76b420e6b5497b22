"""``python -m bot export TABLE [PATH]``: the record of a game as a file, also while the bot runs.

Of a finished game the whole. Of one that goes on what everybody may know; with --secrets all of it, with the
seed, sealed orders and what seats hide from each other: so a game can be moved to another Fieldpost by
/import. Such a file is only for the host's eyes. Exit code 0: the file is there; 2: it is not.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.commands import DONE, Stop, arguments
from bot.common.clock import SystemClock
from bot.common.errors import Refused
from bot.common.workers import Renderer
from bot.engine.context import Context, unknown
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.settings import read_database
from bot.storage import backups
from bot.storage.database import Database, Tx


def main(argv: Sequence[str]) -> int:
    parser = arguments("export", __doc__)
    parser.add_argument("table", metavar="TABLE", help="the game's code, such as k7f3")
    parser.add_argument("path", type=Path, nargs="?", metavar="PATH", help="the file, else TABLE-record.json")
    parser.add_argument("--secrets", action="store_true", help="of a game that goes on all, with its seed")
    parser.add_argument("--force", action="store_true", help="replace the file that is there")
    asked = parser.parse_args(argv)
    where = read_database()
    try:
        record = _from_file(where, asked.table, asked.secrets)
    except Refused as refused:
        told = str(refused)
        told = f"there is no game {asked.table}" if told == unknown(asked.table) else told.replace("`", "")
        raise Stop(told) from None
    path = asked.path or Path(f"{record['code']}-record.json")
    _write(path, exporting.written(record["record"]), force=asked.force)
    print(f"{path}: {record['told']}")
    return DONE


def _from_file(where: str, code: str, secrets: bool) -> dict[str, Any]:
    """SQLite is looked at in a copy, so that a bot may go on meanwhile."""
    if backups.file_of(where) is not None:
        with backups.snapshot(where, used=True) as copy:
            return asyncio.run(_record(copy, code, secrets))
    return asyncio.run(_record(where, code, secrets))


async def _record(where: str | Path, code: str, secrets: bool) -> dict[str, Any]:
    db = await Database.open(where)
    try:
        context = Context(db, SystemClock(), Renderer(0))

        def look(tx: Tx) -> tuple[GameSnapshot, bool, dict[str, Any]]:
            snapshot = context.snapshot(tx, code)
            over = snapshot.table.status == "over"
            if over or secrets:
                record = exporting.whole(tx, snapshot, secrets)
            else:
                record = exporting.so_far(tx, snapshot, None)
            return snapshot, over, record

        snapshot, over, record = await db.read(look)
    finally:
        await db.close()
    told = "what everybody may know of a game that goes on"
    if over:
        told = "the whole record"
    elif secrets:
        told = "a game that goes on with all its secrets: show it to nobody who plays in it"
    return {"code": snapshot.table.id, "record": record, "told": told}


def _write(path: Path, data: bytes, *, force: bool) -> None:
    """A file that only its owner may read, whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        if path.exists() and not force:
            raise Stop(f"{path} is there already: name another file, or --force")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        part.replace(path)
    except OSError as error:
        raise Stop(f"{path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            part.unlink()
