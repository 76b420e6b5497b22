"""/ahead."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.answer import acknowledge, said, show
from bot.discord.autocomplete import TABLE, own_tables
from bot.discord.contexts import with_players
from bot.discord.router import Router
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class AheadCommands(commands.Cog):
    """Orders for turns to come. Every answer is private."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @with_players
    @app_commands.command(
        name="ahead", description="Orders for turns to come, for you alone: see, add or clear them"
    )
    @app_commands.describe(
        orders="Such as: if e7-e6 then d2-d3 · queue d2-d3; c2-c4 · clear",
        table=TABLE,
    )
    async def ahead(self, interaction: Interaction, orders: str = "", table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.services.which.pick(user, table, interaction.channel_id, own=True)
        await show(
            interaction, await self.services.planning.give(table_id, user, orders, said=said(interaction))
        )

    @ahead.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await own_tables(self.services, interaction, typed)
