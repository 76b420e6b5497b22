"""The buttons, menus and forms of sandboxes, and *What if…* where a game is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence

import discord

from bot.common.errors import Refused
from bot.common.message import Message, Press
from bot.discord.answer import acknowledge, ask, begin_private_answer, say, show
from bot.discord.client import Interaction
from bot.discord.components import button, form, menu
from bot.discord.convert import number
from bot.discord.text import OLD_BUTTON
from bot.features.boards import text as board_words
from bot.features.boards.board import Boards, Stale
from bot.features.boards.desk import BoardDesk
from bot.features.sandbox import text
from bot.features.sandbox.origins import Origins
from bot.features.sandbox.sandbox import Sandbox
from bot.features.sandbox.screens import Screens, read_title


class SandboxButtons:
    """What changes a board shows it anew, in the place of its message."""

    def __init__(
        self, boards: Boards, sandbox: Sandbox, origins: Origins, screens: Screens, desk: BoardDesk
    ) -> None:
        self._boards, self._sandbox, self._origins = boards, sandbox, origins
        self._screens, self._desk = screens, desk

    @button("whatif", looks=True)
    async def what_if(self, interaction: Interaction, press: Press) -> None:
        """Open a board below a desk, or below a page of the history: then the id ends with its step."""
        await begin_private_answer(interaction)
        user = interaction.user.id
        if press.extra:
            found = await self._origins.step(user, press.table, number(press.extra, OLD_BUTTON))
        else:
            found = await self._origins.what_if(user, press.table)
        await show(interaction, await self._desk.desk(found, user))

    # -- on the board

    @button("bresolve", game=False)
    async def resolve(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._done(interaction, press, self._sandbox.resolve(*_who(interaction, press)))

    @button("bstep", game=False)
    async def step(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        to = number(press.extra, OLD_BUTTON)

        async def going() -> str:
            await self._boards.go(*_who(interaction, press), to)
            return ""

        await self._done(interaction, press, going())

    @menu("bwrite", game=False)
    async def write_for(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        async def chosen() -> str:
            await self._sandbox.write_for(*_who(interaction, press), values[0])
            return ""

        await self._done(interaction, press, chosen())

    @menu("bfall", game=False)
    async def fall(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._done(interaction, press, self._sandbox.fall(*_who(interaction, press), values[0]))

    @button("bwhy", game=False)
    async def why(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._screens.why(press.table, interaction.user.id))

    @menu("bunit", game=False)
    async def explained(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        try:
            shown = await self._screens.explained(*_who(interaction, press), values[0])
        except Stale:
            shown = Message(board_words.CHANGED)
        await show(interaction, shown)

    # -- behind More…

    @button("bmore", game=False)
    async def more(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, await self._screens.more(press.table, interaction.user.id))

    @button("bhome", game=False)
    async def home(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, await self._screens.home(interaction.user.id))

    @menu("bopen", game=False)
    async def open(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._board(interaction, values[0])

    @menu("bnew", game=False)
    async def new(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._board(interaction, await self._origins.start(interaction.user.id, values[0]))

    @button("bkeep", game=False)
    async def keep(self, interaction: Interaction, press: Press) -> None:
        asked = await self._screens.keep_form(press.table, interaction.user.id)
        await ask(interaction, asked)

    @form("bkept", game=False)
    async def kept(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        title = read_title(values.get("title", ""))
        await self._boards.entitle(press.table, interaction.user.id, title)
        await self._board(interaction, press.table)

    @button("bpost", game=False)
    async def post(self, interaction: Interaction, press: Press) -> None:
        """Show the picture to everybody in the channel, where the user may say something."""
        if not _may_write(interaction):
            raise Refused(text.MAY_NOT_POST)
        await acknowledge(interaction)
        user = interaction.user
        shown = await self._screens.post(press.table, user.id, user.display_name)
        await say(interaction, shown, private=False)

    @button("btext", game=False)
    async def as_text(self, interaction: Interaction, press: Press) -> None:
        await begin_private_answer(interaction)
        await show(interaction, await self._screens.as_text(press.table, interaction.user.id))

    @button("bput", game=False)
    async def put(self, interaction: Interaction, press: Press) -> None:
        await ask(interaction, self._screens.put_form())

    @form("bputin", game=False)
    async def put_in(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        typed = values.get("position", "")
        await self._board(interaction, await self._origins.position(interaction.user.id, typed))

    @button("boptions", game=False)
    async def options(self, interaction: Interaction, press: Press) -> None:
        asked = await self._screens.options_form(press.table, interaction.user.id)
        await ask(interaction, asked)

    @form("boptioned", game=False)
    async def with_options(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        user, typed = interaction.user.id, values.get("options", "")
        await self._board(interaction, await self._origins.options(user, press.table, typed))

    @button("bguess", game=False)
    async def guess(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._board(interaction, await self._origins.guess_again(interaction.user.id, press.table))

    @button("bremove", game=False)
    async def remove(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await show(interaction, await self._screens.asked(press.table, interaction.user.id))

    @button("bgone", game=False)
    async def gone(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user = interaction.user.id
        await self._boards.remove(press.table, user)
        await show(interaction, await self._screens.home(user, text.REMOVED))

    # -- what they share

    async def _done(self, interaction: Interaction, press: Press, deed: Awaitable[str]) -> None:
        """Do something with a board, and show it with what is said about that."""
        try:
            note = await deed
        except Stale:
            note = board_words.CHANGED
        await self._board(interaction, press.table, note)

    async def _board(self, interaction: Interaction, board_id: str, note: str = "") -> None:
        await show(interaction, await self._desk.desk(board_id, interaction.user.id, note=note))


def _who(interaction: Interaction, press: Press) -> tuple[str, int, int]:
    """The board, its user, and the edits that the pressed message has seen."""
    return press.table, interaction.user.id, press.turn


def _may_write(interaction: Interaction) -> bool:
    """Whether the user may post a picture in this channel, without us."""
    if interaction.guild_id is None:
        return True
    may = interaction.permissions
    thread = isinstance(interaction.channel, discord.Thread)
    return may.attach_files and (may.send_messages_in_threads if thread else may.send_messages)
