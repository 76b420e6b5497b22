"""What is legal in WW3 but unwise, as far as the view's seat can tell."""

from __future__ import annotations

from adjudicator.game import Declare
from adjudicator.text import article
from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, NAMES, SEATS, Board
from adjudicator.ww3.formations import FORMATIONS, formation
from adjudicator.ww3.moves import DEFENDER, after_first, winner
from adjudicator.ww3.orders import Move, Order, Setup, code_of
from adjudicator.ww3.state import View, living_seats, playing


def warnings(board: Board, view: View, order: Order, also: tuple[Order, ...]) -> list[str]:
    """Warn about one order. also: what stands beside it on the sheet."""
    if isinstance(order, Setup):
        return [*_corner(board, view, order), *_known(board, view, order)]
    if not isinstance(order, Move):
        return []
    found = []
    offers = view.state.offers | ({view.seat} if Declare("draw") in also else set())
    if view.state.offers - {view.seat} and not offers.issuperset(living_seats(view.state)):
        found.append("This move lets the offer of a draw lapse.")
    code, spaces = code_of(board, order), view.board
    for path in code:
        there = spaces[path[-1]]
        kind = KIND_OF[spaces[path[0]]]
        if path is not code[-1]:  # the second of a pair meets what the first leaves
            spaces = after_first(board, view.state, view.state.seat, path[0], path[1])
        if there == EMPTY or KIND_OF[there] not in KINDS:
            continue
        met = KIND_OF[there]
        if winner(kind, met) == DEFENDER:
            found.append(
                f"Your {NAMES[kind]} falls: {article(NAMES[met])} stands on {board.names[path[-1]]}."
            )
        elif kind == met == "N":
            found.append(f"A Nuclear Bomb stands on {board.names[path[-1]]}: yours bounces back.")
    return found


def _known(board: Board, view: View, order: Setup) -> list[str]:
    """Warn of a stock formation under fog: everybody can tell it by its points."""
    seat = SEATS.index(str(view.seat))
    stock = {formation(board, name, seat, mirrored) for name in FORMATIONS for mirrored in (False, True)}
    if not view.state.options.fog or order.placed not in stock:
        return []
    return [
        "This is a stock formation: in the fog its points tell everybody what stands where. "
        "Let some units change places."
    ]


def _corner(board: Board, view: View, order: Setup) -> list[str]:
    """Warn of a Base on a front corner, which can fall on the first turn. Source: Setup and order, a
    Ruling."""
    seats = playing(view.state)
    corners = {board.names[point]: other for point, other in board.corners[SEATS.index(str(view.seat))]}
    found = []
    for name in order.placed[KINDS.index("B")]:
        if name in corners and corners[name] in seats:
            enemy = SEATS[corners[name]]
            found.append(f"Your Base on {name}, a front corner, can fall to {enemy} on the first turn.")
        elif name in corners:
            found.append(f"Your Base stands on {name}, a front corner: it is open from two sides.")
    return found
