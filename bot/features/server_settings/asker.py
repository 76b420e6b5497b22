"""Who asks in Discord, as `bot.features.server_settings.permissions` needs to know it."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.errors import Refused
from bot.discord.client import Interaction
from bot.features.server_settings.permissions import Asker


def asker(interaction: Interaction) -> Asker:
    """The user with the roles, and where this was asked. What a single channel grants does not count."""
    user, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(user, discord.Member):
        raise Refused("That works in a server's channel only.")
    return Asker(
        guild_id=guild.id,
        user_id=user.id,
        roles=frozenset(role.id for role in user.roles),
        manager=user.guild_permissions.manage_guild,
        places=_places(interaction, guild),
        known=frozenset(role.id for role in guild.roles),
    )


def _places(interaction: Interaction, guild: discord.Guild) -> frozenset[int]:
    """The channel, the one that it is a thread of, and their category."""
    found = {interaction.channel_id}
    channel: Any = interaction.channel
    if isinstance(channel, discord.Thread):
        found.add(channel.parent_id)
        channel = guild.get_channel(channel.parent_id)
    found.add(getattr(channel, "category_id", None))
    return frozenset(place for place in found if place is not None)
