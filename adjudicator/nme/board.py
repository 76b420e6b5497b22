"""The board of NME: hexagons, the stars between them, and the lines that pieces move along.

A space is an int: hexagons first, then stars, each in the order of the board file. A position is a string
with one letter for each space: "." empty, "PASNI" Black's pieces, "pasni" Gray's, "12345" White's (in that
order: President, Air Force, Special Force, Navy, Infantry). Points are thirds of axial coordinates, as
maps/nme/board_file.py tells. Source: Board; Moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ARMIES = ("black", "gray", "white")
"""Clockwise, in the order of play."""
NOBODY = -1
"""In place of an army: none."""
KINDS = "PASNI"
LETTERS = ("PASNI", "pasni", "12345")
"""By army, in the order of `KINDS`."""
EMPTY = "."
KIND_OF = {letter: kind for letters in LETTERS for letter, kind in zip(letters, KINDS, strict=True)}
ARMY_OF = {letter: army for army, letters in enumerate(LETTERS) for letter in letters}
_ROLL = "".join(LETTERS)
NAMES = {"P": "President", "A": "Air Force", "S": "Special Force", "N": "Navy", "I": "Infantry"}

Point = tuple[int, int]
Line = tuple[int, ...]
Crossing = tuple[tuple[int, int], ...]
"""A Navy's line: for each stop the hexagon crossed on the way to it (-1: along an edge), and its star."""

_NORTH: tuple[Point, ...] = ((-1, -1), (2, -1), (-1, 2))
_AROUND: tuple[Point, ...] = ((3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3))


