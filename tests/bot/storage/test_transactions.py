"""Transactions: all or nothing, as if one after the other, a reader sees one moment."""

import asyncio
import shutil
import stat
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import DBAPIError

from bot.storage import deadlines, drafts, outbox, steps, tables
from bot.storage.database import Database, Tx
from bot.storage.errors import StorageError
from bot.storage.postgresql import WRITERS
from bot.storage.records import Post, Seed, Value
from bot.storage.rows import first, insert, read_value, save
from tests.bot.crashes import writer
from tests.bot.transactions import looking, writing

from . import make


def a_turn(tx: Tx) -> None:
    """All that one resolution writes."""
    insert(tx, make.step(2))
    tables.advance(tx, "k7f3", 1, 2, 2)
    drafts.clear_table(tx, "k7f3", 1)
    deadlines.set(tx, "k7f3", 2, 900.0)
    outbox.put(tx, key="k7f3/2/result", payload={}, created_at=1.0, channel_id=20)


async def before_the_turn(db: Database) -> None:
    async with writing(db) as tx:
        tables.insert(tx, make.table())
        insert(tx, make.step(1))
        tables.advance(tx, "k7f3", 0, 1, 1)
        drafts.put(tx, make.draft())
        deadlines.set(tx, "k7f3", 1, 800.0)


async def assert_nothing_of_the_turn(db: Database) -> None:
    async with looking(db) as tx:
        assert steps.newest(tx, "k7f3") == make.step(1)
        assert tables.get(tx, "k7f3") == make.table(status="playing", seq=1, turn=1)
        assert drafts.get(tx, "k7f3", "south", 1) == make.draft()
        deadline = deadlines.get(tx, "k7f3")
        assert deadline is not None and deadline.due_at == 800.0
        assert first(tx, Post, key="k7f3/2/result") is None


async def test_an_exception_undoes_everything(db: Database) -> None:
    await before_the_turn(db)
    with pytest.raises(ZeroDivisionError):
        async with writing(db) as tx:
            a_turn(tx)
            raise ZeroDivisionError
    await assert_nothing_of_the_turn(db)
    async with writing(db) as tx:  # and the way is free
        a_turn(tx)


async def test_a_commit_that_fails_stores_nothing_and_the_way_is_free(db: Database) -> None:
    """As on a disk that is full: the database says no, and its transaction is still open."""
    await before_the_turn(db)

    def refuse(connection: Connection) -> None:
        if connection.engine is writer(db):
            raise OSError("the disk is full")

    event.listen(Engine, "commit", refuse)
    with pytest.raises(OSError, match="full"):
        await db.write(a_turn)
    event.remove(Engine, "commit", refuse)
    await assert_nothing_of_the_turn(db)
    await db.write(a_turn)


async def test_a_task_that_is_cancelled_while_it_waits_stores_nothing(db: Database) -> None:
    await before_the_turn(db)
    held = threading.Event()
    holding = [asyncio.create_task(db.write(lambda _: held.wait(30))) for _ in range(WRITERS)]
    await asyncio.sleep(0)
    task = asyncio.create_task(db.write(a_turn))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    held.set()
    await asyncio.gather(*holding)
    await assert_nothing_of_the_turn(db)
    await db.write(a_turn)  # and the way is free


