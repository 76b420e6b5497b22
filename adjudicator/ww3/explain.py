"""Why an order of WW3 is refused, what would be legal, and what is legal but unwise.

Reasons and warnings come from a view: they tell nothing that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from adjudicator.base_game import Pass, check_draw_or_concession, check_player, sole_order
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare
from adjudicator.near import places
from adjudicator.text import article, counted, listing
from adjudicator.ww3 import text
from adjudicator.ww3.board import (
    EMPTY,
    FORMATIONS,
    KIND_OF,
    KINDS,
    LETTERS,
    NAMES,
    NUMBERS,
    SEAT_OF,
    SEATS,
    Board,
    formation,
    name_key,
)
from adjudicator.ww3.moves import DEFENDER, after_first, numbered, winner
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of
from adjudicator.ww3.state import View, living_seats, playing
from adjudicator.ww3.ways import Path


def legal_orders(catalogue: Catalogue, view: View) -> list[Order]:
    """Return every order that the view's seat may give, sorted by text; in the set-up the stock formations.
    [] if it owes none."""
    if view.seat not in view.phase.owing:
        return []
    seat = SEATS.index(view.seat)
    if view.phase.key == "setup":
        placed = {
            formation(catalogue.board, name, seat, mirror) for name in FORMATIONS for mirror in (False, True)
        }
        return sorted(map(Setup, placed), key=str)
    return [*legal_moves(catalogue, view)] or [Pass()]


def legal_moves(catalogue: Catalogue, view: View) -> list[Move]:
    """Return every legal move of the seat to move, sorted by text; [] if there is none. The view must be its
    own."""
    state = view.state
    return catalogue.listed(numbered(catalogue.board, state, state.seat))


def check_declaration(view: View, what: str) -> None:
    """Raise IllegalOrderError unless that may be declared by the view's seat now."""
    check_player(view, what, living_seats(view.state))
    check_draw_or_concession(view, what, view.state.offers)


def check_orders(catalogue: Catalogue, view: View, orders: Sequence[Order]) -> None:
    """Raise IllegalOrderError unless these orders could be resolved for the view's seat."""
    order = sole_order(
        orders,
        declared=lambda what: check_declaration(view, what),
        turn=lambda order: _check_turn(view, order),
        examples=lambda: [str(each) for each in legal_orders(catalogue, view)],
    )
    if isinstance(order, Setup):
        _check_setup(catalogue.board, view, order)
    elif order is not None:
        _check_play(catalogue, view, order)


def _check_turn(view: View, order: Order) -> None:
    check_player(view, str(order), living_seats(view.state))
    if view.seat not in view.phase.owing:
        raise IllegalOrderError(str(order), text.NOT_YOUR_TURN(mover=view.mover))
    if isinstance(order, Setup) and view.phase.key != "setup":
        raise IllegalOrderError(str(order), text.SETUP_OVER)
    if not isinstance(order, Setup) and view.phase.key == "setup":
        raise IllegalOrderError(str(order), text.SETUP_FIRST, ("setup stock",))


def _check_setup(board: Board, view: View, order: Setup) -> None:
    """Check that ten units stand on ten points of the own arm. Source: Setup and order."""
    typed, seat = str(order), SEATS.index(str(view.seat))
    instead = [f"setup {name}" for name in FORMATIONS]
    region = {board.names[point] for point in board.regions[seat]}
    used: set[str] = set()
    for points in order.placed:
        for name in points:
            if name not in region:
                raise IllegalOrderError(typed, text.NOT_YOUR_ARM(point=name, rows=_rows(region)), instead)
            if name in used:
                raise IllegalOrderError(typed, text.TWO_UNITS(point=name), instead)
            used.add(name)
    for kind, points in zip(KINDS, order.placed, strict=True):
        if len(points) != NUMBERS[kind]:
            wanted = counted(NUMBERS[kind], NAMES[kind])
            free = listing(sorted(region - used, key=name_key), "and")
            reason = text.NOT_ALL_PLACED(units=wanted, placed=len(points), free=free)
            raise IllegalOrderError(typed, reason, instead)


def _rows(region: set[str]) -> str:
    """Write a region's points as ranges of columns: "d1 to h1, d2 to h2 and d3 to h3"."""
    numbers = sorted({int(name[1:]) for name in region})
    rows = []
    for number in numbers:
        columns = sorted(name[0] for name in region if int(name[1:]) == number)
        rows.append(f"{columns[0]}{number} to {columns[-1]}{number}")
    if len(rows) <= 3:
        return listing(rows, "and")
    columns = sorted({name[0] for name in region})
    return listing([f"{column}{numbers[0]} to {column}{numbers[-1]}" for column in columns], "and")


