"""Kills at random moments: the bot dies, and lives again, while others go on with what they do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .loopback import BotProcess

T = TypeVar("T")
Plans = Sequence[Callable[[], object]]


@dataclass
class Mayhem:
    """Kills the bot at random moments, and starts it again. Others wait meanwhile."""

    bot: BotProcess
    dice: random.Random
    most: int
    """So many kills, then there is peace."""
    pause: float = 1.0
    """At most so many seconds of peace before a kill is planned."""
    patience: float = 0.0
    """The kill comes within so many seconds, and not before half of them unless it is as planned."""
    kills: int = 0
    over: bool = False
    opening: int = 0
    """How many new games are being opened: no kill is planned meanwhile."""
    up: asyncio.Event = field(default_factory=asyncio.Event)
    _bag: list[int] = field(default_factory=list)
    """The plans that were not drawn yet: each comes before any comes again, at first in their order."""

    async def rage(self) -> None:
        """Until there were enough kills."""
        self.up.set()
        while self.kills < self.most:
            await asyncio.sleep(self.dice.uniform(0.0, self.pause))
            await self.bot.loopback.until(lambda: not self.opening, timeout=120, what="new games")
            self.patience = 2 * self.pause
            self.arm()
            # Whatever the trap does.
            self.bot.kill_after(self.dice.uniform(self.patience / 2, self.patience))
            await self.bot.loopback.until(lambda: not self.bot.is_running, timeout=30, what="a kill")
            self.up.clear()
            self.kills += 1
            await self.revive()
            self.up.set()
        self.over = True

    async def peace(self, raging: asyncio.Task[None]) -> None:
        """No more kills: there is nothing left to be disturbed."""
        self.most = 0
        if self.bot.is_running and self.up.is_set():
            raging.cancel()
            self.bot.loopback.faults.clear()
            self.bot.forget_traps()
        else:
            await raging

    def arm(self) -> None:
        """Plan a kill: at a moment, at a request, about a commit."""
        plans = self.plans()
        if not self._bag:
            self._bag = list(range(len(plans)))
            if self.kills >= len(plans):
                self.dice.shuffle(self._bag)
        plans[self._bag.pop(0)]()

    def plans(self) -> Plans:
        """The ways to die of this test."""
        raise NotImplementedError

    async def restart(self) -> None:
        """After the last kill: stop and start in good order. A bot that starts looks at every clock."""
        self.up.clear()
        assert await self.bot.stop() == 0
        await self.bot.start(timeout=60)
        self.up.set()

    def while_down(self) -> None:
        """What happens in Discord while the bot is dead; faults that are planned here meet its start."""

    async def revive(self) -> None:
        """Start again; now and then it dies of it."""
        while True:
            await self.bot.gone()
            self.bot.loopback.faults.clear()
            self.bot.forget_traps()
            self.while_down()
            early = self.kills < self.most and self.dice.random() < 0.2
            if early:
                self.bot.kill_after(self.dice.uniform(0.0, 0.6))
            try:
                await self.bot.start(timeout=60)
            except AssertionError:
                assert early, self.bot.output
            if self.bot.is_running:
                return
            self.kills += 1

    async def alive(self, deed: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """Do this once the bot is up; None if it died meanwhile, whatever became of it."""
        await self.up.wait()
        bot, run = self.bot, self.bot.runs
        task = asyncio.create_task(deed())

        def ended() -> bool:
            return task.done() or bot.runs != run or not bot.is_running

        await bot.loopback.until(ended, timeout=60, what="an answer")
        if bot.runs == run and bot.is_running:
            return task.result()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return None
