"""Puzzles: positions with one clearly best order, found in finished games or in games of the engines.

An order is clearly best if a search values it LEAST_GAP more than the best of all others, found by a search
that may not choose it; both think again, with four times the nodes, before a puzzle is told. What is clear to
somebody who looks a single turn ahead is no puzzle. The same games give the same puzzles, on any machine.

Only boards that hide nothing have puzzles, and only games in which a turn is one order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar, cast

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical
from adjudicator.errors import GameError, PositionError
from adjudicator.game import AnyGame, Seat
from adjudicator.replay import playing
from engines.engine import WIN, Engine, Level, Task
from engines.search import Position

NODES = 12_000
"""Positions that a search looks at to find the best order, and another to find the best of the others."""
DEEPER = 4
"""So many times as many, once more, before a puzzle is told."""
GLANCE, FIRST = 600, 2_000
"""Nodes of somebody who looks one turn ahead; and of the search that says whether it is worth thinking."""
LEAST_GAP = 250
"""How much better the order is than the second best, on the scale of `engines.engine.WIN`."""
STILL_GAP = 200
"""How much better it must be in a stored puzzle: engines are tuned, and may value things otherwise."""
LEAST_CHOICE = 8
"""So many legal orders there are at least."""
MOST_SEEN = 120
"""How much better it may look to somebody who looks one turn ahead: more, and there is nothing to find."""
WORST = -150
"""Where nothing is better than this, all is lost anyway."""
FIRST_TURN, BETWEEN, MOST_IN_GAME = 6, 8, 3
"""Puzzles begin with this turn of a game, and so many turns apart; so many a game has at the most."""
LINE = 4
"""So many orders the expected course has after the solution."""
HASTE = 35
"""Of a hundred orders in a game that is played for puzzles, so many are those of somebody in haste."""
MOST_TURNS = 400

WIN_THEME, GAIN_THEME, HOLD_THEME = "win", "gain", "hold"
"""The order wins by force, or is expected to end the game ahead of all others; it gains much; all others lose
much."""

_DROPPED = ("turn", "ply", "quiet", "offers", "last", "n", "round_done", "passes")
SURE = WIN - 60
"""A value beyond this is a win by force."""
_SEED = 2047
_P = TypeVar("_P", bound=Position)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The best order that was allowed. value: -WIN … WIN for the seat;  line: what it is for"""

    order: str
    value: int
    line: str


class Weighing(Protocol):
    """What an engine can do besides, if its game has puzzles."""

    def weigh(
        self, state: Any, seat: Seat, nodes: int, depth: int = 0, without: Collection[str] = ()
    ) -> Weighed | None:
        """Find the best order of a seat that owes one, with no slack and no lot; None: nothing is allowed.

        depth: turns ahead, at most, 0 as many as the nodes allow;  without: orders that are not allowed
        """


class Narrowed:
    """A position from which only some moves are searched."""

    def __init__(self, position: Position, moves: Collection[int]) -> None:
        self._position, self._moves = position, moves
        self.side, self.ended = position.side, position.ended

    def key(self) -> Any:
        return self._position.key()

    def value(self) -> int:
        return self._position.value()

    def moves(self) -> tuple[list[int], list[int]]:
        noisy, quiet = self._position.moves()
        return [each for each in noisy if each in self._moves], [
            each for each in quiet if each in self._moves
        ]

    def noisy(self) -> list[int]:
        return self._position.noisy()

    def gain(self, move: int) -> int:
        return self._position.gain(move)

    def stuck(self) -> int:
        return self._position.stuck()

    def make(self, move: int) -> Any:
        return self._position.make(move)

    def skip(self) -> Any:
        return self._position.skip()


def narrowed(position: _P, told: Callable[[int], str], without: Collection[str]) -> _P | None:
    """Return the position without the moves of some orders; None: there is no other. told: a move's order"""
    if not without:
        return position
    noisy, quiet = position.moves()
    kept = {move for move in noisy + quiet if told(move) not in without}
    return cast(_P, Narrowed(position, kept)) if kept else None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its one clearly best order.

    position: as `Game.position` reads it, the game's options in it;  seat: who is to order
    value, second: what the order and the best of all others are worth to the seat, -WIN … WIN
    line:  what the order is for, a sentence;  then: the orders that are expected after it
    """

    game: str
    rules_version: int
    position: Mapping[str, Any]
    seat: Seat
    solution: str
    value: int
    second: int
    theme: str
    line: str
    then: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Eight hex digits that tell this puzzle from all others, as long as its position stays."""
        told = canonical([self.game, self.position, self.seat])
        return hashlib.sha256(told.encode()).hexdigest()[:8]


