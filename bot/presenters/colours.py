"""The colour of each seat, for the edge of its cards: that of its pieces, as the maps' styles declare it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES
from adjudicator.ww3.board import SEATS
from maps.cic import style as cic
from maps.nemein import style as nemein
from maps.newyork2047 import style as newyork2047
from maps.nme import style as nme
from maps.palette import Rgb
from maps.ww3 import style as ww3

_COLOURS: Mapping[str, Mapping[str, Rgb]] = {
    "cic": {"dark": cic.FILL[0], "light": cic.TILES["light", 0]},
    "nme": {army: look.shine for army, look in zip(ARMIES, nme.LOOKS, strict=True)},
    "nemein": {seat: look.ring for seat, look in nemein.LOOKS.items()},
    "ww3": {team: look.shine for team, look in zip(SEATS, ww3.LOOKS, strict=True)},
    "newyork2047": {seat: look.color for seat, look in newyork2047.LOOKS.items()},
}


def _number(colour: Rgb) -> int:
    red, green, blue = colour
    return red << 16 | green << 8 | blue


BRAND = _number(nemein.MIDDLE[0])
"""Of cards that belong to nobody."""
OVER = _number(nemein.GOLD)
"""Of the end of a game."""


def seat_colour(game: str, seat: Seat | None) -> int:
    """Return a seat's colour, 0xRRGGBB; `BRAND` for no seat. In a team game both groups have their team's.

    >>> hex(seat_colour("cic", "dark-air")), seat_colour("cic", None) == BRAND
    ('0x2c3848', True)
    """
    found = _COLOURS.get(game, {}).get((seat or "").partition("-")[0])
    return BRAND if found is None else _number(found)
