"""Tables of leagues as pictures: standings and crosstables. Pure: the same values give the same bytes.

What is shown comes as a `Grid` of texts; nothing here knows leagues. What draws it, grid.py, is loaded by
workers alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Literal, cast

Tone = Literal["", "own", "strong", "quiet", "won", "level", "lost", "open", "self", "void"]
"""How a cell looks. won, level, lost: a result;  void: one that counts for nobody;  open: a game under way;
self: nobody plays oneself."""
Zone = Literal["", "up", "down"]
Align = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column, as wide as its texts. width: columns of one number are equally wide;  0: it has what the
    others leave (one column only)"""

    head: str
    width: int = 0
    align: Align = "middle"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. other: is written if the fonts have no character of the text"""

    text: str
    tone: Tone = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row. own: the viewer's;  struck: of who has left, in the flexible column;  zone: goes up or down"""

    cells: tuple[Cell, ...]
    own: bool = False
    struck: bool = False
    zone: Zone = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A picture's title with a small caption at the right, its columns and lines, and small words below."""

    title: str
    caption: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    foot: str = ""


def draw(grid: Grid) -> bytes:
    """Draw the table as a PNG, 800 pixels wide. Call it in a worker."""
    return cast(bytes, import_module("maps.league.grid").draw(grid))
