"""Tells pages that something has changed: one look a second for each place that is watched, however many
watch it. Looking works with any number of processes, and after any kill; nothing has to be told. Each page
holds a stream of server-sent events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any

from aiohttp import web

from bot.web.security import HEADERS, address

log = logging.getLogger(__name__)

LOOK_S = 1.0
"""Seconds between two looks."""
BEAT_S = 20.0
"""Seconds after which an idle stream says that it is there."""
GONE = "gone"
"""The version of a place that nobody may watch any more: its streams end."""
BATCH = 50
"""So many are told at once."""
MAX_WATCHERS, MAX_EACH = 5000, 200
"""Most streams that are open at the same time, of all and of one address: a club behind a router has room."""


class Watching:
    """look: returns the version of a place, which changes whenever a page of it would."""

    def __init__(self, look: Callable[[Hashable], Awaitable[str]], every: float = LOOK_S) -> None:
        self._look, self._every = look, every
        self._versions: dict[Hashable, str] = {}
        self._watched: dict[Hashable, set[asyncio.Event]] = {}
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._streams = dict[asyncio.Task[Any], str]()
        """The address of each reader."""

    @property
    def watchers(self) -> int:
        return sum(len(events) for events in self._watched.values())

    async def stream(self, request: web.Request, place: Hashable, event: str) -> web.StreamResponse:
        """Answer with an event for each version of the place, until it is gone or the reader is."""
        reader = address(request)
        if self.watchers >= MAX_WATCHERS:
            raise web.HTTPServiceUnavailable
        if list(self._streams.values()).count(reader) >= MAX_EACH:
            raise web.HTTPTooManyRequests
        own = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        answer = web.StreamResponse(headers={**HEADERS, **own})
        task = asyncio.current_task()
        assert task is not None
        self._streams[task] = reader
        try:
            await answer.prepare(request)
            async for version in self.changes(place, BEAT_S):
                if version == GONE:
                    break
                line = f"event: {event}\ndata: {version}\n\n" if version else ": still here\n\n"
                await answer.write(line.encode())
        except (ConnectionResetError, asyncio.CancelledError):
            pass
        finally:
            self._streams.pop(task, None)
        return answer

    async def changes(self, place: Hashable, wait: float) -> AsyncIterator[str]:
        """Yield the version of the place now, then each that is new; "" after so many seconds without one."""
        changed = asyncio.Event()
        self._watched.setdefault(place, set()).add(changed)
        try:
            if place not in self._tasks:
                version = await self._look(place)
                if place not in self._tasks:  # nobody else has begun meanwhile
                    self._versions[place] = version
                    self._tasks[place] = asyncio.create_task(self._watch(place), name="watching")
            yield self._versions[place]
            while True:
                changed.clear()
                try:
                    async with asyncio.timeout(wait):
                        await changed.wait()
                except TimeoutError:
                    yield ""
                else:
                    yield self._versions[place]
        finally:
            self._watched[place].discard(changed)
            if not self._watched[place]:
                del self._watched[place]
                self._versions.pop(place, None)
                if (task := self._tasks.pop(place, None)) is not None:
                    task.cancel()

    async def _watch(self, place: Hashable) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                found = await self._look(place)
            except Exception as error:  # the database is away: the next look may find it
                log.info("not looked", extra={"reason": type(error).__name__})
                continue
            if found != self._versions[place]:
                self._versions[place] = found
                for number, changed in enumerate(list(self._watched.get(place, ())), 1):
                    changed.set()
                    if number % BATCH == 0:  # others of the loop go on meanwhile
                        await asyncio.sleep(0.002)

    async def close(self) -> None:
        """End the streams, and look no more."""
        for stream in list(self._streams):
            stream.cancel()
        for task in list(self._tasks.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
