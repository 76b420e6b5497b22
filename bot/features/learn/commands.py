"""/learn, and the buttons of lessons."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from adjudicator.game import Declare
from adjudicator.registry import names
from bot.common.message import Press
from bot.discord.answer import acknowledge, begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, everywhere
from bot.discord.components import button, menu
from bot.features.boards.buttons import go_on
from bot.features.boards.desk import BoardDesk
from bot.features.learn import text
from bot.features.learn.learning import Learning
from lessons.course import games_with_lessons


class LearnCommands(commands.Cog):
    def __init__(self, learning: Learning) -> None:
        self._learning = learning

    @everywhere
    @app_commands.command(name="learn", description=text.LEARN)
    @app_commands.describe(game=text.LEARN_GAME)
    @app_commands.choices(game=[Choice(name=name, value=key) for key, name in names().items()])
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        page = self._learning.contents(user, game) if game else self._learning.overview(user)
        await show(interaction, await page)


class LearnButtons:
    def __init__(self, learning: Learning, desk: BoardDesk) -> None:
        self._learning, self._desk = learning, desk

    # -- the lists

    @menu("learngame", game=False)
    async def pick_game(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await show(interaction, await self._learning.contents(interaction.user.id, values[0]))

    @button("learnnew", public=True, game=False)
    async def how_to_play(self, interaction: Interaction, press: Press) -> None:
        """Open a game's lessons in a private answer of their own: `extra` names the game, "" all."""
        await begin_private_answer(interaction)
        user = interaction.user.id
        known = press.extra in games_with_lessons()
        page = self._learning.contents(user, press.extra) if known else self._learning.overview(user)
        await show(interaction, await page)

    @button("learnall", game=False)
    async def overview(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, await self._learning.overview(interaction.user.id))

    @button("learnanew", game=False)
    async def anew(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user.id
        await self._learning.anew(user, press.table)
        await show(interaction, await self._learning.contents(user, press.table))

    # -- a lesson

    @menu("lessons", game=False)
    async def pick_lesson(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._begin(interaction, press.table, values[0])

    @button("lesson", game=False)
    async def begin(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._begin(interaction, press.table, press.extra)

    @button("blessonnext", game=False)
    async def next(self, interaction: Interaction, press: Press) -> None:
        await go_on(interaction, self._desk, press, self._learning.next)

    @button("blessondraw", game=False)
    async def draw(self, interaction: Interaction, press: Press) -> None:
        await go_on(interaction, self._desk, press, self._offer_draw)

    async def _offer_draw(self, board_id: str, user_id: int, edits: int) -> str:
        await self._learning.boards.read(board_id, user_id, edits)
        await self._learning.declared(board_id, user_id, (Declare("draw"),))
        return board_id

    @button("blessonagain", game=False)
    async def again(self, interaction: Interaction, press: Press) -> None:
        await go_on(interaction, self._desk, press, self._learning.again)

    @button("bcontents", game=False)
    async def contents(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user.id
        found = await self._learning.boards.read(press.table, user)
        await show(interaction, await self._learning.contents(user, found.game.key))

    async def _begin(self, interaction: Interaction, game: str, lesson: str) -> None:
        user = interaction.user.id
        await self._show(interaction, await self._learning.open(user, game, lesson))

    async def _show(self, interaction: Interaction, board_id: str) -> None:
        await show(interaction, await self._desk.desk(board_id, interaction.user.id))
