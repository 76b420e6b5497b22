"""A sentence about a move, for the people at the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, KINDS, LETTERS, NAMES, Board
from adjudicator.nme.moves import moves_of, origin_of, right, target_of, threatened, trade_of
from adjudicator.nme.state import GRAY, State
from engines.search import DECIDED, WON, Found

_WIDER = 3
"""So many spaces more are worth a word."""
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
        victim = _named(spaces, target)
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
    hunters = _attackers(board, state, army)
    if origin in hunters and target not in _attackers(board, after, army):
        return f"Takes {whose}{piece} out of reach of {_named(spaces, hunters[origin])}, to {place}."
    forward = board.depth[army][target] - board.depth[army][origin]
    verb, way = (
        ("Brings", "forward") if forward > 0 else ("Draws", "back") if forward else ("Moves", "across")
    )
    told = f"{verb} {whose}{piece} {way} to {place}"
    before, now = _reach(board, state, army), _reach(board, after, army)
    gain, behind = max(((now[at] - before[at], at) for at in now if at != target), default=(0, 0))
    if gain >= _WIDER:
        return f"{told} and makes way for the {NAMES[KIND_OF[spaces[behind]]]} on {board.names[behind]}."
    wider = now[target] >= before[origin] + _WIDER
    return f"{told}, where it reaches {now[target]} spaces." if wider else f"{told}."


def _reach(board: Board, state: State, army: int) -> Counter[int]:
    """Count the moves of each piece of an army, by its space."""
    return Counter(origin_of(move) for move in moves_of(board, state, army))


def _named(spaces: str, space: int) -> str:
    there = spaces[space]
    return f"{ARMIES[ARMY_OF[there]].capitalize()}'s {NAMES[KIND_OF[there]]}"


def _attackers(board: Board, state: State, army: int) -> dict[int, int]:
    """Return the spaces of an army's pieces that another one could capture if it were to move now, each with
    a space whence."""
    alive = [other for other in range(3) if LETTERS[other][KINDS.index("P")] in state.board]
    return {
        target_of(move): origin_of(move)
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
    return _named(spaces, prey[0][1])


def _moved(spaces: str, origin: int, target: int) -> str:
    found = list(spaces)
    found[origin], found[target] = EMPTY, spaces[origin]
    return "".join(found)
