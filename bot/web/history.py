"""The turns of a game as everybody may see them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from bot.common.message import Picture
from bot.engine.context import drawn
from bot.engine.snapshot import GameSnapshot
from bot.features.history.pages import HistoryPages, Page, drawn_step, orders
from bot.storage.database import Tx
from bot.web.board import BoardPicture


class PublicHistory(HistoryPages):
    """The turns of a game, whose pictures are drawn when a browser asks for them."""

    async def pictures(
        self, shown: Sequence[GameSnapshot], seat: Seat | None
    ) -> tuple[Picture, Picture | None]:
        return self.board(shown, seat), None

    @staticmethod
    def board(shown: Sequence[GameSnapshot], seat: Seat | None) -> BoardPicture:
        """The board of a page."""
        step = drawn_step(shown)
        caption = f"{step.table.id} · {shown[-1].moment}"
        extras = drawn(step, caption, events=tuple(step.events(None)), bare=False)
        name = f"{step.table.id}-{step.file_word}.png"
        view, presenter = step.view(seat), step.presenter
        return BoardPicture.of(name, step.table.game, view, extras, presenter)

    def blocks(
        self, tx: Tx, shown: Sequence[GameSnapshot], title: str, seat: Seat | None, over: bool
    ) -> list[str]:
        return orders(shown, seat, over)

    async def turns(self, code: str) -> tuple[tuple[str, Page], ...]:
        """What each turn is called, and what it is, the first to the newest. Raises Refused."""
        _, pages = await self._all(code)
        return tuple((page.heading(number, len(pages)), page) for number, page in enumerate(pages, 1))

    async def turn(self, code: str, number: int) -> tuple[list[GameSnapshot], list[str]] | None:
        """The game after each step of a turn, and what happened in it; None: there is no such turn. Raises
        Refused."""

        def look(tx: Tx) -> tuple[list[GameSnapshot], list[str]] | None:
            newest, pages = self._pages(tx, code)
            if not 1 <= number <= len(pages):
                return None
            shown = self._shown(tx, newest, pages[number - 1])
            return shown, self._told(tx, newest, pages, number, shown, None)

        return await self.context.db.read(look)
