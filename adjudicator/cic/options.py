"""The options of Commander-In-Chief, each with the sentence that it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from adjudicator.common import choice_value, known_options, number_value
from adjudicator.errors import OptionError
from adjudicator.game import Option, Seat

SIDES = ("dark", "light")
"""Dark moves first."""

OPTION_TABLE = (
    Option(
        "objective",
        "choice",
        "commander",
        "Objective",
        "Capture the enemy Commander, or the higher score of captured pieces when the rounds are over.",
        choices=("commander", "points"),
    ),
    Option(
        "enhanced",
        "per_side",
        0,
        "Enhanced pieces",
        "Each side secretly names up to this many pieces that must be attacked twice; "
        "the numbers may differ as a handicap.",
        most=5,
        sides=SIDES,
    ),
    Option(
        "teams",
        "choice",
        "none",
        "Teams",
        "A side in teams is two seats, Air and Surface, who move in turn: 3 or 4 players.",
        choices=("none", "dark", "light", "both"),
    ),
    Option(
        "round_limit",
        "number",
        40,
        "Rounds of a points game",
        "With the objective points the game ends after this many rounds (one move of each side).",
        least=1,
        most=500,
    ),
    Option(
        "quiet_rounds",
        "number",
        50,
        "Quiet rounds",
        "The game ends after this many rounds without a capture, an attack on an enhancement or a "
        "promotion: a draw, or the scores decide (0: never).",
        most=500,
    ),
)


@dataclass(frozen=True, slots=True)
class CicOptions:
    """Complete options; `enhanced` is (dark's number, light's number)."""

    objective: str = "commander"
    enhanced: tuple[int, int] = (0, 0)
    teams: str = "none"
    round_limit: int = 40
    quiet_rounds: int = 50

    def seats(self) -> tuple[Seat, ...]:
        """Every seat, Dark's first; Surface before Air, since it makes its side's first move."""
        return seats_of(self.teams)

    def to_json(self) -> dict[str, Any]:
        return {
            "objective": self.objective,
            "enhanced": dict(zip(SIDES, self.enhanced, strict=True)),
            "teams": self.teams,
            "round_limit": self.round_limit,
            "quiet_rounds": self.quiet_rounds,
        }


@cache
def seats_of(teams: str, side: int | None = None) -> tuple[Seat, ...]:
    """The seats of a game with that option `teams`, or of one side of it (0 Dark, 1 Light)."""
    if side is None:
        return seats_of(teams, 0) + seats_of(teams, 1)
    name = SIDES[side]
    return (f"{name}-surface", f"{name}-air") if teams in (name, "both") else (name,)


def read_options(given: Mapping[str, Any]) -> CicOptions:
    """Complete options from some. `enhanced` is a number, or numbers by side. Raises OptionError."""
    values: dict[str, Any] = {}
    for option, value in known_options(OPTION_TABLE, given):
        if option.kind == "choice":
            values[option.key] = choice_value(option, value)
        elif option.kind == "number":
            values[option.key] = number_value(option, value)
        else:
            values[option.key] = _per_side(option, value)
    return CicOptions(**values)


def _per_side(option: Option, value: object) -> tuple[int, int]:
    if isinstance(value, Mapping):
        for side in value:
            if side not in SIDES:
                raise OptionError(option.key, f"{side!r} is no side", SIDES)
        return number_value(option, value.get("dark", 0)), number_value(option, value.get("light", 0))
    number = number_value(option, value)
    return number, number
