"""A light position for the search of `engines.search`; and what stays the same from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator.ww3.board import KIND_OF, KINDS, LETTERS, SEAT_OF
from adjudicator.ww3.state import State
from engines.search import WON
from engines.ww3.evaluate import worths
from engines.ww3.field import AIR, BASE, FALLS, MEETING, POINT, SECOND, SOLDIER, STAYS, WINS, Field

NOBODY = 40
"""Stands on an empty point."""
PASS = 0
"""The move of a seat that has none."""
_ORDER = 28
"""Bits of a move; while moves are sorted their value stands above them."""
_MOVE = (1 << _ORDER) - 1
_LOST = 25_000
"""What a seat stands worse whose Base falls unless it moves now: much, but no loss by force."""

_random = Random(18)
_SPOTS = [[[_random.getrandbits(62) for _ in range(85)] for _ in KINDS] for _ in LETTERS]
_TURNS = [_random.getrandbits(62) for _ in range(len(LETTERS) + 1)]
_WAYS = [[_random.getrandbits(62) for _ in range(9)] for _ in LETTERS]


class Ground:
    """What stays the same in a search for the best move of the seat `me`.

    kinds:  by unit;  worth: by unit and point, for `me`
    others: by seat, the other ones in the order of turns
    answer: whether the others answer as one: any one of them moves, then `me` again (best-reply search).
            Otherwise they move in turn, all of them against `me` (paranoid search)
    """

    def __init__(self, field: Field, state: State, me: int, answer: bool = False) -> None:
        self.field, self.me = field, me
        seats = sorted({SEAT_OF[letter] for letter in state.board if letter in SEAT_OF})
        self.others = {seat: (*seats[at + 1 :], *seats[:at]) for at, seat in enumerate(seats)}
        self.answer = answer and len(seats) > 2
        self.kinds = [BASE] * (NOBODY + 1)
        self.where = [-1] * NOBODY
        free = [seat * 10 + 1 for seat in range(len(LETTERS))]
        for point, letter in enumerate(state.board):
            if letter not in SEAT_OF:
                continue
            seat, kind = SEAT_OF[letter], KINDS.index(KIND_OF[letter])
            unit = seat * 10
            if kind != BASE:
                unit = free[seat]
                free[seat] += 1
            self.where[unit], self.kinds[unit] = point, kind
        self.worth = worths(field, self.where, self.kinds, me, state.quiet)
        self.spots = [_SPOTS[unit // 10][self.kinds[unit]] for unit in range(NOBODY)]

    def position(self, state: State) -> Position:
        """Return the position of the state that this ground was made of."""
        cells = [NOBODY] * self.field.size
        score, hashed = 0, 0
        for unit, point in enumerate(self.where):
            if point >= 0:
                cells[point] = unit
                score += self.worth[unit][point]
                hashed ^= self.spots[unit][point]
        ways = [0 if way is None else self.field.way_of[way] for way in state.ways]
        for seat, way in enumerate(ways):
            hashed ^= _WAYS[seat][way]
        return Position(self, cells, [*self.where], state.seat, ways, score, hashed)


class Position:
    """Where the units stand. It never changes.

    cells: by point, the unit there, or NOBODY;  where: by unit, its point, or -1
    seat:  whose turn it is; of several who answer as one, the first
    ways:  by seat, where its Air Craft may not fly, 0 anywhere
    score: how `me` stands;  side: 0 if it is its turn
    pressed: whether the side to move loses its Base if it does nothing
    only:  the moves of a root, the most promising first; [] elsewhere
    """

    __slots__ = (
        "cells",
        "ended",
        "ground",
        "hashed",
        "only",
        "pressed",
        "score",
        "seat",
        "side",
        "ways",
        "where",
    )

    def __init__(
        self,
        ground: Ground,
        cells: list[int],
        where: list[int],
        seat: int,
        ways: list[int],
        score: int,
        hashed: int,
    ) -> None:
        self.ground, self.cells, self.where = ground, cells, where
        self.seat, self.ways, self.score, self.hashed = seat, ways, score, hashed
        me = ground.me
        self.only: list[int] = []
        self.side = int(seat != me)
        self.ended: int | None = None
        self.pressed = False
        if where[me * 10] < 0:
            self.ended = WON if self.side else -WON
            return
        enemies = [other for other in ground.others[me] if where[other * 10] >= 0]
        if not enemies:
            self.ended = -WON if self.side else WON
        elif seat == me:
            if len(enemies) == 1 and self._takes(me, enemies[0]):
                self.ended = WON
            else:
                self.pressed = any(self._takes(enemy, me) for enemy in enemies)
        elif any(self._takes(other, me) for other in (enemies if ground.answer else (seat,))):
            self.ended = WON
        else:
            self.pressed = any(self._takes(me, other) for other in (enemies if ground.answer else (seat,)))

    # -- What the search asks

    def key(self) -> int:
        return self.hashed ^ _TURNS[self.seat]

    def value(self) -> int:
        score = -self.score if self.side else self.score
        return score - _LOST if self.pressed else score

    def stuck(self) -> int:
        return 0

    def skip(self) -> Position | None:
        return None if self.pressed else self._passed()

    def moves(self) -> tuple[list[int], list[int]]:
        """List what is worth looking at: all moves of single units but attacks that fail, and pairs of two
        Soldiers' best steps. Of a side that is pressed all are noisy."""
        if self.only:
            return self.only, []
        noisy, quiet = self._generated()
        if not noisy and not quiet:
            return [PASS], []
        if self.pressed:
            return noisy + quiet, []
        return noisy, quiet

    def noisy(self) -> list[int]:
        if self.pressed:
            return self.moves()[0]
        found: list[int] = []
        for seat in self._movers():
            self._captures(seat, found)
        found.sort(reverse=True)
        return [move & _MOVE for move in found]

    def gain(self, move: int) -> int:
        if self.pressed:
            return 2 * _LOST
        there = self.cells[move >> 7 & POINT]
        return abs(self.ground.worth[there][move >> 7 & POINT]) + 100 if there != NOBODY else 200

    def make(self, move: int) -> Position:
        if not move:
            return self._passed()
        ground, cells, where, ways = self.ground, [*self.cells], [*self.where], self.ways
        start = move & POINT
        unit = cells[start]
        seat, way = unit // 10, 0
        if ground.kinds[unit] == AIR:
            way = ground.field.heading[move]
        score, hashed = _go(ground, cells, where, start, move >> 7 & POINT, self.score, self.hashed)
        if second := move >> SECOND:
            score, hashed = _go(ground, cells, where, second & POINT, second >> 7, score, hashed)
        if way != ways[seat]:
            hashed ^= _WAYS[seat][way] ^ _WAYS[seat][ways[seat]]
            ways = [*ways]
            ways[seat] = way
        return Position(ground, cells, where, self._following(seat, where), ways, score, hashed)

    # -- Turns

    def _movers(self) -> Sequence[int]:
        """Return the seats one of which may move."""
        if self.side and self.ground.answer:
            return [other for other in self.ground.others[self.ground.me] if self.where[other * 10] >= 0]
        return (self.seat,)

    def _following(self, seat: int, where: Sequence[int]) -> int:
        """Return whose turn it is after a seat's."""
        ground = self.ground
        if ground.answer and seat != ground.me:
            return ground.me
        for other in ground.others[seat]:
            if where[other * 10] >= 0:
                return other
        return seat

    def _passed(self) -> Position:
        seat, hashed, ways = self.seat, self.hashed, self.ways
        if ways[seat]:
            hashed ^= _WAYS[seat][0] ^ _WAYS[seat][ways[seat]]
            ways = [*ways]
            ways[seat] = 0
        following = self._following(seat, self.where)
        return Position(self.ground, self.cells, self.where, following, ways, self.score, hashed)

    # -- Moves

    def _takes(self, seat: int, victim: int) -> bool:
        """Return whether a seat could take another's Base, if it were its turn."""
        cells, kinds = self.cells, self.ground.kinds
        base, low = self.where[victim * 10], seat * 10
        high = low + 10
        for near, walkers, flyer in self.ground.field.around[base]:
            unit = cells[near]
            if unit == NOBODY:
                for far in walkers:
                    unit = cells[far]
                    if low < unit < high and kinds[unit] == SOLDIER:
                        return True
                if flyer >= 0:
                    unit = cells[flyer]
                    if low < unit < high and kinds[unit] == AIR and self._free(seat, flyer, base):
                        return True
            elif low < unit < high and (kinds[unit] != AIR or self._free(seat, near, base)):
                return True
        return False

    def _free(self, seat: int, start: int, to: int) -> bool:
        return self.ground.field.heading[start | to << 7] != self.ways[seat]

    def _targets(self, unit: int, at: int) -> Sequence[int]:
        """Return where a unit can go if nobody of its own stands there."""
        kind = self.ground.kinds[unit]
        beside = self.ground.field.beside
        if kind == AIR:
            return self._flights(unit // 10, at)
        if kind != SOLDIER:
            return beside[at]
        cells, found = self.cells, [*beside[at]]
        for mid in beside[at]:
            if cells[mid] == NOBODY:
                found += [to for to in beside[mid] if to != at and to not in found]
        return found

    def _flights(self, seat: int, at: int) -> list[int]:
        cells, barred, found = self.cells, self.ways[seat], []
        for way, after, beyond in self.ground.field.flights[at]:
            if way != barred:
                found.append(after)
                if beyond >= 0 and cells[after] == NOBODY:
                    found.append(beyond)
        return found

    def _captures(self, seat: int, found: list[int]) -> None:
        """Add the moves that take a unit, their value above their bits."""
        cells, where, kinds, worth = self.cells, self.where, self.ground.kinds, self.ground.worth
        sign = -1 if self.side else 1
        low = seat * 10
        high = low + 10
        for unit in range(low + 1, high):
            at = where[unit]
            if at < 0:
                continue
            meeting, own = MEETING[kinds[unit]], worth[unit]
            for to in self._targets(unit, at):
                there = cells[to]
                if there != NOBODY and not low <= there < high and meeting[kinds[there]] == WINS:
                    gain = sign * (own[to] - own[at] - worth[there][to])
                    found.append(gain << _ORDER | at | to << 7)

    def _generated(self) -> tuple[list[int], list[int]]:
        noisy, quiet, bad = list[int](), list[int](), list[int]()
        for seat in self._movers():
            self._singles(seat, noisy, quiet, bad)
        if not noisy and not quiet:
            return bad, []
        noisy.sort(reverse=True)
        quiet.sort(reverse=True)
        return [move & _MOVE for move in noisy], [move & _MOVE for move in quiet]

    def _singles(self, seat: int, noisy: list[int], quiet: list[int], bad: list[int]) -> None:
        cells, where, kinds, worth = self.cells, self.where, self.ground.kinds, self.ground.worth
        beside = self.ground.field.beside
        sign = -1 if self.side else 1
        low = seat * 10
        high = low + 10
        steps: list[int] = []
        for unit in range(low + 1, high):
            at = where[unit]
            if at < 0:
                continue
            kind = kinds[unit]
            meeting, own = MEETING[kind], worth[unit]
            here = own[at]
            best = None
            for to in self._targets(unit, at):
                there = cells[to]
                if there == NOBODY:
                    move = sign * (own[to] - here) << _ORDER | at | to << 7
                    quiet.append(move)
                elif low <= there < high:
                    continue
                elif meeting[kinds[there]] == WINS:
                    move = sign * (own[to] - here - worth[there][to]) << _ORDER | at | to << 7
                    noisy.append(move)
                else:
                    if meeting[kinds[there]] == FALLS:
                        bad.append(at | to << 7)
                    continue
                if kind == SOLDIER and (best is None or move > best) and to in beside[at]:
                    best = move
            if best is not None:
                steps.append(best)
        for at, one in enumerate(steps):
            for other in steps[at + 1 :]:
                if (one ^ other) >> 7 & POINT:
                    pair = (one & _MOVE) | (other & _MOVE) << SECOND
                    value = (one >> _ORDER) + (other >> _ORDER)
                    takes = cells[one >> 7 & POINT] != NOBODY or cells[other >> 7 & POINT] != NOBODY
                    (noisy if takes else quiet).append(value << _ORDER | pair)


def _go(
    ground: Ground, cells: list[int], where: list[int], start: int, to: int, score: int, hashed: int
) -> tuple[int, int]:
    """Move one unit; returns the new score and hash."""
    unit, there = cells[start], cells[to]
    worth, spots = ground.worth[unit], ground.spots[unit]
    if there != NOBODY:
        if there // 10 == unit // 10:  # in fog: the first of a pair has won there
            return score, hashed
        result = MEETING[ground.kinds[unit]][ground.kinds[there]]
        if result == STAYS:
            return score, hashed
        if result == FALLS:
            cells[start] = NOBODY
            where[unit] = -1
            return score - worth[start], hashed ^ spots[start]
        leaving = range(there, there + 10) if ground.kinds[there] == BASE else (there,)
        for other in leaving:
            point = where[other]
            if point >= 0:
                cells[point] = NOBODY
                where[other] = -1
                score -= ground.worth[other][point]
                hashed ^= ground.spots[other][point]
    cells[start] = NOBODY
    cells[to] = unit
    where[unit] = to
    return score + worth[to] - worth[start], hashed ^ spots[start] ^ spots[to]
