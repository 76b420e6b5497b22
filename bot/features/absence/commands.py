"""/away and /back."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.message import Message
from bot.discord.answer import show
from bot.discord.autocomplete import Choice, completing, texts
from bot.discord.contexts import everywhere
from bot.engine.zones import offered_zones
from bot.features.absence.absences import Absences, Asked

Interaction = discord.Interaction[Any]
_DAYS = ("tomorrow", "fri", "sat", "sun", "mon", "in 3d", "in 7d", "in 14d")


class AwayCommands(commands.Cog):
    """Absences announced ahead, for all one's games. Answers are private, the games' channels are told."""

    def __init__(self, absences: Absences) -> None:
        self._absences = absences

    @everywhere
    @app_commands.command(
        name="away", description="Announce an absence 24 hours ahead; without options: what you announced"
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        first="The first day or moment, such as 2026-12-01, fri 18:00, in 2d; else 24 hours from now",
        last="The last day, or the moment when you are back",
        zone="Where your days are, such as Europe/Rome; it is remembered",
    )
    async def away(self, interaction: Interaction, first: str = "", last: str = "", zone: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        if first or last:
            told = await self._absences.announce(user, Asked(first, last, zone))
        else:
            told = await self._absences.shown(user, zone)
        await show(interaction, Message(told))

    @everywhere
    @app_commands.command(name="back", description="Take your announced absences back: you are here")
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
