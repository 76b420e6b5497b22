"""/sandbox: where a board begins, and the user's own boards."""

from __future__ import annotations

import discord
from discord import app_commands

from adjudicator.registry import names
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip
from bot.discord.answer import begin_private_answer, show
from bot.discord.client import Interaction
from bot.discord.commands import Choice, GameCog, GamePicker, everywhere, filled, texts
from bot.features.boards.desk import BoardDesk
from bot.features.sandbox import text
from bot.features.sandbox.origins import Origins
from bot.features.sandbox.position_text import MOST_BYTES
from bot.features.sandbox.screens import Screens


class SandboxCommands(GameCog):
    def __init__(self, games: GamePicker, origins: Origins, screens: Screens, desk: BoardDesk) -> None:
        super().__init__(games)
        self._origins, self._screens, self._desk = origins, screens, desk

    @everywhere
    @app_commands.command(name="sandbox", description=text.SANDBOX)
    @app_commands.rename(position="text")
    @app_commands.describe(
        game=text.GAME,
        options=text.OPTIONS,
        table=text.TABLE,
        turn=text.TURN,
        board=text.BOARD,
        position=text.TEXT,
        file=text.FILE,
    )
    @app_commands.choices(game=[Choice(name=name, value=key) for key, name in names().items()])
    @app_commands.autocomplete(table=GameCog.visible_tables)
    async def sandbox(
        self,
        interaction: Interaction,
        game: str = "",
        options: str = "",
        table: str = "",
        turn: str = "",
        board: str = "",
        position: str = "",
        file: discord.Attachment | None = None,
    ) -> None:
        await begin_private_answer(interaction)
        user = interaction.user.id
        from_game = bool(table.strip() or turn.strip())
        if sum(map(bool, (game, from_game, board, position, file))) > 1:
            raise Refused(text.ONE_ONLY)
        if options.strip() and not game:
            raise Refused(text.OPTIONS_NEED_GAME)
        if game:
            found = await self._origins.start(user, game, options)
        elif from_game:
            code = await self.games.pick(interaction, table)
            found = await self._origins.game(user, code, turn)
        elif board:
            found = board.strip()
        elif file is not None:
            found = await self._origins.position(user, await fetched(file))
        elif position:
            found = await self._origins.position(user, position)
        else:
            await show(interaction, await self._screens.home(user))
            return
        await show(interaction, await self._desk.desk(found, user))

    @sandbox.autocomplete("options")
    async def _options(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return texts(self._origins.offered(filled(interaction, "game"), typed))

    @sandbox.autocomplete("board")
    async def _boards(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        begun = typed.strip().lower()
        return [
            Choice(name=clip(f"{each.label} · {each.description}", 100), value=each.value)
            for each in await self._screens.listed(interaction.user.id)
            if begun in each.label.lower()
        ][:MOST_CHOICES]


async def fetched(file: discord.Attachment) -> str:
    """What a file says. Raises Refused."""
    if file.size > MOST_BYTES:
        raise Refused(text.TEXT_TOO_LONG(kb=MOST_BYTES // 1000))
    try:
        data = await file.read()
    except discord.HTTPException:
        raise Refused(text.NO_FETCH) from None
    return data.decode("utf-8", "replace")
