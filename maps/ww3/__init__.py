"""The picture of a game of WW3, from a View: nothing in it is hidden from the view's seat.

A map on a table, turned so that the viewer's own arm is at the bottom. Every point has its name where no
counter hides it, to be read when one zooms in; the coordinates on the border are read on a phone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.ww3.orders import Order
from adjudicator.ww3.state import View
from maps.canvas import Canvas
from maps.ww3.alt import alt
from maps.ww3.layout import PART_SIZE, WIDTH, part, whole
from maps.ww3.panels import Panels
from maps.ww3.scene import Scene, Space

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
    draft: orders of the view's seat, seen by nobody else: a formation, or moves
    marks: point -> "chosen", "move", "second" (two distances off), "capture", "unknown": for a menu
    events: of the newest step: its dice, and that a seat passed; all else is in the view
    focus: names of the points to crop to, () for the whole board, which a part that is nearly it becomes too
    KeyError: no such point. The same arguments give the same bytes. Pure; takes some 10 ms, and the first
    picture of a process, or of a part, twenty times that: not for the event loop.
    """
    found = compose(
        view, size=size, names=names, draft=draft, caption=caption, marks=marks, events=events, focus=focus
    )
    return found.png(COMPRESS_LEVEL)


def compose(
    view: View,
    *,
    size: int = 0,
    names: Mapping[Seat, str] | None = None,
    draft: Sequence[Order] = (),
    caption: str = "",
    marks: Mapping[Space, str] | None = None,
    events: Sequence[Event] = (),
    focus: Collection[str] = (),
) -> Canvas:
    """As `draw`, before the encoding."""
    bottom = view.own or 0
    cropped = part(focus, size or PART_SIZE, bottom) if focus else None
    frame = cropped or whole(size or WIDTH, bottom)
    scene = Scene(view, frame, draft)
    scene.locks()
    scene.last()
    scene.counters()
    scene.marks(marks or {})
    scene.drafted()
    scene.badges()
    panels = Panels(scene.canvas, frame, view, names, events)
    panels.sign(caption, draft, scene.legend(marks or {}))
    if frame.is_whole:
        panels.teams(draft)
    return scene.canvas
