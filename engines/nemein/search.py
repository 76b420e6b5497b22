"""Expectiminimax over whole turns: alpha-beta with deepening, a table of positions, flips as chance nodes.

A position is searched at the start of a turn, and valued for its mover. After a turn the mover may be the
same seat again: it has won a further one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from zlib import crc32

from adjudicator.nemein.state import MOVE
from engines.nemein.evaluate import WON, evaluate
from engines.nemein.position import NOBODY, Position
from engines.nemein.turns import QUIET, Step, after_first, completed, first_steps, rests

LIMIT = 2 * WON
PATIENT, EAGER, MOST_EAGER = 6, 12, 360
"""From so many quiet turns on an attack or a house is thought to be so much better, each turn; at most."""
WIDE = 10
"""How many quiet first actions are tried at the end of the search, besides all attacks; four more for each
turn that is left."""
_EXACT, _LEAST, _MOST = 0, 1, 2


class OutOfNodesError(Exception):
    """The budget is spent."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a seat may do: actions up to the next flip, or to the end of the turn. after: what they lead to"""

    steps: tuple[Step, ...]
    after: tuple[Position, ...]

    @property
    def flip(self) -> bool:
        return len(self.after) > 1

    @property
    def busy(self) -> bool:
        """Whether there is an attack or a new house in it."""
        return self.flip or not self.after[0].quiet or self.after[0].busy


@dataclass(frozen=True, slots=True)
class Found:
    """depth: turns that were looked ahead"""

    line: Line
    value: int
    nodes: int
    depth: int


def eagerness(position: Position) -> int:
    """Return how much better an attack or a house is thought to be than it is. Where both sides wait for the
    other to come, somebody has to begin."""
    return min(MOST_EAGER, EAGER * max(0, position.quiet - PATIENT))


def lines(position: Position, stage: int, most: int) -> list[Line]:
    """List what the mover may do from a stage on. most: first actions that may be tried"""
    found = list[Line]()
    if stage <= MOVE:
        for step in first_steps(position)[:most]:
            after = after_first(position, step)
            if len(after) > 1:
                found.append(Line((step,), after))
            else:
                found += [Line((step, *more), (end,)) for more, end in rests(after[0], MOVE + 1)]
    found += [Line(more, (end,)) for more, end in rests(position, max(stage, MOVE + 1))]
    return found


