"""How the fields of a Commander-In-Chief state are written in JSON, and read."""

from __future__ import annotations

from typing import Annotated

from adjudicator.cic.board import INDEX, NAMES, SQUARES
from adjudicator.cic.options import SIDES
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE
from adjudicator.codec import Spaces, by_name, index_of, letters, on_board, one_of, pieces, same
from adjudicator.game import Seat

PHASES = ("setup", "play", "over")
_SQUARE = "square; they are a1 to h8"
_SPACES = Spaces(SQUARES, INDEX)

Square = Annotated[int, on_board(_SQUARE, lambda _: _SPACES)]
Side = Annotated[int, index_of(SIDES, "side")]
PhaseName = Annotated[str, one_of(*PHASES)]
Groups = Annotated[tuple[str, str], by_name(SIDES, one_of("", "air", "surface"), "side", empty="")]
Lost = Annotated[tuple[str, str], by_name(SIDES, letters(NAMES, "AAT"), "side", empty="")]
Mover = Annotated[Seat, same(lambda value, _: str(value), lambda _: "")]
Sign = Annotated[str, one_of(MOVE, CAPTURE, ATTACK, missing=MOVE)]
Piece = Annotated[str, one_of(*NAMES)]
Taken = Annotated[str, one_of("", *NAMES, missing="")]
Promoted = Annotated[bool, same(lambda value, _: bool(value), lambda _: False)]
PIECES = pieces(
    {(letter if side == "light" else letter.lower()): (side, letter) for side in SIDES for letter in NAMES},
    _SQUARE,
    '{"dark": {"h8": "C", …}, "light": {"a1": "C", …}}',
    kinds=tuple(NAMES),
    owners=lambda _: SIDES,
    whose="sides",
    board=lambda _: _SPACES,
)
Pieces = Annotated[str, PIECES]
