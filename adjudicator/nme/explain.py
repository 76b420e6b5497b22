"""Why an order of NME is refused, what would be legal, and what is legal but unwise."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.base_game import Pass, check_draw_or_concession, check_player, sole_order
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS, NAMES, Board
from adjudicator.nme.moves import guarded, moves_of, origin_of, target_of, threatened
from adjudicator.nme.orders import RULINGS, Catalogue, Move, Order
from adjudicator.nme.resolve import make_move
from adjudicator.nme.state import GRAY, WHITE, State, View, living, living_seats, mover
from adjudicator.text import article, listing


def legal_moves(catalogue: Catalogue, view: View) -> list[Move]:
    """Return every legal move of the army to move, sorted by text; [] where it has none."""
    state = view.state
    return catalogue.listed(state.board, moves_of(catalogue.board, state, state.army))


def rulings(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    """Return what a game master may rule against a seat now. Source: Silence, a Ruling."""
    if state.phase == "over" or seat not in living_seats(state):
        return ()
    infantry = LETTERS[ARMIES.index(seat)][-1]
    stands = [board.names[space] for space, letter in enumerate(state.board) if letter == infantry]
    return ("forfeit", *(f"penalty {name}" for name in sorted(stands)))


def check_declaration(board: Board, view: View, what: str) -> None:
    """Raise IllegalOrderError unless that may be declared by, or ruled against, the view's seat now."""
    check_player(view, what, living_seats(view.state))
    if what.partition(" ")[0] not in RULINGS:
        voted = "has voted for a draw already; the others have to answer"
        check_draw_or_concession(view, what, view.state.offers, voted)
        return
    possible = rulings(board, view.state, str(view.seat))
    if what not in possible:
        raise IllegalOrderError(what, f"no Infantry of {view.seat} stands there", possible)


def check_orders(catalogue: Catalogue, view: View, orders: Sequence[Order]) -> None:
    """Raise IllegalOrderError unless these orders could be resolved for the view's seat."""
    order = sole_order(
        orders,
        declared=lambda what: _check_declared(catalogue.board, view, what),
        turn=lambda order: _check_turn(view, order),
        examples=lambda: _examples(catalogue, view),
    )
    if order is not None:
        _check_play(catalogue, view, order)


def _check_declared(board: Board, view: View, what: str) -> None:
    """Check what a seat declares among its orders: rulings are not for players."""
    if what.partition(" ")[0] in RULINGS:
        raise IllegalOrderError(what, "only the game master rules that, with /penalty")
    check_declaration(board, view, what)


def _check_turn(view: View, order: Order) -> None:
    check_player(view, str(order), living_seats(view.state))
    if view.seat in view.phase.owing:
        return
    whose = f", {view.mover} is to move" if view.mover == ARMIES[view.state.army] else ""
    whose = whose or f", {view.mover} moves {ARMIES[view.state.army]} now"
    raise IllegalOrderError(str(order), f"it is not your turn{whose}")


def _check_play(catalogue: Catalogue, view: View, order: Order) -> None:
    board, state, text = catalogue.board, view.state, str(order)
    moves = legal_moves(catalogue, view)
    if isinstance(order, Pass):
        if moves:
            raise IllegalOrderError(text, "only who has no legal move passes", [str(each) for each in moves])
        return
    assert isinstance(order, Move)
    if not moves:
        raise IllegalOrderError(text, "there is no legal move: pass", ("pass",))
    wanted = (order.origin, order.target, order.trade)  # the sign follows from the position
    if any((each.origin, each.target, each.trade) == wanted for each in moves):
        return
    letter = state.board[board.index[order.origin]]
    if letter == EMPTY:
        raise IllegalOrderError(text, f"nothing stands on {order.origin}", _near(board, moves, order))
    name, army = NAMES[KIND_OF[letter]], ARMIES[state.army]
    if ARMY_OF[letter] != state.army:
        whose = ARMIES[ARMY_OF[letter]]
        raise IllegalOrderError(
            text,
            f"the {name} on {order.origin} is {whose}'s, and {army} moves now",
            _near(board, moves, order),
        )
    own = [each for each in moves if each.origin == order.origin]
    instead = [str(each) for each in own]
    same = [str(each) for each in own if each.target == order.target]
    if order.trade and same:
        raise IllegalOrderError(text, _no_trade(board, state, order), same)
    reach = _reach(own)
    why = _why(board, state, order)
    raise IllegalOrderError(text, f"{order.origin} is {article(name)}: {why}{reach}", instead)


