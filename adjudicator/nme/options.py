"""The options of NME, each with the sentence that it decides."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES
from adjudicator.options import GameOptions, number, switch


@dataclass(frozen=True, slots=True)
class NmeOptions(GameOptions):
    """The complete options. players: 3, or 2 for Protect the Ally."""

    players: int = number(
        3,
        "Players",
        "Three armies, one each; with 2 it is Protect the Ally: Black and White, who move Gray in turn.",
        least=2,
        most=3,
    )
    quiet_rounds: int = number(
        50,
        "Quiet rounds",
        "The game ends after this many rounds without a capture, an Infantry move or a trade (0: never).",
        most=500,
    )
    gray_guard: bool = switch(
        True,
        "Guard of Gray",
        "Protect the Ally: nobody assassinates the Gray President on the turn directly after moving Gray.",
    )

    @property
    def ally(self) -> bool:
        """Whether this is Protect the Ally."""
        return self.players == 2

    def seats(self) -> tuple[Seat, ...]:
        return ("black", "white") if self.ally else ARMIES


read_options = NmeOptions.read
