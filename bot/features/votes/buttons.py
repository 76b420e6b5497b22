"""Votes in Discord: the buttons Yes and No."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, show
from bot.discord.items import number
from bot.services import Services

Interaction = discord.Interaction[Any]


async def cast(services: Services, interaction: Interaction, press: Press, *, yes: bool) -> None:
    """The answer is private; the post is brought up to date by the outbox."""
    vote = number(press.extra, "I do not know that vote. `/vote list` shows what is being voted on.")
    await acknowledge(interaction, ephemeral=True, thinking=True)
    said = await services.voting.cast(press.table, interaction.user.id, vote, yes)
    await show(interaction, Message(said))
