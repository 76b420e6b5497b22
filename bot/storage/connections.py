"""What a database of any kind offers: its transactions, as functions that run in threads."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection

T = TypeVar("T")


class Connections(Protocol):
    """The connections to one database. A body is a function of a transaction's connection."""

    retries: int
    """How many transactions had to run again because of another one."""

    async def open(self) -> None:
        """Connect. Raises OSError or SQLAlchemy's DBAPIError."""

    def write(
        self,
        body: Callable[[Connection], T],
        process: int | None = None,
        told: Callable[[T], Sequence[str]] = lambda _: (),
    ) -> asyncio.Future[T]:
        """Run a body in a write transaction; the future has its result once that is stored.

        process: the one that writes, where there are several: Fenced if it was removed
        told: what other processes are told of the result, in the same commit
        """

    def withdraw(self, stored: asyncio.Future[Any]) -> None:
        """Whoever asked for this does not need it any more: it is not begun, if it still waits."""

    async def read(self, body: Callable[[Connection], T]) -> T:
        """Run a body in a transaction that sees one moment and may not write."""

    async def close(self) -> None:
        """Close all connections, once what has begun is stored."""


def connections(url: URL) -> Connections:
    """The connections to this database, not yet open. Raises ImportError if its driver is missing."""
    if url.get_backend_name() == "sqlite":
        from .sqlite import Sqlite

        return Sqlite(url)
    from .postgresql import Postgresql

    return Postgresql(url)
