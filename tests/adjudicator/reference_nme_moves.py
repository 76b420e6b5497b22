"""NME a second time, as a referee: the board and the moves, written from the rules text alone.

Nothing here comes from `adjudicator.nme`. A space is a point of the plane in exact integers: X = 2x/√3 and
Y = 2y (unit side, y up), so a hexagon with axial (q, r) has its centre at (2q + r, 3r) and two points
are √((3·dX² + dY²)/4) apart. What a piece may do is asked of every point of the board, sentence by
sentence; a position is a dict from points to pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

Point = tuple[int, int]
ARMIES = ("black", "gray", "white")  # "The three armies, clockwise", and "Black, Gray, White" to move

# ---- Board

# "Cells with 0 ≤ r ≤ 11, −4 ≤ q ≤ 7, 0 ≤ s ≤ 11", s = q + r
CELLS = [(q, r) for r in range(12) for q in range(-4, 8) if 0 <= q + r <= 11]
HEXES = {(2 * q + r, 3 * r): (q, r) for q, r in CELLS}
UNIT = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]  # one side of a hexagon, in all directions
NEXT = [(2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3)]  # from a hexagon to its six neighbours


def plus(point: Point, way: Point, times: int = 1) -> Point:
    return point[0] + times * way[0], point[1] + times * way[1]


def apart(one: Point, two: Point) -> int:
    """Four times the square of the distance: 4 along an edge or from centre to corner, 12 centre to
    centre."""
    return 3 * (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


# "every corner where two or more hexagons of the board meet is a star"
CORNERS = {plus(centre, way) for centre in HEXES for way in UNIT}
STARS = {corner for corner in CORNERS if sum(plus(corner, way) in HEXES for way in UNIT) >= 2}
SPACES = sorted([*HEXES, *STARS], key=lambda point: (point[1], point[0]))


def hex_name(centre: Point) -> str:
    """ "row letter A (r = 0) … L (r = 11), then 1, 2, … from the left within the row" """
    q, r = HEXES[centre]
    return f"{'ABCDEFGHIJKL'[r]}{1 + sum(row == r and other < q for other, row in CELLS)}"


def star_name(star: Point) -> str:
    """ "Each lies at the north or south end of exactly one vertical hexagon edge. It is named after the
    hexagon to the left of that edge …; number 0 is the edge on the left border." """
    for end, low in (("n", -1), ("s", 1)):
        left, right = plus(star, (-1, low)), plus(star, (1, low))
        if left in HEXES:
            return hex_name(left) + end
        if right in HEXES:
            assert hex_name(right)[1:] == "1"
            return hex_name(right)[0] + "0" + end
    raise AssertionError(star)


NAMES = {point: hex_name(point) if point in HEXES else star_name(point) for point in SPACES}
POINTS = {name: point for point, name in NAMES.items()}


@cache
def depth(army: str, point: Point) -> int:
    """ "Depth (distance from the base side): Black r, Gray q + 4, White 11 − s … at a point, Black y/1.5, and
    likewise along the other two axes." In sixths of a row."""
    x, y = point
    return {"black": 2 * y, "gray": 3 * x - y + 24, "white": 66 - 3 * x - y}[army]


def side(army: str) -> list[Point]:
    """ "The eight Infantry stand on the eight hexagons of the side." """
    return [point for point in SPACES if point in HEXES and depth(army, point) == 0]


def base(army: str) -> list[Point]:
    """ "its seven border stars, the corners between two neighbouring hexagons of its side on the outer
    border", from one end to the other"""
    hexes = set(side(army))
    return [
        point
        for point in SPACES
        if point in STARS
        and sum(plus(point, way) in hexes for way in UNIT) == 2
        and sum(plus(point, way) in HEXES for way in UNIT) == 2
    ]


BASES = {army: base(army) for army in ARMIES}
BLACK_STARS = {BASES[army][3] for army in ARMIES}  # "The middle base star of each army is a black star"


def setup() -> dict[Point, Piece]:
    """ "From one end to the other: Navy, Air Force, Special Force, President, Special Force, Air Force, Navy.
    The eight Infantry stand on the eight hexagons of the side." """
    board = {}
    for army in ARMIES:
        for star, kind in zip(BASES[army], "NASPSAN", strict=True):
            board[star] = Piece(army, kind)
        for centre in side(army):
            board[centre] = Piece(army, "I")
    return board


# ---- what the sentences speak of


def touch(one: Point, two: Point) -> bool:
    """A star and a hexagon that has it as a corner."""
    return (one in HEXES) != (two in HEXES) and apart(one, two) == 4


def adjoin(one: Point, two: Point) -> bool:
    """ "Two stars adjoin when one hexagon edge joins them." """
    return one in STARS and two in STARS and apart(one, two) == 4


