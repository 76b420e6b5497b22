"""The buttons below the question of /privacy forget."""

from __future__ import annotations

from bot.common.message import Message, Press
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.registry import button
from bot.features.privacy.forgetting import Forgetting


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
        await show(interaction, Message("Nothing is forgotten: all is as it was."))


def moderates(interaction: Interaction) -> bool:
    """Whether the user may rule in games of this server."""
    allowed = interaction.permissions
    return interaction.guild_id is not None and (allowed.manage_guild or allowed.manage_messages)