def at_sight(line: Line, mover: int) -> int:
    """Value what a line leads to without looking ahead; never so much as a game that is won or lost."""
    total = 0
    for each in line.after:
        value = max(-WON // 4, min(WON // 4, evaluate(each)))
        total += value if each.mover == mover else -value
    return total // len(line.after)


class Search:
    """One search. nodes: positions that may be looked at;  random: decides between lines that are equally
    good at first sight;  noise: how far a position that is not decided may be misjudged"""

    def __init__(self, nodes: int, random: Random, noise: int = 0) -> None:
        self.nodes = nodes
        self._random = random
        self._noise = noise
        self._salt = random.getrandbits(32) if noise else 0
        self.seen = 0
        self._eager = 0
        self._table: dict[object, tuple[int, int, int]] = {}
        self._best: dict[object, Step | None] = {}

    def best(self, position: Position, stage: int, depth: int) -> Found:
        """Find the best line from that stage of the mover's turn on, at most so many turns ahead."""
        mover = position.mover
        self._eager = eagerness(position)
        order = lines(position, stage, max(6, self.nodes // 16))
        found = Found(order[0], 0, 0, 0)
        for ahead in range(depth):
            ranked: list[tuple[int, Line]] = []
            with suppress(OutOfNodesError):
                self._rank(order, mover, ahead, ranked)
            whole = len(ranked) == len(order)
            if not ahead:
                self._random.shuffle(ranked)
            ranked.sort(key=lambda each: -each[0])
            if ranked:
                value, line = ranked[0]
                value -= self._eager if line.busy else 0
                found = Found(line, value, self.seen, ahead)
            if not whole or len(order) == 1 or abs(found.value) > WON // 2:
                break
            order = [line for _, line in ranked[: max(12, 160 >> ahead)]]
        return found

    def _rank(self, order: list[Line], mover: int, ahead: int, ranked: list[tuple[int, Line]]) -> None:
        """Add every line with its value so many turns ahead; OutOfNodesError: the rest is missing."""
        best = -LIMIT
        for line in order:
            more = self._eager if line.busy else 0
            low = best - more
            value = self._line(line, mover, ahead, low, low + 1 if ranked else LIMIT)
            if ranked and value > low:
                value = self._line(line, mover, ahead, low, LIMIT)
            ranked.append((value + more, line))
            best = max(best, value + more)

    def _line(self, line: Line, mover: int, ahead: int, low: int, high: int) -> int:
        if not line.flip:
            return self._after(line.after[0], mover, ahead, low, high)
        heads, tails = (completed(each) for each in line.after)
        return self._flip(heads, tails, mover, ahead, low, high)

    def _flip(self, heads: Position, tails: Position, mover: int, ahead: int, low: int, high: int) -> int:
        """Value a flip: half of each. What a side would have to be worth bounds its search."""
        won = self._after(heads, mover, ahead, -LIMIT, LIMIT)
        lost = self._after(tails, mover, ahead, 2 * low - won, 2 * high - won)
        return (won + lost) // 2

    def _after(self, position: Position, mover: int, ahead: int, low: int, high: int) -> int:
        """Value a position for a seat, so many turns ahead."""
        if position.mover == mover:
            return self._turn(position, ahead, low, high)
        return -self._turn(position, ahead, -high, -low)

    def _turn(self, position: Position, ahead: int, low: int, high: int) -> int:
        """Value a position for its mover, so many turns ahead."""
        self.seen += 1
        if self.seen > self.nodes:
            raise OutOfNodesError
        if position.winner != NOBODY or ahead <= 0:
            return _sooner(self._judged(position), ahead)
        key = position.key()
        known = self._table.get(key)
        if known is not None and known[0] == ahead:
            _, bound, value = known
            if bound == _EXACT or (bound == _LEAST and value >= high) or (bound == _MOST and value <= low):
                return value
        best, least, found = -LIMIT, low, None
        mover = position.mover
        for step in self._steps(position, key, ahead):
            after = (position,) if step is None else after_first(position, step)
            if len(after) > 1:
                value = self._flip(completed(after[0]), completed(after[1]), mover, ahead - 1, low, high)
            else:
                value = self._after(completed(after[0]), mover, ahead - 1, low, high)
            if value > best:
                best, found = value, step
                low = max(low, value)
                if low >= high:
                    break
        self._best[key] = found
        self._table[key] = ahead, _LEAST if best >= high else _EXACT if best > least else _MOST, best
        return best

    def _judged(self, position: Position) -> int:
        """Value a position as this search sees it: wrongly by what looks random, but always alike."""
        value = evaluate(position)
        if not self._noise or position.winner != NOBODY:
            return value
        return (
            value + crc32(position.tiles, self._salt + position.mover) % (2 * self._noise + 1) - self._noise
        )

    def _steps(self, position: Position, key: object, ahead: int) -> list[Step | None]:
        """List the first actions that are tried, None for none at all: what was best the last time, all
        attacks and the most promising others."""
        found: list[Step | None] = []
        quiet = WIDE + 4 * ahead
        for step in first_steps(position):
            if step.attack != QUIET or quiet > 0:
                quiet -= step.attack == QUIET
                found.append(step)
        found.append(None)
        before = self._best.get(key, found[0])
        return [before, *(step for step in found if step != before)]


def _sooner(value: int, ahead: int) -> int:
    """Let a win count for more the sooner it comes, and a loss for less."""
    if value > WON // 2:
        return value + ahead
    return value - ahead if value < -WON // 2 else value
