"""Why an order of NME is refused, what would be legal, and what is legal but unwise."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.base_game import Pass, check_draw_or_concession, check_player, sole_order
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Seat
from adjudicator.near import told
from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS, NAMES, Board
from adjudicator.nme.moves import guarded, moves_of, origin_of, target_of, threatened
from adjudicator.nme.orders import RULINGS, Catalogue, Move, Order, distance, reach
from adjudicator.nme.resolve import make_move
from adjudicator.nme.state import GRAY, WHITE, State, View, living, living_seats, mover
from adjudicator.nme.text import (
    ALREADY_VOTED,
    BLACK_STAR,
    CAN_MOVE,
    EMPTY_SPACE,
    EXPOSED,
    FLANK_BLOCKED,
    GAME_MASTER_ONLY,
    GUARDED,
    HOLDER_IS_OUT,
    MUST_PASS,
    NO_FLANK,
    NO_INFANTRY,
    NO_NAVY_THERE,
    NO_THREAT,
    NOT_A_BASE,
    NOT_HELD,
    NOT_YOUR_TURN,
    NOT_YOUR_TURN_GRAY,
    ONLY_INFANTRY,
    OTHER_ARMY,
    OWN_PIECE,
    OWN_PRESIDENT,
    SAME_SPACE,
    SIDEWAYS,
    STARS_ONLY,
    WHY,
)
from adjudicator.text import article


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
        check_draw_or_concession(view, what, view.state.offers, ALREADY_VOTED)
        return
    possible = rulings(board, view.state, str(view.seat))
    if what not in possible:
        raise IllegalOrderError(what, NO_INFANTRY(seat=view.seat), possible)


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
        raise IllegalOrderError(what, GAME_MASTER_ONLY)
    check_declaration(board, view, what)


def _check_turn(view: View, order: Order) -> None:
    check_player(view, str(order), living_seats(view.state))
    if view.seat in view.phase.owing:
        return
    army = ARMIES[view.state.army]
    if view.mover == army:
        raise IllegalOrderError(str(order), NOT_YOUR_TURN(seat=army))
    raise IllegalOrderError(str(order), NOT_YOUR_TURN_GRAY(seat=view.mover, army=army))


def _check_play(catalogue: Catalogue, view: View, order: Order) -> None:
    board, state, text = catalogue.board, view.state, str(order)
    moves = legal_moves(catalogue, view)
    if isinstance(order, Pass):
        if moves:
            raise IllegalOrderError(text, CAN_MOVE, [str(each) for each in moves])
        return
    assert isinstance(order, Move)
    if not moves:
        raise IllegalOrderError(text, MUST_PASS, ("pass",))
    wanted = (order.origin, order.target, order.trade)  # the sign follows from the position
    if any((each.origin, each.target, each.trade) == wanted for each in moves):
        return
    letter = state.board[board.index[order.origin]]
    if letter == EMPTY:
        raise IllegalOrderError(text, EMPTY_SPACE(space=order.origin), _near(board, moves, order))
    name, army = NAMES[KIND_OF[letter]], ARMIES[state.army]
    if ARMY_OF[letter] != state.army:
        other = OTHER_ARMY(piece=name, space=order.origin, whose=ARMIES[ARMY_OF[letter]], army=army)
        raise IllegalOrderError(text, other, _near(board, moves, order))
    own = [each for each in moves if each.origin == order.origin]
    same = [str(each) for each in own if each.target == order.target]
    if order.trade and same:
        raise IllegalOrderError(text, _no_trade(board, state, order), same)
    can = reach(board, state.board, board.index[order.origin], own, board.index[order.target])
    why = _why(board, state, order)
    instead = told(can, own, lambda each: each.target)
    raise IllegalOrderError(text, WHY(why=why, can=can) if why else can, instead)


def _no_trade(board: Board, state: State, order: Move) -> str:
    """Explain why a move is legal, but not with that trade."""
    if KIND_OF[state.board[board.index[order.origin]]] != "I":
        return ONLY_INFANTRY
    star = board.index[order.target]
    if star not in board.base_of or board.base_of[star] == state.army:
        return NOT_A_BASE(space=order.target)
    holder = board.base_of[star]
    if any(fall.army == holder for fall in state.falls):
        return HOLDER_IS_OUT(army=ARMIES[holder])
    if order.trade == "N" and star in board.black:
        return NO_NAVY_THERE
    return NOT_HELD(army=ARMIES[holder], piece=article(NAMES[order.trade]))


def _why(board: Board, state: State, order: Move) -> str:
    """Explain what people most often do not know, before what the piece can do; "" where that says enough."""
    spaces = state.board
    letter, there = spaces[board.index[order.origin]], spaces[board.index[order.target]]
    kind, origin, target = KIND_OF[letter], board.index[order.origin], board.index[order.target]
    if origin == target:
        return SAME_SPACE
    if there != EMPTY and ARMY_OF[there] == state.army:
        return OWN_PIECE(piece=NAMES[KIND_OF[there]], space=order.target)
    if there == LETTERS[GRAY][0] and state.army == WHITE and guarded(state):
        return GUARDED
    if state.gray_next and state.army == GRAY and there == LETTERS[ARMIES.index(state.gray_next)][0]:
        return OWN_PRESIDENT
    if kind == "P" and target in board.adjoins[origin] and not threatened(board, state, state.army):
        return NO_THREAT
    if kind == "I" and there != EMPTY:
        return _no_flank(board, state, origin, target)
    if kind == "N" and target in board.black:
        return BLACK_STAR
    if kind == "N" and target < board.hexagons:
        return STARS_ONLY
    return ""


def _no_flank(board: Board, state: State, origin: int, target: int) -> str:
    """Explain why an Infantry does not capture there."""
    for between, beyond in board.lateral[state.army][origin] if origin < board.hexagons else ():
        if beyond != target:
            continue
        if (state.army, target) not in state.flanks:
            return NO_FLANK(space=board.names[target])
        return FLANK_BLOCKED(space=board.names[target], between=board.names[between])
    return SIDEWAYS


def _near(board: Board, moves: Sequence[Move], order: Move) -> list[str]:
    """List what may be meant where the origin is wrong: moves to the same target first, then from near by."""
    origin = board.index[order.origin]

    def far(move: Move) -> tuple[bool, int]:
        return move.target != order.target, distance(board, board.index[move.origin], origin)

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
                return [EXPOSED(army=ARMIES[army], piece=name, space=board.names[origin_of(code)])]
    return []
