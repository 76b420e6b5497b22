"""Seats that are free, in Discord: the button under an offer asks once more, the next one takes the seat."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, say, show
from bot.features.substitutes.substitution import Taker
from bot.services import Services

Interaction = discord.Interaction[Any]


def taker(interaction: Interaction) -> Taker:
    """The user, and the server where they ask."""
    return Taker(interaction.user.id, interaction.user.display_name, interaction.guild_id)


async def ask(services: Services, interaction: Interaction, press: Press) -> None:
    asked = await services.substitutes.question(press.table, press.seat or "", taker(interaction))
    await say(interaction, asked)


async def take(services: Services, interaction: Interaction, press: Press) -> None:
    await acknowledge(interaction)
    said = await services.substitutes.take(press.table, press.seat or "", taker(interaction))
    await show(interaction, Message(said))
