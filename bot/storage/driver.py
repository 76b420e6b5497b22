"""The driver's connection to PostgreSQL, which can keep statements back until somebody waits for one.

A statement costs a round trip to the server, far more than its work. One whose outcome nobody needs goes with
the next one.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

import psycopg
from psycopg import pq
from psycopg.abc import PQGen


class _Line(psycopg.Pipeline):
    """Sends nothing before its end, and then everything at once: as psycopg has it each statement is sent by
    itself, which takes longer than a round trip."""

    def _communicate_gen(self) -> PQGen[None]:
        if self.result_queue and self.result_queue[-1] is not None:  # a statement, and not the end
            return
        yield from super()._communicate_gen()

    def _fetch_gen(self, *, flush: bool) -> PQGen[None]:
        if self.command_queue:  # somebody asks for what a statement returns that was kept back
            yield from super()._communicate_gen()
        yield from super()._fetch_gen(flush=flush)

    def _exit_gen(self) -> PQGen[None]:
        """Raise the first error: those after it follow from it."""
        self._enqueue_sync()
        first: psycopg.Error | None = None
        for part in (super()._communicate_gen(), super()._fetch_gen(flush=True)):
            try:
                yield from part
            except psycopg.Error as error:
                first = first or error
        if first is not None:
            raise first


class Driver(psycopg.Connection[Any]):
    """A connection. Its cursors are `Cursor`s."""

    _defers = False
    _line: _Line | None = None
    _known = 0

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Nobody waits for the statements of this block: they are done with the next one after it. What they
        return is lost, unless their cursors are kept, and that one raises their errors."""
        if self._line is None:
            self._line = self._pipeline = _Line(self)
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
            try:
                line.__exit__(None, None, None)
            finally:
                self._pipeline = None

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

    def begin(self, how: str) -> None:
        """Begin a transaction, with this statement."""
        self._known = self._prepared._prepared_idx
        self.execute(how.encode())

    def rollback(self) -> None:
        self.give_up()
        if self._known == self._prepared._prepared_idx and self._left():
            return
        try:
            super().rollback()
        except psycopg.OperationalError:
            if not self.closed:  # the server has rolled back what a lost connection was at
                raise

    def _left(self) -> bool:
        """Roll back, and keep what is prepared; whether that was possible.

        psycopg forgets all statements that are prepared: the transaction may have made their tables. Ours
        makes none. But whether one is prepared that was to be in this transaction nobody knows.
        """
        if self.pgconn.transaction_status == pq.TransactionStatus.IDLE:
            return True
        return not self.closed and self.pgconn.exec_(b"ROLLBACK").status == pq.ExecStatus.COMMAND_OK


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
