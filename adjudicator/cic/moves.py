"""Move generation for Commander-In-Chief: the quick inner part, on plain strings and ints.

A move is origin << 6 | target. A move onto an enhanced piece is an attack that moves nothing; the
generator does not care, `play` is then not called.
"""

from __future__ import annotations

from adjudicator.cic.board import AIR, EMPTY, REGIONS, SURFACE, lines

BLOCKERS = frozenset("TtBb")
ALL = ("abcdfhkst", "ABCDFHKST")
"""Letters by side: Dark, Light."""
GROUPS = {
    "": ALL,
    "air": (AIR.lower(), AIR),
    "surface": (SURFACE.lower(), SURFACE),
}
"""Letters by group of a team ("" is the whole side), then by side."""
_ENEMY_LAND = ("light", "dark")


def generate(board: str, side: int, letters: str) -> list[int]:
    """Return every move of the pieces of `side` whose letter is in `letters`, by origin."""
    table = lines(side)
    stopped, jumping, hops = table.stopped, table.jumping, table.hops
    own = ALL[side]
    moves: list[int] = []
    add = moves.append
    for origin, letter in enumerate(board):
        if letter not in letters:
            continue
        base = origin << 6
        if letter in stopped:
            for ray in stopped[letter][origin]:
                for target in ray:
                    there = board[target]
                    if there == EMPTY:
                        add(base | target)
                        continue
                    if there not in own:
                        add(base | target)
                    break
        elif letter in jumping:
            for ray in jumping[letter][origin]:
                for target in ray:
                    there = board[target]
                    if there not in own:
                        add(base | target)
                    if there in BLOCKERS:
                        break
        else:
            for target, guards in hops[origin]:
                if board[target] in own:
                    continue
                for guard in guards:
                    if board[guard] in BLOCKERS:
                        break
                else:
                    add(base | target)
    return moves


def becomes_king(letter: str, target: int) -> bool:
    """Return whether a piece that arrives there turns into a King Amphibian."""
    return (letter == "A" and REGIONS[target] == "dark") or (letter == "a" and REGIONS[target] == "light")


def play(board: str, origin: int, target: int) -> str:
    """Return the board after a move or capture; the promotion of an Amphibian included."""
    letter = board[origin]
    if letter in "Aa" and becomes_king(letter, target):
        letter = "K" if letter == "A" else "k"
    if origin < target:
        return board[:origin] + EMPTY + board[origin + 1 : target] + letter + board[target + 1 :]
    return board[:target] + letter + board[target + 1 : origin] + EMPTY + board[origin + 1 :]


def count(board: str, side: int, depth: int, commander: bool) -> int:
    """Count the leaves of the move tree `depth` ≥ 0 moves deep, without enhancements, teams and limits.

    commander: whether the capture of a Commander ends the game (nothing is below it).
    """
    if depth == 0:
        return 1
    moves = generate(board, side, ALL[side])
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        target = move & 63
        if not (commander and board[target] in "Cc"):
            total += count(play(board, move >> 6, target), 1 - side, depth - 1, commander)
    return total