def _no_trade(board: Board, state: State, order: Move) -> str:
    """Explain why a move is legal, but not with that trade."""
    if KIND_OF[state.board[board.index[order.origin]]] != "I":
        return "only Infantry is traded"
    star = board.index[order.target]
    if star not in board.base_of or board.base_of[star] == state.army:
        return f"a trade happens on a base star of another army, and {order.target} is none"
    holder = board.base_of[star]
    if any(fall.army == holder for fall in state.falls):
        return f"{ARMIES[holder]} is out: there are no prisoners to trade for"
    if order.trade == "N" and star in board.black:
        return "a Navy cannot be put on a black star"
    return f"{ARMIES[holder]} holds no {NAMES[order.trade]} of yours"


def _why(board: Board, state: State, order: Move) -> str:
    """Explain what people most often do not know, before what the piece can do; "" where that says enough."""
    spaces = state.board
    letter, there = spaces[board.index[order.origin]], spaces[board.index[order.target]]
    kind, origin, target = KIND_OF[letter], board.index[order.origin], board.index[order.target]
    if origin == target:
        return "a move goes to another space; "
    if there != EMPTY and ARMY_OF[there] == state.army:
        return f"your own {NAMES[KIND_OF[there]]} stands on {order.target}; "
    if there == LETTERS[GRAY][0] and state.army == WHITE and guarded(state):
        return "you moved Gray just now, so you may not capture its President in this turn; "
    if state.gray_next and state.army == GRAY and there == LETTERS[ARMIES.index(state.gray_next)][0]:
        return "Gray may not capture the President of the seat that moves it; "
    if kind == "P" and target in board.adjoins[origin] and not threatened(board, state, state.army):
        return "it moves from star to star only by Naval One, and it is under no threat; "
    if kind == "I" and there != EMPTY:
        return _no_flank(board, state, origin, target)
    if kind == "N" and target in board.black:
        return "a Navy never enters a black star; "
    if kind == "N" and target < board.hexagons:
        return "a Navy stops on stars only; "
    return ""


def _no_flank(board: Board, state: State, origin: int, target: int) -> str:
    """Explain why an Infantry does not capture there."""
    for between, beyond in board.lateral[state.army][origin] if origin < board.hexagons else ():
        if beyond != target:
            continue
        if (state.army, target) not in state.flanks:
            return f"there is no right to flank on {board.names[target]} now; "
        return f"to flank on {board.names[target]}, {board.names[between]} between must be empty; "
    return "Infantry captures only sideways, from hexagon to hexagon; "


def _reach(options: Sequence[Move]) -> str:
    """Describe what a piece can do.

    >>> _reach([Move("A4", "B4", "-"), Move("A4", "A5", "x"), Move("A4", "L5s", "-", "S")])
    'it can go to B4 or L5s or capture on A5'
    """
    parts = []
    for words, sign in (("go to", "-"), ("capture on", "x")):
        targets = list(dict.fromkeys(each.target for each in options if each.sign == sign))
        if targets:
            parts.append(f"{words} {listing(targets)}")
    return f"it can {listing(parts)}" if parts else "it cannot move now"


def _near(board: Board, moves: Sequence[Move], order: Move) -> list[str]:
    """List what may be meant where the origin is wrong: moves to the same target first, then from near by."""
    q, r = board.points[board.index[order.origin]]

    def far(move: Move) -> tuple[bool, int]:
        x, y = board.points[board.index[move.origin]]
        return move.target != order.target, max(abs(x - q), abs(y - r), abs(x - q + y - r))

    return [str(move) for move in sorted(moves, key=far)]


def _examples(catalogue: Catalogue, view: View) -> list[str]:
    if view.seat not in view.phase.owing:
        return []
    return [str(order) for order in legal_moves(catalogue, view)] or ["pass"]


# -- Warnings


def exposed(board: Board, state: State, order: Move) -> list[str]:
    """Warn if the President of the seat that moves can be captured before its next turn, by what is on the
    board then; the others may still move in between."""
    own = ARMIES.index(mover(state))
    after = make_move(board, state, order, [])
    president = after.board.find(LETTERS[own][0])
    if after.phase == "over" or president < 0:
        return []
    for army in living(after):
        if army == own:
            continue
        for code in moves_of(board, after, army):
            if target_of(code) == president:
                name = NAMES[KIND_OF[after.board[origin_of(code)]]]
                who = f"{ARMIES[army].capitalize()}'s {name} on {board.names[origin_of(code)]}"
                return [f"Your President can be captured after this move, by {who}."]
    return []
