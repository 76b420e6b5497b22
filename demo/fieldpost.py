"""Fieldpost itself, as the demo runs it."""

from __future__ import annotations

from pathlib import Path

from discord.ext import commands

from bot.app import create_bot
from bot.settings import Settings


def make(data: Path) -> commands.Bot:
    """The unmodified bot with its database in ``data``; nobody asks for its token here."""
    return create_bot(Settings(token="offline-demo", database=str(data / "fieldpost.sqlite3")))