def to_json(puzzle: Puzzle) -> str:
    """Write a puzzle as a line of JSON; `from_json` reads it."""
    data = {name: getattr(puzzle, name) for name in Puzzle.__slots__}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def from_json(line: str) -> Puzzle:
    """Read a puzzle. Raises ValueError, TypeError."""
    data = json.loads(line)
    return Puzzle(**{**data, "then": tuple(data["then"])})


def has_puzzles(engine: Engine, options: Mapping[str, Any]) -> bool:
    """Whether games with these options have puzzles: the engine weighs orders, and nothing is hidden."""
    return hasattr(engine, "weigh") and options.get("fog", "off") == "off"


def same(game: AnyGame, state: Any, seat: Seat, one: str, other: str) -> bool:
    """Whether two orders lead to the same position, even if they are written or go otherwise. Raises
    OrderError for one that is not legal."""
    return one == other or _after(game, state, seat, one) == _after(game, state, seat, other)


def _after(game: AnyGame, state: Any, seat: Seat, order: str) -> str:
    data = game.dump(played(game, state, seat, order))
    return canonical({key: value for key, value in data.items() if key != "last"})


def played(game: AnyGame, state: Any, seat: Seat, order: str) -> Any:
    """Return the state after an order. Raises OrderError."""
    sheet = game.parse(game.view(state, seat), order)
    return game.resolve(state, {seat: sheet}, HmacChance(bytes(32), "puzzle", game.drawn(state))).state


# -- finding


def examine(engine: Engine, state: Any, nodes: int = NODES) -> Puzzle | None:
    """Make a puzzle of a position; None: it is none. state: somebody owes an order"""
    game, weighing = engine.game, cast(Weighing, engine)
    owing = sorted(game.phase(state).owing)
    if len(owing) != 1 or game.outcome(state) is not None or game.phase(state).key == "setup":
        return None
    [seat] = owing
    if (
        sum(1 for _, order in zip(range(LEAST_CHOICE), _legal(game, state, seat), strict=False))
        < LEAST_CHOICE
    ):
        return None
    if _clear(weighing, state, seat, FIRST, 0, LEAST_GAP) is None:
        return None
    try:
        position = _plain(game, state)
        state = game.position(position)
    except PositionError:
        return None
    if _clear(weighing, state, seat, GLANCE, 1, MOST_SEEN) is not None:
        return None
    found = None
    for share in (nodes, nodes * DEEPER):
        found = judged(engine, state, seat, share, LEAST_GAP)
        if found is None:
            return None
    assert found is not None
    best, second = found
    then = tuple(_course(engine, state, seat, best.order, nodes))
    return Puzzle(
        game=game.key,
        rules_version=game.rules_version,
        position=position,
        seat=seat,
        solution=best.order,
        value=best.value,
        second=second.value,
        theme=theme_of(game, state, seat, best, second, then),
        line=best.line,
        then=then,
    )


def _clear(weighing: Weighing, state: Any, seat: Seat, nodes: int, depth: int, gap: int) -> Weighed | None:
    """Return the best order if it looks better than all others by the gap; None: it does not."""
    best = weighing.weigh(state, seat, nodes, depth)
    if best is None or best.value < WORST:
        return None
    second = weighing.weigh(state, seat, nodes, depth, without=(best.order,))
    return None if second is None or best.value - second.value < gap else best


def judged(engine: Engine, state: Any, seat: Seat, nodes: int, gap: int) -> tuple[Weighed, Weighed] | None:
    """Return the best order and the best of all that lead elsewhere; None: it is not better by the gap."""
    weighing = cast(Weighing, engine)
    best = weighing.weigh(state, seat, nodes)
    if best is None or best.value < WORST:
        return None
    others = {best.order}
    while (second := weighing.weigh(state, seat, nodes, without=others)) is not None:
        if not same(engine.game, state, seat, best.order, second.order):
            break
        others.add(second.order)
    if second is None or best.value - second.value < gap:
        return None
    if best.value >= SURE and second.value > WIN // 2:
        return None  # both win, one sooner
    return best, second


def _legal(game: AnyGame, state: Any, seat: Seat) -> Iterator[Any]:
    return game.legal(game.view(state, seat))


def theme_of(
    game: AnyGame, state: Any, seat: Seat, best: Weighed, second: Weighed, then: Collection[str]
) -> str:
    """Return a puzzle's theme. then: the orders that are expected after the best one"""
    if best.value >= SURE or _ends_well(game, state, seat, (best.order, *then)):
        return WIN_THEME
    return HOLD_THEME if best.value <= -WORST and second.value <= WORST else GAIN_THEME


