"""States, positions and views of NME as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be left out
(docs/nme.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import PositionError
from adjudicator.nme.board import (
    ARMIES,
    ARMY_OF,
    EMPTY,
    KIND_OF,
    KINDS,
    LETTERS,
    NAMES,
    Board,
    sorted_letters,
)
from adjudicator.nme.options import read_options
from adjudicator.nme.state import NOBODY, Fall, LastMove, State, View, living, living_seats
from adjudicator.reading import (
    count,
    known_keys,
    listed,
    mapping,
    options_in,
    outcome_from_json,
    outcome_to_json,
    seats_in,
    word,
)

PHASES = ("play", "over")
WAYS = ("move", "capture", "naval_one", "flank", "trade")
_KEYS = frozenset(
    {"pieces", "options", "phase", "turn", "to_move", "gray_next", "ply", "prisoners", "flanks", "falls"}
    | {"quiet", "round_done", "passes", "offers", "last", "outcome", "n"}
)


def pieces_of(board: Board, spaces: str) -> dict[str, dict[str, str]]:
    """``{"black": {"A4s": "P", …}, "gray": {…}, "white": {…}}``."""
    found: dict[str, dict[str, str]] = {army: {} for army in ARMIES}
    for space, letter in enumerate(spaces):
        if letter != EMPTY:
            found[ARMIES[ARMY_OF[letter]]][board.names[space]] = KIND_OF[letter]
    return found


def prisoners_of(state: State) -> dict[str, dict[str, str]]:
    """By holder, then by the army that lost them: kinds, in the order PASNI."""
    found: dict[str, dict[str, str]] = {}
    for holder, held in zip(ARMIES, state.prisoners, strict=True):
        of: dict[str, str] = {}
        for letter in held:
            army = ARMIES[ARMY_OF[letter]]
            of[army] = of.get(army, "") + KIND_OF[letter]
        found[holder] = of
    return found


def dump(board: Board, state: State) -> dict[str, Any]:
    return {
        "pieces": pieces_of(board, state.board),
        "options": state.options.to_json(),
        "phase": state.phase,
        "turn": state.turn,
        "to_move": ARMIES[state.army],
        "gray_next": state.gray_next or None,
        "ply": state.ply,
        "prisoners": prisoners_of(state),
        "flanks": [
            {"army": ARMIES[army], "hexagon": board.names[space]} for army, space in sorted(state.flanks)
        ],
        "falls": [
            {"army": ARMIES[fall.army], "by": None if fall.by == NOBODY else ARMIES[fall.by]}
            for fall in state.falls
        ],
        "quiet": state.quiet,
        "round_done": [ARMIES[army] for army in sorted(state.round_done)],
        "passes": state.passes,
        "offers": sorted(state.offers),
        "last": _last(board, state.last),
        "outcome": outcome_to_json(state.outcome),
        "n": state.n,
    }


def show(board: Board, view: View) -> dict[str, Any]:
    """A view as JSON values: the state, and who sees it and moves."""
    return dump(board, view.state) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": [ARMIES[army] for army in living(view.state)],
    }


def _last(board: Board, last: LastMove | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "army": ARMIES[last.army],
        "seat": last.seat,
        "origin": board.names[last.origin],
        "target": board.names[last.target],
        "piece": last.piece,
        "taken": last.taken,
        "of": None if last.of == NOBODY else ARMIES[last.of],
        "how": last.how,
        "traded": last.traded,
    }


def load(board: Board, data: Mapping[str, Any]) -> State:
    """A state from its JSON values, or from a position. Raises PositionError."""
    known_keys(data, _KEYS)
    options = options_in(data, read_options)
    seats = frozenset(options.seats())
    gray_next = ""
    if options.ally:
        given = dict(data) | ({"gray_next": "black"} if data.get("gray_next") is None else {})
        gray_next = word(given, "gray_next", ("black", "white"), "black")
    elif data.get("gray_next") is not None:
        raise PositionError("gray_next belongs to Protect the Ally (players: 2)")
    spaces = _spaces(board, data.get("pieces"))
    state = State(
        options=options,
        board=spaces,
        phase=word(data, "phase", PHASES, "play"),
        turn=count(data, "turn"),
        army=ARMIES.index(word(data, "to_move", ARMIES, ARMIES[0])),
        ply=count(data, "ply"),
        gray_next=gray_next,
        prisoners=_prisoners(data),
        flanks=frozenset(_flank(board, spaces, each) for each in listed(data, "flanks")),
        falls=tuple(_fall(each) for each in listed(data, "falls")),
        quiet=count(data, "quiet"),
        round_done=frozenset(_army(name) for name in listed(data, "round_done")),
        passes=count(data, "passes"),
        offers=seats_in(data, "offers", seats),
        last=_load_last(board, data.get("last")),
        outcome=outcome_from_json(data.get("outcome"), seats),
        n=count(data, "n"),
    )
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    for space, letter in enumerate(state.board):
        if KIND_OF.get(letter) == "N" and (space < board.hexagons or space in board.black):
            raise PositionError(f"a Navy stands on a star that is not black, so not on {board.names[space]}")
    if len({fall.army for fall in state.falls}) < len(state.falls) or any(
        fall.by == fall.army for fall in state.falls
    ):
        raise PositionError("an army falls once, and not by its own hand")
    if state.options.ally and state.falls:
        raise PositionError("in Protect the Ally no army is out before the end")
    for army, letters in enumerate(LETTERS):
        if state.board.count(letters[0]) > 1:
            raise PositionError(f"{ARMIES[army]} has one President at the most")
    if state.phase == "over":
        return
    alive = living(state)
    for army, letters in enumerate(LETTERS):
        if (letters[0] in state.board) != (army in alive):
            raise PositionError(
                f"{ARMIES[army]}: a living army has its President on the board; one that is out has none and "
                "stands in falls"
            )
        if army not in alive and state.prisoners[army]:
            raise PositionError(f"{ARMIES[army]} is out: it holds no prisoners")
    if any(LETTERS[army][0] in held for army in alive for held in state.prisoners):
        raise PositionError("the President of a living army is nobody's prisoner")
    if len(alive) < 2:
        raise PositionError("one President is left, so the game is over")
    if state.army not in alive:
        raise PositionError(f"{ARMIES[state.army]} is out, so it is not to move")
    if state.offers - set(living_seats(state)):
        raise PositionError("a seat that is out does not vote for a draw")
    if state.offers == set(living_seats(state)):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.passes >= len(alive) or state.round_done.issuperset(alive):
        raise PositionError("passes and round_done are less than a full round")
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError("the quiet rounds are over, so the game is")
    if any(army not in alive for army, _ in state.flanks):
        raise PositionError("an army that is out has no right to flank")


def _spaces(board: Board, pieces: object) -> str:
    if not isinstance(pieces, Mapping):
        raise PositionError('pieces are needed: {"black": {"A4s": "P", …}, "gray": {…}, "white": {…}}')
    letters = [EMPTY] * len(board.names)
    for army, placed in pieces.items():
        if army not in ARMIES or not isinstance(placed, Mapping):
            raise PositionError(
                f"pieces of {army!r}: the armies are black, gray and white, each space to letter"
            )
        for name, kind in placed.items():
            space = _space(board, name)
            if not isinstance(kind, str) or kind not in NAMES:
                raise PositionError(f"{kind!r} on {name} is no piece; they are {' '.join(NAMES)}")
            if letters[space] != EMPTY:
                raise PositionError(f"two pieces stand on {name}")
            letters[space] = LETTERS[ARMIES.index(army)][KINDS.index(kind)]
    return "".join(letters)


def _space(board: Board, name: object) -> int:
    if not isinstance(name, str) or name not in board.index:
        raise PositionError(f"{name!r} is no space; they are written like C4, C4n and C4s")
    return board.index[name]


def _army(name: object) -> int:
    if not isinstance(name, str) or name not in ARMIES:
        raise PositionError(f"{name!r} is no army; they are black, gray and white")
    return ARMIES.index(name)


def _prisoners(data: Mapping[str, Any]) -> tuple[str, str, str]:
    held = ["", "", ""]
    for holder, lost in mapping(data, "prisoners").items():
        index = _army(holder)
        if not isinstance(lost, Mapping):
            raise PositionError('prisoners are by holder and army: {"black": {"gray": "II"}}')
        for army in (name for name in ARMIES if name in lost):
            kinds = lost[army]
            if _army(army) == index or not isinstance(kinds, str) or set(kinds) - set(KINDS):
                raise PositionError(f"prisoners of {holder}: letters of other armies' pieces, such as IIS")
            held[index] += "".join(LETTERS[_army(army)][KINDS.index(kind)] for kind in kinds)
        for name in lost:
            _army(name)
    black, gray, white = (sorted_letters(letters) for letters in held)
    return black, gray, white


def _flank(board: Board, spaces: str, right: object) -> tuple[int, int]:
    if not isinstance(right, Mapping):
        raise PositionError('flanks are objects: {"army": "black", "hexagon": "C4"}')
    army, space = _army(right.get("army")), _space(board, right.get("hexagon"))
    there = spaces[space]
    if space >= board.hexagons or there == EMPTY or ARMY_OF[there] == army:
        raise PositionError(
            f"flanks: another army's piece stands on the hexagon, not so on {right.get('hexagon')}"
        )
    return army, space


def _fall(data: object) -> Fall:
    if not isinstance(data, Mapping):
        raise PositionError(
            'falls are objects: {"army": "gray", "by": "black"}; by is null after a concession'
        )
    by = data.get("by")
    return Fall(_army(data.get("army")), NOBODY if by is None else _army(by))


def _load_last(board: Board, data: object) -> LastMove | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise PositionError("last must be an object")
    of = data.get("of")
    return LastMove(
        army=_army(data.get("army")),
        seat=word(data, "seat", ARMIES, ARMIES[0]),
        origin=_space(board, data.get("origin")),
        target=_space(board, data.get("target")),
        piece=word(data, "piece", tuple(KINDS), "P"),
        taken=word(data, "taken", ("", *KINDS), ""),
        of=NOBODY if of is None else _army(of),
        how=word(data, "how", WAYS, "move"),
        traded=word(data, "traded", ("", *KINDS[1:]), ""),
    )
