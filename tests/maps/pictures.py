"""A game's pictures as tests look at them: their pixels and their texts. What was drawn once is kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from types import ModuleType
from typing import Any

from maps import picture
from maps.canvas import Canvas
from maps.palette import Palette, Rgb

LONG = "Wilhelmina-Alexandrina van Oranje"[:32]
"""A name as long as names are in Discord."""
KEPT = 40

Spot = Callable[[Any, str, float, float], tuple[int, int]]
"""(view, space, dx, dy) -> the pixel, in a picture of the usual size, that lies so far from the middle of the
space; dx and dy in the units of the game's layout."""


class Pictures:
    """The pictures of one game.

    painter: its module of `maps`
    scenes:  views to draw, by name
    names:   a long name for every seat
    board:   what is written on the empty board, not to be counted among the texts
    """

    def __init__(
        self,
        key: str,
        scenes: Mapping[str, Any],
        seats: Collection[str],
        palette: Palette,
        spot: Spot,
        board: Collection[str] = (),
    ) -> None:
        self.key = key
        self.painter: ModuleType = picture(key)  # type: ignore[assignment]
        self.scenes = scenes
        self.names = dict.fromkeys(seats, LONG)
        self.palette = palette
        self.spot = spot
        self.board = frozenset(board)
        self._kept: OrderedDict[tuple[int, str], tuple[Any, Canvas]] = OrderedDict()

    def compose(self, view: Any, **more: Any) -> Canvas:
        """The picture before its encoding: nobody may draw on it."""
        key = (id(view), repr(sorted(more.items())))
        if key not in self._kept:
            self._kept[key] = (
                view,
                self.painter.compose(view, **more),
            )  # with the view, so that its id stays its own
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key][1]

    def color(self, view: Any, space: str, dx: float = 0.0, dy: float = 0.0, **more: Any) -> Rgb:
        """The colour at an offset from the middle of a space."""
        return self.compose(view, **more).pixel(*self.spot(view, space, dx, dy))

    def around(self, view: Any, space: str, reach: int, **more: Any) -> list[Rgb]:
        """All colours within so many pixels of the middle of a space, across and down."""
        (x, y), found = self.spot(view, space, 0.0, 0.0), self.compose(view, **more)
        part = found.entries.crop((x - reach, y - reach, x + reach + 1, y + reach + 1))
        return [self.palette.colors[entry] for entry in part.tobytes()]

    def texts(self, view: Any, **more: Any) -> list[str]:
        """What is written, but for the names on the board."""
        return [box.text for box in self.compose(view, **more).boxes if box.text not in self.board]

    def count(self, view: Any, wanted: Rgb, **more: Any) -> int:
        """How many pixels have a colour."""
        entries = self.compose(view, **more).entries
        return entries.tobytes().count(bytes([self.palette.index_of(wanted)]))