async def test_whoever_is_cancelled_before_reading_leaves_the_way_free(db: Database) -> None:
    for _ in range(9):
        task = asyncio.create_task(db.read(read_value, "a"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
    async with asyncio.timeout(10):
        assert await db.read(read_value, "a") is None


async def test_what_was_begun_is_told_though_nobody_waits_for_it(db: Database, database: str) -> None:
    """Where a job runs beside the loop, whoever asked for it may be cancelled meanwhile."""
    if database == "sqlite":
        pytest.skip("the tests' SQLite runs in the loop's thread")
    begun, go, told = threading.Event(), threading.Event(), asyncio.Event()
    db.on("outbox", told.set)

    def job(tx: Tx) -> None:
        begun.set()
        assert go.wait(10)
        outbox.put(tx, key="k", payload={}, created_at=1.0, channel_id=20)

    task = asyncio.create_task(db.write(job))
    assert await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    await asyncio.wait([task])
    go.set()
    async with asyncio.timeout(10):
        await told.wait()
    assert await db.read(first, Post, key="k") is not None


async def test_cancelled_at_any_moment_all_or_nothing_and_the_way_is_free(db: Database) -> None:
    """Also while the transaction begins, runs a statement or commits."""
    ended: list[bool] = []

    def write(tx: Tx, number: int) -> None:
        save(tx, Value(key=f"first {number}", value="x"))
        assert read_value(tx, f"first {number}") == "x"
        save(tx, Value(key=f"second {number}", value="x"))

    def look(tx: Tx, number: int) -> None:
        save(tx, Value(key="after", value=str(number)))
        assert read_value(tx, f"first {number}") == read_value(tx, f"second {number}")

    for number in range(60):
        task = asyncio.create_task(db.write(write, number))
        for _ in range(number % 30):
            await asyncio.sleep(0.0001 if number < 30 else 0)
        task.cancel()
        await asyncio.wait([task])
        ended.append(task.cancelled())
        await asyncio.wait_for(db.write(look, number), 10)
    assert any(ended)


async def test_transactions_are_as_if_one_ran_after_the_other(db: Database, database: str) -> None:
    order: list[int] = []

    def add(tx: Tx, number: int) -> None:
        count = int(read_value(tx, "count") or 0)
        save(tx, Value(key="count", value=str(count + 1)))
        order.append(number)

    await asyncio.gather(*(db.write(add, number) for number in range(40)))
    assert await db.read(read_value, "count") == "40"
    if database == "sqlite":
        assert order == list(range(40)), "in the order in which they were asked for"


async def test_a_reader_sees_one_moment_and_waits_for_nobody(db: Database) -> None:
    async with writing(db) as tx:
        save(tx, Value(key="a", value="1"))
    async with looking(db) as reading:
        assert read_value(reading, "a") == "1"
        async with writing(db) as tx:
            save(tx, Value(key="a", value="2"))
            async with asyncio.timeout(5), looking(db) as another:
                assert read_value(another, "a") == "1"
        assert read_value(reading, "a") == "1"
    async with looking(db) as reading:
        assert read_value(reading, "a") == "2"


async def test_a_reader_may_not_write(db: Database) -> None:
    with pytest.raises(DBAPIError, match=r"readonly|read-only"):
        async with looking(db) as tx:
            save(tx, Value(key="a", value="1"))
    async with writing(db) as tx:
        assert read_value(tx, "a") is None


async def test_safety_settings(db: Database, file: Path) -> None:
    def ask(tx: Tx, pragma: str) -> object:
        return tx.execute(text(f"PRAGMA {pragma}")).scalar_one()

    async with writing(db) as tx:
        settings = {name: ask(tx, name) for name in ("journal_mode", "synchronous", "foreign_keys")}
        assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
        assert ask(tx, "busy_timeout") == 15000


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def test_nobody_else_on_the_machine_reads_the_seeds(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    db = await Database.open(file)
    async with writing(db) as tx:
        save(tx, Value(key="a", value="1"))
        for name in ("", "-wal", "-shm"):
            assert mode(file.with_name(file.name + name)) == 0o600
    await db.close()


def copy_as_a_crash_leaves_it(file: Path, folder: Path, wal_bytes_lost: int = 0) -> Path:
    """The database file and its log, without the shared memory, which lives only as long as a process."""
    copy = folder / "copy.sqlite"
    shutil.copy(file, copy)
    log = file.with_name(file.name + "-wal").read_bytes()
    assert log, "the test is about a log that was not yet merged"
    copy.with_name("copy.sqlite-wal").write_bytes(log[: len(log) - wal_bytes_lost])
    return copy


async def test_after_an_unclean_end_all_that_was_committed_is_there(
    db: Database, file: Path, tmp_path: Path
) -> None:
    await before_the_turn(db)
    async with writing(db) as tx:
        a_turn(tx)
        copy = copy_as_a_crash_leaves_it(file, tmp_path)
    reopened = await Database.open(copy)
    await assert_nothing_of_the_turn(reopened)
    await reopened.close()
    copy = copy_as_a_crash_leaves_it(file, tmp_path)
    reopened = await Database.open(copy)
    async with writing(reopened) as tx:
        assert steps.newest(tx, "k7f3") == make.step(2)
        save(tx, Value(key="works", value="yes"))
    await reopened.close()


async def test_a_torn_log_loses_the_whole_last_transaction_and_only_that(
    db: Database, file: Path, tmp_path: Path
) -> None:
    await before_the_turn(db)
    async with writing(db) as tx:
        a_turn(tx)
    reopened = await Database.open(copy_as_a_crash_leaves_it(file, tmp_path, wal_bytes_lost=100))
    await assert_nothing_of_the_turn(reopened)
    await reopened.close()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (":memory:", "forget every game"),
        ("sqlite://", "forget every game"),
        ("mysql://root:secret@host/db", "not supported"),
        ("nonsense://", "not supported"),
        ("://", "cannot be read"),
        ("postgresql://bot:secret@127.0.0.1:1/db", "127.0.0.1"),
    ],
)
async def test_what_cannot_be_opened_is_named_in_one_line(given: str, words: str) -> None:
    with pytest.raises(StorageError) as caught:
        await Database.open(given)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


async def test_a_path_that_is_no_database_is_named_in_one_line(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear players, " * 200)
    (tmp_path / "file").touch()
    for path in (letter, tmp_path, tmp_path / "file" / "x.sqlite"):
        with pytest.raises(StorageError) as caught:
            await Database.open(path)
        assert str(path) in str(caught.value) and "\n" not in str(caught.value)
    assert letter.read_text() == "Dear players, " * 200


async def test_a_path_and_a_url_name_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "100% é?.sqlite"
    db = await Database.open(path)
    async with writing(db) as tx:
        save(tx, Value(key="a", value="1"))
    await db.close()
    assert sorted(entry.name for entry in path.parent.iterdir()) == [path.name]
    plain = path.rename(path.with_name("plain.sqlite"))
    db = await Database.open(f"sqlite:///{plain}")
    assert db.name == str(plain)
    async with looking(db) as tx:
        assert read_value(tx, "a") == "1"
    await db.close()


async def test_an_error_does_not_tell_secrets(db: Database) -> None:
    """Errors are logged, and what was to be stored may be a seed or sealed orders."""
    with pytest.raises(DBAPIError) as caught:
        async with writing(db) as tx:
            insert(tx, Seed(table_id="no such table", seed="5eed5eed"))
    assert "INSERT INTO seeds" in str(caught.value)
    assert "5eed5eed" not in str(caught.value)