def _ends_well(game: AnyGame, state: Any, seat: Seat, orders: Iterable[str]) -> bool:
    """Whether the game ends with these orders, and the seat is ahead of all others."""
    for order in orders:
        [mover] = game.phase(state).owing
        state = played(game, state, mover, order)
    outcome = game.outcome(state)
    if outcome is None:
        return False
    return all(outcome.places[seat] < place for other, place in outcome.places.items() if other != seat)


def _plain(game: AnyGame, state: Any) -> dict[str, Any]:
    """Write a position as short as it can be: without what led to it, and without what is the default."""
    data = {key: value for key, value in game.dump(state).items() if key not in _DROPPED}
    whole = canonical(game.dump(game.position(data)))
    for key in sorted(data.keys() - {"pieces"}):
        shorter = {other: value for other, value in data.items() if other != key}
        try:
            if canonical(game.dump(game.position(shorter))) == whole:
                data = shorter
        except PositionError:
            continue
    return data


def _course(engine: Engine, state: Any, seat: Seat, order: str, nodes: int) -> Iterable[str]:
    """Yield the orders that are expected after a solution."""
    game = engine.game
    for _ in range(LINE):
        state = played(game, state, seat, order)
        owing = sorted(game.phase(state).owing)
        if game.outcome(state) is not None or len(owing) != 1:
            return
        [seat] = owing
        found = cast(Weighing, engine).weigh(state, seat, nodes)
        if found is None:
            return
        order = found.order
        yield order


def found_in(engine: Engine, states: Iterable[Any]) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, from its states in their order."""
    last, number = -BETWEEN, 0
    for turn, state in enumerate(states):
        if turn < FIRST_TURN or turn - last < BETWEEN or number >= MOST_IN_GAME:
            continue
        found = examine(engine, state)
        if found is not None:
            last, number = turn, number + 1
            yield found


def finished(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the states of a recorded game (docs/records.md). Raises PositionError for one that is not over,
    GameError if it cannot be played."""
    if record.get("view") is not None or record.get("outcome") is None:
        raise PositionError("puzzles are found in games that are over")
    for resolution in playing(all_games, record):
        yield resolution.state


def game_of_engines(engine: Engine, options: Mapping[str, Any], seed: int) -> Iterator[Any]:
    """Play a game, and yield its states. Everyone thinks shortly, and orders in haste now and then: so there
    are mistakes to use."""
    game, random = engine.game, Random(seed)
    secret = hashlib.sha256(f"puzzles {seed}".encode()).digest()
    state = game.start(options, HmacChance(secret, game.key)).state
    for _ in range(MOST_TURNS):
        if game.outcome(state) is not None:
            return
        yield state
        orders = {}
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            level = Level.RECRUIT if random.randrange(100) < HASTE else Level.GENERAL
            task = Task(
                game.show(view), level, random.getrandbits(31), 200 if level == Level.RECRUIT else FIRST
            )
            thought = engine.think(task)
            given = [order for order in thought.orders if order != "draw"] or ["draw"]
            orders[seat] = game.parse(view, "\n".join(given))
        state = game.resolve(state, orders, HmacChance(secret, game.key, game.drawn(state))).state


def search(
    all_games: Mapping[str, AnyGame],
    engine_for: Callable[[AnyGame], Engine],
    *,
    records: Iterable[Mapping[str, Any]] = (),
    play: str = "",
    options: Mapping[str, Any] | None = None,
    games: int = 0,
    seed: int = 1,
) -> Iterator[Puzzle]:
    """Yield the puzzles of records, and of games that engines play. Raises GameError, ValueError."""
    seen = set[str]()
    for states, engine in _sources(all_games, engine_for, records, play, options or {}, games, seed):
        for found in found_in(engine, states):
            if found.key not in seen:
                seen.add(found.key)
                yield found


def _sources(
    all_games: Mapping[str, AnyGame],
    engine_for: Callable[[AnyGame], Engine],
    records: Iterable[Mapping[str, Any]],
    play: str,
    options: Mapping[str, Any],
    games: int,
    seed: int,
) -> Iterator[tuple[Iterator[Any], Engine]]:
    for record in records:
        key = str(record.get("game"))
        if key not in all_games:
            raise PositionError(f"{key!r} is no game")
        engine = engine_for(all_games[key])
        if has_puzzles(engine, record.get("options", {})):
            yield finished(all_games, record), engine
    if play:
        engine = engine_for(all_games[play])
        if not has_puzzles(engine, options):
            raise GameError(f"{all_games[play].name} has no puzzles with these options")
        for number in range(games):
            yield game_of_engines(engine, options, seed + number), engine
