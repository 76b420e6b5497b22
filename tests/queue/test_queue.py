"""Jobs on a real PostgreSQL, with workers that are killed, stopped, too old, or not there."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from bot.common.encoding import dumps
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed, JobGivenUp, JobTimedOut, LocalPool
from bot.queue import client, joined, store
from bot.queue.client import DoneHere, Queue
from demo import postgres as server
from tests.queue import jobs
from tests.queue.jobs import JOBS

SECRET = "the-units-of-light-stand-on-c7"
ROOT = Path(__file__).parents[2]


class Busy(LocalPool):
    """A pool in which nothing is ever free: workers have to do it all."""

    @property
    def free(self) -> bool:
        return False


class Workers:
    """Worker processes, and what they have logged."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.all: list[subprocess.Popen[bytes]] = []

    def start(self, *names: str, processes: int = 1, grace: float = 5.0) -> subprocess.Popen[bytes]:
        with (self.folder / f"worker-{len(self.all)}.log").open("wb") as log:
            made = subprocess.Popen(
                [sys.executable, "-m", "tests.queue.jobs", self.url, str(processes), *names],
                cwd=ROOT,
                env={**os.environ, "GRACE": str(grace)},
                stdout=log,
                stderr=log,
            )
        self.all.append(made)
        return made

    def silent(self, sql: Callable[..., list[Any]], worker: subprocess.Popen[bytes]) -> None:
        """Let the time pass after which a worker is dead that gives no sign of life."""
        log = (self.folder / f"worker-{self.all.index(worker)}.log").read_text()
        [number] = re.findall(r"taking jobs worker=(\d+)", log)
        sql("UPDATE procrastinate_workers SET last_heartbeat = '2000-01-01' WHERE id = %s", int(number))

    def logged(self) -> str:
        return "".join(path.read_text("utf-8") for path in sorted(self.folder.glob("worker-*.log")))


@pytest.fixture(autouse=True)
def quick_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LOOK_S", 0.3)


@pytest.fixture
def workers(postgres_url: str, tmp_path: Path) -> Iterator[Workers]:
    made = Workers(postgres_url, tmp_path)
    yield made
    for worker in made.all:
        if worker.poll() is None:
            worker.kill()
        worker.wait()
    print(made.logged())  # shown if the test fails


@pytest.fixture
async def queue(postgres_url: str) -> AsyncIterator[Queue]:
    made = await Queue.open(postgres_url, JOBS)
    yield made
    await made.close()


@pytest.fixture
def pool() -> Iterator[LocalPool]:
    made = LocalPool(1)
    yield made
    made.close(kill=True)


@pytest.fixture
def sql(postgres_url: str) -> Iterator[Callable[..., list[Any]]]:
    with psycopg.connect(
        postgres_url, autocommit=True, options=f"-c search_path={store.LAYOUT}"
    ) as connection:

        def run(statement: str, *values: object) -> list[Any]:
            cursor = connection.execute(statement, values)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

        yield run


async def until(true: Callable[[], object], what: str) -> None:
    """Wait for a condition, however slow the machine is."""
    for _ in range(15_000):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"never: {what}")


async def known(queue: Queue, name: str = "who") -> None:
    """Wait for a worker that takes this job."""
    assert queue._store is not None
    for _ in range(15_000):
        if store.queue_of(name) in await queue._store.queues():
            queue._looked = float("-inf")
            return
        await asyncio.sleep(0.02)
    raise AssertionError("no worker came")


def everything(sql: Callable[..., list[Any]]) -> str:
    """All rows of all tables of the queue, as text."""
    tables = sql("SELECT table_name FROM information_schema.tables WHERE table_schema = %s", store.LAYOUT)
    assert len(tables) >= 6
    rows = [sql(f"SELECT * FROM {table}") for (table,) in tables]
    return repr(rows)


async def test_a_worker_does_it_and_the_result_comes_back(
    queue: Queue, workers: Workers, sql: Callable[..., list[Any]]
) -> None:
    worker = workers.start(processes=2)
    await known(queue)
    _, parent = await queue.run(jobs.who, (), Busy())
    assert parent == worker.pid
    big = os.urandom(1_000_000)
    assert await queue.run(jobs.echo, (big, {"a": (1, {2})}), Busy()) == (big, {"a": (1, {2})})
    many = await asyncio.gather(*(queue.run(jobs.echo, (at,), Busy()) for at in range(30)))
    assert many == [(at,) for at in range(30)]
    with pytest.raises(Refused, match="No"):
        await queue.run(jobs.fail, ("refuse",), Busy())
    assert sql("SELECT count(*) FROM fieldpost_jobs") == [(0,)]
    await until(lambda: sql("SELECT count(*) FROM procrastinate_jobs") == [(0,)], "all jobs are taken")