def neighbours(one: Point, two: Point) -> bool:
    return one in HEXES and two in HEXES and apart(one, two) == 12


def hex_distance(one: Point, two: Point) -> int:
    (q, r), (p, t) = HEXES[one], HEXES[two]
    return max(abs(q - p), abs(r - t), abs(q + r - p - t))


def star_distance(star: Point, centre: Point) -> int:
    """ "star-distance … (touching hexagons are at 1)" """
    return 1 + min(hex_distance(near, centre) for near in HEXES if touch(star, near))


def straight(start: Point, to: Point, ways: list[Point]) -> list[Point] | None:
    """The points strictly between, if one of those steps, repeated, leads from one to the other."""
    for way in ways:
        for times in range(1, 40):
            if plus(start, way, times) == to:
                return [plus(start, way, n) for n in range(1, times)]
    return None


# ---- Moves: each function says whether the board allows it, and which spaces must be empty for it. None: no.


def president(army: str, start: Point, to: Point) -> list[Point] | None:
    """from a hexagon: "1 space: a neighbouring hexagon, or a star it touches"; from a star: "1 space: a
    hexagon it touches. Never star to star, except Naval One" """
    return [] if neighbours(start, to) or touch(start, to) else None


def air_force(army: str, start: Point, to: Point) -> list[Point] | None:
    if start in HEXES:
        # "slides any distance over hexagons in the 6 hexagon directions, not through a piece"
        if to in HEXES:
            return straight(start, to, NEXT)
        return [] if touch(start, to) else None  # "or 1 space to a star it touches"
    # "straight on through a touching hexagon: to that hexagon, and, if it is empty, to the star opposite"
    if touch(start, to):
        return []
    for centre in HEXES:
        if touch(start, centre) and to == (2 * centre[0] - start[0], 2 * centre[1] - start[1]):
            return [centre]
    return None


def special_force(army: str, start: Point, to: Point) -> list[Point] | None:
    """ "Pieces on the way do not matter" """
    if start in HEXES:
        # "a star it touches; or a hexagon at distance exactly 3"
        return [] if touch(start, to) or (to in HEXES and hex_distance(start, to) == 3) else None
    # "an adjoining star; or a hexagon at star-distance exactly 3"
    return [] if adjoin(start, to) or (to in HEXES and star_distance(start, to) == 3) else None


def navy(army: str, start: Point, to: Point) -> list[Point] | None:
    """ "straight lines in 6 directions, stopping on stars only: along the edge to the adjoining star, then
    across the next hexagon to its opposite corner, then along the next edge, and so on; or starting across a
    touching hexagon." All of these are steps of one side's length."""
    if start not in STARS or to not in STARS:
        return None
    between = straight(start, to, UNIT)
    if between is None:
        return None
    # "ended by the border and by a corner that is no star"
    if any(point not in HEXES and point not in STARS for point in between):
        return None
    # "Never onto or over a black star"
    if BLACK_STARS & {to, *between}:
        return None
    # "Stopped by a piece on a star (which it may capture) or on a hexagon that it crosses; not by pieces on
    # either side of an edge"
    return between


def infantry(army: str, start: Point, to: Point) -> list[Point] | None:
    own, other = depth(army, start), depth(army, to)
    if start in HEXES:
        # "1 space, not backwards: the lateral and the two forward hexagons"
        if neighbours(start, to):
            if other == own:
                return []
            return [to] if other > own else None  # "Its forward and star moves need an empty space."
        # "and the touched stars whose depth is greater than its own (measured at the points themselves)"
        return [to] if touch(start, to) and other > own else None
    # "1 space, not backwards: touching hexagons and adjoining stars whose depth is greater"
    return [to] if (touch(start, to) or adjoin(start, to)) and other > own else None


KINDS = {
    "P": president, "A": air_force, "S": special_force, "N": navy, "I": infantry,
}  # fmt: skip


@cache
def ways(army: str, kind: str, start: Point) -> dict[Point, list[Point]]:
    """Every target of such a piece on an empty board, with the spaces that must be empty."""
    found = {}
    for to in SPACES:
        needed = KINDS[kind](army, start, to) if to != start else None
        if needed is not None:
            found[to] = needed
    return found


# ---- a position


@dataclass(eq=False)  # a piece is itself: "if that piece still stands on X"
class Piece:
    army: str
    kind: str


@dataclass
class Position:
    """What moves depend on. `guard`, `gray_spares`: Protect the Ally, see `forbidden`."""

    board: dict[Point, Piece]
    living: list[str] = field(default_factory=lambda: list(ARMIES))
    prisoners: dict[str, list[tuple[str, str]]] = field(
        default_factory=lambda: {army: [] for army in ARMIES}
    )  # captor: (army, kind)
    rights: dict[str, dict[Point, Piece]] = field(
        default_factory=lambda: {army: {} for army in ARMIES}
    )  # flanking, by owner of the captured Infantry: X, its capturer
    gray_spares: str | None = None
    guard: bool = False


