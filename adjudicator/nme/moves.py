"""Move generation for NME: the quick inner part, on plain strings and ints.

A move is an int: trade << 18 | origin << 9 | target. trade: 0, or 1 to 4 for A, S, N, I (the prisoner's place
in "PASNI"). Letters and spaces are those of `adjudicator.nme.board`. Source: Moves.
"""

from __future__ import annotations

import re

from adjudicator.nme.board import ARMIES, EMPTY, KIND_OF, KINDS, LETTERS, Board
from adjudicator.nme.state import BLACK, GRAY, WHITE, State, living

TARGET = 511
_ANY = tuple(re.compile(f"[{letters}]") for letters in LETTERS)


def target_of(move: int) -> int:
    return move & TARGET


def origin_of(move: int) -> int:
    return move >> 9 & TARGET


def trade_of(move: int) -> str:
    """The kind that appears, or ""."""
    return KINDS[move >> 18] if move >> 18 else ""


def moves_of(board: Board, state: State, army: int) -> list[int]:
    """Every move of an army as if its turn were on, by origin."""
    closed = LETTERS[army] + immune(state, army)
    return (
        _plain(board, state.board, army, closed)
        + (_flanking(board, state, army, closed) if state.flanks else [])
        + (_naval_one(board, state, army, closed))
        + (_trades(board, state, army) if any(state.prisoners) else [])
    )


def immune(state: State, army: int) -> str:
    """What that army may not capture now: in Protect the Ally Gray takes no President of the seat that moves
    it, and a guard may protect Gray's. Source: Protect the Ally; Rulings."""
    if not state.gray_next:
        return ""
    if army == GRAY:
        return LETTERS[ARMIES.index(state.gray_next)][0]
    return LETTERS[GRAY][0] if army == WHITE and guarded(state) else ""


def guarded(state: State) -> bool:
    """Whether White's own next turn (the present one, if it is on) comes directly after a Gray turn that
    White makes or made. Black's never does. Source: gray_guard, a Ruling."""
    if not state.options.gray_guard or not state.gray_next:
        return False
    before = ARMIES[BLACK] if state.gray_next == ARMIES[WHITE] else ARMIES[WHITE]
    return (before if state.army == WHITE else state.gray_next) == ARMIES[WHITE]


def _plain(board: Board, spaces: str, army: int, closed: str) -> list[int]:
    """The moves of the table, without flanking, Naval One and trades."""
    slides, touches, beside = board.slides, board.touches, board.beside
    advances, lateral = board.advances[army], board.lateral[army]
    count = board.hexagons
    _, air, special, navy, infantry = tuple(LETTERS[army])
    moves: list[int] = []
    add = moves.append
    for match in _ANY[army].finditer(spaces):
        origin, letter = match.start(), match.group()
        base = origin << 9
        if letter == infantry:
            for target in advances[origin]:
                if spaces[target] == EMPTY:
                    add(base | target)
            if origin < count:
                for target, _ in lateral[origin]:
                    if spaces[target] not in closed:
                        add(base | target)
        elif letter == special:
            for target in board.jumps[origin]:
                if spaces[target] not in closed:
                    add(base | target)
            for target in touches[origin] if origin < count else board.adjoins[origin]:
                if spaces[target] not in closed:
                    add(base | target)
        elif letter == air:
            if origin < count:
                for line in slides[origin]:
                    for target in line:
                        there = spaces[target]
                        if there == EMPTY:
                            add(base | target)
                            continue
                        if there not in closed:
                            add(base | target)
                        break
                for target in touches[origin]:
                    if spaces[target] not in closed:
                        add(base | target)
            else:
                for target, beyond in board.opposite[origin]:
                    there = spaces[target]
                    if there not in closed:
                        add(base | target)
                    if there == EMPTY and beyond >= 0 and spaces[beyond] not in closed:
                        add(base | beyond)
        elif letter == navy:
            for sail in board.sails[origin]:
                for crossed, target in sail:
                    if crossed >= 0 and spaces[crossed] != EMPTY:
                        break
                    there = spaces[target]
                    if there == EMPTY:
                        add(base | target)
                        continue
                    if there not in closed:
                        add(base | target)
                    break
        else:
            for target in beside[origin]:
                if spaces[target] not in closed:
                    add(base | target)
            for target in touches[origin]:
                if spaces[target] not in closed:
                    add(base | target)
    return moves


