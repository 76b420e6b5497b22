"""Answer interactions, and say so when something is refused or breaks."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.common.errors import Conflict, Refused
from bot.common.message import Form, Message, clip
from bot.discord import text
from bot.discord.client import Client, Interaction
from bot.discord.convert import keeping, mark_of, to_edit, to_fill, to_modal, to_send
from bot.discord.error_codes import TROUBLE, Refusal, is_ours, meaning, passes
from bot.discord.permissions import NEEDED, lacking, listed
from bot.engine.order_sheets import Said, told_at

log = logging.getLogger(__name__)

_TOO_MANY, _TOO_LARGE = 429, 413
_ANSWERED_OR_LATE = {10062, 40060}
"""Discord's codes for an interaction that was answered too late, and for one that it delivered twice: the
other delivery's answer stands."""
WAITS = (0.0, 3.0, 15.0, 60.0)
"""Seconds before each attempt to say what went wrong, while the trouble is one that passes."""


class Page(ABC):
    """What a person does on a page: it looks like an interaction, and takes values as answers."""

    @abstractmethod
    async def put(self, message: Message) -> None:
        """Show this in the place of what was pressed."""

    @abstractmethod
    async def add(self, message: Message) -> None:
        """Show this beside it."""

    @abstractmethod
    async def ask(self, form: Form) -> None:
        """Show a form."""


async def acknowledge(interaction: Interaction, *, ephemeral: bool = False, thinking: bool = False) -> None:
    """Defer the answer, in time, as in `InteractionResponse.defer`. Then wait until the direct messages are
    read that the person wrote before, while nobody could reach the bot: they come first."""
    await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    client: Client = interaction.client
    await client.read_mail(interaction.user.id)


async def begin_private_answer(interaction: Interaction) -> None:
    """Acknowledge with "thinking…", in a new message that the user alone sees. `show` fills it in."""
    await acknowledge(interaction, ephemeral=True, thinking=True)


def said(interaction: Interaction) -> Said:
    """When somebody pressed or sent this."""
    return Said(told_at(interaction.id))


async def say(interaction: Interaction, message: Message | str, *, private: bool = True) -> None:
    """Send a new message, whether or not the interaction was answered or deferred before."""
    shown = Message(message) if isinstance(message, str) else message
    if isinstance(interaction, Page):
        await interaction.add(shown)
    elif interaction.response.is_done():
        await interaction.followup.send(**to_send(shown), ephemeral=private)
    else:
        await interaction.response.send_message(**to_send(shown), ephemeral=private)


async def show(interaction: Interaction, message: Message, *, keep: bool = False) -> None:
    """Put this in the place of the deferred answer, or of the message whose button was pressed. A post keeps
    its mark, so that the outbox can still find it. keep: that message's pictures and files stay"""
    if isinstance(interaction, Page):
        await interaction.put(message)
        return
    edits = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    old = interaction.message if edits else None

    async def put(shown: Message) -> None:
        if old is None:
            given = to_fill(shown)
        else:
            given = to_edit(keeping(shown, old) if keep else shown, mark_of(old))
            if keep:
                del given["attachments"]
        await interaction.edit_original_response(**given)

    try:
        await put(message)
    except discord.HTTPException as error:
        if not (message.attached or message.files) or error.status != _TOO_LARGE:
            raise
        log.warning("files left out", extra={"status": error.status})
        await put(message.without_files())


async def ask(interaction: Interaction, form: Form) -> None:
    """Open a form. The interaction must not be answered yet."""
    if isinstance(interaction, Page):
        await interaction.ask(form)
    else:
        await interaction.response.send_modal(to_modal(form))


@asynccontextmanager
async def guarded(interaction: Interaction, what: str) -> AsyncIterator[None]:
    """Turn whatever is refused or breaks inside into one private line. what: names the act in the log"""
    try:
        yield
    except Refused as refused:
        await _last_word(interaction, str(refused))
    except Conflict:
        await _last_word(interaction, text.QUICKER)
    except TROUBLE as error:
        # Some call of Discord, or the answer itself, failed. What was accepted is stored.
        if isinstance(error, discord.HTTPException) and error.code in _ANSWERED_OR_LATE:
            log.info("no answer possible", extra={"what": what} | _codes(error))
            return
        told = {"what": what, "reason": type(error).__name__} | _codes(error)
        log.log(logging.ERROR if is_ours(error) else logging.WARNING, "answer lost", extra=told)
        await _last_word(interaction, _in_words(error, interaction))
    except Exception:
        number = secrets.token_hex(3)
        log.exception("error %s", number, extra={"what": what})
        await _last_word(interaction, text.MY_FAULT(number=number))


def _in_words(error: BaseException, interaction: Interaction) -> str:
    """Say what could not be done, and what would work."""
    if isinstance(error, discord.RateLimited):
        return text.WAIT_MINUTES(n=max(1, math.ceil(error.retry_after / 60)))
    if not isinstance(error, discord.HTTPException):
        return text.UNWELL
    found = meaning(error)
    if error.status == _TOO_MANY or found is Refusal.NO_NEW_DMS:
        return text.WAIT
    if found is Refusal.UNWELL:
        return text.UNWELL
    if found is Refusal.CLOSED:
        return text.CLOSED
    if found is Refusal.FORBIDDEN:
        return text.FORBIDDEN(permissions=listed(lacking(interaction) or NEEDED))
    if found in (Refusal.GONE, Refusal.NOBODY):
        return text.GONE
    return text.TOO_LARGE if found is Refusal.TOO_LARGE else text.REFUSED(code=error.code or error.status)


async def _last_word(interaction: Interaction, said: str) -> None:
    """Say this in one way or the other, so that nobody is left with "thinking…"; if Discord is unwell, try
    again a little later."""
    for wait in WAITS:
        await asyncio.sleep(wait)
        again = False
        for way in (_below, _in_place):
            try:
                await way(interaction, clip(said, 2000))
                return
            except TROUBLE as error:
                again |= passes(error)
                log.warning(
                    "last word lost", extra={"reason": type(error).__name__, "again": again} | _codes(error)
                )
        if not again or interaction.is_expired():
            return


async def _below(interaction: Interaction, said: str) -> None:
    """Send a new message; while the answer is "thinking…" Discord puts it there."""
    await say(interaction, said)


async def _in_place(interaction: Interaction, said: str) -> None:
    """Edit the answer. If that is the message whose button was pressed, leave it and send a new one below:
    `_below` may not have known that the interaction was answered."""
    kind = interaction.response.type
    own = kind is discord.InteractionResponseType.deferred_channel_message
    if own or (kind is None and interaction.message is None):
        await interaction.edit_original_response(**to_fill(Message(said)))
    else:
        await interaction.followup.send(said, ephemeral=True)


def _codes(error: BaseException) -> dict[str, object]:
    """What Discord said, for the log."""
    if isinstance(error, discord.HTTPException):
        return {"status": error.status, "code": error.code}
    return {}
