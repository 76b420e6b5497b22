"""What a look at the database tells its host, and that finished games make it no dearer."""

from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from bot.storage import deadlines, outbox, tables
from bot.storage.database import Database, Tx
from bot.storage.figures import Figures, figures
from bot.storage.migrations import newest
from bot.storage.records import Deadline
from tests.bot.transactions import writing

from . import make

NOW = 10_000.0


async def test_an_empty_database_has_nothing_to_tell_but_its_schema(db: Database) -> None:
    assert await db.read(figures, NOW) == Figures(0, 0, 0, 0.0, 0, 0.0, newest())


async def test_what_is_due_and_what_waits(db: Database) -> None:
    async with writing(db) as tx:
        for table_id, due_at, kind in (
            ("due1", NOW - 5, "turn"),
            ("due2", NOW - 61, "early"),
            ("due3", NOW - 90, "turn"),
            ("soon", NOW + 1, "turn"),
            ("vote", NOW - 99, "vote"),  # no turn waits for it
        ):
            tables.insert(tx, make.table(table_id, status="playing"))
            deadlines.put(tx, Deadline(table_id=table_id, kind=kind, turn=1, due_at=due_at))  # type: ignore[arg-type]
        tables.insert(tx, make.table("over", status="over", ended_at=1.0))
        put(tx, "waits", NOW - 40)
        put(tx, "later", NOW - 5000, not_before=NOW + 10)  # in the morning, say
        put(tx, "tried", NOW - 70, not_before=NOW)
        put(tx, "sent", NOW - 9000)
        tx.exec_driver_sql("UPDATE outbox SET status = 'sent' WHERE key = 'sent'")
        tx.exec_driver_sql(f"UPDATE outbox SET attempts = 2, not_before = {NOW + 60} WHERE key = 'tried'")
    found = await db.read(figures, NOW)
    assert found == Figures(5, 3, 2, 90.0, 3, 70.0, newest())


def put(tx: Tx, key: str, created_at: float, **given: Any) -> None:
    outbox.put(tx, key=key, payload={}, created_at=created_at, channel_id=20, **given)


async def test_every_look_follows_an_index(db: Database) -> None:
    """However many games are over and posts are sent, nobody reads them."""

    def explain(connection: Connection, sql: str, given: Any) -> list[str]:
        return [str(row) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given)]

    def plan(tx: Tx) -> list[str]:
        asked: list[tuple[str, Any]] = []

        def collect(_: object, __: object, sql: str, given: Any, ___: object, ____: object) -> None:
            asked.append((sql, given))

        event.listen(Engine, "before_cursor_execute", collect)
        try:
            figures(tx, NOW)
        finally:
            event.remove(Engine, "before_cursor_execute", collect)
        found = []
        for sql, given in asked:
            if "alembic" not in sql:
                found += tx.run(explain, sql, given)
        return found

    if await db.read(lambda tx: tx.dialect.name) != "sqlite":
        pytest.skip("the plan of a small table on PostgreSQL is always to read it")
    lines = await db.read(plan)
    assert len(lines) == 3 and all("SEARCH" in line and "INDEX" in line for line in lines), lines
