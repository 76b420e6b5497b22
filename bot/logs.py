"""Logs for the host: one line an entry, as text or JSON. Entries name tables, turns and posts, never an
order, a letter, a seed or the token."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


# Not a context variable: timers and posts that a task starts would inherit it, and are about something else.
_about: WeakKeyDictionary[asyncio.Task[object], dict[str, object]] = WeakKeyDictionary()


def about(**known: object) -> None:
    """Say in every entry of this task, from now on, what it is about: the shard, the table."""
    task = asyncio.current_task()
    if task is not None:
        _about[task] = {**_about.get(task, {}), **known}


def _task_is_about() -> dict[str, object]:
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop runs in this thread
        return {}
    return {} if task is None else _about.get(task, {})


def _extras(record: logging.LogRecord) -> dict[str, object]:
    return _task_is_about() | {key: value for key, value in vars(record).items() if key not in _KNOWN}


_TELLS_NO_ORDER = ("sqlalchemy", "sqlite3", "alembic", "psycopg", "aiohttp", "socket")


def told(error: BaseException | None) -> str:
    """Where it broke, as a traceback. The words of an error are left out unless they come from a library that
    knows no orders: others may quote one."""
    parts: list[str] = []
    seen: set[int] = set()
    while error is not None and id(error) not in seen:  # an error raised again may be its own cause
        seen.add(id(error))
        kind = type(error)
        library = kind.__module__.partition(".")[0]
        # Of discord.py's errors, those of its commands quote the error inside them.
        tells = library in _TELLS_NO_ORDER or kind.__module__ == "discord.errors"
        words = f": {error}" if isinstance(error, OSError) or tells else ""
        parts.insert(0, f"{''.join(traceback.format_tb(error.__traceback__))}{kind.__qualname__}{words}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\n".join(parts)


class TextFormatter(logging.Formatter):
    """process: the name of this process, where there are several"""

    def __init__(self, process: str = "") -> None:
        super().__init__()
        self._process = {"process": process} if process else {}

    def format(self, record: logging.LogRecord) -> str:
        pairs = "".join(f" {key}={value}" for key, value in {**_extras(record), **self._process}.items())
        moment = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%S")
        line = f"{moment} {record.levelname:<7} {record.name}: {record.getMessage()}{pairs}"
        return f"{line}\n{told(record.exc_info[1])}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """process: the name of this process, where there are several"""

    def __init__(self, process: str = "") -> None:
        super().__init__()
        self._process = {"process": process} if process else {}

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **{key: str(value) for key, value in _extras(record).items()},
            **self._process,
        }
        if record.exc_info:
            entry["error"] = told(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=False)


def set_up(level: str, style: str, process: str = "") -> None:
    """Send our log to stderr; discord.py's own from INFO up (its DEBUG would show messages). process: the
    name of this process, where there are several"""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(process) if style == "json" else TextFormatter(process))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in (
        "discord",
        "aiosqlite",
        "sqlalchemy",
        "alembic",
        "asyncio",
        "PIL",
        "procrastinate",
        "psycopg",
    ):
        logging.getLogger(name).setLevel(max(logging.getLevelName(level), logging.WARNING))
