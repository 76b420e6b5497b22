"""Game masters in Discord: the windows that ask once more, the forms of options, pages of the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, show
from bot.discord.convert import to_modal
from bot.discord.items import number
from bot.features.lobby.options import WrongForm
from bot.features.moderation.penalty_buttons import ruler
from bot.services import Services

Interaction = discord.Interaction[Any]
GM_FORMS = frozenset({"gmundo", "gmforce", "gmset"})
_UNKNOWN = "This is from another version of me. Nothing has changed."


async def submitted(
    services: Services, interaction: Interaction, press: Press, values: Mapping[str, str]
) -> None:
    """A window was sent. Of an undo or a turn resolved now its id says which step was the newest then."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    who, reason = ruler(interaction), values.get("reason", "")
    if press.act == "gmset":
        try:
            answer = Message(await services.running.set(press.table, who, press.turn, values))
        except WrongForm as wrong:
            answer = wrong.message
        await show(interaction, answer)
        return
    seq = number(press.extra, _UNKNOWN)
    if press.act == "gmundo":
        said = await services.gm.undo(press.table, who, reason, seq)
    else:
        said = await services.gm.force(press.table, who, reason, seq)
    await show(interaction, Message(said))


async def open_options(services: Services, interaction: Interaction, press: Press) -> None:
    form = await services.running.form(press.table, ruler(interaction), press.turn, press.extra)
    await interaction.response.send_modal(to_modal(form))


async def turn_log(services: Services, interaction: Interaction, press: Press) -> None:
    await acknowledge(interaction)
    await show(interaction, await services.logview.page(press.table, number(press.extra, _UNKNOWN)))
