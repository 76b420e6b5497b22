"""Write transactions on PostgreSQL whose connection, server or process is gone: none is lost once it was
acknowledged, and none is done twice."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection

from bot.storage import postgresql
from bot.storage.database import Database, Tx
from bot.storage.dialect import conninfo
from bot.storage.driver import Cursor, Driver
from bot.storage.errors import Fenced
from bot.storage.records import Process, Value
from bot.storage.rows import append, find, read_value, remove, save
from demo import postgres as servers


def one(tx: Tx) -> int:
    """Count up; where it stands then."""
    number = int(read_value(tx, "n") or 0) + 1
    save(tx, Value(key="n", value=str(number)))
    return number


def cut(tx: Tx) -> None:
    """The server ends the transaction's connection."""
    [(own,)] = tx.exec_driver_sql("SELECT pg_backend_pid()")
    [(name,)] = tx.exec_driver_sql("SELECT current_database()")
    [(socket,)] = tx.exec_driver_sql("SELECT current_setting('unix_socket_directories')")
    with psycopg.connect(f"postgresql://postgres@/{name}?host={socket}", autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [own])


def a_process(**given: object) -> Process:
    kept = {"id": 0, "name": "a", "version": "1", "schema": "0008", "shards": 8, "until": 0.0}
    return Process(**{**kept, **given})  # type: ignore[arg-type]


async def test_a_connection_lost_before_the_commit(db: Database) -> None:
    tries = list[int]()

    def job(tx: Tx) -> int:
        number = one(tx)
        tries.append(number)
        if len(tries) == 1:
            cut(tx)
            tx.exec_driver_sql("SELECT 1")
        return number

    assert await db.write(job) == 1
    assert tries == [1, 1]
    assert await db.read(read_value, "n") == "1"


