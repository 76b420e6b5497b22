"""PostgreSQL: several transactions at the same time, each in a thread with a connection of its own.

Write transactions are SERIALIZABLE: as if they ran one after the other. Where the database cannot keep that
promise it undoes one of them, and that one runs again, here and nowhere else.
"""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError

from .dialect import OPTIONS

T = TypeVar("T")

WRITERS, READERS = 6, 4
"""So many transactions write, and so many read, at the same time."""
AGAIN = {"40001", "40P01"}
"""Undone by the database because of another transaction: a serialization failure, a deadlock."""
TRIES = 30
_PAUSE, _LONGEST_PAUSE = 0.002, 0.2
_LOST = "lost"


class Postgresql:
    """The connections to one database."""

    def __init__(self, url: URL) -> None:
        """Connects later, see `open`. Raises ImportError if the driver is missing."""
        self._writer = _engine(url, WRITERS, isolation_level="SERIALIZABLE")
        event.listen(self._writer, "handle_error", _note)
        read_only = {"postgresql_readonly": True}
        self._reader = _engine(url, READERS, isolation_level="REPEATABLE READ", execution_options=read_only)
        self._writing = ThreadPoolExecutor(WRITERS, "database")
        self._reading = ThreadPoolExecutor(READERS, "database")
        self._withdrawn: set[asyncio.Future[Any]] = set()
        self.retries = 0
        """How many transactions had to run again."""

    async def open(self) -> None:
        await self.read(lambda connection: connection.exec_driver_sql("SELECT 1"))

    def write(self, body: Callable[[Connection], T]) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._writing, self._write, body)

    def withdraw(self, stored: asyncio.Future[Any]) -> None:
        stored.cancel()

    def _write(self, body: Callable[[Connection], T]) -> T:
        for tried in range(1, TRIES + 1):
            try:
                with self._writer.begin() as connection:
                    connection.info.pop(_LOST, None)
                    result = body(connection)
                    if lost := connection.info.pop(_LOST, None):  # the body has caught it: nothing is stored
                        raise lost
                    return result
            except DBAPIError as error:
                if tried == TRIES or getattr(error.orig, "sqlstate", None) not in AGAIN:
                    raise
                self.retries += 1
            time.sleep(random.uniform(0, min(_PAUSE * 2**tried, _LONGEST_PAUSE)))
        raise AssertionError

    async def read(self, body: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, body)

    def _read(self, body: Callable[[Connection], T]) -> T:
        with self._reader.begin() as connection:
            return body(connection)

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writing.shutdown(cancel_futures=True)
        self._reading.shutdown(cancel_futures=True)
        self._writer.dispose()
        self._reader.dispose()


def _note(context: ExceptionContext) -> None:
    """Remember that a transaction is lost, whoever catches the error."""
    if context.connection is not None and getattr(context.original_exception, "sqlstate", None) in AGAIN:
        context.connection.info[_LOST] = context.sqlalchemy_exception


def _engine(url: URL, connections: int, **options: Any) -> Engine:
    return create_engine(
        url, pool_size=connections, max_overflow=0, pool_pre_ping=False, **OPTIONS, **options
    )
