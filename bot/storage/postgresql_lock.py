"""Who uses a PostgreSQL database: bots share a lock for as long as they run, and whoever puts other rows in
its place, or moves them away, needs it alone.

It is an advisory lock of a connection of its own. If that connection breaks, a thread takes the lock again.
"""

import os
import selectors
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, Literal

from sqlalchemy import URL, Connection, NullPool, create_engine
from sqlalchemy.exc import DBAPIError

from .dialect import OPTIONS, name_of
from .errors import StorageError

Bot = Literal["alone", "shared"]
LOCK, BOT = 0x6670757365, 0x6670626F74  # any numbers of our own ("fpuse", "fpbot")
_BOTS: dict[Bot, str] = {
    "alone": f"pg_try_advisory_lock({BOT})",
    "shared": f"pg_try_advisory_lock_shared({BOT})",
}
PAUSE = 1.0
"""Between attempts to connect again, in seconds."""
PATIENCE, BETWEEN = 3.0, 0.1
"""For so many seconds the lock is tried, so often."""
_ALIVE = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "fieldpost: in use",
}


@contextmanager
def shared(url: URL, busy: str, lost: Callable[[], object], bot: Bot | None = None) -> Iterator[None]:
    """Share the lock. StorageError(busy) if somebody has it alone.

    bot: one that is alone keeps out all others; StorageError says so
    lost: called once, in another thread, if other tables stand there after the connection was broken, or are
    being put there
    """
    keeper = _Keeper(url, lost, bot)
    try:
        if not keeper.take():
            raise StorageError(busy)
        keeper.start()
        yield
    finally:
        keeper.end()


@contextmanager
def alone(connection: Connection, running: str) -> Iterator[None]:
    """Have the lock alone. StorageError(running) while anybody else has it."""
    try:
        if not _taken(connection, f"pg_try_advisory_lock({LOCK})"):
            raise StorageError(running)
        connection.commit()
        yield
    finally:
        _give_back(connection)


def _taken(connection: Connection, attempt: str) -> bool:
    """Try for a while: the server does not notice at once that a process was killed."""
    end = time.monotonic() + PATIENCE
    while not connection.exec_driver_sql(f"SELECT {attempt}").scalar():
        if time.monotonic() > end:
            return False
        time.sleep(BETWEEN)
    return True


def _give_back(connection: Connection) -> None:
    """At once: the server gives back what a closed connection had a moment later."""
    with suppress(DBAPIError):
        if not connection.closed and not connection.invalidated:
            connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")


class _Keeper(threading.Thread):
    """Holds the lock, and takes it again when its connection breaks."""

    def __init__(self, url: URL, lost: Callable[[], object], bot: Bot | None) -> None:
        super().__init__(name="in use", daemon=True)
        self._engine = create_engine(url, poolclass=NullPool, connect_args=_ALIVE, **OPTIONS)
        self._name, self._lost, self._bot = name_of(url), lost, bot
        self._connection: Connection | None = None
        self._tables: Any = None
        self._ended, self._end = os.pipe()

    def take(self) -> bool:
        """Take the lock; False if somebody else has it. Raises StorageError if nobody can be asked."""
        try:
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            taken = _taken(connection, f"pg_try_advisory_lock_shared({LOCK})")
            # Other tables have other numbers, even with the same rows.
            there = connection.exec_driver_sql("SELECT to_regclass('tables')::oid").scalar()
            if taken and self._bot and not _taken(connection, _BOTS[self._bot]):
                connection.close()
                raise StorageError(
                    f"{self._name}: another bot runs on this database; stop that one first, or give both "
                    "FIELDPOST_SHARDS, and they share the work"
                )
        except DBAPIError as error:
            raise StorageError(
                f"{self._name}: {error.orig}; check that the address is right and the server runs"
            ) from error
        self._connection = connection
        same = self._tables in (None, there)
        self._tables = there
        return taken and same

    def run(self) -> None:
        while self._wait():
            with suppress(DBAPIError):
                if self._connection is not None:
                    self._connection.exec_driver_sql("SELECT 1")
                    continue
            self._drop()
            try:
                if not self.take():
                    self._lost()
                    return
            except StorageError:
                pass

    def _wait(self) -> bool:
        """Until the server says something, which it does when it closes the connection; or, without one, for
        a while. False: it is time to end."""
        with selectors.DefaultSelector() as both:
            both.register(self._ended, selectors.EVENT_READ)
            if self._connection is not None:
                driver: Any = self._connection.connection.driver_connection
                both.register(driver.fileno(), selectors.EVENT_READ)
            ready = both.select(None if self._connection is not None else PAUSE)
        return all(key.fd != self._ended for key, _ in ready)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError), closing(connection):
                connection.invalidate()

    def end(self) -> None:
        """Give the lock back."""
        os.write(self._end, b".")
        if self.is_alive():
            self.join()
        if self._connection is not None:
            _give_back(self._connection)
        self._drop()
        os.close(self._ended)
        os.close(self._end)