def _flanking(board: Board, state: State, army: int, closed: str) -> list[int]:
    """Flanking captures. Source: Flanking; Rulings."""
    spaces, infantry = state.board, LETTERS[army][KINDS.index("I")]
    found = []
    for owner, lost in sorted(state.flanks):
        if owner == army and spaces[lost] not in closed and spaces[lost] != EMPTY:
            for between, origin in board.lateral[army][lost]:
                if origin >= 0 and spaces[between] == EMPTY and spaces[origin] == infantry:
                    found.append(origin << 9 | lost)
    return found


def _naval_one(board: Board, state: State, army: int, closed: str) -> list[int]:
    """Source: Naval One."""
    president = state.board.find(LETTERS[army][0])
    if president < board.hexagons or army not in threatened(board, state):
        return []
    return [
        president << 9 | target for target in board.adjoins[president] if state.board[target] not in closed
    ]


def _trades(board: Board, state: State, army: int) -> list[int]:
    """Infantry that enters another living army's base and is traded there. Source: Infiltration; Rulings."""
    spaces, infantry = state.board, LETTERS[army][KINDS.index("I")]
    found = []
    for holder in living(state):
        mine = sorted({KINDS.index(KIND_OF[x]) for x in state.prisoners[holder] if x in LETTERS[army]} - {0})
        if holder == army or not mine:
            continue
        for target in board.base[holder]:
            if spaces[target] != EMPTY:
                continue
            for origin in (*board.touches[target], *board.adjoins[target]):
                if spaces[origin] == infantry and target in board.advances[army][origin]:
                    found += [
                        kind << 18 | origin << 9 | target
                        for kind in mine
                        if not (KINDS[kind] == "N" and target in board.black)
                    ]
    return found


def threatened(board: Board, state: State) -> frozenset[int]:
    """The living armies whose President stands on a star and could be captured there by another living army
    if that were to move now; by Naval One only where that would be allowed: the least fixed point. Source:
    Naval One; Ruling."""
    spaces = state.board
    alive = living(state)
    stars = {army: spaces.find(LETTERS[army][0]) for army in alive}
    stars = {army: star for army, star in stars.items() if star >= board.hexagons}
    if not stars:
        return frozenset()
    foes = {army: [foe for foe in alive if foe != army and _may(state, foe, army)] for army in stars}
    found = {
        army for army, star in stars.items() if any(_reaches(board, spaces, star, f) for f in foes[army])
    }
    grown = bool(found)
    while grown:
        grown = False
        for army in stars.keys() - found:
            if any(foe in found and stars[foe] in board.adjoins[stars[army]] for foe in foes[army]):
                found.add(army)
                grown = True
    return frozenset(found)


def _may(state: State, foe: int, army: int) -> bool:
    """Whether that foe may capture that army's President at all."""
    return LETTERS[army][0] not in immune(state, foe)


def _reaches(board: Board, spaces: str, star: int, foe: int) -> bool:
    """Whether a piece of `foe` could capture on that star, without Naval One."""
    president, air, special, navy, _ = tuple(LETTERS[foe])
    for cell, beyond in board.opposite[star]:
        there = spaces[cell]
        if there == EMPTY:
            if beyond >= 0 and spaces[beyond] == air:
                return True
        elif there in (president, air, special):
            return True
    if any(spaces[other] == special for other in board.adjoins[star]):
        return True
    if star in board.black:
        return False
    for sail in board.sails[star]:
        for crossed, other in sail:
            if crossed >= 0 and spaces[crossed] != EMPTY:
                break
            if spaces[other] != EMPTY:
                if spaces[other] == navy:
                    return True
                break
    return False
