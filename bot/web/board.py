"""Boards that one touches: the painter's picture of the whole board, and what each space of it means.

The desks are those of Discord. Only their picture differs: it is not cropped, is drawn when a browser asks
for it, and remembers what it was made of, so that shapes can be laid over it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.game import Seat
from bot.common.message import Picture, clip
from bot.engine.context import drawn
from bot.engine.desk import Desks, Sheet, sheet_drawing
from bot.features.boards import text as board_text
from bot.features.boards.board import BoardSnapshot
from bot.features.boards.desk import BoardDesk
from bot.presenters import Presenter
from maps import picture
from maps.touch import Layer

SIZE = 1100
"""Pixels across: sharp where the board is half as wide on a screen."""
LARGE = 2 * SIZE
"""For large screens, and for those with small pixels."""

_WORDS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class BoardPicture(Picture):
    """A picture that is not drawn yet.

    game, view, extras: see `Renderer.paint`;  presenter: of the game
    """

    game: str
    view: Any
    extras: Mapping[str, Any]
    presenter: Presenter

    @classmethod
    def of(
        cls, name: str, game: str, view: Any, extras: Mapping[str, Any], presenter: Presenter
    ) -> BoardPicture:
        told = {key: extras[key] for key in ("draft", "events", "changes")}
        return cls(name, b"", clip(picture(game).alt(view, **told), 1024), game, view, extras, presenter)

    def at(self, size: int) -> BoardPicture:
        """The same, so many pixels across."""
        return replace(self, extras={**self.extras, "size": size})

    def layer(self) -> Layer:
        """The shapes of its spaces."""
        return picture(self.game).layer(self.view, self.extras["size"])

    def space(self, value: str, names: Collection[str]) -> str:
        """The space that one touches for a value of a menu or a button, "" none: the last that it names.

        names: of all spaces
        """
        words: list[str] = _WORDS.findall(self.presenter.touched(self.view, value))
        for word in reversed(words):
            captured = word.rpartition("x")[2]  # `e5xd6`
            if word in names or captured in names:
                return word if word in names else captured
        return ""

    def leads_on(self, act: str, value: str) -> bool:
        """Whether a value of a menu is a piece, which is touched before where it goes: it is no order yet."""
        if value.startswith("@"):
            return False
        if act.endswith("lead"):
            return not self.presenter.tapped(self.view, self.extras["draft"], value)
        return act.endswith("pick")

    def pieces(self, values: Collection[str]) -> list[tuple[str, str, str]]:
        """What could be picked instead of the piece that is: the act of the menu, the value, its words.

        values: of the menus that are shown; one that begins with "@" leads back to the pieces
        """
        draft = self.extras["draft"]
        steps = [
            step
            for value in values
            if value.startswith("@")
            for step in self.presenter.menus(self.view, draft, value[1:])
        ]
        found = [(step.act, choice.value, choice.label) for step in steps for choice in step.choices]
        return [each for each in dict.fromkeys(found) if self.leads_on(*each[:2])]


class PageDesks(Desks):
    """Order desks with a `BoardPicture`."""

    hints = board_text.HINT, board_text.HINT_MANY

    async def picture(self, sheet: Sheet, picked: str) -> Picture:
        snapshot = sheet.snapshot
        caption = f"{snapshot.table.id} · {snapshot.phase_word}"
        extras = drawn(snapshot, caption, **{**sheet_drawing(sheet, picked), "size": SIZE, "bare": False})
        name = f"{snapshot.table.id}-{snapshot.file_word}.png"
        return BoardPicture.of(name, snapshot.table.game, sheet.view, extras, snapshot.presenter)


class PageBoardDesk(BoardDesk):
    """Boards of one's own, the same."""

    async def picture(
        self, found: BoardSnapshot, seat: Seat | None, *, focus: Sequence[str] = (), **other: object
    ) -> Picture:
        extras = self.drawing(found, **{**other, "close": False, "bare": False, "size": SIZE})
        name = f"{found.game.key}-{found.file_word}.png"
        return BoardPicture.of(name, found.game.key, found.view(seat), extras, found.presenter)