def _check_play(catalogue: Catalogue, view: View, order: Move | Pass | Setup) -> None:
    board, typed = catalogue.board, str(order)
    if isinstance(order, Move) and _is_legal(board, view, order):
        return
    moves = legal_moves(catalogue, view)
    if isinstance(order, Pass):
        if moves:
            raise IllegalOrderError(typed, text.MUST_MOVE, [str(each) for each in moves])
        return
    assert isinstance(order, Move)
    if not moves:
        raise IllegalOrderError(typed, text.NO_MOVE, ("pass",))
    why, goal = _why(board, view, order), order.paths[-1][-1]
    single = [each for each in moves if len(each.paths) == 1]
    own = [each for each in single if each.paths[0][0] == order.paths[0][0]]
    if len(order.paths) == 2:
        first = order.paths[:1]
        near = [each for each in moves if len(each.paths) == 2 and each.paths[:1] == first] or own
    else:
        near = own
        letter = view.board[board.index[order.paths[0][0]]]
        if letter in LETTERS[view.state.seat] and KIND_OF[letter] != "B":
            why = _with_reach(board, view, why, order.paths[0], own)
    found = ["-".join(order.paths[0])] if why == text.ENDS_GAME else [str(each) for each in near]
    found.sort(key=lambda each: not each.endswith(goal))  # what leads where it was meant to
    raise IllegalOrderError(typed, why, found or _closest(board, moves, order))


def _is_legal(board: Board, view: View, order: Move) -> bool:
    return board.ways.move(order.paths) in numbered(board, view.state, view.state.seat)


def _with_reach(board: Board, view: View, why: str, path: Sequence[str], own: Sequence[Move]) -> str:
    """Add to a reason where the unit can go, and what it can attack."""
    x, y = board.places[board.index[path[-1]]]
    ends = sorted({each.paths[0][-1] for each in own}, key=name_key)
    enemies = [name for name in ends if view.board[board.index[name]] != EMPTY]
    free = [name for name in ends if name not in enemies]

    def far(name: str) -> int:
        u, v = board.places[board.index[name]]
        return max(abs(u - x), abs(v - y))

    unit = {"why": why, "unit": NAMES[KIND_OF[view.board[board.index[path[0]]]]], "point": path[0]}
    told = places(free, far, text.OTHERS)
    if free and enemies:
        return text.CAN_BOTH(**unit, places=told, enemies=listing(enemies))
    if free:
        return text.CAN_GO(**unit, places=told)
    return text.CAN_ATTACK(**unit, enemies=listing(enemies)) if enemies else text.CANNOT_MOVE(**unit)


def _closest(board: Board, moves: Sequence[Move], order: Move) -> list[str]:
    """Return single moves that begin or end near what was meant."""
    x, y = board.places[board.index[order.paths[0][0]]]

    def far(move: Move) -> tuple[bool, int]:
        u, v = board.places[board.index[move.paths[0][0]]]
        return move.paths[0][-1] != order.paths[0][-1], max(abs(u - x), abs(v - y))

    return [str(move) for move in sorted((each for each in moves if len(each.paths) == 1), key=far)]


def _why(board: Board, view: View, order: Move) -> str:
    """Explain why an order that could be read is not legal."""
    state, seat = view.state, view.state.seat
    spaces, own = state.board, LETTERS[state.seat]
    code = code_of(board, order)
    for path in code:
        there = spaces[path[0]]
        name = board.names[path[0]]
        if there == EMPTY:
            return text.EMPTY(point=name)
        if there not in own:
            return text.NOT_YOURS(point=name, owner=SEATS[SEAT_OF[there]])
    if len(code) == 1:
        return _why_path(board, view, code[0])
    first, second = code
    kinds = [KIND_OF[spaces[path[0]]] for path in code]
    if kinds != ["S", "S"]:
        wrong = next(path for path, kind in zip(code, kinds, strict=True) if kind != "S")
        unit = article(NAMES[KIND_OF[spaces[wrong[0]]]])
        return text.ONLY_SOLDIERS(point=board.names[wrong[0]], unit=unit)
    if first[0] == second[0]:
        return text.TWO_DIFFERENT
    if len(first) > 2 or len(second) > 2:
        return text.ONE_STEP_EACH
    reason = _why_path(board, view, first)
    if reason:
        return reason
    after = after_first(board, state, seat, first[0], first[1])
    if after[second[1]] in own:
        return text.OWN_UNIT_THEN(point=board.names[second[1]])
    if second[1] not in board.beside[second[0]]:
        return _no_line(board, second[0], second[1])
    return text.ENDS_GAME


