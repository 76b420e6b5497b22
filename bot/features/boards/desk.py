"""How a board is shown: its picture, the menus and buttons for orders, and what its kind adds."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adjudicator.game import Declare, Seat
from bot.common.message import (
    Button,
    Field,
    Form,
    Kind,
    Message,
    Picture,
    Row,
    Rows,
    Style,
    buttons,
    clip,
    custom_id,
)
from bot.engine import text as engine_words
from bot.engine.context import Context, drawn
from bot.engine.desk import Ident, Sheet, example, more_buttons, order_rows, send_words, told_orders
from bot.features.boards import text
from bot.features.boards.board import Boards, BoardSnapshot, Stale
from bot.presenters.colours import seat_colour

Deed = Callable[[str, int, int], Awaitable[str]]
"""What is done with a board, its owner and the `edits` that were seen; the board that it leads to."""
PREFIX = "b"
"""Acts of boards are those of order desks with this before them."""


class Mode(Protocol):
    """A kind of board: who orders what on it, and what it says. `Boards` has what all do alike."""

    def seat(self, found: BoardSnapshot) -> Seat:
        """Return the seat whose orders its owner writes now, and from whose side the board is shown."""

    def orders(self, found: BoardSnapshot) -> bool:
        """Return whether orders are taken now; if not, the board is only looked at."""

    def task(self, found: BoardSnapshot) -> str:
        """Return what is to be solved, with menus that do not tell what comes of an order; "" if nothing is,
        for the game's own words."""

    def near(self, found: BoardSnapshot) -> Sequence[str]:
        """Return the spaces to crop the picture to, as long as no piece elsewhere is picked; () for the whole
        board, or what the game shows of an order."""

    def head(self, found: BoardSnapshot) -> list[str]:
        """Return the lines above the picture: what this is, what has happened, what to do."""

    def above(self, found: BoardSnapshot, ident: Ident) -> Rows:
        """Return what stands between the picture and the orders, such as whose orders these are."""

    def send(self, found: BoardSnapshot) -> tuple[str, str, bool]:
        """Return the act and the label of the button that sends the orders, "" for that of an order desk, and
        whether it needs some."""

    def rows(self, found: BoardSnapshot, ident: Ident) -> Rows:
        """Return what stands below the menus and buttons for orders."""

    async def ready(self, board_id: str, user_id: int) -> str:
        """Go on after a sheet was sent, or after anything that was cut off, and return a note for the board.
        It may be called more than once."""

    async def warm(self, found: BoardSnapshot) -> None:
        """Get ready what the methods above need, before they are called."""

    async def refusal(self, board_id: str, user_id: int, typed: str, why: str) -> str:
        """Return what is said of typed orders that the rules refuse. why: the rules' words"""

    async def declared(self, board_id: str, user_id: int, orders: Sequence[Declare]) -> str:
        """Do what was declared: concede, a draw. Raises Refused where the kind has no use for it."""


