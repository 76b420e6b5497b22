"""What slash commands share: where they work, what is offered while they are typed, which game they mean.

Discord knows three contexts (servers, direct messages with the bot, other private channels) and two ways to
install an application: in a server, or for oneself. Who has it for themselves can type commands in servers
that the bot is not in, so these tell only what concerns the user, and only to the user. docs/hosting.md lists
them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from discord import app_commands
from discord.ext import commands

from bot.common import message
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip
from bot.discord import text
from bot.discord.answer import begin_private_answer
from bot.discord.client import Interaction
from bot.engine.access import GameLookup

Choice = app_commands.Choice
Listed = Callable[[int, int | None, str], Awaitable[list[tuple[str, str]]]]
"""Codes and labels of the games that a user may look at, in a server, by what is typed."""
MAX_LABEL = 100
"""Longest label of a choice, in characters."""
Command = TypeVar("Command")
"""A command, a group or a cog of them."""


# -- where a command can be used, and by whom


def in_servers(command: Command) -> Command:
    """It is about a server, or somebody's rights there: nowhere else."""
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(command)
    return app_commands.allowed_installs(guilds=True, users=False)(command)


def with_players(command: Command) -> Command:
    """It is about a game: in servers with the bot, and in direct messages with it."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)
    return app_commands.allowed_installs(guilds=True, users=False)(command)


def everywhere(command: Command) -> Command:
    """It is about the user alone, or the same for all: also for those who install the bot for themselves."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)


# -- while a command is typed


def shown(found: Iterable[message.Choice]) -> list[Choice[str]]:
    """Choices of a use case, as Discord takes them."""
    return [Choice(name=clip(each.label, MAX_LABEL), value=each.value) for each in found][:MOST_CHOICES]


def texts(found: Iterable[str]) -> list[Choice[str]]:
    """Choices that stand for themselves."""
    return [Choice(name=each, value=each) for each in found]


def completing(typed: str, offered: Iterable[str]) -> list[Choice[str]]:
    """Those of a fixed list that begin with what is typed."""
    begun = typed.strip().lower()
    return texts(each for each in offered if each.startswith(begun))


def filled(interaction: Interaction, field: str) -> str:
    """What another field of the command holds so far; "" if it is empty."""
    return str(getattr(interaction.namespace, field, None) or "")


# -- commands about one game


class GamePicker:
    """Finds the game that a command means."""

    def __init__(self, game_lookup: GameLookup, listed: Listed) -> None:
        self.game_lookup, self._listed = game_lookup, listed

    async def pick(self, interaction: Interaction, table: str | None, *, own: bool = False) -> str:
        """The code of the game that is named or meant here. own: the user must play in it. Raises Refused."""
        return await self.game_lookup.pick(interaction.user.id, table, interaction.channel_id, own=own)

    async def asked(self, interaction: Interaction, table: str | None, *, own: bool = False) -> str:
        """Begin a private answer, then pick the game. Raises Refused."""
        await begin_private_answer(interaction)
        return await self.pick(interaction, table, own=own)

    async def typing(self, interaction: Interaction, *, own: bool = False) -> str:
        """The game that a command means so far, while it is typed; "" if none."""
        try:
            return await self.pick(interaction, filled(interaction, "table"), own=own)
        except Refused:
            return ""

    async def own(self, interaction: Interaction, typed: str, mark: str = "") -> list[Choice[str]]:
        """The user's games in play, those first that wait for an order. mark: added to their labels"""
        begun = typed.strip().lower()
        return [
            Choice(name=f"{table.id} · {clip(table.name, 60)}{mark if waits else ''}", value=table.id)
            for table, waits in await self.game_lookup.owed(interaction.user.id)
            if table.id.startswith(begun)
        ][:MOST_CHOICES]

    async def visible(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The games that the user may look at here."""
        found = await self._listed(interaction.user.id, interaction.guild_id, typed)
        return [Choice(name=clip(label, MAX_LABEL), value=code) for code, label in found]


class GameCog(commands.Cog):
    """Commands about one game. See `own_table` and `any_table`."""

    mark = ""
    """Added to the games that wait for an order, where the user's own are offered."""

    def __init__(self, games: GamePicker) -> None:
        self.games = games

    async def own_tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.games.own(interaction, typed, self.mark)

    async def visible_tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await self.games.visible(interaction, typed)


def own_table(command: Command) -> Command:
    """Declare the field `table` of a command of a GameCog: one of the user's own games."""
    app_commands.describe(table=text.TABLE)(command)
    return app_commands.autocomplete(table=GameCog.own_tables)(command)


def any_table(command: Command) -> Command:
    """Declare the field `table` of a command of a GameCog: any game that the user may look at."""
    app_commands.describe(table=text.TABLE)(command)
    return app_commands.autocomplete(table=GameCog.visible_tables)(command)
