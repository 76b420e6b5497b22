"""/reminders."""

from __future__ import annotations

from contextlib import suppress

from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, completing, everywhere, texts
from bot.engine.time_words import QuietHours, offered_zones
from bot.features.reminders import text
from bot.features.reminders.reminders import Asked, ReminderSettings

_BEFORE = ("usual", "12h 1h", "24h 6h 1h", "6h", "1h")
_QUIET = ("22:00-08:00", "23:00-07:00", "00:00-09:00", "none")


class ReminderCommands(commands.Cog):
    def __init__(self, settings: ReminderSettings) -> None:
        self._settings = settings

    @everywhere
    @app_commands.command(name="reminders", description=text.COMMAND)
    @app_commands.describe(
        on=text.ON,
        before=text.BEFORE,
        quiet=text.QUIET,
        zone=text.ZONE,
    )
    async def reminders(
        self,
        interaction: Interaction,
        on: bool | None = None,
        before: str = "",
        quiet: str = "",
        zone: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        asked = Asked(on, before, quiet, zone)
        await show(interaction, await self._settings.ask(interaction.user.id, asked))

    @reminders.autocomplete("before")
    async def _before(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return completing(typed, _BEFORE)

    @reminders.autocomplete("quiet")
    async def _quiet(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        with suppress(Refused):
            return texts([str(QuietHours.read(typed))])
        return completing(typed, _QUIET)

    @reminders.autocomplete("zone")
    async def _zone(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(offered_zones(typed))
