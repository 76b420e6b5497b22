"""A sandbox: its owner moves for everyone, steps back and forth, sets coins and dice.

A board's `about`: "open" (its owner sees all of it), "seat" the one last written for; of a board that was
made of a game "from" its code, "moment" when that was, "side" whose view it is made of (None: the public
one), "over" whether that game had ended, and, where that view hides something, "view".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.game import Declare, Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Choice, Menu, Rows, buttons, escaped
from bot.engine.context import Context
from bot.engine.desk import Ident
from bot.features.boards.board import Boards, BoardSnapshot
from bot.features.boards.text import HEADLINE
from bot.features.sandbox import luck, text

MOST_LINES = 12
"""So many lines of what has happened."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What is done on sandboxes, and the `Mode` of their boards. Methods raise Refused and Stale."""

    context: Context
    boards: Boards

    # -- the mode

    def seat(self, found: BoardSnapshot) -> Seat:
        chosen, writers = found.board.about.get("seat"), found.writers
        if not writers:
            side = found.board.about.get("side")
            return side if side in found.seats else found.seats[0]
        open_sheets = [seat for seat in writers if seat not in found.ready] or list(writers)
        return chosen if chosen in open_sheets else open_sheets[0]

    def orders(self, found: BoardSnapshot) -> bool:
        return bool(found.writers)

    def task(self, found: BoardSnapshot) -> str:
        return ""

    def near(self, found: BoardSnapshot) -> Sequence[str]:
        return ()

    async def warm(self, found: BoardSnapshot) -> None:
        pass

    async def refusal(self, board_id: str, user_id: int, typed: str, why: str) -> str:
        return why

    def head(self, found: BoardSnapshot) -> list[str]:
        about, board = found.board.about, found.board
        what = found.moment if found.outcome else found.title
        lines = [HEADLINE(game=found.game.name, what=text.TITLE(turn=what))]
        if board.title:
            lines.append(text.KEPT_AS(title=escaped(board.title)))
        if "from" in about:
            lines.append(_origin(found))
        if "view" in about:
            lines.append(text.GUESSED)
        told_of = list(dict.fromkeys(found.story(None)))
        lines += told_of[:MOST_LINES]
        if len(told_of) > MOST_LINES:
            lines.append(text.CUT(n=len(told_of) - MOST_LINES))
        if found.outcome is not None:
            lines.append(found.presenter.result(found.outcome, {}))
        if found.newest:
            where = text.WHERE if board.at == found.newest else text.WHERE_BACK
            lines.append(where(at=board.at + 1, n=found.newest + 1))
        if len(found.writers) == 1:
            lines.append(text.YOU_WRITE(side=self._sides(found, self.seat(found))))
        return list(dict.fromkeys(lines))

    def above(self, found: BoardSnapshot, ident: Ident) -> Rows:
        if len(found.writers) < 2:
            return ()
        here = self.seat(found)
        choices = tuple(
            Choice(seat, self._sides(found, seat), self._written(found, seat), chosen=seat == here)
            for seat in found.writers
        )
        return (Menu(ident("write", kind="menu"), text.WRITE_FOR, choices),)

    def send(self, found: BoardSnapshot) -> tuple[str, str, bool]:
        if found.presenter.many or len(found.writers) > 1:
            return "resolve", text.RESOLVE, False
        return "resolve", text.SEND, True

    def rows(self, found: BoardSnapshot, ident: Ident) -> Rows:
        at, events = found.board.at, found.events(None)
        rows: list[Menu | tuple[Button, ...]] = []
        names = found.seat_names()
        if self._may_fall(found) and (choices := luck.choices(events, names)):
            rows.append(Menu(ident("fall", kind="menu"), _clipped(luck.told(events, names)), choices))
        row = [
            Button(ident("step", str(at - 1)), text.BACK, disabled=at == 0),
            Button(ident("step", str(at + 1)), text.ON, disabled=at == found.newest),
        ]
        if events and at and found.presenter.units(found.view(self.seat(found)), events, ""):
            row.append(Button(ident("why"), text.WHY))
        row.append(Button(ident("more"), text.MORE))
        return (*rows, buttons(*row))

    async def ready(self, board_id: str, user_id: int) -> str:
        """Resolve once the last sheet is sent, by a button that sends at once."""
        found = await self.boards.read(board_id, user_id)
        if not found.ready or found.missing:
            return ""
        return await self.resolve(board_id, user_id, found.board.edits)

    async def declared(self, board_id: str, user_id: int, orders: Any) -> str:
        found = await self.boards.read(board_id, user_id)
        cut = found.newest - found.board.at
        order: Declare = orders[0]
        await self.boards.declare(found, self.seat(found), order.what)
        return text.REPLACED(n=cut) if cut else ""

    # -- what is done

    async def resolve(self, board_id: str, user_id: int, edits: int) -> str:
        """Play the open turn, and return what to say about it: sheets that are there, the rules' default for
        the others."""
        found = await self.boards.read(board_id, user_id, edits)
        sheets = found.sheets()
        lacking = [seat for seat in found.writers if seat not in sheets]
        if lacking:
            sides = listing([f"**{self._sides(found, seat)}**" for seat in lacking], "and")
            raise Refused(text.LACKING(sides=sides, n=len(lacking)))
        cut = found.newest - found.board.at
        await self.boards.resolve(found, sheets, self._chance(found, []))
        return text.REPLACED(n=cut) if cut else ""

    async def fall(self, board_id: str, user_id: int, edits: int, choice: str) -> str:
        """Play the turn before once more with the same orders and other luck."""
        found = await self.boards.read(board_id, user_id, edits)
        results = luck.changed(found.events(None), choice) if self._may_fall(found) else None
        if results is None or not luck.fallen(found.events(None)):
            raise Refused(text.NO_FALL)
        before, view = await self.boards.earlier(found), found.game.parse
        sheets = {
            seat: tuple(order for line in lines for order in view(before.view(seat), line))
            for seat, lines in found.step.orders.items()
        }
        cut = found.newest - found.board.at
        await self.boards.resolve(before, sheets, self._chance(before, results))
        return text.REPLACED(n=cut) if cut else ""

    async def write_for(self, board_id: str, user_id: int, edits: int, seat: Seat) -> None:
        found = await self.boards.read(board_id, user_id, edits)
        if seat in found.writers:
            await self.boards.change(board_id, user_id, edits, about={**found.board.about, "seat": seat})

    def _may_fall(self, found: BoardSnapshot) -> bool:
        """Whether the step that is shown was played here."""
        return found.board.at > 0

    def _chance(self, found: BoardSnapshot, results: list[luck.Result]) -> luck.SetChance:
        """The results that are set, then new ones: whoever plays a turn again sees other luck."""
        seed, ident = bytes.fromhex(found.board.seed), f"{found.board.id}/{found.board.edits}"
        return luck.SetChance(results, HmacChance(seed, ident, found.game.drawn(found.state)))

    def _sides(self, found: BoardSnapshot, seat: Seat) -> str:
        """A seat, with those who share its sheet."""
        sharing = found.game.sharing(found.state, seat)
        return listing([found.presenter.seat_name(each) for each in found.seats if each in sharing], "and")

    def _written(self, found: BoardSnapshot, seat: Seat) -> str:
        if found.draft(seat):
            return text.WRITTEN
        return text.NOT_WRITTEN if found.game.default(found.view(seat)) is None else text.HOLDS


def _origin(found: BoardSnapshot) -> str:
    about = found.board.about
    said = {"code": about["from"], "moment": about["moment"]}
    if about.get("over"):
        return text.FROM_GAME_OVER(**said)
    if about.get("side") is None:
        return text.FROM_GAME_PUBLIC(**said)
    return text.FROM_GAME(**said, side=found.presenter.seat_name(about["side"]))


def _clipped(words: str) -> str:
    return words if len(words) <= 150 else f"{words[:149]}…"
