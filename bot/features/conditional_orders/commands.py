"""/ahead, its buttons and its form. All answers are private."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.common.message import Press
from bot.discord.answer import acknowledge, ask, begin_private_answer, said, show
from bot.discord.client import Interaction
from bot.discord.commands import GameCog, GamePicker, own_table, with_players
from bot.discord.components import button, form
from bot.features.conditional_orders import text
from bot.features.conditional_orders.planning import Planning


class AheadCommands(GameCog):
    """Orders for turns to come. Every answer is private."""

    def __init__(self, games: GamePicker, planning: Planning) -> None:
        super().__init__(games)
        self._planning = planning

    @with_players
    @app_commands.command(name="ahead", description=text.COMMAND)
    @app_commands.describe(orders=text.COMMAND_ORDERS)
    @own_table
    async def ahead(self, interaction: Interaction, orders: str = "", table: str | None = None) -> None:
        code, user = await self.games.asked(interaction, table, own=True), interaction.user.id
        await show(interaction, await self._planning.give(code, user, orders, said=said(interaction)))


class AheadButtons:
    def __init__(self, planning: Planning) -> None:
        self._planning = planning

    @button("ahead", public=True)
    async def write(self, interaction: Interaction, press: Press) -> None:
        asked = await self._planning.form(press.table, interaction.user.id)
        await ask(interaction, asked)

    @form("plan", public=True)
    async def written(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Answer below: the desk stays as it is."""
        await begin_private_answer(interaction)
        lines, user = values.get("lines", ""), interaction.user.id
        plan = await self._planning.give(
            press.table, user, lines, turn=press.turn, whole=True, said=said(interaction)
        )
        await show(interaction, plan)

    @button("aheadclear")
    async def clear(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user, told = interaction.user.id, said(interaction)
        await show(interaction, await self._planning.give(press.table, user, "clear", said=told))
