"""What several games have alike: events, declarations, sheets of one order, perft, and base classes.

`BaseGame` is for all games, `TurnGame` for those whose seats move in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from adjudicator.chance import Chance, ScriptedChance
from adjudicator.codec import dump_state, event_type
from adjudicator.errors import IllegalOrderError, NotUnderstoodError
from adjudicator.game import AnyGame, Declare, Event, O, Option, Options, Outcome, Phase, Resolution, Seat, V
from adjudicator.options import GameOptions
from adjudicator.text import (
    CONCEDE_ALONE,
    DRAW_OFFERED,
    GAME_OVER,
    HAS_NOT_ORDERED,
    IS_OUT,
    NO_ORDER,
    NOT_DECLARED,
    NOT_IN_GAME,
    ONE_ORDER,
    TWICE,
    Text,
    lines,
)

DECLARATIONS = ("concede", "draw")


@dataclass(frozen=True, slots=True)
class Pass:
    """The turn of a seat without a legal move."""

    def __str__(self) -> str:
        return "pass"


class DrawOffered(Event):
    """A seat offers a draw, or agrees to one; `missing` have not agreed yet."""

    seat: Seat
    missing: tuple[Seat, ...]


class DrawLapsed(Event):
    """Play went on: the offers of these seats are gone."""

    seats: tuple[Seat, ...]


class Conceded(Event):
    """A seat gave up; each game says what becomes of its pieces."""

    seat: Seat


class GameOver(Event):
    """The end. reason: one of the game's `REASONS`; places: 1 is best, equal places share."""

    reason: str
    places: Mapping[Seat, int]


def event_kinds(names: Mapping[str, object]) -> tuple[type[Event], ...]:
    """List the event classes among the names of a module, in their order."""
    return tuple(
        kind
        for kind in names.values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    )


class SeatView(Protocol):
    """What the views of all games have. seats: of the game"""

    @property
    def seat(self) -> Seat | None: ...

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def phase(self) -> Phase: ...


def check_player(view: SeatView, text: str, living: Collection[Seat], gone: Text = IS_OUT) -> None:
    """Raise IllegalOrderError about `text` if the game is over, or the view's seat does not play in it (any
    more). gone: what became of a seat that is not living"""
    if view.phase.key == "over":
        raise IllegalOrderError(text, GAME_OVER)
    if view.seat not in view.seats:
        raise IllegalOrderError(text, NOT_IN_GAME(seat=view.seat), view.seats)
    if view.seat not in living:
        raise IllegalOrderError(text, gone(seat=view.seat))


def check_draw_or_concession(
    view: SeatView, what: str, offers: Collection[Seat], offered: str = DRAW_OFFERED
) -> None:
    """Raise IllegalOrderError unless that is a declaration, and no second offer of a draw by the view's seat.

    offered: what it is told then
    """
    if what not in DECLARATIONS:
        raise IllegalOrderError(what, NOT_DECLARED, DECLARATIONS)
    if what == "draw" and view.seat in offers:
        raise IllegalOrderError(what, offered)


def read_lines(text: str, read: Callable[[str], O]) -> tuple[O, ...]:
    """Read all orders of a message, line by line. Raises NotUnderstoodError, also for an empty one."""
    found = tuple(read(line) for line in lines(text))
    if not found:
        raise NotUnderstoodError("", NO_ORDER)
    return found


def sole_order(
    orders: Sequence[Any],
    *,
    declared: Callable[[str], None],
    turn: Callable[[Any], None],
    examples: Callable[[], Iterable[str]],
) -> Any | None:
    """Check a sheet, and return its one order, where a turn is one order; None: it has declarations alone.
    Raises IllegalOrderError for what is wrong with the sheet, whatever the order does.

    declared, turn: raise it for something that may not be declared now, and for an order out of turn
    examples:       what could stand in an empty sheet
    """
    others = undeclared(orders, declared=declared, examples=examples)
    if not others:
        return None
    turn(others[0])
    if len(others) > 1:
        raise IllegalOrderError(str(others[1]), ONE_ORDER(first=others[0]))
    return others[0]


