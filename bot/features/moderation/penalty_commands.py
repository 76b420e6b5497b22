"""/penalty."""

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
from bot.features.moderation.game_masters import MOST_REASON
from bot.features.moderation.penalty_buttons import ruler
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice


class PenaltyCommands(commands.Cog):
    """What a game master rules. The answer is private, the ruling is not."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @with_players
    @app_commands.command(
        name="penalty", description="Game masters: rule a penalty, where the rules have some"
    )
    @app_commands.describe(
        player="Against whom",
        ruling="What you rule",
        reason="Why; everybody will read it",
        space="Which piece: the space where it stands, for a ruling that needs one",
        table=TABLE,
    )
    async def penalty(
        self,
        interaction: Interaction,
        player: str,
        ruling: str,
        reason: app_commands.Range[str, 1, MOST_REASON],
        space: str = "",
        table: str | None = None,
    ) -> None:
        who, penalties = ruler(interaction), self.services.penalties
        table_id = await self._table(interaction, table)
        form = await penalties.form(table_id, who, player, ruling, space, reason)
        if form is not None:
            await interaction.response.send_modal(to_modal(form))
            return
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(interaction, Message(await penalties.rule(table_id, who, player, ruling, space, reason)))

    async def _table(self, interaction: Interaction, said: str | None) -> str:
        return await self.services.which.pick(interaction.user.id, said, interaction.channel_id)

    async def _typing(self, interaction: Interaction) -> tuple[str, Any]:
        """The game that is meant so far, "" none, and what the other fields hold."""
        filled = interaction.namespace
        try:
            return await self._table(interaction, getattr(filled, "table", None)), filled
        except Refused:
            return "", filled

    @penalty.autocomplete("player")
    async def _players(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        table_id, _ = await self._typing(interaction)
        return shown(await self.services.penalties.players(table_id, ruler(interaction), typed))

    @penalty.autocomplete("ruling")
    async def _rulings(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        table_id, _ = await self._typing(interaction)
        return shown(await self.services.penalties.rulings(table_id, ruler(interaction), typed))

    @penalty.autocomplete("space")
    async def _spaces(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        table_id, filled = await self._typing(interaction)
        player, ruling = (str(getattr(filled, name, None) or "") for name in ("player", "ruling"))
        found = await self.services.penalties.spaces(table_id, ruler(interaction), player, ruling, typed)
        return shown(found)

    @penalty.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)
