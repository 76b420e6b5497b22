"""Replays in Discord: the answer tells how far the drawing is, then it becomes the animation."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord

from bot.service.house import House
from bot.service.message import Message, Press
from bot.ui.answer import say, show
from bot.ui.convert import to_send

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

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
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("progress not shown", extra={"what": "replay", "reason": type(error).__name__})


async def draw(house: House, interaction: Interaction, table_id: str, speed: str) -> None:
    """The user's own replay, in place of the deferred answer."""
    most = interaction.filesize_limit
    shown = await house.replays.replay(table_id, interaction.user.id, speed, most, Progress(interaction))
    if interaction.is_expired():  # the answer can be edited for a quarter of an hour
        await interaction.user.send(**to_send(shown))
    else:
        await show(interaction, shown)


async def publish(house: House, interaction: Interaction, press: Press) -> None:
    """The same for everybody, below: the button's own message stays, without the button, so that there is
    one of it."""
    await interaction.response.defer()
    shown = await house.replays.replay(
        press.table,
        interaction.user.id,
        press.extra,
        interaction.filesize_limit,
        _silence,
        public=True,
    )
    await _post(interaction, shown)
    if not interaction.is_expired():
        try:
            await interaction.edit_original_response(view=None)
        except discord.HTTPException as error:
            log.info("button not taken away", extra={"what": "replay", "status": error.status})


async def _post(interaction: Interaction, shown: Message) -> None:
    """In the channel, as an answer while that is possible."""
    channel = interaction.channel
    if interaction.is_expired() and isinstance(channel, discord.abc.Messageable):
        await channel.send(**to_send(shown))
    else:
        await say(interaction, shown, private=False)


async def _silence(_: str) -> None:
    """Nothing is told while a button's message stays."""
