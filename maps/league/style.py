"""Colours of league tables: a panel of its own ground, so that light and dark Discord look alike."""

from __future__ import annotations

from functools import cache

from maps.palette import Palette, Ramp, collect, from_hex

HEADER = from_hex("#16222A")
HEADS = from_hex("#22323A")
"""The row of the columns' heads."""
ROWS = (from_hex("#2C3E47"), from_hex("#263740"))
"""Grounds of rows, in turn."""
OWN = from_hex("#3F5F86")
"""The ground of the viewer's own row."""
WHITE = from_hex("#FFFFFF")
QUIET = from_hex("#B4C4CC")
GOLD = from_hex("#F8CC58")
UP = from_hex("#7CE08C")
DOWN = from_hex("#FF9C84")
WON = from_hex("#2A7A50")
LEVEL = from_hex("#56646C")
LOST = from_hex("#8C3A3A")
OPEN = from_hex("#3A5664")
SELF = from_hex("#18262E")

GROUNDS = (HEADER, HEADS, *ROWS, OWN, WON, LEVEL, LOST, OPEN, SELF)


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of text with its ground."""
    ramps: list[Ramp] = [(ground, WHITE, 5) for ground in GROUNDS]
    ramps += [(ground, QUIET, 3) for ground in (HEADER, HEADS, *ROWS, OWN)]
    ramps += [(ground, ink, 3) for ink in (GOLD, UP, DOWN) for ground in (HEADER, *ROWS, OWN)]
    return Palette(collect([*GROUNDS, WHITE, QUIET, GOLD, UP, DOWN], ramps))
