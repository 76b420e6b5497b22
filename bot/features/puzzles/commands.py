"""/puzzle, and the buttons of puzzles."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from adjudicator.registry import names
from bot.common.message import Press
from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, everywhere
from bot.discord.components import button
from bot.features.boards.buttons import go_on
from bot.features.boards.desk import BoardDesk
from bot.features.puzzles import text
from bot.features.puzzles.solving import Solving
from bot.features.puzzles.stock import stock

_GAMES = sorted({puzzle.game for puzzle in stock().values()})


class PuzzleCommands(commands.Cog):
    def __init__(self, solving: Solving, desk: BoardDesk) -> None:
        self._solving, self._desk = solving, desk

    @everywhere
    @app_commands.command(name="puzzle", description=text.PUZZLE)
    @app_commands.describe(game=text.PUZZLE_GAME)
    @app_commands.choices(game=[Choice(name=names()[key], value=key) for key in _GAMES])
    async def puzzle(self, interaction: Interaction, game: str = "") -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        if game:
            found = await self._solving.another(user, game)
        else:
            found = await self._solving.today(user, interaction.guild_id)
        await show(interaction, await self._desk.desk(found, user))


class PuzzleButtons:
    def __init__(self, solving: Solving, desk: BoardDesk) -> None:
        self._solving, self._desk = solving, desk

    @button("solve", public=True, game=False)
    async def solve(self, interaction: Interaction, press: Press) -> None:
        """Open a posted puzzle in a private answer: the button names it, and its day."""
        await begin_private_answer(interaction)
        user = interaction.user.id
        await self._show(
            interaction, await self._solving.open(user, press.table, press.turn, interaction.guild_id)
        )

    @button("bsolution", game=False)
    async def solution(self, interaction: Interaction, press: Press) -> None:
        await go_on(interaction, self._desk, press, self._solving.solution)

    @button("banother", game=False)
    async def another(self, interaction: Interaction, press: Press) -> None:
        await go_on(interaction, self._desk, press, self._solving.next)

    async def _show(self, interaction: Interaction, board_id: str) -> None:
        await show(interaction, await self._desk.desk(board_id, interaction.user.id))
