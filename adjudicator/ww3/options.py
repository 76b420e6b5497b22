"""The options of WW3, each with the sentence that it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.common import OFF, ON, known_options, number_value, switch_value
from adjudicator.game import Option, Seat
from adjudicator.ww3.board import SEATS

OPTION_TABLE = (
    Option(
        "players",
        "number",
        4,
        "Players",
        "2 players: Red and Silver. 3: Red, Blue and Silver. 4: all.",
        least=2,
        most=4,
    ),
    Option(
        "fog",
        "choice",
        OFF,
        "Fog",
        "Enemy kinds stay hidden until they meet: the winner is shown, the loser as it leaves.",
        choices=(ON, OFF),
    ),
    Option(
        "quiet_rounds",
        "number",
        50,
        "Quiet rounds",
        "A draw of the living seats after this many rounds in which no unit left the board (0: never).",
        most=500,
    ),
)


@dataclass(frozen=True, slots=True)
class Ww3Options:
    """Complete options."""

    players: int = 4
    fog: bool = False
    quiet_rounds: int = 50

    def seats(self) -> tuple[Seat, ...]:
        """The seats in the game, clockwise from Red. Source: Board; a Ruling."""
        return {2: ("red", "silver"), 3: ("red", "blue", "silver")}.get(self.players, SEATS)

    def to_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "fog": ON if self.fog else OFF,
            "quiet_rounds": self.quiet_rounds,
        }


def read_options(given: Mapping[str, Any]) -> Ww3Options:
    """Complete options from some; `fog` may be true or false too. Raises OptionError."""
    values: dict[str, Any] = {}
    for option, value in known_options(OPTION_TABLE, given):
        if option.kind == "number":
            values[option.key] = number_value(option, value)
        else:
            values[option.key] = switch_value(option, value)
    return Ww3Options(**values)
