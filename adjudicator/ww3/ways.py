"""Every way that a unit can go, and moves as numbers.

The ways are numbered in the order of their texts. The number of a move is that of its way times `ONE`; of a
pair of Soldiers it is that of the first way times `ONE` and that of the second plus one. So moves sort by
number as their texts do: a pair's text goes on with a space, which stands before all else that a text may go
on with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Path: TypeAlias = tuple[int, ...]
Code: TypeAlias = tuple[Path, ...]
Direction: TypeAlias = tuple[int, int]

ONE = 1 << 12
"""More than there are ways."""


class Ways:
    """The ways on a board.

    paths:   by number, all points of a way;  names: those that an order names: of an Air Craft's two
             distances the ends
    numbers: names -> number
    steps:   by point, one distance: (end, the move, what a pair has more for it)
    walks:   by point, a Soldier's: (end of the first distance, its move, ((end of both, their move), …)); it
             does not go back
    flights: by point, an Air Craft's: (direction, end of the first distance, its move, end of both or -1,
             their move or -1)
    """

    def __init__(
        self,
        names: Sequence[str],
        beside: Sequence[Sequence[int]],
        lines: Sequence[Sequence[tuple[Direction, int, int]]],
    ) -> None:
        told: dict[tuple[str, ...], Path] = {}
        for point, ends in enumerate(beside):
            for mid in ends:
                told[names[point], names[mid]] = point, mid
                for end in beside[mid]:
                    if end != point:
                        told[names[point], names[mid], names[end]] = point, mid, end
            for _, mid, end in lines[point]:
                if end >= 0:
                    told[names[point], names[end]] = point, mid, end
        self.names = tuple(sorted(told, key="-".join))
        self.paths = tuple(told[each] for each in self.names)
        self.numbers: Mapping[tuple[str, ...], int] = {each: at for at, each in enumerate(self.names)}

        def move(*points: int) -> int:
            return self.numbers[tuple(names[point] for point in points)] * ONE

        def longer(point: int, mid: int) -> tuple[tuple[int, int], ...]:
            return tuple((end, move(point, mid, end)) for end in beside[mid] if end != point)

        def straight(point: int, end: int) -> int:
            return move(point, end) if end >= 0 else -1

        self.steps = tuple(
            tuple((end, move(point, end), move(point, end) // ONE + 1) for end in ends)
            for point, ends in enumerate(beside)
        )
        self.walks = tuple(
            tuple((mid, move(point, mid), longer(point, mid)) for mid in ends)
            for point, ends in enumerate(beside)
        )
        self.flights = tuple(
            tuple((way, mid, move(point, mid), end, straight(point, end)) for way, mid, end in each)
            for point, each in enumerate(lines)
        )

    def code(self, move: int) -> Code:
        """Return the paths of a move."""
        first, second = divmod(move, ONE)
        return (self.paths[first], self.paths[second - 1]) if second else (self.paths[first],)

    def named(self, move: int) -> tuple[tuple[str, ...], ...]:
        """Return the names of a move's paths, as its order has them."""
        first, second = divmod(move, ONE)
        return (self.names[first], self.names[second - 1]) if second else (self.names[first],)

    def move(self, paths: Sequence[tuple[str, ...]]) -> int:
        """Return the move that names these paths, one or two; -1: there is no such way."""
        first, *others = (self.numbers.get(path, -1) for path in paths)
        if min(first, *others, 0) < 0 or len(others) > 1:
            return -1
        return first * ONE + sum(other + 1 for other in others)
