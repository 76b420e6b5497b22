"""What most games answer alike: `BaseGame` for all of them, `TurnGame` where seats move in turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from adjudicator.chance import Chance
from adjudicator.codec import event_type
from adjudicator.errors import IllegalOrderError
from adjudicator.game import AnyGame, Declare, Event, O, Option, Options, Outcome, Phase, Resolution, Seat, V
from adjudicator.options import GameOptions
from adjudicator.perft import leaves


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
    """

    options_type: ClassVar[type[GameOptions]]
    option_table: ClassVar[tuple[Option, ...]]
    event_types: ClassVar[tuple[type[Event], ...]]

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
            raise IllegalOrderError("", "the game is over")
        for seat, listed in orders.items():
            game.check(self.view(state, seat), listed)
        moving = {seat for seat, listed in orders.items() if any(not isinstance(o, Declare) for o in listed)}
        if orders and not moving:
            return
        for seat in sorted(owing):
            missing = self.sharing(state, seat).isdisjoint(moving)
            if missing and game.default(self.view(state, seat)) is None:
                raise IllegalOrderError("", f"{seat} owes an order")

    def _resolved(self, before: T, after: T, found: Sequence[Event]) -> Resolution[T]:
        """Count one turn more if something was resolved, the game ended, or somebody owes an order anew."""
        resolved = after.ply > before.ply or after.phase != before.phase
        if resolved or self.phase(after).owing - self.phase(before).owing:
            after = replace(cast(Any, after), turn=before.turn + 1)
        return Resolution(after, tuple(found))
