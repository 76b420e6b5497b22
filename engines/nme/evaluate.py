"""What NME's pieces are worth, and where: tables by letter and space, each seen by the piece's own army."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF, Board

FIGHTING = {"P": 0, "A": 620, "S": 430, "N": 330, "I": 90}
"""What a piece can do. A President is beyond price."""
_REACH = {"P": 0, "A": 3, "S": 3, "N": 3, "I": 0}
"""What a space more is worth that a piece reaches on an empty board."""
_NEAR = {"P": 0, "A": 5, "S": 9, "N": 5, "I": 2}
"""What a row nearer to an enemy's President is worth; from `_FAR` rows on it is nothing."""
_FAR = 8
_ADVANCE = 4
"""What a row is worth that an Infantry has come forward."""
_HIDDEN = 6
"""What a way onto a President's space less is worth."""

Tables = Mapping[str, tuple[int, ...]]


class Worths:
    """What pieces are worth on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._placed = {letter: _placed(board, letter) for letter in ARMY_OF}
        self._close: dict[int, tuple[int, ...]] = {}

    def _closeness(self, aim: int) -> tuple[int, ...]:
        """Return by space how much nearer than `_FAR` rows it is to a space, in thirds of a row."""
        if aim not in self._close:
            points = self._board.points
            self._close[aim] = tuple(max(0, 3 * _FAR - _distance(point, points[aim])) for point in points)
        return self._close[aim]

    def tables(self, spaces: str, targets: Mapping[int, Collection[int]]) -> Tables:
        """Return the tables for a search that begins with that position. targets: by army, those whose
        President it is after; the pieces of armies that are not in it are worth nothing"""
        nothing = (0,) * len(spaces)
        found: dict[str, tuple[int, ...]] = {EMPTY: nothing}
        presidents = {ARMY_OF[letter]: at for at, letter in enumerate(spaces) if KIND_OF.get(letter) == "P"}
        for letter, army in ARMY_OF.items():
            if army not in targets:
                found[letter] = nothing
                continue
            aims = [
                self._closeness(presidents[other]) for other in sorted(targets[army]) if other in presidents
            ]
            near, placed = _NEAR[KIND_OF[letter]], self._placed[letter]
            if near and aims:
                both = [sum(close) for close in zip(*aims, strict=True)]
                placed = tuple(base + near * close // 3 for base, close in zip(placed, both, strict=True))
            found[letter] = placed
        return found


def _placed(board: Board, letter: str) -> tuple[int, ...]:
    """Say what each space is worth to a piece, wherever the others stand."""
    kind, army = KIND_OF[letter], ARMY_OF[letter]
    return tuple(
        FIGHTING[kind]
        + _REACH[kind] * _reached(board, kind, space)
        + (_ADVANCE * board.depth[army][space] // 3 if kind == "I" else 0)
        - (_HIDDEN * (len(board.adjoins[space]) + len(board.beside[space])) if kind == "P" else 0)
        for space in range(len(board.names))
    )


def _reached(board: Board, kind: str, space: int) -> int:
    """Count the spaces that a piece reaches from there on an empty board."""
    star = space >= board.hexagons
    if kind == "S":
        return len(board.jumps[space]) + len(board.adjoins[space] if star else board.touches[space])
    if kind == "A":
        if star:
            return 2 * len(board.opposite[space])
        return len(board.touches[space]) + sum(len(line) for line in board.slides[space])
    if kind == "N":
        return sum(len(sail) for sail in board.sails[space])
    return 0


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the distance of two points, in thirds of a row."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
