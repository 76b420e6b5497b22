"""Colours of the pictures of Nemein, and their own palette.

A seat is told apart by the shape, the hue and the lightness of its ring, and by the side up of its
coins; a coin by its number. So nothing rests on hue alone.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from itertools import pairwise

from maps.palette import Palette, Ramp, Rgb, blend, collect, from_hex, hexes

INK = from_hex("#0E1214")
WHITE = from_hex("#FFFFFF")
TABLE = from_hex("#26302F")
HEADER = from_hex("#161D1E")
"""The ground of the line at the top."""
QUIET = from_hex("#B7C2BC")
"""Less important words on the table and in the header."""
FADED = from_hex("#6F7C78")
"""Stages that are over, numbers of nothing."""
GOLD = from_hex("#F2B632")
ALERT = from_hex("#FFB877")
"""Words on the table that should be seen."""
FELT = hexes("#2F6A57", "#2A6150", "#367360")
"""Tiles between the homes, so that neighbours differ."""
MIDDLE = hexes("#5C8A63", "#557F5B", "#64946C")
"""Those of the middle row."""
WOOD = from_hex("#6A4327")
WOOD_LIGHT = from_hex("#9A6A41")
WOOD_DARK = from_hex("#3A2413")
GROOVE = from_hex("#10231D")
"""The gaps between tiles."""
CLOSED = from_hex("#1B2425")
"""What covers a home that must not be seen."""
LAST = from_hex("#FF9A28")
LAST_EDGE = from_hex("#3B2600")
CHOSEN = from_hex("#FFDC2E")
RED = from_hex("#D3231B")
GREEN = from_hex("#23B35F")
PURPLE = from_hex("#A24BD0")
DRAFT = from_hex("#F4F1E6")
DRAFT_EDGE = from_hex("#124B50")


@dataclass(frozen=True, slots=True)
class Metal:
    """Shades of a metal. deep: lines and numbers; dark, mid, light: the face; shine: edges in the light"""

    deep: Rgb
    dark: Rgb
    mid: Rgb
    light: Rgb
    shine: Rgb


SILVER = Metal(*hexes("#12171C", "#7C868F", "#B7C0C8", "#DCE3E8", "#FAFCFE"))
ZINC = Metal(*hexes("#080E16", "#4F6480", "#8CA3BE", "#B2C5DA", "#DEE9F4"))
BRASS = Metal(*hexes("#1E1A04", "#92832F", "#CDBF63", "#E6DC92", "#FBF7D2"))
GOLD_METAL = Metal(*hexes("#2A1800", "#B97B06", "#F0B42A", "#FFD866", "#FFF2BC"))
BRONZE = Metal(*hexes("#170D04", "#69431F", "#A6773F", "#C79C68", "#EBD2AC"))
COPPER = Metal(*hexes("#2A0B02", "#98431F", "#D9794A", "#F0A47C", "#FFD9C2"))
METALS = (SILVER, ZINC, BRASS, GOLD_METAL, BRONZE, COPPER)

Alloy = tuple[Metal, Metal]
"""The metals of a coin's edge and of its core."""
TWO = (SILVER, GOLD_METAL)
HOUSE = (GOLD_METAL, SILVER)
_BY_RANK: dict[str, tuple[Alloy, ...]] = {
    "USD": (HOUSE, (SILVER, SILVER), (BRASS, BRASS), (COPPER, COPPER)),
    "EUR": (HOUSE, TWO, (BRASS, BRASS), (SILVER, SILVER), (BRONZE, BRONZE), (COPPER, COPPER)),
    "GBP": (HOUSE, TWO, (SILVER, SILVER), (BRASS, BRASS), (BRONZE, BRONZE), (COPPER, COPPER)),
    "JPY": (HOUSE, TWO, (SILVER, SILVER), (BRONZE, BRONZE), (BRASS, BRASS), (ZINC, ZINC)),
    "CHF": (HOUSE, (SILVER, SILVER), (ZINC, ZINC), (BRASS, BRASS)),
    "AUD": (HOUSE, TWO, (SILVER, SILVER), (BRASS, BRASS)),
}
"""By currency: the coins' metals from the highest coin, the house, to the lowest. Our own choice: coins of
one currency differ, which real ones do not always."""
SIGNS = {"USD": "¢", "EUR": "€", "GBP": "£", "JPY": "¥", "CHF": "Fr", "AUD": "A$"}
"""What stands on the coins of a currency, apart from the number."""
UNITS = {"USD": "¢", "EUR": "c", "GBP": "p", "JPY": "¥", "CHF": "Rp", "AUD": "c"}
"""What stands after an amount: its sub-unit."""


