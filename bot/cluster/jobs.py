"""What one process at a time does in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.cluster.leases import Held
from bot.common.clock import BackgroundJob

FINISH_S = 4.0
"""Seconds that a job gets to finish what it is at when its lease goes to another process. It may be ended
anywhere: the other one goes on with it, as after a kill."""


class Jobs:
    """Runs each job while its lease is held here. Implements `bot.cluster.leases.Holder`."""

    def __init__(self, jobs: Mapping[str, BackgroundJob]) -> None:
        self._jobs = jobs

    async def take(self, name: str, _: Held) -> None:
        self._jobs[name].go_on()

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        await self._jobs[name].rest(FINISH_S)
        return None

    async def drop(self) -> None:
        for job in self._jobs.values():
            await job.rest(0)
