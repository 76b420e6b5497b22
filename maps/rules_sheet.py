"""A picture of rules: rows of panels, each a drawing with a title above and a few words below."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point, fit, font, text_width, to_colors
from maps.palette import Rgb

WIDTH, MARGIN = 1100, 24
"""Of the picture, and around panels, in pixels: twice those of a post."""
HEADING, TITLE, WORDS = 46, 35, 28
"""Sizes of text: at 550 pixels across the smallest is 14 high."""
LEADING = 1.25
"""From line to line, over the size of text."""


@dataclass(frozen=True)
class Panel:
    """A drawing (mode "RGB", as wide as its column) with its words."""

    title: str
    words: str
    image: Image.Image


@dataclass(frozen=True)
class SheetLook:
    """Colours of the page, of words on it, and of the line below the heading."""

    page: Rgb
    ink: Rgb
    rule: Rgb


def column(count: int) -> int:
    """Return how wide a panel is in a row of so many.

    >>> column(2)
    514
    """
    return (WIDTH - MARGIN * (count + 1)) // count


def cut(canvas: Canvas, top: int = 0) -> Image.Image:
    """Return a painter's canvas as a panel's image, without its header. top: the header's height"""
    return to_colors(canvas.below(top).entries, canvas.palette)


def sheet(heading: str, rows: Sequence[Sequence[Panel]], look: SheetLook) -> bytes:
    """Return the picture as a PNG."""
    highs = [max(map(_height, row)) for row in rows]
    top = round(HEADING * LEADING) + 2 * MARGIN
    page = Image.new("RGB", (WIDTH, top + sum(highs) + MARGIN * len(rows)), look.page)
    draw = ImageDraw.Draw(page)
    _title(draw, heading, (MARGIN, MARGIN), HEADING, look.ink, WIDTH - 2 * MARGIN)
    draw.rectangle((0, top - MARGIN - 4, WIDTH, top - MARGIN - 1), fill=look.rule)
    for row, high in zip(rows, highs, strict=True):
        for at, panel in enumerate(row):
            left = MARGIN + at * (column(len(row)) + MARGIN)
            _panel(page, draw, panel, (left, top), look)
        top += high + MARGIN
    out = io.BytesIO()
    page.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _height(panel: Panel) -> int:
    lines = len(_wrapped(panel.words, panel.image.width))
    return round(TITLE * LEADING) + panel.image.height + 10 + round(lines * WORDS * LEADING)


def _panel(
    page: Image.Image, draw: ImageDraw.ImageDraw, panel: Panel, at: tuple[int, int], look: SheetLook
) -> None:
    left, top = at
    _title(draw, panel.title, (left, top), TITLE, look.ink, panel.image.width)
    top += round(TITLE * LEADING)
    page.paste(panel.image, (left, top))
    top += panel.image.height + 10
    for line in _wrapped(panel.words, panel.image.width):
        draw.text((left, top + WORDS), line, font=font(False, WORDS), fill=look.ink, anchor="ls")
        top += round(WORDS * LEADING)


def _title(draw: ImageDraw.ImageDraw, text: str, at: Point, size: int, color: Rgb, room: int) -> None:
    shown, fitting = fit(text, True, size, WORDS, room)
    draw.text((at[0], at[1] + size), shown, font=font(True, fitting), fill=color, anchor="ls")


def _wrapped(text: str, wide: float) -> list[str]:
    """Break a text into lines of at most that width."""
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and text_width(longer, False, WORDS) <= wide:
            found[-1] = longer
        else:
            found.append(word)
    return found