def forbidden(position: Position, army: str, victim: Piece) -> bool:
    """Protect the Ally: "Gray may not capture the President of the seat that moves it" (next, when it is not
    Gray's turn); gray_guard: White may not assassinate Gray's President directly after it moved Gray."""
    if victim.kind != "P":
        return False
    if army == "gray" and victim.army == position.gray_spares:
        return True
    return army == "white" and victim.army == "gray" and position.guard


def may(position: Position, start: Point, to: Point) -> bool:
    """Whether the piece on `start` may move to `to`, as to the table (flanking and Naval One not counted)."""
    board = position.board
    piece, victim = board[start], board.get(to)
    needed = ways(piece.army, piece.kind, start).get(to)
    if needed is None or any(point in board for point in needed):
        return False
    return victim is None or may_take(position, piece, victim)


def may_take(position: Position, piece: Piece, victim: Piece) -> bool:
    """ "A piece captures by landing on another army's piece …. Never onto its own." """
    return victim.army != piece.army and not forbidden(position, piece.army, victim)


def flanks(position: Position, start: Point, to: Point) -> bool:
    """ "when an Infantry is captured on hexagon X, its owner may on its very next turn capture the capturer,
    if that piece still stands on X, with an Infantry that stands two hexagons from X on the same lateral
    line, the hexagon between being empty" """
    piece, victim = position.board[start], position.board.get(to)
    if piece.kind != "I" or victim is None or position.rights[piece.army].get(to) is not victim:
        return False
    if start not in HEXES or to not in HEXES or not may_take(position, piece, victim):
        return False
    between = ((start[0] + to[0]) // 2, (start[1] + to[1]) // 2)
    return (
        hex_distance(start, to) == 2
        and depth(piece.army, start) == depth(piece.army, to)
        and between not in position.board
    )


# ---- Naval One


def presidents(position: Position) -> dict[str, Point]:
    return {
        piece.army: point
        for point, piece in position.board.items()
        if piece.kind == "P" and piece.army in position.living
    }


def naval_one_armies(position: Position) -> set[str]:
    """The armies whose President may use Naval One: "a President on a star that is under immediate threat
    (some piece of a living other army could capture it there if that army were to move now)"."""
    where = presidents(position)
    on_stars = {army: point for army, point in where.items() if point in STARS}
    threatened = {
        army
        for army, point in on_stars.items()
        for start, piece in position.board.items()
        if piece.army in position.living and piece.army != army and may(position, start, point)
    }
    # "a capture by Naval One counts as such a threat where that Naval One would itself be allowed (least
    # fixed point: two Presidents alone do not threaten each other so)"
    while True:
        more = {
            army
            for army, point in on_stars.items()
            for other in threatened
            if other != army
            and adjoin(on_stars[other], point)
            and not forbidden(position, other, position.board[point])
        }
        if more <= threatened:
            return threatened
        threatened |= more


# ---- every legal order


def trades(position: Position, start: Point, to: Point) -> set[str]:
    """The kinds for which an Infantry that moves so may be traded: "an Infantry that moves onto a base star
    of another living army that holds prisoners of the Infantry's colour may, in that same move, be traded for
    one of them" """
    piece = position.board[start]
    if piece.kind != "I":
        return set()
    found = set()
    for army in position.living:
        if army != piece.army and to in BASES[army]:
            for colour, kind in position.prisoners[army]:
                # "a Navy cannot be put on a black star"
                if colour == piece.army and not (kind == "N" and to in BLACK_STARS):
                    found.add(kind)
    return found


def moves(position: Position, army: str) -> Iterator[tuple[Point, Point, str]]:
    """Start, target and the kind for which an Infantry is traded ("": no trade)."""
    naval = naval_one_armies(position)
    for start, piece in position.board.items():
        if piece.army != army:
            continue
        for to in ways(army, piece.kind, start):
            if may(position, start, to):
                yield start, to, ""
                for kind in trades(position, start, to):
                    yield start, to, kind
        for to in position.rights[army]:
            if flanks(position, start, to):
                yield start, to, ""
        if piece.kind == "P" and army in naval:
            # "may move to an adjoining star, black or not, capturing what stands there"
            for to in SPACES:
                victim = position.board.get(to)
                if adjoin(start, to) and (victim is None or may_take(position, piece, victim)):
                    yield start, to, ""


def written(board: Mapping[Point, Piece], start: Point, to: Point, trade: str) -> str:
    """ "`A4s-A4`, `B2xC2`, … `K6-L5s=S`"; "`x` exactly for captures" """
    sign = "x" if to in board else "-"
    return f"{NAMES[start]}{sign}{NAMES[to]}" + (f"={trade}" if trade else "")
