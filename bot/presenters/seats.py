"""Seats in the words of the rules, which call them by their keys, as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.game import Seat


def seats_named(text: str, names: Mapping[Seat, str]) -> str:
    """A reason or a warning with the seats in it as people write them; a black star stays one, and so does
    what stands in code.

    >>> seats_named("it is not your turn, black is to move", {"black": "Black"})
    'it is not your turn, Black is to move'
    >>> seats_named("a Navy never enters a black star", {"black": "Black"})
    'a Navy never enters a black star'
    >>> seats_named("what stands on d4 is north's", {"north": "North"})
    "what stands on d4 is North's"
    """
    if not names:
        return text
    words = "|".join(re.escape(seat) for seat in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w`-])({words})(?![\w-]| stars?\b)", lambda found: names[found[1]], text)
