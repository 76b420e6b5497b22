"""The pool of this process: who goes first, and what a job does to it that dies, hangs or is not wanted."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.common.local_pool import JobTimedOut, LocalPool, WorkerDied
from tests.queue import jobs


@pytest.fixture
def pool() -> Iterator[LocalPool]:
    made = LocalPool(1)
    yield made
    made.close(kill=True)


async def until(true: Callable[[], object]) -> None:
    """Wait for a condition, however slow the machine is."""
    for _ in range(15_000):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("never")


async def test_urgent_jobs_go_first_and_unwanted_ones_not_at_all(pool: LocalPool, tmp_path: Path) -> None:
    begun, go, unwanted = tmp_path / "begun", tmp_path / "go", tmp_path / "unwanted"
    ended = list[int]()

    async def ask(priority: int) -> None:
        await pool.run(jobs.echo, priority, priority=priority)
        ended.append(priority)

    held = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), 1))
    await until(begun.exists)
    assert not pool.free
    waiting = [asyncio.create_task(ask(priority)) for priority in (0, 20, 10)]
    dropped = asyncio.create_task(pool.run(jobs.wait, str(unwanted), str(go), 1, priority=30))
    await asyncio.sleep(0)
    dropped.cancel()
    go.touch()
    await asyncio.gather(held, *waiting)
    assert ended == [20, 10, 0]
    assert pool.free and not unwanted.exists()


async def test_a_process_that_dies_takes_no_other_job_along(tmp_path: Path) -> None:
    pool = LocalPool(2)
    begun, go = tmp_path / "begun", tmp_path / "go"
    held = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), "done"))
    await until(begun.exists)
    with pytest.raises(WorkerDied):
        await pool.run(jobs.die, str(tmp_path / "died"))
    go.touch()
    assert await held == "done"
    assert await pool.run(jobs.echo, 1) == (1,)
    pool.close(kill=True)


async def test_a_process_that_died_idle_is_replaced(pool: LocalPool) -> None:
    first, _ = await pool.run(jobs.who)
    os.kill(first, 9)
    for _ in range(2):  # whether its death was noticed before or not
        try:
            second, _ = await pool.run(jobs.who)
            break
        except WorkerDied:
            continue
    assert second != first


async def test_a_job_that_hangs_is_killed(pool: LocalPool) -> None:
    first, _ = await pool.run(jobs.who)
    with pytest.raises(JobTimedOut):
        await pool.run(jobs.hurry, 3600, seconds=0.2)
    second, _ = await pool.run(jobs.who)
    assert second != first
    await until(lambda: not Path(f"/proc/{first}").exists() or not _runs(first))


async def test_whoever_leaves_does_not_free_the_process(pool: LocalPool, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    left = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), 1))
    await until(begun.exists)
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    assert not pool.free
    go.touch()
    await until(lambda: pool.free)


async def test_what_waits_is_cancelled_at_the_end(pool: LocalPool, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    held = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), 1))
    await until(begun.exists)
    waiting = asyncio.create_task(pool.run(jobs.echo, 1))
    await asyncio.sleep(0)
    pool.close()
    go.touch()
    assert await held == 1
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_with_no_processes_threads_do_it() -> None:
    pool, main = LocalPool(0), threading.get_ident()
    started = time.monotonic()
    assert await pool.run(threading.get_ident) != main
    await pool.run(time.sleep, 0.05, seconds=0.01)  # nothing can stop a thread
    assert time.monotonic() - started >= 0.05
    pool.close()


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
