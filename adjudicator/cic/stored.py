"""States, positions and views of Commander-In-Chief as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be
left out (docs/cic.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.cic.board import EMPTY, INDEX, NAMES, REGIONS, SQUARES, start_board
from adjudicator.cic.options import SIDES, read_options
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE
from adjudicator.cic.state import LastMove, State, View, active_seats, seats_of_side
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

PHASES = ("setup", "play", "over")
_KEYS = frozenset(
    {"pieces", "options", "phase", "turn", "to_move", "ply", "quiet", "enhanced", "movers", "lost"}
    | {"conceded", "offers", "last", "outcome", "n"}
)


def pieces_of(board: str) -> dict[str, dict[str, str]]:
    """``{"dark": {"h8": "C", …}, "light": {…}}``."""
    found: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for square, letter in enumerate(board):
        if letter != EMPTY:
            found[SIDES[letter.isupper()]][SQUARES[square]] = letter.upper()
    return found


def names_of(squares: frozenset[int]) -> list[str]:
    return [SQUARES[square] for square in sorted(squares)]


def dump(state: State) -> dict[str, Any]:
    return {
        "pieces": pieces_of(state.board),
        "options": state.options.to_json(),
        "phase": state.phase,
        "turn": state.turn,
        "to_move": SIDES[state.side],
        "ply": state.ply,
        "quiet": state.quiet,
        "enhanced": names_of(state.enhanced),
        "movers": dict(zip(SIDES, state.movers, strict=True)),
        "lost": dict(zip(SIDES, state.lost, strict=True)),
        "conceded": sorted(state.conceded),
        "offers": sorted(state.offers),
        "last": _last(state.last),
        "outcome": outcome_to_json(state.outcome),
        "n": state.n,
    }


def show(view: View) -> dict[str, Any]:
    """A view as JSON values."""
    return {
        "seat": view.seat,
        "seats": list(view.seats),
        "options": view.options.to_json(),
        "phase": view.phase.key,
        "turn": view.phase.turn,
        "owing": sorted(view.phase.owing),
        "pieces": pieces_of(view.board),
        "enhanced": names_of(view.enhanced),
        "to_move": SIDES[view.side],
        "mover": view.mover,
        "replaces": view.replaces,
        "group": view.group,
        "round": view.round,
        "ply": view.ply,
        "quiet": view.quiet,
        "score": dict(zip(SIDES, view.score, strict=True)),
        "lost": dict(zip(SIDES, view.lost, strict=True)),
        "conceded": sorted(view.conceded),
        "offers": sorted(view.offers),
        "last": _last(view.last),
        "outcome": outcome_to_json(view.outcome),
    }


def _last(last: LastMove | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "seat": last.seat,
        "origin": SQUARES[last.origin],
        "target": SQUARES[last.target],
        "sign": last.sign,
        "piece": last.piece,
        "taken": last.taken,
        "promoted": last.promoted,
    }


def load(data: Mapping[str, Any]) -> State:
    """A state from its JSON values, or from a position. Raises PositionError."""
    known_keys(data, _KEYS)
    options = options_in(data, read_options)
    board = _board(data.get("pieces"))
    seats = frozenset(options.seats())
    enhanced = frozenset(_square(name) for name in listed(data, "enhanced"))
    if any(board[square] == EMPTY for square in enhanced):
        raise PositionError("an enhanced square is empty")
    state = State(
        options=options,
        board=board,
        phase=word(data, "phase", PHASES, "play"),
        turn=count(data, "turn"),
        side=SIDES.index(word(data, "to_move", SIDES, SIDES[0])),
        ply=count(data, "ply"),
        quiet=count(data, "quiet"),
        enhanced=enhanced,
        movers=_pair(data, "movers", ("", "air", "surface")),
        lost=_lost(data),
        conceded=seats_in(data, "conceded", seats),
        offers=seats_in(data, "offers", seats),
        last=_load_last(data.get("last")),
        outcome=outcome_from_json(data.get("outcome"), seats),
        n=count(data, "n"),
    )
    _check_phase(state)
    return state


def _check_phase(state: State) -> None:
    """Refuse states that say two things about who is to move, or none. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if state.phase == "over":
        return
    for side in (0, 1):
        if not active_seats(state, side):
            raise PositionError(f"{SIDES[side]} has conceded, so the game is over")
    if state.offers & state.conceded:
        raise PositionError("a seat that has conceded offers no draw")
    if state.offers | state.conceded == set(state.options.seats()):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.phase == "setup" and (state.board != start_board() or not any(state.options.enhanced)):
        raise PositionError("the setup has the start's pieces, and a side that may enhance some")


