"""Colours of the pictures of NME, and their own palette.

An army is told apart by lightness and by the shape of its counters, a kind of piece by letter, glyph and
colour; so nothing rests on hue alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from maps.palette import Palette, Rgb, blend, collect, from_hex

INK = from_hex("#12161A")
WHITE = from_hex("#FFFFFF")
TABLE = from_hex("#2C4145")
SIGN = from_hex("#17252A")
"""The ground of the line at the top."""
QUIET = from_hex("#B4C2C2")
"""Less important words on the table and on the sign."""
TILES = (from_hex("#E6D7B0"), from_hex("#DACA9E"), from_hex("#CDBC8C"))
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

KINDS: dict[str, Rgb] = {
    "P": WHITE,
    "A": from_hex("#4A97FF"),
    "S": from_hex("#FFD60A"),
    "N": from_hex("#F2392F"),
    "I": from_hex("#33B85A"),
}
"""The colours of letters and glyphs, as the source has them."""


@dataclass(frozen=True, slots=True)
class Look:
    """How an army is drawn. face, shine, rim: of its counters; side: the board's border before its base;
    ink: of words on that; tile: the hexagons on which its Infantry starts"""

    face: Rgb
    shine: Rgb
    rim: Rgb
    side: Rgb
    ink: Rgb
    tile: Rgb


LOOKS = (
    Look(
        from_hex("#1A1C20"),
        from_hex("#3A3F47"),
        from_hex("#868D96"),
        from_hex("#222428"),
        from_hex("#D8D2C2"),
        from_hex("#A39676"),
    ),
    Look(
        from_hex("#8B9198"),
        from_hex("#A9AFB5"),
        from_hex("#D5D9DD"),
        from_hex("#8B9198"),
        INK,
        from_hex("#C2C1B6"),
    ),
    Look(
        from_hex("#F8F5EC"),
        WHITE,
        from_hex("#B7AE98"),
        from_hex("#F2EEE2"),
        INK,
        from_hex("#F3EBD3"),
    ),
)
"""By army, as `adjudicator.nme.board.ARMIES`."""


def light(color: Rgb) -> Rgb:
    """The upper edge of a hexagon of that colour."""
    return blend(color, WHITE, 0.4)


def dark(color: Rgb) -> Rgb:
    """Its lower edge."""
    return blend(color, GROOVE, 0.35)


def name_color(ground: Rgb) -> Rgb:
    """Names on the board: readable when one looks for them."""
    return blend(ground, INK, 0.72)


def grounds() -> list[Rgb]:
    """Everything that names stand on."""
    return [
        *TILES,
        DEAD_TILE,
        *(look.tile for look in LOOKS),
        *(look.side for look in LOOKS),
        WOOD,
        DEAD,
        TABLE,
    ]


def _ramps() -> list[tuple[Rgb, Rgb, int]]:
    """Pairs of colours that meet at an edge, with how many steps lie between, most needed first."""
    tiles = [*TILES, *(look.tile for look in LOOKS)]
    ramps = [(SIGN, WHITE, 7), (TABLE, WHITE, 6), (SIGN, QUIET, 3), (TABLE, QUIET, 3)]
    for look in LOOKS:
        ramps += [(look.face, INK, 4), (look.face, WHITE, 3), (look.rim, INK, 2), (look.rim, look.face, 2)]
        ramps += [(look.side, WOOD, 1), (look.side, TABLE, 2), (look.side, look.ink, 3)]
    ramps += [(color, INK, 4) for color in KINDS.values()]
    ramps += [(ground, name_color(ground), 3) for ground in tiles]
    ramps += [(ground, GROOVE, 2) for ground in tiles]
    ramps += [
        (NODE, STAR_EDGE, 4),
        (GHOST, INK, 3),
        (DEAD, RED, 2),
        (GOLD, INK, 3),
        (GOLD, STAR_EDGE, 1),
        (WOOD, STAR, 3),
        (WOOD, TABLE, 2),
    ]
    ramps += [(color, WHITE, 3) for color in (RED, BLUE, GREEN, PURPLE, DRAFT)]
    ramps += [(LAST, LAST_EDGE, 3), (LAST, WHITE, 2), (ALERT, TABLE, 3), (DEAD, INK, 4), (DEAD, WHITE, 3)]
    ramps += [(tile, WHITE, 1) for tile in tiles]
    ramps += [(tile, INK, 3) for tile in tiles]
    ramps += [(RED, DEAD, 2), (WOOD, INK, 3)]
    ramps += [(tile, STAR_EDGE, 2) for tile in tiles]
    return ramps


@cache
def palette() -> Palette:
    """All flat colours, and the blends of those that meet."""
    flats = [
        INK,
        WHITE,
        TABLE,
        SIGN,
        QUIET,
        *TILES,
        DEAD_TILE,
        GHOST,
        NODE,
        WOOD,
        GROOVE,
        STAR,
        STAR_EDGE,
        GOLD,
        DEAD,
        LAST,
        LAST_EDGE,
    ]
    flats += [RED, BLUE, GREEN, PURPLE, DRAFT, ALERT, *KINDS.values()]
    for look in LOOKS:
        flats += [look.face, look.shine, look.rim, look.side, look.ink, look.tile]
    for ground in grounds():
        flats += [light(ground), dark(ground), name_color(ground)]
    return Palette(collect(flats, _ramps()))
