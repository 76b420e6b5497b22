"""The protocol that every game implements, and the small types that all games share.

Sequential, simultaneous and secret-setup phases are one thing here: "which seats owe an order, and
does it stay sealed until the resolution". A game is a stateless object; everything that changes is
in its frozen state. Rules never read files, clocks or random generators: boards are handed to the
constructor, chance to `start` and `resolve`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from adjudicator.chance import Chance

Seat: TypeAlias = str
"""A side in one game, such as ``light`` or ``dark-air``: lower case, [a-z0-9-]."""

Options: TypeAlias = Mapping[str, Any]
"""Complete options of one game: every key of its table, JSON values only."""


@dataclass_transform(kw_only_default=True, frozen_default=True)
@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened in a resolution; subclasses document their fields.

    seen_by: the seats that may see it; None: everyone.
    The event's type in JSON is the class name in snake case (`CoinFlip` is "coin_flip"). Every subclass is a
    frozen dataclass with keyword fields; it needs no decorator.
    """

    seen_by: frozenset[Seat] | None = None

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


@dataclass(frozen=True)
class Phase:
    """What the game waits for.

    key:    "setup", "play", "spring", "adjustment", …; "over" at the end
    turn:   grows with every resolution; an order for another turn is refused
    owing:  the seats that owe an order; empty exactly when the game is over
    sealed: orders stay secret until `resolve`
    until_end: what is sealed now is not published with its results, only at the end of the game
    goes_on:   the seat that owes is in the middle of its own turn: no new time begins for it, and it is not
               absent if it does no more
    number:    the turn as people count it, from 1, where a turn may take several resolutions; None: each
               resolution is a turn
    """

    key: str
    turn: int
    owing: frozenset[Seat]
    sealed: bool
    until_end: bool = False
    goes_on: bool = False
    number: int | None = None


@dataclass(frozen=True)
class Outcome:
    """How the game ended: `places` has every seat, 1 is best, equal places share."""

    reason: str
    places: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Declare:
    """An order that any living seat may give out of turn: ``concede``, ``draw`` (offer or accept)."""

    what: str

    def __str__(self) -> str:
        return self.what


S = TypeVar("S")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741 - the letter of the architecture's protocol: orders


Sheets: TypeAlias = Mapping[Seat, Sequence[O]]
"""Orders by seat."""


