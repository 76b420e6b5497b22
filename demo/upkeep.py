"""What happens beside the players' actions: pages are brought up to date and the world is saved."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from demo.persist import Store
from demo.views import Views
from demo.walltime import DemoEnv

PUBLISH_EVERY = 0.2
SAVE_EVERY = 1.0
KEPT_LOG = 200  # entries of SimCord's request and event logs, which only tests read


class Upkeep:
    """Watches one world for changes."""

    def __init__(self, env: DemoEnv, views: Views, store: Store) -> None:
        self._env = env
        self._views = views
        self._store = store
        self._changed = False
        self._unsaved = False
        self._requests = 0
        env.backend.subscribers.append(self._on_event)

    def _on_event(self, _event: str, _payload: Mapping[str, Any]) -> None:
        self._changed = True

    async def run(self) -> None:
        """Publish and save until cancelled."""
        loop = asyncio.get_running_loop()
        next_save = loop.time() + SAVE_EVERY
        while True:
            await asyncio.sleep(PUBLISH_EVERY)
            if self._take_change():
                self._unsaved = True
                await self._views.publish()
            if self._unsaved and loop.time() >= next_save:
                await self.save()
                next_save = loop.time() + SAVE_EVERY

    async def save(self) -> None:
        """Write the world as it is between two actions."""
        async with self._views.turn:
            self._env._process_resource_deadlines()
            self._unsaved = False
            snapshot = self._store.snapshot(self._env.backend)
        writing = asyncio.create_task(asyncio.to_thread(self._store.write, snapshot))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:  # two at once would spoil each other's file, or the older one win
            await asyncio.gather(writing, return_exceptions=True)
            raise
        except OSError:
            self._unsaved = True
            logging.exception("the world could not be saved; trying again")

    def _take_change(self) -> bool:
        """Whether Discord changed since the last call: an event, or a request of the bot.

        Ephemeral answers send no event, so that requests count as well.
        """
        backend = self._env.backend
        changed = self._changed or len(backend.http_requests) != self._requests
        self._changed = False
        if len(backend.http_requests) > 2 * KEPT_LOG:
            del backend.http_requests[:-KEPT_LOG], backend.transcript[:-KEPT_LOG]
        self._requests = len(backend.http_requests)
        return changed
