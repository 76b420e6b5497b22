"""What the bot remembers of a server: what its admins set."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.dialect import insert_or_replace

_s = schema.servers


async def settings(tx: Tx, guild_id: int) -> Mapping[str, Any]:
    """The server's settings; {} if none were ever set."""
    statement = select(_s.c.settings).where(_s.c.guild_id == guild_id)
    found: Mapping[str, Any] | None = (await tx.execute(statement)).scalar_one_or_none()
    return found or {}


async def put(tx: Tx, guild_id: int, settings: Mapping[str, Any]) -> None:
    """Replace the server's settings."""
    await insert_or_replace(tx, _s, {"guild_id": guild_id, "settings": dict(settings)})
