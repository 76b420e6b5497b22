"""How often a transaction waits for PostgreSQL, and that nothing is lost by waiting less."""

import os
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.storage import game_rows, steps, tables
from bot.storage.database import Database, Tx
from bot.storage.driver import Driver
from bot.storage.records import Seed, Table, Value
from bot.storage.rows import find, insert, read_value, save

from . import make

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


class Trace:
    """What goes over the wire, as libpq tells it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w+", encoding="utf-8")
        self._connections = list[Driver]()

    def begin(self, tx: Tx) -> None:
        driver = tx._connection.connection.driver_connection
        assert isinstance(driver, Driver)
        os.ftruncate(self._file.fileno(), 0)
        driver.pgconn.trace(self._file.fileno())
        self._connections.append(driver)

    def round_trips(self) -> int:
        """How often an answer was waited for until its end; tells no more after that."""
        while self._connections:
            self._connections.pop().pgconn.untrace()
        self._file.seek(0)
        return sum("\tReadyForQuery\t" in line for line in self._file)


@pytest.fixture
def trace(tmp_path: Path) -> Iterator[Trace]:
    trace = Trace(tmp_path / "wire")
    yield trace
    trace._file.close()


async def test_begin_and_lock_go_with_the_first_read_and_writes_with_the_commit(
    db: Database, trace: Trace
) -> None:
    await db.write(insert, make.table())

    def job(tx: Tx) -> str:
        trace.begin(tx)
        table = tables.get(tx, "k7f3")
        assert table is not None
        for number in range(3):
            save(tx, Value(key=f"n{number}", value="1"))
        return table.name

    assert await db.write_locking(Table, "k7f3", job) == make.table().name
    assert trace.round_trips() == 2
    assert len(await db.read(find, Value)) == 3


async def test_a_game_that_moves_on_waits_for_what_it_reads_alone(db: Database, trace: Trace) -> None:
    """The table, the step that it has not yet, the players; and the COMMIT."""
    await db.write(insert, make.table())

    def job(tx: Tx) -> None:
        trace.begin(tx)
        assert game_rows.read(tx, "k7f3") is not None
        with tx.begin_nested():
            tables.advance(tx, "k7f3", 0, 1, 1)
            steps.add(tx, make.step())

    await db.write_locking(Table, "k7f3", job)
    assert trace.round_trips() == 4
    table = await db.read(tables.get, "k7f3")
    assert table is not None and table.seq == 1 and await db.read(steps.newest, "k7f3") == make.step()


async def test_a_read_is_one_and_its_end(db: Database, trace: Trace) -> None:
    def job(tx: Tx) -> str | None:
        trace.begin(tx)
        return read_value(tx, "n")

    assert await db.read(job) is None
    assert trace.round_trips() == 2


async def test_an_error_of_what_nobody_waited_for_undoes_all(db: Database) -> None:
    """Whether a later statement raises it, or the commit."""

    def seed(tx: Tx, then_reads: bool) -> None:
        save(tx, Value(key="n", value="1"))
        save(tx, Seed(table_id="none", seed="5eed"))
        if then_reads:
            with pytest.raises(IntegrityError):
                read_value(tx, "n")

    with pytest.raises(IntegrityError):
        await db.write(seed, False)
    with pytest.raises(DBAPIError):
        await db.write(seed, True)
    assert await db.read(find, Value) == []
    await db.write(save, Value(key="n", value="2"))
    assert await db.read(read_value, "n") == "2"


async def test_a_savepoint_undoes_what_nobody_waited_for(db: Database) -> None:
    def job(tx: Tx) -> None:
        save(tx, Value(key="before", value="1"))
        with pytest.raises(ZeroDivisionError), tx.begin_nested():
            save(tx, Value(key="inside", value="1"))
            raise ZeroDivisionError
        save(tx, Value(key="after", value="1"))

    await db.write(job)
    assert {one.key for one in await db.read(find, Value)} == {"before", "after"}


async def test_an_error_that_comes_after_its_savepoint_undoes_all(db: Database) -> None:
    def job(tx: Tx) -> None:
        save(tx, Value(key="before", value="1"))
        with suppress(IntegrityError), tx.begin_nested():
            save(tx, Seed(table_id="none", seed="5eed"))
        with suppress(IntegrityError):
            read_value(tx, "before")

    with pytest.raises(DBAPIError):
        await db.write(job)
    assert await db.read(find, Value) == []


@pytest.mark.parametrize("nested", [False, True])
async def test_what_is_undone_among_statements_that_leave_together_runs_again(
    db: Database, nested: bool
) -> None:
    runs = list[int]()

    def job(tx: Tx) -> str | None:
        runs.append(len(runs))
        with tx.begin_nested() if nested else nullcontext():
            for number in range(9):
                save(tx, Value(key=f"n{number}", value=str(runs[-1])))
                if runs == [0] and number == 3:
                    tx.send(text("DO $$ BEGIN RAISE 'again' USING ERRCODE = '40001'; END $$"))
            return read_value(tx, "n8")

    assert await db.write(job) == "1"
    assert runs == [0, 1]


async def test_statements_stay_prepared_after_a_transaction_that_failed(db: Database) -> None:
    """Whatever a connection had prepared by then."""
    drivers, broken = set[Driver](), False

    def job(tx: Tx, number: int) -> None:
        driver = tx._connection.connection.driver_connection
        assert isinstance(driver, Driver)
        drivers.add(driver)
        save(tx, Value(key="n", value=str(number)))
        if broken:
            save(tx, Seed(table_id="none", seed="5eed"))
        read_value(tx, "n")

    for number in range(40):
        broken = number in {3, 5, 8, 20}  # psycopg prepares what comes for the sixth time
        with pytest.raises(IntegrityError) if broken else nullcontext():
            await db.write(job, number)
    assert await db.read(read_value, "n") == "39"
    [driver] = drivers
    assert [1 for name in driver._prepared._names if b"INSERT INTO kv" in name[0]]
