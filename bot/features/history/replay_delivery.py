"""Replays in Discord: the answer tells how far the drawing is, then it becomes the animation."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.common.message import Message, Press
from bot.discord.answer import say
from bot.discord.client import Interaction
from bot.discord.convert import to_edit, to_send
from bot.discord.error_codes import TROUBLE
from bot.features.history.replays import Replays

log = logging.getLogger(__name__)


Made = Callable[[int], Awaitable[Message]]
"""The replay, in so many bytes at the most."""
Way = Callable[[Message], Awaitable[None]]
TOO_LARGE = 413
ANYWHERE = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
"""What a file may have in direct messages, and in servers without boosts."""

EVERY = 3.0
"""Seconds from one edit of the answer to the next, at the least."""


class Progress:
    """Edits the deferred answer, at once and then now and again. If that fails the drawing goes on."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._loop = asyncio.get_running_loop()
        self._next = self._loop.time()

    async def __call__(self, text: str) -> None:
        now = self._loop.time()
        if now < self._next or self._interaction.is_expired():
            return
        self._next = now + EVERY
        try:
            await self._interaction.edit_original_response(content=text)
        except TROUBLE as error:
            log.info("progress not shown", extra={"what": "replay", "reason": type(error).__name__})


async def draw(replays: Replays, interaction: Interaction, table_id: str, speed: str) -> None:
    """The user's own replay, in place of the deferred answer, or by direct message if that comes too late."""
    progress = Progress(interaction)

    async def made(most: int) -> Message:
        return await replays.replay(table_id, interaction.user.id, speed, most, progress)

    async def answer(shown: Message) -> None:
        await interaction.edit_original_response(**to_edit(shown))

    async def write(shown: Message) -> None:
        await interaction.user.send(**to_send(shown))

    await _deliver(interaction, made, answer, write, ANYWHERE)


async def publish(replays: Replays, interaction: Interaction, press: Press) -> None:
    """The same for everybody, below: the button's own message stays, without the button, so that there is
    one of it."""
    await interaction.response.defer()
    channel, guild = interaction.channel, interaction.guild

    async def made(most: int) -> Message:
        user = interaction.user.id
        return await replays.replay(press.table, user, press.extra, most, _silence, public=True)

    async def answer(shown: Message) -> None:
        await say(interaction, shown, private=False)

    async def post(shown: Message) -> None:
        if isinstance(channel, discord.abc.Messageable):
            await channel.send(**to_send(shown))

    await _deliver(interaction, made, answer, post, guild.filesize_limit if guild is not None else ANYWHERE)
    if not interaction.is_expired():
        try:
            await interaction.edit_original_response(view=None)
        except discord.HTTPException as error:
            log.info("button not taken away", extra={"what": "replay", "status": error.status})


async def _deliver(interaction: Interaction, made: Made, answer: Way, later: Way, room: int) -> None:
    """Draw it for the answer, as large as that may be. An answer is possible for a quarter of an hour: after
    that it goes another way, and is drawn anew if there is less room.

    later: the other way;  room: the bytes that a file may have there
    """
    shown, way = await made(interaction.filesize_limit), answer
    if interaction.is_expired():
        way = later
    else:
        try:
            await answer(shown)
        except discord.HTTPException as error:
            if error.status != TOO_LARGE or _size(shown) <= ANYWHERE:
                raise
            room = ANYWHERE  # Discord has told another limit than it keeps to
        else:
            return
    if _size(shown) > room:
        shown = await made(room)
    await (later if interaction.is_expired() else way)(shown)


def _size(shown: Message) -> int:
    return sum(len(picture.data) for picture in shown.attached)


async def _silence(_: str) -> None:
    """Nothing is told while a button's message stays."""
