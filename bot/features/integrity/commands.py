"""/verify."""

from __future__ import annotations

from discord import app_commands

from bot.discord.client import Interaction
from bot.discord.contexts import with_players
from bot.discord.game_cog import GameCog, GamePicker, any_table
from bot.features.integrity.buttons import publish
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
