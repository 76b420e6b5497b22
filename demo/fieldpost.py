"""Fieldpost itself, as the demo runs it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from discord.ext import commands


def make(data: Path) -> commands.Bot:
    """The unmodified bot with its database in ``data``."""
    settings = import_module("bot.settings").Settings(database=data / "fieldpost.sqlite")
    bot: commands.Bot = import_module("bot.app").create_bot(settings)
    return bot
