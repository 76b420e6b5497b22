"""The picture of a game of NME or Protect the Ally, from a View: nothing in it is hidden from anybody.

A wooden board on a table, turned so that the viewer's own base is at the bottom. Every space has its name
where no counter hides it, to be read when one zooms in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.nme.orders import Order
from adjudicator.nme.state import View
from maps.canvas import Canvas
from maps.nme.alt import alt
from maps.nme.layout import PART_SIZE, WIDTH, part, whole
from maps.nme.panels import Panels
from maps.nme.scene import Scene, Space

__all__ = ["alt", "compose", "draw"]

COMPRESS_LEVEL = 1
"""Higher levels take longer for files that are hardly smaller."""


def draw(
    view: View,
    *,
    size: int = 0,
    names: Mapping[Seat, str] | None = None,
    draft: Sequence[Order] = (),
    caption: str = "",
    marks: Mapping[Space, str] | None = None,
    events: Sequence[Event] = (),
    focus: Collection[str] = (),
) -> bytes:
    """The game as a PNG `size` pixels wide: 0 is 1400 for the whole board, and 1200 for a part.

    names: players' names by seat;  caption: a few words for the sign ("k7f3 · turn 12")
    draft: orders of the view's seat, seen by nobody else
    marks: space -> "chosen", "move", "capture", "naval_one" or "trade", for a menu of orders
    events: not used: the view itself has the newest move
    focus: names of the spaces to crop to, () for the whole board, which a part that is nearly it becomes too
    KeyError: no such space. The same arguments give the same bytes. Pure; takes some 10 ms, and the first
    picture of a process, or of a part, ten times that: not for the event loop.
    """
    found = compose(view, size=size, names=names, draft=draft, caption=caption, marks=marks, focus=focus)
    return found.png(COMPRESS_LEVEL)


def compose(
    view: View,
    *,
    size: int = 0,
    names: Mapping[Seat, str] | None = None,
    draft: Sequence[Order] = (),
    caption: str = "",
    marks: Mapping[Space, str] | None = None,
    focus: Collection[str] = (),
) -> Canvas:
    """As `draw`, before the encoding."""
    bottom = view.own or 0
    cropped = part(focus, size or PART_SIZE, bottom) if focus else None
    frame = cropped or whole(size or WIDTH, bottom)
    scene = Scene(view, frame)
    scene.last()
    scene.pieces()
    scene.tags()
    scene.draft(draft)
    scene.marks(marks or {})
    panels = Panels(scene.canvas, frame, view, names)
    panels.sign(caption, draft, scene.legend(marks or {}))
    if frame.is_whole:
        panels.armies()
        panels.corner(draft)
    return scene.canvas
