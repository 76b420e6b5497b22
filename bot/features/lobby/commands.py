"""/game new; the buttons of a lobby, its menu of seats, and the host's form of options."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message, Press, clip
from bot.common.payloads import Sent
from bot.discord.answer import acknowledge, ask, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, filled, in_servers, texts
from bot.discord.components import button, form, is_private, menu
from bot.discord.error_codes import TROUBLE
from bot.discord.permissions import can_post
from bot.discord.shared_post import show_newest
from bot.discord.threads import FULL_OF_THREADS, WEEK, public_kind
from bot.engine.context import Context
from bot.features.lobby import text
from bot.features.lobby.computers import LobbyComputers
from bot.features.lobby.lobby import Lobby
from bot.features.lobby.options import WrongForm
from bot.features.server_settings.commands import asker
from bot.features.server_settings.who_may_open import Permissions
from bot.presenters.text import PITCHES
from engines.engine import Level


def _choice(key: str, name: str) -> Choice[str]:
    """A game as /game new offers it."""
    _, players, length, difficulty = PITCHES[key]
    told = text.GAME_CHOICE(name=name, players=players, length=length, difficulty=difficulty)
    return Choice(name=clip(told, 100), value=key)


_LEVELS = [Choice(name=str(level), value=str(level)) for level in Level]
_REMOVE = "remove"
_GAMES = [_choice(key, name) for key, name in names().items()]


class LobbyCommands(commands.Cog):
    game = in_servers(app_commands.Group(name="game", description=text.GAME))

    def __init__(self, permissions: Permissions, lobby: Lobby, computers: LobbyComputers) -> None:
        self._permissions, self._lobby, self._computers = permissions, lobby, computers

    @game.command(name="new", description=text.NEW)
    @app_commands.describe(
        game=text.NEW_GAME,
        deadline=text.NEW_DEADLINE,
        seats=text.NEW_SEATS,
        where=text.NEW_WHERE,
        options=text.NEW_OPTIONS,
        link=text.NEW_LINK,
    )
    @app_commands.choices(
        game=_GAMES,
        seats=[Choice(name=text.BY_LOT, value="lot"), Choice(name=text.BY_CHOICE, value="choice")],
        where=[Choice(name=text.HERE, value="here"), Choice(name=text.THREAD, value="thread")],
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        deadline: str = "24h",
        seats: str = "lot",
        where: str = "here",
        options: str = "",
        link: bool = False,
    ) -> None:
        await begin_private_answer(interaction)
        channel = interaction.channel
        if channel is None or interaction.guild is None:
            raise Refused(text.SERVERS_ONLY)
        opener = asker(interaction)
        await self._permissions.may_open(opener)
        can_post(interaction, thread=where == "thread")
        code = await self._lobby.free_code()  # a thread's name has it
        thread: discord.Thread | None = None
        if where == "thread":
            # First, because we may not delete a thread that nobody needs.
            self._lobby.check(game, options, deadline)
            thread = await _thread(channel, f"{code} {names()[game]}")
        table = await self._lobby.create(
            game_key=game,
            options=options,
            deadline=deadline,
            seating=seats,
            guild_id=interaction.guild.id,
            channel_id=thread.id if thread else channel.id,
            host_id=interaction.user.id,
            host_name=interaction.user.display_name,
            code=code if thread else None,
            asker=opener,
            link=link,
        )
        told = text.OPENED(code=table.id)
        if thread is not None:
            told = text.OPENED_THREAD(code=table.id, thread=thread.mention)
        if seats != "lot" and self._lobby.by_lot(game):
            told += f"\n{text.ALWAYS_BY_LOT(game=table.name)}"
        await show(interaction, Message(told))

    @game.command(name="computer", description=text.COMPUTER_COMMAND)
    @app_commands.describe(level=text.COMPUTER_LEVEL)
    @app_commands.choices(level=[*_LEVELS, Choice(name=text.REMOVE_NEWEST, value=_REMOVE)])
    async def computer(self, interaction: Interaction, level: str) -> None:
        await begin_private_answer(interaction)
        user, code = interaction.user.id, await self._computers.lobby_in(interaction.channel_id or 0)
        if level == _REMOVE:
            told = await self._computers.remove(code, user)
        else:
            told = await self._computers.add(code, user, level)
        await show(interaction, Message(told))

    @new.autocomplete("deadline")
    async def _deadlines(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(await self._lobby.deadlines(interaction.user.id, typed))

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(self._lobby.options(filled(interaction, "game"), typed))


async def _thread(channel: Any, name: str) -> discord.Thread:
    """Make a public thread for a game. Raises Refused."""
    if not isinstance(channel, discord.TextChannel):
        raise Refused(text.THREAD_PLACE)
    try:
        return await channel.create_thread(name=name, type=public_kind(channel), auto_archive_duration=WEEK)
    except discord.Forbidden:
        raise Refused(text.THREAD_RIGHT) from None
    except discord.HTTPException as error:
        if error.code != FULL_OF_THREADS:
            raise
        raise Refused(text.THREAD_FULL) from None


log = logging.getLogger(__name__)


class LobbyButtons:
    def __init__(self, context: Context, lobby: Lobby, computers: LobbyComputers) -> None:
        self._context, self._lobby, self._computers = context, lobby, computers

    @button("join", public=True)
    async def join(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user
        await self._done(interaction, press, self._lobby.join(press.table, user.id, user.display_name))

    @button("leave", public=True)
    async def leave(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.leave(press.table, interaction.user.id))

    @button("start", public=True)
    async def start(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.start(press.table, interaction.user.id))

    @button("close", public=True)
    async def close(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._lobby.close(press.table, interaction.user.id))

    @menu("wish", public=True)
    async def wish(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        seat = None if values[0] == "any" else values[0]
        await self._done(interaction, press, self._lobby.wish(press.table, interaction.user.id, seat))

    @button("computers", public=True)
    async def computers(self, interaction: Interaction, press: Press) -> None:
        """Let the host, and nobody else, add and remove computers."""
        await begin_private_answer(interaction)
        await show(interaction, await self._computers.panel(press.table, interaction.user.id))

    @menu("addcomputer")
    async def add_computer(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        user = interaction.user.id
        told = await self._computers.add(press.table, user, values[0])
        await show(interaction, await self._computers.panel(press.table, user, told))

    @menu("dropcomputer")
    async def drop_computer(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        user = interaction.user.id
        told = await self._computers.remove(press.table, user, values[0])
        await show(interaction, await self._computers.panel(press.table, user, told))

    @button("change", public=True)
    async def change(self, interaction: Interaction, press: Press) -> None:
        """Show the host, and nobody else, what they may change."""
        await begin_private_answer(interaction)
        await show(interaction, await self._lobby.settings(press.table, interaction.user.id))

    @button("options", public=True)
    async def options(self, interaction: Interaction, press: Press) -> None:
        user = interaction.user.id
        asked = await self._lobby.options_form(press.table, user, press.extra, press.turn)
        await ask(interaction, asked)

    @form("setoptions", public=True)
    async def set_options(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        deed = self._lobby.set_options(press.table, interaction.user.id, values, press.turn)
        await self._done(interaction, press, deed)

    async def _done(self, interaction: Interaction, press: Press, deed: Awaitable[str]) -> None:
        """Do this, show the lobby anew, and tell the user privately. A refusal shows it anew too: the message
        may be behind, because a quicker click or a crash came between a deed and its showing."""
        try:
            answer = Message(await deed)
        except WrongForm as wrong:
            answer = wrong.message
        except Refused as refused:
            answer = Message(str(refused))
        await self._refresh(interaction, press.table)
        # The form that a refusal opened again belongs to that private message, not to the lobby.
        await (show if is_private(interaction) else say)(interaction, answer)

    async def _refresh(self, interaction: Interaction, table_id: str) -> None:
        """Show the lobby anew where it stands. If Discord is unwell the next press mends it."""
        pressed = interaction.message
        async with self._context.lock(f"lobby/{table_id}"):  # so that the newest is shown last
            place = await self._lobby.place(table_id)
            if place is None:
                await self._lobby.show_later(table_id)
                return

            async def read() -> Message:
                return await self._context.db.read(self._lobby.shown, table_id)  # its picture stays

            own = pressed is not None and pressed.id == place[1]
            lobby, anew = await read(), read if self._context.shared else None
            try:
                await show_newest(interaction, Sent(*place), lobby, anew, pressed=own)
            except TROUBLE as error:
                log.info("lobby not shown", extra={"table": table_id, "reason": type(error).__name__})
