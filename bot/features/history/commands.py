"""/history, /replay, /export and /import; the buttons on the pages of a game and below replays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, ask, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, any_table, in_servers, texts, with_players
from bot.discord.components import button, form
from bot.discord.convert import to_fill, to_send
from bot.discord.error_codes import TROUBLE
from bot.discord.permissions import can_post
from bot.features.history import text as words
from bot.features.history.exporting import GameExport
from bot.features.history.importing import GameImport
from bot.features.history.pages import HistoryPages
from bot.features.history.replays import Replays
from bot.features.server_settings.commands import asker

log = logging.getLogger(__name__)

Made = Callable[[int], Awaitable[Message]]
"""Makes the replay in at most so many bytes."""
Way = Callable[[Message], Awaitable[None]]
TOO_LARGE = 413
ANYWHERE = discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES
"""What a file may have in direct messages, and in servers without boosts."""

EVERY = 3.0
"""Seconds from one edit of the answer to the next, at the least."""


class HistoryCommands(GameCog):
    """Looking back at games, and taking them along."""

    def __init__(
        self,
        games: GamePicker,
        history_pages: HistoryPages,
        replays: Replays,
        game_export: GameExport,
        game_import: GameImport,
        deadlines: Callable[[int, str], Awaitable[list[str]]],
    ) -> None:
        """deadlines: what a user may mean by a deadline typed so far"""
        super().__init__(games)
        self._history_pages, self._replays = history_pages, replays
        self._game_export, self._game_import, self._deadlines = game_export, game_import, deadlines

    @with_players
    @app_commands.command(name="history", description=words.HISTORY)
    @app_commands.describe(turn=words.HISTORY_TURN)
    @any_table
    async def history(self, interaction: Interaction, table: str | None = None, turn: str = "") -> None:
        code, user = await self.games.asked(interaction, table), interaction.user.id
        history_pages = self._history_pages
        page = await (
            history_pages.jump(code, user, turn) if turn.strip() else history_pages.page(code, user)
        )
        await show(interaction, page)

    @with_players
    @app_commands.command(name="replay", description=words.REPLAY)
    @app_commands.describe(speed=words.REPLAY_SPEED)
    @app_commands.choices(speed=[Choice(name=each, value=each) for each in ("slow", "normal", "fast")])
    @any_table
    async def replay(self, interaction: Interaction, table: str | None = None, speed: str = "normal") -> None:
        code = await self.games.asked(interaction, table)
        await draw(self._replays, interaction, code, speed)

    @with_players
    @app_commands.command(name="export", description=words.EXPORT)
    @any_table
    async def export(self, interaction: Interaction, table: str | None = None) -> None:
        code = await self.games.asked(interaction, table)
        await show(interaction, await self._game_export.export(code, interaction.user.id))

    @in_servers
    @app_commands.command(name="import", description=words.IMPORT)
    @app_commands.describe(record=words.IMPORT_RECORD, deadline=words.IMPORT_DEADLINE)
    async def bring(
        self, interaction: Interaction, record: discord.Attachment, deadline: str = "24h"
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who, channel = asker(interaction), interaction.channel_id
        await self._game_import.may(who, record.size)
        can_post(interaction)
        try:
            data = await record.read()
        except discord.HTTPException:
            raise Refused(words.NO_FETCH) from None
        await show(interaction, await self._game_import.bring(who, channel or 0, data, deadline))

    @bring.autocomplete("deadline")
    async def _offered(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(await self._deadlines(interaction.user.id, typed))


class HistoryButtons:
    def __init__(self, history_pages: HistoryPages, replays: Replays) -> None:
        self._history_pages, self._replays = history_pages, replays

    @button("past", public="new", looks=True)
    async def page(self, interaction: Interaction, press: Press) -> None:
        """Open a private answer if the id ends with "new", as below public posts; else turn its pages."""
        if press.extra == "new":
            await begin_private_answer(interaction)
        else:
            await acknowledge(interaction)
        page = await self._history_pages.page(press.table, interaction.user.id, press.extra)
        await show(interaction, page)

    @button("pastjump", looks=True)
    async def ask_where(self, interaction: Interaction, press: Press) -> None:
        await ask(interaction, await self._history_pages.form(press.table))

    @form("pastgo", looks=True)
    async def jump(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        turn = values.get("turn", "")
        await show(interaction, await self._history_pages.jump(press.table, interaction.user.id, turn))

    @button("replayed", public=True, looks=True)
    async def replay(self, interaction: Interaction, press: Press) -> None:
        """Draw the game for the user alone: the button stands below the end of a game."""
        await begin_private_answer(interaction)
        await draw(self._replays, interaction, press.table, "normal")

    @button("replay", looks=True)
    async def publish(self, interaction: Interaction, press: Press) -> None:
        await publish(self._replays, interaction, press)


# -- replays


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
        await interaction.edit_original_response(**to_fill(shown))

    async def write(shown: Message) -> None:
        await interaction.user.send(**to_send(shown))

    await _deliver(interaction, made, answer, write, ANYWHERE)


async def publish(replays: Replays, interaction: Interaction, press: Press) -> None:
    """The same for everybody, below: the button's own message stays, without the button, so that there is
    one of it."""
    await interaction.response.defer()
    channel, guild = interaction.channel, interaction.guild
    drawn: list[Message] = []

    async def made(most: int) -> Message:
        user = interaction.user.id
        drawn.append(await replays.replay(press.table, user, press.extra, most, _silence, public=True))
        return drawn[-1]

    async def answer(shown: Message) -> None:
        await say(interaction, shown, private=False)

    async def post(shown: Message) -> None:
        if isinstance(channel, discord.abc.Messageable):
            await channel.send(**to_send(shown))

    await _deliver(interaction, made, answer, post, guild.filesize_limit if guild is not None else ANYWHERE)
    if not interaction.is_expired():
        try:
            await show(interaction, drawn[-1], keep=True)
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
