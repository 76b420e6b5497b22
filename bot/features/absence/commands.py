"""/away and /back."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.message import Message
from bot.discord.answer import show
from bot.discord.contexts import everywhere
from bot.discord.router import Router
from bot.engine.zones import offered_zones
from bot.features.absence.absences import Asked
from bot.services import Services

Interaction = discord.Interaction[Any]
_DAYS = ("tomorrow", "fri", "sat", "sun", "mon", "in 3d", "in 7d", "in 14d")


class AwayCommands(commands.Cog):
    """Absences announced ahead, for all one's games. Answers are private, the games' channels are told."""

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

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
        user, absences = interaction.user.id, self.services.absences
        if first or last:
            await show(interaction, Message(await absences.announce(user, Asked(first, last, zone))))
        else:
            await show(interaction, Message(await absences.shown(user, zone)))

    @everywhere
    @app_commands.command(name="back", description="Take your announced absences back: you are here")
    async def back(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, Message(await self.services.absences.back(interaction.user.id)))

    @away.autocomplete("first")
    @away.autocomplete("last")
    async def _days(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        begun = typed.strip().lower()
        return [app_commands.Choice(name=day, value=day) for day in _DAYS if day.startswith(begun)]

    @away.autocomplete("zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=zone, value=zone) for zone in offered_zones(typed)]
