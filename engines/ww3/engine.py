"""The computer opponent of WW3."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from adjudicator.game import AnyGame, Seat
from adjudicator.ww3.board import FORMATIONS, SEATS, read_board
from adjudicator.ww3.moves import moves_of
from adjudicator.ww3.state import State, living
from adjudicator.ww3.ways import Code, Path
from engines.engine import WIN, Level, Task, Thought
from engines.puzzles import Weighed
from engines.search import DECIDED, WON, Limits, Search
from engines.shown import open_state
from engines.ww3.field import BASE, POINT, SECOND, Field
from engines.ww3.fog import foggy, sampled
from engines.ww3.manners import concedes, draws
from engines.ww3.position import NOBODY, Ground, Position
from engines.ww3.setups import SOUND, drawn
from engines.ww3.vote import agreed
from engines.ww3.words import line, taken_up

EVEN = 1200
"""A score that is half of a sure win."""


@dataclass(frozen=True, slots=True)
class Skill:
    """How a level plays.

    nodes, depth: of the search;  slack: how much worse than the best a move may be
    misses:  of a hundred quiet moves, how many it does not see;  blind: of a hundred that take a unit, unless
             it is a Base
    lapses:  of a hundred turns, in how many it forgets that others will answer, unless a Base can fall
    samples: states that it draws in fog
    """

    nodes: int
    depth: int
    slack: int = 0
    misses: int = 0
    lapses: int = 0
    samples: int = 1
    blind: int = 0


SKILLS: Mapping[Level, Skill] = {
    Level.RECRUIT: Skill(2_500, 1, slack=90, misses=35, lapses=80),
    Level.SERGEANT: Skill(6_000, 2, slack=40, misses=15, lapses=35),
    Level.CAPTAIN: Skill(12_000, 3, slack=15, lapses=14),
    Level.GENERAL: Skill(50_000, 20),
}
TABLE: Mapping[Level, Skill] = {
    Level.RECRUIT: Skill(2_500, 1, slack=200, misses=60, lapses=95, blind=60),
    Level.SERGEANT: Skill(6_000, 2, slack=95, misses=42, lapses=82),
    Level.CAPTAIN: Skill(12_000, 3, slack=25, lapses=42),
    Level.GENERAL: Skill(50_000, 3),
}
"""Where more than two play. To look farther won no matches there."""
FOG: Mapping[Level, Skill] = {
    Level.RECRUIT: Skill(2_500, 1, slack=150, misses=60, lapses=90, blind=60),
    Level.SERGEANT: Skill(6_000, 1, slack=95, misses=48, lapses=75),
    Level.CAPTAIN: Skill(12_000, 2, slack=45, misses=15, lapses=35),
    Level.GENERAL: Skill(50_000, 3, samples=16),
}
"""In fog. To look far helps little where one guesses: both sides act on what they do not know."""
FORMATIONS_OF: Mapping[Level, Sequence[str]] = {
    Level.RECRUIT: sorted({*FORMATIONS} - {*SOUND}),
    Level.SERGEANT: sorted(FORMATIONS),
    Level.CAPTAIN: sorted(FORMATIONS),
    Level.GENERAL: SOUND,
}
_LEAST = 200
"""A drawn state is worth so many nodes at least."""
PAIRS = 14
"""Of the pairs of Soldiers so many are looked at, the most promising."""


class Ww3Engine:
    """Plays WW3; see `Engine` for the contract of each method."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._board = read_board(game.board())
        self._field = Field(self._board)

    def nodes(self, level: Level) -> int:
        return SKILLS[level].nodes

    def sample(self, view: Mapping[str, Any], random: Random) -> State:
        if foggy(view):
            return sampled(self.game, self._board, view, random)
        state: State = open_state(self.game, State, view)
        return state

    def judge(self, state: State, seat: Seat) -> int:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return placed(outcome.places, seat)
        index = SEATS.index(seat)
        if state.phase == "setup" or index not in living(state):
            return 0 if state.phase == "setup" else -WIN
        return evaluation(Ground(self._field, state, index).position(state).score)

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        view, fog = task.view, foggy(task.view)
        skill = (FOG if fog else TABLE if len(view["living"]) > 2 else SKILLS)[task.level]
        seat: Seat = view["seat"]
        if view["phase"] == "setup":
            order = drawn(self._board, seat, FORMATIONS_OF[task.level], fog, random)
            return Thought((str(order),), 0, taken_up(self._board, order.placed, SEATS.index(seat)), 1)
        nodes = skill.nodes if task.nodes is None else task.nodes
        samples = min(skill.samples, 1 + nodes // _LEAST)
        states = [self.sample(view, random) for _ in range(samples)]
        me = SEATS.index(seat)
        codes = self._codes(states[0], me)
        if not codes:
            return Thought(("pass",), 0, "Cannot move.", 1)
        roots = [Ground(self._field, state, me, answer=True).position(state) for state in states]
        for root in roots:
            root.only = self._candidates(root, codes, skill, random)
        limits = Limits(nodes, skill.depth, skill.slack)
        if random.randrange(100) < skill.lapses and not _takes_base(roots[0]):
            limits, roots = replace(limits, depth=1, quiet=0), roots[:1]
        if len(roots) == 1:
            found = Search[Position](limits).best(roots[0], random)
        else:
            found = agreed(roots, limits, random)
        value = evaluation(found.value)
        if task.level > Level.RECRUIT and concedes(view, found.value):
            return Thought(("concede",), value, "Concedes: the game is lost.", found.nodes)
        code = codes[found.move]
        text = self._text(states[0], code)
        told = line(self._board, view, code, found.value, roots[0].pressed and not fog)
        orders = ("draw", text) if draws(view, value) else (text,)
        return Thought(orders, value, told, found.nodes)

    def weigh(
        self, state: State, seat: Seat, nodes: int, depth: int = 0, without: Collection[str] = ()
    ) -> Weighed | None:
        """See `engines.puzzles.Weighing`."""
        me, skill, random = SEATS.index(seat), SKILLS[Level.GENERAL], Random(0)
        codes = {
            light: code
            for light, code in self._codes(state, me).items()
            if self._text(state, code) not in without
        }
        if not codes:
            return None
        root = Ground(self._field, state, me, answer=True).position(state)
        root.only = self._candidates(root, codes, skill, random)
        found = Search[Position](Limits(nodes, depth or skill.depth)).best(root, random)
        code, view = codes[found.move], self.game.show(self.game.view(state, seat))
        told = line(self._board, view, code, found.value, root.pressed)
        return Weighed(self._text(state, code), evaluation(found.value), told)

    def _codes(self, state: State, seat: int) -> dict[int, Code]:
        """Return the legal moves as light ones; of ways that differ only in the point between, one."""
        found: dict[int, Code] = {}
        for code in sorted(moves_of(self._board, state, seat)):
            light = 0
            for path in reversed(code):
                light = light << SECOND | path[0] | path[-1] << 7
            if light not in found or self._straight(code[0]):
                found[light] = code
        return found

    def _straight(self, path: Path) -> bool:
        return len(path) == 3 and self._board.between.get((path[0], path[2])) == path[1]

    def _candidates(
        self, root: Position, codes: Mapping[int, Code], skill: Skill, random: Random
    ) -> list[int]:
        """Order the moves by how they look at once. Of quiet ones a low level does not see all; of pairs the
        most promising are enough, unless the Base is in danger."""
        singles, pairs = list[tuple[int, float, int]](), list[tuple[int, float, int]]()
        for move, code in codes.items():
            taken = [unit for path in code if (unit := root.cells[path[-1]]) != NOBODY]
            if not taken and random.randrange(100) < skill.misses:
                continue
            base = any(root.ground.kinds[unit] == BASE for unit in taken)
            if taken and not base and skill.blind and random.randrange(100) < skill.blind:
                continue
            after = root.make(move)
            value = after.score
            if after.ended is not None:
                value += -after.ended if after.side else after.ended
            (pairs if len(code) > 1 else singles).append((value, random.random(), move))
        pairs.sort(reverse=True)
        kept = singles + (pairs if root.pressed else pairs[:PAIRS])
        if not kept:
            return list(codes)
        return [move for _, _, move in sorted(kept, reverse=True)]

    def _text(self, state: State, code: Code) -> str:
        """Write a move; an Air Craft's two distances name their ends alone."""
        names = self._board.names
        paths = []
        for path in code:
            flies = len(path) == 3 and state.board[path[0]] in "Aa2E"
            paths.append("-".join(names[point] for point in (path[::2] if flies else path)))
        return " ".join(paths)


def _takes_base(root: Position) -> bool:
    """Tell whether a Base is among what can be taken. At a larger table one who forgets that others will
    answer takes a threat to it for more."""
    kinds, cells = root.ground.kinds, root.cells
    paths = {path for move in root.only for path in (move, move >> SECOND) if path}
    met = [cells[path >> 7 & POINT] for path in paths]
    return any(kinds[unit] == BASE for unit in met if unit != NOBODY)


def placed(places: Mapping[Seat, int], seat: Seat) -> int:
    """Return the value of a place: the first alone WIN, the last alone -WIN; shared ones are between."""
    place = places[seat]
    shared = sum(other == place for other in places.values()) - 1
    return WIN - 2 * WIN * (2 * (place - 1) + shared) // (2 * (len(places) - 1))


def evaluation(value: int) -> int:
    """Return the search's value as one from -WIN to WIN."""
    if abs(value) > DECIDED:
        turns = WON - abs(value)
        return (WIN - min(turns, 20)) * (1 if value > 0 else -1)
    sure = abs(value) * (WIN - 50) // (abs(value) + EVEN)
    return sure if value > 0 else -sure
