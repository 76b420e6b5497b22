"""/profile, /leaderboard."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.discord.answer import show
from bot.discord.contexts import in_servers
from bot.features.profiles.buttons import in_public, leaders
from bot.services import Services

Interaction = discord.Interaction[Any]

_GAMES = [app_commands.Choice(name=name, value=key) for key, name in names().items()]


class ProfileCommands(commands.Cog):
    """What games that are over say of people. All answers are private."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @in_servers
    @app_commands.command(
        name="profile", description="Ratings, results and reliability of a player in this server"
    )
    @app_commands.describe(user="Whose; without it yours")
    async def profile(self, interaction: Interaction, user: discord.User | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if interaction.guild_id is None:
            raise Refused("Ratings are those of a server: ask there.")
        whose = user or interaction.user
        own = whose.id == interaction.user.id
        found = await self.services.profiles.message(
            interaction.guild_id,
            whose.id,
            whose.display_name,
            None if own else lambda channel_id: in_public(interaction, channel_id),
        )
        await show(interaction, found)

    @in_servers
    @app_commands.command(name="leaderboard", description="Who is best at a game in this server")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=_GAMES)
    async def leaderboard(self, interaction: Interaction, game: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await leaders(self.services, interaction, game, 0))
