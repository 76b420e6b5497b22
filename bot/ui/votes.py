"""Votes in Discord: the buttons Yes and No."""

from __future__ import annotations

from typing import Any

import discord

from bot.service.errors import Refused
from bot.service.house import House
from bot.service.message import Message, Press
from bot.ui.answer import show

Interaction = discord.Interaction[Any]
_MOST_DIGITS = 18


async def cast(house: House, interaction: Interaction, press: Press, *, yes: bool) -> None:
    """The answer is private; the post is brought up to date by the outbox."""
    number = press.extra
    if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
        raise Refused("I do not know that vote. `/vote list` shows what is being voted on.")
    await interaction.response.defer(ephemeral=True, thinking=True)
    said = await house.voting.cast(press.table, interaction.user.id, int(number), yes)
    await show(interaction, Message(said))
