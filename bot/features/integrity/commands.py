"""/verify, and the button below the end of a game."""

from __future__ import annotations

from discord import app_commands

from bot.common.message import Press
from bot.discord.answer import acknowledge, show
from bot.discord.client import Interaction
from bot.discord.commands import GameCog, GamePicker, any_table, with_players
from bot.discord.components import button
from bot.features.integrity.verifying import Verification


class VerifyCommand(GameCog):
    def __init__(self, games: GamePicker, verification: Verification) -> None:
        super().__init__(games)
        self._verification = verification

    @with_players
    @app_commands.command(
        name="verify", description="Check every result of a finished game, for everyone to see"
    )
    @any_table
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        await publish(self._verification, interaction, await self.games.pick(interaction, table))


class VerifyButtons:
    def __init__(self, verification: Verification) -> None:
        self._verification = verification

    @button("verify", public=True, looks=True)
    async def verify(self, interaction: Interaction, press: Press) -> None:
        await publish(self._verification, interaction, press.table)


async def publish(verification: Verification, interaction: Interaction, table_id: str) -> None:
    """Check a finished game for all to see. Refusals are private, so they come before the answer is begun."""
    await verification.may(table_id)
    await acknowledge(interaction, thinking=True)
    await show(interaction, await verification.verified(table_id))
