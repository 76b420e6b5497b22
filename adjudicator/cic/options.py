"""The options of Commander-In-Chief, each with the sentence that it decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from adjudicator.game import Seat
from adjudicator.options import GameOptions, choice, number, per_side

SIDES = ("dark", "light")
"""Dark moves first."""


@dataclass(frozen=True, slots=True)
class CicOptions(GameOptions):
    """The complete options. enhanced: Dark's number, Light's number."""

    objective: str = choice(
        "commander",
        "Objective",
        "Capture the enemy Commander, or the higher score of captured pieces when the rounds are over.",
        choices=("commander", "points"),
    )
    enhanced: tuple[int, int] = per_side(
        0,
        "Enhanced pieces",
        "Each side secretly names up to this many pieces that must be attacked twice; "
        "the numbers may differ as a handicap.",
        most=5,
        sides=SIDES,
    )
    teams: str = choice(
        "none",
        "Teams",
        "A side in teams is two seats, Air and Surface, who move in turn: 3 or 4 players.",
        choices=("none", "dark", "light", "both"),
    )
    round_limit: int = number(
        40,
        "Rounds of a points game",
        "With the objective points the game ends after this many rounds (one move of each side).",
        least=1,
        most=500,
    )
    quiet_rounds: int = number(
        50,
        "Quiet rounds",
        "The game ends after this many rounds without a capture, an attack on an enhancement or a "
        "promotion: a draw, or the scores decide (0: never).",
        most=500,
    )

    def seats(self) -> tuple[Seat, ...]:
        """List every seat, Dark's first; Surface before Air, since it makes its side's first move."""
        return seats_of(self.teams)


read_options = CicOptions.read


@cache
def seats_of(teams: str, side: int | None = None) -> tuple[Seat, ...]:
    """List the seats of a game with that option `teams`, or of one side of it (0 Dark, 1 Light)."""
    if side is None:
        return seats_of(teams, 0) + seats_of(teams, 1)
    name = SIDES[side]
    return (f"{name}-surface", f"{name}-air") if teams in (name, "both") else (name,)
