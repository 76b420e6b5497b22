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
from sqlalchemy import make_url

from demo import postgres

GIVEN = os.environ.get("FIELDPOST_TEST_DATABASE")
PREFIX = "fieldpost_test_"


class Databases:
    """Makes databases on one server. Every name begins with `PREFIX`."""

    def __init__(self, url: str) -> None:
        self.url = url
        """Of a database that is there already; this one is not changed."""
        import psycopg  # it is not there on every machine

        self._connection = psycopg.connect(url, autocommit=True)

    def new(self, template: str = "template0") -> str:
        """The URL of a new database, with what is in the template."""
        name = PREFIX + secrets.token_hex(6)
        # To copy files is four times as quick as to write all of it into the log.
        self._execute("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY", name, template)
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        """Drop a database that `new` made, whoever is connected to it."""
        name = make_url(url).database or ""
        assert name.startswith(PREFIX), name
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    @contextmanager
    def one(self, template: str = "template0") -> Iterator[str]:
        """A new database, dropped at the end."""
        url = self.new(template)
        try:
            yield url
        finally:
            self.drop(url)

    def close(self) -> None:
        self._connection.close()

    def _execute(self, statement: str, *names: str) -> None:
        from psycopg import sql

        self._connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


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