@dataclass(frozen=True)
class Board:
    """What the moves need to know of a board, by space.

    names, index:    spaces' names in order, and back
    hexagons:        how many of the spaces are hexagons; they come first
    points:          where each lies, in thirds of axial coordinates
    touches:         a hexagon's stars, a star's hexagons
    adjoins:         a star's adjoining stars;  beside: a hexagon's neighbours
    slides:          a hexagon's six lines of hexagons
    jumps:           hexagons that a Special Force reaches from there
    opposite:        a star's (touching hexagon, star across it or -1)
    sails:           a star's lines for a Navy, at most six; a black star ends them before it
    depth:           by army and space, in thirds of a row
    lateral:         by army and hexagon: for each side, (the next hexagon, the one after it or -1)
    advances:        by army and space: where an Infantry goes without capturing, the lateral moves aside
    base:            by army, its base stars;  base_of: star -> army
    entries:         by army and owner of a base: (origin, star) of an Infantry's moves onto that base
    black:           the black stars
    start:           the position at the start
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    hexagons: int
    points: tuple[Point, ...]
    touches: tuple[Line, ...]
    adjoins: tuple[Line, ...]
    beside: tuple[Line, ...]
    slides: tuple[tuple[Line, ...], ...]
    jumps: tuple[Line, ...]
    opposite: tuple[tuple[tuple[int, int], ...], ...]
    sails: tuple[tuple[Crossing, ...], ...]
    depth: tuple[tuple[int, ...], ...]
    lateral: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    advances: tuple[tuple[Line, ...], ...]
    base: tuple[Line, ...]
    entries: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    base_of: Mapping[int, int]
    black: frozenset[int]
    start: str


def sorted_letters(letters: str) -> str:
    """Sort pieces by army, then by kind.

    >>> sorted_letters("5Iis")
    'Isi5'
    """
    return "".join(sorted(letters, key=_ROLL.index))


MOST_SPACES = 512
"""Limits the spaces of a board: a generated move has nine bits for one."""


def read_board(data: Mapping[str, Any]) -> Board:
    """Read the board from its file's values; the lines come from where the spaces lie. ValueError: too many
    spaces."""
    names = (*data["hexagons"], *data["stars"])
    if len(names) > MOST_SPACES:
        raise ValueError(f"the board has {len(names)} spaces; {MOST_SPACES} at the most")
    index = {name: space for space, name in enumerate(names)}
    count = len(data["hexagons"])
    points = tuple(
        (3 * cell[0], 3 * cell[1]) if space < count else (cell[0], cell[1])
        for space, cell in enumerate((*data["hexagons"].values(), *(s["at"] for s in data["stars"].values())))
    )
    at = {point: space for space, point in enumerate(points)}
    armies = [data["armies"][army] for army in ARMIES]
    base = tuple(tuple(index[name] for name in army["base"]) for army in armies)
    black = frozenset(index[army["black_star"]] for army in armies)
    stars = [data["stars"][name] for name in names[count:]]
    touches: list[Line] = [()] * len(names)
    adjoins: list[Line] = [()] * len(names)
    for space, star in enumerate(stars, count):
        touches[space] = tuple(index[name] for name in star["touches"])
        adjoins[space] = tuple(index[name] for name in star["adjoins"])
    for cell in range(count):
        touches[cell] = tuple(space for space in range(count, len(names)) if cell in touches[space])
    depth = tuple(
        tuple(army["depth"][0] + army["depth"][1] * q + army["depth"][2] * r for q, r in points)
        for army in armies
    )
    beside = tuple(
        tuple(at[other] for step in _AROUND if (other := _add(points[space], step)) in at)
        if space < count
        else ()
        for space in range(len(names))
    )
    advances = tuple(
        tuple(
            tuple(
                other
                for other in (*beside[space], *touches[space], *adjoins[space])
                if steps[other] > steps[space]
            )
            for space in range(len(names))
        )
        for steps in depth
    )
    start = [EMPTY] * len(names)
    for army, letters in zip(armies, LETTERS, strict=True):
        for name, kind in army["pieces"].items():
            start[index[name]] = letters[KINDS.index(kind)]
    return Board(
        names=names,
        index=index,
        hexagons=count,
        points=points,
        touches=tuple(touches),
        adjoins=tuple(adjoins),
        beside=beside,
        slides=tuple(_slides(space, points, at) if space < count else () for space in range(len(names))),
        jumps=tuple(
            _jumps(points[space], (space,) if space < count else touches[space], points, at)
            for space in range(len(names))
        ),
        opposite=tuple(
            tuple((cell, at.get(_across(points[space], points[cell]), -1)) for cell in touches[space])
            if space >= count
            else ()
            for space in range(len(names))
        ),
        sails=tuple(
            tuple(_sails(space, points, at, black)) if space >= count else () for space in range(len(names))
        ),
        depth=depth,
        lateral=tuple(_lateral(steps, beside, points, at, count) for steps in depth),
        advances=advances,
        base=base,
        entries=tuple(
            tuple(
                tuple(
                    (origin, star) for star in stars for origin in range(len(names)) if star in ways[origin]
                )
                if other != army
                else ()
                for other, stars in enumerate(base)
            )
            for army, ways in enumerate(advances)
        ),
        base_of={star: army for army, line in enumerate(base) for star in line},
        black=black,
        start="".join(start),
    )


def _add(point: Point, step: Point, times: int = 1) -> Point:
    return point[0] + times * step[0], point[1] + times * step[1]


def _across(star: Point, cell: Point) -> Point:
    """Return the corner of a hexagon opposite to one of its corners."""
    return 2 * cell[0] - star[0], 2 * cell[1] - star[1]


def _slides(space: int, points: Sequence[Point], at: Mapping[Point, int]) -> tuple[Line, ...]:
    found = []
    for step in _AROUND:
        line, point = [], _add(points[space], step)
        while point in at:
            line.append(at[point])
            point = _add(point, step)
        if line:
            found.append(tuple(line))
    return tuple(found)


def _ring(steps: int) -> tuple[Point, ...]:
    """Return the way to each hexagon that is so many steps off."""
    near = range(-steps, steps + 1)
    return tuple((3 * q, 3 * r) for q in near for r in near if max(abs(q), abs(r), abs(q + r)) == steps)


_RINGS = tuple(_ring(steps) for steps in range(4))


def _jumps(point: Point, near: Line, points: Sequence[Point], at: Mapping[Point, int]) -> Line:
    """Return the hexagons at distance 3: from a star its touching ones (`near`) are at 1."""
    reach = 3 if point[0] % 3 == 0 else 2
    found: list[set[Point]] = [{_add(points[cell], way) for cell in near for way in ring} for ring in _RINGS]
    return tuple(sorted(at[each] for each in found[reach].difference(*found[:reach]) if each in at))


def _sails(
    space: int, points: Sequence[Point], at: Mapping[Point, int], black: frozenset[int]
) -> Iterator[Crossing]:
    """Return a Navy's lines: edge and hexagon in turn, beginning with either."""
    north = 1 if points[space][0] % 3 == 1 else -1
    for step in _NORTH:
        for sign in (1, -1):
            # Towards a hexagon's middle (sign 1) a corner crosses it, away from it there is an edge; and at
            # the next corner, which is of the other kind, it is the other way round.
            way = (north * sign * step[0], north * sign * step[1])
            over, point, line = sign == 1, points[space], list[tuple[int, int]]()
            while True:
                crossed = at.get(_add(point, way), -1) if over else -1
                point = _add(point, way, 2 if over else 1)
                if (over and crossed < 0) or point not in at or at[point] in black:
                    break
                line.append((crossed, at[point]))
                over = not over
            if line:
                yield tuple(line)


def _lateral(
    steps: Sequence[int], beside: Sequence[Line], points: Sequence[Point], at: Mapping[Point, int], count: int
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """List by hexagon the neighbours of the same depth, each with the hexagon beyond it."""
    return tuple(
        tuple(
            (other, at.get(_across(points[space], points[other]), -1))
            for other in beside[space]
            if steps[other] == steps[space]
        )
        for space in range(count)
    )
