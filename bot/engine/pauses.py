"""The end of a pause: by itself, when its time is over, or because the players have voted so."""

from __future__ import annotations

from bot.engine import desk_posts, posts, public_log, timing
from bot.engine.context import Core
from bot.engine.resolve import Resolving
from bot.engine.snapshot import Loaded
from bot.features.conditional_orders import playing
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline


async def go_on(core: Core, resolving: Resolving, tx: Tx, loaded: Loaded, said: str, now: float) -> Loaded:
    """A paused game goes on; the table as it is then. said: why, a sentence for everybody"""
    due = await timing.resume(tx, loaded, now)
    await public_log.note(tx, loaded.table, "resume", said, now)
    after = await core.loaded(tx, loaded.table.id)
    itself = await playing.plays_itself(tx, after)  # all may have sent while it was paused
    call, users = posts.calling(after, due, itself=itself)
    text = f"{posts.headline(after, 'the game goes on')}\n▶ {said}\n{call}"
    rows = [posts.turn_buttons(after)]
    await posts.say(tx, after.table, f"goes-on/{now:.3f}", text, now, mentions=users, rows=rows)
    if itself:
        await timing.at_once(tx, after, now)
        return after
    await desk_posts.to_owing(tx, after, now)  # who has one of this turn gets no other
    return await resolving.complete(tx, after)


class Pausing:
    def __init__(self, core: Core, resolving: Resolving) -> None:
        self.core = core
        self._resolving = resolving

    async def due(self, row: Deadline) -> None:
        """A pause is over."""
        async with self.core.lock(row.table_id), self.core.db.begin() as tx:
            now = self.core.clock.now()
            kept = await deadlines.get(tx, row.table_id, "resume")
            if kept is None or kept.due_at > now:
                return
            loaded = await self.core.loaded(tx, row.table_id)
            if loaded.pause is None or loaded.over:
                await deadlines.drop(tx, row.table_id, "resume")
                return
            await go_on(self.core, self._resolving, tx, loaded, "The time of the pause is over.", now)
