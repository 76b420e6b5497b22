"""What a game owes to the bot besides its rules: names, words and menus. Takes views, never states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from re import Pattern
from types import MappingProxyType
from typing import Any, Protocol

from adjudicator.game import Event, Options, Outcome, Seat
from bot.common.message import Choice, Style
from maps.text import seat_name

BETWEEN = r"(?:\W+(?:[a-z]+\W+)?|[x*])"
"""Matches what may stand between two spaces that are written with a letter and a number."""


@dataclass(frozen=True, slots=True)
class MenuStep:
    """One menu of the order desk.

    act: "pick": the value chosen opens the next step; "give": `order_text` makes orders of the values;
         "do": the value is an order as it stands; "lead": as a `Tap`. A value that begins with "@" opens the
         step that the rest of it names, instead of being an order
    """

    act: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Tap:
    """A button of the order desk, besides those of every game.

    value: `tapped` makes orders of it; then the desk is shown with it as what is picked. At most 50 signs,
           and no two buttons of a desk have the same
    sends: the orders are sent at once
    """

    value: str
    label: str
    style: Style = "secondary"
    disabled: bool = False
    sends: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    text: str


class Presenter(Protocol):
    """One game's words. Every text is for people, short, in Markdown that Discord shows."""

    key: str
    house_options: tuple[str, ...]
    """The options of the table that make sense for this game (bot/engine/house_rules.py)."""
    many: bool
    """Whether a turn is a sheet with a line for each unit, which players fill in bit by bit."""
    by_lot: bool
    """Whether the rules draw the seats by lot, so that nobody may choose one."""
    silent: bool
    """Whether silence is part of the rules: no letters, and the channel is read-only for the players."""
    rulings: Mapping[str, str]
    """What a game master may rule, in words, by the first word of a ruling (`Game.rulings`); {} nothing."""
    alike: Pattern[str]
    """Found in a line, in lower case, that was meant as an order of this game, right or wrong: a player of
    several games who mistypes an order then reads the reason of that game."""
    setup_words: tuple[str, ...]
    """What orders of a set-up begin with: nothing of it is given ahead."""
    ahead_words: tuple[str, ...]
    """What orders begin with that may be given ahead where a turn is a sheet: choices after it."""

    def seat_name(self, seat: Seat) -> str: ...

    def option_lines(self, options: Options) -> list[str]:
        """The options that a player must know, a line each."""

    def phase_line(self, view: Any) -> str:
        """What the game waits for, without names of users: "Round 3, Dark to move"."""

    def task(self, view: Any) -> str:
        """What the view's seat has to do now, in one or two sentences, with an example."""

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """What happened, a line for each thing. `names` has each seat with its player."""

    def news(self, seat: Seat, view: Any, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """What happened to one seat, for its private message: at most 12 lines, [] if nothing did."""

    def summary(self, view: Any, events: Sequence[Event]) -> str:
        """A block that ends a turn's report, such as the star table; "" none."""

    def standing(self, view: Any) -> Mapping[Seat, str]:
        """How each seat stands, in a few words for the list of players; {} where the picture says it all."""

    def why(self, view: Any, events: Sequence[Event], unit: str) -> list[str]:
        """What became of a unit in these events, with the powers on both sides and where each point came
        from; or what was fought in a space. unit: as people write it, "3" of the view's own seat, "hamblet 3"
        or "red hook". Raises NotUnderstoodError; [] where the game has no such thing."""

    def units(self, view: Any, events: Sequence[Event], typed: str) -> list[Choice]:
        """Units that `why` can explain, then spaces, for autocomplete, at most 25."""

    def sheet(self, view: Any, draft: Sequence[Any]) -> list[str]:
        """The order sheet of the view's seat, a line for each unit; [] where a turn is one order that
        `describe` tells."""

    def focus(self, view: Any, zoom: str, mine: bool) -> tuple[str, ...]:
        """The spaces to crop the board to: around the one named, or the seat's own front. Raises
        NotUnderstoodError with near-misses; () the whole board."""

    def places(self, view: Any, typed: str) -> list[Choice]:
        """Spaces by the beginning of their names, for autocomplete, at most 25."""

    def suggest(self, view: Any, draft: Sequence[Any], legal: Sequence[Any], typed: str) -> list[Choice]:
        """Orders that fit what is typed so far, at most 25; values are what the option then holds (at most
        100 signs)."""

    def describe(self, view: Any, order: Any) -> str:
        """An order in words: "Amphibian e7 to e6"."""

    def heard(self, order: Any) -> str:
        """An order as everybody knows it once it was carried out, for conditions of orders given ahead: two
        that look the same on the board are the same text."""

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        """Orders such as a seat may give ahead, for hints: choices; or another's turn, an answer to it, and
        the turn after that. Their form is right; whether they fit is another matter."""

    def lasts(self, order: Any) -> bool:
        """Whether an order given ahead means the same in later turns."""

    def menus(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[MenuStep, ...]:
        """The menus of the order desk, `picked` being the value chosen in a "pick" step or ""."""

    def order_text(self, view: Any, values: Sequence[str]) -> str:
        """The order that the values chosen in a "give" step make; "": none, for no values."""

    def taps(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[tuple[Tap, ...], ...]:
        """Rows of buttons below the menus, at most five a row, and at most four rows with the menus."""

    def tapped(self, view: Any, draft: Sequence[Any], value: str) -> str:
        """The orders that a `Tap`, or the value chosen in a "lead" step, makes; "": nothing is ordered."""

    def progress(self, view: Any, draft: Sequence[Any], picked: str) -> str:
        """What is being put together and is no order yet, for the desk: nothing can be sent meanwhile; ""
        nothing is."""

    def preview(self, view: Any, draft: Sequence[Any], picked: str) -> Sequence[Any]:
        """What the desk's picture shows as ordered: the draft, or what is being put together."""

    def example(self, view: Any) -> str:
        """Orders as somebody would write them now, for hints; "" where any legal one is as good."""

    def marks(self, view: Any, picked: str) -> Mapping[Any, str]:
        """What to mark in the desk's picture while a piece is picked."""

    def frame(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[str, ...]:
        """The spaces to crop the desk's picture to while a piece is picked or ordered; () the whole board."""

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        """How the game ended, in one line."""

    def place_word(self, outcome: Outcome, seat: Seat) -> str:
        """A seat's place for the final table: "2", or a word where the rules have no number for it."""

    def pages(self) -> tuple[Page, ...]:
        """The rules, in pages of at most 1900 characters."""


class Plain:
    """What most presenters have alike: menus are all that their desks need."""

    setup_words: tuple[str, ...] = ()
    ahead_words: tuple[str, ...] = ()

    def seat_name(self, seat: Seat) -> str:
        return seat_name(seat)

    def taps(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[tuple[Tap, ...], ...]:
        return ()

    def tapped(self, view: Any, draft: Sequence[Any], value: str) -> str:
        return ""

    def progress(self, view: Any, draft: Sequence[Any], picked: str) -> str:
        return ""

    def preview(self, view: Any, draft: Sequence[Any], picked: str) -> Sequence[Any]:
        return draft

    def example(self, view: Any) -> str:
        return ""

    def heard(self, order: Any) -> str:
        return str(order)

    def lasts(self, order: Any) -> bool:
        return True


class OneOrder(Plain):
    """What presenters have alike whose turns are one order, with nothing to look up or agree on besides."""

    house_options: tuple[str, ...] = ()
    many = False
    by_lot = False
    silent = False
    rulings: Mapping[str, str] = MappingProxyType({})

    def why(self, view: Any, events: Sequence[Event], unit: str) -> list[str]:
        return []

    def units(self, view: Any, events: Sequence[Event], typed: str) -> list[Choice]:
        return []

    def sheet(self, view: Any, draft: Sequence[Any]) -> list[str]:
        return []

    def frame(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[str, ...]:
        return ()

    def place_word(self, outcome: Outcome, seat: Seat) -> str:
        return str(outcome.places[seat])
