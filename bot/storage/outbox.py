"""Posts on their way out, queued in the transaction that makes them true and sent after it.

queued → sending → sent, or back to queued for another attempt, or failed; a post that nobody needs any more
is dropped. `mark_sending` is committed before the message leaves, so a post found 'sending' after a crash is
one that may have arrived: look for its nonce in the channel, then `mark_sent` or `retry`.
"""

from collections.abc import Collection, Mapping
from functools import cache
from hashlib import blake2b, sha256
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, bindparam, exists, func, or_, select, update

from . import schema
from .database import Tx, must_change
from .dialect import insert_unless
from .records import RESTORED, Post, PostStatus
from .rows import fetch, read_value

_o = schema.outbox
_UNFINISHED: tuple[PostStatus, ...] = ("queued", "sending")
_LONGEST_ERROR = 500
SLOTS = 32
"""So many parts the lanes fall into, where several processes share them."""
_SLOT = func.get_byte(func.sha256(func.convert_to(_o.c.lane, "UTF8")), 0) % SLOTS
"""`slot_of` in the words of PostgreSQL: SQLite has one process."""
LONGEST_NONCE = 25
AWAY = "w:"
"""How the lanes begin whose posts do not go to Discord, but to other programs (`bot.web.webhooks`)."""
_AWAY = func.substr(_o.c.lane, 1, len(AWAY)) == AWAY


def put(
    tx: Tx,
    *,
    key: str,
    payload: Mapping[str, Any],
    created_at: float,
    channel_id: int | None = None,
    user_id: int | None = None,
    table_id: str | None = None,
    not_before: float | None = None,
    lane: str | None = None,
    nonce: str | None = None,
) -> None:
    """Queue a post to a channel, or to a user's DM. Nothing changes if the key was queued before.
    All posts of a transaction are stored in their order, with one statement: see `Tx.insert_later`.

    `not_before` is `created_at` unless given. The
    lane is that of the channel or user unless given. The nonce comes from the key unless given (at most 25
    characters), and from when a backup was put back: what comes then is another post, be it of the same turn.
    A negative user has asked to be forgotten: nothing is queued. Raises ValueError unless the post goes to
    one of the two; channel 0 with a lane of `AWAY` is no channel of Discord.
    """
    if user_id is not None and user_id < 0:
        return
    if (channel_id is None) == (user_id is None):
        raise ValueError("a post goes to a channel or to a user: give one of the two")
    tx.wakes("webhooks" if lane is not None and lane.startswith(AWAY) else "outbox")
    nonce = nonce or blake2b(f"{_life(tx)}{key}".encode(), digest_size=12).hexdigest()
    if len(nonce) > LONGEST_NONCE:
        raise ValueError(f"Discord takes nonces of at most {LONGEST_NONCE} characters")
    row = {
        "key": key,
        "table_id": table_id,
        "user_id": user_id,
        "channel_id": channel_id,
        "lane": lane or (f"u:{user_id}" if channel_id is None else f"c:{channel_id}"),
        "payload": payload,
        "nonce": nonce,
        "status": "queued",
        "attempts": 0,
        "not_before": created_at if not_before is None else not_before,
        "created_at": created_at,
    }
    tx.insert_later(_o, insert_unless(tx.dialect.name, _o, "key"), row)


def _life(tx: Tx) -> str:
    """Return the name of the time since a backup was put back, "" if none was. Read once a connection."""
    known: str | None = tx.info.get(RESTORED)
    if known is None:
        known = tx.info[RESTORED] = read_value(tx, RESTORED) or ""
    return known


def slot_of(lane: str) -> int:
    """Return the part that a lane belongs to.

    >>> slot_of("c:500"), slot_of("u:11")
    (15, 22)
    """
    return sha256(lane.encode()).digest()[0] % SLOTS


def newest_of(tx: Tx, keys: str) -> Post | None:
    """Return the newest post whose key begins with `keys`, or None."""
    within = (_o.c.key >= keys, _o.c.key < f"{keys}\U0010ffff")  # LIKE would look at every row
    found = fetch(tx, select(_o).where(*within).order_by(_o.c.id.desc()).limit(1), Post)
    return found[0] if found else None


