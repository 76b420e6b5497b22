"""Who can be written to, which lobbies show, and when that is to make no sound."""

from __future__ import annotations

from dataclasses import replace

from bot.common.clock import DAY, HOUR
from bot.common.message import Message
from bot.common.payloads import load, queue
from bot.engine import posts
from bot.engine.context import Context
from bot.engine.reminder_times import Wishes
from bot.storage import outbox, people, tables
from bot.storage.database import Tx
from bot.storage.records import LOBBY, Post, Table

REMEDY = (
    "In this server's privacy settings allow direct messages from its members; then use `/reminders`, and I "
    "write to you again. Without them you play with the button **My orders** under each turn."
)


CLOSED_FOR = DAY
"""Seconds for which somebody whose messages were found closed is not written to, but for `acted`."""
PRESSES = HOUR
"""Seconds for which presses and commands change nothing of that, if messages were found closed twice in a
row: who plays by buttons presses one each turn, and is not to be written to each turn."""


async def note(tx: Tx, user_id: int, reachable: bool, now: float) -> None:
    """A direct message has arrived, or could not be delivered. Lobbies that say otherwise are shown anew."""
    before = (await people.get(tx, user_id)).reachable
    if reachable:
        await people.reached(tx, user_id)
    else:
        await people.found_closed(tx, user_id, now)
    if (before is False) != (reachable is False):
        for seated in await tables.of_user(tx, user_id, LOBBY):
            await show_anew(tx, seated.table, now)


async def is_closed(tx: Tx, user_id: int, now: float) -> bool:
    """Whether there is no use in writing to the user: messages were found closed less than a day ago, and the
    user has done nothing since."""
    closed_at = (await people.get(tx, user_id)).closed_at
    return closed_at is not None and 0 <= now - closed_at < CLOSED_FOR


async def acted(context: Context, user_id: int) -> None:
    """The user has pressed a button or given a command: the next message is tried again. (What asks for a
    message says so itself, with `people.acted`: writing to the bot, joining, `/reminders`.)"""
    async with context.db.read() as tx:
        if (await people.get(tx, user_id)).closed_at is None:
            return
    async with context.db.begin() as tx:
        await people.acted(tx, user_id, since=context.clock.now() - PRESSES)


async def show_anew(tx: Tx, table: Table, now: float, *, bare: bool = False) -> None:
    """Queue an edit of the message that shows the lobby, if it stands: best effort, like that of a tally.
    bare: it loses its buttons"""
    shown = await outbox.newest_of(tx, f"{table.id}/lobby/")
    if shown is not None:
        await posts.edit(tx, table, f"reach/{now:.3f}", posts.Edit(call=shown.key, bare=bare), now)


async def unreachable(tx: Tx, users: list[int]) -> frozenset[int]:
    """Those of them to whom the newest direct message could not be delivered."""
    return frozenset([user for user in users if (await people.get(tx, user)).reachable is False])


async def hushed(context: Context, post: Post, message: Message) -> Message:
    """A message without a sound if it is quiet, or comes in its reader's quiet hours."""
    said = load(post.payload)
    quiet = isinstance(said, posts.DeskPost) and bool(said.quiet)
    if not quiet and post.user_id is not None:
        async with context.db.read() as tx:
            settings = (await people.get(tx, post.user_id)).settings
        quiet = Wishes.of(settings).is_quiet(context.clock.now())
    return replace(message, silent=True) if quiet else message


async def try_anew(
    tx: Tx,
    user_id: int,
    now: float,
    text: str = "I can write to you: your order desks and reminders come here.",
) -> bool:
    """Write to somebody who has just acted, and could not be written to or never was; whether there is any
    need of it. Discord wants conversations to begin with something that the user does."""
    if (await people.get(tx, user_id)).reachable is True:
        return False
    await people.acted(tx, user_id)
    await queue(tx, f"reach/{user_id}/{now:.3f}", posts.Say(text=text), now, user_id=user_id)
    return True
