"""Letters in Discord: the buttons under them, the window for an answer, the pages of `/letters`.

A button's id holds the letter's number and nothing else of it; the service decides who may do what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, show
from bot.discord.convert import to_modal
from bot.discord.items import number
from bot.services import Services

Interaction = discord.Interaction[Any]

LETTER_FORMS = frozenset({"letter", "answer", "answerall"})


def source(interaction: Interaction) -> str:
    """What keeps a letter from being written twice by one interaction."""
    return f"i{interaction.id}"


async def open_pages(services: Services, interaction: Interaction, press: Press) -> None:
    """ "new" stands under a call in the channel and opens a private answer; numbers turn its pages."""
    if press.extra == "new":
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await show(interaction, await services.letterbox.read(press.table, interaction.user.id))
        return
    await acknowledge(interaction)
    at, _, rest = press.extra.partition(".")
    page = await services.letterbox.read(
        press.table, interaction.user.id, rest.partition(".")[0], _number(at)
    )
    await show(interaction, page)


async def open_form(
    services: Services, interaction: Interaction, press: Press, *, everyone: bool = False
) -> None:
    """The window for an answer to a letter."""
    form = await services.press.reply_form(press.table, interaction.user.id, _number(press.extra), everyone)
    await interaction.response.send_modal(to_modal(form))


async def submitted(
    services: Services, interaction: Interaction, press: Press, values: Mapping[str, str]
) -> None:
    """A letter's window was sent: the letter it answers, or whom it is for, is in its id."""
    await acknowledge(interaction, ephemeral=True, thinking=True)
    text, user, key = values.get("text", ""), interaction.user.id, source(interaction)
    if press.act == "letter":
        sign, _, to = press.extra.partition(".")
        unsigned = sign == "unsigned"
        said = await services.press.write(press.table, user, to, text, source=key, anonymous=unsigned)
    else:
        everyone = press.act == "answerall"
        said = await services.press.reply(press.table, user, _number(press.extra), everyone, text, source=key)
    await show(interaction, Message(said))


def _number(text: str) -> int:
    return number(text, "I know no such letter.")
