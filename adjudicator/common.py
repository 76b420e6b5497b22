"""What several games have alike: events of the end, sheets of one order, and values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.errors import IllegalOrderError
from adjudicator.game import Declare, Event, Seat


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


def sole_order(
    orders: Sequence[Any],
    *,
    declared: Callable[[str], None],
    turn: Callable[[Any], None],
    examples: Callable[[], Iterable[str]],
) -> Any | None:
    """The one order of a sheet where a turn is one order; None: it has declarations alone. Raises
    IllegalOrderError for what is wrong with the sheet, whatever the order does.

    declared, turn: raise it for something that may not be declared now, and for an order out of turn
    examples:       what could stand in an empty sheet
    """
    others = undeclared(orders, declared=declared, examples=examples)
    if not others:
        return None
    turn(others[0])
    if len(others) > 1:
        raise IllegalOrderError(str(others[1]), f"one order a turn, and {others[0]} stands before it")
    return others[0]


def undeclared(
    orders: Sequence[Any], *, declared: Callable[[str], None], examples: Callable[[], Iterable[str]]
) -> list[Any]:
    """What a sheet has besides its declarations, which are checked. Raises IllegalOrderError, also for an
    empty sheet; the arguments are those of `sole_order`."""
    said = [order for order in orders if isinstance(order, Declare)]
    for order in said:
        declared(order.what)
    if len(set(said)) < len(said):
        raise IllegalOrderError(str(said[0]), "it is said twice")
    if Declare("concede") in said and len(orders) > 1:
        raise IllegalOrderError("concede", "it stands alone", ("concede",))
    if not orders:
        raise IllegalOrderError("", "there is no order in it", examples())
    return [order for order in orders if not isinstance(order, Declare)]
