"""The job of all leagues: results are settled, what is due is done, games are opened. Nothing waits in it.

A fault of ours in one league stops no other: that league is paused, and its channel is told.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.common.clock import DAY
from bot.common.timer import Timer
from bot.engine.context import Context
from bot.features.leagues.model import posts
from bot.features.leagues.season.opening import Opening
from bot.features.leagues.season.rounds import Rounds
from bot.features.leagues.season.settling import Settling
from bot.features.leagues.store import fixtures, leagues
from bot.storage.league_records import OPEN

FAULT = (
    "Something went wrong on my side, so the league does not go on; nothing is lost, and games under way are "
    "not touched. The host finds the reason in the log. `/league resume` (or `/league start`) tries again."
)
log = logging.getLogger(__name__)


class Seasons:
    def __init__(self, context: Context, settling: Settling, rounds: Rounds, opening: Opening) -> None:
        self.context = context
        self._settling, self._rounds, self._opening = settling, rounds, opening
        self._timer = Timer(self.run)
        self.reachable: Callable[[], bool] = lambda: True
        """Whether people can act now: else nothing is due."""
        self._begun = False
        self._nothing = False
        """Whether the last look found no open league, nor a game of one: a new league stirs the job."""

    def wake(self) -> None:
        """A game may be over, or something due."""
        if self.context.stirred or not self._nothing:
            self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    async def run(self) -> None:
        """All that can be done now; the timer is set for the rest."""
        while True:
            await self._settling.all()
            await self._due()
            again = await self._opening.some()
            if again is None or again > self.context.clock.now():
                break
        async with self.context.db.read() as tx:
            later = await leagues.next_moment(tx, self.context.clock.now())
            self._nothing = not await leagues.all_with(tx, OPEN) and not await fixtures.any_left(tx)
        moments = [moment for moment in (again, later) if moment is not None]
        if moments:
            self._timer.later(max(min(moments) - self.context.clock.now(), 0.05))

    async def _due(self) -> None:
        """Look after every league for which something is due, or in which something has changed."""
        if not self.reachable():  # the job is woken when the time is given back
            return
        stirred, now = self.context.stirred, self.context.clock.now()
        async with self.context.db.read() as tx:
            due = [league.id for league in await leagues.due(tx, now)]
            if not self._begun:  # the last run may have ended between a result and what follows from it
                running = await leagues.all_with(tx, {"running"})
                stirred.update(league.id for league in running)
        self._begun = True
        for league_id in dict.fromkeys([*due, *sorted(stirred)]):
            stirred.discard(league_id)
            try:
                await self._look(league_id)
            except BaseException:
                stirred.add(league_id)
                raise

    async def _look(self, league_id: str) -> None:
        try:
            await self._rounds.look(league_id)
        except Exception:
            log.exception("league stopped", extra={"league": league_id})
            async with self.context.lock(f"league/{league_id}"), self.context.db.begin() as tx:
                league = await leagues.get(tx, league_id)
                if league is None or league.status not in ("signup", "running"):
                    return
                if league.status == "signup":  # it has nothing to pause yet: sign-up stays open for a day
                    later = self.context.clock.now() + DAY
                    await leagues.change(tx, league_id, next_at=later)
                else:
                    await leagues.change(tx, league_id, status="paused")
                await posts.announce(
                    tx, league, "fault", "something went wrong", FAULT, self.context.clock.now()
                )
            self.context.wake()
