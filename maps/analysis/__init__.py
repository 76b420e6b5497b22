"""How everyone stood in a finished game, as a picture. Pure: the same values give the same bytes.

What is shown comes as a `Graph`; nothing here knows games. What draws it, chart.py, is loaded by workers
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from maps.analysis import text
from maps.text import joined

MOST = 1000
"""Values run from -MOST, surely last, to MOST, surely first."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a side stood. name: of the side;  player: who played it, "" if that is not told
    sign:  a letter that tells it from the others;  color: 0xRRGGBB;  values: at each of the graph's turns"""

    name: str
    player: str
    sign: str
    color: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A turning point. number: as the words beside the picture count it;  curve, place: which value"""

    number: int
    curve: int
    place: int


@dataclass(frozen=True, slots=True)
class Graph:
    """caption: small words at the right of the title;  turns: as people count them, 0 the start"""

    caption: str
    turns: tuple[int, ...]
    curves: tuple[Curve, ...]
    marks: tuple[Mark, ...] = ()


def draw(graph: Graph) -> bytes:
    """Draw it as a PNG, 800 pixels wide. Call it in a worker."""
    return cast(bytes, import_module("maps.analysis.chart").draw(graph))


def alt(graph: Graph) -> str:
    """Return the picture in words, at most 1024 characters."""
    return joined(_told(graph))


def _told(graph: Graph) -> Iterator[str]:
    yield text.ALT(n=graph.turns[-1])
    for curve in graph.curves:
        yield text.ALT_CURVE(
            side=curve.name,
            least=text.signed(min(curve.values)),
            most=text.signed(max(curve.values)),
            last=text.signed(curve.values[-1]),
        )
    for mark in graph.marks:
        side = graph.curves[mark.curve].name
        yield text.ALT_MARK(n=mark.number, turn=graph.turns[mark.place], side=side)
