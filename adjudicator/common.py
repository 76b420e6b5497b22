"""What several games have alike: events of the end, declarations, sheets of one order, reading by lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from adjudicator.errors import IllegalOrderError, NotUnderstoodError
from adjudicator.game import Declare, Event, Phase, Seat
from adjudicator.text import lines

DECLARATIONS = ("concede", "draw")
O = TypeVar("O")  # noqa: E741 - as in `Game`: orders


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


def check_player(view: SeatView, text: str) -> None:
    """Raise IllegalOrderError about `text` if the game is over, or the view's seat does not play in it."""
    if view.phase.key == "over":
        raise IllegalOrderError(text, "the game is over")
    if view.seat not in view.seats:
        raise IllegalOrderError(text, f"{view.seat} is no seat of this game", view.seats)


def check_draw_or_concession(
    view: SeatView,
    what: str,
    offers: Collection[Seat],
    said: str = "has offered a draw already; the others have to answer",
) -> None:
    """Raise IllegalOrderError unless that is a declaration, and no second offer of a draw by the view's seat.

    said: what it has done that has offered a draw
    """
    if what not in DECLARATIONS:
        raise IllegalOrderError(what, "nothing of that name can be declared", DECLARATIONS)
    if what == "draw" and view.seat in offers:
        raise IllegalOrderError(what, f"{view.seat} {said}")


def read_lines(text: str, read: Callable[[str], O]) -> tuple[O, ...]:
    """Read all orders of a message, line by line. Raises NotUnderstoodError, also for an empty one."""
    found = tuple(read(line) for line in lines(text))
    if not found:
        raise NotUnderstoodError("", "there is no order in it")
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
        raise IllegalOrderError(str(others[1]), f"one order a turn, and {others[0]} stands before it")
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
        raise IllegalOrderError(str(said[0]), "it is said twice")
    if Declare("concede") in said and len(orders) > 1:
        raise IllegalOrderError("concede", "it stands alone", ("concede",))
    if not orders:
        raise IllegalOrderError("", "there is no order in it", examples())
    return [order for order in orders if not isinstance(order, Declare)]
