"""A position that search changes fast, and the ground it stands on: what stays the same in a whole game."""

from __future__ import annotations

from functools import cache

from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.state import State
from engines.nemein.stacks import stacks_of
from engines.nemein.values import WEIGHTS, Values, Weights

NOBODY, DRAW = -1, 2
"""Who has won, beside 0 south and 1 north: nobody yet, both."""


class Ground:
    """The board, the stacks and what they are worth under some options.

    near:   the neighbours of each tile;  around: they as a set of bits
    counts: for each seat, the tiles on which its houses count
    """

    def __init__(self, options: NemeinOptions, weights: Weights) -> None:
        self.options = options
        self.board = board = board_of(options.side)
        self.near = board.neighbours
        self.around = tuple(sum(1 << there for there in near) for near in board.neighbours)
        self.stacks = stacks_of(*options.money)
        self.values = Values(options, board, self.stacks, weights)
        self.need, self.limit = options.houses_to_win, options.quiet_turns
        self.counts = tuple(
            bytes(board.counts(tile, seat) for tile in range(len(board.names))) for seat in SEATS
        )


@cache
def ground_of(options: NemeinOptions, weights: Weights = WEIGHTS) -> Ground:
    """Return the ground of a game with those options."""
    return Ground(options, weights)


class Position:
    """tiles: the number of each tile's stack;  score: what the stacks are worth together, south's positive

    held:  the tiles of south, of north, as bits
    hands, houses, units: of south, of north: house coins in hand, houses that count, units on the board
    """

    __slots__ = (
        "busy", "extra", "ground", "hands", "held", "houses", "mover", "quiet", "score", "tiles", "units",
        "winner",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        tiles: bytearray,
        score: int,
        held: list[int],
        hands: list[int],
        houses: list[int],
        units: list[int],
        mover: int,
        extra: int,
        busy: bool,
        quiet: int,
        winner: int = NOBODY,
    ) -> None:
        self.ground, self.tiles, self.score, self.held = ground, tiles, score, held
        self.hands, self.houses, self.units, self.mover = hands, houses, units, mover
        self.extra, self.busy, self.quiet, self.winner = extra, busy, quiet, winner

    def copy(self) -> Position:
        return Position(
            self.ground,
            self.tiles[:],
            self.score,
            self.held[:],
            self.hands[:],
            self.houses[:],
            self.units[:],
            self.mover,
            self.extra,
            self.busy,
            self.quiet,
            self.winner,
        )

    def key(self) -> tuple[bytes, int, int, int, int]:
        """Return what tells positions at the start of a turn apart; quiet turns only when few are left."""
        limit, quiet = self.ground.limit, self.quiet
        late = quiet if limit and quiet > limit - 12 else 0
        return bytes(self.tiles), self.mover, self.extra, self.hands[0] * 64 + self.hands[1], late

    def held_by(self, seat: int) -> list[int]:
        """List the tiles of a seat."""
        found, left = [], self.held[seat]
        while left:
            tile = left & -left
            found.append(tile.bit_length() - 1)
            left ^= tile
        return found

    def put(self, tile: int, stack: int) -> None:
        worth, owner, old = self.ground.values.worth[tile], self.ground.stacks.owner, self.tiles[tile]
        self.score += worth[stack] - worth[old]
        self.tiles[tile] = stack
        if owner[old] != owner[stack]:
            if old:
                self.held[owner[old]] ^= 1 << tile
            if stack:
                self.held[owner[stack]] ^= 1 << tile

    def moved(self, origin: int, target: int, coin: int) -> Position:
        """Return the position after a move to a tile without enemies."""
        new, stacks = self.copy(), self.ground.stacks
        there = self.tiles[target]
        new.put(origin, stacks.lift[self.tiles[origin]][coin])
        new.put(target, stacks.drop[there][coin] if there else stacks.alone[self.mover][coin])
        return new

    def won(self, origin: int, target: int, coin: int) -> Position:
        """Return the position after an attack that was won."""
        new, stacks, mover = self.copy(), self.ground.stacks, self.mover
        there, enemy = self.tiles[target], 1 - self.mover
        new.put(origin, stacks.lift[self.tiles[origin]][coin])
        new.put(target, stacks.promoted[mover][coin])
        new.units[enemy] -= stacks.units[there]
        if stacks.housed[there] and self.ground.counts[enemy][target]:
            new.houses[enemy] -= 1
        new.extra += 1
        new.busy = True
        if not new.units[enemy]:
            new.winner = mover
        return new

    def lost(self, origin: int, coin: int) -> Position:
        """Return the position after an attack that was lost."""
        new, mover = self.copy(), self.mover
        new.put(origin, self.ground.stacks.lift[self.tiles[origin]][coin])
        new.units[mover] -= 1
        new.busy = True
        if not new.units[mover]:
            new.winner = 1 - mover
        return new

    def changed(self, tile: int, stack: int) -> Position:
        """Return the position after a swap, a split or an upgrade."""
        new, units = self.copy(), self.ground.stacks.units
        new.units[self.mover] += units[stack] - units[self.tiles[tile]]
        new.put(tile, stack)
        return new

    def built(self, tile: int) -> Position:
        """Return the position after a house was built."""
        new, mover = self.copy(), self.mover
        new.put(tile, self.ground.stacks.house[self.tiles[tile]])
        new.hands[mover] -= 1
        new.busy = True
        if self.ground.counts[mover][tile]:
            new.houses[mover] += 1
            if new.houses[mover] >= self.ground.need:
                new.winner = mover
        return new

    def ended(self) -> Position:
        """Return the position after the end of the turn."""
        new = self.copy()
        new.quiet = 0 if self.busy else self.quiet + 1
        if self.ground.limit and new.quiet >= self.ground.limit:
            south, north = self.houses
            new.winner = DRAW if south == north else int(north > south)
        if self.extra:
            new.extra -= 1
        else:
            new.mover = 1 - self.mover
        new.busy = False
        return new


def of_state(ground: Ground, state: State) -> Position:
    """Return the position of a state that goes on."""
    stacks, worth = ground.stacks, ground.values.worth
    there = [stacks.number[stack] for stack in state.tiles]
    placed = [(tile, stack, stacks.owner[stack]) for tile, stack in enumerate(there)]
    return Position(
        ground,
        bytearray(there),
        sum([worth[tile][stack] for tile, stack, _ in placed]),
        held=[sum([1 << tile for tile, _, owner in placed if owner == seat]) for seat in (0, 1)],
        hands=list(state.hands),
        houses=[
            sum(
                [
                    stacks.housed[stack] > 0 and ground.counts[seat][tile] > 0
                    for tile, stack, owner in placed
                    if owner == seat
                ]
            )
            for seat in (0, 1)
        ],
        units=[sum([stacks.units[stack] for _, stack, owner in placed if owner == seat]) for seat in (0, 1)],
        mover=SEATS.index(state.mover),
        extra=state.extra,
        busy=state.busy,
        quiet=state.quiet,
    )