@dataclass(frozen=True)
class Resolution(Generic[S]):
    """A new state, and what happened on the way to it, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Option:
    """One named option of a game, with the sentence of the rules that it decides.

    kind:    "choice" (one of `choices`; where there are `sides`, or one for each), "number" (`least` ≤ n
             ≤ `most`), "per_side" (a number, or one number for each of `sides`), or "fraction" (such as
             "3/2", or one for each of `sides`; "default": it follows from the others)
    label:   a few words for a menu;  decides: the sentence, for `/rules` and help
    """

    key: str
    kind: str
    default: Any
    label: str
    decides: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    sides: tuple[str, ...] = ()


class Game(Protocol[S, V, O]):
    """One game's rules. Every method is a pure function of its arguments."""

    key: ClassVar[str]
    name: ClassVar[str]
    rules_version: ClassVar[int]
    option_table: ClassVar[tuple[Option, ...]]

    def options(self, given: Mapping[str, Any]) -> Options:
        """Complete options from some; raises OptionError for an unknown key or a wrong value."""

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """List the seats in the game's own order (the one that begins stands first)."""

    def teams(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        """List the seats that win and lose together, in the order of `seats`; each alone if there are no
        teams."""

    def start(self, options: Options, chance: Chance) -> Resolution[S]:
        """Start a game. `options` may be partial; raises OptionError."""

    def phase(self, state: S) -> Phase: ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended; None while somebody owes an order."""

    def drawn(self, state: S) -> int:
        """Count the chance results that the game has used: the number *n* of the next one."""

    def view(self, state: S, seat: Seat | None) -> V:
        """Show the state as that seat may see it; None: the public. The only exit for secrets."""

    def revealed(self, state: S) -> S:
        """Return the state without secrets, for a game that is over: views of it mask nothing. The state
        itself if nothing was hidden."""

    def parse(self, view: V, text: str) -> tuple[O, ...]:
        """Read orders from text (several by ``;`` or lines); raises NotUnderstoodError."""

    def check(self, view: V, orders: Sequence[O]) -> None:
        """Raise IllegalOrderError, with what would be legal, unless `orders` could be resolved for the
        view's seat."""

    def warn(self, view: V, orders: Sequence[O]) -> tuple[str, ...]:
        """Warn of what is legal but unwise in checked orders: one line each."""

    def legal(self, view: V, draft: Sequence[O] = ()) -> Iterator[O]:
        """List the orders that may join the draft, sorted by text. Setup phases may answer with examples."""

    def join(self, view: V, draft: Sequence[O], orders: Sequence[O]) -> tuple[O, ...]:
        """Add `orders` to the draft: what they replace is gone. Where a turn is one order, they are the
        sheet."""

    def unit_of(self, order: O) -> str:
        """Name the line of the sheet that an order fills, such as a unit's number; "" where a turn is one
        order."""

    def default(self, view: V) -> tuple[O, ...] | None:
        """Return orders for an absent seat; None: the rules know none."""

    def sharing(self, state: S, seat: Seat) -> frozenset[Seat]:
        """List the seats that share an order sheet with this one now (itself among them): the order of one of
        them is enough, and the last one given counts."""

    def resolve(self, state: S, orders: Mapping[Seat, Sequence[O]], chance: Chance) -> Resolution[S]:
        """Resolve one turn. Declarations among the orders count first, in seat order; with declarations alone
        nothing else happens. Raises OrderError and changes nothing if an order is not legal, or missing where
        the rules know no default."""

    def declarations(self, state: S, seat: Seat) -> tuple[str, ...]:
        """List what this seat may declare now: "concede", "draw", …"""

    def rulings(self, state: S, seat: Seat) -> tuple[str, ...]:
        """List what a game master may rule against this seat now, as words for `declare`: "forfeit", "penalty
        B2", …. () where the rules know no penalties."""

    def declare(self, state: S, seat: Seat, what: str) -> Resolution[S]:
        """Concede, offer or accept a draw, …: at any time, out of turn too. Raises IllegalOrderError.
        The turn grows only if somebody owes an order now who did not before, or the game ends."""

    def events(self) -> Mapping[str, type[Event]]:
        """List every event type of the game by its JSON name."""

    def dump(self, state: S) -> dict[str, Any]:
        """Write the state as JSON values; `load(dump(s)) == s`."""

    def load(self, data: Mapping[str, Any]) -> S:
        """Read a state; raises PositionError."""

    def position(self, data: Mapping[str, Any]) -> S:
        """Read a readable position (each game's page in docs/ has the form): as `load`, with everything but
        the pieces optional. Raises PositionError."""

    def show(self, view: V) -> dict[str, Any]:
        """Write a view as JSON values, documented on the game's page."""

    def board(self) -> dict[str, Any]:
        """Write the board as JSON values: spaces, adjacency, regions."""

    def perft(self, state: S, depth: int) -> dict[str, int]:
        """Count the leaves of the order tree `depth` turns deep, by first order; where a coin is flipped both
        sides count."""


AnyGame: TypeAlias = Game[Any, Any, Any]


def shared_complete(game: AnyGame, state: Any, given: Collection[Seat]) -> frozenset[Seat]:
    """List the owing seats that still have to give an order when those in `given` have.

    >>> from adjudicator.cic import Cic
    >>> from adjudicator.chance import ScriptedChance
    >>> game = Cic()
    >>> state = game.start({"enhanced": 1, "teams": "dark"}, ScriptedChance()).state
    >>> sorted(shared_complete(game, state, {"dark-air"}))
    ['light']
    """
    return frozenset(seat for seat in game.phase(state).owing if game.sharing(state, seat).isdisjoint(given))


def texts(orders: Iterable[object]) -> list[str]:
    """Write orders as canonical text, as stored and sent.

    >>> texts([1, 2])
    ['1', '2']
    """
    return [str(order) for order in orders]
