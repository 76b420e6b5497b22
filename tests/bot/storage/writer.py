"""A second process for `test_processes.py`: python -m tests.bot.storage.writer JOB DATABASE."""

import asyncio
import sys
import time

from bot.storage import tables
from bot.storage.database import Database, Tx
from bot.storage.records import Value
from bot.storage.rows import insert, save

from . import make

ROUNDS = 40


def add(tx: Tx) -> None:
    """Add a step to a table after the newest: it reads, then writes what depends on that."""
    table = tables.get(tx, "k7f3")
    if table is None:
        table = make.table()
        tables.insert(tx, table)
    insert(tx, make.step(table.seq + 1))
    tables.advance(tx, "k7f3", table.seq, table.seq + 1, table.turn + 1)


async def count(where: str) -> None:
    """Add many steps."""
    db = await Database.open(where)
    for _ in range(ROUNDS):
        await db.write(add)
    await db.close()


def never_ends(tx: Tx) -> None:
    """Write a value, and never commit it."""
    save(tx, Value(key="untold", value="yes"))
    print("inside", flush=True)
    time.sleep(600)


async def hang(where: str) -> None:
    """Commit one value, write another, and never commit that."""
    db = await Database.open(where)
    await db.write(save, Value(key="told", value="yes"))
    await db.write(never_ends)


if __name__ == "__main__":
    asyncio.run({"count": count, "hang": hang}[sys.argv[1]](sys.argv[2]))
