"""Colours of the pictures of WW3, and their own palette.

A team is told apart by hue, by lightness and by the shape of its counters, a kind of unit by its glyph alone;
red and olive, which some people see alike, differ in lightness and in whether the glyph is light or dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from maps.palette import Palette, Ramp, Rgb, blend, collect, from_hex, hexes

INK = from_hex("#14181C")
WHITE = from_hex("#FFFFFF")
TABLE = from_hex("#22303A")
HEADER = from_hex("#131C24")
"""The ground of the line at the top."""
QUIET = from_hex("#AFBDC6")
"""Less important words on the table and in the header."""
PAPER = from_hex("#EADFC4")
"""The centre of the map."""
BLANK = from_hex("#DDD3BA")
"""The arm of a team that nobody plays."""
DEAD = from_hex("#C9C2B2")
"""The arm of a team that is out."""
FRAME = from_hex("#F6EFDD")
"""The band with the coordinates."""
SEPIA = from_hex("#3E2F20")
"""Lines and points, as printed."""
ROAD = from_hex("#5E4A33")
"""The lines that units move along."""
BRASS = from_hex("#C79A4B")
IVORY = from_hex("#FBF6E8")
"""Glyphs on dark counters."""
GOLD = from_hex("#F2B632")
LAST = from_hex("#F07D00")
LAST_EDGE = from_hex("#552800")
BURST = from_hex("#FFD23F")
"""What flashes where two units met."""
SECRET = from_hex("#7A3FA0")
GREEN = from_hex("#12924A")
SCARLET = from_hex("#E0241B")
SECOND = from_hex("#0F6FD0")
DRAFT = from_hex("#00828C")
ALERT = from_hex("#FFB877")
"""Words on the table that should be seen."""


@dataclass(frozen=True, slots=True)
class TeamColors:
    """How a team is drawn. face, shine, rim: of its counters; glyph: the signs on them; tile: its arm of the
    map; ink: words in its colour on the table"""

    face: Rgb
    shine: Rgb
    rim: Rgb
    glyph: Rgb
    tile: Rgb
    ink: Rgb


LOOKS = (
    TeamColors(*hexes("#A81F1A", "#CB3D33", "#6E0F0B", "#FBF6E8", "#DC9F8A", "#FF9486")),
    TeamColors(*hexes("#1E4C9A", "#3A6CC0", "#0E2C63", "#FBF6E8", "#9CB4DA", "#8FB6FF")),
    TeamColors(*hexes("#DCE1E6", "#F6F8FA", "#87919B", "#14181C", "#DDE3E8", "#E6ECF0")),
    TeamColors(*hexes("#A2AA40", "#BEC660", "#5A6218", "#14181C", "#BDC274", "#CDD66E")),
)
"""By team, as `adjudicator.ww3.board.SEATS`."""
TILES = (PAPER, BLANK, DEAD, *(look.tile for look in LOOKS))
"""Every ground of the map that lines and names stand on."""


def pale(look: TeamColors) -> Rgb:
    """Return the face of a counter that is not there yet, or not any more."""
    return blend(look.face, FRAME, 0.62)


def name_color(ground: Rgb) -> Rgb:
    """Return the colour of names on a ground: read on a phone, too."""
    return blend(ground, SEPIA, 0.95)


def light(ground: Rgb) -> Rgb:
    """Return the colour inside a point."""
    return blend(ground, WHITE, 0.6)


def contour(ground: Rgb) -> Rgb:
    """Return the colour of the lines of equal height."""
    return blend(ground, SEPIA, 0.11)


def _ramps() -> list[Ramp]:
    """Return the pairs of colours that meet at an edge, most needed first."""
    ramps = [(HEADER, WHITE, 7), (TABLE, WHITE, 6), (HEADER, QUIET, 3), (TABLE, QUIET, 3), (FRAME, SEPIA, 5)]
    for look in LOOKS:
        ramps += [(look.face, look.glyph, 5), (look.face, look.rim, 2), (look.rim, INK, 2)]
        ramps += [(look.shine, look.face, 1), (pale(look), look.rim, 2)]
    ramps += [(tile, SEPIA, 5) for tile in TILES]
    ramps += [(tile, ROAD, 3) for tile in TILES]
    ramps += [(tile, INK, 3) for tile in TILES]
    ramps += [(TABLE, INK, 2), (TABLE, LOOKS[0].ink, 2), (LAST, LAST_EDGE, 3)]
    ramps += [(TABLE, look.ink, 2) for look in LOOKS[1:]]
    ramps += [(color, WHITE, 3) for color in (SCARLET, GREEN, SECOND, SECRET, DRAFT)]
    ramps += [(BURST, SCARLET, 2), (GOLD, INK, 3), (BRASS, INK, 2), (BRASS, FRAME, 1), (ALERT, HEADER, 3)]
    ramps += [(tile, WHITE, 1) for tile in TILES]
    ramps += [(INK, IVORY, 4), (LAST, WHITE, 1), (GOLD, HEADER, 2), (GOLD, TABLE, 2)]
    return ramps


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of those that meet."""
    flats = [INK, WHITE, TABLE, HEADER, QUIET, *TILES, FRAME, SEPIA, ROAD, BRASS, IVORY, GOLD]
    flats += [LAST, LAST_EDGE, BURST, SECRET, GREEN, SCARLET, SECOND, DRAFT, ALERT]
    for look in LOOKS:
        flats += [look.face, look.shine, look.rim, look.glyph, look.ink, pale(look)]
    for ground in TILES:
        flats += [name_color(ground), contour(ground), light(ground)]
    return Palette(collect(flats, _ramps()))
