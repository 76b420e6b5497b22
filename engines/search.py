"""Search for open boards and two sides: alpha-beta with iterative deepening.

It knows nothing of a game but `Position`. The sides need not alternate: with several armies, one's own moves
are one side's and everybody else's the other's (a paranoid search).

Values are integers, seen by the side that is to move; a won game is worth `WON` less the moves that it takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, TypeVar

WON = 30_000
DECIDED = WON - 1_000
"""A value beyond this is a win or a loss by force."""

P = TypeVar("P", bound="Position")


class Position(Protocol):
    """What the search asks of a game, by a position that never changes. Moves are ints.

    side:  0 or 1, who is to move
    ended: None while the game goes on, otherwise its value for `side`: WON, 0, -WON, or something between
    """

    @property
    def side(self) -> int: ...

    @property
    def ended(self) -> int | None: ...

    def key(self) -> Hashable:
        """Tell this position from others; with `side` it says all that the game's course depends on."""

    def value(self) -> int:
        """Judge the position without search, for the side to move."""

    def moves(self) -> tuple[list[int], list[int]]:
        """List the noisy moves, such as captures, and the quiet ones, the most promising first. None at all:
        `stuck` says what the game is worth."""

    def noisy(self) -> list[int]:
        """List the noisy moves alone."""

    def gain(self, move: int) -> int:
        """Return what a noisy move wins at the most."""

    def stuck(self) -> int:
        """Return the value for a side to move that has no legal move."""

    def make(self: P, move: int) -> P: ...

    def skip(self: P) -> P | None:
        """Return the position if the side to move did nothing; None: that makes no sense here."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How hard to think.

    nodes: positions made, at the most
    depth: moves ahead, without the exchanges that are looked at beyond them
    slack: how much worse than the best a chosen move may be: what is between them is drawn by lot
    quiet: how many moves deep exchanges are followed beyond the depth
    few:   so many quiet moves are enough next to the leaves, and twice as many one move before, if one of
           them does not lose; 0: all are looked at
    """

    nodes: int
    depth: int = 60
    slack: int = 0
    quiet: int = 8
    few: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found. line: the moves that it expects, the chosen one first"""

    move: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...] = ()


class _OutOfNodesError(Exception):
    pass


_EXACT, _LOWER, _UPPER = range(3)
_FUTILE = 150
"""What a quiet move gains at the most, as long as nothing is captured."""
_NO_KILLERS = (-1, -1)


class Search(Generic[P]):
    """One search. It is thrown away afterwards: nothing is remembered from turn to turn."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = limits.nodes
        self._table: dict[Hashable, tuple[int, int, int, int]] = {}
        self._history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self._killers: dict[int, tuple[int, int]] = {}

    def best(self, root: P, random: Random) -> Found:
        """Find a move. root: has one at least"""
        noisy, quiet = root.moves()
        random.shuffle(quiet)
        values = [(0, move) for move in noisy + quiet]
        depth, whole = 0, True
        while whole and depth < self._limits.depth:
            found, whole = self._at_root(root, [move for _, move in values], depth + 1)
            if not found:
                break
            values, depth = found, depth + 1
            if len(noisy) + len(quiet) == 1 or WON - abs(values[0][0]) <= depth:
                break
        value, move = _drawn(values, self._limits.slack, random)
        return Found(move, value, depth, self._limits.nodes - self._left, self._line(root, move))

    def _at_root(self, root: P, moves: Sequence[int], depth: int) -> tuple[list[tuple[int, int]], bool]:
        """Return (value, move) of the moves that were looked at, the best first, and whether that is all of
        them. The values of those that are worse than the best by more than the slack are bounds."""
        found: list[tuple[int, int]] = []
        slack, best = self._limits.slack, -2 * WON
        for move in moves:
            try:
                child = self._made(root, move)
                low = best - slack
                value = low + 1
                if found:
                    value = self._child(root, child, depth - 1, low, low + 1, 1)
                if value > low:
                    value = self._child(root, child, depth - 1, max(low, -2 * WON), 2 * WON, 1)
            except _OutOfNodesError:
                break
            found.append((value, move))
            best = max(best, value)
        whole = len(found) == len(moves)
        found.sort(key=lambda each: -each[0])  # stable: equal ones stay in the order of the lot
        return found, whole

    def _made(self, position: P, move: int) -> P:
        if self._left <= 0:
            raise _OutOfNodesError
        self._left -= 1
        return position.make(move)

    def _child(self, position: P, child: P, depth: int, low: int, high: int, ply: int) -> int:
        if child.side == position.side:
            return self._value(child, depth, low, high, ply)
        return -self._value(child, depth, -high, -low, ply)

    def _value(self, position: P, depth: int, low: int, high: int, ply: int, skipped: bool = False) -> int:
        if position.ended is not None:
            return _delayed(position.ended, ply)
        if depth <= 0:
            return self._settled(position, low, high, ply, self._limits.quiet)
        key = position.key()
        known = self._table.get(key)
        first = -1
        if known is not None:
            first = known[3]
            if known[0] >= depth:
                value = _from_table(known[2], ply)
                kind = known[1]
                if kind == _EXACT or (kind == _LOWER and value >= high) or (kind == _UPPER and value <= low):
                    return value
        static = position.value()
        narrow = high - low == 1 and abs(low) < DECIDED
        if narrow and depth >= 2 and not skipped and static >= high:
            still = position.skip()
            if still is not None:
                self._spend()
                value = -self._value(still, depth - 3, -high, 1 - high, ply + 1, True)
                if value >= high:
                    return high if value > DECIDED else value
        noisy, quiet = position.moves()
        if not noisy and not quiet:
            return _delayed(position.stuck(), ply)
        return self._tried(position, key, depth, low, high, ply, static, narrow, first, noisy, quiet)

    def _tried(
        self,
        position: P,
        key: Hashable,
        depth: int,
        low: int,
        high: int,
        ply: int,
        static: int,
        narrow: bool,
        first: int,
        noisy: list[int],
        quiet: list[int],
    ) -> int:
        """Try the moves of a position, those first that are likely the best."""
        side = position.side
        history = self._history[side]
        killers = self._killers.get(ply, _NO_KILLERS)
        get = history.get
        if history:
            quiet.sort(key=lambda move: -get(move, 0))
        for killer in reversed(killers):
            if killer >= 0 and killer in quiet:
                quiet.remove(killer)
                quiet.insert(0, killer)
        loud = len(noisy)
        moves = noisy + quiet
        if first >= 0 and moves[0] != first and first in moves:
            at = moves.index(first)
            moves.insert(0, moves.pop(at))
            if at >= loud:
                loud += 1
        futile = narrow and depth == 1 and static + _FUTILE <= low
        few = self._limits.few
        enough = loud + few * depth if narrow and few and depth <= 2 else len(moves)
        best, chosen, begun = -2 * WON, -1, low
        for number, move in enumerate(moves):
            if number >= loud and number and best > -DECIDED:
                if futile:
                    best = max(best, static + _FUTILE)
                    break
                if number >= enough:
                    break
            child = self._made(position, move)
            if number == 0:
                value = self._child(position, child, depth - 1, low, high, ply + 1)
            else:
                less = 0
                if depth >= 3 and number >= loud and number >= 4 and child.side != side:
                    less = 1 if number < 12 else 2 if number < 40 else 3
                value = self._child(position, child, depth - 1 - less, low, low + 1, ply + 1)
                if value > low and less:
                    value = self._child(position, child, depth - 1, low, low + 1, ply + 1)
                if low < value < high:
                    value = self._child(position, child, depth - 1, low, high, ply + 1)
            if value > best:
                best, chosen = value, move
                if value > low:
                    low = value
                    if value >= high:
                        if number >= loud or move in quiet:
                            history[move] = get(move, 0) + depth * depth
                            if killers[0] != move:
                                self._killers[ply] = (move, killers[0])
                        break
        kind = _LOWER if best >= high else _EXACT if best > begun else _UPPER
        self._table[key] = (depth, kind, _to_table(best, ply), chosen if best > begun else first)
        return best

    def _settled(self, position: P, low: int, high: int, ply: int, left: int) -> int:
        """Judge a position once its exchanges are over (quiescence)."""
        if position.ended is not None:
            return _delayed(position.ended, ply)
        best = position.value()
        if best >= high or left <= 0:
            return best
        low = max(low, best)
        static = best
        for move in position.noisy():
            if static + position.gain(move) + _FUTILE // 2 <= low:
                continue
            child = self._made(position, move)
            if child.side == position.side:
                value = self._settled(child, low, high, ply + 1, left - 1)
            else:
                value = -self._settled(child, -high, -low, ply + 1, left - 1)
            if value > best:
                best = value
                if value > low:
                    low = value
                    if value >= high:
                        break
        return best

    def _spend(self) -> None:
        if self._left <= 0:
            raise _OutOfNodesError
        self._left -= 1

    def _line(self, root: P, move: int) -> tuple[int, ...]:
        """Return the moves that the search expects."""
        found, position = [move], root.make(move)
        while position.ended is None and len(found) < 8:
            known = self._table.get(position.key())
            if known is None or known[3] < 0:
                break
            found.append(known[3])
            position = position.make(known[3])
        return tuple(found)


def _delayed(value: int, ply: int) -> int:
    """A win is worth more the sooner it comes, a loss the later."""
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


def _to_table(value: int, ply: int) -> int:
    if value > DECIDED:
        return value + ply
    return value - ply if value < -DECIDED else value


def _from_table(value: int, ply: int) -> int:
    if value > DECIDED:
        return value - ply
    return value + ply if value < -DECIDED else value


def _drawn(values: Sequence[tuple[int, int]], slack: int, random: Random) -> tuple[int, int]:
    """Draw one of the moves that are as good as the best but for the slack. Returns its value and it. A win
    or a loss by force is no matter of lot."""
    top = values[0][0]
    if slack == 0 or abs(top) > DECIDED:
        return values[0]
    near = [
        (value + random.randrange(slack + 1), value, move) for value, move in values if value > top - slack
    ]
    _, value, move = max(near, key=lambda each: each[0])
    return value, move
