"""What comes in the place of a post that cannot be delivered: a mention in the table's channel for a direct
message, direct messages for a channel's post."""

from __future__ import annotations

from bot.common.message import Button, buttons, custom_id
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
    await outbox.fail(tx, post.id, reason)
    table = await tables.get(tx, post.table_id) if post.table_id is not None else None
    if post.user_id is not None and closed:
        await deliverability.note(tx, post.user_id, False, now)
    if table is None and post.user_id is None:
        await _to_organiser(tx, post, now)
    if table is None or table.status == "closed":
        return
    if post.user_id is None:
        await _to_players(tx, post, table, now)
    elif post.payload["kind"] == "remind":
        await reminders.undelivered(tx, post, table, now)
    else:
        await _to_channel(tx, post, post.user_id, table, now)


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
    await outbox.put(tx, key=key, payload=posts.direct(text), created_at=now, user_id=league.host_id)


async def _to_channel(tx: Tx, post: Post, user_id: int, table: Table, now: float) -> None:
    text = str(post.payload.get("fallback") or "")
    kept = post.payload.get("fallback_rows", ())
    rows = [buttons(*(Button(*item) for item in row)) for row in kept]
    if post.payload["kind"] == "desk" and not post.payload.get("quiet"):
        turn = int(post.payload["turn"])
        text = (
            f"<@{user_id}>, I cannot send you direct messages. Press **My orders** here: "
            "only you will see the answer."
        )
        rows = [buttons(Button(custom_id("desk", table.id, None, turn), "My orders", "primary"))]
    if text:
        await posts.say(tx, table, f"fallback/{post.id}", text, now, mentions=[user_id], rows=rows)


async def _to_players(tx: Tx, post: Post, table: Table, now: float) -> None:
    if post.payload["kind"] != "say" or post.key.startswith(f"{table.id}/fallback/"):
        return
    head = f"I cannot post in <#{post.channel_id}>: I lack a permission there, or it is gone. This came:"
    only = post.payload.get("only")  # a private thread's people: nobody else
    for player in await players.of_table(tx, table.id):
        if only is not None and player.user_id not in only:
            continue
        key = f"instead/{post.id}/{player.user_id}"
        text = f"{head}\n{post.payload['text']}"
        await posts.tell(tx, table, player.user_id, key, text, now)
