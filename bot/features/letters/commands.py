"""/press and /letters."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import acknowledge, show
from bot.discord.autocomplete import TABLE, known_tables, shown
from bot.discord.contexts import with_players
from bot.discord.convert import to_modal
from bot.discord.router import Router
from bot.features.letters.buttons import source
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class PressCommands(commands.Cog):
    """Letters between players. Every answer is private."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @with_players
    @app_commands.command(name="press", description="Write a letter to other players, or to all in public")
    @app_commands.describe(
        to="Factions or players such as hamblet greene, or all; #12 is the writer of unsigned letter 12",
        text="Your letter; without it a window opens, for several lines",
        anonymous="Without your name, where the game allows that",
        table=TABLE,
    )
    async def press(
        self,
        interaction: Interaction,
        to: str,
        text: app_commands.Range[str, 1, 1500] | None = None,
        anonymous: bool = False,
        table: str | None = None,
    ) -> None:
        user = interaction.user.id
        if text is None:
            table_id = await self.services.press.pick(user, table, interaction.channel_id)
            form = await self.services.press.form(table_id, user, to, anonymous)
            await interaction.response.send_modal(to_modal(form))
            return
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self.services.press.pick(user, table, interaction.channel_id)
        said = await self.services.press.write(
            table_id, user, to, text, source=source(interaction), anonymous=anonymous
        )
        await show(interaction, Message(said))

    @with_players
    @app_commands.command(name="letters", description="Your letters; after the end of a game everybody's")
    @app_commands.describe(table=TABLE)
    @app_commands.describe(with_="Only letters exchanged with this faction")
    @app_commands.rename(with_="with")
    async def letters(
        self, interaction: Interaction, table: str | None = None, with_: str | None = None
    ) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.services.press.pick(user, table, interaction.channel_id, reading=True)
        await show(interaction, await self.services.letterbox.read(table_id, user, with_ or ""))

    @press.autocomplete("to")
    async def _names(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        said = getattr(interaction.namespace, "table", None)
        try:
            table_id = await self.services.press.pick(interaction.user.id, said, interaction.channel_id)
        except Refused:
            return []
        found = await self.services.press.suggest(table_id, interaction.user.id, typed)
        return shown(found)

    @letters.autocomplete("with_")
    async def _others(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        said = getattr(interaction.namespace, "table", None)
        try:
            user, channel = interaction.user.id, interaction.channel_id
            table_id = await self.services.press.pick(user, said, channel, reading=True)
        except Refused:
            return []
        found = await self.services.letterbox.factions(table_id, typed)
        return shown(found)

    @press.autocomplete("table")
    @letters.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)
