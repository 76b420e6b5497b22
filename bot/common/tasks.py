"""Ending what runs beside."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN_S = 5.0


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these tasks and wait until they have ended; their results and errors are dropped.

    A task that goes on for `AGAIN_S` seconds is cancelled again: `asyncio.wait_for` of Python 3.11 loses a
    cancellation that comes just as it gets what it waits for, and a statement that fails while it is
    cancelled raises its own error instead.
    """
    going = set(tasks)
    while going:
        for task in going:
            task.cancel()
        done, going = await asyncio.wait(going, timeout=AGAIN_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # seen, so asyncio does not report it
