"""How the fields of a WW3 state are written in JSON, and read."""

from __future__ import annotations

from typing import Annotated

from adjudicator.codec import (
    EMPTY,
    Codec,
    Scope,
    by_name,
    checked,
    codec_of,
    index_of,
    letters,
    on_board,
    one_of,
    optional,
    pieces,
    played_seats,
)
from adjudicator.errors import PositionError
from adjudicator.ww3.board import KIND_OF, KINDS, SEAT_OF, SEATS, Direction

_POINT = "point; they are written like d4"
PHASES = ("setup", "play", "over")
RESULTS = ("moved", "won", "lost", "bounced", "skipped")


def _no_pieces(scope: Scope) -> str:
    """Return the empty board of the set-up. Raises PositionError in any other phase."""
    if scope.data.get("phase") != "setup":
        raise PositionError(f"pieces are needed: {_EXAMPLE}")
    return EMPTY * len(scope.board.names)


def _read_way(value: object, key: str) -> Direction:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(isinstance(part, bool) or part not in (-1, 0, 1) for part in value)
        or value == [0, 0]
    ):
        raise PositionError(f"{key}: a direction by seat, such as [0, 1] for north")
    return int(value[0]), int(value[1])


_EXAMPLE = '{"red": {"d2": "N", …}, "silver": {…}}'

Point = Annotated[int, on_board(_POINT)]
SeatIndex = Annotated[int, index_of(SEATS, "seat", among=played_seats)]
OtherSeat = Annotated[int, optional(codec_of(SeatIndex), none=-1)]
Kind = Annotated[str, one_of("", *KINDS)]
PhaseName = Annotated[str, one_of(*PHASES)]
Result = Annotated[str, one_of(*RESULTS)]
StepPath = Annotated[
    tuple[int, ...],
    checked(codec_of(tuple[Point, ...]), lambda path: 2 <= len(path) <= 3, "two or three points"),
]
Pieces = Annotated[
    str,
    pieces(
        {letter: (SEATS[seat], KIND_OF[letter]) for letter, seat in SEAT_OF.items()},
        _POINT,
        _EXAMPLE,
        kinds=tuple(KINDS),
        owners=played_seats,
        whose="seats",
        noun="unit",
        missing=_no_pieces,
    ),
]
Texts = Annotated[
    tuple[str, str, str, str], by_name(SEATS, letters(KINDS, "SSP"), "seat", empty="", among=played_seats)
]
Ways = Annotated[
    tuple[Direction | None, Direction | None, Direction | None, Direction | None],
    by_name(
        SEATS,
        optional(Codec(lambda way, _: list(way), lambda value, key, _: _read_way(value, key))),
        "seat",
        empty=None,
        among=played_seats,
        sparse=True,
    ),
]
