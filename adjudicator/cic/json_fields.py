"""How the fields of a Commander-In-Chief state are written in JSON, and read."""

from __future__ import annotations

from typing import Annotated

from adjudicator.cic.board import NAMES, SQUARES
from adjudicator.cic.options import SIDES
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE
from adjudicator.codec import by_name, codec_of, index_of, letters, one_of, pieces, same
from adjudicator.game import Seat

PHASES = ("setup", "play", "over")

Square = Annotated[int, index_of(SQUARES, "square", listed="a1 to h8")]
Side = Annotated[int, index_of(SIDES, "side")]
Phase = Annotated[str, one_of(*PHASES)]
Groups = Annotated[tuple[str, str], by_name(SIDES, one_of("", "air", "surface"), "side", empty="")]
Lost = Annotated[tuple[str, str], by_name(SIDES, letters(NAMES, "AAT"), "side", empty="")]
Mover = Annotated[Seat, same(lambda value, _: str(value), lambda _: "")]
Sign = Annotated[str, one_of(MOVE, CAPTURE, ATTACK, missing=MOVE)]
Piece = Annotated[str, one_of(*NAMES)]
Taken = Annotated[str, one_of("", *NAMES, missing="")]
Promoted = Annotated[bool, same(lambda value, _: bool(value), lambda _: False)]
PIECES = pieces(
    {(letter if side == "light" else letter.lower()): (side, letter) for side in SIDES for letter in NAMES},
    codec_of(Square),
    lambda _: len(SQUARES),
    '{"dark": {"h8": "C", …}, "light": {"a1": "C", …}}',
    kinds=tuple(NAMES),
    owners=lambda _: SIDES,
    whose="sides",
)
Pieces = Annotated[str, PIECES]
