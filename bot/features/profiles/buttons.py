"""The pages of a leaderboard."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.services import Services

Interaction = discord.Interaction[Any]


async def leaders(services: Services, interaction: Interaction, game: str, number: int) -> Message:
    """A page of the ratings in the server where this is asked."""
    if interaction.guild_id is None:
        raise Refused("Ratings are those of a server: ask there.")
    return await services.leaderboards.page(interaction.guild_id, game, number, interaction.user.id)


async def turn_page(services: Services, interaction: Interaction, press: Press) -> None:
    """A button under a leaderboard; `table` is the game's key, `turn` the page here."""
    await interaction.response.defer()
    await show(interaction, await leaders(services, interaction, press.table, press.turn))


def in_public(interaction: Interaction, channel_id: int) -> bool:
    """Whether everybody in the server can see this channel or thread, as far as we know."""
    guild = interaction.guild
    place: Any = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else place.parent
    if guild is None or place is None:
        return False
    return bool(place.permissions_for(guild.default_role).view_channel)
