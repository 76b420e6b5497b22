"""A fresh database per test, on SQLite and on PostgreSQL. The fixture `file` is for what is about a file."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ClauseElement, Connection, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Engine

from bot.storage.database import Database
from tests import postgres
from tests.bot.parts import new_database


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
def where(tmp_path: Path, database: str, request: pytest.FixtureRequest) -> str:
    """Where the test's database is: nothing is there yet, unless the test has it open (`db`)."""
    if database == "sqlite":
        return str(tmp_path / "fieldpost.sqlite")
    assert postgres.CURRENT is not None
    return postgres.CURRENT.at(tmp_path, empty="db" not in request.fixturenames)


@pytest.fixture
async def db(where: str, database: str) -> AsyncIterator[Database]:
    if database == "sqlite":
        await new_database(Path(where))
    opened = await Database.open(where)
    yield opened
    await opened.close()


@pytest.fixture
def file(where: str) -> Path:
    """The database as a file: the test is about SQLite alone."""
    return Path(where)
