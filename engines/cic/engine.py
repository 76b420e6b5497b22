"""Commander-In-Chief's engine: from a view to an order."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from typing import Any, cast

from adjudicator.cic.board import AIR
from adjudicator.cic.orders import Enhance, move, sign_for
from adjudicator.cic.state import State, side_of, view_of
from adjudicator.game import AnyGame, Seat
from engines.cic.enhance import chosen
from engines.cic.position import CicPosition, of_state
from engines.cic.words import line_of
from engines.engine import WIN, Level, Task, Thought
from engines.levels import scaled
from engines.puzzles import Weighed, narrowed
from engines.search import Limits, Search
from engines.shown import open_state

LIMITS = {
    Level.RECRUIT: Limits(nodes=2500, depth=2, slack=90, quiet=2),
    Level.SERGEANT: Limits(nodes=4000, depth=3, slack=70, quiet=4),
    Level.CAPTAIN: Limits(nodes=5000, slack=15, few=12),
    Level.GENERAL: Limits(nodes=40_000, slack=3, few=12),
}
_EVEN = 400
"""A lead that is worth half a win, in the units of the search."""
_PEACE = 25
"""Nobody has anything to hope for within this value."""
_HOPELESS = -1600


class CicEngine:
    """See `engines.engine.Engine`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def nodes(self, level: Level) -> int:
        return LIMITS[level].nodes

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        state = self.sample(task.view, random)
        seat: Seat = task.view["seat"]
        if state.phase == "setup":
            squares = chosen(state.options, side_of(seat), task.level, random)
            return Thought((str(Enhance(squares)),), 0, "Picks its enhanced pieces.", 1)
        limits = LIMITS[task.level]
        if task.nodes is not None:
            limits = replace(limits, nodes=max(1, task.nodes))
        root = of_state(state)
        found = Search[CicPosition](limits).best(root, random)
        order = _order(state, found.move)
        value = scaled(found.value, _EVEN)
        if _hopeless(state, found.value, task.level):
            return Thought(("concede",), value, "The war is lost.", found.nodes)
        orders: tuple[str, ...] = (order,)
        if _peace(state, seat, found.value):
            orders = ("draw", *orders)
        return Thought(orders, value, line_of(root, found), found.nodes)

    def weigh(
        self, state: State, seat: Seat, nodes: int, depth: int = 0, without: Collection[str] = ()
    ) -> Weighed | None:
        """See `engines.puzzles.Weighing`."""
        position = of_state(state)
        root = narrowed(position, lambda code: _order(state, code), without)
        if root is None:
            return None
        limits = replace(LIMITS[Level.GENERAL], nodes=nodes, slack=0, depth=depth or 60)
        found = Search[CicPosition](limits).best(root, Random(0))
        value = found.value if position.side == side_of(seat) else -found.value
        return Weighed(_order(state, found.move), scaled(value, _EVEN), line_of(position, found))

    def sample(self, view: Mapping[str, Any], random: Random) -> State:
        state = cast(State, open_state(self.game, State, view))
        teams = state.options.teams
        if teams == "none" or state.phase == "setup":
            return state
        movers = ["", ""]
        for side in (0, 1):
            if teams in (("dark", "both"), ("light", "both"))[side]:
                movers[side] = _last_group(state, side, view, random)
        return replace(state, movers=(movers[0], movers[1]))

    def judge(self, state: State, seat: Seat) -> int:
        if state.outcome is not None:
            places = state.outcome.places
            return 0 if len(set(places.values())) == 1 else WIN if places[seat] == 1 else -WIN
        position = of_state(state)
        value = position.value() if position.side == side_of(seat) else -position.value()
        return scaled(value, _EVEN)


def _order(state: State, code: int) -> str:
    """Write a move of the search as an order."""
    origin, target = code >> 6, code & 63
    return str(move(origin, target, sign_for(state.board, state.side, state.enhanced, target)))


def _last_group(state: State, side: int, view: Mapping[str, Any], random: Random) -> str:
    """Find which group of a team moved last: the view of who is to move tells, or the newest move does. Where
    neither does, the position was set up by hand, and any will do."""
    if state.phase == "play" and side == state.side:
        shown = [view[key] for key in ("mover", "replaces", "group")]
        for group in ("", "surface", "air") if state.ply < 2 else ("air", "surface", ""):
            movers = (group, "") if side == 0 else ("", group)
            told = view_of(replace(state, movers=movers), None)
            if [told.mover, told.replaces, told.group] == shown:
                return group
    last = state.last
    if last is not None and side_of(last.seat) == side:
        return "air" if last.piece in AIR else "surface"
    return random.choice(("air", "surface"))


def _peace(state: State, seat: Seat, value: int) -> bool:
    """Tell whether the seat offers a draw, or accepts one."""
    if seat in state.offers:
        return False
    offered = any(side_of(other) != side_of(seat) for other in state.offers)
    if offered:
        return value <= _PEACE
    if any(side_of(other) == side_of(seat) for other in state.offers):
        return abs(value) <= 2 * _PEACE
    return abs(value) <= _PEACE and state.quiet >= 40 and state.quiet % 20 < 2


def _hopeless(state: State, value: int, level: Level) -> bool:
    """Tell whether a good sport gives up: it is far behind, and has been for long."""
    alone = state.options.teams == "none"
    return (
        alone
        and level >= Level.SERGEANT
        and state.options.objective == "commander"
        and value <= _HOPELESS
        and state.quiet >= 8
    )