def check_play(state: State) -> None:
    """Refuse positions that no game reaches and that the rules could not play on. PositionError."""
    for square, letter in enumerate(state.board):
        if letter == EMPTY:
            continue
        own, enemy = SIDES[letter.isupper()], SIDES[letter.islower()]
        where, kind = REGIONS[square], letter.upper()
        fault = (
            (kind == "T" and where != own)
            or (kind in "SD" and where == enemy)
            or (kind == "A" and where == enemy)
        )
        if fault:
            raise PositionError(f"{own}'s {NAMES[kind]} cannot stand on {SQUARES[square]}")
    if any(state.board.count(letter) > 1 for letter in "Cc"):
        raise PositionError("a side has one Commander at the most")
    for side in (0, 1):
        if len(seats_of_side(state.options, side)) == 1 and state.movers[side]:
            raise PositionError(f"{SIDES[side]} is no team: its movers are empty")


def _board(pieces: object) -> str:
    if not isinstance(pieces, Mapping):
        raise PositionError('pieces are needed: {"dark": {"h8": "C", …}, "light": {"a1": "C", …}}')
    letters = [EMPTY] * 64
    for side, placed in pieces.items():
        if side not in SIDES or not isinstance(placed, Mapping):
            raise PositionError(f"pieces of {side!r}: the sides are dark and light, each square to letter")
        for name, letter in placed.items():
            square = _square(name)
            if not isinstance(letter, str) or letter not in NAMES:
                raise PositionError(f"{letter!r} on {name} is no piece; they are {' '.join(NAMES)}")
            if letters[square] != EMPTY:
                raise PositionError(f"two pieces stand on {name}")
            letters[square] = letter if side == "light" else letter.lower()
    return "".join(letters)


def _square(name: object) -> int:
    if not isinstance(name, str) or name not in INDEX:
        raise PositionError(f"{name!r} is no square; they are a1 to h8")
    return INDEX[name]


def _by_side(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = mapping(data, key)
    for side in value:
        if side not in SIDES:
            raise PositionError(f"{key} of {side!r}: the sides are dark and light")
    return value


def _pair(data: Mapping[str, Any], key: str, words: tuple[str, ...]) -> tuple[str, str]:
    value = _by_side(data, key)
    return word(value, "dark", words, ""), word(value, "light", words, "")


def _lost(data: Mapping[str, Any]) -> tuple[str, str]:
    value = _by_side(data, "lost")
    dark, light = value.get("dark", ""), value.get("light", "")
    for letters in (dark, light):
        if not isinstance(letters, str) or set(letters) - set(NAMES):
            raise PositionError(f"lost pieces are letters, such as AAT, not {letters!r}")
    return dark, light


def _load_last(data: object) -> LastMove | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise PositionError("last must be an object")
    sign = word(data, "sign", (MOVE, CAPTURE, ATTACK), MOVE)
    taken = word(data, "taken", ("", *NAMES), "")
    piece = word(data, "piece", tuple(NAMES), "")
    origin, target = _square(data.get("origin")), _square(data.get("target"))
    return LastMove(
        str(data.get("seat", "")), origin, target, sign, piece, taken, bool(data.get("promoted", False))
    )
