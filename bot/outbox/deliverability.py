"""Who can be written to by direct message, and who is to hear it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from bot.common.clock import DAY, HOUR
from bot.common.message import Message
from bot.common.payloads import queue
from bot.engine import posts, text
from bot.engine.context import Context
from bot.engine.time_words import Wishes
from bot.storage import people, tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY, Post, Value
from bot.storage.rows import read_value, save

CLOSED_S = DAY
"""Seconds for which somebody whose messages were found closed is not written to, unless they act."""
CLOSED_TWICE_S = HOUR
"""Seconds for which presses and commands do not end that, if messages were found closed twice in a row: who
plays by buttons presses one each turn, and is not to be written to each turn."""


def note(tx: Tx, user_id: int, reachable: bool, now: float) -> None:
    """Remember whether a direct message has arrived; lobbies that say otherwise are edited."""
    before = people.get(tx, user_id).reachable
    if reachable:
        people.reached(tx, user_id)
    else:
        people.found_closed(tx, user_id, now)
    if (before is False) != (reachable is False):
        for seated in tables.of_user(tx, user_id, LOBBY):
            posts.edit_lobby(tx, seated.table, now)


def is_closed(tx: Tx, user_id: int, now: float) -> bool:
    """Return whether there is no use in writing to the user: their messages were found closed within
    `CLOSED_S`, and they have done nothing since."""
    closed_at = people.get(tx, user_id).closed_at
    return closed_at is not None and 0 <= now - closed_at < CLOSED_S


async def acted(context: Context, user_id: int) -> None:
    """Try the next message to a user again who has pressed a button or given a command. (What asks for a
    message calls `people.acted` itself: writing to the bot, joining, `/reminders`.)"""
    if (await context.db.read(people.get, user_id)).closed_at is None:
        return
    await context.db.write(people.acted, user_id, since=context.clock.now() - CLOSED_TWICE_S)


def unreachable(tx: Tx, users: list[int]) -> frozenset[int]:
    """Return those of them to whom the newest direct message could not be delivered."""
    return frozenset([user for user in users if people.get(tx, user).reachable is False])


async def hushed(context: Context, post: Post, message: Message) -> Message:
    """Make a message silent if it leaves in its reader's quiet hours."""
    if message.silent or post.user_id is None:
        return message
    person = await context.db.read(people.get, post.user_id)
    return replace(message, silent=Wishes.of(person.settings).is_quiet(context.clock.now()))


def try_anew(
    tx: Tx,
    user_id: int,
    now: float,
    told: str = text.CAN_WRITE,
) -> bool:
    """Write to a user who has just acted, unless the newest message to them arrived; return whether it is
    tried. Discord wants conversations to begin with something that the user does."""
    if people.get(tx, user_id).reachable is True:
        return False
    people.acted(tx, user_id)
    queue(tx, f"reach/{user_id}/{now:.3f}", posts.Say(text=told), now, user_id=user_id)
    return True


# -- The pace of first messages: how soon the bot may write to somebody to whom it has never written. Discord
# stops bots that begin conversations with many users at once ("You are opening direct messages too fast", or
# flagged as spam), and tells nobody its limits. So first messages have a pace of their own, and stop for
# everybody when Discord refuses one. What waits are posts of the outbox like any other: those to known
# conversations and to channels pass them. The moment is stored, so a restart begins no burst.


_KEY = "new-dms"
MAX_STOP_S = 6 * HOUR
"""Seconds for which refusals stop first messages."""


@dataclass(frozen=True, slots=True)
class _Door:
    """When first messages may leave.

    opens_at: none leaves before
    refused:  how many Discord has refused in a row
    """

    opens_at: float = 0.0
    refused: int = 0


def first_message_at(tx: Tx, now: float) -> float:
    """Return when the next first message may leave. A moment too far ahead was set by a wrong clock."""
    door = _read(tx)
    return door.opens_at if door.opens_at <= now + MAX_STOP_S else now


def begin_conversation(tx: Tx, now: float, a_minute: int) -> None:
    """Let the next first message wait: one leaves now. a_minute: how many may; 0: no limit"""
    if a_minute:
        _write(tx, _Door(now + 60 / a_minute, _read(tx).refused))


def conversation_begun(tx: Tx) -> None:
    """Forget refusals: a first message has arrived."""
    door = _read(tx)
    if door.refused:
        _write(tx, _Door(door.opens_at))


def conversation_refused(tx: Tx, now: float, seconds: float) -> float:
    """Stop after a refusal for so many seconds, twice as long each time in a row; return for how many."""
    door = _read(tx)
    wait = min(seconds * 2.0 ** min(door.refused, 10), MAX_STOP_S)
    _write(tx, _Door(now + wait, door.refused + 1))
    return wait


def _read(tx: Tx) -> _Door:
    kept = read_value(tx, _KEY)
    if kept is None:
        return _Door()
    opens_at, refused = json.loads(kept)
    return _Door(float(opens_at), int(refused))


def _write(tx: Tx, door: _Door) -> None:
    save(tx, Value(key=_KEY, value=json.dumps([door.opens_at, door.refused])))
