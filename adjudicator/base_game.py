"""How most games answer the protocol: what they inherit, and steps of their `resolve`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from adjudicator.codec import event_type
from adjudicator.errors import IllegalOrderError
from adjudicator.game import AnyGame, Declare, Event, O, Options, Outcome, Phase, Seat, V
from adjudicator.perft import leaves


class Played(Protocol):
    """What the states of all games have."""

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def n(self) -> int: ...


P = TypeVar("P", bound=Played)


class BaseGame(Generic[P, V, O]):
    """How most games answer `Game`; a game inherits it and says what is otherwise, and all the rest.

    event_types: the game's events
    """

    event_types: ClassVar[tuple[type[Event], ...]]

    def outcome(self, state: P) -> Outcome | None:
        return state.outcome

    def drawn(self, state: P) -> int:
        return state.n

    def revealed(self, state: P) -> P:
        return state

    def teams(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in cast(AnyGame, self).seats(options))

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


class Turning(Protocol):
    """A state that counts resolutions and knows what its game waits for."""

    @property
    def turn(self) -> int: ...

    @property
    def ply(self) -> int: ...

    @property
    def phase(self) -> str: ...


T = TypeVar("T", bound=Turning)


def count_turn(before: T, after: T, phase_of: Callable[[T], Phase]) -> T:
    """One turn more if something was resolved, the game ended, or somebody owes an order anew."""
    resolved = after.ply > before.ply or after.phase != before.phase
    if not resolved and not phase_of(after).owing - phase_of(before).owing:
        return after
    counted: T = replace(cast(Any, after), turn=before.turn + 1)
    return counted


def check_sheets(game: AnyGame, state: Any, orders: Mapping[Seat, Sequence[Any]]) -> None:
    """Raise IllegalOrderError unless every seat's orders are legal, and whoever gives none has a default.
    Where there are declarations alone, nothing is missing."""
    owing = game.phase(state).owing
    if not owing:
        raise IllegalOrderError("", "the game is over")
    for seat, listed in orders.items():
        game.check(game.view(state, seat), listed)
    moving = {seat for seat, listed in orders.items() if any(not isinstance(o, Declare) for o in listed)}
    if orders and not moving:
        return
    for seat in sorted(owing - moving):
        if game.default(game.view(state, seat)) is None:
            raise IllegalOrderError("", f"{seat} owes an order")
