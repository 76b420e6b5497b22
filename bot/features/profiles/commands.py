"""/profile, /leaderboard and the buttons that turn its pages."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import in_servers
from bot.discord.components import button
from bot.features.profiles import text as words
from bot.features.profiles.leaderboard import Leaderboards
from bot.features.profiles.profile import Profiles

_GAMES = [app_commands.Choice(name=name, value=key) for key, name in names().items()]


class ProfileCommands(commands.Cog):
    """What games that are over say of people. All answers are private."""

    def __init__(self, profiles: Profiles, leaderboards: Leaderboards) -> None:
        self._profiles, self._leaderboards = profiles, leaderboards

    @in_servers
    @app_commands.command(name="profile", description=words.PROFILE)
    @app_commands.describe(user=words.PROFILE_USER)
    async def profile(self, interaction: Interaction, user: discord.User | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if interaction.guild_id is None:
            raise Refused(words.IN_SERVER)
        whose = user or interaction.user
        own = whose.id == interaction.user.id
        found = await self._profiles.message(
            interaction.guild_id,
            whose.id,
            whose.display_name,
            None if own else lambda channel_id: _in_public(interaction, channel_id),
        )
        await show(interaction, found)

    @in_servers
    @app_commands.command(name="leaderboard", description=words.LEADERBOARD)
    @app_commands.describe(game=words.LEADERBOARD_GAME)
    @app_commands.choices(game=_GAMES)
    async def leaderboard(self, interaction: Interaction, game: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await leaders(self._leaderboards, interaction, game, 0))


def _in_public(interaction: Interaction, channel_id: int) -> bool:
    """Whether everybody in the server can see this channel or thread, as far as we know."""
    guild = interaction.guild
    place: Any = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if isinstance(place, discord.Thread):
        place = None if place.is_private() else place.parent
    if guild is None or place is None:
        return False
    return bool(place.permissions_for(guild.default_role).view_channel)


class LeaderboardButtons:
    def __init__(self, leaderboards: Leaderboards) -> None:
        self._leaderboards = leaderboards

    @button("leaders", game=False)
    async def turn_page(self, interaction: Interaction, press: Press) -> None:
        """Show another page; `table` is the game's key, `turn` the page here."""
        await interaction.response.defer()
        await show(interaction, await leaders(self._leaderboards, interaction, press.table, press.turn))


async def leaders(leaderboards: Leaderboards, interaction: Interaction, game: str, page: int) -> Message:
    """A page of the ratings in the server where this is asked."""
    if interaction.guild_id is None:
        raise Refused(words.IN_SERVER)
    return await leaderboards.page(interaction.guild_id, game, page, interaction.user.id)
