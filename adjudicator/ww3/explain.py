"""Why an order of WW3 is refused, what would be legal, and what is legal but unwise.

Reasons and warnings come from a view: they tell nothing that its seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.base_game import Pass, check_draw_or_concession, check_player, sole_order
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare
from adjudicator.text import article, counted, listing
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
    Direction,
    formation,
    name_key,
)
from adjudicator.ww3.moves import DEFENDER, Path, after_first, moves_of, winner
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of
from adjudicator.ww3.state import View, living_seats, playing

COMPASS: Mapping[Direction, str] = {
    (0, 1): "north",
    (1, 1): "north-east",
    (1, 0): "east",
    (1, -1): "south-east",
    (0, -1): "south",
    (-1, -1): "south-west",
    (-1, 0): "west",
    (-1, 1): "north-west",
}

_ENDS = "the first move ends the game: give it alone"


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
    return catalogue.listed(state.board, moves_of(catalogue.board, state, state.seat))


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
        raise IllegalOrderError(str(order), f"it is not your turn, {view.mover} is to move")
    if isinstance(order, Setup) and view.phase.key != "setup":
        raise IllegalOrderError(str(order), "the set-up is over")
    if not isinstance(order, Setup) and view.phase.key == "setup":
        raise IllegalOrderError(str(order), "first comes the set-up", ("setup stock",))


def _check_setup(board: Board, view: View, order: Setup) -> None:
    """Check that ten units stand on ten points of the own arm. Source: Setup and order."""
    text, seat = str(order), SEATS.index(str(view.seat))
    instead = [f"setup {name}" for name in FORMATIONS]
    region = {board.names[point] for point in board.regions[seat]}
    used: set[str] = set()
    for points in order.placed:
        for name in points:
            if name not in region:
                raise IllegalOrderError(text, f"{name} is not in your region: {_rows(region)}", instead)
            if name in used:
                raise IllegalOrderError(text, f"two units stand on {name}", instead)
            used.add(name)
    for kind, points in zip(KINDS, order.placed, strict=True):
        if len(points) != NUMBERS[kind]:
            wanted = counted(NUMBERS[kind], NAMES[kind])
            placed = f"{len(points)} placed" if points else "none placed"
            free = sorted(region - used, key=name_key)
            raise IllegalOrderError(
                text, f"you have {wanted} ({kind}), {placed}; free are {listing(free, 'and')}", instead
            )


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
    board, text = catalogue.board, str(order)
    moves = legal_moves(catalogue, view)
    if isinstance(order, Pass):
        if moves:
            raise IllegalOrderError(text, "only who has no legal move passes", [str(each) for each in moves])
        return
    assert isinstance(order, Move)
    if order in moves:
        return
    if not moves:
        raise IllegalOrderError(text, "there is no legal move: pass", ("pass",))
    origin = order.paths[0][0]
    if len(order.paths) == 2 and order.paths[0] in {path for each in moves for path in each.paths[:1]}:
        origin = order.paths[1][0]
    near = [str(each) for each in moves if len(each.paths) == 1 and each.paths[0][0] == origin]
    if len(order.paths) == 2:
        first = order.paths[:1]
        after = [str(each) for each in moves if len(each.paths) == 2 and each.paths[:1] == first]
        near = after or near
    why, goal = _why(board, view, order), order.paths[-1][-1]
    if why == _ENDS:
        near = ["-".join(order.paths[0])]
    near.sort(key=lambda each: not each.endswith(goal))  # what leads where it was meant to
    raise IllegalOrderError(text, why, near or _closest(board, moves, order))


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
            return f"nothing stands on {name}"
        if there not in own:
            return f"the unit on {name} is {SEATS[SEAT_OF[there]]}'s"
    for path, named in zip(code, order.paths, strict=True):
        if len(path) > len(named) and KIND_OF[spaces[path[0]]] == "S":
            return "a Soldier that goes two distances is written with all three points"
    if len(code) == 1:
        return _why_path(board, view, code[0])
    first, second = code
    kinds = [KIND_OF[spaces[path[0]]] for path in code]
    if kinds != ["S", "S"]:
        wrong = next(path for path, kind in zip(code, kinds, strict=True) if kind != "S")
        unit = article(NAMES[KIND_OF[spaces[wrong[0]]]])
        return f"only Soldiers move in pairs, and {board.names[wrong[0]]} is {unit}"
    if first[0] == second[0]:
        return (
            "a pair is two different Soldiers; one that goes two distances is written with all three points"
        )
    if len(first) > 2 or len(second) > 2:
        return "two Soldiers move one distance each"
    reason = _why_path(board, view, first)
    if reason:
        return reason
    after = after_first(board, state, seat, first[0], first[1])
    if after[second[1]] in own:
        return f"your own unit stands on {board.names[second[1]]} then"
    if second[1] not in board.beside[second[0]]:
        return _no_line(board, second[0], second[1])
    return _ENDS


def _why_path(board: Board, view: View, path: Path) -> str:
    """Explain why a unit cannot go that way; "" if it can."""
    state = view.state
    spaces, own = state.board, LETTERS[state.seat]
    names, kind = [board.names[point] for point in path], KIND_OF[spaces[path[0]]]
    unit = NAMES[kind]
    if kind == "B":
        return "a Base never moves"
    if len(path) > 3 or (len(path) == 3 and kind not in "SA"):
        reach = "two distances" if kind in "SA" else "one distance"
        return f"{names[0]} is {article(unit)}, which moves {reach} at the most"
    for point, after in pairwise(path):
        if after not in board.beside[point]:
            return _no_line(board, point, after)
    if path[-1] == path[0] and kind == "S":
        return "a Soldier does not go back to where it started"
    if kind == "A" and len(path) == 3 and board.between.get((path[0], path[2])) != path[1]:
        return "an Air Craft flies straight on"
    if len(path) == 3 and spaces[path[1]] != EMPTY:
        return f"the first distance must end on an empty point, and a unit stands on {names[1]}"
    if spaces[path[-1]] in own:
        return f"your own unit stands on {names[-1]}"
    if kind == "A":
        direction = board.direction(path[0], path[1])
        if direction == state.ways[state.seat]:
            return f"your Air Craft moved {COMPASS[direction]} on your last turn, so not again now"
    if kind == "N" and not state.options.fog and KIND_OF.get(spaces[path[-1]]) == "N":
        return "a Nuclear Bomb does not take a Nuclear Bomb: only a Spy does"
    return ""


def _no_line(board: Board, point: int, after: int) -> str:
    if point == after:
        return f"a move leads to another point than {board.names[point]}"
    beside = [board.names[other] for other in board.beside[point]]
    return (
        f"no line joins {board.names[point]} and {board.names[after]}; from {board.names[point]} lines lead "
        f"to {listing(sorted(beside, key=name_key), 'and')}"
    )


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
