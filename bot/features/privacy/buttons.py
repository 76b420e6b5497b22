"""The buttons under the question of /privacy forget."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.services import Services

Interaction = discord.Interaction[Any]
OVERHEAD = 4096
"""Bytes of an upload besides the file."""


async def question(services: Services, interaction: Interaction) -> Message:
    """What would happen, and the buttons."""
    user = interaction.user
    return await services.forgetting.question(
        user.id, user.display_name, interaction.guild_id, _moderates(interaction)
    )


async def forget(services: Services, interaction: Interaction, press: Press) -> None:
    """Yes: in the place of the question comes what was done."""
    await interaction.response.defer()
    user = interaction.user
    done = await services.forgetting.forget(
        user.id, user.display_name, interaction.guild_id, _moderates(interaction), press.extra
    )
    await show(interaction, done)


def _moderates(interaction: Interaction) -> bool:
    """Whether the user may rule in games of this server."""
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.manage_messages)


async def stay(interaction: Interaction) -> None:
    await interaction.response.defer()
    await show(interaction, Message("Nothing is forgotten: all is as it was."))
