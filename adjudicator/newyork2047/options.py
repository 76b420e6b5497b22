"""The options of New York 2047, each with the sentence that it decides."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS
from adjudicator.options import GameOptions, number

FIRST_YEAR = 2047


@dataclass(frozen=True, slots=True)
class NewYorkOptions(GameOptions):
    """The complete options."""

    last_year: int = number(
        2060,
        "Last year",
        "After the fall of this year the factions rank by their stars, then by their units.",
        least=FIRST_YEAR,
        most=2199,
    )

    def seats(self) -> tuple[Seat, ...]:
        return SEATS


read_options = NewYorkOptions.read
