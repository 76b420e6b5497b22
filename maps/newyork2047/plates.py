"""The plate that many units of one faction in one space share: emblem, how many, and their numbers."""

from __future__ import annotations

from functools import lru_cache

from PIL import ImageDraw

from adjudicator.game import Seat
from maps.canvas import OVERSAMPLE, Pen, font, text_width
from maps.decal import Decal, decal
from maps.newyork2047 import style
from maps.newyork2047.pieces import EDGE, RIM, emblem

LARGEST, LEAST = 24.0, 11.0
"""The sizes of the numbers, in units."""


def _rows(numbers: tuple[str, ...], size: float, width: float) -> list[str]:
    """The numbers in rows that are at most so wide."""
    rows: list[str] = []
    for number in numbers:
        longer = f"{rows[-1]} {number}" if rows else number
        if rows and text_width(longer, True, size) <= width:
            rows[-1] = longer
        else:
            rows.append(number)
    return rows


def _fit(numbers: tuple[str, ...], width: float, height: float) -> tuple[list[str], float]:
    """The rows of numbers, as large as there is room."""
    size = LARGEST
    while True:
        rows = _rows(numbers, size, width)
        widest = max(text_width(row, True, size) for row in rows)
        if size <= LEAST or (len(rows) * size * 1.02 <= height and widest <= width):
            return rows, size
        size -= 1


@lru_cache(maxsize=128)
def plate(seat: Seat, numbers: tuple[str, ...], width: float, height: float, scale: float) -> Decal:
    """A plate of so many units; beside or above the numbers stand the emblem and how many there are."""
    look = style.LOOKS[seat]
    pen = Pen((width + 12) * scale, (height + 12) * scale, scale)
    inset = 7.0 + RIM
    half = (width / 2 - inset, height / 2 - inset)
    corners = [(-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1])]
    for grow, color in ((5 + RIM + EDGE, style.INK), (5 + RIM, style.WHITE), (5, look.color)):
        pen.polygon(corners, color, grow)
    left, top = -half[0] - 4, -half[1] - 4
    room = (2 * half[0] + 8, 2 * half[1] + 8)
    many = f"×{len(numbers)}"
    wide = 30 + text_width(many, True, 25)
    draw = ImageDraw.Draw(pen.image)
    if room[0] > 2.2 * room[1]:
        column = max(30.0, text_width(many, True, 22)) + 4
        emblem(pen, seat, left + column / 2 - 2, top + room[1] / 2 - 9, 0.62)
        pen.letter(many, (left + column / 2 - 2, top + room[1] - 8), 20, look.ink)
        rows, size = _fit(numbers, room[0] - column - 2, room[1])
        x0, y0, span = left + column + (room[0] - column) / 2, top, room[1]
    else:
        zoom = min(1.0, room[0] / wide)
        emblem(pen, seat, left + room[0] / 2 - wide * zoom / 2 + 13 * zoom, top + 12 * zoom, 0.85 * zoom)
        pen.letter(many, (left + room[0] / 2 + 15 * zoom, top + 12 * zoom), 25 * zoom, look.ink)
        rows, size = _fit(numbers, room[0], room[1] - 27 * zoom)
        x0, y0, span = left + room[0] / 2, top + 27 * zoom, room[1] - 27 * zoom
    face = font(True, size * scale * OVERSAMPLE)
    pitch = min(size * 1.2, span / len(rows))
    for k, row in enumerate(rows):
        x, y = pen.at((x0, y0 + span / 2 + (k - (len(rows) - 1) / 2) * pitch + 0.364 * size))
        draw.text((x, y), row, font=face, fill=look.ink, anchor="ms")
    return decal(pen.done(), style.INK, style.palette())
