"""/privacy: one's own data, shown and forgotten."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.contexts import everywhere
from bot.features.privacy.buttons import moderates
from bot.features.privacy.data_export import DataExport
from bot.features.privacy.forgetting import Forgetting

OVERHEAD = 4096
"""Bytes of an upload besides the file."""


class PrivacyCommands(commands.Cog):
    """All answers are private."""

    group = everywhere(
        app_commands.Group(name="privacy", description="Your data: get a copy, or be forgotten")
    )

    def __init__(self, data_export: DataExport, forgetting: Forgetting) -> None:
        self._data_export, self._forgetting = data_export, forgetting

    @group.command(name="export", description="Download everything that I store about you")
    async def export(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        room = interaction.filesize_limit - OVERHEAD
        await show(interaction, await self._data_export.export(interaction.user.id, room))

    @group.command(name="forget", description="Be forgotten: shows what will happen, and asks you to confirm")
    async def forget(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user, moderator = interaction.user, moderates(interaction)
        asked = await self._forgetting.question(user.id, user.display_name, interaction.guild_id, moderator)
        await show(interaction, asked)
