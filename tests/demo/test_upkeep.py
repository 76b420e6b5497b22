"""The world is saved by one at a time."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any, cast

from demo.upkeep import Upkeep


async def test_the_end_waits_for_the_save_under_way() -> None:
    begun, goes_on, written = threading.Event(), threading.Event(), list[str]()

    def write(snapshot: str) -> None:
        begun.set()
        assert goes_on.wait(30)
        written.append(snapshot)

    backend = SimpleNamespace(subscribers=[])
    env = SimpleNamespace(backend=backend, _process_resource_deadlines=lambda: None)
    store = SimpleNamespace(snapshot=lambda _: "world", write=write)
    upkeep = Upkeep(cast(Any, env), cast(Any, SimpleNamespace(turn=asyncio.Lock())), cast(Any, store))
    saving = asyncio.create_task(upkeep.save())
    await asyncio.to_thread(begun.wait, 30)
    saving.cancel()
    asyncio.get_running_loop().call_later(0.1, goes_on.set)
    await asyncio.wait({saving})
    assert saving.cancelled() and written == ["world"]
