"""Orders ahead: the buttons Ahead… and Clear, and the form. All answers are private."""

from __future__ import annotations

from collections.abc import Mapping

from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, said, show
from bot.discord.client import Interaction
from bot.discord.convert import to_modal
from bot.discord.registry import button, form
from bot.features.conditional_orders.planning import Planning


class AheadButtons:
    def __init__(self, planning: Planning) -> None:
        self._planning = planning

    @button("ahead", public=True)
    async def write(self, interaction: Interaction, press: Press) -> None:
        asked = await self._planning.form(press.table, interaction.user.id)
        await interaction.response.send_modal(to_modal(asked))

    @form("plan", public=True)
    async def written(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        """Answer below: the desk stays as it is."""
        await begin_private_answer(interaction)
        text, user = values.get("lines", ""), interaction.user.id
        plan = await self._planning.give(
            press.table, user, text, turn=press.turn, whole=True, said=said(interaction)
        )
        await show(interaction, plan)

    @button("aheadclear")
    async def clear(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user, told = interaction.user.id, said(interaction)
        await show(interaction, await self._planning.give(press.table, user, "clear", said=told))
