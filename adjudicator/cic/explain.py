"""Why an order of Commander-In-Chief is refused, and what would be legal."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.base_game import check_draw_or_concession, check_player, sole_order
from adjudicator.cic.board import AIR, ALL, EMPTY, INDEX, NAMES, SQUARES, generate, start_board
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order, move, sign_for
from adjudicator.cic.state import SIDES, View, side_of
from adjudicator.errors import IllegalOrderError
from adjudicator.text import article, counted, listing

_SIGN_WORDS = {MOVE: "a move to an empty square", CAPTURE: "a capture", ATTACK: "an attack on an enhancement"}


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
    check_player(view, text, set(view.seats) - view.conceded, "has conceded")


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
    if view.phase.key == "setup":
        raise IllegalOrderError(
            str(order), f"{view.seat} has no pieces to enhance; the game waits for the other side"
        )
    raise IllegalOrderError(str(order), f"it is not your turn, {view.mover} is to move")


def _check_setup(view: View, order: Order) -> None:
    if not isinstance(order, Enhance):
        raise IllegalOrderError(
            str(order), "the choice of enhanced pieces comes first, such as enhance b2 c2", ("enhance none",)
        )
    side = side_of(view.seat or "")
    most = view.options.enhanced[side]
    mine = start_squares(side)
    if len(order.squares) > most:
        raise IllegalOrderError(
            str(order), f"{SIDES[side]} may enhance {counted(most, 'piece')}, not {len(order.squares)}"
        )
    for square in order.squares:
        if square not in mine:
            raise IllegalOrderError(
                str(order),
                f"{SQUARES[square]} is none of {SIDES[side]}'s start squares",
                tuple(SQUARES[own] for own in mine),
            )


def start_squares(side: int) -> list[int]:
    """Return the start squares of a side's fifteen pieces."""
    return [square for square, letter in enumerate(start_board()) if letter in ALL[side]]


def _check_play(view: View, order: Order) -> None:
    if not isinstance(order, Move):
        raise IllegalOrderError(
            str(order), "the enhanced pieces are settled: give a move, such as e7-e6", _examples(view)
        )
    board, text = view.board, str(order)
    letter, origin = board[order.origin], SQUARES[order.origin]
    if letter == EMPTY:
        raise IllegalOrderError(text, f"there is no piece on {origin}", _examples(view))
    if letter not in ALL[view.side]:
        raise IllegalOrderError(
            text, f"the {NAMES[letter.upper()]} on {origin} is the enemy's", _examples(view)
        )
    name = NAMES[letter.upper()]
    if letter not in view.letters:
        theirs = "Air" if letter.upper() in AIR else "Surface"
        ours = "Surface" if theirs == "Air" else "Air"
        raise IllegalOrderError(
            text, f"the {name} on {origin} belongs to {theirs}, and {ours} moves this turn", _examples(view)
        )
    options = [other for other in legal_moves(view) if other.origin == order.origin]
    if order in options:
        return
    for other in options:
        if other.target == order.target:
            raise IllegalOrderError(text, f"that is {_SIGN_WORDS[other.sign]}: write {other}", (str(other),))
    raise IllegalOrderError(
        text, f"{origin} is {article(name)}: {_reach(options)}", [str(other) for other in options]
    )


def _reach(options: Sequence[Move]) -> str:
    """Describe what a piece can do.

    >>> _reach([move(INDEX["e1"], INDEX["f1"], "-"), move(INDEX["e1"], INDEX["f2"], "x")])
    'it can go to f1 or capture on f2'
    """
    parts = []
    for sign, words in ((MOVE, "go to"), (CAPTURE, "capture on"), (ATTACK, "attack")):
        targets = [SQUARES[other.target] for other in options if other.sign == sign]
        if targets:
            parts.append(f"{words} {listing(targets)}")
    return f"it can {listing(parts)}" if parts else "it cannot move now"


def _examples(view: View) -> list[str]:
    if view.phase.key != "play":
        return ["enhance none"]
    return [str(other) for other in legal_moves(view)]


assert INDEX["a1"] == 0  # the doctest above reads INDEX