def undeclared(
    orders: Sequence[Any], *, declared: Callable[[str], None], examples: Callable[[], Iterable[str]]
) -> list[Any]:
    """Check the declarations of a sheet, and return what it has besides them. Raises IllegalOrderError, also
    for an empty sheet; the arguments are those of `sole_order`."""
    said = [order for order in orders if isinstance(order, Declare)]
    for order in said:
        declared(order.what)
    if len(set(said)) < len(said):
        raise IllegalOrderError(str(said[0]), TWICE)
    if Declare("concede") in said and len(orders) > 1:
        raise IllegalOrderError("concede", CONCEDE_ALONE, ("concede",))
    if not orders:
        raise IllegalOrderError("", NO_ORDER, examples())
    return [order for order in orders if not isinstance(order, Declare)]


def leaves(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Count the leaves `depth` turns below, by first order, through the protocol alone.

    Where several seats owe, each order counts as a turn of its own ("tower: 1 hold"), in which the others
    take their defaults. Where the game `flips` coins in play both sides of each count; there must be no
    other chance. Finished games have no orders. Depth 0 is the empty mapping: the one leaf is the state
    itself.
    """
    if depth < 1:
        return {}
    counts: dict[str, int] = {}
    owing, flips = sorted(game.phase(state).owing), getattr(game, "flips", False)
    for seat in owing:
        for order in game.legal(game.view(state, seat)):
            name = str(order) if len(owing) == 1 else f"{seat}: {order}"
            if depth == 1 and not flips:
                counts[name] = 1
                continue
            counts[name] = sum(
                1 if depth == 1 else sum(leaves(game, after, depth - 1).values())
                for after in _outcomes(game, state, seat, order, flips)
            )
    return counts


def _outcomes(game: AnyGame, state: Any, seat: Seat, order: Any, flips: bool) -> Iterator[Any]:
    """Return the states that an order may lead to: one for each way in which the coins may fall."""
    scripts: list[tuple[bool, ...]] = [()]
    while scripts:
        coins = scripts.pop()
        chance = ScriptedChance(*coins, n=game.drawn(state))
        try:
            yield game.resolve(state, {seat: (order,)}, chance).state
        except ValueError:
            if not flips or chance.n < game.drawn(state) + len(coins):
                raise
            scripts += [(*coins, True), (*coins, False)]


class AnyState(Protocol):
    """What the states of all games have."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def n(self) -> int: ...


P = TypeVar("P", bound=AnyState)


class BaseGame(Generic[P, V, O]):
    """What most games answer to `Game`. A game inherits it, and says what is otherwise and all the rest.

    options_type: the game's options;  event_types: its events
    _data: the values of its board file;  _board: what the codecs of its states need of it, None nothing
    """

    options_type: ClassVar[type[GameOptions]]
    option_table: ClassVar[tuple[Option, ...]]
    event_types: ClassVar[tuple[type[Event], ...]]
    _data: Mapping[str, Any]
    _board: Any = None

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "options_type"):
            cls.option_table = cls.options_type.table()

    def options(self, given: Mapping[str, Any]) -> Options:
        return self.options_type.read(given).to_json()

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return self.options_type.read(options).seats()

    def teams(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in self.seats(options))

    def outcome(self, state: P) -> Outcome | None:
        return state.outcome

    def drawn(self, state: P) -> int:
        return state.n

    def revealed(self, state: P) -> P:
        return state

    def join(self, view: V, draft: Sequence[O], orders: Sequence[O]) -> tuple[O, ...]:
        return tuple(orders)

    def unit_of(self, order: O) -> str:
        return ""

    def sharing(self, state: P, seat: Seat) -> frozenset[Seat]:
        return frozenset({seat})

    def rulings(self, state: P, seat: Seat) -> tuple[str, ...]:
        return ()

    def events(self) -> Mapping[str, type[Event]]:
        return {event_type(kind): kind for kind in self.event_types}

    def dump(self, state: P) -> dict[str, Any]:
        return dump_state(state, self._board)

    def board(self) -> dict[str, Any]:
        return dict(self._data)

    def perft(self, state: P, depth: int) -> dict[str, int]:
        return leaves(cast(AnyGame, self), state, depth)


