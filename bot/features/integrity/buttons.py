"""The button Verify below the end of a game."""

from __future__ import annotations

from bot.common.message import Press
from bot.discord.answer import acknowledge, show
from bot.discord.client import Interaction
from bot.discord.registry import button
from bot.features.integrity.verifying import Verification


class VerifyButtons:
    def __init__(self, verification: Verification) -> None:
        self._verification = verification

    @button("verify", public=True, looks=True)
    async def verify(self, interaction: Interaction, press: Press) -> None:
        await publish(self._verification, interaction, press.table)


async def publish(verification: Verification, interaction: Interaction, table_id: str) -> None:
    """Check a finished game for all to see. Refusals are private, so they come before the answer is begun."""
    await verification.may(table_id)
    await acknowledge(interaction, thinking=True)
    await show(interaction, await verification.verified(table_id))
