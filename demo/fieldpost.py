"""Fieldpost itself, as the demo runs it."""

from __future__ import annotations

import os
from pathlib import Path

from discord.ext import commands

from bot.app import create_bot
from bot.settings import Settings

HASTE = "undo=10"
"""Who tries the demo plays all seats, and shall not wait for a minute."""


def where(data: Path, database: str | None = None) -> str:
    """Where the games are: in a file in ``data``, unless a database is given."""
    return database or str(data / "fieldpost.sqlite3")


def pages() -> tuple[str, int] | None:
    """Where the pages are: `python -m demo` says it in the environment, as a host does."""
    host, _, port = os.environ.get("FIELDPOST_WEB", "").rpartition(":")
    return (host, int(port)) if port else None


def make(data: Path, database: str | None = None) -> commands.Bot:
    """The unmodified bot; nobody asks for its token here. database: None is a file in ``data``"""
    return create_bot(
        Settings(
            token="offline-demo",
            database=where(data, database),
            defaults=os.environ.get("FIELDPOST_DEFAULTS", HASTE),
            faults=data / "faults",
            new_dms_a_minute=0,
            web=pages(),
        )
    )
