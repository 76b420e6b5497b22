"""The end of a pause: by itself, when its time is over, or because the players have voted so."""

from __future__ import annotations

from bot.engine import automatic_turns, desk_posts, post_words, posts, public_log, timing
from bot.engine.context import Context
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline


async def go_on(
    context: Context, resolving: Resolving, tx: Tx, snapshot: GameSnapshot, said: str, now: float
) -> GameSnapshot:
    """A paused game goes on; the table as it is then. said: why, a sentence for everybody"""
    due = await timing.resume(tx, snapshot, now)
    await public_log.note(tx, snapshot.table, "resume", said, now)
    after = await context.snapshot(tx, snapshot.table.id)
    itself = await automatic_turns.plays_itself(tx, after)  # all may have sent while it was paused
    call, users = post_words.calling(after, due, itself=itself)
    text = f"{post_words.headline(after, 'the game goes on')}\n▶ {said}\n{call}"
    rows = [post_words.turn_buttons(after)]
    await posts.say(tx, after.table, f"goes-on/{now:.3f}", text, now, mentions=users, rows=rows)
    if itself:
        await timing.run_now(tx, after, now)
        return after
    await desk_posts.to_owing(tx, after, now)  # who has one of this turn gets no other
    return await resolving.complete(tx, after)


class Pausing:
    def __init__(self, context: Context, resolving: Resolving) -> None:
        self.context = context
        self._resolving = resolving

    async def due(self, row: Deadline) -> None:
        """A pause is over."""
        async with self.context.lock(row.table_id), self.context.db.begin() as tx:
            now = self.context.clock.now()
            kept = await deadlines.get(tx, row.table_id, "resume")
            if kept is None or kept.due_at > now:
                return
            snapshot = await self.context.snapshot(tx, row.table_id)
            if snapshot.pause is None or snapshot.over:
                await deadlines.drop(tx, row.table_id, "resume")
                return
            await go_on(self.context, self._resolving, tx, snapshot, "The time of the pause is over.", now)
