"""What the end of a game is worth to a seat."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.game import Outcome, Seat
from engines.engine import WIN


def outcome_value(outcome: Outcome, seat: Seat, team: Collection[Seat] = ()) -> int:
    """Return WIN for who is before all others, -WIN for who is behind them; an equal place is half a win.

    team: the seats that win and lose with it

    >>> three = Outcome("", {"black": 1, "gray": 2, "white": 2})
    >>> [outcome_value(three, seat) for seat in ("black", "gray")]
    [1000, -500]
    """
    own = outcome.places[seat]
    others = [place for other, place in outcome.places.items() if other != seat and other not in team]
    return WIN * sum((place > own) - (place < own) for place in others) // max(1, len(others))
