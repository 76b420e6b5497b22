"""PostgreSQL runs transactions at the same time, as if one ran after the other. What it cannot keep so it
undoes, and that runs again, in one place."""

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.storage import outbox, schema, tables
from bot.storage import postgresql as storage
from bot.storage.database import Database, Tx
from bot.storage.postgresql import Postgresql
from bot.storage.records import Post, Seed, Table, Value
from bot.storage.rows import find, read_value, save

from . import make

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
SERIALIZATION_FAILURE = "DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$"


def retries(db: Database) -> int:
    assert isinstance(db._connections, Postgresql)
    return db._connections.retries


class Both:
    """Where two transactions wait for each other, each once: not when they run again."""

    def __init__(self) -> None:
        self._barrier = threading.Barrier(2)
        self._here = set[str]()

    def meet(self, name: str) -> None:
        if name not in self._here:
            self._here.add(name)
            self._barrier.wait(30)


async def test_what_both_have_read_before_the_other_wrote_runs_again(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Each is to be greater than the other: one after the other gives 1 and 2, at the same time 1 and 1."""
    both, woken = Both(), list[str]()
    db.on("outbox", lambda: woken.append("woken"))
    caplog.set_level("INFO")

    def greater(tx: Tx, mine: str, other: str) -> None:
        number = int(read_value(tx, other) or 0)
        both.meet(mine)
        save(tx, Value(key=mine, value=str(number + 1)))
        tx.wakes("outbox")
        tx.log(logging.getLogger("a.test"), "greater", table=mine)

    await asyncio.gather(db.write(greater, "a", "b"), db.write(greater, "b", "a"))
    assert {value.value for value in await db.read(find, Value)} == {"1", "2"}
    assert retries(db) >= 1
    assert woken == ["woken"] * 2, "a transaction that was undone wakes nobody"
    said = [vars(each)["table"] for each in caplog.records if each.name == "a.test"]
    assert sorted(said) == ["a", "b"], "and is in no log"


async def test_two_that_wait_for_each_other_go_on(db: Database) -> None:
    """Each has locked the row that the other needs."""
    both = Both()
    for key in ("a", "b"):
        await db.write(save, Value(key=key, value=""))

    def name(tx: Tx, *keys: str) -> None:
        for key in keys:
            tx.execute(update(schema.of[Value]).where(schema.of[Value].c.key == key).values(value=keys[0]))
            both.meet(keys[0])

    await asyncio.wait_for(asyncio.gather(db.write(name, "a", "b"), db.write(name, "b", "a")), 60)
    first, second = await db.read(find, Value)
    assert first.value == second.value, "both rows are of the one that came later"
    assert retries(db) >= 1


async def test_a_transaction_that_hides_that_it_was_undone_runs_again(db: Database) -> None:
    runs = list[int]()

    def careless(tx: Tx) -> str:
        runs.append(len(runs))
        if len(runs) == 1:
            with pytest.raises(DBAPIError), tx.begin_nested():
                tx.exec_driver_sql(SERIALIZATION_FAILURE)
        save(tx, Value(key="run", value=str(runs[-1])))
        return "done"

    assert await db.write(careless) == "done"
    assert runs == [0, 1] and await db.read(read_value, "run") == "1"


async def test_it_is_not_tried_for_ever(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "TRIES", 3)
    runs = list[str]()

    def unlucky(tx: Tx) -> None:
        runs.append("run")
        save(tx, Value(key="a", value="1"))
        tx.exec_driver_sql(SERIALIZATION_FAILURE)

    with pytest.raises(DBAPIError, match="again"):
        await db.write(unlucky)
    assert runs == ["run"] * 3 and await db.read(read_value, "a") is None


async def test_other_faults_are_told_at_once(db: Database) -> None:
    runs = list[str]()

    def wrong(tx: Tx) -> None:
        runs.append("run")
        save(tx, Seed(table_id="no such table", seed="5eed"))

    with pytest.raises(IntegrityError):
        await db.write(wrong)
    assert runs == ["run"]


# -- no lock but that of the row


async def two_games(db: Database) -> None:
    for code in ("aaaa", "bbbb"):
        await db.write(tables.insert, make.table(code))


async def test_two_games_change_at_the_same_moment(db: Database) -> None:
    """Each waits, within its transaction, until the other is within its own."""
    await two_games(db)
    both = Both()

    def change(tx: Tx, code: str) -> None:
        tables.change(tx, code, name="before")
        both.meet(code)
        tables.change(tx, code, name=f"changed {code}")

    jobs = (db.write_locking(Table, code, change, code) for code in ("aaaa", "bbbb"))
    await asyncio.wait_for(asyncio.gather(*jobs), 60)
    assert [table.name for table in await db.read(find, Table)] == ["changed aaaa", "changed bbbb"]


async def test_one_game_changes_one_time_after_the_other(db: Database) -> None:
    await two_games(db)
    inside, most = list[str](), list[int]()

    def change(tx: Tx) -> None:
        table = tables.get(tx, "aaaa")  # whoever has read something has the lock
        inside.append("here")
        most.append(len(inside))
        assert table is not None
        tables.change(tx, "aaaa", name=f"{table.name}+")
        inside.pop()

    await asyncio.gather(*(db.write_locking(Table, "aaaa", change) for _ in range(20)))
    [table, _] = await db.read(find, Table)
    assert table.name == make.table().name + "+" * 20
    assert max(most) == 1


async def test_posts_of_a_game_have_the_order_of_its_transactions(db: Database) -> None:
    """Two games post in one channel from several transactions at the same time."""
    await two_games(db)

    def post(code: str) -> Callable[[Tx], Any]:
        def job(tx: Tx) -> None:
            table = tables.get(tx, code)
            assert table is not None
            number = table.turn + 1
            tables.advance(tx, code, table.seq, table.seq + 1, number)
            for part in "ab":
                key = f"{code}/{number:03}{part}"
                outbox.put(tx, key=key, payload={}, created_at=1.0, channel_id=20, table_id=code)

        return job

    codes = ["aaaa", "bbbb"] * 15
    await asyncio.gather(*(db.write_locking(Table, code, post(code)) for code in codes))
    keys = [row.key for row in sorted(await db.read(find, Post), key=lambda row: row.id)]
    for code in ("aaaa", "bbbb"):
        mine = [key for key in keys if key.startswith(code)]
        assert mine == sorted(mine) and len(mine) == 30
    for _ in keys:  # and they leave in this order, one at a time
        [due] = await db.read(outbox.next_due, 9.0)
        assert due.key == keys.pop(0)
        await db.write(outbox.mark_sending, due.id, 9.0)
        assert await db.read(outbox.next_due, 9.0) == []
        await db.write(outbox.mark_sent, due.id, 20, due.id, 9.0)