def newest_sent(tx: Tx, most: int) -> list[tuple[int, float]]:
    """Return the newest messages that have arrived, at most `most`: (message id, when its answer came)."""
    statement = (
        select(_o.c.message_id, _o.c.sent_at)
        .where(_o.c.status == "sent", _o.c.message_id.is_not(None))
        .order_by(_o.c.id.desc())
        .limit(most)
    )
    return [(message_id, sent_at) for message_id, sent_at in tx.execute(statement)]


def next_due(
    tx: Tx,
    now: float,
    busy_lanes: Collection[str] = (),
    limit: int = 10,
    *,
    first: bool | None = None,
    closed_since: float = 0.0,
    slots: Collection[int] | None = None,
    away: bool = False,
) -> list[Post]:
    """Return what to send now: at most one post per lane, its oldest unfinished one, if it is queued and due.

    A lane whose oldest unfinished post is being sent, or must wait, gives nothing: what comes after it waits
    too. The lane that was tried longest ago comes first, so a lane with a thousand posts takes its turn like
    any other.

    first:        True: only posts that begin a conversation, with a user whose DM channel is not known;
                  False: only the others; None: all
    closed_since: whose messages were found closed from then on is not written to, so no post begins there
    slots:        only of these parts; None: of all
    away:         those that go to other programs, instead of those that go to Discord
    """
    given = {"now": now, "limit": limit, "busy": sorted(busy_lanes), "closed": closed_since}
    return fetch(tx, _due(first, slots is None, away), Post, given | _of(slots))


def earliest_due(
    tx: Tx,
    busy_lanes: Collection[str] = (),
    *,
    first: bool | None = None,
    closed_since: float = 0.0,
    slots: Collection[int] | None = None,
    away: bool = False,
) -> float | None:
    """Return when `next_due` will have something to send, or None if nothing waits."""
    given = {"busy": sorted(busy_lanes), "closed": closed_since} | _of(slots)
    earliest: float | None = tx.execute(_earliest(first, slots is None, away), given).scalar_one()
    return earliest


def _of(slots: Collection[int] | None) -> dict[str, Any]:
    return {} if slots is None else {"slots": sorted(slots)}


def mark_sending(tx: Tx, post_id: int, now: float) -> None:
    """Begin an attempt. Raises Conflict unless the post is queued: another sender has it then."""
    _move(tx, post_id, ("queued",), status="sending", attempts=_o.c.attempts + 1, tried_at=now, error=None)


def mark_sent(
    tx: Tx, post_id: int, sent_channel_id: int | None, message_id: int | None, sent_at: float
) -> None:
    """Note that the message is there; None: it went away. Raises Conflict unless the post was being sent."""
    _move(
        tx,
        post_id,
        ("sending",),
        status="sent",
        sent_channel_id=sent_channel_id,
        message_id=message_id,
        sent_at=sent_at,
    )


def retry(tx: Tx, post_id: int, not_before: float, error: str) -> None:
    """Try again from `not_before` on. Raises Conflict unless the post was being sent."""
    _move(tx, post_id, ("sending",), status="queued", not_before=not_before, error=error[:_LONGEST_ERROR])


def hold(tx: Tx, post_id: int, not_before: float, why: str) -> None:
    """Send it from `not_before` on; the attempt does not count. Raises Conflict unless it was being sent."""
    _move(
        tx,
        post_id,
        ("sending",),
        status="queued",
        attempts=_o.c.attempts - 1,
        not_before=not_before,
        error=why[:_LONGEST_ERROR],
    )


def not_later(tx: Tx, latest: float) -> None:
    """Let no post wait longer than until `latest`."""
    tx.wakes("outbox")
    waiting = (_o.c.status == "queued", _o.c.not_before > latest)
    tx.execute(update(_o).where(*waiting).values(not_before=latest))


def fail(tx: Tx, post_id: int, error: str) -> None:
    """Give the post up; its lane goes on without it. Raises Conflict if it is finished."""
    tx.wakes("outbox")
    _move(tx, post_id, _UNFINISHED, status="failed", error=error[:_LONGEST_ERROR])


def drop(tx: Tx, post_id: int, why: str) -> None:
    """Take a post back that nobody needs any more. Raises Conflict unless it is queued."""
    tx.wakes("outbox")
    _move(tx, post_id, ("queued",), status="dropped", error=why[:_LONGEST_ERROR])


