"""Who was forgotten and comes back is a new person, but for one thing: whoever has held a seat of a game
knows its secrets, and may hold no other seat there while it runs. So a keyed hash of the user's id is kept
until the game is over. Its key is the game's secret seed."""

from __future__ import annotations

import hashlib
import hmac

from bot.storage import seeds, tables
from bot.storage.database import Tx
from bot.storage.records import ForgottenSeat
from bot.storage.rows import find, first, remove, save


async def remember(tx: Tx, table_id: str, user_id: int, seat: str) -> None:
    """Note that somebody who is forgotten has held this seat of a game in play."""
    user_hash = await _hash(tx, table_id, user_id)
    await save(tx, ForgottenSeat(table_id=table_id, user_hash=user_hash, seat=seat))


async def held(tx: Tx, table_id: str, user_id: int) -> str | None:
    """Return the seat that somebody held there before being forgotten, or None."""
    user_hash = await _hash(tx, table_id, user_id)
    found = await first(tx, ForgottenSeat, table_id=table_id, user_hash=user_hash)
    return found.seat if found is not None else None


async def close(tx: Tx, table_id: str) -> None:
    """Delete what is kept of a game that is over: its seed is public, so hashes could be looked up."""
    await remove(tx, ForgottenSeat, table_id=table_id)


async def tidy(tx: Tx) -> None:
    """Delete what is kept of all games that are over."""
    for table_id in {seat.table_id for seat in await find(tx, ForgottenSeat)}:
        table = await tables.get(tx, table_id)
        if table is None or table.status != "playing":
            await close(tx, table_id)


async def _hash(tx: Tx, table_id: str, user_id: int) -> str:
    seed = bytes.fromhex(await seeds.get(tx, table_id) or "")
    return hmac.new(seed, f"seat:{table_id}:{user_id}".encode(), hashlib.sha256).hexdigest()
