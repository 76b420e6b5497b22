"""The bot's database as a test sees it, beside the bot."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests import postgres

FILE = "var/fieldpost.sqlite3"
"""In the bot's folder."""
Rows = list[tuple[Any, ...]]


@contextmanager
def opened(folder: Path) -> Iterator[Callable[..., Rows]]:
    """The database of the bot in this folder, in one transaction. Gives a function that runs a statement with
    values for its `?`, and returns the rows."""
    if postgres.CURRENT is None:
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=rw", timeout=10, uri=True)) as db, db:
            yield lambda statement, *values: db.execute(statement, values).fetchall()
        return
    import psycopg
    from psycopg.types.string import TextLoader

    with psycopg.connect(postgres.CURRENT.at(folder / FILE)) as connection:
        connection.adapters.register_loader("json", TextLoader)  # as SQLite has it
        connection.adapters.register_loader("jsonb", TextLoader)

        def run(statement: str, *values: Any) -> Rows:
            done = connection.execute(statement.replace("%", "%%").replace("?", "%s").encode(), values)
            return done.fetchall() if done.description else []

        yield run


def ask(folder: Path, query: str, *values: Any) -> Rows:
    """The rows of a query."""
    with opened(folder) as run:
        return run(query, *values)
