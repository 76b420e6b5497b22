"""What tests of moving and backups share: a database with games of all kinds, and what is in a database."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.storage import backups, copying, whole
from tests.bot.commands.test_check import Shared, made

Run = Callable[..., tuple[int, str, str]]
quiet = backups.quiet


async def games(path: Path) -> dict[str, str]:
    """Put a database with games of all kinds there; their codes by what they are."""
    shutil.copy(await made(), path)
    return Shared.names


def rows(path: Path) -> list[str]:
    """All rows in a file, and the numbers that it goes on with, as SQLite itself writes them."""
    with closing(sqlite3.connect(path)) as db:
        return sorted(line for line in db.iterdump() if line.startswith("INSERT"))


def digest(where: str | Path) -> copying.Rows:
    """All rows of a database of either kind."""
    with whole.reading(str(where)) as connection:
        return copying.rows(connection, quiet)


def ask(url: str, statement: str, *values: Any) -> list[Any]:
    """What PostgreSQL answers, a value each; what is changed is stored."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        asked = connection.execute(statement.encode(), values)
        return [] if asked.description is None else [row[0] for row in asked.fetchall()]


def tables(url: str, schema: str = "public") -> list[str]:
    return ask(url, "SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1", schema)


def refused(ended: tuple[int, str, str], *words: str) -> None:
    """It ended with one line, which has these words, and without the password."""
    code, _, err = ended
    [line] = err.splitlines()
    assert code == 2 and line.startswith("fieldpost: "), ended
    assert all(word in line for word in words), line
    assert "secret" not in line


def killed_in(module: str, function: str, *argv: str, settings: dict[str, str] | None = None) -> None:
    """Run a command in a process that is killed when it comes to this function."""
    code = f"""
        import sys, time
        import {module} as patched
        from bot.commands import main

        def stop(*_, **__):
            print("there", flush=True)
            time.sleep(600)

        patched.{function} = stop
        sys.exit(main(sys.argv[1:]))
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *argv],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
        env={**os.environ, **(settings or {})},
    ) as started:
        assert started.stdout is not None
        assert "there\n" in started.stdout, "it ended before"
        started.kill()
