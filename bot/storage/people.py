"""What the bot remembers of a user, at all tables."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import or_, select, update

from . import schema
from .database import Tx, rows
from .dialect import insert_new
from .records import Person

_p = schema.people


async def get(tx: Tx, user_id: int) -> Person:
    """The user; one never seen before has the defaults."""
    found = await rows(tx, select(_p).where(_p.c.user_id == user_id), Person)
    return found[0] if found else Person(user_id=user_id)


async def by_dm_channel(tx: Tx, dm_channel_id: int) -> Person | None:
    """Whose DM channel this is, or None."""
    found = await rows(tx, select(_p).where(_p.c.dm_channel_id == dm_channel_id), Person)
    return found[0] if found else None


async def with_dm_channel(tx: Tx) -> list[Person]:
    """Everyone whose DM channel is known: where to look for what was written while the bot was away."""
    return await rows(tx, select(_p).where(_p.c.dm_channel_id.is_not(None)).order_by(_p.c.user_id), Person)


async def set_dm_channel(tx: Tx, user_id: int, dm_channel_id: int | None) -> None:
    """Note the user's DM channel. None: there is none; the next message opens one."""
    await _set(tx, user_id, dm_channel_id=dm_channel_id)


async def set_last_dm(tx: Tx, user_id: int, message_id: int) -> bool:
    """Note that the user's DMs are dealt with up to this message.

    False, and nothing changes, if this one or a later one was noted before: then it was dealt with already.
    """
    await _know(tx, user_id)
    statement = (
        update(_p)
        .where(_p.c.user_id == user_id, or_(_p.c.last_dm_id.is_(None), _p.c.last_dm_id < message_id))
        .values(last_dm_id=message_id)
    )
    return (await tx.execute(statement)).rowcount > 0


async def set_reachable(tx: Tx, user_id: int, reachable: bool, closed_at: float | None = None) -> None:
    """Note whether the newest DM to the user went through. closed_at: when the user's messages were found
    closed; None: the next message is tried"""
    await _set(tx, user_id, reachable=reachable, closed_at=closed_at)


async def acted(tx: Tx, user_id: int) -> None:
    """The user has done something: messages that were found closed may be open by now."""
    statement = update(_p).where(_p.c.user_id == user_id, _p.c.closed_at.is_not(None))
    await tx.execute(statement.values(closed_at=None))


async def update_settings(tx: Tx, user_id: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Change these settings and keep the others; all settings after it. None as a value removes one."""
    merged = {**(await get(tx, user_id)).settings, **changes}
    settings = {key: value for key, value in merged.items() if value is not None}
    await _set(tx, user_id, settings=settings)
    return settings


async def _know(tx: Tx, user_id: int) -> None:
    await insert_new(tx, _p, {"user_id": user_id, "settings": {}}, "user_id")


async def _set(tx: Tx, user_id: int, **values: Any) -> None:
    await _know(tx, user_id)
    await tx.execute(update(_p).where(_p.c.user_id == user_id).values(**values))
