"""Ending a game without a result: the table is over, its outcome is None, and its state stays as it was.

Orders of the open turn are thrown away, unread; everything else is published as at any end, the seed too.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine import forgotten_seats, post_words, posts, ready_counts, timing
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.storage import drafts, seeds, tables
from bot.storage.database import Tx


async def break_off(turns: Turns, tx: Tx, snapshot: GameSnapshot, why: str, now: float) -> GameSnapshot:
    """End the game here; the table as it is then. why: who decided that, a sentence for everybody"""
    table = snapshot.table
    await drafts.clear_table(tx, table.id, snapshot.phase.turn)
    await ready_counts.close(tx, snapshot, now)
    await timing.close(tx, table.id)
    await forgotten_seats.close(tx, table.id)
    await tables.finish(tx, table.id, None, now)
    after = replace(snapshot, table=replace(table, status="over", outcome=None, ended_at=now), pause=None)
    for ended in snapshot.hooks.game_over:
        await ended(tx, after, now)
    seed = await seeds.get(tx, table.id)
    users = after.users
    lines = [
        post_words.headline(after, "the game is broken off"),
        f"{why} Nobody has won or lost, and orders that were given for {snapshot.phase_word} are thrown "
        "away.",
        *post_words.ending(after, seed),
    ]
    await posts.say(
        tx,
        table,
        "broken-off",
        "\n".join(lines),
        now,
        mentions=users,
        rows=[post_words.over_buttons(table.id, after.phase.turn)],
        seq=table.seq,
        files=await turns.opened(tx, after),
    )
    for user_id in users:
        text = f"Game `{table.id}` in <#{table.channel_id}> is over: it was broken off. {why}"
        await posts.tell(tx, table, user_id, f"over/{user_id}", text, now)
    return after
