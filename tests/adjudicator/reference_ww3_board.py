"""WW3 a second time, as a referee: the board, the stock formation and what a meeting does, written from the
rules text alone.

Nothing here comes from `adjudicator.ww3`. A point is a pair of coordinates.
"""

from __future__ import annotations

Point = tuple[int, int]

CLOCKWISE = ["red", "blue", "silver", "olive"]

# ---- Board

BLOCK = {(x, y) for x in range(4, 9) for y in range(4, 9)}
REGIONS = {
    "red": {(x, y) for x in range(4, 9) for y in (1, 2, 3)},
    "blue": {(x, y) for x in (1, 2, 3) for y in range(4, 9)},
    "silver": {(x, y) for x in range(4, 9) for y in (9, 10, 11)},
    "olive": {(x, y) for x in (9, 10, 11) for y in range(4, 9)},
}
POINTS = BLOCK.union(*REGIONS.values())
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
WAYS = ORTHOGONAL + DIAGONAL


def name(point: Point) -> str:
    return "abcdefghijk"[point[0] - 1] + str(point[1])


NAMED = {name(point): point for point in POINTS}


def on(point: Point, way: Point) -> Point | None:
    """Where the line from a point in that direction leads; None: there is no such line."""
    there = point[0] + way[0], point[1] + way[1]
    if there not in POINTS:
        return None
    if way in DIAGONAL:
        # "in the centre block, points with x + y even are also joined diagonally … in the block"
        return there if {point, there} <= BLOCK and sum(point) % 2 == 0 else None
    return there


def lines(point: Point) -> list[Point]:
    return [there for way in WAYS if (there := on(point, way)) is not None]


def turned(point: Point, quarters: int) -> Point:
    """Clockwise about the centre of the board."""
    x, y = point
    return point if quarters == 0 else turned((y, 12 - x), quarters - 1)


def stock(seat: str) -> dict[Point, str]:
    """ "N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1, turned a quarter clockwise per seat" """
    red = "N=d2 A=e3 T=f3 C=g2 P=f1 S=d3 S=e2 S=g3 S=h3 B=e1"
    return {turned(NAMED[each[2:]], CLOCKWISE.index(seat)): each[0] for each in red.split()}


# ---- Meetings

RANK = {"N": 7, "A": 6, "T": 5, "C": 4, "P": 3, "S": 2, "B": 1}


def meeting(x: str, y: str) -> str:
    """A moving unit X reaches an enemy Y: who is left, "X", "Y" or "both"."""
    if y == "B":
        return "X"
    if {x, y} == {"P", "N"}:  # "the Nuclear Bomb is eliminated"
        return "X" if x == "P" else "Y"
    if x == y:
        return "both" if x == "N" else "X"
    if {x, y} == {"C", "P"}:  # "equals, so X wins either way"
        return "X"
    return "X" if RANK[x] > RANK[y] else "Y"