@pytest.mark.soak
async def test_the_most_urgent_job_goes_first(queue: Queue, workers: Workers, tmp_path: Path) -> None:
    workers.start()
    await known(queue)
    begun, go = tmp_path / "begun", tmp_path / "go"
    ended = list[str]()

    async def ask(name: str, function: Callable[..., Any], *args: Any) -> None:
        await queue.run(function, args, Busy())
        ended.append(name)

    held = asyncio.create_task(ask("held", jobs.wait, str(begun), str(go), 1))
    await until(lambda: jobs.has_begun(begun), "the worker has begun")
    later = asyncio.create_task(ask("later", jobs.echo))
    await until(lambda: len(queue._woken) == 2, "the second is queued")
    await asyncio.sleep(0.2)
    urgent = asyncio.create_task(ask("urgent", jobs.who))
    await until(lambda: len(queue._woken) == 3, "the third is queued")
    go.touch()
    await asyncio.gather(held, later, urgent)
    assert ended == ["held", "urgent", "later"]


async def held_up(queue: Queue, folder: Path) -> tuple[asyncio.Task[Any], Path, Path]:
    """A job that a worker has begun: it writes a line into the first file whenever it begins, and ends with
    "done" once the second is there."""
    begun, go = folder / "begun", folder / "go"
    await known(queue, "wait")
    asked = asyncio.create_task(queue.run(jobs.wait, (str(begun), str(go), "done"), Busy()))
    await until(lambda: jobs.has_begun(begun), "the worker has begun")
    return asked, begun, go


async def test_a_killed_worker_is_replaced_in_the_middle_of_a_job(
    queue: Queue, workers: Workers, tmp_path: Path, sql: Callable[..., list[Any]]
) -> None:
    first = workers.start()
    asked, begun, go = await held_up(queue, tmp_path)
    first.kill()
    first.wait()
    workers.silent(sql, first)
    workers.start()
    await until(lambda: len(begun.read_text().splitlines()) == 2, "another worker has begun")
    go.touch()
    assert await asked == "done"


@pytest.mark.soak
async def test_a_worker_that_slept_changes_nothing(
    queue: Queue, workers: Workers, tmp_path: Path, sql: Callable[..., list[Any]]
) -> None:
    begun = tmp_path / "begun"
    first = workers.start()
    await known(queue, "turn")
    asked = asyncio.create_task(queue.run(jobs.turn, (str(begun), str(tmp_path)), Busy()))
    await until(lambda: jobs.has_begun(begun), "the worker has begun")
    first.send_signal(signal.SIGSTOP)
    workers.silent(sql, first)
    workers.start()
    await until(lambda: len(begun.read_text().splitlines()) == 2, "another worker has begun")
    first.send_signal(signal.SIGCONT)
    (tmp_path / "1").touch()
    log = tmp_path / "worker-0.log"
    await until(lambda: "ended with status: Success" in log.read_text(), "it is done, too late")
    (tmp_path / "2").touch()
    assert await asked == 2
    assert sql("SELECT count(*) FROM fieldpost_given_up") == [(0,)]


async def test_a_job_that_kills_its_process_is_given_up(
    queue: Queue, workers: Workers, tmp_path: Path
) -> None:
    worker = workers.start(processes=2)
    await known(queue, "die")
    begun = tmp_path / "begun"
    with pytest.raises(JobGivenUp, match="'die' killed its worker process 2 times"):
        await queue.run(jobs.die, (str(begun),), Busy())
    with pytest.raises(JobGivenUp):  # nor is it tried when it is asked for anew
        await queue.run(jobs.die, (str(begun),), Busy())
    assert len(begun.read_text().splitlines()) == 2
    assert await queue.run(jobs.echo, (1,), Busy()) == (1,)
    assert worker.poll() is None


async def test_a_job_that_kills_the_whole_worker_is_given_up(
    queue: Queue, workers: Workers, tmp_path: Path, sql: Callable[..., list[Any]]
) -> None:
    """Nothing can be noted after it has begun, so it is counted before."""
    first, begun = workers.start(), tmp_path / "begun"
    await known(queue, "kill")
    asked = asyncio.create_task(queue.run(jobs.kill_worker, (str(begun),), Busy()))
    await until(lambda: first.poll() is not None, "it kills the first worker")
    workers.silent(sql, first)
    second = workers.start()
    await until(lambda: second.poll() is not None, "it kills the second worker")
    workers.start()
    workers.silent(sql, second)
    with pytest.raises(JobGivenUp):
        await asked
    await known(queue, "kill")
    with pytest.raises(JobGivenUp):
        await queue.run(jobs.kill_worker, (str(begun),), Busy())
    assert len(begun.read_text().splitlines()) == 2
    assert await queue.run(jobs.echo, (1,), Busy()) == (1,)


