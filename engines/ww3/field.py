"""What never changes of the board, in the form that search wants: who is how far from where.

A unit's number is its seat's times ten and its place there; a Base is its seat's number 0. A move is an int:
from where, where to, seven bits each, and the same again above them for the second Soldier of a pair.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.ww3.board import KINDS, Board
from adjudicator.ww3.moves import ATTACKER, DEFENDER, winner

BOMB, AIR, TANK, CAPTAIN, SPY, SOLDIER, BASE = range(7)
"""Kinds, as places in `KINDS`."""
FALLS, WINS, STAYS = 0, 1, 2
"""What becomes of a unit that attacks."""
MEETING = tuple(
    tuple({ATTACKER: WINS, DEFENDER: FALLS}.get(winner(one, other), STAYS) for other in KINDS)
    for one in KINDS
)
"""By kind of attacker and defender."""
SECOND = 14
"""The second path of a pair lies so many bits above the first."""
POINT = 127
FAR = 99
_LAST = 11
"""The last row, and the last column."""


def row(board: Board, seat: int, point: int) -> int:
    """Return the row of a point as a seat counts them: 1 is its last, 3 the front of its arm."""
    x, y = board.places[point]
    return (y, x, _LAST + 1 - y, _LAST + 1 - x)[seat]


class Field:
    """A board's geometry.

    beside:  by point, the points one distance away
    flights: by point, (direction from 1 on, the next point, the one after it or -1)
    heading: (from, to) as a move -> direction of an Air Craft
    around:  by point, (the point one distance away, whence a Soldier comes over it, whence an Air Craft does
             or -1)
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = len(board.names)
        self.beside = board.beside
        lines = [[(way, after, beyond) for way, after, _, beyond, _ in each] for each in board.ways.flights]
        ways = sorted({way for each in lines for way, _, _ in each})
        self.way_of = {way: number for number, way in enumerate(ways, 1)}
        self.flights = tuple(tuple((self.way_of[way], *points) for way, *points in each) for each in lines)
        self.heading = {
            point | to << 7: way
            for point, lines in enumerate(self.flights)
            for way, after, beyond in lines
            for to in (after, beyond)
            if to >= 0
        }
        self.around = tuple(
            tuple(
                (
                    near,
                    tuple(far for far in self.beside[near] if far != point),
                    next((far for far in range(self.size) if board.between.get((far, point)) == near), -1),
                )
                for near in self.beside[point]
            )
            for point in range(self.size)
        )

    def distances(self, goals: Iterable[int]) -> list[int]:
        """Return by point how many lines lead to the nearest goal."""
        found = [FAR] * self.size
        edge = list(goals)
        for goal in edge:
            found[goal] = 0
        for point in edge:
            for near in self.beside[point]:
                if found[near] == FAR:
                    found[near] = found[point] + 1
                    edge.append(near)
        return found
