"""The colour of each seat, for the edge of its cards: near that of its pieces."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.game import Seat

_COLOURS: Mapping[str, Mapping[str, int]] = {
    "cic": {"dark": 0x2C3947, "light": 0xE6D3A0},
    "nme": {"black": 0x3A3F47, "gray": 0xA9AFB5, "white": 0xF8F5EC},
    "nemein": {"south": 0xF2B632, "north": 0x8A63D2},
    "ww3": {"red": 0xCB3D33, "blue": 0x3A6CC0, "silver": 0xDCE1E6, "olive": 0xA2AA40},
    "newyork2047": {
        "tower": 0x474747,
        "papst": 0xD06FA5,
        "rossoni": 0xE99A00,
        "christofori": 0x00875F,
        "dunning": 0xF2E02C,
        "greene": 0x0068AC,
        "hamblet": 0xC94700,
    },
}
BRAND = 0x5C8A63
"""Of cards that belong to nobody."""
OVER = 0xF2B632
"""Of the end of a game."""


def seat_colour(game: str, seat: Seat | None) -> int:
    """Return a seat's colour, 0xRRGGBB; `BRAND` for no seat. In a team game both groups have their team's.

    >>> hex(seat_colour("cic", "dark-air")), seat_colour("cic", None) == BRAND
    ('0x2c3947', True)
    """
    colours = _COLOURS.get(game, {})
    return colours.get((seat or "").partition("-")[0], BRAND)
