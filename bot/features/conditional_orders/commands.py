"""/ahead."""

from __future__ import annotations

from discord import app_commands

from bot.discord.answer import said, show
from bot.discord.client import Interaction
from bot.discord.contexts import with_players
from bot.discord.game_cog import GameCog, GamePicker, own_table
from bot.features.conditional_orders.planning import Planning


class AheadCommands(GameCog):
    """Orders for turns to come. Every answer is private."""

    def __init__(self, games: GamePicker, planning: Planning) -> None:
        super().__init__(games)
        self._planning = planning

    @with_players
    @app_commands.command(
        name="ahead", description="Plan orders for later turns: see, add or clear them (only you see this)"
    )
    @app_commands.describe(orders="For example: if e7-e6 then d2-d3 · queue d2-d3; c2-c4 · clear")
    @own_table
    async def ahead(self, interaction: Interaction, orders: str = "", table: str | None = None) -> None:
        code, user = await self.games.asked(interaction, table, own=True), interaction.user.id
        await show(interaction, await self._planning.give(code, user, orders, said=said(interaction)))
