"""The picture of a game of New York 2047: from a View, the newest step's events, and the seat's own orders.

The map looks like a subway map; land has its controller's colour and pattern, units are bullets with their
numbers. Marks: "move", "support" or "chosen" by space. Events that only some may see are left out.
"""

from __future__ import annotations

from typing import Unpack

from adjudicator.newyork2047.state import View
from maps.canvas import Canvas
from maps.newyork2047.scene import MapScene, scene_of
from maps.newyork2047.words import sentences
from maps.painter import Options, Painter, Request


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of New York 2047."""
    return scene_of(request).canvas


def compose(view: View, **options: Unpack[Options]) -> MapScene:
    """Return what `draw` encodes, with notes of what lies where."""
    return scene_of(Request(view=view, **options))


PAINTER = Painter(compose_request, sentences)
draw, alt = PAINTER.draw, PAINTER.alt
