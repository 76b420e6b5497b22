"""/verify, and the button below the end of a game."""

from __future__ import annotations

from discord import app_commands

from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import GameCog, GamePicker, any_table, with_players
from bot.discord.components import button
from bot.features.integrity import text
from bot.features.integrity.fair_play import FairPlay
from bot.features.integrity.verifying import Verification


class VerifyCommand(GameCog):
    def __init__(self, games: GamePicker, verification: Verification) -> None:
        super().__init__(games)
        self._verification = verification

    @with_players
    @app_commands.command(name="verify", description=text.VERIFY_COMMAND)
    @any_table
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        await publish(self._verification, interaction, await self.games.pick(interaction, table))


class VerifyButtons:
    def __init__(self, verification: Verification, fair_play: FairPlay) -> None:
        self._verification, self._fair_play = verification, fair_play

    @button("fair", public=True, looks=True)
    async def fair(self, interaction: Interaction, press: Press) -> None:
        """Explain in private how this game can be checked."""
        await begin_private_answer(interaction)
        await show(interaction, await self._fair_play.explained(press.table, interaction.user.id))

    @button("verify", public=True, looks=True)
    async def verify(self, interaction: Interaction, press: Press) -> None:
        await publish(self._verification, interaction, press.table)


async def publish(verification: Verification, interaction: Interaction, table_id: str) -> None:
    """Check a finished game for all to see. Refusals are private, so they come before the answer is begun."""
    await verification.may(table_id)
    await acknowledge(interaction, thinking=True)
    await show(interaction, await verification.verified(table_id))
