"""The pages of a sandbox besides the board: where one begins, what is done rarely, why, and the forms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import (
    MOST_CHOICES,
    MOST_TEXT,
    Button,
    Choice,
    Field,
    File,
    Form,
    Kind,
    Menu,
    Message,
    Row,
    Section,
    buttons,
    clip,
    custom_id,
    escaped,
    fit,
    plain_name,
)
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.order_sheets import look_error
from bot.features.boards.board import Boards, BoardSnapshot
from bot.features.boards.desk import BoardDesk
from bot.features.sandbox import position_text, text
from bot.features.sandbox.sandbox import Sandbox
from bot.presenters.colours import BRAND, seat_colour
from bot.storage.records import Board

MOST_TITLE = 60
"""Characters of a board's title."""
MOST_SHOWN = 1700
"""So long may a position's text be to stand in a message; a longer one is a file."""
MOST_TYPED = 4000
"""Characters of a form's field."""
NOWHERE = "home"
"""In the place of a board's id where none is meant."""


@dataclass(frozen=True, slots=True)
class Screens:
    """Makes what is shown. Methods raise Refused for a board that is not the user's."""

    context: Context
    boards: Boards
    sandbox: Sandbox
    desk: BoardDesk

    # -- where one begins

    async def home(self, user_id: int, note: str = "") -> Message:
        """The user's boards, and the games to begin."""
        listed = await self.listed(user_id)
        once = f"{int(self.context.clock.now() * 1000):x}"
        rows: list[Row] = [note] if note else []
        if listed:
            shown = tuple(listed[:MOST_CHOICES])
            rows.append(Menu(_id("open", NOWHERE, extra=once, kind="menu"), text.HOME_OPEN, shown))
        games = tuple(Choice(key, game.name) for key, game in self.context.games.items())
        rows.append(Menu(_id("new", NOWHERE, extra=once, kind="menu"), text.HOME_NEW, games))
        rows.append(buttons(Button(_id("put", NOWHERE), text.PUT_IN)))
        return Message(text.HOME, rows=tuple(rows), small=text.HOME_TABLE, accent=BRAND)

    async def listed(self, user_id: int) -> list[Choice]:
        """The user's boards for menus, those with a title first: by it; the others by their game."""
        found = sorted(await self.boards.all(user_id, "sandbox"), key=lambda board: not board.title)
        return [
            Choice(board.id, clip(board.title or self._untitled(board), 100), text.AT(n=board.at + 1))
            for board in found
        ]

    def _untitled(self, board: Board) -> str:
        name = self.context.games[board.game].name if board.game in self.context.games else board.game
        code = board.about.get("from")
        return text.UNTITLED(
            game=name, what=f"{code}, {board.about['moment']}" if code else text.START_OR_TEXT
        )

    # -- what is done rarely

    async def more(self, board_id: str, user_id: int) -> Message:
        found = await self.boards.read(board_id, user_id)
        about, board = found.board.about, found.board

        def beside(words: str, act: str, label: str) -> Section:
            return Section(words, Button(_id(act, board_id, board.edits), label))

        keep = text.RENAME_TEXT(title=escaped(board.title)) if board.title else text.KEEP_TEXT
        rows: list[Row] = [
            beside(keep, "keep", text.RENAME if board.title else text.KEEP),
            beside(text.POST_TEXT, "post", text.POST),
            beside(text.TEXT_TEXT, "text", text.AS_TEXT),
            beside(text.PUT_TEXT, "put", text.PUT_IN),
        ]
        if "view" in about:
            rows.append(beside(text.GUESS_TEXT, "guess", text.GUESS))
        elif "from" not in about and found.game.option_table:
            rows.append(beside(text.OPTIONS_TEXT, "options", text.CHANGE_OPTIONS))
        rows.append(beside(text.REMOVE_TEXT, "remove", text.REMOVE))
        back = Button(_id("show", board_id, board.edits), text.TO_BOARD, "primary")
        rows.append(buttons(back, Button(_id("home", board_id), text.OTHERS)))
        return Message(text.MORE_HEAD(game=found.game.name), rows=tuple(rows), accent=self._colour(found))

    async def asked(self, board_id: str, user_id: int) -> Message:
        """Whether the board is to be removed."""
        found = await self.boards.read(board_id, user_id)
        board = found.board
        named = text.KEPT_AS(title=escaped(board.title)) if board.title else text.THIS_BOARD
        yes = Button(_id("gone", board_id, board.edits), text.REMOVE_YES, "danger")
        back = Button(_id("show", board_id, board.edits), text.TO_BOARD)
        return Message(text.REMOVE_ASK(board=named), rows=(buttons(yes, back),), accent=self._colour(found))

    async def as_text(self, board_id: str, user_id: int) -> Message:
        """The position as text: in the message where it fits, else as a file."""
        found = await self.boards.read(board_id, user_id)
        latest = self.context.games[found.game.key].rules_version
        written = position_text.write(found.game, found.state, latest)
        name = found.game.name
        if len(written) <= MOST_SHOWN:
            return Message(f"{text.TEXT_HEAD(game=name)}\n```json\n{written}\n```")
        file = File(f"{found.game.key}-{found.file_word}.json", f"{written}\n".encode())
        return Message(text.TEXT_FILE(game=name), files=(file,))

    async def post(self, board_id: str, user_id: int, player: str) -> Message:
        """The picture for a channel. player: what its owner is called there"""
        found = await self.boards.read(board_id, user_id)
        seat = self.sandbox.seat(found)
        turn = found.moment if found.outcome else found.title
        said = [text.POSTED(player=plain_name(player), game=found.game.name, turn=turn)]
        if "view" in found.board.about:
            said.append(text.POSTED_GUESSED)
        draft = found.draft(seat) if found.owes(seat) else ()
        view = found.view(seat)
        picture = await self.desk.picture(
            found,
            seat,
            draft=tuple(found.presenter.preview(view, draft, "")),
            changes=tuple(found.changes(seat)),
            close=False,
            bare=False,
            caption=text.CAPTION(turn=found.moment if found.outcome else found.phase_word),
        )
        return Message("\n".join(said), picture, accent=self._colour(found))

    # -- why

    async def why(self, board_id: str, user_id: int) -> Message:
        """A menu of what can be explained in the turn that was played last."""
        found = await self.boards.read(board_id, user_id)
        listed = found.presenter.units(found.view(self.sandbox.seat(found)), found.events(None), "")
        if not listed:
            raise Refused(text.NO_WHY)
        ident = _id("unit", board_id, found.board.edits, str(found.board.at), "menu")
        return Message(text.WHY_WHICH, rows=(Menu(ident, text.WHY_CHOOSE, tuple(listed[:MOST_CHOICES])),))

    async def explained(self, board_id: str, user_id: int, edits: int, unit: str) -> Message:
        """What became of a unit. Raises Stale if the board has changed since."""
        found = await self.boards.read(board_id, user_id, edits)
        seat: Seat = self.sandbox.seat(found)
        try:
            lines = found.presenter.why(found.view(seat), found.events(None), unit)
        except OrderError as error:
            raise Refused(look_error(error)) from None
        if not lines:
            raise Refused(text.NO_WHY)
        return replace(await self.why(board_id, user_id), text=fit("\n".join(lines), MOST_TEXT))

    # -- forms

    async def keep_form(self, board_id: str, user_id: int) -> Form:
        found = await self.boards.read(board_id, user_id)
        field = Field("title", text.KEEP_LABEL, text.KEEP_HINT, found.board.title, most=MOST_TITLE)
        return Form(_id("kept", board_id, found.board.edits, kind="form"), text.KEEP_TITLE, (field,))

    def put_form(self) -> Form:
        field = Field("position", text.PUT_LABEL, text.PUT_HINT, long=True, most=MOST_TYPED)
        return Form(_id("putin", NOWHERE, kind="form"), text.PUT_TITLE, (field,))

    async def options_form(self, board_id: str, user_id: int) -> Form:
        found = await self.boards.read(board_id, user_id)
        game, held = found.game, found.table.options
        told = " ".join(
            f"{option.key}={house_rules.held_text(game, option, held)}" for option in game.option_table
        )
        field = Field("options", text.OPTIONS_LABEL, value=told, long=True, required=False, most=500)
        made = _id("optioned", board_id, found.board.edits, kind="form")
        return Form(made, text.OPTIONS_TITLE, (field,))

    def _colour(self, found: BoardSnapshot) -> int:
        return seat_colour(found.game.key, self.sandbox.seat(found))


def read_title(typed: str) -> str:
    """A title as it is kept. Raises Refused for none.

    >>> read_title("  The long\\nflank ")
    'The long flank'
    """
    title = clip(" ".join(typed.split()), MOST_TITLE)
    if not any(sign.isalnum() for sign in title):
        raise Refused(text.NO_TITLE)
    return title


def _id(act: str, board_id: str, edits: int = 0, extra: str = "", kind: Kind = "button") -> str:
    return custom_id(f"b{act}", board_id, None, edits, extra, kind=kind)
