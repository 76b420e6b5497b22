"""Orders ahead in Discord: the window, and what it answers. All of it is private."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.common.message import Press
from bot.discord.answer import acknowledge, said, show
from bot.discord.convert import to_modal
from bot.services import Services

Interaction = discord.Interaction[Any]


async def open_form(services: Services, interaction: Interaction, press: Press) -> None:
    form = await services.planning.form(press.table, interaction.user.id)
    await interaction.response.send_modal(to_modal(form))


async def submitted(
    services: Services, interaction: Interaction, press: Press, values: Mapping[str, str]
) -> None:
    """The answer is a message of its own: the desk stays as it is."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    text, user = values.get("lines", ""), interaction.user.id
    plan = await services.planning.give(
        press.table, user, text, turn=press.turn, whole=True, said=said(interaction)
    )
    await show(interaction, plan)


async def clear(services: Services, interaction: Interaction, press: Press) -> None:
    await acknowledge(interaction)
    user = interaction.user.id
    await show(interaction, await services.planning.give(press.table, user, "clear", said=said(interaction)))
