"""Discord's limit of 50 requests a second, shared out over all processes by leases.

Answers to interactions have limits of their own, and are not counted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.cluster.leases import Held

SHARES, PER_SHARE = 15, 3.0
"""So many leases there are, and so many requests a second may be made for each that is held: 45 in all."""


class Requests:
    """Lets as many requests pass as this process may make. Implements `bot.cluster.leases.Holder`."""

    def __init__(self) -> None:
        self._held: set[str] = set()
        self._left, self._at = 0.0, 0.0
        self._line = asyncio.Lock()
        self._more = asyncio.Event()

    @property
    def per_second(self) -> float:
        """How many requests this process may make in a second."""
        return len(self._held) * PER_SHARE

    @property
    def share(self) -> float:
        """Which part this is of what all processes may make."""
        return len(self._held) / SHARES

    async def pass_one(self) -> None:
        """Wait until one more request may be made; who came first goes first."""
        async with self._line:
            while True:
                self._fill()
                if self._left >= 1.0:
                    self._left -= 1.0
                    return
                if self._held:
                    await asyncio.sleep((1.0 - self._left) / self.per_second)
                else:
                    self._more.clear()
                    await self._more.wait()

    def _fill(self) -> None:
        now = asyncio.get_running_loop().time()
        # What is not used is kept for a second; a new share brings nothing with it.
        self._left = min(self._left + (now - self._at) * self.per_second, max(self.per_second, 1.0))
        self._at = now

    async def take(self, name: str, _: Held) -> None:
        self._fill()
        self._held.add(name)
        self._more.set()

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        self._fill()
        self._held.discard(name)
        return None

    async def drop(self) -> None:
        self._fill()
        self._held.clear()
        self._left = 0.0
