"""A second process for `test_processes.py`: python -m tests.bot.storage.writer JOB DATABASE."""

import asyncio
import sys

from bot.storage import tables
from bot.storage.database import Database
from bot.storage.records import Value
from bot.storage.rows import insert, save
from tests.bot.transactions import writing

from . import make

ROUNDS = 40


async def count(where: str) -> None:
    """Add steps to a table, each after the newest: every round reads, then writes what depends on it."""
    db = await Database.open(where)
    for _ in range(ROUNDS):
        async with writing(db) as tx:
            table = tables.get(tx, "k7f3")
            if table is None:
                table = make.table()
                tables.insert(tx, table)
            insert(tx, make.step(table.seq + 1))
            tables.advance(tx, "k7f3", table.seq, table.seq + 1, table.turn + 1)
    await db.close()


async def hang(where: str) -> None:
    """Commit one value, write another, and never commit that."""
    db = await Database.open(where)
    async with writing(db) as tx:
        save(tx, Value(key="told", value="yes"))
    async with writing(db) as tx:
        save(tx, Value(key="untold", value="yes"))
        print("inside", flush=True)
        await asyncio.sleep(600)


if __name__ == "__main__":
    asyncio.run({"count": count, "hang": hang}[sys.argv[1]](sys.argv[2]))
