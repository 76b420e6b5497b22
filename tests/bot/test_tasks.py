"""Ending tasks that run beside."""

from __future__ import annotations

import asyncio

import pytest

from bot.common import tasks


async def test_one_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN_S", 0.01)
    lost = 0

    async def stubborn() -> None:
        nonlocal lost
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if lost == 2:
                    raise
                lost += 1

    async def failing() -> None:
        raise ValueError

    going = [asyncio.create_task(stubborn()), asyncio.create_task(failing())]
    await asyncio.sleep(0)
    await tasks.end(going)
    assert lost == 2
    assert going[0].cancelled()


async def test_nothing_to_end() -> None:
    await tasks.end([])
