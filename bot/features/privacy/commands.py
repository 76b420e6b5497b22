"""/privacy: one's own data, shown and forgotten; the buttons below the question."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import everywhere
from bot.discord.components import button
from bot.features.privacy import text
from bot.features.privacy.data_export import DataExport
from bot.features.privacy.forgetting import Forgetting
from bot.features.puzzles.solving import Solving

OVERHEAD = 4096
"""Bytes of an upload besides the file."""


class PrivacyCommands(commands.Cog):
    """All answers are private."""

    group = everywhere(app_commands.Group(name="privacy", description=text.PRIVACY))

    def __init__(self, data_export: DataExport, forgetting: Forgetting, solving: Solving) -> None:
        self._data_export, self._forgetting, self._solving = data_export, forgetting, solving

    @group.command(name="export", description=text.EXPORT)
    async def export(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        room = interaction.filesize_limit - OVERHEAD
        await show(interaction, await self._data_export.export(interaction.user.id, room))

    @group.command(name="forget", description=text.FORGET)
    async def forget(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user, moderator = interaction.user, moderates(interaction)
        asked = await self._forgetting.question(user.id, user.display_name, interaction.guild_id, moderator)
        await show(interaction, asked)

    @group.command(name="puzzles", description=text.PUZZLES)
    @app_commands.describe(named=text.PUZZLES_NAMED)
    async def puzzles(self, interaction: Interaction, named: bool) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await self._solving.name(interaction.user.id, named=named))


class PrivacyButtons:
    def __init__(self, forgetting: Forgetting) -> None:
        self._forgetting = forgetting

    @button("forgetyes", game=False)
    async def forget(self, interaction: Interaction, press: Press) -> None:
        """Show in the place of the question what was done."""
        await interaction.response.defer()
        user, moderator = interaction.user, moderates(interaction)
        done = await self._forgetting.forget(
            user.id, user.display_name, interaction.guild_id, moderator, press.extra
        )
        await show(interaction, done)

    @button("forgetno", game=False)
    async def stay(self, interaction: Interaction, press: Press) -> None:
        await interaction.response.defer()
        await show(interaction, Message(text.KEPT))


def moderates(interaction: Interaction) -> bool:
    """Return whether the user may rule in games of this server."""
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.manage_messages)
