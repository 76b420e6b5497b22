"""The bot's client, as the adapters of this package see it behind `Interaction.client`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import discord

from bot.common.message import Kind, Press

Interaction = discord.Interaction[Any]
"""What a person does in Discord: a command, a button, a menu, a form, or typing a command."""


class Client(Protocol):
    async def run_act(
        self,
        interaction: Interaction,
        kind: Kind,
        press: Press,
        values: Sequence[str] | Mapping[str, str] = (),
    ) -> None:
        """Do what the id of a button, menu or form says. values: what was chosen, or filled in"""

    async def read_mail(self, user_id: int) -> None:
        """Wait until the direct messages are read that the user wrote while nobody could reach the bot."""
