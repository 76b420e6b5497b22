"""Why an order of Commander-In-Chief is refused, and what would be legal."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.base_game import check_draw_or_concession, check_player, sole_order
from adjudicator.cic.board import AIR, ALL, EMPTY, NAMES, SQUARES, generate, start_board
from adjudicator.cic.orders import CAPTURE, MOVE, Enhance, Move, Order, distance, move, reach, sign_for
from adjudicator.cic.state import View, side_of
from adjudicator.cic.text import (
    AIR_PIECE,
    ENEMY_PIECE,
    ENHANCE_FIRST,
    ENHANCE_NO_MORE,
    HAS_CONCEDED,
    NO_PIECE,
    NONE_TO_ENHANCE,
    NOT_YOUR_TURN,
    NOT_YOURS_TO_ENHANCE,
    SURFACE_PIECE,
    TOO_MANY,
    WRITE_ATTACK,
    WRITE_CAPTURE,
    WRITE_MOVE,
)
from adjudicator.errors import IllegalOrderError
from adjudicator.near import told


def legal_moves(view: View) -> list[Move]:
    """Return every legal move of the seat to move, sorted by text."""
    board, side, enhanced = view.board, view.side, view.enhanced
    found = [
        move(code >> 6, code & 63, sign_for(board, side, enhanced, code & 63))
        for code in generate(board, side, view.letters)
    ]
    found.sort(key=_text_order)
    return found


def _text_order(order: Move) -> tuple[int, str, int]:
    return order.origin, order.sign, order.target


def check_declaration(view: View, what: str) -> None:
    """Raise IllegalOrderError unless the view's seat may declare that now."""
    _check_living(view, what)
    check_draw_or_concession(view, what, view.offers)


def _check_living(view: View, text: str) -> None:
    check_player(view, text, set(view.seats) - view.conceded, HAS_CONCEDED)


def check_orders(view: View, orders: Sequence[Order]) -> None:
    """Raise IllegalOrderError unless these orders could be resolved for the view's seat."""
    order = sole_order(
        orders,
        declared=lambda what: check_declaration(view, what),
        turn=lambda order: _check_turn(view, order),
        examples=lambda: _examples(view),
    )
    if order is None:
        return
    if view.phase.key == "setup":
        _check_setup(view, order)
    else:
        _check_play(view, order)


def _check_turn(view: View, order: Order) -> None:
    _check_living(view, str(order))
    if view.seat in view.phase.owing:
        return
    waits = NONE_TO_ENHANCE if view.phase.key == "setup" else NOT_YOUR_TURN(seat=view.mover)
    raise IllegalOrderError(str(order), waits)


def _check_setup(view: View, order: Order) -> None:
    if not isinstance(order, Enhance):
        raise IllegalOrderError(str(order), ENHANCE_FIRST, ("enhance none",))
    side = side_of(view.seat or "")
    most = view.options.enhanced[side]
    mine = start_squares(side)
    if len(order.squares) > most:
        raise IllegalOrderError(str(order), TOO_MANY(most=most, n=len(order.squares)))
    for square in order.squares:
        if square not in mine:
            reason = NOT_YOURS_TO_ENHANCE(square=SQUARES[square])
            raise IllegalOrderError(str(order), reason, tuple(SQUARES[own] for own in mine))


def start_squares(side: int) -> list[int]:
    """Return the start squares of a side's fifteen pieces."""
    return [square for square, letter in enumerate(start_board()) if letter in ALL[side]]


def _check_play(view: View, order: Order) -> None:
    if not isinstance(order, Move):
        raise IllegalOrderError(str(order), ENHANCE_NO_MORE, _examples(view))
    board, text = view.board, str(order)
    letter, origin = board[order.origin], SQUARES[order.origin]
    moves = legal_moves(view)
    if letter == EMPTY:
        raise IllegalOrderError(text, NO_PIECE(square=origin), _near(moves, order))
    name = NAMES[letter.upper()]
    if letter not in ALL[view.side]:
        raise IllegalOrderError(text, ENEMY_PIECE(piece=name, square=origin), _near(moves, order))
    if letter not in view.letters:
        whose = AIR_PIECE if letter.upper() in AIR else SURFACE_PIECE
        raise IllegalOrderError(text, whose(piece=name, square=origin), _near(moves, order))
    options = [other for other in moves if other.origin == order.origin]
    if order in options:
        return
    for other in options:
        if other.target == order.target:
            raise IllegalOrderError(text, _sign(board, other), (str(other),))
    can = reach(board, order.origin, options, order.target)
    raise IllegalOrderError(text, can, told(can, options, lambda other: SQUARES[other.target]))


def _sign(board: str, right: Move) -> str:
    """Say which sign is the right one, and why."""
    if right.sign == MOVE:
        return WRITE_MOVE(target=SQUARES[right.target], order=right)
    there = NAMES[board[right.target].upper()]
    return (WRITE_CAPTURE if right.sign == CAPTURE else WRITE_ATTACK)(piece=there, order=right)


def _near(moves: Sequence[Move], order: Move) -> list[str]:
    """List what may be meant where the origin is wrong: moves to the same target first, then from near by."""

    def far(move: Move) -> tuple[bool, int]:
        return move.target != order.target, distance(move.origin, order.origin)

    return [str(move) for move in sorted(moves, key=far)]


def _examples(view: View) -> list[str]:
    if view.phase.key != "play":
        return ["enhance none"]
    return [str(other) for other in legal_moves(view)]