def _why_path(board: Board, view: View, path: Path) -> str:
    """Explain why a unit cannot go that way; "" if it can."""
    state = view.state
    spaces, own = state.board, LETTERS[state.seat]
    names, kind = [board.names[point] for point in path], KIND_OF[spaces[path[0]]]
    said = article(NAMES[kind])
    unit = f"{said[0].upper()}{said[1:]}"
    if kind == "B":
        return text.BASE_STAYS
    if len(path) == 3 and kind not in "SA":
        return text.ONE_STEP(unit=unit)
    if len(path) > 3:
        return (text.TWO_STEPS if kind in "SA" else text.ONE_STEP)(unit=unit)
    for point, after in pairwise(path):
        if after not in board.beside[point]:
            return _no_line(board, point, after)
    if path[-1] == path[0] and kind == "S":
        return text.NOT_BACK
    if kind == "A" and len(path) == 3 and board.between.get((path[0], path[2])) != path[1]:
        return text.STRAIGHT_ON
    if len(path) == 3 and spaces[path[1]] != EMPTY:
        return text.FIRST_STEP(point=names[1])
    if spaces[path[-1]] in own:
        return text.OWN_UNIT(point=names[-1])
    if kind == "A":
        direction = board.direction(path[0], path[1])
        if direction == state.ways[state.seat]:
            return text.SAME_WAY(way=text.COMPASS[direction])
    if kind == "N" and not state.options.fog and KIND_OF.get(spaces[path[-1]]) == "N":
        return text.BOMB
    return ""


def _no_line(board: Board, point: int, after: int) -> str:
    if point == after:
        return text.SAME_POINT(point=board.names[point])
    return text.NO_LINE(point=board.names[point], other=board.names[after])


# -- Warnings


def warnings(board: Board, view: View, order: Order, also: tuple[Order, ...]) -> list[str]:
    """Warn about one order. also: what stands beside it on the sheet."""
    if isinstance(order, Setup):
        return [*_corner(board, view, order), *_known(board, view, order)]
    if not isinstance(order, Move):
        return []
    found = []
    offers = view.state.offers | ({view.seat} if Declare("draw") in also else set())
    if view.state.offers - {view.seat} and not offers.issuperset(living_seats(view.state)):
        found.append(text.OFFER_LAPSES)
    code, spaces = code_of(board, order), view.board
    for path in code:
        there = spaces[path[-1]]
        kind = KIND_OF[spaces[path[0]]]
        if path is not code[-1]:  # the second of a pair meets what the first leaves
            spaces = after_first(board, view.state, view.state.seat, path[0], path[1])
        if there == EMPTY or KIND_OF[there] not in KINDS:
            continue
        met = KIND_OF[there]
        point = board.names[path[-1]]
        if winner(kind, met) == DEFENDER:
            found.append(text.FALLS(unit=NAMES[kind], other=article(NAMES[met]), point=point))
        elif kind == met == "N":
            found.append(text.BOUNCES(point=point))
    return found


def _known(board: Board, view: View, order: Setup) -> list[str]:
    """Warn of a stock formation under fog: everybody can tell it by its points."""
    seat = SEATS.index(str(view.seat))
    stock = {formation(board, name, seat, mirrored) for name in FORMATIONS for mirrored in (False, True)}
    if not view.state.options.fog or order.placed not in stock:
        return []
    return [text.KNOWN_FORMATION]


def _corner(board: Board, view: View, order: Setup) -> list[str]:
    """Warn of a Base on a front corner, which can fall on the first turn. Source: Setup and order, a
    Ruling."""
    seats = playing(view.state)
    corners = {board.names[point]: other for point, other in board.corners[SEATS.index(str(view.seat))]}
    found = []
    for name in order.placed[KINDS.index("B")]:
        if name in corners and corners[name] in seats:
            found.append(text.BASE_CAN_FALL(point=name, enemy=SEATS[corners[name]]))
        elif name in corners:
            found.append(text.BASE_OPEN(point=name))
    return found
