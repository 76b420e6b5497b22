"""The options of WW3, each with the sentence that it decides."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.options import GameOptions, number, switch
from adjudicator.ww3.board import SEATS


@dataclass(frozen=True, slots=True)
class Ww3Options(GameOptions):
    """The complete options."""

    players: int = number(
        4, "Players", "2 players: Red and Silver. 3: Red, Blue and Silver. 4: all.", least=2, most=4
    )
    fog: bool = switch(
        False, "Fog", "Enemy kinds stay hidden until they meet: the winner is shown, the loser as it leaves."
    )
    quiet_rounds: int = number(
        50,
        "Quiet rounds",
        "A draw of the living seats after this many rounds in which no unit left the board (0: never).",
        most=500,
    )

    def seats(self) -> tuple[Seat, ...]:
        """List the seats in the game, clockwise from Red. Source: Board; a Ruling."""
        return {2: ("red", "silver"), 3: ("red", "blue", "silver")}.get(self.players, SEATS)


read_options = Ww3Options.read
