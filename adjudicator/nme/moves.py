"""Move generation for NME: the quick inner part, on plain strings and ints.

A move is an int: trade << 18 | origin << 9 | target. trade: 0, or 1 to 4 for A, S, N, I (the prisoner's place
in "PASNI"). Letters and spaces are those of `adjudicator.nme.board`. Source: Moves.
"""

from __future__ import annotations

import re

from adjudicator.nme.board import ARMIES, EMPTY, KINDS, LETTERS, Board
from adjudicator.nme.state import BLACK, GRAY, WHITE, State, living

TARGET = 511
_ANY = tuple(re.compile(f"[{letters}]") for letters in LETTERS)


def target_of(move: int) -> int:
    return move & TARGET


def origin_of(move: int) -> int:
    return move >> 9 & TARGET


def trade_of(move: int) -> str:
    """Return the kind that appears, or ""."""
    return KINDS[move >> 18] if move >> 18 else ""


def right(board: Board, kind: str, origin: int, target: int) -> str:
    """Name the special right by which a legal move of that kind is made, a trade aside: "naval_one", "flank"
    or ""."""
    if kind == "P" and target in board.adjoins[origin]:
        return "naval_one"
    if kind == "I" and max(origin, target) < board.hexagons and target not in board.beside[origin]:
        return "flank"
    return ""


def moves_of(board: Board, state: State, army: int) -> list[int]:
    """Return every move of an army as if its turn were on, by origin."""
    closed = LETTERS[army] + immune(state, army)
    return (
        _plain(board, state.board, army, closed)
        + (_flanking(board, state, army, closed) if state.flanks else [])
        + (_naval_one(board, state, army, closed))
        + (_trades(board, state, army) if any(state.prisoners) else [])
    )


def immune(state: State, army: int) -> str:
    """Return what that army may not capture now: in Protect the Ally Gray takes no President of the seat that
    moves it, and a guard may protect Gray's. Source: Protect the Ally; Rulings."""
    if not state.gray_next:
        return ""
    if army == GRAY:
        return LETTERS[ARMIES.index(state.gray_next)][0]
    return LETTERS[GRAY][0] if army == WHITE and guarded(state) else ""


def guarded(state: State) -> bool:
    """Return whether White's own next turn (the present one, if it is on) comes directly after a Gray turn
    that White makes or made. Black's never does. Source: gray_guard, a Ruling."""
    if not state.options.gray_guard or not state.gray_next:
        return False
    before = ARMIES[BLACK] if state.gray_next == ARMIES[WHITE] else ARMIES[WHITE]
    return (before if state.army == WHITE else state.gray_next) == ARMIES[WHITE]


def _plain(board: Board, spaces: str, army: int, closed: str) -> list[int]:
    """Return the moves of the table, without flanking, Naval One and trades."""
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
    """List the flanking captures. Source: Flanking; Rulings."""
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
    spaces = state.board
    president = spaces.find(LETTERS[army][0])
    if not threatened(board, state, army):
        return []
    return [president << 9 | target for target in board.adjoins[president] if spaces[target] not in closed]


def _trades(board: Board, state: State, army: int) -> list[int]:
    """List the trades of Infantry that enters another living army's base. Source: Infiltration; Rulings."""
    spaces, own = state.board, LETTERS[army]
    infantry = own[KINDS.index("I")]
    found = []
    for holder in living(state):
        held = state.prisoners[holder]
        for origin, target in board.entries[army][holder] if held else ():
            if spaces[origin] == infantry and spaces[target] == EMPTY:
                found += [
                    kind << 18 | origin << 9 | target
                    for kind, letter in enumerate(own)
                    if kind and letter in held and not (KINDS[kind] == "N" and target in board.black)
                ]
    return found


def threatened(board: Board, state: State, army: int, asked: tuple[int, ...] = ()) -> bool:
    """Return whether an army's President stands on a star and could be captured there by another living army
    if that were to move now; by Naval One only where that would be allowed. asked: the armies whose threat is
    the question already, so that nobody is threatened because of himself: that makes it the least fixed
    point. Source: Naval One; Ruling."""
    spaces, president = state.board, LETTERS[army][0]
    star = spaces.find(president)
    if star < board.hexagons:
        return False
    foes = [foe for foe in living(state) if foe != army and president not in immune(state, foe)]
    if any(_reaches(board, spaces, star, foe) for foe in foes):
        return True
    return any(
        foe not in asked
        and spaces.find(LETTERS[foe][0]) in board.adjoins[star]
        and threatened(board, state, foe, (*asked, army))
        for foe in foes
    )


def _reaches(board: Board, spaces: str, star: int, foe: int) -> bool:
    """Return whether a piece of `foe` could capture on that star, without Naval One."""
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
