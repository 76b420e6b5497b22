"""*Open the board*, on order desks and on boards of one's own."""

from __future__ import annotations

from bot.common.message import Press
from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.components import button
from bot.features.board_links.links import BoardLinks


class BoardLinkButtons:
    """The link stands in a private answer of its own, so that the desk stays as it is."""

    def __init__(self, links: BoardLinks) -> None:
        self._links = links

    @button("openboard")
    async def open(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press)

    @button("openown", game=False)
    async def open_own(self, interaction: Interaction, press: Press) -> None:
        await self._answer(interaction, press)

    async def _answer(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._links.link(press.table, interaction.user.id))
