"""Colours of the map of New York 2047, and its own palette.

A faction is told apart three ways: by its colour (Okabe and Ito's set, for colour-vision deficiencies),
by the pattern of its land, and by the outline of its counters.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from adjudicator.game import Seat
from maps.palette import Palette, Ramp, Rgb, blend, collect, from_hex, hexes

INK = from_hex("#1E242B")
WHITE = from_hex("#FFFFFF")
HEADER = from_hex("#15181C")
"""The ground of panels: signs as they hang in the subway."""
QUIET = from_hex("#A9AFB6")
"""Less important words on a sign."""
PAPER = from_hex("#F6F1E4")
"""Land that nobody controls."""
PAPER_BAND = from_hex("#E2D9C3")
SCENERY = from_hex("#D3CEC1")
HATCH = from_hex("#C7C1B2")
SCENERY_INK = from_hex("#817B6D")
WATER = from_hex("#9CC3D8")
SHOALS = hexes("#A9CCDE", "#B8D6E4", "#CBE3EC")
"""Water near the coast, the nearest last."""
CURRENT = from_hex("#5E90AE")
"""The borders between waters."""
WATER_INK = from_hex("#12435F")
GOLD = from_hex("#FFC31F")
GOLD_EDGE = from_hex("#5F3D00")
RED = from_hex("#C9211E")
GREEN = from_hex("#0B8A57")
GLOW = from_hex("#FFF2A0")
DORMANT = from_hex("#8A9096")
GHOST = from_hex("#ECE7DC")


@dataclass(frozen=True, slots=True)
class FactionColors:
    """How a faction is drawn. color: of its counters; ink: of what stands on that;
    tint, tone: the two colours of its land, the ground and the pattern on it."""

    color: Rgb
    ink: Rgb
    tint: Rgb
    tone: Rgb


def _look(code: str, ink: Rgb, tint: float = 0.34, tone: float = 0.62) -> FactionColors:
    """Return a faction's colours. tint, tone: how much of its colour is in its land and its pattern"""
    color = from_hex(code)
    return FactionColors(color, ink, blend(PAPER, color, tint), blend(PAPER, color, tone))


LOOKS: dict[Seat, FactionColors] = {
    "tower": _look("#474747", WHITE, 0.3, 0.5),
    "papst": _look("#D06FA5", INK),
    "rossoni": _look("#E99A00", INK),
    "christofori": _look("#00875F", WHITE, 0.3, 0.6),
    "dunning": _look("#F2E02C", INK, 0.5, 0.95),
    "greene": _look("#0068AC", WHITE),
    "hamblet": _look("#C94700", WHITE),
}


def ground(seat: Seat | None) -> Rgb:
    """Return the colour of a land's inner parts, by who controls it."""
    return PAPER if seat is None else LOOKS[seat].tint


def _ramps() -> list[Ramp]:
    """Return the pairs of colours that meet at an edge, most needed first."""
    looks = list(LOOKS.values())
    ramps = [(HEADER, WHITE, 8), (PAPER, INK, 6), (WHITE, INK, 4), (HEADER, QUIET, 3)]
    ramps += [(look.tint, INK, 4) for look in looks]
    ramps += [(look.color, look.ink, 4) for look in looks]
    ramps += [(look.color, WHITE, 2) for look in looks]
    ramps += [(look.color, INK, 2) for look in looks]
    ramps += [(shade, WATER_INK, 3) for shade in (WATER, SHOALS[1])]
    ramps += [(look.tint, look.tone, 1) for look in looks]
    ramps += [(HEADER, look.color, 2) for look in looks]
    ramps += [(GOLD, GOLD_EDGE, 2), (GOLD, HEADER, 2), (SCENERY, SCENERY_INK, 2), (WATER, CURRENT, 2)]
    ramps += [(WATER, INK, 3), (SCENERY, INK, 2), (RED, WHITE, 3), (GREEN, WHITE, 3), (DORMANT, WHITE, 2)]
    ramps += [(look.tone, INK, 2) for look in looks]
    ramps += [(GLOW, color, 1) for color in (PAPER, WATER)]
    ramps += [(look.tint, WHITE, 1) for look in looks]
    ramps += [(WATER, WHITE, 2), (PAPER, PAPER_BAND, 1), (DORMANT, INK, 2), (RED, PAPER, 1)]
    ramps += [(one.tint, other.tint, 1) for one, other in combinations(looks, 2)]
    return ramps


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of those that meet."""
    flats = [INK, WHITE, HEADER, QUIET, PAPER, PAPER_BAND, SCENERY, HATCH, SCENERY_INK, WATER, *SHOALS]
    flats += [CURRENT, WATER_INK, GOLD, GOLD_EDGE, RED, GREEN, GLOW, DORMANT, GHOST]
    for look in LOOKS.values():
        flats += [look.color, look.tint, look.tone]
    return Palette(collect(flats, _ramps()))
