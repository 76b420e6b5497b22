"""The driver's connection to PostgreSQL, which can keep statements back until somebody waits for one.

A statement costs a round trip to the server, far more than its work. One whose outcome nobody needs goes with
the next one.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Self

import psycopg


class Driver(psycopg.Connection[Any]):
    """A connection. Its cursors are `Cursor`s."""

    _defers = False
    _line: AbstractContextManager[object] | None = None

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Nobody waits for the statements of this block: they are done with the next one after it. What they
        return is lost, unless their cursors are kept, and that one raises their errors."""
        if self._line is None:
            self._line = self.pipeline()
            self._line.__enter__()
        self._defers = True
        try:
            yield
        finally:
            self._defers = False

    def settle(self) -> None:
        """Wait for what was kept back, unless it is to wait."""
        if self._line is not None and not self._defers:
            line, self._line = self._line, None
            line.__exit__(None, None, None)

    def give_up(self) -> None:
        """Wait for what was kept back after an error: all that comes after that follows from it."""
        self._defers = False
        with suppress(psycopg.Error):
            self.settle()

    def commit(self) -> None:
        try:
            super().commit()
        except BaseException:
            self.give_up()
            raise
        self.settle()

    def rollback(self) -> None:
        self.give_up()
        super().rollback()


class Cursor(psycopg.Cursor[Any]):
    """Runs statements of a `Driver`."""

    _conn: Driver

    def execute(self, *given: Any, **options: Any) -> Self:
        try:
            super().execute(*given, **options)
        except BaseException:
            self._conn.give_up()
            raise
        self._conn.settle()
        return self

    def executemany(self, *given: Any, **options: Any) -> None:
        try:
            super().executemany(*given, **options)
        except BaseException:
            self._conn.give_up()
            raise
        self._conn.settle()

    @property
    def description(self) -> Any:
        """Names and types of the columns, all that SQLAlchemy reads: to make more is a tenth of the work."""
        found = self.pgresult
        if found is None or not found.nfields:
            return None
        return [((found.fname(at) or b"").decode(), found.ftype(at)) for at in range(found.nfields)]
