"""Colours of dice and coins: a panel of its own ground, so that light and dark Discord look alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from adjudicator.ww3.board import SEATS
from maps.nemein import style as nemein
from maps.palette import Palette, Rgb, blend, collect, from_hex, hexes
from maps.ww3 import style as ww3

PANEL = from_hex("#26363C")
"""The ground of all."""
HEADER = from_hex("#18242A")
WHITE = from_hex("#FFFFFF")
INK = from_hex("#14191D")
QUIET = from_hex("#B4C2C2")
"""Less important words."""
SHADOW = from_hex("#182328")
GOLD = from_hex("#F2B632")
"""What came out."""


@dataclass(frozen=True, slots=True)
class DieColors:
    """The colours of a die: its faces, their pips, and the edges between them."""

    face: Rgb
    pip: Rgb
    edge: Rgb

    @property
    def shades(self) -> tuple[Rgb, ...]:
        """A face in the light, and as it turns away from it."""
        return tuple(blend(self.face, INK, share) for share in (0, 0.12, 0.24, 0.36))


NOBODY = DieColors(from_hex("#F6F0E0"), INK, from_hex("#7C7565"))
LOOKS: dict[str, DieColors] = {
    **{
        seat: DieColors(one.face, one.glyph, blend(one.face, INK, 0.55))
        for seat, one in zip(SEATS, ww3.LOOKS, strict=True)
    },
    **{seat: DieColors(one.ring, WHITE, one.edge) for seat, one in nemein.LOOKS.items()},
}
"""By seat, as on the boards; pips tell the number, the name above tells whose die it is."""
METAL = hexes("#6E4B12", "#8A5A00", "#B57F1C", "#D9A12B", "#F2B632", "#FBD87A")
"""The shades of a coin that has no currency."""


def look(seat: str | None) -> DieColors:
    """Return the colours of a seat's dice; None: nobody's."""
    return LOOKS.get(seat or "", NOBODY)


@lru_cache(maxsize=64)
def palette(coins: tuple[Rgb, ...] = ()) -> Palette:
    """Return all flat colours, and the blends of those that meet. coins: the colours of coins"""
    flats = [PANEL, HEADER, WHITE, INK, QUIET, SHADOW, GOLD, *coins]
    ramps = [(PANEL, WHITE, 7), (PANEL, QUIET, 4), (HEADER, QUIET, 4), (HEADER, WHITE, 4), (PANEL, GOLD, 4)]
    ramps += [(HEADER, GOLD, 3)]
    for one in (NOBODY, *LOOKS.values()):
        flats += [*one.shades, one.edge, one.pip]
        ramps += [(one.face, one.pip, 3), (PANEL, one.edge, 1), (PANEL, one.face, 2), (one.edge, one.pip, 1)]
    return Palette(collect(flats, ramps)[:255])