async def test_lost_connections_are_no_errors(
    url: str, db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """They are replaced, without tracebacks in the log."""
    with psycopg.connect(url, autocommit=True) as other:
        for work in (partial(db.read, read_value, "n"), partial(db.write, one)):
            await work()
            other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await work()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_server_that_is_silent_is_noticed(db: Database) -> None:
    """What does not answer at all, such as a machine without power, is gone after some seconds."""

    def settings(tx: Tx) -> dict[str, str]:
        driver: Any = tx.run(lambda connection: connection.connection.driver_connection)
        found: dict[str, str] = driver.info.get_parameters()
        return found

    for found in (await db.read(settings), await db.write(settings)):
        idle, every, times = (int(found[f"keepalives_{name}"]) for name in ("idle", "interval", "count"))
        assert idle + every * times < 15 and int(found["tcp_user_timeout"]) < 15_000


@pytest.mark.parametrize("stored", [True, False])
async def test_a_connection_lost_in_the_commit(
    url: str, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    """Whoever waits for the answer learns what is true."""
    real, lost = postgresql._commit, list[int]()

    def commit(connection: Connection) -> None:
        driver = postgresql._driver(connection)
        if not lost:
            lost.append(1)
            if stored:
                real(connection)
            driver.close()
            raise psycopg.OperationalError("the connection is lost")
        real(connection)

    monkeypatch.setattr(postgresql, "_commit", commit)
    opened = await Database.open(url)
    tries = list[int]()

    def job(tx: Tx) -> int:
        tries.append(1)
        return one(tx)

    assert await opened.write(job) == 1
    assert len(tries) == (1 if stored else 2)
    assert await opened.read(read_value, "n") == "1"
    await opened.close()


def test_what_a_lost_connection_was_at_needs_no_rollback(url: str) -> None:
    """The pool asks for one when it gets the connection back, and logs every error of that."""
    driver = Driver.connect(conninfo(url), cursor_factory=Cursor, autocommit=True)
    driver.begin("BEGIN")
    with psycopg.connect(conninfo(url), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [driver.info.backend_pid])
    driver.rollback()
    assert driver.closed


async def test_the_server_is_restarted(tmp_path: Path) -> None:
    """Nobody who writes or reads sees it."""
    if not servers.installed():
        pytest.skip(servers.MISSING)
    with servers.running(tmp_path / "own", {}) as server:
        db = await Database.open(server.url())
        await db.write(one)
        stop = asyncio.Event()
        written, read = 1, 0

        async def go_on() -> None:
            before, at_work = (written, read), True
            async with asyncio.timeout(60):
                while at_work:
                    await asyncio.sleep(0.01)
                    at_work = written < before[0] + 20 or read < before[1] + 20

        async def write() -> None:
            nonlocal written
            while not stop.is_set():
                await db.write(one)
                written += 1

        async def look() -> None:
            nonlocal read
            while not stop.is_set():
                await db.read(read_value, "n")
                read += 1

        tasks = [asyncio.create_task(one()) for one in (write, write, write, look)]
        for how in ("fast", "immediate"):
            await go_on()
            await asyncio.to_thread(server.stop, how)
            await asyncio.to_thread(server.start, {})
        await go_on()
        stop.set()
        await asyncio.gather(*tasks)
        assert await db.read(read_value, "n") == str(written)
        await db.close()


async def test_a_server_that_stays_away(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while whoever asked is told."""
    monkeypatch.setattr(postgresql, "PATIENCE_S", 0.3)
    away = psycopg.OperationalError("connection refused")
    monkeypatch.setattr(db._connections._writer, "connect", _raising(away))  # type: ignore[attr-defined]
    with pytest.raises(psycopg.OperationalError):
        await db.write(one)


def _raising(error: Exception):  # type: ignore[no-untyped-def]
    def connect() -> None:
        raise error

    return connect


async def test_a_process_that_was_removed_writes_nothing(db: Database) -> None:
    number = await db.write(append, a_process())
    db.process = number
    assert await db.write(one) == 1
    db.process = None
    await db.write(remove, Process, id=number)
    db.process = number
    with pytest.raises(Fenced):
        await db.write(one)
    assert await db.read(read_value, "n") == "1", "it may read"
    db.process = None
    db.process = again = await db.write(append, a_process())
    assert again > number, "never given out again"
    assert await db.write(one) == 2


async def test_a_process_that_is_removed_in_the_middle_of_a_transaction(url: str, db: Database) -> None:
    """What others have done since, it does not undo: either it came before, or nothing of it is stored."""
    number = await db.write(append, a_process())
    other = await Database.open(url)
    db.process = number
    loop, tries = asyncio.get_running_loop(), list[int]()

    async def take_over() -> None:
        await other.write(remove, Process, id=number)
        await other.write(lambda tx: (read_value(tx, "late"), one(tx)))

    def job(tx: Tx) -> None:
        tries.append(1)
        assert read_value(tx, "n") is None
        if len(tries) == 1:
            asyncio.run_coroutine_threadsafe(take_over(), loop).result(10)
        save(tx, Value(key="late", value="yes"))

    with pytest.raises(Fenced):
        await db.write(job)
    assert await other.read(read_value, "late") is None
    await other.close()


async def test_what_is_woken_is_heard_elsewhere(url: str, db: Database) -> None:
    number = await db.write(append, a_process())
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as listening:
        await listening.execute(f"LISTEN {postgresql.CHANNEL}".encode())
        db.process = number

        def job(tx: Tx) -> None:
            one(tx)
            tx.wakes("outbox")
            tx.wakes("leagues", "b2c4", "k7f3")

        def fails(tx: Tx) -> None:
            job(tx)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await db.write(fails)
        await db.write(job)
        found = [note.payload async for note in listening.notifies(timeout=5, stop_after=3)]
    assert sorted(found) == [f"{number} leagues b2c4", f"{number} leagues k7f3", f"{number} outbox"]
    heard = list[object]()
    db.on("leagues", lambda: heard.append("leagues"), lambda ids: heard.append(set(ids)))
    db.on("outbox", lambda: heard.append("outbox"))
    for note in (*found, f"{number + 1} leagues k7f3", f"{number + 1} outbox", "9 nothing"):
        db.heard(note)
    assert heard == [{"k7f3"}, "leagues", "outbox"], "its own it knows already"


async def test_sqlite_has_one_process(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "fieldpost.sqlite3")
    assert await db.write(one) == 1
    assert await db.read(find, Process) == []
    await db.close()
