"""Several processes on one database, and one that is killed."""

import asyncio
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from bot.storage import dialect, tables
from bot.storage.database import Database
from bot.storage.records import Step
from bot.storage.rows import count, read_value
from tests.bot.transactions import looking, writing

from . import make
from .writer import ROUNDS

ROOT = Path(__file__).parents[3]


async def start(job: str, where: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.storage.writer", job, where, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )


async def test_two_processes_create_and_write_at_the_same_time(where: str) -> None:
    processes = [await start("count", where) for _ in range(2)]
    for process in processes:
        _, errors = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode == 0, errors.decode()
    db = await Database.open(where)
    async with looking(db) as tx:
        table = tables.get(tx, "k7f3")
        assert table is not None and table.seq == 2 * ROUNDS
        assert count(tx, Step, table_id="k7f3") == 2 * ROUNDS
    await db.close()


async def test_a_killed_process_leaves_what_it_committed_and_no_lock(where: str) -> None:
    process = await start("hang", where)
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 30) == b"inside\n"
    process.kill()
    await process.wait()
    db = await Database.open(where)
    async with asyncio.timeout(10), writing(db) as tx:
        assert read_value(tx, "told") == "yes"
        assert read_value(tx, "untold") is None
        tables.insert(tx, make.table())
    await db.close()


class Cursor:
    """One whose first statements meet these errors."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.said: list[str] = []

    def execute(self, statement: str) -> None:
        self.said.append(statement)
        if self.errors:
            raise self.errors.pop(0)


def test_a_new_file_that_others_open_in_the_same_moment_is_tried_again() -> None:
    """SQLite does not wait there by itself: one in some sixty openings at the same time fails."""
    locked = sqlite3.OperationalError("database is locked")
    cursor = Cursor(locked, locked)
    dialect._set(cursor, "journal_mode=WAL")  # type: ignore[arg-type]
    assert cursor.said == ["PRAGMA journal_mode=WAL"] * 3
    cursor = Cursor(sqlite3.OperationalError("disk I/O error"))
    with pytest.raises(sqlite3.OperationalError, match="disk"):
        dialect._set(cursor, "journal_mode=WAL")  # type: ignore[arg-type]
    assert len(cursor.said) == 1
