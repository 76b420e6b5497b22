"""A sentence about a move, for the people at the table."""

from __future__ import annotations

from adjudicator.cic.board import ALL, EMPTY, NAMES, SQUARES, generate
from engines.cic.position import CicPosition
from engines.search import DECIDED, WON, Found


def line_of(root: CicPosition, found: Found) -> str:
    """Say what the move is for."""
    board, side = root.board, root.side
    origin, target = found.move >> 6, found.move & 63
    there, after = board[target], root.make(found.move)
    piece, square = NAMES[board[origin].upper()], SQUARES[target]
    won = found.value > DECIDED
    if after.ended == -WON and there in "Cc" and root.rules.commander:
        return "Captures the Commander."
    if there != EMPTY and root.enhanced >> target & 1:
        return f"Attacks the enhanced {NAMES[there.upper()]} on {square}."
    if there != EMPTY:
        return f"Captures the {NAMES[there.upper()]} on {square}{', and wins by force' if won else ''}."
    if won and root.rules.commander:
        turns = (WON - found.value + 1) // 2
        return f"The Commander falls within {turns} turns." if turns > 1 else "The Commander falls."
    if after.board[target].upper() == "K" and board[origin] in "Aa":
        return f"Lands the Amphibian on {square}: a King Amphibian."
    in_danger = _attacked(board, side)
    home = board.find("cC"[side])
    if home in in_danger and after.board.find("cC"[side]) not in _attacked(after.board, side):
        return (
            "Brings the Commander to safety." if home == origin else f"Guards the Commander with the {piece}."
        )
    if origin in in_danger and target not in _attacked(after.board, side):
        return f"Brings the {piece} out of danger."
    threats = [NAMES[after.board[hit].upper()] for hit in _attacked(after.board, 1 - side, target)]
    if "Commander" in threats and root.rules.commander:
        return f"Threatens the Commander from {square}."
    ahead = (target // 8 + target % 8 - origin // 8 - origin % 8) * (1 if side else -1)
    if ahead > 0:
        return f"Brings the {piece} forward to {square}."
    if ahead < 0:
        return f"Draws the {piece} back to {square}."
    return f"Moves the {piece} across to {square}."


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