class TurnState(AnyState, Protocol):
    """What the states of games have whose seats move in turn. phase: as in `Phase.key`"""

    @property
    def options(self) -> GameOptions: ...

    @property
    def phase(self) -> str: ...

    @property
    def turn(self) -> int: ...

    @property
    def ply(self) -> int: ...

    @property
    def offers(self) -> Collection[Seat]: ...


T = TypeVar("T", bound=TurnState)


class TurnGame(BaseGame[T, V, O]):
    """A game whose seats move in turn, maybe after a set-up of all. What is declared counts first, in seat
    order; with declarations alone nothing else happens."""

    def phase(self, state: T) -> Phase:
        raise NotImplementedError

    def view(self, state: T, seat: Seat | None) -> V:
        raise NotImplementedError

    def living(self, state: T) -> Collection[Seat]:
        """Return the seats that may still declare something."""
        raise NotImplementedError

    def check_declaration(self, view: V, what: str) -> None:
        """Raise IllegalOrderError unless the view's seat may declare that, or it may be ruled against it."""
        raise NotImplementedError

    def declared(self, state: T, seat: Seat, what: str, found: list[Event]) -> T:
        """Make the state after a declaration that was checked, and add its events to `found`."""
        raise NotImplementedError

    def take_turn(
        self, before: T, state: T, given: Mapping[Seat, Sequence[O]], chance: Chance, found: list[Event]
    ) -> T:
        """Make the state after the set-up or the turn, and add its events to `found`.

        before: the state before the declarations that were given with the orders
        given:  checked orders by seat, without declarations; whoever is not in it takes the default
        """
        raise NotImplementedError

    def declarations(self, state: T, seat: Seat) -> tuple[str, ...]:
        if state.phase == "over" or seat not in self.living(state):
            return ()
        return ("concede",) if seat in state.offers else ("concede", "draw")

    def declare(self, state: T, seat: Seat, what: str) -> Resolution[T]:
        self.check_declaration(self.view(state, seat), what)
        found: list[Event] = []
        return self._resolved(state, self.declared(state, seat, what, found), found)

    def resolve(self, state: T, orders: Mapping[Seat, Sequence[O]], chance: Chance) -> Resolution[T]:
        orders = {seat: listed for seat, listed in orders.items() if listed}
        self._check_sheets(state, orders)
        before, found = state, list[Event]()
        for seat in state.options.seats():
            for order in orders.get(seat, ()):
                if isinstance(order, Declare) and state.phase != "over":
                    state = self.declared(state, seat, order.what, found)
        given = {
            seat: others
            for seat, listed in orders.items()
            if (others := [order for order in listed if not isinstance(order, Declare)])
        }
        if state.phase != "over" and (given or not orders):
            state = self.take_turn(before, state, given, chance, found)
        return self._resolved(before, state, found)

    def _check_sheets(self, state: T, orders: Mapping[Seat, Sequence[O]]) -> None:
        """Raise IllegalOrderError unless every seat's orders are legal, and whoever gives none has a default.
        Where there are declarations alone, nothing is missing."""
        game, owing = cast(AnyGame, self), self.phase(state).owing
        if not owing:
            raise IllegalOrderError("", GAME_OVER)
        for seat, listed in orders.items():
            game.check(self.view(state, seat), listed)
        moving = {seat for seat, listed in orders.items() if any(not isinstance(o, Declare) for o in listed)}
        if orders and not moving:
            return
        for seat in sorted(owing):
            missing = self.sharing(state, seat).isdisjoint(moving)
            if missing and game.default(self.view(state, seat)) is None:
                raise IllegalOrderError("", HAS_NOT_ORDERED(seat=seat))

    def _resolved(self, before: T, after: T, found: Sequence[Event]) -> Resolution[T]:
        """Count one turn more if something was resolved, the game ended, or somebody owes an order anew."""
        resolved = after.ply > before.ply or after.phase != before.phase
        if resolved or self.phase(after).owing - self.phase(before).owing:
            after = replace(cast(Any, after), turn=before.turn + 1)
        return Resolution(after, tuple(found))
