"""What NME's pieces are worth, and where: tables by letter and space, each seen by the piece's own army."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import add

from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF, KINDS, Board

FIGHTING = {"P": 0, "A": 620, "S": 430, "N": 330, "I": 90}
"""What a piece can do. A President is beyond price."""
_REACH = {"P": 0, "A": 3, "S": 3, "N": 3, "I": 0}
"""What a space more is worth that a piece reaches on an empty board."""
_NEAR = {"P": 0, "A": 4, "S": 7, "N": 4, "I": 2}
"""What a row nearer to an enemy's President is worth."""
_ROWS = 14
"""No two spaces are further from each other."""
_AIM = {"P": 0, "A": 9, "S": 12, "N": 9, "I": 0}
"""What it is worth that a piece would reach, on an empty board, an enemy's President or a space beside him,
for each such space up to `_MOST`."""
_MOST = 3
_ADVANCE = 4
"""What a row is worth that an Infantry has come forward."""
_HIDDEN = 6
"""What a way onto a President's space is worth less."""

Tables = Mapping[str, tuple[int, ...]]


class Worths:
    """What pieces are worth on one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._reach = {
            kind: tuple(frozenset(_reached(board, kind, space)) for space in range(len(board.names)))
            for kind in KINDS
        }
        self._placed = {letter: self._place(letter) for letter in ARMY_OF}
        self._aimed: dict[tuple[str, int], tuple[int, ...]] = {}

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
            placed = self._placed[letter]
            for other in sorted(targets[army]):
                if other in presidents:
                    aimed = self._aiming(KIND_OF[letter], presidents[other])
                    placed = tuple(map(add, placed, aimed))
            found[letter] = placed
        return found

    def _aiming(self, kind: str, home: int) -> tuple[int, ...]:
        """Say by space what it is worth to aim at a President there."""
        known = self._aimed.get((kind, home))
        if known is None:
            board, reach = self._board, self._reach[kind]
            zone = {home, *board.beside[home], *board.touches[home], *board.adjoins[home]}
            near, aim, points = _NEAR[kind], _AIM[kind], board.points
            known = self._aimed[kind, home] = tuple(
                near * (3 * _ROWS - _distance(points[space], points[home])) // 3
                + aim * min(_MOST, len(reach[space] & zone))
                for space in range(len(points))
            )
        return known

    def _place(self, letter: str) -> tuple[int, ...]:
        """Say what each space is worth to a piece, wherever the others stand."""
        board, kind, army = self._board, KIND_OF[letter], ARMY_OF[letter]
        return tuple(
            FIGHTING[kind]
            + _REACH[kind] * len(self._reach[kind][space])
            + (_ADVANCE * board.depth[army][space] // 3 if kind == "I" else 0)
            - (_HIDDEN * (len(board.adjoins[space]) + len(board.beside[space])) if kind == "P" else 0)
            for space in range(len(board.names))
        )


def _reached(board: Board, kind: str, space: int) -> list[int]:
    """List the spaces that a piece reaches from there on an empty board; that of a President and of Infantry
    does not matter."""
    star = space >= board.hexagons
    if kind == "S":
        return [*board.jumps[space], *(board.adjoins[space] if star else board.touches[space])]
    if kind == "A" and star:
        return [target for line in board.opposite[space] for target in line if target >= 0]
    if kind == "A":
        return [*board.touches[space], *(target for line in board.slides[space] for target in line)]
    if kind == "N":
        return [target for sail in board.sails[space] for _, target in sail]
    return []


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the distance of two points, in thirds of a row."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
