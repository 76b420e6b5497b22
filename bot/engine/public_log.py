"""A table's public log: what was done by hand, by vote, or by the clock against somebody, for all to read."""

from __future__ import annotations

from bot.storage import publiclog
from bot.storage.database import Tx
from bot.storage.records import LogEntry, Table


async def note(tx: Tx, table: Table, act: str, text: str, now: float) -> None:
    """Add a line.

    act: what it was, in a word;  text: as everybody reads it, with who and why: no secrets, no mentions
    """
    await publiclog.add(tx, LogEntry(table_id=table.id, at=now, turn=table.turn, act=act, text=text))
