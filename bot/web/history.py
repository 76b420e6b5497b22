"""The turns of a game as everybody may see them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adjudicator.game import Seat
from bot.common.message import Picture
from bot.engine.context import drawn
from bot.engine.snapshot import GameSnapshot
from bot.features.history.pages import HistoryPages, Page, drawn_step, orders
from bot.presenters.base import Page as RulePage
from bot.storage.database import Tx
from bot.web.board import BoardPicture


@dataclass(frozen=True, slots=True)
class Why:
    """What became of a unit, or what was fought in a space.

    of: which;  told: lines of Markdown;  seat: of the unit, None for the rest
    """

    of: str
    told: tuple[str, ...]
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Explained:
    """details: pages that a report leaves out;  why: battles first, then seat by seat"""

    details: tuple[RulePage, ...]
    why: tuple[Why, ...]


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

    @staticmethod
    def explained(shown: Sequence[GameSnapshot]) -> Explained:
        """What the report of a turn leaves out, and what became of each unit: where the game has that."""
        last, events = shown[-1], [event for one in shown for event in one.events(None)]
        if not last.presenter.many or all(one.step.kind != "resolve" for one in shown):
            return Explained((), ())
        view, presenter = last.view(None), last.presenter
        given: dict[Seat, list[str]] = {}
        for one in shown:
            for seat, orders_of in one.step.orders.items():
                given.setdefault(seat, []).extend(orders_of)
        # One list holds 25 at most: units are asked for seat by seat.
        found = {
            choice.value: (choice.label, seat)
            for seat in (None, *last.seats)
            for choice in presenter.units(view, events, seat or "")
        }
        why = [
            Why(label, tuple(lines), seat)
            for seat in (None, *last.seats)
            for value, (label, whose) in found.items()
            if whose == seat and (lines := presenter.why(view, events, value))
        ]
        return Explained(tuple(presenter.details(view, events, given)), tuple(why))

    async def turns(self, code: str) -> dict[str, Page]:
        """All turns by their names in addresses, the first to the newest. Raises Refused."""
        _, pages = await self._all(code)
        return named(pages)

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


def named(pages: Iterable[Page]) -> dict[str, Page]:
    """Return pages by what addresses call them. A name stays its page's own, as pages are only ever added.

    >>> begins, first = Page("the start", "start", (1,)), Page("turn 1 · Spring 2047", "resolve", (3,), 1)
    >>> again = Page("a turn is taken back", "undo", (4,))
    >>> list(named([begins, Page("the set-up", "resolve", (2,)), first, again, first]))
    ['start', 'set-up', '1', 'undo', '1-2']
    """
    found: dict[str, Page] = {}
    times = Counter[str]()
    for page in pages:
        name = page.kind
        if page.number is not None:
            name = str(page.number)
        elif page.kind in ("resolve", "declare"):
            name = re.sub("[^a-z0-9]+", "-", page.title.lower().removeprefix("the ")).strip("-")
        times[name] += 1
        found[name if times[name] == 1 else f"{name}-{times[name]}"] = page
    return found
