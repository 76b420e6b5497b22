"""Who was forgotten and comes back is a new person, but for one thing: whoever has held a seat of a game
knows its secrets, and may hold no other seat there while it runs. So a keyed hash of the user's id is kept
until the game is over. Its key is the game's secret seed."""

from __future__ import annotations

import hashlib
import hmac

from bot.storage import kv, seeds, tables
from bot.storage.database import Tx

_LEFT = "left-seat"


async def remember(tx: Tx, table_id: str, user_id: int, seat: str) -> None:
    """Somebody who is forgotten has held this seat of a game in play."""
    await kv.put(tx, await _key(tx, table_id, user_id), seat)


async def held(tx: Tx, table_id: str, user_id: int) -> str | None:
    """The seat that somebody held there before being forgotten, or None."""
    return await kv.get(tx, await _key(tx, table_id, user_id))


async def close(tx: Tx, table_id: str) -> None:
    """The game is over, and its seed is published: with it the hash could be compared with ids."""
    for key in await kv.beginning(tx, f"{_LEFT}/{table_id}/"):
        await kv.forget(tx, key)


async def tidy(tx: Tx) -> None:
    """Games that are over need nothing of this."""
    for key in await kv.beginning(tx, f"{_LEFT}/"):
        table = await tables.get(tx, key.split("/")[1])
        if table is None or table.status != "playing":
            await kv.forget(tx, key)


async def _key(tx: Tx, table_id: str, user_id: int) -> str:
    seed = bytes.fromhex(await seeds.get(tx, table_id) or "")
    told = hmac.new(seed, f"seat:{table_id}:{user_id}".encode(), hashlib.sha256).hexdigest()
    return f"{_LEFT}/{table_id}/{told}"
