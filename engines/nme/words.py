"""A sentence about a move, for the people at the table."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, KINDS, LETTERS, NAMES, Board
from adjudicator.nme.moves import moves_of, origin_of, right, target_of, threatened, trade_of
from adjudicator.nme.state import GRAY, State
from engines.search import DECIDED, WON, Found

_WAYS = {"naval_one": " by Naval One", "flank": " by flanking", "": ""}


def line_of(board: Board, state: State, found: Found) -> str:
    """Say what the move is for."""
    spaces, army = state.board, state.army
    origin, target = origin_of(found.move), target_of(found.move)
    kind, there = KIND_OF[spaces[origin]], spaces[target]
    piece, place = NAMES[kind], board.names[target]
    way = _WAYS[right(board, kind, origin, target)]
    whose = "Gray's " if state.options.ally and army == GRAY else "the "
    if there != EMPTY:
        victim = f"{ARMIES[ARMY_OF[there]].capitalize()}'s {NAMES[KIND_OF[there]]}"
        if KIND_OF[there] == "P":
            return f"Assassinates {victim}{way}."
        return f"Captures {victim} on {place}{way}."
    if trade := trade_of(found.move):
        return f"Infiltrates {place} and frees a captive {NAMES[trade]}."
    if found.value > DECIDED and WON - found.value < 20:
        return f"Brings {whose}{piece} to {place}: a President will fall."
    if kind == "P":
        if threatened(board, state, army):
            return f"Takes {whose}President to safety{way}."
        return f"Moves {whose}President to {place}."
    if threatened(board, state, army) and not (state.options.ally and army == GRAY):
        return f"Guards the President with the {piece}."
    after = replace(state, board=_moved(spaces, origin, target), flanks=frozenset())
    if prey := _prey(board, after, army, target):
        return f"Threatens {prey} from {place}."
    if origin in _attacked(board, state, army) and target not in _attacked(board, after, army):
        return f"Takes {whose}{piece} out of danger, to {place}."
    forward = board.depth[army][target] - board.depth[army][origin]
    if forward > 0:
        return f"Brings {whose}{piece} forward to {place}."
    return f"{'Draws' if forward else 'Moves'} {whose}{piece} {'back' if forward else 'across'} to {place}."


def _attacked(board: Board, state: State, army: int) -> set[int]:
    """Return the spaces of an army's pieces that another one could capture if it were to move now."""
    alive = [other for other in range(3) if LETTERS[other][KINDS.index("P")] in state.board]
    return {
        target_of(move)
        for other in alive
        if other != army
        for move in moves_of(board, state, other)
        if ARMY_OF.get(state.board[target_of(move)]) == army
    }


def _prey(board: Board, after: State, army: int, target: int) -> str:
    """Name the dearest piece that the one that moved could capture next, if it is dearer than itself."""
    spaces = after.board
    own = KINDS.index(KIND_OF[spaces[target]])
    prey = sorted(
        (KINDS.index(KIND_OF[spaces[hit]]), hit)
        for hit in {target_of(move) for move in moves_of(board, after, army) if origin_of(move) == target}
        if spaces[hit] != EMPTY and LETTERS[ARMY_OF[spaces[hit]]][0] in spaces
    )
    if not prey or (prey[0][0] >= own and prey[0][0]):
        return ""
    there = spaces[prey[0][1]]
    return f"{ARMIES[ARMY_OF[there]].capitalize()}'s {NAMES[KIND_OF[there]]}"


def _moved(spaces: str, origin: int, target: int) -> str:
    found = list(spaces)
    found[origin], found[target] = EMPTY, spaces[origin]
    return "".join(found)
