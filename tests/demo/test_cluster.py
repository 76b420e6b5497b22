"""`make cluster`, as a newcomer tries it: look, kill one, look again."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from demo import postgres

ROOT = Path(__file__).parents[2]
BOTS = ("bot-1", "bot-2", "bot-3")
ROW = re.compile(
    r"^ +(\d) (\S+) +(running|leaving|killed|ended \(\d+\)) +((?:\d )*\d|) +(\d+)% +(\d+)/s ", re.M
)


def shards(view: str) -> dict[str, str]:
    """Which shards each process holds, by its name."""
    return {name: held for _, name, how, held, _, _ in ROW.findall(view) if how == "running"}


def all_held(view: str) -> bool:
    held = " ".join(shards(view).values()).split()
    return sorted(held) == list("01234567") and "shards 0 1 2 3 4 5 6 7 connected" in view


@pytest.mark.soak
async def test_one_is_killed_and_missed_by_nobody() -> None:
    if not postgres.installed():
        pytest.skip(postgres.MISSING)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "demo.cluster"), cwd=ROOT, stdin=pipe, stdout=pipe
    )
    assert process.stdin is not None and process.stdout is not None
    out = process.stdout

    async def until(true: Callable[[str], object]) -> str:
        async with asyncio.timeout(120):
            while True:
                view = (await out.readuntil(b"\n> ")).decode()
                if true(view):
                    return view

    async def say(line: str) -> None:
        assert process.stdin is not None
        process.stdin.write(line.encode() + b"\n")
        await process.stdin.drain()

    try:
        begun = await until(lambda view: all_held(view) and all(map(bool, map(shards(view).get, BOTS))))
        assert shards(begun)["worker-4"] == ""
        await say("kill 2")
        await until(lambda view: "bot-2      killed" in view and "20 seconds after its last" in view)
        after = await until(all_held)
        assert shards(after)["bot-1"] and shards(after)["bot-3"] and "bot-2" not in shards(after)
        await say("dance")
        await until(lambda view: "not understood: dance" in view)
        await say("stop 3")
        await until(lambda view: "bot-3      ended (0)" in view and all_held(view))
        await say("quit")
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
