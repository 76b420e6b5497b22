"""/history, /export."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.service.house import House
from bot.ui.answer import show
from bot.ui.offered import TABLE, known_tables

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class ArchiveCommands(commands.Cog):
    """Looking back at games, and taking them along."""

    def __init__(self, house: House) -> None:
        self.house = house

    @app_commands.command(name="history", description="Step through a game, turn by turn, for you alone")
    @app_commands.describe(
        table=TABLE, turn="Where to begin, such as 12, spring 2048 or start; else the newest"
    )
    async def history(self, interaction: Interaction, table: str | None = None, turn: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.house.which.pick(user, table, interaction.channel_id)
        stepping = self.house.stepping
        page = stepping.jump(table_id, user, turn) if turn.strip() else stepping.page(table_id, user)
        await show(interaction, await page)

    @app_commands.command(
        name="export", description="A game's record as a file: of a running one what you may know"
    )
    @app_commands.describe(table=TABLE)
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.house.which.pick(user, table, interaction.channel_id)
        await show(interaction, await self.house.exporting.export(table_id, user, interaction.guild_id))

    @history.autocomplete("table")
    @export.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.house, interaction, typed)
