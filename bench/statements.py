"""How many statements an order takes, and how often it crosses to the database's thread and back.

    python -m bench.statements [rounds] [--all]

draft        an order that is kept and not sent
order        a sheet that is sent where others are waited for
resolution   an order that resolves its turn
Statements are those that the database gets: BEGIN and savepoints count, COMMIT does not, and rows that are
inserted together count once. A hop is one call to the database's thread. --all lists the statements.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import Any

import aiosqlite
from sqlalchemy import Engine, event

from bench.orders import Table
from bench.services import Plain, begun, opened

ROUNDS = 20


class Count:
    """Counts what the database's thread is asked for."""

    def __init__(self) -> None:
        self.hops = 0
        self.statements: Counter[str] = Counter()

    def install(self) -> None:
        ask: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

        async def counted(thread: Any, what: Any, *given: Any) -> Any:
            self.hops += 1
            return await ask(thread, what, *given)

        aiosqlite.Connection._execute = counted  # type: ignore[method-assign]

        @event.listens_for(Engine, "before_cursor_execute")
        def sent(_c: Any, _u: Any, statement: str, *_: Any) -> None:
            self.statements[" ".join(statement.split())[:100]] += 1

    async def of(self, name: str, rounds: int, do: Callable[[], Awaitable[object]], *, every: bool) -> None:
        """Do it so many times, and print what one time took."""
        self.hops, self.statements = 0, Counter()
        start = perf_counter()
        for _ in range(rounds):
            await do()
        taken = (perf_counter() - start) / rounds
        sent = self.statements.total() / rounds
        print(f"{name:<11} {sent:5.1f} statements   {self.hops / rounds:6.1f} hops   {taken * 1000:6.1f} ms")
        for statement, times in self.statements.most_common() if every else ():
            print(f"    {times / rounds:4.1f}  {statement}")


async def waiting(folder: str) -> Callable[[], Awaitable[object]]:
    """Return what sends one sheet of seven again."""
    services = await opened(f"{folder}/many.sqlite3", Plain(0))
    code = await begun(services, dict.fromkeys(range(7), ""), "newyork2047")
    return partial(services.orders.give, code, 0, "1 hold", send=True)


async def main(rounds: int, *, every: bool) -> None:
    logging.disable(logging.CRITICAL)
    count = Count()
    count.install()
    with tempfile.TemporaryDirectory() as folder:
        table = await Table.open(folder, "two", Plain(0))
        send = await waiting(folder)
        for _ in range(4):
            await table.resolve(draw=False)
        await send()

        async def draft() -> object:
            return await table.services.orders.give(table.code, table.turn % 2, table.order)

        resolve = partial(table.resolve, draw=False)
        for name, act in (("draft", draft), ("order", send), ("resolution", resolve)):
            await count.of(name, rounds, act, every=every)
        await table.services.close()


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--all"]
    asyncio.run(main(int(given[0]) if given else ROUNDS, every="--all" in sys.argv))
