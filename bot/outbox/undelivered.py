"""What comes in the place of a post that cannot be delivered: a mention in the table's channel for a direct
message, direct messages for a channel's post."""

from __future__ import annotations

from bot.common.message import Button, buttons, custom_id
from bot.common.payloads import Payload, load, queue
from bot.engine import posts
from bot.features.leagues.store import leagues
from bot.features.reminders import reminders
from bot.outbox import deliverability
from bot.storage import outbox, players, tables
from bot.storage.database import Tx
from bot.storage.records import Post, Table


async def instead(tx: Tx, post: Post, reason: str, now: float, *, closed: bool = False) -> None:
    """Give the post up, and queue what comes instead.

    closed: the user's messages were found closed just now"""
    said = load(post.payload)
    await outbox.fail(tx, post.id, reason)
    table = await tables.get(tx, post.table_id) if post.table_id is not None else None
    if post.user_id is not None and closed:
        await deliverability.note(tx, post.user_id, False, now)
    if table is None and post.user_id is None:
        await _to_organiser(tx, post, now)
    if table is None or table.status == "closed":
        return
    if post.user_id is None:
        await _to_players(tx, post, said, table, now)
    elif isinstance(said, reminders.Reminder):
        await reminders.undelivered(tx, post, said, table, now)
    else:
        await _to_channel(tx, post, said, post.user_id, table, now)


async def _to_organiser(tx: Tx, post: Post, now: float) -> None:
    """A league's channel cannot be posted to: whoever organises it learns that, once for each channel."""
    _, _, rest = post.key.partition("league/")
    league = await leagues.get(tx, rest.partition("/")[0]) if rest else None
    if league is None:
        return
    text = (
        f"I cannot post in <#{post.channel_id}>, the channel of the league `{league.id}`: I lack a "
        "permission there, or it is gone. The league goes on; `/league show` and `/league table` "
        "work in every channel."
    )
    key = f"league/{league.id}/unreachable/{post.channel_id}/{league.round}"
    await queue(tx, key, posts.Say(text=text, fallback=""), now, user_id=league.host_id)


async def _to_channel(tx: Tx, post: Post, said: Payload, user_id: int, table: Table, now: float) -> None:
    text, rows = "", list[tuple[Button, ...]]()
    if isinstance(said, posts.Say):
        text, rows = said.fallback or "", [buttons(*row) for row in said.fallback_rows or ()]
    if isinstance(said, posts.DeskPost) and not said.quiet:
        text = (
            f"<@{user_id}>, I cannot send you direct messages. Press **My orders** here: "
            "only you will see the answer."
        )
        rows = [buttons(Button(custom_id("desk", table.id, None, said.turn), "My orders", "primary"))]
    if text:
        await posts.say(tx, table, f"fallback/{post.id}", text, now, mentions=[user_id], rows=rows)


async def _to_players(tx: Tx, post: Post, said: Payload, table: Table, now: float) -> None:
    if not isinstance(said, posts.Say) or post.key.startswith(f"{table.id}/fallback/"):
        return
    head = f"I cannot post in <#{post.channel_id}>: I lack a permission there, or it is gone. This came:"
    for player in await players.of_table(tx, table.id):
        if said.only is not None and player.user_id not in said.only:
            continue
        key = f"instead/{post.id}/{player.user_id}"
        text = f"{head}\n{said.text}"
        await posts.tell(tx, table, player.user_id, key, text, now)
