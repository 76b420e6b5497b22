"""What autocomplete offers while somebody types: games, and what use cases find."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.common import message
from bot.common.message import MOST_CHOICES, clip
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice
TABLE = "The game's code; without it this channel's game"
"""What commands say of their field for a game."""
_MOST = 100
"""Signs of a choice that Discord shows."""


async def own_tables(
    services: Services, interaction: Interaction, typed: str, missing: str = ""
) -> list[Choice[str]]:
    """The user's games in play, those first that wait for an order; `missing` is added to these."""
    owed = await services.which.owed(interaction.user.id)
    begun = typed.strip().lower()
    return [
        Choice(name=f"{table.id} · {clip(table.name, 60)}{missing if waits else ''}", value=table.id)
        for table, waits in owed
        if table.id.startswith(begun)
    ][:MOST_CHOICES]


async def known_tables(services: Services, interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The games that the user may look at here."""
    found = await services.records.choices(interaction.user.id, interaction.guild_id, typed)
    return [Choice(name=clip(label, _MOST), value=value) for value, label in found]


def shown(found: Iterable[message.Choice]) -> list[Choice[str]]:
    """Choices of a use case, as Discord takes them."""
    return [Choice(name=clip(each.label, _MOST), value=each.value) for each in found][:MOST_CHOICES]
