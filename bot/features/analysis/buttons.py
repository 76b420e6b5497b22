"""*Analysis* below the end of a game and on the pages of its history; *Refresh* on its answer."""

from __future__ import annotations

from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.components import button
from bot.features.analysis.analyses import Analyses


class AnalysisButtons:
    def __init__(self, analyses: Analyses) -> None:
        self._analyses = analyses

    @button("analysis", public="new", looks=True)
    async def show(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer if the id ends with "new"; else put what there is now in its place."""
        if press.extra == "new":
            await begin_private_answer(interaction)
        else:
            await acknowledge(interaction)
        shown = self._analyses.again if press.extra == "again" else self._analyses.show
        await show(interaction, await shown(press.table))
