"""/away and /back."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.common.message import Message
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, completing, everywhere, texts
from bot.engine.time_words import offered_zones
from bot.features.absence import text
from bot.features.absence.absences import Absences, Asked

_DAYS = ("tomorrow", "fri", "sat", "sun", "mon", "in 3d", "in 7d", "in 14d")


class AwayCommands(commands.Cog):
    """Absences announced ahead, for all one's games. Answers are private, the games' channels are told."""

    def __init__(self, absences: Absences) -> None:
        self._absences = absences

    @everywhere
    @app_commands.command(name="away", description=text.AWAY)
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(first=text.AWAY_FROM, last=text.AWAY_TO, zone=text.AWAY_ZONE)
    async def away(self, interaction: Interaction, first: str = "", last: str = "", zone: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        if first or last:
            told = await self._absences.announce(user, Asked(first, last, zone))
        else:
            told = await self._absences.shown(user, zone)
        await show(interaction, Message(told))

    @everywhere
    @app_commands.command(name="back", description=text.BACK)
    async def back(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, Message(await self._absences.back(interaction.user.id)))

    @away.autocomplete("first")
    @away.autocomplete("last")
    async def _days(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return completing(typed, _DAYS)

    @away.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(offered_zones(typed))