def drop_for(tx: Tx, table_id: str, user_id: int, why: str) -> int:
    """Take a table's posts to this user back, and return how many. One that is being sent at this moment may
    arrive, but is not tried again."""
    tx.wakes("outbox")
    statement = (
        update(_o)
        .where(_o.c.table_id == table_id, _o.c.user_id == user_id, _o.c.status.in_(_UNFINISHED))
        .values(status="dropped", error=why[:_LONGEST_ERROR])
    )
    return tx.execute(statement).rowcount


def being_sent_away(tx: Tx) -> list[Post]:
    """Return the posts to other programs that are being sent."""
    return fetch(tx, select(_o).where(_o.c.status == "sending", _AWAY), Post)


def drop_lane(tx: Tx, lane: str, why: str) -> None:
    """Take back what waits in a lane."""
    waiting = (_o.c.lane == lane, _o.c.status == "queued")
    tx.execute(update(_o).where(*waiting).values(status="dropped", error=why[:_LONGEST_ERROR]))


def unfinished(tx: Tx, table_id: str) -> list[Post]:
    """Return the unfinished posts of a table to channels, in order."""
    mine = (_o.c.table_id == table_id, _o.c.channel_id.is_not(None), _o.c.status.in_(_UNFINISHED))
    return fetch(tx, select(_o).where(*mine).order_by(_o.c.id), Post)


def set_payload(tx: Tx, post_id: int, payload: Mapping[str, Any]) -> None:
    """Let the post say something else. Raises Conflict if it is finished."""
    _move(tx, post_id, _UNFINISHED, payload=payload)


def put_off(tx: Tx, post_id: int, not_before: float) -> None:
    """Send it later; this was no attempt. Raises Conflict unless it is queued."""
    _move(tx, post_id, ("queued",), not_before=not_before)


@cache
def _due(first: bool | None, everywhere: bool, away: bool) -> Select[Any]:
    """Return the statement of `next_due`, made once: it runs after every post."""
    before = _o.alias("before")
    tried = select(func.max(before.c.tried_at)).where(before.c.lane == _o.c.lane).scalar_subquery()
    heads = _heads(everywhere, away)
    return (
        select(_o)
        .join(heads, heads.c.id == _o.c.id)
        .where(_o.c.status == "queued", _o.c.not_before <= bindparam("now"), *_begins(first))
        .order_by(tried.asc().nulls_first(), _o.c.id)
        .limit(bindparam("limit"))
    )


@cache
def _earliest(first: bool | None, everywhere: bool, away: bool) -> Select[Any]:
    """Return the statement of `earliest_due`."""
    heads = _heads(everywhere, away)
    return (
        select(func.min(_o.c.not_before))
        .join(heads, heads.c.id == _o.c.id)
        .where(_o.c.status == "queued", *_begins(first))
    )


def _heads(everywhere: bool, away: bool) -> Subquery:
    """Return the id of each lane's oldest unfinished post, but for the lanes in "busy"; or of those in
    "slots" alone. away: of the lanes that do not go to Discord"""
    heads = (
        select(func.min(_o.c.id).label("id"))
        .where(_o.c.status.in_(_UNFINISHED), _o.c.lane.not_in(bindparam("busy", expanding=True)))
        .where(_AWAY if away else ~_AWAY)
        .group_by(_o.c.lane)
    )
    if not everywhere:
        heads = heads.where(_SLOT.in_(bindparam("slots", expanding=True)))
    return heads.subquery()


def _begins(first: bool | None) -> list[ColumnElement[bool]]:
    """Return conditions of `next_due`: a post begins a conversation, or does not; "closed": closed_since."""
    if first is None:
        return []
    person = schema.people.c
    talked = or_(person.dm_channel_id.is_not(None), person.closed_at > bindparam("closed"))
    known = exists().where(person.user_id == _o.c.user_id, talked)
    to_user = _o.c.user_id.is_not(None)
    return [to_user, ~known] if first else [or_(~to_user, known)]


def _move(tx: Tx, post_id: int, from_: tuple[PostStatus, ...], **values: Any) -> None:
    statement = update(_o).where(_o.c.id == post_id, _o.c.status.in_(from_)).values(**values)
    must_change(tx, statement, f"post {post_id} is not {' or '.join(from_)}")
