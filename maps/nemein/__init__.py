"""The picture of a game of Nemein, from a View: coins on a hexagon of felt tiles, turned so that the viewer's
own home is at the bottom."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.nemein.orders import Order
from adjudicator.nemein.state import View
from maps.canvas import Canvas
from maps.nemein.alt import alt
from maps.nemein.layout import PART_SIZE, WIDTH, part, whole
from maps.nemein.markers import MARKS
from maps.nemein.panels import Panels
from maps.nemein.purse import Purse
from maps.nemein.scene import Scene

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
    marks: Mapping[str, str] | None = None,
    events: Sequence[Event] = (),
    focus: Collection[str] = (),
) -> bytes:
    """The game as a PNG `size` pixels wide: 0 is 1300 for the whole board, and 1200 for a part.

    names: players' names by seat;  caption: a few words for the sign ("k7f3 · turn 12")
    draft: orders of the view's seat, seen by nobody else; not drawn in the public's picture
    marks: tile -> "chosen", "move", "attack" (a sure win) or "flip", for a menu of orders
    events: of the newest step: its actions and its coin flip are shown; without any, the view's newest action
    focus: names of the tiles to crop to, () for the whole board, which a part that is nearly it becomes too
    KeyError: no such tile. The same arguments give the same bytes. Pure; takes some 10 ms, and the first
    picture of a process ten times that and more: not for the event loop.
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
    marks: Mapping[str, str] | None = None,
    events: Sequence[Event] = (),
    focus: Collection[str] = (),
) -> Canvas:
    """As `draw`, before the encoding."""
    side, turned = view.options.side, view.seat == "north"
    cropped = part(focus, side, size or PART_SIZE, turned) if focus else None
    frame = cropped or whole(side, size or WIDTH, turned)
    own = tuple(draft) if view.seat is not None else ()
    marks = marks or {}
    scene = Scene(view, frame, own)
    scene.everything(marks, events)
    panels = Panels(scene.canvas, frame, view, names)
    panels.sign(caption, own, [kind for kind in MARKS[1:] if kind in marks.values()], events)
    if frame.is_whole:
        panels.seats()
        if view.state.phase == "setup":
            Purse(panels, view, own).put()
    return scene.canvas
