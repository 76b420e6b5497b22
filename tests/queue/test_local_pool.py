"""The pool of this process: who goes first, and what a job does to it that dies, hangs or is not wanted."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.common import machine
from bot.common.local_pool import JobTimedOut, LocalPool, WorkerDied
from bot.common.workers import DoneHere, Renderer
from maps.painter import OPENING_WIDTH, board_ready
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
    await until(lambda: jobs.has_begun(begun))
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
    await until(lambda: jobs.has_begun(begun))
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
    await until(lambda: not _runs(first))


async def test_whoever_leaves_does_not_free_the_process(pool: LocalPool, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    left = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), 1))
    await until(lambda: jobs.has_begun(begun))
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    assert not pool.free
    go.touch()
    await until(lambda: pool.free)


async def test_what_waits_is_cancelled_at_the_end(pool: LocalPool, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    held = asyncio.create_task(pool.run(jobs.wait, str(begun), str(go), 1))
    await until(lambda: jobs.has_begun(begun))
    waiting = asyncio.create_task(pool.run(jobs.echo, 1))
    await asyncio.sleep(0)
    pool.close()
    go.touch()
    assert await held == 1
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_what_is_warm_is_not_warmed_again(tmp_path: Path) -> None:
    pool, log = LocalPool(2), tmp_path / "log"
    assert pool.cold((jobs.note, (str(log),)), 6) == 2
    for _ in range(3):
        pool.warm(jobs.note, str(log), processes=6)
    assert pool.cold((jobs.note, (str(log),)), 6) == 0, "it is under way"
    await until(lambda: len(set(noted(log))) == 2)
    await until(lambda: len(pool._idle) == 2)
    pids = set(noted(log))
    pool.warm(jobs.note, str(log), processes=2)
    assert {(await pool.run(jobs.who))[0] for _ in range(3)} <= pids, "they are the ones that work"
    assert len(noted(log)) == 2
    pool.close(kill=True)
    assert pool.cold((jobs.note, (str(log),)), 2) == 2, "they are gone"


async def test_a_process_that_cannot_be_warmed_up_is_there_all_the_same(
    pool: LocalPool, tmp_path: Path
) -> None:
    pool.warm(jobs.die, str(tmp_path / "died"))
    await until(lambda: pool.free)
    assert len(await pool.run(jobs.who)) == 2


async def test_closed_while_it_warms_up(pool: LocalPool, tmp_path: Path) -> None:
    begun, go = tmp_path / "begun", tmp_path / "go"
    pool.warm(jobs.wait, str(begun), str(go), 1)
    await until(lambda: jobs.has_begun(begun))
    pool.close(kill=True)
    await until(lambda: pool.free)
    assert len(await pool.run(jobs.who)) == 2


async def test_nothing_is_warmed_where_workers_think(tmp_path: Path) -> None:
    log = tmp_path / "log"

    class Workers:
        there = True

        async def takes(self, function: object) -> bool:
            return self.there and function is jobs.echo

        async def run(self, *_: object) -> None:
            raise DoneHere

        async def close(self) -> None: ...

    workers = Workers()
    renderer = Renderer(0, workers, thinkers=1)
    renderer.warm(jobs.note, str(log), before=jobs.echo)
    await until(lambda: not renderer._warming)
    assert renderer._thinkers._slots[0]._executor is None
    workers.there = False
    renderer.warm(jobs.note, str(log), before=jobs.echo)
    await until(lambda: jobs.has_begun(log))
    await until(lambda: renderer._thinkers.free)
    pid, _ = await renderer.think(jobs.who, seconds=60)
    assert noted(log) == [pid]
    renderer.close()
    threads = Renderer(0)
    threads.warm(jobs.note, str(log), before=jobs.echo)
    assert not threads._warming, "nothing to start"


async def test_processes_that_draw_have_the_boards_ready() -> None:
    renderer = Renderer(1)
    try:
        renderer.warm_boards(["cic"])
        renderer.warm_boards(["cic"], OPENING_WIDTH)
        [slot] = renderer._pool._slots
        await until(lambda: slot.warm == {(board_ready, ("cic", size)) for size in (0, OPENING_WIDTH)})
        renderer.warm_boards(["cic"])
        assert not renderer._warming, "once"
    finally:
        renderer.close()
    threads = Renderer(0)
    threads.warm_boards(["cic"])
    assert not threads._warming, "nothing to start"


async def test_no_thought_waits_for_what_is_studied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that studies is another, behind all others, and gone when there is nothing to study."""
    monkeypatch.setattr("bot.common.workers.LOW_PRIORITY", 1)  # other tests would let the usual ones starve
    monkeypatch.setattr("bot.common.workers.LOWEST_PRIORITY", 2)
    begun, go = tmp_path / "begun", tmp_path / "go"
    renderer = Renderer(0, thinkers=1)
    held = asyncio.create_task(renderer.study(jobs.wait, str(begun), str(go), 1, seconds=600))
    await until(lambda: jobs.has_begun(begun))
    [student] = noted(begun)
    thinker, _ = await renderer.think(jobs.who, seconds=600)
    assert os.getpriority(os.PRIO_PROCESS, student) > os.getpriority(os.PRIO_PROCESS, thinker)
    go.touch()
    assert await held == 1
    renderer.studied()
    await until(lambda: not _runs(student))
    assert (await renderer.study(jobs.who, seconds=600))[0] != student
    renderer.close()


@pytest.mark.parametrize(
    ("quota", "memory", "meant"),
    [
        ("max 100000", "max", 4),
        ("150000 100000", "max", 2),
        ("", "", 4),
        ("max 100000", str(1 << 30), 1),
        ("max 100000", str(2 << 30), 3),
        ("50000 100000", str(64 << 20), 1),
    ],
)
def test_as_many_think_as_there_is_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quota: str, memory: str, meant: int
) -> None:
    monkeypatch.setattr(machine, "_CGROUP", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else 1 << 22)
    for name, said in (("cpu.max", quota), ("memory.max", memory)):
        if said:
            (tmp_path / name).write_text(said + "\n")
    assert machine.thinkers() == meant


async def test_with_no_processes_threads_do_it() -> None:
    pool, main = LocalPool(0), threading.get_ident()
    started = time.monotonic()
    assert await pool.run(threading.get_ident) != main
    await pool.run(time.sleep, 0.05, seconds=0.01)  # nothing can stop a thread
    assert time.monotonic() - started >= 0.05
    pool.close()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def noted(log: Path) -> list[int]:
    """The processes that were somewhere."""
    return [int(line.split()[0]) for line in log.read_text().splitlines()] if log.exists() else []


def test_a_machine_is_busy_with_twice_as_much_as_it_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    for load, busy in ((8.0, False), (8.1, True)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert machine.is_busy() == busy
