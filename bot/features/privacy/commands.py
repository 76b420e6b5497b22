"""/privacy: one's own data, shown and forgotten."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.answer import show
from bot.discord.contexts import everywhere
from bot.discord.router import Router
from bot.features.privacy import buttons
from bot.services import Services

Interaction = discord.Interaction[Any]


class PrivacyCommands(commands.Cog):
    """All answers are private."""

    group = everywhere(
        app_commands.Group(name="privacy", description="Your data: a copy of it, or be forgotten")
    )

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @group.command(name="export", description="A file with everything that I store about you")
    async def export(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        room = interaction.filesize_limit - buttons.OVERHEAD
        await show(interaction, await self.services.gathering.export(interaction.user.id, room))

    @group.command(name="forget", description="Be forgotten: says first what happens, and asks once more")
    async def forget(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await buttons.question(self.services, interaction))
