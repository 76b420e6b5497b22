"""What commands about one game share: the field `table`, and which game it means."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip
from bot.discord.answer import begin_private_answer
from bot.discord.autocomplete import MAX_LABEL, filled
from bot.discord.client import Interaction
from bot.discord.contexts import Command
from bot.engine.access import GameLookup

Choice = app_commands.Choice
Listed = Callable[[int, int | None, str], Awaitable[list[tuple[str, str]]]]
"""Codes and labels of the games that a user may look at, in a server, by what is typed."""
TABLE = "The game's code (default: this channel's game)"


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
    app_commands.describe(table=TABLE)(command)
    return app_commands.autocomplete(table=GameCog.own_tables)(command)


def any_table(command: Command) -> Command:
    """Declare the field `table` of a command of a GameCog: any game that the user may look at."""
    app_commands.describe(table=TABLE)(command)
    return app_commands.autocomplete(table=GameCog.visible_tables)(command)
