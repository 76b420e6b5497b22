"""/calendar."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import everywhere
from bot.features.calendars import text
from bot.features.calendars.calendars import Calendars


class CalendarCommands(commands.Cog):
    """There only where the bot has pages."""

    def __init__(self, calendars: Calendars) -> None:
        self._calendars = calendars

    @everywhere
    @app_commands.command(name="calendar", description=text.CALENDAR)
    @app_commands.describe(off=text.OFF)
    async def calendar(self, interaction: Interaction, off: bool = False) -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        done = await (self._calendars.take_back(user) if off else self._calendars.link(user))
        await show(interaction, done)
