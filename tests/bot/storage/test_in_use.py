"""The lock of those who use a PostgreSQL database, on a real one."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, NullPool, create_engine

from bot.commands import run
from bot.settings import Settings
from bot.storage import postgresql_lock
from bot.storage.backups import in_use
from bot.storage.dialect import url_of
from bot.storage.errors import StorageError
from bot.storage.postgresql_lock import Bot, alone

LONGEST_S = 60.0


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_lock, "PAUSE", 0.02)
    monkeypatch.setattr(postgresql_lock, "PATIENCE", 0.0)


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(url_of(url), poolclass=NullPool)
    with engine.connect() as connection:
        yield connection


def holders(url: str) -> list[int]:
    """The server's processes that have the lock."""
    with connected(url) as connection:
        asked = (
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
            f" AND (classid::bigint << 32 | objid::bigint) = {postgresql_lock.LOCK}"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        return list(connection.exec_driver_sql(asked).scalars())


def until(true):  # type: ignore[no-untyped-def]
    """Wait for a condition."""
    end = time.monotonic() + LONGEST_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def cut(url: str) -> None:
    """Cut the connections of all who have the lock."""
    with connected(url) as connection:
        for process in holders(url):
            connection.exec_driver_sql("SELECT pg_terminate_backend(%s)", (process,))


def test_many_share_it_and_one_has_it_alone(postgres_url: str) -> None:
    with connected(postgres_url) as one:
        with in_use(postgres_url), in_use(postgres_url):
            assert len(holders(postgres_url)) == 2
            with pytest.raises(StorageError, match="running"), alone(one, "running"):
                pass
        again = pytest.raises(StorageError, match="start again then")
        with alone(one, "running"), again, in_use(postgres_url):
            pass
        with in_use(postgres_url):
            pass
        assert holders(postgres_url) == []


def test_one_bot_at_a_time(postgres_url: str) -> None:
    """Beside it others may use the database, such as a command. Bots that share the work may be many."""
    with in_use(postgres_url, bot="alone"):
        with in_use(postgres_url):
            pass
        others: tuple[Bot, ...] = ("alone", "shared")
        for other in others:
            with pytest.raises(StorageError, match="another bot runs"), in_use(postgres_url, bot=other):
                pass
    with in_use(postgres_url, bot="shared"), in_use(postgres_url, bot="shared"):  # noqa: SIM117
        with pytest.raises(StorageError, match="another bot runs"), in_use(postgres_url, bot="alone"):
            pass


def test_it_goes_with_its_process(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys, time; from bot.storage.backups import in_use\n"
        "with in_use(sys.argv[1]): print('there', flush=True); time.sleep(600)"
    )
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", code, postgres_url], stdout=subprocess.PIPE, text=True, cwd=root
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "there\n"
        with connected(postgres_url) as one:
            with pytest.raises(StorageError), alone(one, "running"):
                pass
            other.kill()
            other.wait()
            monkeypatch.setattr(postgresql_lock, "PATIENCE", LONGEST_S)
            with alone(one, "running"):
                pass


def test_it_is_taken_again_when_the_connection_breaks(postgres_url: str) -> None:
    lost = threading.Event()
    with in_use(postgres_url, lost.set):
        for _ in range(3):
            before = holders(postgres_url)
            cut(postgres_url)
            until(lambda before=before: holders(postgres_url) not in ([], before))
        assert not lost.is_set()
    assert holders(postgres_url) == []


def test_who_could_not_take_it_again_is_told(postgres_url: str) -> None:
    lost = threading.Event()
    with in_use(postgres_url, lost.set), connected(postgres_url) as one:
        _cut_and_take(postgres_url, one)
        assert lost.wait(LONGEST_S)


def test_also_if_other_tables_are_there_by_then(postgres_url: str) -> None:
    lost = threading.Event()
    with connected(postgres_url) as one, one.begin():
        one.exec_driver_sql("CREATE TABLE tables (id integer)")
    with in_use(postgres_url, lost.set):
        with connected(postgres_url) as one, one.begin():
            one.exec_driver_sql("DROP TABLE tables")
            one.exec_driver_sql("CREATE TABLE tables (id integer)")
        cut(postgres_url)
        assert lost.wait(LONGEST_S)


def _cut_and_take(url: str, one: Connection) -> None:
    """Be quicker than the bot that takes its lock again."""
    waits = "SELECT pg_advisory_lock(%s)"
    taking = threading.Thread(target=lambda: one.exec_driver_sql(waits, (postgresql_lock.LOCK,)))
    taking.start()
    until(lambda: _waits(url))
    cut(url)
    taking.join()


def _waits(url: str) -> bool:
    with connected(url) as connection:
        asked = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        return connection.exec_driver_sql(asked).scalar() == 1


async def test_a_bot_stops_then(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def connected_(_: Settings, stop, __) -> None:  # type: ignore[no-untyped-def]
        import asyncio

        with connected(postgres_url) as one:
            await asyncio.to_thread(_cut_and_take, postgres_url, one)
            await asyncio.wait_for(stop.wait(), LONGEST_S)

    monkeypatch.setattr(run, "_connected", connected_)
    with pytest.raises(run.Stop, match="another database") as caught:
        await run._run(Settings(token="x", database=postgres_url, render_processes=0))
    assert caught.value.code == run.REPLACED != 0
