"""States, positions and views of WW3 as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be left out
(docs/ww3.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import PositionError
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
from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, LETTER_OF, NUMBERS, SEAT_OF, SEATS, Board, Direction
from adjudicator.ww3.options import read_options
from adjudicator.ww3.state import Last, LastStep, State, View, living, living_seats, only_bases, playing

PHASES = ("setup", "play", "over")
RESULTS = ("moved", "won", "lost", "bounced", "skipped")
_KEYS = frozenset(
    {"pieces", "options", "phase", "turn", "to_move", "ply", "known", "lost", "gone", "out", "ways"}
    | {"quiet", "round_done", "offers", "last", "outcome", "n"}
)


def dump(board: Board, state: State) -> dict[str, Any]:
    seats = playing(state)
    pieces: dict[str, dict[str, str]] = {SEATS[seat]: {} for seat in seats}
    for point, letter in enumerate(state.board):
        if letter != EMPTY:
            pieces[SEATS[SEAT_OF[letter]]][board.names[point]] = KIND_OF[letter]
    return {
        "pieces": pieces,
        "options": state.options.to_json(),
        "phase": state.phase,
        "turn": state.turn,
        "to_move": SEATS[state.seat],
        "ply": state.ply,
        "known": [board.names[point] for point in sorted(state.known)],
        "lost": {SEATS[seat]: state.lost[seat] for seat in seats},
        "gone": {SEATS[seat]: state.gone[seat] for seat in seats},
        "out": [SEATS[seat] for seat in state.out],
        "ways": {SEATS[seat]: list(way) for seat in seats if (way := state.ways[seat]) is not None},
        "quiet": state.quiet,
        "round_done": [SEATS[seat] for seat in sorted(state.round_done)],
        "offers": sorted(state.offers),
        "last": _last(board, state.last),
        "outcome": outcome_to_json(state.outcome),
        "n": state.n,
    }


def show(board: Board, view: View) -> dict[str, Any]:
    """A view as JSON values: the state as its seat may know it, and who sees it and moves."""
    return dump(board, view.state) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": list(living_seats(view.state)),
    }


def _last(board: Board, last: Last | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "seat": SEATS[last.seat],
        "steps": [
            {
                "path": [board.names[point] for point in step.path],
                "piece": step.piece,
                "of": None if step.of < 0 else SEATS[step.of],
                "met": step.met,
                "result": step.result,
            }
            for step in last.steps
        ],
    }


def load(board: Board, data: Mapping[str, Any]) -> State:
    """A state from its JSON values, or from a position. Raises PositionError."""
    known_keys(data, _KEYS)
    options = options_in(data, read_options)
    seats = options.seats()
    phase = word(data, "phase", PHASES, "play")
    ways = mapping(data, "ways")
    read = [_way(ways[seat]) if seat in ways else None for seat in SEATS]
    _only(ways, seats, "ways")
    state = State(
        options=options,
        board=_spaces(board, data, seats, phase),
        phase=phase,
        turn=count(data, "turn"),
        seat=SEATS.index(word(data, "to_move", seats, seats[0])),
        ply=count(data, "ply"),
        known=frozenset(_point(board, name) for name in listed(data, "known")),
        lost=_texts(data, "lost", seats),
        gone=_texts(data, "gone", seats),
        out=tuple(_seat(name, seats) for name in listed(data, "out")),
        ways=(read[0], read[1], read[2], read[3]),
        quiet=count(data, "quiet"),
        round_done=frozenset(_seat(name, seats) for name in listed(data, "round_done")),
        offers=seats_in(data, "offers", frozenset(seats)),
        last=_load_last(board, data.get("last"), seats),
        outcome=outcome_from_json(data.get("outcome"), frozenset(seats)),
        n=count(data, "n"),
    )
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if len(set(state.out)) < len(state.out):
        raise PositionError("a seat goes out once")
    if any(state.board[point] == EMPTY for point in state.known):
        raise PositionError("known: a unit stands on each of these points")
    if state.known and not state.options.fog:
        raise PositionError("known belongs to the option fog: without it everything is known")
    alive = living(state)
    for letter in state.board:
        if letter != EMPTY and SEAT_OF[letter] not in alive:
            raise PositionError(f"{SEATS[SEAT_OF[letter]]} is out: it has no units on the board")
    for seat in playing(state):
        for kind, most in NUMBERS.items():
            if state.board.count(LETTER_OF[seat, kind]) > most:
                raise PositionError(f"{SEATS[seat]} has {most} of {kind} at the most")
    if state.phase == "over":
        return
    if len(alive) < 2:
        raise PositionError("one seat is left, so the game is over")
    if state.offers - set(living_seats(state)):
        raise PositionError("a seat that is out offers no draw")
    if state.offers.issuperset(living_seats(state)):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.phase == "setup":
        return
    for seat in alive:
        if LETTER_OF[seat, "B"] not in state.board:
            raise PositionError(f"{SEATS[seat]} has no Base: a seat without one is out and stands in out")
    if state.seat not in alive:
        raise PositionError(f"{SEATS[state.seat]} is out, so it is not to move")
    if not state.round_done <= set(alive) or state.round_done.issuperset(alive):
        raise PositionError("round_done names living seats, but not all of them")
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError("the quiet rounds are over, so the game is")
    if only_bases(state.board):
        raise PositionError("only Bases are left, so the game is over")


def _spaces(board: Board, data: Mapping[str, Any], seats: tuple[str, ...], phase: str) -> str:
    letters = [EMPTY] * len(board.names)
    if phase != "setup" and "pieces" not in data:
        raise PositionError('pieces are needed: {"red": {"d2": "N", …}, "silver": {…}}')
    for seat, placed in mapping(data, "pieces").items():
        if seat not in seats or not isinstance(placed, Mapping):
            raise PositionError(f"pieces of {seat!r}: the seats are {', '.join(seats)}, each point to kind")
        for name, kind in placed.items():
            point = _point(board, name)
            if not isinstance(kind, str) or kind not in KINDS or len(kind) != 1:
                raise PositionError(f"{kind!r} on {name} is no unit; they are {' '.join(KINDS)}")
            if letters[point] != EMPTY:
                raise PositionError(f"two units stand on {name}")
            if phase == "setup":
                raise PositionError("in the set-up nothing stands on the board yet")
            letters[point] = LETTER_OF[SEATS.index(seat), kind]
    return "".join(letters)


def _point(board: Board, name: object) -> int:
    if not isinstance(name, str) or name not in board.index:
        raise PositionError(f"{name!r} is no point; they are written like d4")
    return board.index[name]


def _seat(name: object, seats: tuple[str, ...]) -> int:
    if not isinstance(name, str) or name not in seats:
        raise PositionError(f"{name!r} is no seat; they are {', '.join(seats)}")
    return SEATS.index(name)


def _only(values: Mapping[str, Any], seats: tuple[str, ...], key: str) -> None:
    for name in values:
        if name not in seats:
            raise PositionError(f"{key}: {name!r} is no seat; they are {', '.join(seats)}")


def _texts(data: Mapping[str, Any], key: str, seats: tuple[str, ...]) -> tuple[str, str, str, str]:
    values = mapping(data, key)
    _only(values, seats, key)
    for kinds in values.values():
        if not isinstance(kinds, str) or set(kinds) - set(KINDS):
            raise PositionError(f"{key}: letters of units by seat, such as SSP")
    red, blue, silver, olive = (str(values.get(seat, "")) for seat in SEATS)
    return red, blue, silver, olive


def _way(value: object) -> Direction | None:
    if value is None:
        return None
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(isinstance(part, bool) or part not in (-1, 0, 1) for part in value)
        or value == [0, 0]
    ):
        raise PositionError("ways: a direction by seat, such as [0, 1] for north")
    return int(value[0]), int(value[1])


def _load_last(board: Board, data: object, seats: tuple[str, ...]) -> Last | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise PositionError("last must be an object")
    return Last(
        _seat(data.get("seat"), seats), tuple(_step(board, each, seats) for each in listed(data, "steps"))
    )


def _step(board: Board, data: object, seats: tuple[str, ...]) -> LastStep:
    if not isinstance(data, Mapping):
        raise PositionError("the steps of last are objects")
    path = tuple(_point(board, name) for name in listed(data, "path"))
    if not 2 <= len(path) <= 3:
        raise PositionError("the path of a step has two or three points")
    of = data.get("of")
    return LastStep(
        path=path,
        piece=word(data, "piece", ("", *KINDS), ""),
        of=-1 if of is None else _seat(of, seats),
        met=word(data, "met", ("", *KINDS), ""),
        result=word(data, "result", RESULTS, "moved"),
    )
