"""What is legal in NME but unwise."""

from __future__ import annotations

from adjudicator.nme.board import ARMIES, KIND_OF, LETTERS, NAMES, Board
from adjudicator.nme.moves import moves_of, origin_of, target_of
from adjudicator.nme.orders import Move
from adjudicator.nme.resolve import make_move
from adjudicator.nme.state import State, living, mover


def exposed(board: Board, state: State, order: Move) -> list[str]:
    """Warn if the President of the seat that moves can be captured before its next turn, by what is on the
    board then; the others may still move in between."""
    own = ARMIES.index(mover(state))
    after = make_move(board, state, order, [])
    president = after.board.find(LETTERS[own][0])
    if after.phase == "over" or president < 0:
        return []
    for army in living(after):
        if army == own:
            continue
        for code in moves_of(board, after, army):
            if target_of(code) == president:
                name = NAMES[KIND_OF[after.board[origin_of(code)]]]
                who = f"{ARMIES[army].capitalize()}'s {name} on {board.names[origin_of(code)]}"
                return [f"Your President can be captured after this move, by {who}."]
    return []