async def test_without_a_worker_nothing_is_queued(
    queue: Queue, pool: LocalPool, sql: Callable[..., list[Any]]
) -> None:
    with pytest.raises(DoneHere):
        await queue.run(jobs.echo, (SECRET,), pool)
    assert sql("SELECT nextval(pg_get_serial_sequence('fieldpost_jobs', 'id'))") == [(1,)]


async def test_what_no_worker_takes_is_done_here(
    queue: Queue, pool: LocalPool, sql: Callable[..., list[Any]], tmp_path: Path
) -> None:
    """A worker gives signs of life, and takes nothing: it is busy for long."""
    sql("INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() + interval '1 hour')")
    sql(
        "INSERT INTO fieldpost_workers SELECT id, %s FROM procrastinate_workers",
        [store.queue_of(name) for name in JOBS],
    )
    _, parent = await queue.run(jobs.who, (), pool)
    assert parent == os.getpid()
    begun = tmp_path / "begun"
    with pytest.raises(JobGivenUp):
        await queue.run(jobs.die, (str(begun),), pool)
    assert len(begun.read_text().splitlines()) == 2
    await until(lambda: sql("SELECT count(*) FROM procrastinate_jobs") == [(0,)], "nobody needs to take it")


async def test_an_older_worker_does_not_get_what_it_does_not_know(
    queue: Queue, workers: Workers, pool: LocalPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = workers.start("echo", "wait")
    await known(queue, "echo")
    with pytest.raises(DoneHere):
        await queue.run(jobs.who, (), pool)
    assert await queue.run(jobs.echo, (1,), Busy()) == (1,)
    monkeypatch.setattr(store, "version", lambda: "another")
    queue._looked = float("-inf")
    with pytest.raises(DoneHere):  # what it knows may mean something else in another version
        await queue.run(jobs.echo, (1,), pool)
    assert old.poll() is None


async def test_secret_arguments_are_nowhere_afterwards(
    queue: Queue, workers: Workers, sql: Callable[..., list[Any]], tmp_path: Path, caplog: Any
) -> None:
    caplog.set_level("DEBUG")
    workers.start(processes=2)
    await known(queue, "wait")
    secret = dumps(SECRET)[4:-1].hex()
    begun, go = tmp_path / "begun", tmp_path / "go"
    asked = asyncio.create_task(queue.run(jobs.wait, (str(begun), str(go), SECRET), Busy()))
    await until(lambda: jobs.has_begun(begun), "the worker has begun")
    assert secret in sql("SELECT encode(arguments, 'hex') FROM fieldpost_jobs")[0][0]
    assert SECRET not in repr(sql("SELECT * FROM procrastinate_jobs"))
    go.touch()
    assert await asked == SECRET
    with pytest.raises(JobFailed) as failed:
        await queue.run(jobs.fail, (SECRET,), Busy())
    assert "ValueError" in str(failed.value) and "in fail" in str(failed.value)
    given_up = asyncio.create_task(
        queue.run(jobs.wait, (str(begun), str(tmp_path / "never"), SECRET), Busy())
    )
    await until(lambda: len(begun.read_text().splitlines()) == 2, "the worker has begun")
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert sql("SELECT count(*) FROM fieldpost_jobs") == [(0,)]
    for told in (everything(sql), workers.logged(), caplog.text, str(failed.value)):
        assert SECRET not in told and secret not in told
    log = "".join(str(vars(record)) for record in caplog.records)
    assert SECRET not in log


async def test_results_that_nobody_fetches_are_swept(
    queue: Queue, workers: Workers, sql: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that asked was killed. The arguments are gone as soon as the job is done."""
    monkeypatch.setattr(store, "SWEEP_S", 0.0)
    workers.start()
    await known(queue)
    assert queue._store is not None
    await queue._store.ask("fail", JOBS["fail"], dumps((SECRET,)))
    await until(lambda: sql("SELECT result IS NOT NULL FROM fieldpost_jobs") == [(True,)], "it is done")
    assert sql("SELECT arguments FROM fieldpost_jobs") == [(None,)]
    assert dumps(SECRET)[4:-1] not in sql("SELECT result FROM fieldpost_jobs")[0][0]
    sql("DELETE FROM fieldpost_jobs")
    number = await queue._store.ask("echo", JOBS["hurry"], dumps((SECRET,)))
    assert number is not None
    await until(lambda: sql("SELECT count(*) FROM fieldpost_jobs") == [(0,)], "it is swept")
    assert await queue._store.fetch(number) is None


@pytest.mark.soak
async def test_a_job_has_a_deadline(queue: Queue, workers: Workers) -> None:
    workers.start("hurry", "who")
    await known(queue, "hurry")
    with pytest.raises(JobTimedOut):
        await queue.run(jobs.hurry, (3600,), Busy())
    # Its process is killed, so that the worker can go on.
    _, parent = await queue.run(jobs.who, (), Busy())
    assert parent == workers.all[0].pid


async def test_a_worker_that_ends_gives_back_what_it_holds(
    queue: Queue, workers: Workers, tmp_path: Path, sql: Callable[..., list[Any]]
) -> None:
    first = workers.start(grace=0.1)
    asked, begun, go = await held_up(queue, tmp_path)
    first.terminate()
    assert await asyncio.to_thread(first.wait, 10) == 0
    assert sql("SELECT held, begun FROM fieldpost_jobs") == [(False, 0)]
    assert sql("SELECT count(*) FROM procrastinate_workers") == [(0,)]
    workers.start()
    await until(lambda: len(begun.read_text().splitlines()) == 2, "another worker has begun")
    go.touch()
    assert await asked == "done"


@pytest.mark.soak
async def test_a_worker_that_ends_finishes_what_is_nearly_done(
    queue: Queue, workers: Workers, tmp_path: Path
) -> None:
    worker = workers.start(grace=60)
    asked, begun, go = await held_up(queue, tmp_path)
    worker.terminate()
    await until(lambda: "Stop requested" in workers.logged(), "it is about to end")
    go.touch()
    assert await asked == "done"
    assert await asyncio.to_thread(worker.wait, 10) == 0
    assert len(begun.read_text().splitlines()) == 1


@pytest.mark.soak
async def test_the_queue_outlives_its_connections(
    queue: Queue, workers: Workers, sql: Callable[..., list[Any]]
) -> None:
    worker = workers.start()
    await known(queue)
    sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    for _ in range(600):
        try:
            _, parent = await queue.run(jobs.who, (), Busy())
            break
        except DoneHere:
            queue._looked = float("-inf")
            await asyncio.sleep(0.1)
    assert parent == worker.pid


@pytest.mark.soak
async def test_the_queue_outlives_a_crash_of_the_database(tmp_path: Path) -> None:
    """Then its jobs are gone, as they are in no write-ahead log: they are done where they were asked for."""
    with server.running(tmp_path / "postgres", {}) as postgres:
        workers, queue = Workers(postgres.url(), tmp_path), await Queue.open(postgres.url(), JOBS)
        worker = workers.start()
        try:
            await known(queue, "wait")
            begun, go = tmp_path / "begun", tmp_path / "go"
            asked = asyncio.create_task(queue.run(jobs.wait, (str(begun), str(go), 1), Busy()))
            await until(lambda: jobs.has_begun(begun), "the worker has begun")
            postgres.stop("immediate")
            with pytest.raises(DoneHere):
                await asked
            with pytest.raises(DoneHere):
                await queue.run(jobs.echo, (1,), Busy())
            postgres.start({})
            go.touch()
            for _ in range(600):
                try:
                    _, parent = await queue.run(jobs.who, (), Busy())
                    break
                except DoneHere:
                    queue._looked = float("-inf")
                    await asyncio.sleep(0.1)
            assert parent == worker.pid
        finally:
            worker.kill()
            worker.wait()
            await queue.close()


async def test_without_the_right_to_make_tables_there_is_no_queue(
    postgres_url: str, sql: Callable[..., list[Any]], caplog: pytest.LogCaptureFixture
) -> None:
    sql("DROP ROLE IF EXISTS fieldpost_test_poor")
    sql("CREATE ROLE fieldpost_test_poor LOGIN PASSWORD 'never-to-be-seen'")
    try:
        poor = make_url(postgres_url).set(username="fieldpost_test_poor", password="never-to-be-seen")
        assert await joined(poor.render_as_string(hide_password=False), JOBS) is None
        assert "no queue" in caplog.text and "never-to-be-seen" not in caplog.text
    finally:
        sql("DROP ROLE fieldpost_test_poor")


@pytest.mark.soak
async def test_a_worker_is_nice(queue: Queue, workers: Workers) -> None:
    workers.start()
    await known(queue)
    child, parent = await queue.run(jobs.who, (), Busy())
    assert os.getpriority(os.PRIO_PROCESS, child) >= min(os.getpriority(os.PRIO_PROCESS, parent) + 10, 19)
