"""Colours of the pictures of NME, and their own palette.

An army is told apart by lightness and by the shape of its counters, a kind of piece by letter, glyph and
colour; so nothing rests on hue alone.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache

from maps.palette import Palette, Ramp, Rgb, blend, collect, from_hex, hexes

INK = from_hex("#12161A")
WHITE = from_hex("#FFFFFF")
TABLE = from_hex("#2C4145")
HEADER = from_hex("#17252A")
"""The ground of the line at the top."""
QUIET = from_hex("#B4C2C2")
"""Less important words on the table and in the header."""
TILES = hexes("#E6D7B0", "#DACA9E", "#CDBC8C")
"""Hexagons, so that neighbours differ."""
WOOD = from_hex("#7C5836")
GROOVE = from_hex("#6B5637")
"""The edges between hexagons, along which Navies sail."""
STAR = from_hex("#FFF6DA")
STAR_EDGE = from_hex("#6E4B12")
GOLD = from_hex("#F2B632")
DEAD = from_hex("#A59B84")
"""What is left of an army that is out: its counters and its side of the board."""
DEAD_TILE = from_hex("#BDB294")
GHOST = from_hex("#EDE6D2")
"""Letters on the counters of such an army."""
NODE = from_hex("#FBEBC0")
"""The disc of a star."""
LAST = from_hex("#F07D00")
LAST_EDGE = from_hex("#5A2A00")
RED = from_hex("#D3231B")
BLUE = from_hex("#1466D6")
GREEN = from_hex("#0F9A4F")
PURPLE = from_hex("#8A3FA8")
DRAFT = from_hex("#00808A")
ALERT = from_hex("#FFB070")
"""Words on the table that should be seen."""

KINDS = (
    dict(zip("PASNI", hexes("#FFFFFF", "#4A97FF", "#FFD60A", "#F2392F", "#33B85A"), strict=True)),
    dict(zip("PASNI", hexes("#FFFFFF", "#A5D0FF", "#FFE24A", "#FF9C90", "#98EDAC"), strict=True)),
    dict(zip("PASNI", hexes("#12161A", "#0B4FC0", "#8A5C00", "#C4141B", "#0A7A36"), strict=True)),
)
"""By army: the colours of its kinds' letters and glyphs. The hues are those of the source, as light or dark
as the counters need to be read at any size."""


@dataclass(frozen=True, slots=True)
class ArmyColors:
    """How an army is drawn. face, shine, rim: of its counters; side: the board's border before its base;
    ink: of words on that; tile: the hexagons on which its Infantry starts"""

    face: Rgb
    shine: Rgb
    rim: Rgb
    side: Rgb
    ink: Rgb
    tile: Rgb


LOOKS = (
    ArmyColors(*hexes("#1A1C20", "#3A3F47", "#868D96", "#222428", "#D8D2C2", "#A39676")),
    ArmyColors(*hexes("#6C737C", "#989EA5", "#E6E9EC", "#8B9198", "#12161A", "#C2C1B6")),
    ArmyColors(*hexes("#F8F5EC", "#FFFFFF", "#B7AE98", "#F2EEE2", "#12161A", "#F3EBD3")),
)
"""By army, as `adjudicator.nme.board.ARMIES`."""
GROUNDS = (
    *TILES, DEAD_TILE, *(look.tile for look in LOOKS), *(look.side for look in LOOKS), WOOD, DEAD, TABLE,
)  # fmt: skip
"""Everything that names stand on."""


def light(color: Rgb) -> Rgb:
    """Return the colour of the upper edge of a hexagon."""
    return blend(color, WHITE, 0.4)


def dark(color: Rgb) -> Rgb:
    """Return the colour of the lower edge of a hexagon."""
    return blend(color, GROOVE, 0.35)


def name_color(ground: Rgb) -> Rgb:
    """Return the colour of names that matter on a ground."""
    return blend(ground, INK, 0.85)


def quiet_color(ground: Rgb) -> Rgb:
    """Return the colour of other names on a ground: readable when one looks for them."""
    return blend(ground, INK, 0.5)


def star_color(ground: Rgb) -> Rgb:
    """Return the colour of a star on the whole board: seen when one looks for it."""
    return blend(ground, STAR_EDGE, 0.75)


def _ramps() -> list[Ramp]:
    """Return the pairs of colours that meet at an edge, most needed first."""
    tiles = [*TILES, *(look.tile for look in LOOKS)]
    ramps = [(HEADER, WHITE, 7), (TABLE, WHITE, 6), (HEADER, QUIET, 3), (TABLE, QUIET, 3)]
    for look in LOOKS:
        ramps += [(look.face, INK, 4), (look.face, WHITE, 3), (look.rim, INK, 2), (look.rim, look.face, 2)]
        ramps += [(look.side, WOOD, 1), (look.side, TABLE, 2), (look.side, look.ink, 3)]
    ramps += [(color, INK, 3) for kinds in KINDS[:2] for color in kinds.values()]
    ramps += [(LOOKS[2].face, color, 4) for color in KINDS[2].values()]
    ramps += [(ground, name_color(ground), 3) for ground in tiles]
    ramps += [(ground, GROOVE, 2) for ground in tiles]
    ramps += [(NODE, STAR_EDGE, 4), (GHOST, INK, 3), (DEAD, RED, 2), (GOLD, INK, 3), (GOLD, STAR_EDGE, 1)]
    ramps += [(WOOD, STAR, 3), (WOOD, TABLE, 2)]
    ramps += [(color, WHITE, 3) for color in (RED, BLUE, GREEN, PURPLE, DRAFT)]
    ramps += [(LAST, LAST_EDGE, 3), (LAST, WHITE, 2), (ALERT, TABLE, 3), (DEAD, INK, 4), (DEAD, WHITE, 3)]
    ramps += [(tile, WHITE, 1) for tile in tiles]
    ramps += [(tile, INK, 3) for tile in tiles]
    ramps += [(RED, DEAD, 2), (WOOD, INK, 3)]
    ramps += [(tile, STAR_EDGE, 2) for tile in tiles]
    return ramps


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of those that meet."""
    flats = [INK, WHITE, TABLE, HEADER, QUIET, *TILES, DEAD_TILE, GHOST, NODE, WOOD, GROOVE, STAR, STAR_EDGE]
    flats += [GOLD, DEAD, LAST, LAST_EDGE, RED, BLUE, GREEN, PURPLE, DRAFT, ALERT]
    flats += [color for kinds in KINDS for color in kinds.values()]
    for look in LOOKS:
        flats += astuple(look)
    for ground in GROUNDS:
        flats += [light(ground), dark(ground), name_color(ground), quiet_color(ground)]
    flats += [star_color(TILES[1])]
    return Palette(collect(flats, _ramps()))
