"""The options of NME, each with the sentence that it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.common import OFF, ON, known_options, number_value, switch_value
from adjudicator.game import Option, Seat
from adjudicator.nme.board import ARMIES

OPTION_TABLE = (
    Option(
        "players",
        "number",
        3,
        "Players",
        "Three armies, one each; with 2 it is Protect the Ally: Black and White, who move Gray in turn.",
        least=2,
        most=3,
    ),
    Option(
        "quiet_rounds",
        "number",
        50,
        "Quiet rounds",
        "The game ends after this many rounds without a capture, an Infantry move or a trade (0: never).",
        most=500,
    ),
    Option(
        "gray_guard",
        "choice",
        ON,
        "Guard of Gray",
        "Protect the Ally: nobody assassinates the Gray President on the turn directly after moving Gray.",
        choices=(ON, OFF),
    ),
)


@dataclass(frozen=True, slots=True)
class NmeOptions:
    """Complete options. players: 3, or 2 for Protect the Ally."""

    players: int = 3
    quiet_rounds: int = 50
    gray_guard: bool = True

    @property
    def ally(self) -> bool:
        """Whether this is Protect the Ally."""
        return self.players == 2

    def seats(self) -> tuple[Seat, ...]:
        return ("black", "white") if self.ally else ARMIES

    def to_json(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "quiet_rounds": self.quiet_rounds,
            "gray_guard": ON if self.gray_guard else OFF,
        }


def read_options(given: Mapping[str, Any]) -> NmeOptions:
    """Complete options from some; `gray_guard` may also be true or false. Raises OptionError."""
    values: dict[str, Any] = {}
    for option, value in known_options(OPTION_TABLE, given):
        if option.kind == "number":
            values[option.key] = number_value(option, value)
        else:
            values[option.key] = switch_value(option, value)
    return NmeOptions(**values)
