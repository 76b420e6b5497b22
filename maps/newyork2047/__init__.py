"""The picture of a game of New York 2047.

From a View, the events of the newest step and the seat's own orders: it shows nothing else. The map looks
like a subway map; land has its controller's colour and pattern, units are bullets with their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.newyork2047.orders import Order
from adjudicator.newyork2047.state import View
from maps.newyork2047.layout import HEIGHT, WIDTH, Frame, part_of, whole
from maps.newyork2047.panels import BAR, bar, corner, key
from maps.newyork2047.plans import Plans
from maps.newyork2047.scene import Scene
from maps.newyork2047.summary import read
from maps.newyork2047.words import alt

__all__ = ["alt", "compose", "draw"]

SIZE, PART_SIZE = 1400, 1200
"""Pixels across, of the whole map and of a part, unless another size is asked for."""
COMPRESS_LEVEL = 1
"""Encoding is most of the work; level 3 takes a third longer for files that are an eighth smaller."""
BAR_SCALE = 1 / 1100
"""The size of a unit on the sign above a part of the map, over the picture's width."""


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
    """The game as a PNG `size` pixels wide: 0 is 1400 × 1600 for the whole map, and 1200 across for a part.

    names: players' names by seat;  caption: a few words for the sign ("k7f3 · turn 12")
    draft: orders of the view's seat, seen by nobody else
    marks: space -> "move", "support" or "chosen", for a menu of orders
    events: what happened in the newest step: those that only some may see are left out
    focus: spaces to crop to, () for the whole map
    KeyError: no such space. The same arguments give the same bytes. Pure; takes some 20 ms, and the first
    picture of a process, or of a part, up to a second: not for the event loop.
    """
    scene = compose(
        view,
        size=size,
        names=names,
        draft=draft,
        caption=caption,
        marks=marks,
        events=events,
        focus=focus,
    )
    return scene.canvas.png(COMPRESS_LEVEL)


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
) -> Scene:
    """As `draw`, before the encoding."""
    frame = _frame(size, focus)
    scene = Scene(view, frame, read(events))
    plans = Plans(scene, view.seat, draft) if view.seat is not None and draft else None
    chosen = marks or {}
    scene.fresh_borders()
    for space, kind in sorted(chosen.items()):
        scene.outline(space, kind)
    scene.glows()
    scene.story_lines()
    if plans:
        plans.lines()
    scene.names()
    scene.heads()
    scene.pieces()
    if plans:
        plans.marks()
    scene.dots(chosen)
    if focus:
        bar(scene.canvas, view, caption, plans is not None, frame.width * BAR_SCALE)
    else:
        corner(scene.canvas, view, names, caption, plans is not None, frame.scale)
        if scene.story.is_told:
            key(scene.canvas, (WIDTH - 8, HEIGHT - 8), frame.scale)
    return scene


def _frame(size: int, focus: Collection[str]) -> Frame:
    if not focus:
        return whole(size or SIZE)
    wide = size or PART_SIZE
    return part_of(focus, wide, round(BAR * wide * BAR_SCALE))
