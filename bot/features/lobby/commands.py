"""/game new, /games, /board, /why, /verify."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import Choice as Found
from bot.common.message import Message
from bot.discord.answer import acknowledge, show
from bot.discord.autocomplete import TABLE, known_tables, shown
from bot.discord.contexts import everywhere, in_servers, with_players
from bot.discord.router import Router
from bot.discord.threads import FULL_OF_THREADS, WEEK, public_kind
from bot.engine import house_rules
from bot.features.server_settings.asker import asker, can_post
from bot.services import Services

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice

_GAMES = [Choice(name=name, value=key) for key, name in names().items()]


class GameCommands(commands.Cog):
    """Making games and looking at them."""

    game = in_servers(app_commands.Group(name="game", description="Make a game"))

    def __init__(self, services: Services, router: Router) -> None:
        self.services = services
        self.router = router

    @game.command(name="new", description="Open a new game in this channel, for players to join")
    @app_commands.describe(
        game="Which game",
        deadline="Time for each turn (default 24h), dates such as Mon,Thu 20:00 Europe/Rome, or none",
        seats="Seats drawn by lot, or chosen by the players (default by lot)",
        where="In this channel, or in a new thread of it (default here)",
        options="Options such as objective=points; the lobby has a button for them too",
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
        await acknowledge(interaction, ephemeral=True, thinking=True)
        channel = interaction.channel
        if channel is None or interaction.guild is None:
            raise Refused("Games are made in a server's channel.")
        opener = asker(interaction)
        await self.services.permissions.may_open(opener)
        can_post(interaction, thread=where == "thread")
        code = await self.services.lobby.free_code()  # a thread's name has it
        thread: discord.Thread | None = None
        if where == "thread":
            # First, because we may not delete a thread that nobody needs.
            self.services.lobby.check(game, options, deadline)
            thread = await self._thread(channel, self.services.context.games[game].name, code)
        table = await self.services.lobby.create(
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
        if seats != "lot" and self.services.lobby.by_lot(game):
            told += f"\nThe seats of {table.name} are always drawn by lot."
        await show(interaction, Message(told))

    async def _thread(self, channel: Any, name: str, code: str) -> discord.Thread:
        if not isinstance(channel, discord.TextChannel):
            raise Refused("Threads can be made in text channels only. Use `where: here`.")
        try:
            return await channel.create_thread(
                name=f"{code} {name}", type=public_kind(channel), auto_archive_duration=WEEK
            )
        except discord.Forbidden:
            raise Refused("I may not make threads in this channel. Use `where: here`.") from None
        except discord.HTTPException as error:
            if error.code != FULL_OF_THREADS:
                raise
            raise Refused(
                "This server has as many active threads as Discord allows. Use `where: here`, or close some."
            ) from None

    @new.autocomplete("deadline")
    async def _deadlines(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        found = await self.services.lobby.deadlines(interaction.user.id, typed)
        return [Choice(name=text, value=text) for text in found]

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The next key=value, after what is typed: options of the game, then those of the house."""
        key = str(getattr(interaction.namespace, "game", None))
        context = self.services.context
        if key not in context.games:
            return []
        found = house_rules.offered(context.games[key], context.presenters[key], typed)
        return [Choice(name=text, value=text) for text in found]

    @everywhere
    @app_commands.command(name="games", description="Your games, those that wait for you first")
    async def games(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        owed = await self.services.which.owed(interaction.user.id)
        mine = await self.services.records.mine(interaction.user.id, owed)
        await show(interaction, await self.services.league_views.below(mine, interaction.user.id))

    @with_players
    @app_commands.command(name="board", description="The board as it stands, for you alone")
    @app_commands.describe(
        table=TABLE, zoom="Around this space, on a large board", mine="Only the part where your pieces stand"
    )
    async def board(
        self, interaction: Interaction, table: str | None = None, zoom: str = "", mine: bool = False
    ) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self.services.which.pick(interaction.user.id, table, interaction.channel_id)
        await show(interaction, await self.services.records.board(table_id, interaction.user.id, zoom, mine))

    @board.autocomplete("zoom")
    async def _places(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._looked_up(interaction, self.services.records.places, typed)

    @with_players
    @app_commands.command(name="why", description="Why it went so: what became of a unit, for you alone")
    @app_commands.describe(unit="A unit (3 of your own, hamblet 3) or a space (flushing)", table=TABLE)
    async def why(self, interaction: Interaction, unit: str, table: str | None = None) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        table_id = await self.services.which.pick(interaction.user.id, table, interaction.channel_id)
        await show(interaction, await self.services.records.why(table_id, interaction.user.id, unit))

    @why.autocomplete("unit")
    async def _units(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self._looked_up(interaction, self.services.records.units, typed)

    async def _looked_up(
        self, interaction: Interaction, find: Callable[[str, int, str], Awaitable[list[Found]]], typed: str
    ) -> list[Choice[str]]:
        """What a lookup finds in the game that the command means."""
        user, table = interaction.user.id, getattr(interaction.namespace, "table", None)
        try:
            table_id = await self.services.which.pick(user, table, interaction.channel_id)
        except Refused:
            return []
        found = await find(table_id, user, typed)
        return shown(found)

    @with_players
    @app_commands.command(name="verify", description="Check every result of a finished game, for all to see")
    @app_commands.describe(table=TABLE)
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        # Refusals are private, the answer is for all: so look before the answer is begun.
        table_id = await self.services.which.pick(interaction.user.id, table, interaction.channel_id)
        await self.services.verifying.may(table_id)
        await acknowledge(interaction, thinking=True)
        await show(interaction, await self.services.verifying.verified(table_id))

    @board.autocomplete("table")
    @why.autocomplete("table")
    @verify.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await known_tables(self.services, interaction, typed)
