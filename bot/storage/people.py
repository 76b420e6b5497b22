"""What the bot remembers of a user, at all tables; and the absences that users announced."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import bindparam, delete, or_, select, update

from . import schema
from .database import Tx
from .dialect import insert_new
from .records import Away, Person
from .rows import fetch, first

_p, _a = schema.people, schema.away
_ABSENT = (
    select(_a)
    .where(_a.c.user_id.in_(bindparam("users", expanding=True)), _a.c.to_at > bindparam("now"))
    .order_by(_a.c.from_at, _a.c.id)
)


def get(tx: Tx, user_id: int) -> Person:
    """The user; one never seen before has the defaults."""
    known: Person | None = tx.kept(_p, user_id)
    if known is None:
        found = first(tx, Person, user_id=user_id)
        known = tx.keep(_p, user_id, found or Person(user_id=user_id))
    return known


def in_play(tx: Tx) -> list[tuple[int, int, int]]:
    """Everyone who plays now and has written to the bot, or heard from it: (user, DM channel, newest message
    that was dealt with). There to look for what was written while the bot was away."""
    players, tables = schema.players, schema.tables
    playing = select(players.c.user_id).join(tables).where(tables.c.status == "playing")
    known = (_p.c.dm_channel_id.is_not(None), _p.c.last_dm_id.is_not(None))
    statement = (
        select(_p.c.user_id, _p.c.dm_channel_id, _p.c.last_dm_id)
        .where(*known, _p.c.user_id.in_(playing))
        .order_by(_p.c.user_id)
    )
    return [(user, channel, message) for user, channel, message in tx.execute(statement)]


def set_dm_channel(tx: Tx, user_id: int, dm_channel_id: int | None) -> None:
    """Note the user's DM channel. None: there is none; the next message opens one."""
    _set(tx, user_id, dm_channel_id=dm_channel_id)


def set_last_dm(tx: Tx, user_id: int, message_id: int) -> bool:
    """Note that the user's DMs are dealt with up to this message.

    False, and nothing changes, if this one or a later one was noted before: then it was dealt with already.
    """
    _know(tx, user_id)
    statement = (
        update(_p)
        .where(_p.c.user_id == user_id, or_(_p.c.last_dm_id.is_(None), _p.c.last_dm_id < message_id))
        .values(last_dm_id=message_id)
    )
    return tx.execute(statement).rowcount > 0


def reached(tx: Tx, user_id: int) -> None:
    """Note that the newest DM to the user went through."""
    _set(tx, user_id, reachable=True, closed_at=None, closed_times=0)


def found_closed(tx: Tx, user_id: int, now: float) -> None:
    """Note that the newest DM to the user was refused, because the user takes none."""
    _change(tx, user_id, reachable=False, closed_at=now, closed_times=_p.c.closed_times + 1)


def acted(tx: Tx, user_id: int, since: float | None = None) -> None:
    """The user has done something: messages that were found closed may be open by now.

    since: they count as closed all the same if they were found so more than once in a row, and after then
    """
    mine = [_p.c.user_id == user_id, _p.c.closed_at.is_not(None)]
    if since is not None:
        mine.append(or_(_p.c.closed_times < 2, _p.c.closed_at < since))
    tx.execute(update(_p).where(*mine).values(closed_at=None))


def update_settings(tx: Tx, user_id: int, changes: Mapping[str, Any]) -> Mapping[str, Any]:
    """Change these settings and keep the others; all settings after it. None as a value removes one."""
    merged = {**get(tx, user_id).settings, **changes}
    settings = {key: value for key, value in merged.items() if value is not None}
    _set(tx, user_id, settings=settings)
    return settings


def absences(tx: Tx, user_ids: Collection[int], now: float) -> list[Away]:
    """Return the absences of these users that are not over, earliest first."""
    return fetch(tx, _ABSENT, Away, {"users": sorted(user_ids), "now": now})


def cancel_absences(tx: Tx, user_id: int, now: float) -> int:
    """Forget the user's absences that are not over; how many there were."""
    statement = delete(_a).where(_a.c.user_id == user_id, _a.c.to_at > now)
    return tx.execute(statement).rowcount


def _know(tx: Tx, user_id: int) -> None:
    insert_new(tx, _p, {"user_id": user_id, "settings": {}}, "user_id")


def _set(tx: Tx, user_id: int, **values: Any) -> None:
    """Change what is not so already: most messages arrive where the ones before did."""
    person = get(tx, user_id)
    if any(getattr(person, name) != value for name, value in values.items()):
        _change(tx, user_id, **values)


def _change(tx: Tx, user_id: int, **values: Any) -> None:
    _know(tx, user_id)
    tx.execute(update(_p).where(_p.c.user_id == user_id).values(**values))
