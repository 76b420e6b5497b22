"""The pages of a game's history, and the buttons Replay and Show everybody."""

from __future__ import annotations

from collections.abc import Mapping

from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.convert import to_modal
from bot.discord.registry import button, form
from bot.features.history import discord_replays
from bot.features.history.pages import HistoryPages
from bot.features.history.replays import Replays


class HistoryButtons:
    def __init__(self, history_pages: HistoryPages, replays: Replays) -> None:
        self._history_pages, self._replays = history_pages, replays

    @button("past", public="new", looks=True)
    async def page(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer if the id ends with "new", as below public posts; else turn its pages."""
        if press.extra == "new":
            await begin_private_answer(interaction)
        else:
            await acknowledge(interaction)
        page = await self._history_pages.page(press.table, interaction.user.id, press.extra)
        await show(interaction, page)

    @button("pastjump", looks=True)
    async def ask_where(self, interaction: Interaction, press: Press) -> None:
        await interaction.response.send_modal(to_modal(await self._history_pages.form(press.table)))

    @form("pastgo", looks=True)
    async def jump(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        turn = values.get("turn", "")
        await show(interaction, await self._history_pages.jump(press.table, interaction.user.id, turn))

    @button("replayed", public=True, looks=True)
    async def replay(self, interaction: Interaction, press: Press) -> None:
        """Draw the game for the user alone: the button stands below the end of a game."""
        await begin_private_answer(interaction)
        await discord_replays.draw(self._replays, interaction, press.table, "normal")

    @button("replay", looks=True)
    async def publish(self, interaction: Interaction, press: Press) -> None:
        await discord_replays.publish(self._replays, interaction, press)
