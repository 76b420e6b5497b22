"""A fresh database per test, and a check of every statement against PostgreSQL's grammar.

With FIELDPOST_TEST_POSTGRES=postgresql://…/…test (its contents are deleted; needs asyncpg) the same tests run
on PostgreSQL, but for those about SQLite's files.
"""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ClauseElement, Connection, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.database import Database
from tests.bot.parts import new_database

POSTGRES = os.environ.get("FIELDPOST_TEST_POSTGRES")


@pytest.fixture(autouse=True)
def statements() -> Iterator[list[ClauseElement]]:
    """All statements of the test; each must have words in PostgreSQL too.

    The two INSERT … ON CONFLICT are built per dialect, so `test_dialect.py` looks at them.
    """
    seen: list[ClauseElement] = []

    def collect(_c: Connection, statement: Any, _m: object, _p: object, _o: object) -> None:
        if isinstance(statement, ClauseElement):
            seen.append(statement)

    event.listen(Engine, "before_execute", collect)
    yield seen
    event.remove(Engine, "before_execute", collect)
    for statement in seen:
        if not isinstance(statement, sqlite.Insert):
            assert str(statement.compile(dialect=postgresql.dialect()))


@pytest.fixture
async def where(tmp_path: Path) -> str:
    """Where the test's database is: nothing is there yet."""
    if POSTGRES is None:
        return str(tmp_path / "fieldpost.sqlite")
    assert POSTGRES.endswith("test"), "its contents would be deleted: the name must end in 'test'"
    engine = create_async_engine(POSTGRES.replace("postgresql://", "postgresql+asyncpg://"))
    async with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    await engine.dispose()
    return POSTGRES


@pytest.fixture
async def db(where: str) -> AsyncIterator[Database]:
    if POSTGRES is None:
        await new_database(Path(where))
    opened = await Database.open(where)
    yield opened
    await opened.close()


@pytest.fixture
def file(where: str) -> Path:
    """The database as a file, for tests about files."""
    if POSTGRES is not None:
        pytest.skip("about SQLite's files")
    return Path(where)
