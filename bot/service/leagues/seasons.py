"""The job of all leagues: results are settled, what is due is done, games are opened. Nothing waits in it."""

from __future__ import annotations

from bot.service.core import Core
from bot.service.leagues.opening import Opening
from bot.service.leagues.rounds import Rounds
from bot.service.leagues.settling import Settling
from bot.service.timer import Timer
from bot.storage import leagues


class Seasons:
    def __init__(self, core: Core, settling: Settling, rounds: Rounds, opening: Opening) -> None:
        self.core = core
        self._settling, self._rounds, self._opening = settling, rounds, opening
        self._timer = Timer(self.run)

    def wake(self) -> None:
        """A game may be over, or something due."""
        self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    async def run(self) -> None:
        """All that can be done now; the timer is set for the rest."""
        news = await self._settling.all()
        now = self.core.clock.now()
        async with self.core.db.read() as tx:
            due = [league.id for league in await leagues.due(tx, now)]
        for league_id in dict.fromkeys([*due, *sorted(news)]):
            await self._rounds.look(league_id)
        again = await self._opening.all()
        async with self.core.db.read() as tx:
            later = await leagues.next_moment(tx, self.core.clock.now())
        moments = [moment for moment in (again, later) if moment is not None]
        if moments:
            self._timer.later(max(min(moments) - self.core.clock.now(), 0.05))
