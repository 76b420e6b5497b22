"""The button below an offered seat asks once more; the next one takes the seat."""

from __future__ import annotations

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, say, show
from bot.discord.client import Interaction
from bot.discord.registry import button
from bot.features.substitutes.substitution import Substitutes, Taker


def taker(interaction: Interaction) -> Taker:
    """The user, and the server where they ask."""
    return Taker(interaction.user.id, interaction.user.display_name, interaction.guild_id)


class SubstituteButtons:
    def __init__(self, substitutes: Substitutes) -> None:
        self._substitutes = substitutes

    @button("takeseat", public=True)
    async def ask(self, interaction: Interaction, press: Press) -> None:
        asked = await self._substitutes.question(press.table, press.seat or "", taker(interaction))
        await say(interaction, asked)

    @button("takeyes")
    async def take(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        told = await self._substitutes.take(press.table, press.seat or "", taker(interaction))
        await show(interaction, Message(told))
