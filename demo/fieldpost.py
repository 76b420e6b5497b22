"""Fieldpost itself, as the demo runs it."""

from __future__ import annotations

from pathlib import Path

from discord.ext import commands


def make(data: Path) -> commands.Bot:
    """The unmodified bot with its database in ``data``."""
    from bot.app import create_bot  # type: ignore[import-not-found,unused-ignore]
    from bot.settings import Settings  # type: ignore[import-not-found,unused-ignore]

    bot: commands.Bot = create_bot(Settings(database=data / "fieldpost.sqlite"))
    return bot
