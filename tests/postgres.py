"""Databases on a real PostgreSQL, for tests: the fixtures are in `conftest.py`, how to use them in README.md.

One server serves all processes of a test run, and is gone when the last of them is (`demo.postgres`).
FIELDPOST_TEST_DATABASE=postgresql://user:password@host/name: this server instead. The user must have the
right to make databases.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, make_url

from bot.storage import migrations
from demo import postgres

GIVEN = os.environ.get("FIELDPOST_TEST_DATABASE")
PREFIX = "fieldpost_test_"


class Databases:
    """Makes databases on one server. Every name begins with `PREFIX`."""

    def __init__(self, url: str) -> None:
        self._schema = ""
        self.url = url
        """Of a database that is there already; this one is not changed."""
        import psycopg  # it is not there on every machine

        self._connection = psycopg.connect(url, autocommit=True)
        [quick] = self._connection.execute("SELECT current_setting('fsync') = 'off'")
        # To copy files takes 30 ms where nobody waits for the disk, and the log 90; else it is 1600 and 250.
        self._strategy = "FILE_COPY" if quick == (True,) else "WAL_LOG"

    def new(self, template: str = "template0", encoding: str = "UTF8") -> str:
        """The URL of a new database, with what is in the template."""
        name = PREFIX + secrets.token_hex(6)
        how = f"STRATEGY {self._strategy}"
        if encoding != "UTF8":  # what the server's own locale allows is another matter
            how += f" ENCODING '{encoding}' LOCALE 'C'"
        self._execute(f"CREATE DATABASE {{}} TEMPLATE {{}} {how}", name, template)
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def fresh(self) -> str:
        """The URL of a new database with the newest schema. The migrations run once."""
        if not self._schema:
            url = self.new()
            migrate(url)
            self._schema = make_url(url).database or ""
        return self.new(self._schema)

    def drop(self, url: str) -> None:
        """Drop a database that `new` made, whoever is connected to it."""
        name = make_url(url).database or ""
        assert name.startswith(PREFIX), name
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    @contextmanager
    def one(self, template: str = "template0", encoding: str = "UTF8") -> Iterator[str]:
        """A new database, dropped at the end."""
        url = self.new(template, encoding)
        try:
            yield url
        finally:
            self.drop(url)

    def close(self) -> None:
        """Drop what `fresh` copies."""
        if self._schema:
            self._execute("DROP DATABASE {}", self._schema)
        self._connection.close()

    def _execute(self, statement: str, *names: str) -> None:
        from psycopg import sql

        self._connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def migrate(url: str) -> None:
    """Give a database the newest schema."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), poolclass=NullPool)
    with engine.begin() as connection:
        migrations.upgrade(connection, "the template")


class Places:
    """Databases that stand where a test would have files."""

    def __init__(self, databases: Databases) -> None:
        self._databases = databases
        self._found: dict[Path, str] = {}

    def at(self, path: Path, *, empty: bool = False) -> str:
        """The address of the database that stands there, always the same. empty: without a schema"""
        if path not in self._found:
            self._found[path] = self._databases.new() if empty else self._databases.fresh()
        return self._found[path]

    def clear(self) -> None:
        """Drop them all."""
        for url in self._found.values():
            self._databases.drop(url)
        self._found.clear()


CURRENT: Places | None = None
"""What the test that runs has instead of files, None if it has files. The fixture `database` sets it."""


@contextmanager
def databases(place: Path, settings: Mapping[str, str]) -> Iterator[Databases]:
    """Databases on the run's server, or on the one that was given. Skips the test if there is neither.

    place: a folder of its own for each kind of settings
    """
    if GIVEN:
        made = Databases(GIVEN)
        yield made
        made.close()
        return
    if not postgres.installed():
        pytest.skip(postgres.MISSING)
    with postgres.running(place, settings) as server:
        made = Databases(server.url())
        yield made
        made.close()