def alloy(currency: str, rank: int) -> Alloy:
    """Return the metals of a currency's coin. rank: 0 for its highest"""
    return _BY_RANK[currency][rank]


@dataclass(frozen=True, slots=True)
class SeatColors:
    """How a seat is drawn. felt: the tiles of its home; ring: around its coins, and its roofs;
    edge: the dark side of that; ink: words in its colour on the table"""

    felt: tuple[Rgb, ...]
    ring: Rgb
    edge: Rgb
    ink: Rgb


LOOKS = {
    "south": SeatColors(hexes("#5E2428", "#561F24", "#66292D"), *hexes("#F0442C", "#7A1408", "#FF8A70")),
    "north": SeatColors(hexes("#27446F", "#233E66", "#2C4B79"), *hexes("#6EC6FF", "#0E4A80", "#8CD2FF")),
}
"""By seat."""


def light(color: Rgb) -> Rgb:
    """Return the colour of the upper edge of a tile."""
    return blend(color, WHITE, 0.22)


def dark(color: Rgb) -> Rgb:
    """Return the colour of the lower edge of a tile."""
    return blend(color, INK, 0.38)


def name_color(ground: Rgb) -> Rgb:
    """Return the colour of names on empty tiles: readable when one looks for them."""
    return blend(ground, WHITE, 0.5)


def lid(felt: Rgb) -> Rgb:
    """Return the colour that covers a tile that must not be seen into."""
    return blend(felt, CLOSED, 0.62)


FELTS = (*FELT, *MIDDLE, *(felt for look in LOOKS.values() for felt in look.felt))
"""Everything that tiles are covered with."""


def _ramps() -> list[Ramp]:
    """Return the pairs of colours that meet at an edge, most needed first."""
    ramps: list[Ramp] = []
    for metal in METALS:
        for below, above in pairwise(astuple(metal)):
            ramps.append((below, above, 3 if below != metal.deep else 4))
    ramps += [(HEADER, WHITE, 6), (TABLE, WHITE, 5), (HEADER, QUIET, 3), (TABLE, QUIET, 3)]
    for look in LOOKS.values():
        ramps += [(look.ring, look.edge, 2), (look.ring, WHITE, 2), (look.edge, INK, 2)]
        ramps.append((look.ring, TABLE, 2))
    plain = (FELT[0], MIDDLE[0], *(look.felt[0] for look in LOOKS.values()))
    ramps += [(felt, name_color(felt), 2) for felt in plain]
    ramps += [(color, WHITE, 2) for color in (RED, GREEN, PURPLE, DRAFT_EDGE)]
    ramps += [(LAST, LAST_EDGE, 2), (GOLD, HEADER, 2), (ALERT, TABLE, 2), (WOOD, WOOD_LIGHT, 1)]
    ramps += [(WOOD, WOOD_DARK, 1), (DRAFT, DRAFT_EDGE, 2), (INK, QUIET, 2)]
    return ramps


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of those that meet."""
    flats = [INK, WHITE, TABLE, HEADER, QUIET, FADED, GOLD, ALERT, *FELT, *MIDDLE, WOOD, WOOD_LIGHT]
    flats += [WOOD_DARK, GROOVE, CLOSED, LAST, LAST_EDGE, CHOSEN, RED, GREEN, PURPLE, DRAFT, DRAFT_EDGE]
    for look in LOOKS.values():
        flats += [look.ring, look.edge, *look.felt, look.ink]
    for metal in METALS:
        flats += astuple(metal)
    for felt in FELTS:
        flats += [light(felt), dark(felt), name_color(felt)]
    for look in LOOKS.values():
        flats += [lid(felt) for felt in look.felt]
    return Palette(collect(flats, _ramps()))
