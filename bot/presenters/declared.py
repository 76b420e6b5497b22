"""Offers of a draw and concessions in words: the same in most games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.common import Conceded, DrawLapsed, DrawOffered
from adjudicator.game import Event, Seat
from adjudicator.text import listing


def offering(seats: Sequence[str]) -> str:
    """Whose offers stand, by name; "" nobody's.

    >>> offering(["Red"]), offering(["Red", "Blue"]), offering([])
    ('Red offers a draw', 'Red and Blue offer a draw', '')
    """
    return f"{listing(seats, 'and')} {'offers' if len(seats) == 1 else 'offer'} a draw" if seats else ""


def declared(event: Event, names: Mapping[Seat, str]) -> str:
    """What was declared, or lapsed; "" for any other event.

    >>> declared(DrawOffered(seat="red", missing=("blue",)), {"red": "Ann", "blue": "Ben"})
    'Ann offers a draw. To agree: Ben.'
    """
    match event:
        case DrawOffered(seat=seat, missing=()):
            return f"{names[seat]} agrees to the draw."
        case DrawOffered(seat=seat, missing=missing):
            return f"{names[seat]} offers a draw. To agree: {listing([names[s] for s in missing], 'and')}."
        case DrawLapsed():
            return "The draw offer has lapsed."
        case Conceded(seat=seat):
            return f"{names[seat]} concedes."
        case _:
            return ""
