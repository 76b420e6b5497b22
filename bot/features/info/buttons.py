"""The buttons Board and Why? below a turn, the menu of units, and the pages of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from bot.common.errors import Refused
from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.registry import UNKNOWN, button, menu
from bot.features.info.game_views import GameViews
from bot.features.info.rule_pages import RulePages


class InfoButtons:
    def __init__(self, game_views: GameViews, rules: RulePages) -> None:
        self._game_views, self._rules = game_views, rules

    @button("board", public=True, looks=True)
    async def board(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._game_views.board(press.table, interaction.user.id))

    @button("explain", public=True, looks=True)
    async def explain(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._game_views.why_menu(press.table, interaction.user.id))

    @menu("why", looks=True)
    async def why(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await show(interaction, await self._game_views.why(press.table, interaction.user.id, values[0]))

    @button("rules", game=False)
    async def rules(self, interaction: Interaction, press: Press) -> None:
        """Turn the pages of the rules; `table` is the game's key here."""
        if press.table not in self._rules.games or not press.extra.isdecimal():
            raise Refused(UNKNOWN)
        await acknowledge(interaction)
        await show(interaction, self._rules.page(press.table, int(press.extra)))
