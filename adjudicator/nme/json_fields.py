"""How the fields of an NME state are written in JSON, and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from adjudicator.codec import Codec, Scope, as_object, index_of, on_board, one_of, optional, pieces
from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES, ARMY_OF, KIND_OF, KINDS, LETTERS, NOBODY, sorted_letters

_SPACE = "space; they are written like C4, C4n and C4s"
PHASES = ("play", "over")
WAYS = ("move", "capture", "naval_one", "flank", "trade")

Prisoners = tuple[str, str, str]


_ARMY = index_of(ARMIES, "army")


def _no_gray(scope: Scope) -> Seat:
    return ARMIES[0] if scope.options.ally else ""


def _load_gray(value: object, key: str, scope: Scope) -> Seat:
    if value is None:
        return _no_gray(scope)
    if not scope.options.ally:
        raise PositionError(f"{key} belongs to Protect the Ally (players: 2)")
    if not isinstance(value, str) or value not in scope.options.seats():
        raise PositionError(f"{key} is {value!r}; it may be {', '.join(scope.options.seats())}")
    return value


def _dump_prisoners(prisoners: Sequence[str], _: Scope) -> dict[str, dict[str, str]]:
    """Write them by holder, then by the army that lost them: kinds, in the order PASNI."""
    found: dict[str, dict[str, str]] = {}
    for holder, held in zip(ARMIES, prisoners, strict=True):
        of = found[holder] = dict[str, str]()
        for letter in held:
            army = ARMIES[ARMY_OF[letter]]
            of[army] = of.get(army, "") + KIND_OF[letter]
    return found


def _load_prisoners(value: object, key: str, scope: Scope) -> Prisoners:
    held = dict.fromkeys(ARMIES, "")
    for holder, lost in as_object(value, key).items():
        for army in (holder, *(lost if isinstance(lost, Mapping) else ())):
            _ARMY.load(army, key, scope)
        if not isinstance(lost, Mapping):
            raise PositionError(f'{key} are by holder and army: {{"black": {{"gray": "II"}}}}')
        for army, kinds in lost.items():
            if army == holder or not isinstance(kinds, str) or not set(kinds) <= set(KINDS):
                raise PositionError(f"{key} of {holder}: letters of other armies' pieces, such as IIS")
            held[holder] += "".join(LETTERS[ARMIES.index(army)][KINDS.index(kind)] for kind in kinds)
    black, gray, white = (sorted_letters(letters) for letters in held.values())
    return black, gray, white


Army = Annotated[int, _ARMY]
ArmyOrNobody = Annotated[int, optional(_ARMY, none=NOBODY)]
Space = Annotated[int, on_board(_SPACE)]
PhaseName = Annotated[str, one_of(*PHASES)]
Way = Annotated[str, one_of(*WAYS, missing="move")]
Mover = Annotated[Seat, one_of(*ARMIES, missing=ARMIES[0])]
MovedKind = Annotated[str, one_of(*KINDS, missing="P")]
TakenKind = Annotated[str, one_of("", *KINDS, missing="")]
TradedFor = Annotated[str, one_of("", *KINDS[1:], missing="")]
GrayNext = Annotated[Seat, Codec(lambda seat, _: seat or None, _load_gray, _no_gray)]
Held = Annotated[Prisoners, Codec(_dump_prisoners, _load_prisoners)]
Pieces = Annotated[
    str,
    pieces(
        {letter: (ARMIES[army], KIND_OF[letter]) for letter, army in ARMY_OF.items()},
        _SPACE,
        '{"black": {"A4s": "P", …}, "gray": {…}, "white": {…}}',
        kinds=tuple(KINDS),
        owners=lambda _: ARMIES,
        whose="armies",
    ),
]
