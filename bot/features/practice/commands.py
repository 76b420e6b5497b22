"""/practice, and the buttons below its boards."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence

from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common import message
from bot.common.errors import Refused
from bot.common.message import Menu, Message, Press, custom_id
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, everywhere, filled
from bot.discord.components import button, menu
from bot.discord.text import OLD_BUTTON
from bot.features.boards import text as board_words
from bot.features.boards.board import Stale
from bot.features.boards.buttons import told_if_slow
from bot.features.boards.desk import BoardDesk
from bot.features.practice import text
from bot.features.practice.practice import VARIANTS, Practice
from bot.presenters.colours import BRAND
from bot.storage.records import BoardKind
from engines.engine import Level


def _variant(variant: str) -> str:
    key, options = VARIANTS[variant]
    if "players" not in options:
        return names()[key]
    return text.VARIANT(game=names()[key], what=text.PLAYERS(n=options["players"]))


def _games() -> Message:
    """Ask which game to play."""
    choices = tuple(message.Choice(variant, _variant(variant)) for variant in VARIANTS)
    menu = Menu(custom_id("practicegame", "practice", None, 0, kind="menu"), text.PICK_GAME, choices)
    return Message(text.NO_GAME, rows=(menu,), accent=BRAND)


class PracticeCommands(commands.Cog):
    def __init__(self, practice: Practice, desk: BoardDesk) -> None:
        self._practice, self._desk = practice, desk

    @everywhere
    @app_commands.command(name="practice", description=text.PRACTICE)
    @app_commands.describe(game=text.GAME, level=text.LEVEL)
    @app_commands.rename(side="as")
    @app_commands.describe(side=text.AS)
    @app_commands.choices(
        game=[Choice(name=_variant(variant), value=variant) for variant in VARIANTS],
        level=[Choice(name=str(level), value=str(level)) for level in Level],
    )
    async def practice(
        self, interaction: Interaction, game: str = "", level: str = "recruit", side: str = ""
    ) -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        if game:
            found: str | None = await self._practice.open(user, game, Level[level.upper()], side)
        else:
            found = await self._practice.newest(user)
        await show(interaction, await self._desk.desk(found, user) if found else _games())

    @practice.autocomplete("side")
    async def _sides(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        variant, begun = filled(interaction, "game"), typed.strip().lower()
        if variant not in VARIANTS:
            return []
        return [
            Choice(name=name, value=seat)
            for seat, name in self._practice.sides(variant)
            if name.lower().startswith(begun)
        ]


class PracticeButtons:
    def __init__(self, practice: Practice, desks: Mapping[BoardKind, BoardDesk]) -> None:
        """desks: lessons that are games have these buttons, too"""
        self._practice, self._desks = practice, desks

    @menu("practicegame", game=False)
    async def pick_game(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._begin(interaction, values[0])

    @button("practise", game=False)
    async def begin(self, interaction: Interaction, press: Press) -> None:
        """Begin a game with a recruit, below the lessons of a game: `extra` is the game's key."""
        await acknowledge(interaction)
        await self._begin(interaction, press.extra)

    async def _begin(self, interaction: Interaction, variant: str) -> None:
        if variant not in VARIANTS:
            raise Refused(OLD_BUTTON)
        await self._show(interaction, await self._practice.open(interaction.user.id, variant, Level.RECRUIT))

    @button("bback", game=False)
    async def take_back(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self._practice.take_back(press.table, interaction.user.id, press.turn)
        await self._done(interaction, press.table, deed)

    @button("bhint", game=False)
    async def hint(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        desk, hint = await self._desk(interaction, press.table), self._practice.hint
        deed = hint(press.table, interaction.user.id)
        await self._done(interaction, press.table, told_if_slow(interaction, desk, press.table, deed))

    @button("buse", game=False)
    async def use_hint(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self._practice.use_hint(press.table, interaction.user.id, press.turn)
        await self._done(interaction, press.table, deed)

    @button("bgiveup", game=False)
    async def give_up(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        deed = self._practice.give_up(press.table, interaction.user.id, press.turn)
        await self._done(interaction, press.table, deed)

    @button("bagain", "bswap", game=False)
    async def again(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        other = press.act == "bswap"
        await self._show(
            interaction,
            await self._practice.again(press.table, interaction.user.id, other_side=other),
        )

    async def _done(self, interaction: Interaction, board_id: str, deed: Awaitable[None]) -> None:
        """Do this, and show the board; if it has changed meanwhile, that alone."""
        note = ""
        try:
            await deed
        except Stale:
            note = board_words.CHANGED
        await self._show(interaction, board_id, note)

    async def _show(self, interaction: Interaction, board_id: str, note: str = "") -> None:
        desk = await self._desk(interaction, board_id)
        await show(interaction, await desk.desk(board_id, interaction.user.id, note=note))

    async def _desk(self, interaction: Interaction, board_id: str) -> BoardDesk:
        return self._desks[(await self._practice.boards.read(board_id, interaction.user.id)).board.kind]
