"""The legal moves of WW3 as paths of points, and who wins a meeting.

A move is one path (of two points, or three: two distances), or two paths of two points (two Soldiers, in this
order). Under fog legality looks at no enemy's kind, known or not, so that it tells none. Source: Movement;
Units.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, LETTERS, SEAT_OF, Board, Direction
from adjudicator.ww3.state import State

Path: TypeAlias = tuple[int, ...]
Code: TypeAlias = tuple[Path, ...]

ATTACKER, DEFENDER, NOBODY = "attacker", "defender", "none"


def winner(attacker: str, defender: str) -> str:
    """Return who wins when a moving unit reaches an enemy's; NOBODY: two Nuclear Bombs. Source: Units.

    >>> winner("S", "B"), winner("N", "P"), winner("P", "C"), winner("S", "T"), winner("N", "N")
    ('attacker', 'defender', 'attacker', 'defender', 'none')
    """
    if defender == "B":
        return ATTACKER
    if {attacker, defender} == {"P", "N"}:
        return ATTACKER if attacker == "P" else DEFENDER
    if attacker == defender:
        return NOBODY if attacker == "N" else ATTACKER
    if {attacker, defender} == {"C", "P"}:
        return ATTACKER
    return ATTACKER if KINDS.index(attacker) < KINDS.index(defender) else DEFENDER


def moves_of(board: Board, state: State, seat: int) -> list[Code]:
    """Return every legal move of a seat, in no particular order. state: a view's will do."""
    spaces, fog = state.board, state.options.fog
    own = LETTERS[seat]
    soldiers, found = list[int](), list[Code]()
    for point, letter in enumerate(spaces):
        if letter not in own:
            continue
        kind = KIND_OF[letter]
        if kind == "S":
            soldiers.append(point)
        elif kind == "A":
            found += [(path,) for path in _flights(board, spaces, own, point, state.ways[seat])]
        elif kind != "B":
            found += [((point, to),) for to in _steps(board, spaces, own, point, kind == "N" and not fog)]
    for point in soldiers:
        found += _walks(board, spaces, own, point)
    if len(soldiers) > 1:
        found += _pairs(board, state, seat, soldiers)
    return found


def _steps(board: Board, spaces: str, own: str, point: int, no_bomb: bool = False) -> Iterator[int]:
    """Return where a unit can go by one distance. no_bomb: not onto a Nuclear Bomb."""
    for to in board.beside[point]:
        there = spaces[to]
        if there not in own and not (no_bomb and there != EMPTY and KIND_OF[there] == "N"):
            yield to


def _flights(board: Board, spaces: str, own: str, point: int, barred: Direction | None) -> Iterator[Path]:
    """List the ways of an Air Craft: one or two distances straight on, never in the barred direction."""
    for direction, after, beyond in board.steps[point]:
        if direction == barred or spaces[after] in own:
            continue
        yield point, after
        if spaces[after] == EMPTY and beyond >= 0 and spaces[beyond] not in own:
            yield point, after, beyond


def _walks(board: Board, spaces: str, own: str, point: int) -> Iterator[Code]:
    """List the ways of one Soldier: one distance, or two if the first ends on an empty point; not back to
    where it started."""
    for after in _steps(board, spaces, own, point):
        yield ((point, after),)
        if spaces[after] == EMPTY:
            for beyond in _steps(board, spaces, own, after):
                if beyond != point:
                    yield ((point, after, beyond),)


def _pairs(board: Board, state: State, seat: int, soldiers: list[int]) -> Iterator[Code]:
    """List the ways of two different Soldiers, one distance each, in sequence."""
    spaces, own = state.board, LETTERS[seat]
    last = _last_base(state, seat)
    for first in soldiers:
        for to in _steps(board, spaces, own, first):
            if to == last:
                continue  # the game is over then
            after = after_first(board, state, seat, first, to)
            for second in soldiers:
                if second != first:
                    for end in _steps(board, after, own, second):
                        yield (first, to), (second, end)


def _last_base(state: State, seat: int) -> int:
    """Return the point of the only enemy Base left; -1: there are more. Under fog nobody asks."""
    if state.options.fog:
        return -1
    bases = [
        point
        for point, letter in enumerate(state.board)
        if letter != EMPTY and KIND_OF[letter] == "B" and SEAT_OF[letter] != seat
    ]
    return bases[0] if len(bases) == 1 else -1


def after_first(board: Board, state: State, seat: int, first: int, to: int) -> str:
    """Return what stands where after the first Soldier of a pair moved, as far as its seat can tell.

    Under fog an enemy on `to` counts as still there: if it is, the second Soldier may attack it, and it may
    enter the same other points either way.
    """
    spaces = list(state.board)
    there, soldier = spaces[to], spaces[first]
    spaces[first] = EMPTY
    if there == EMPTY:
        spaces[to] = soldier
    elif not state.options.fog and winner("S", KIND_OF[there]) == ATTACKER:
        if KIND_OF[there] == "B":  # its other units leave
            leaving = LETTERS[SEAT_OF[there]]
            spaces = [EMPTY if letter in leaving else letter for letter in spaces]
        spaces[to] = soldier
    return "".join(spaces)
