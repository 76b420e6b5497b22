"""A sentence about a move, for the people at the table."""

from __future__ import annotations

from collections import Counter

from adjudicator.cic.board import ALL, EMPTY, NAMES, SQUARES, VALUES, generate, play
from adjudicator.text import listing
from engines.cic.position import CicPosition
from engines.search import DECIDED, WON, Found

_WIDER = 3
"""So many squares more are worth a word."""


def line_of(root: CicPosition, found: Found) -> str:
    """Say what the move is for, and whether it wins."""
    board, target = root.board, found.move & 63
    there, after, square = board[target], root.make(found.move), SQUARES[target]
    won = found.value > DECIDED
    if after.ended == -WON and there in "Cc" and root.rules.commander:
        return "Captures the Commander."
    if there != EMPTY and root.enhanced >> target & 1:
        return f"Attacks the enhanced {NAMES[there.upper()]} on {square}."
    if there != EMPTY:
        return f"Captures the {NAMES[there.upper()]} on {square}{', and wins by force' if won else ''}."
    told = _quiet(root, found.move, after)
    if not (won and root.rules.commander):
        return told
    turns = (WON - found.value + 1) // 2
    return f"{told} The Commander falls{f' within {turns} turns' if turns > 1 else ''}."


def _quiet(root: CicPosition, move: int, after: CicPosition) -> str:
    """Say what a move is for that captures and attacks nothing."""
    board, side, origin, target = root.board, root.side, move >> 6, move & 63
    piece, square = NAMES[board[origin].upper()], SQUARES[target]
    if after.board[target].upper() == "K" and board[origin] in "Aa":
        return f"Lands the Amphibian on {square}: a King Amphibian."
    in_danger = _attacked(board, side)
    home = board.find("cC"[side])
    if home in in_danger and after.board.find("cC"[side]) not in _attacked(after.board, side):
        return (
            "Brings the Commander to safety." if home == origin else f"Guards the Commander with the {piece}."
        )
    if origin in in_danger and target not in _attacked(after.board, side):
        hunters = [code >> 6 for code in generate(board, 1 - side, ALL[1 - side]) if code & 63 == origin]
        return f"Brings the {piece} out of reach of {_named(board, hunters[0])}."
    if prey := _prey(root, after, target):
        return f"Threatens {prey} from {square}."
    if saved := _saved(board, after.board, side, target):
        return f"Defends {saved} with the {piece}."
    told = _moved(board, side, origin, target)
    if root.rules.commander and (ring := _ring(after.board, side, target)):
        return f"{told}, where it reaches {listing(ring, 'and')}, next to the Commander."
    if behind := _freed(board, after.board, side, origin, target):
        return f"{told} and makes way for {behind}."
    before, now = (_reach(each, side).get(at, 0) for each, at in ((board, origin), (after.board, target)))
    if now >= before + _WIDER:
        return f"{told}, where it reaches {now} squares."
    if target not in _attacked(after.board, side):
        return f"{told}, where nothing can take it."
    return f"{told}, where it is protected." if _covers(after.board, side, target) else f"{told}."


def _ring(board: str, side: int, origin: int) -> list[str]:
    """Name the squares next to the enemy Commander to which a side's piece could go."""
    home = board.find("Cc"[side])
    goes = [code & 63 for code in generate(board, side, ALL[side]) if code >> 6 == origin]
    return [SQUARES[at] for at in sorted(goes) if max(abs(at // 8 - home // 8), abs(at % 8 - home % 8)) == 1]


def _moved(board: str, side: int, origin: int, target: int) -> str:
    piece, square = NAMES[board[origin].upper()], SQUARES[target]
    ahead = (target // 8 + target % 8 - origin // 8 - origin % 8) * (1 if side else -1)
    if ahead > 0:
        return f"Brings the {piece} forward to {square}"
    if ahead < 0:
        return f"Draws the {piece} back to {square}"
    return f"Moves the {piece} across to {square}"


def _named(board: str, square: int) -> str:
    return f"the {NAMES[board[square].upper()]} on {SQUARES[square]}"


def _prey(root: CicPosition, after: CicPosition, target: int) -> str:
    """Name the dearest piece that the one that moved to `target` could capture next to its side's profit: it
    is worth more, or nothing would take back. The Commander goes first, where it is the goal."""
    side, board = root.side, after.board
    own = VALUES[board[target].upper()]
    found = list[tuple[int, int]]()
    for hit in _attacked(board, 1 - side, target):
        if board[hit] in "Cc" and root.rules.commander:
            return "the Commander"
        worth = VALUES[board[hit].upper()]
        if worth > own or hit not in _attacked(play(board, target, hit), side):
            found.append((worth, hit))
    return _named(board, max(found)[1]) if found else ""


def _saved(board: str, after: str, side: int, target: int) -> str:
    """Name the dearest piece that the other side could capture, and that a move to `target` covers now."""
    found = [
        (VALUES[after[hit].upper()], hit)
        for hit in _attacked(after, side)
        if hit != target
        and after[hit] not in "Cc"
        and _covers(after, side, hit, target)
        and not _covers(board, side, hit)
    ]
    return _named(after, max(found)[1]) if found else ""


def _covers(board: str, side: int, square: int, origin: int | None = None) -> bool:
    """Return whether a side could take back what captures its piece there; with the one on `origin`."""
    taken = board[:square] + "Ff"[side] + board[square + 1 :]
    moves = generate(taken, side, ALL[side])
    return any(code & 63 == square and origin in (None, code >> 6) for code in moves)


def _freed(board: str, after: str, side: int, origin: int, target: int) -> str:
    """Name the piece behind that has most moves more now, if they are some."""
    before, now = _reach(board, side), _reach(after, side)
    more = [(number - before.get(at, 0), at) for at, number in now.items() if at != target]
    best = max(more, default=(0, 0))
    return _named(after, best[1]) if best[0] >= _WIDER else ""


def _reach(board: str, side: int) -> Counter[int]:
    """Count the moves of each piece of a side, by its square."""
    return Counter(code >> 6 for code in generate(board, side, ALL[side]))


def _attacked(board: str, side: int, origin: int | None = None) -> list[int]:
    """List the squares of a side's pieces that the other side could capture; with the piece on `origin`."""
    enemy = 1 - side
    return sorted(
        {
            code & 63
            for code in generate(board, enemy, ALL[enemy])
            if board[code & 63] != EMPTY and origin in (None, code >> 6)
        }
    )
