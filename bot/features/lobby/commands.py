"""/game new."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import begin_private_answer, show
from bot.discord.autocomplete import Choice, filled, texts
from bot.discord.client import Interaction
from bot.discord.contexts import in_servers
from bot.discord.permissions import can_post
from bot.discord.threads import FULL_OF_THREADS, WEEK, public_kind
from bot.features.lobby.lobby import Lobby
from bot.features.server_settings.asker import asker
from bot.features.server_settings.permissions import Permissions

_GAMES = [Choice(name=name, value=key) for key, name in names().items()]


class LobbyCommands(commands.Cog):
    game = in_servers(app_commands.Group(name="game", description="Open a game"))

    def __init__(self, permissions: Permissions, lobby: Lobby) -> None:
        self._permissions, self._lobby = permissions, lobby

    @game.command(name="new", description="Open a new game in this channel for players to join")
    @app_commands.describe(
        game="Which game",
        deadline="Time per turn (default 24h), dates like Mon,Thu 20:00 Europe/Rome, or none",
        seats="Draw the seats by lot, or let players choose (default: by lot)",
        where="In this channel, or in a new thread (default: here)",
        options="Game options, like objective=points; you can change them in the lobby",
    )
    @app_commands.choices(
        game=_GAMES,
        seats=[Choice(name="drawn by lot", value="lot"), Choice(name="chosen by players", value="choice")],
        where=[Choice(name="here", value="here"), Choice(name="a new thread", value="thread")],
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        deadline: str = "24h",
        seats: str = "lot",
        where: str = "here",
        options: str = "",
    ) -> None:
        await begin_private_answer(interaction)
        channel = interaction.channel
        if channel is None or interaction.guild is None:
            raise Refused("Games are made in a server's channel.")
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
        )
        place = f" in {thread.mention}" if thread else ""
        told = f"Game `{table.id}` is open{place}, with you as its host and first player."
        if seats != "lot" and self._lobby.by_lot(game):
            told += f"\nThe seats of {table.name} are always drawn by lot."
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
        raise Refused("Threads can be made in text channels only. Use `where: here`.")
    try:
        return await channel.create_thread(name=name, type=public_kind(channel), auto_archive_duration=WEEK)
    except discord.Forbidden:
        raise Refused("I may not make threads in this channel. Use `where: here`.") from None
    except discord.HTTPException as error:
        if error.code != FULL_OF_THREADS:
            raise
        raise Refused(
            "This server has as many active threads as Discord allows. Use `where: here`, or close some."
        ) from None
