"""The menus, buttons and forms of boards: the same as on an order desk, for one person alone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import Press
from bot.discord.answer import Page, acknowledge, ask, show
from bot.discord.client import Interaction
from bot.discord.components import button, form, menu
from bot.discord.error_codes import TROUBLE
from bot.features.boards import text
from bot.features.boards.board import Boards, Stale, TextFromDraft
from bot.features.boards.desk import BoardDesk, Deed
from bot.storage.records import BoardKind

SLOW_S = 1.0
"""Seconds after which somebody is told that the answer takes longer."""

T = TypeVar("T")


async def told_if_slow(
    interaction: Interaction, desk: BoardDesk, board_id: str, deed: Coroutine[Any, Any, T]
) -> T:
    """Do what may take long. If it does, the board says so: Discord shows nothing from when a press is
    acknowledged until its message changes."""
    doing = asyncio.create_task(deed)
    try:
        if not isinstance(interaction, Page) and not (await asyncio.wait([doing], timeout=SLOW_S))[0]:
            with suppress(Refused, *TROUBLE):  # the deed goes on, and has the last word
                user = interaction.user.id
                waiting = await desk.desk(board_id, user, note=text.THINKING, painted=False)
                await show(interaction, waiting, keep=True)
        return await doing
    finally:
        doing.cancel()


async def go_on(interaction: Interaction, desk: BoardDesk, press: Press, deed: Deed) -> None:
    """Do this with the board that was seen, and show the one that it leads to."""
    await acknowledge(interaction)
    await show(interaction, await desk.after(deed, press.table, interaction.user.id, press.turn))


class BoardButtons:
    """What changes a board shows it anew, in the place of the message that was used. Whoever has seen an
    older one reads that it has changed, and nothing is done."""

    def __init__(self, boards: Boards, desks: Mapping[BoardKind, BoardDesk]) -> None:
        self._boards, self._desks = boards, desks

    @menu("bpick", game=False)
    async def pick(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        await self._show(interaction, press, picked=values[0])

    @menu("blead", game=False)
    async def lead(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            await self._tap(interaction, press, values[0])

    @menu("bdo", game=False)
    async def do(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            await self._give(interaction, press, values[0])

    @menu("bgive", game=False, empty=True)
    async def give(self, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
        if not await self._leads_on(interaction, press, values):
            presenter = (await self._boards.read(press.table, interaction.user.id)).presenter
            await self._give(interaction, press, lambda view, _: presenter.order_text(view, values) or None)

    async def _leads_on(self, interaction: Interaction, press: Press, values: Sequence[str]) -> bool:
        """Show the next menu if the choice is no order yet: then it begins with "@"."""
        if not values or not values[0].startswith("@"):
            return False
        await self._show(interaction, press, picked=values[0][1:])
        return True

    @button("btap", game=False)
    async def tap(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, press.extra)

    @button("btapsend", game=False)
    async def tap_and_send(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._tap(interaction, press, press.extra, send=True)

    async def _tap(self, interaction: Interaction, press: Press, value: str, *, send: bool = False) -> None:
        found = await self._boards.read(press.table, interaction.user.id)
        presenter = found.presenter

        def tapped(view: object, draft: Sequence[object]) -> str | None:
            return presenter.tapped(view, draft, value) or None

        await self._give(interaction, press, tapped, picked=value, send=send)

    @button("btype", game=False)
    async def type(self, interaction: Interaction, press: Press) -> None:
        found = await self._boards.read(press.table, interaction.user.id)
        desk = self._desks[found.board.kind]
        if found.board.edits != press.turn:  # what is asked for may be another thing by now
            await acknowledge(interaction)
            await self._show(interaction, press, note=text.CHANGED)
        else:
            await ask(interaction, await desk.form(press.table, interaction.user.id))

    @form("btyped", game=False)
    async def typed(self, interaction: Interaction, press: Press, values: Mapping[str, str]) -> None:
        await acknowledge(interaction)
        await self._give(interaction, press, values.get("orders", ""))

    @button("bclear", game=False)
    async def clear(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        user, seat = interaction.user.id, await self._seat(interaction, press)
        try:
            await self._boards.clear(press.table, user, press.turn, seat)
        except Stale:
            await self._show(interaction, press, note=text.CHANGED)
        else:
            await self._show(interaction, press)

    @button("bsend", game=False)
    async def send(self, interaction: Interaction, press: Press) -> None:
        await acknowledge(interaction)
        await self._send(interaction, press, press.turn)

    @button("bshow", game=False)
    async def look(self, interaction: Interaction, press: Press) -> None:
        """Show the board as it is now; what was cut off goes on."""
        await acknowledge(interaction)
        desk, user = await self._desk(interaction, press), interaction.user.id
        ready = desk.mode.ready(press.table, user)
        note = await told_if_slow(interaction, desk, press.table, ready)
        await show(interaction, await desk.desk(press.table, user, note=note))

    # -- what they share

    async def _give(
        self,
        interaction: Interaction,
        press: Press,
        typed: str | TextFromDraft,
        *,
        picked: str = "",
        send: bool = False,
    ) -> None:
        """Put orders on the sheet; then show the board, or send it."""
        user, seat = interaction.user.id, await self._seat(interaction, press)
        try:
            given = await self._boards.give(press.table, user, press.turn, seat, typed)
        except Stale:
            await self._show(interaction, press, note=text.CHANGED)
            return
        except Refused as refused:
            if not isinstance(typed, str):
                raise
            desk = await self._desk(interaction, press)
            note = await desk.mode.refusal(press.table, user, typed, str(refused))
            await show(interaction, await desk.desk(press.table, user, note=note))
            return
        if given.declared:
            desk = await self._desk(interaction, press)
            note = await desk.mode.declared(press.table, user, given.declared)
            await show(interaction, await desk.desk(press.table, user, note=note))
        elif send:
            found = await self._boards.read(press.table, user)
            await self._send(interaction, press, found.board.edits)
        else:
            await self._show(interaction, press, picked=picked, note=given.note)

    async def _send(self, interaction: Interaction, press: Press, edits: int) -> None:
        desk, user = await self._desk(interaction, press), interaction.user.id
        try:
            await self._boards.ready(press.table, user, edits, await self._seat(interaction, press))
            ready = desk.mode.ready(press.table, user)
            note = await told_if_slow(interaction, desk, press.table, ready)
        except Stale:
            note = text.CHANGED
        await show(interaction, await desk.desk(press.table, user, note=note))

    async def _seat(self, interaction: Interaction, press: Press) -> Seat:
        """The seat whose orders are written. Not as the id says: anybody can make one up, and would learn
        from what is refused what another seat sees."""
        found = await self._boards.read(press.table, interaction.user.id)
        return self._desks[found.board.kind].mode.seat(found)

    async def _desk(self, interaction: Interaction, press: Press) -> BoardDesk:
        found = await self._boards.read(press.table, interaction.user.id)
        return self._desks[found.board.kind]

    async def _show(
        self, interaction: Interaction, press: Press, *, picked: str = "", note: str = ""
    ) -> None:
        desk = await self._desk(interaction, press)
        await show(interaction, await desk.desk(press.table, interaction.user.id, picked=picked, note=note))
