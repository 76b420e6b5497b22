"""/replay."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.autocomplete import TABLE, known_tables
from bot.discord.contexts import with_players
from bot.features.history import replay_buttons
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class ReplayCommand(commands.Cog):
    """Games as animated pictures."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @with_players
    @app_commands.command(
        name="replay", description="A game as an animated picture, from its start until now"
    )
    @app_commands.describe(table=TABLE, speed="How long each turn stands (default normal)")
    @app_commands.choices(speed=[Choice(name=each, value=each) for each in ("slow", "normal", "fast")])
    async def replay(self, interaction: Interaction, table: str | None = None, speed: str = "normal") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        table_id = await self.services.which.pick(interaction.user.id, table, interaction.channel_id)
        await replay_buttons.draw(self.services, interaction, table_id, speed)

    @replay.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)
