"""/history, /export, /import."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.discord.answer import show
from bot.discord.autocomplete import TABLE, known_tables
from bot.discord.contexts import in_servers, with_players
from bot.features.server_settings.asker import asker, can_post
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class ArchiveCommands(commands.Cog):
    """Looking back at games, and taking them along."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @with_players
    @app_commands.command(name="history", description="Step through a game, turn by turn, for you alone")
    @app_commands.describe(
        table=TABLE, turn="Where to begin, such as 12, spring 2048 or start; else the newest"
    )
    async def history(self, interaction: Interaction, table: str | None = None, turn: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.services.which.pick(user, table, interaction.channel_id)
        stepping = self.services.stepping
        page = await (stepping.jump(table_id, user, turn) if turn.strip() else stepping.page(table_id, user))
        await show(interaction, page)

    @with_players
    @app_commands.command(
        name="export", description="A game's record as a file: of a running one what you may know"
    )
    @app_commands.describe(table=TABLE)
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        table_id = await self.services.which.pick(user, table, interaction.channel_id)
        await show(interaction, await self.services.exporting.export(table_id, user))

    @in_servers
    @app_commands.command(
        name="import",
        description="Bring a game here by its record: to look at, or to play on if it is not over",
    )
    @app_commands.describe(
        record="The file that /export or /verify made",
        deadline="For a game that goes on: time for each turn, as in /game new (default 24h)",
    )
    async def bring(
        self, interaction: Interaction, record: discord.Attachment, deadline: str = "24h"
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who, channel = asker(interaction), interaction.channel_id
        importing = self.services.importing
        await importing.may(who, record.size)
        can_post(interaction)
        try:
            data = await record.read()
        except discord.HTTPException:
            raise Refused("I cannot fetch that file from Discord now. Try again.") from None
        await show(interaction, await importing.bring(who, channel or 0, data, deadline))

    @bring.autocomplete("deadline")
    async def _deadlines(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.lobby.deadlines(interaction.user.id, typed)
        return [Choice(name=text, value=text) for text in found]

    @history.autocomplete("table")
    @export.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)
