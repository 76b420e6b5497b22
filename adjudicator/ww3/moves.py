"""The legal moves of WW3 as paths of points, and who wins a meeting.

A move is one path (of two points, or three: two distances), or two paths of two points (two Soldiers, in this
order). Under fog legality looks at no enemy's kind, known or not, so that it tells none. Source: Movement;
Units.
"""

from __future__ import annotations

from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, LETTERS, SEAT_OF, Board
from adjudicator.ww3.state import State
from adjudicator.ww3.ways import Code, Direction

ATTACKER, DEFENDER, NOBODY = "attacker", "defender", "none"
_BOMBS = "".join(letters[KINDS.index("N")] for letters in LETTERS)


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
    return [board.ways.code(move) for move in numbered(board, state, seat)]


def numbered(board: Board, state: State, seat: int) -> list[int]:
    """Return every legal move of a seat as a number of `Ways`, in no particular order."""
    spaces, fog = state.board, state.options.fog
    own, steps = LETTERS[seat], board.ways.steps
    soldiers, found = list[int](), list[int]()
    for point, letter in enumerate(spaces):
        if letter not in own:
            continue
        kind = KIND_OF[letter]
        if kind == "S":
            soldiers.append(point)
            _walks(board, spaces, own, point, found)
        elif kind == "A":
            _flights(board, spaces, own, point, state.ways[seat], found)
        elif kind != "B":
            barred = own + _BOMBS if kind == "N" and not fog else own
            found += [move for end, move, _ in steps[point] if spaces[end] not in barred]
    if len(soldiers) > 1:
        _pairs(board, state, seat, soldiers, found)
    return found


def _flights(
    board: Board, spaces: str, own: str, point: int, barred: Direction | None, found: list[int]
) -> None:
    """Add the ways of an Air Craft: one or two distances straight on, never in the barred direction."""
    for direction, after, move, beyond, longer in board.ways.flights[point]:
        if direction == barred or spaces[after] in own:
            continue
        found.append(move)
        if spaces[after] == EMPTY and beyond >= 0 and spaces[beyond] not in own:
            found.append(longer)


def _walks(board: Board, spaces: str, own: str, point: int, found: list[int]) -> None:
    """Add the ways of one Soldier: one distance, or two if the first ends on an empty point; not back to
    where it started."""
    for after, move, longer in board.ways.walks[point]:
        there = spaces[after]
        if there == EMPTY:
            found.append(move)
            found += [further for end, further in longer if spaces[end] not in own]
        elif there not in own:
            found.append(move)


def _pairs(board: Board, state: State, seat: int, soldiers: list[int], found: list[int]) -> None:
    """Add the ways of two different Soldiers, one distance each, in sequence.

    What the second can do after the first is what it could before; but it can enter the point that the first
    has left, and not the one where it stands then.
    """
    spaces, own, last = state.board, LETTERS[seat], _last_base(state, seat)
    ways = {
        each: [step for step in board.ways.steps[each] if spaces[step[0]] not in own] for each in soldiers
    }
    for first in soldiers:
        seconds = [each for each in soldiers if each != first]
        others = [(end, other) for each in seconds for end, _, other in ways[each]]
        others += [
            (end, other) for each in seconds for end, _, other in board.ways.steps[each] if end == first
        ]
        for to, one, _ in ways[first]:
            there = spaces[to]
            if to == last:
                continue  # the game is over then
            if there == EMPTY or (not state.options.fog and winner("S", KIND_OF[there]) == ATTACKER):
                found += [one + other for end, other in others if end != to]
            else:
                found += [one + other for _, other in others]


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
