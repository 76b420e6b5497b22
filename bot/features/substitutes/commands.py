"""/substitute."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.message import Message
from bot.discord.answer import acknowledge, show
from bot.discord.autocomplete import TABLE, own_tables, shown
from bot.discord.contexts import with_players
from bot.discord.router import Router
from bot.features.substitutes.buttons import taker
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class SubstituteCommands(commands.Cog):
    """Seats that change hands. Answers are private, the game's channel is told."""

    substitute = with_players(
        app_commands.Group(
            name="substitute", description="Seats that are free, and a substitute for your own"
        )
    )

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @substitute.command(name="list", description="The seats that are free in this server")
    async def free(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(
            interaction, await self.services.substitutes.free(interaction.guild_id, interaction.user.id)
        )

    @substitute.command(name="ask", description="Offer your seat; you play on until somebody takes it")
    @app_commands.describe(table=TABLE)
    async def ask(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._own(interaction, table)
        await show(interaction, Message(await self.services.substitutes.ask(table_id, interaction.user.id)))

    @substitute.command(name="keep", description="Offer your seat no more")
    @app_commands.describe(table=TABLE)
    async def keep(self, interaction: Interaction, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self._own(interaction, table)
        await show(interaction, Message(await self.services.substitutes.keep(table_id, interaction.user.id)))

    @substitute.command(
        name="take", description="Take a free seat, with all that it has (you are asked once more)"
    )
    @app_commands.describe(seat="Which one; those that are free are offered as you type")
    async def take(self, interaction: Interaction, seat: str) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        code, _, which = seat.strip().partition(" ")
        table_id = (await self.services.looking.must_look(code, interaction.user.id)).id
        asked = await self.services.substitutes.question(table_id, which, taker(interaction))
        await show(interaction, asked)

    async def _own(self, interaction: Interaction, said: str | None) -> str:
        return await self.services.which.pick(interaction.user.id, said, interaction.channel_id, own=True)

    @take.autocomplete("seat")
    async def _free(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.substitutes.choices(interaction.guild_id, interaction.user.id, typed)
        return shown(found)

    @ask.autocomplete("table")
    @keep.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await own_tables(self.services, interaction, typed)