@dataclass(frozen=True, slots=True)
class BoardDesk:
    """Shows boards of one kind."""

    context: Context
    boards: Boards
    mode: Mode

    async def desk(
        self, board_id: str, user_id: int, *, picked: str = "", note: str = "", painted: bool = True
    ) -> Message:
        """The board with its menus. picked: what was chosen in a menu that leads on; painted: with a picture,
        if not, the one that is shown already has to do"""
        found = await self.boards.read(board_id, user_id)
        await self.mode.warm(found)
        seat = self.mode.seat(found)
        presenter, view, owes = found.presenter, found.view(seat), self.mode.orders(found)
        draft = found.draft(seat) if owes else ()
        changes = found.changes(seat)
        task = self.mode.task(found) if owes else ""
        bare = bool(task)  # menus and marks would be its answer
        marks = presenter.marks(view, picked) if owes else {}
        if bare:
            marks = {space: "move" if word in presenter.odds else word for space, word in marks.items()}
        wide = found.open and not draft and not picked
        focus = presenter.frame(view, draft, picked) if owes and not wide else ()
        near = () if wide else tuple(self.mode.near(found))
        # Where there is a task the picture stays where it was.
        if near and (not focus or (bare and _origin(picked, draft) in near)):
            focus = near
        picture = None
        if painted:
            picture = await self.picture(
                found,
                seat,
                draft=tuple(presenter.preview(view, draft, picked)) if owes else (),
                marks=dict(marks),
                changes=tuple(changes),
                focus=focus,
                close=not wide,
            )
        sheet = Sheet(
            snapshot=found,
            seat=seat,
            view=view,
            draft=draft,
            ready=seat in found.ready,
            giver="",
            due_at=None,
            missing=found.missing,
            tally="",
            changes=changes,
            news=(),
        )

        def ident(act: str, extra: str = "", kind: Kind = "button") -> str:
            return custom_id(f"{PREFIX}{act}", found.board.id, seat, found.board.edits, extra, kind=kind)

        rows: list[Row] = list(self.mode.above(found, ident))
        if owes:
            told = told_orders(sheet, note, picked, bare=bare)
            if task and not draft:  # it stays while orders are written
                told = "\n".join(filter(None, (task, presenter.progress(view, draft, picked), note)))
            elif task:
                told = f"{task}\n{told}"
            rows += [told] if told else []
            once = f"{int(self.context.clock.now() * 1000):x}.{picked}"
            rows += order_rows(presenter, view, draft, picked, ident, once, bare=bare)
            rows.append(self._row(sheet, found, ident, picked))
        elif note:
            rows.append(note)
        rows += self.mode.rows(found, ident)
        small = ""
        # Where there is a task an example would be its answer, or lead astray.
        if owes and not draft and not task and (said := example(found, seat)):
            small = (text.HINT_MANY if presenter.many else text.HINT)(example=said)
        head = "\n".join(filter(None, self.mode.head(found)))
        return Message(head, picture, tuple(rows), small=small, accent=seat_colour(found.game.key, seat))

    async def picture(
        self, found: BoardSnapshot, seat: Seat | None, *, focus: Sequence[str] = (), **other: object
    ) -> Picture:
        """The board as a seat sees it."""
        extras = self.drawing(found, focus=tuple(focus), **other)
        data, alt = await self.context.renderer.paint(found.game.key, found.view(seat), extras)
        return Picture(f"{found.game.key}-{found.file_word}.png", data, clip(alt, 1024))

    def drawing(self, found: BoardSnapshot, **other: object) -> dict[str, Any]:
        """What the picture of a board shows besides the view."""
        caption = found.moment if found.outcome else found.phase_word
        return drawn(found, caption, **{"close": True, "bare": True, **other})

    async def after(self, deed: Deed, board_id: str, user_id: int, edits: int) -> Message:
        """Do this with the board that was seen, and return the one that it leads to; a board that has
        changed since, or has given its place to another one, is shown as it stands."""
        try:
            return await self.desk(await deed(board_id, user_id, edits), user_id)
        except Stale:
            return await self.desk(board_id, user_id, note=text.CHANGED)

    async def form(self, board_id: str, user_id: int) -> Form:
        """The window for typing orders."""
        found = await self.boards.read(board_id, user_id)
        seat, many = self.mode.seat(found), found.presenter.many
        words = engine_words.TYPE_HINT_MANY if many else engine_words.TYPE_HINT
        label = engine_words.TYPE_LABEL_MANY if many else engine_words.TYPE_LABEL
        field = Field("orders", label, clip(words(example=example(found, seat)), 100), long=True)
        made = custom_id(f"{PREFIX}typed", board_id, seat, found.board.edits, kind="form")
        return Form(made, text.TYPE_LABEL, (field,))

    def _row(self, sheet: Sheet, found: BoardSnapshot, ident: Ident, picked: str) -> Row:
        """Send, Clear and Type…"""
        presenter, view, draft = sheet.snapshot.presenter, sheet.view, sheet.draft
        begun = presenter.progress(view, draft, picked)
        act, label, needs = self.mode.send(found)
        style: Style = "success"
        if not label:
            label, style = send_words(presenter, view, draft, picked)
        row = [Button(ident(act, picked), label, style, disabled=needs and (not draft or bool(begun)))]
        if draft or begun:
            row.append(Button(ident("clear"), text.CLEAR))
        row.append(Button(ident("type"), text.TYPE))
        row += more_buttons(found, sheet.seat)
        return buttons(*row)


_SPACE = re.compile(r"[A-Za-z]\d+[ns]?")


def _origin(picked: str, draft: Sequence[Any]) -> str:
    """The space of the piece that is picked or ordered, where spaces are called like `c4`; "" elsewhere.

    >>> _origin("C4n:2", ()), _origin("", ["f8-f9"]), _origin("", ["1 move soho"]), _origin("", ())
    ('C4n', 'f8', '', '')
    """
    found = _SPACE.search(picked or " ".join(map(str, draft)))
    return found[0] if found else ""


def sending(found: BoardSnapshot) -> tuple[str, str, bool]:
    """How the owner of one seat sends its orders, see `Mode.send`."""
    many = found.presenter.many
    return "send", text.READY if many else "", not many
