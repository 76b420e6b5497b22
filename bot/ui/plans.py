"""Orders ahead in Discord: the window, and what it answers. All of it is private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.service.house import House
from bot.service.message import Press
from bot.ui.answer import show
from bot.ui.convert import to_modal

Interaction = discord.Interaction[Any]


async def open_form(house: House, interaction: Interaction, press: Press) -> None:
    form = await house.planning.form(press.table, interaction.user.id)
    await interaction.response.send_modal(to_modal(form))


async def submitted(house: House, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
    """The answer is a message of its own: the desk stays as it is."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    text, user = values.get("lines", ""), interaction.user.id
    await show(interaction, await house.planning.give(press.table, user, text, turn=press.turn, whole=True))


async def clear(house: House, interaction: Interaction, press: Press) -> None:
    await interaction.response.defer()
    await show(interaction, await house.planning.give(press.table, interaction.user.id, "clear"))
