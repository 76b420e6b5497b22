"""NME's engine: from a view to an order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast

from adjudicator.game import AnyGame, Seat
from adjudicator.nme.board import ARMIES, EMPTY, read_board
from adjudicator.nme.moves import moves_of, target_of
from adjudicator.nme.orders import CAPTURE, MOVE, as_order
from adjudicator.nme.state import State, living, living_seats
from engines.engine import WIN, Level, Task, Thought
from engines.levels import scaled
from engines.nme.evaluate import Worths
from engines.nme.position import NmePosition, of_state
from engines.nme.words import line_of
from engines.puzzles import Weighed, narrowed
from engines.search import Limits, Search
from engines.shown import open_state

LIMITS = {
    Level.RECRUIT: Limits(nodes=1200, depth=2, slack=220, quiet=0),
    Level.SERGEANT: Limits(nodes=2400, depth=1, slack=70, quiet=6),
    Level.CAPTAIN: Limits(nodes=4500, slack=15, few=12),
    Level.GENERAL: Limits(nodes=28_000, slack=3, few=12),
}
"""A recruit sees its move and the answer, but no exchange; a sergeant follows exchanges to their end and
plans nothing beyond its move."""
ALLY = {
    **LIMITS,
    Level.SERGEANT: Limits(nodes=1500, depth=2, slack=500, quiet=2),
    Level.CAPTAIN: Limits(nodes=3000, slack=20, few=12),
}
"""In Protect the Ally. A sergeant who sees no answer was hardly better there than a recruit, who does."""
LAPSES, ALLY_LAPSES = {Level.SERGEANT: 40, Level.CAPTAIN: 12}, {Level.SERGEANT: 12, Level.CAPTAIN: 8}
"""In so many turns of a hundred a level looks no better than a recruit. Searching deeper does little to set
levels apart where three play."""
_EVEN = 400
"""A lead that is worth half a win, in the units of the search."""
_PEACE = 30
"""Nobody has anything to hope for within this value."""
_HOPELESS = -1500


class NmeEngine:
    """See `engines.engine.Engine`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._board = read_board(game.board())
        self._worths = Worths(self._board)

    def nodes(self, level: Level) -> int:
        return LIMITS[level].nodes

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        state = self.sample(task.view, random)
        seat: Seat = task.view["seat"]
        if not moves_of(self._board, state, state.army):
            return Thought(("pass",), self.judge(state, seat), "Has no move.", 1)
        levels, lapses = (ALLY, ALLY_LAPSES) if state.options.ally else (LIMITS, LAPSES)
        lapse = random.randrange(100) < lapses.get(task.level, 0)
        limits = levels[Level.RECRUIT if lapse else task.level]
        if task.nodes is not None:
            limits = replace(limits, nodes=max(1, task.nodes))
        root = of_state(self._board, self._worths, state, ARMIES.index(seat))
        found = Search[NmePosition](limits).best(root, random)
        orders: tuple[str, ...] = (self._order(state, found.move),)
        value = scaled(found.value, _EVEN)
        if _hopeless(state, found.value, task.level):
            return Thought(("concede",), value, "The war is lost.", found.nodes)
        if _peace(state, seat, found.value):
            orders = ("draw",)
        return Thought(orders, value, line_of(self._board, state, found), found.nodes)

    def weigh(
        self, state: State, seat: Seat, nodes: int, depth: int = 0, without: Collection[str] = ()
    ) -> Weighed | None:
        """See `engines.puzzles.Weighing`."""
        if not moves_of(self._board, state, state.army):
            return None
        position = of_state(self._board, self._worths, state, ARMIES.index(seat))
        root = narrowed(position, lambda code: self._order(state, code), without)
        if root is None:
            return None
        limits = replace(LIMITS[Level.GENERAL], nodes=nodes, slack=0, depth=depth or 60)
        found = Search[NmePosition](limits).best(root, Random(0))
        told = line_of(self._board, state, found)
        return Weighed(self._order(state, found.move), scaled(found.value, _EVEN), told)

    def _order(self, state: State, code: int) -> str:
        """Write a move of the search as an order."""
        sign = MOVE if state.board[target_of(code)] == EMPTY else CAPTURE
        return str(as_order(self._board, sign, code))

    def sample(self, view: Mapping[str, Any], random: Random) -> State:
        return cast(State, open_state(self.game, State, view))

    def judge(self, state: State, seat: Seat) -> int:
        if state.outcome is not None:
            own = state.outcome.places[seat]
            others = [place for other, place in state.outcome.places.items() if other != seat]
            return WIN * sum((place > own) - (place < own) for place in others) // len(others)
        me = ARMIES.index(seat)
        if me not in living(state):
            return -WIN
        root = of_state(self._board, self._worths, state, me)
        return scaled(root.value() if root.side == 0 else -root.value(), _EVEN)


def _peace(state: State, seat: Seat, value: int) -> bool:
    """Tell whether the seat votes for a draw instead of a move that would withdraw its vote."""
    others = set(living_seats(state)) - {seat}
    return seat not in state.offers and others <= state.offers and value <= _PEACE


def _hopeless(state: State, value: int, level: Level) -> bool:
    """Tell whether a good sport gives up: two are left, and it has been far behind for long."""
    return (
        level >= Level.SERGEANT and len(living_seats(state)) == 2 and value <= _HOPELESS and state.quiet >= 6
    )
