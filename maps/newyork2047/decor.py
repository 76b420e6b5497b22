"""What stands on the water of New York 2047 for its looks alone: the Statue of Liberty, a compass rose."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Protocol

from maps.canvas import Point
from maps.newyork2047 import style
from maps.palette import Rgb


class Surface(Protocol):
    """What one draws on by points of the map."""

    def polygon(self, points: Sequence[Point], color: Rgb) -> None: ...

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None: ...


def draw_decor(sheet: Surface) -> None:
    """Draw all of it."""
    _statue(sheet, LIBERTY, 1.08)
    _compass(sheet, ROSE, 36.0)


LIBERTY: Point = (462.0, 1010.0)
"""The foot of the statue."""
ROSE: Point = (1356.0, 62.0)


def _statue(sheet: Surface, foot: Point, size: float) -> None:
    def at(points: list[Point]) -> list[Point]:
        return [(foot[0] + x * size, foot[1] + y * size) for x, y in points]

    color = style.SHOALS[2]
    island = [(22 * cos(pi * k / 12), 2 + 6 * sin(pi * k / 12)) for k in range(24)]
    sheet.polygon(at(island), color)
    sheet.polygon(at([(-12, 0), (12, 0), (9, -8), (8, -24), (-8, -24), (-9, -8)]), color)
    robe: list[Point] = [(-7, -24), (8, -24), (6, -44), (7, -52), (3, -58), (-3, -58), (-6, -50), (-5, -40)]
    sheet.polygon(at(robe), color)
    sheet.polygon(at([(-3.5, -58), (3.5, -58), (3.5, -65), (-3.5, -65)]), color)
    for lean in (-6, -3, 0, 3, 6):
        sheet.line(at([(lean * 0.5, -64), (lean, -70)]), color, 1.4)
    sheet.line(at([(-4, -54), (-10, -66), (-9, -76)]), color, 4)
    sheet.polygon(at([(-12, -76), (-6, -76), (-7, -80), (-11, -80)]), color)
    sheet.polygon(at([(-11, -80), (-7, -80), (-9, -88)]), color)
    sheet.polygon(at([(5, -46), (11, -50), (13, -42), (7, -38)]), color)


def _compass(sheet: Surface, middle: Point, reach: float) -> None:
    for k in range(8):
        far = reach if k % 2 == 0 else reach * 0.55
        angle = pi * k / 4

        def spot(radius: float, turn: float, angle: float = angle) -> Point:
            return middle[0] + radius * sin(angle + turn), middle[1] - radius * cos(angle + turn)

        tip, left, right = spot(far, 0), spot(reach * 0.2, -pi / 8), spot(reach * 0.2, pi / 8)
        sheet.polygon([tip, left, middle], style.SHOALS[2])
        sheet.polygon([tip, right, middle], style.CURRENT)
