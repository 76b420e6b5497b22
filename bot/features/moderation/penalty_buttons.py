"""Rulings in Discord: who asks, and the window that asks once more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, show
from bot.features.moderation.game_masters import Ruler
from bot.services import Services

Interaction = discord.Interaction[Any]


def ruler(interaction: Interaction) -> Ruler:
    """The user, and what Discord says of them in the server where they ask. What a single channel grants does
    not count: a game is looked after by who looks after its server."""
    user = interaction.user
    granted = user.guild_permissions if isinstance(user, discord.Member) else discord.Permissions.none()
    moderator = granted.manage_guild or granted.manage_messages
    return Ruler(user.id, user.display_name, interaction.guild_id, moderator)


async def submitted(
    services: Services, interaction: Interaction, press: Press, values: Mapping[str, str]
) -> None:
    """The window was sent: who is meant is in its id."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    said = await services.penalties.rule(
        press.table, ruler(interaction), press.seat or "", press.extra, "", values.get("reason", "")
    )
    await show(interaction, Message(said))
