"""What the bot needs of a game besides its rules: words and menus, made of views, never of states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from re import Pattern
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from adjudicator.base_game import Conceded, DrawLapsed, DrawOffered
from adjudicator.game import Declare, Event, Options, Outcome, Seat
from adjudicator.text import listing
from bot.common.message import Choice, Counted, Style
from bot.presenters import text
from maps.text import seat_name

T = TypeVar("T")
BETWEEN = r"(?:\W+(?:[a-z]+\W+)?|[x*])"
"""Matches what may stand between two spaces that are written with a letter and a number."""


@dataclass(frozen=True, slots=True)
class MenuStep:
    """A menu of the order desk.

    act: "pick": the chosen value opens the next step; "give": `order_text` makes orders of the values;
         "do": the value is an order; "lead": handled like a `Tap`. A value that begins with "@" is no order:
         it opens the step named after the "@"
    least, most: how many values one chooses
    counted: how a value can be counted out instead
    """

    act: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    counted: Counted | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """A game's own button on the order desk.

    value: `tapped` makes orders of it; then the desk is shown with this value picked. At most 50 characters,
           unique on a desk
    sends: send the orders at once
    """

    value: str
    label: str
    style: Style = "secondary"
    disabled: bool = False
    sends: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a game's rules, for `/rules`: at most 1900 characters of text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Pitch:
    """A game in a few words, for the lobby and `/game new`.

    sentence: what one does in it;  players: "2–4";  length: "about 40 turns";  difficulty: "like draughts"
    """

    sentence: str
    players: str
    length: str
    difficulty: str


def rule_pages(key: str) -> tuple[Page, ...]:
    """Read a game's rules in short; what is not the publisher's stands on the last page, "Rulings"."""
    whole = files(__package__).joinpath("rules", f"{key}.md").read_text("utf-8")
    titled = (page.partition("\n\n") for page in re.split(r"^# ", whole, flags=re.MULTILINE)[1:])
    return tuple(Page(title, page.strip()) for title, _, page in titled)


class Presenter(Protocol):
    """The words of one game. Texts are short, and written in Discord's Markdown."""

    key: str

    @property
    def pitch(self) -> Pitch: ...

    house_options: tuple[str, ...]
    """The table options that apply to this game (bot/engine/house_rules.py)."""
    many: bool
    """Whether a turn is a sheet with one line a unit, filled in bit by bit."""
    by_lot: bool
    """Whether the rules draw the seats by lot, so that nobody chooses one."""
    silent: bool
    """Whether silence is part of the rules: no letters, and the channel is read-only for the players."""
    rulings: Mapping[str, str]
    """The game master's rulings in words, by the first word of a ruling (`Game.rulings`); {} if there are
    none."""
    alike: Pattern[str]
    """Found in a line, in lower case, that was meant as an order of this game, right or wrong: a player of
    several games who mistypes an order then reads the reason of that game."""
    setup_words: tuple[str, ...]
    """First words of set-up orders, which cannot be given ahead."""
    ahead_words: tuple[str, ...]
    """First words of orders that may be given ahead where a turn is a sheet: choices after the turn."""
    odds: frozenset[str]
    """The words of `marks` that tell how an attack ends."""

    def seat_name(self, seat: Seat) -> str:
        """Return a seat's name for people: "Dark Air"."""

    def option_lines(self, options: Options) -> list[str]:
        """Return the options that a player must know, a line each."""

    def phase_line(self, view: Any) -> str:
        """Return what the game waits for, without users' names: "Dark to move · round 3"."""

    def to_move(self, view: Any) -> str:
        """Return whose turn it is, "Dark to move"; in a secret phase, what all do in it."""

    def aside(self, view: Any) -> str:
        """Return the rest of `phase_line`, for posts that call who is next: the round, offers; "" nothing."""

    def task(self, view: Any) -> str:
        """Tell the view's seat what to do now, in one or two sentences, with an example."""

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """Tell what happened, a line for each thing. names: each seat with its player"""

    def news(self, seat: Seat, view: Any, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """Tell what happened to one seat, for its private message: at most 12 lines, [] if nothing did."""

    def summary(self, view: Any, events: Sequence[Event]) -> str:
        """Return the block that ends a turn's report, for example the star table; "" if there is none."""

    def details(
        self, view: Any, events: Sequence[Event], orders: Mapping[Seat, Sequence[str]]
    ) -> Sequence[Page]:
        """Return what a turn's report leaves out, for its **Details** button; () if it tells everything.

        orders: of the turn, as texts: where a turn is sealed all are public after it"""

    def forgotten(self, view: Any, draft: Sequence[Any]) -> Sequence[str]:
        """Return the units that the view's seat was meant to order, and has not: it is asked before it is
        ready."""

    def standing(self, view: Any) -> Mapping[Seat, str]:
        """Return how each seat stands, in a few words for the list of players; {} if the picture says it
        all."""

    def why(self, view: Any, events: Sequence[Event], unit: str) -> list[str]:
        """Explain what happened to a unit in these events, or what was fought in a space: the powers on both
        sides, and where each point came from. unit: as people write it, "3" of the view's own seat, "hamblet
        3" or "red hook". Raises NotUnderstoodError; [] if the game has nothing to explain."""

    def units(self, view: Any, events: Sequence[Event], typed: str) -> list[Choice]:
        """List units that `why` can explain, then spaces, for autocomplete: at most 25."""

    def sheet(self, view: Any, draft: Sequence[Any]) -> list[str]:
        """Return the order sheet of the view's seat, a line for each unit; [] if a turn is one order, which
        `describe` tells."""

    def focus(self, view: Any, zoom: str, mine: bool) -> tuple[str, ...]:
        """Return the spaces to crop the board to: around the one that `zoom` names, or the seat's own front;
        () for the whole board. Raises NotUnderstoodError with near-misses."""

    def places(self, view: Any, typed: str) -> list[Choice]:
        """List spaces by the beginning of their names, for autocomplete: at most 25."""

    def suggest(self, view: Any, draft: Sequence[Any], legal: Sequence[Any], typed: str) -> list[Choice]:
        """List at most 25 orders that fit what is typed so far. A value is what the option then holds: at
        most 100 characters."""

    def describe(self, view: Any, order: Any) -> str:
        """Return an order in words: "Amphibian e7 to e6"."""

    def spelled(self, orders: str) -> str:
        """Return canonical orders as people read them, with the names of spaces; who writes them so is
        understood, too."""

    def heard(self, order: Any) -> str:
        """Return an order as everybody sees it carried out, for conditions of orders given ahead: two that
        look the same on the board have the same text."""

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        """Return examples of orders that a seat may give ahead: choices; or another's turn, an answer to it,
        and the turn after that. They are well-formed, but maybe not legal."""

    def lasts(self, order: Any) -> bool:
        """Return whether an order given ahead means the same in later turns."""

    def menus(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[MenuStep, ...]:
        """Return the menus of the order desk. picked: the value chosen in a "pick" step, or """ ""

    def touched(self, view: Any, value: str) -> str:
        """Return the value of a menu with the names of units replaced by the spaces in which they stand: the
        last space in it is the one that one touches for it."""

    def order_text(self, view: Any, values: Sequence[str]) -> str:
        """Return the order made of the values chosen in a "give" step; "" if none are chosen."""

    def taps(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[tuple[Tap, ...], ...]:
        """Return rows of buttons for below the menus: at most five a row, and four rows with the menus."""

    def tapped(self, view: Any, draft: Sequence[Any], value: str) -> str:
        """Return the orders made by a `Tap` or the value of a "lead" step; "" if nothing is ordered."""

    def progress(self, view: Any, draft: Sequence[Any], picked: str) -> str:
        """Describe an unfinished order on the desk, which cannot be sent yet; "" if there is none."""

    def preview(self, view: Any, draft: Sequence[Any], picked: str) -> Sequence[Any]:
        """Return what the desk's picture shows as ordered: the draft, or an unfinished order."""

    def example(self, view: Any) -> str:
        """Return orders that one might write now, for hints; "" if any legal one will do."""

    def marks(self, view: Any, picked: str) -> Mapping[Any, str]:
        """Return what to mark in the desk's picture while a piece is picked, by space."""

    def frame(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[str, ...]:
        """Return the spaces to crop the desk's picture to while a piece is picked or ordered; () for the
        whole board."""

    def named(self, view: Any, said: str) -> tuple[str, ...]:
        """Return the spaces to crop a picture to so that whatever a text or an order names is well seen; ()
        for the whole board."""

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        """Return how the game ended, in one line. names: of whom to congratulate, if they have won"""

    def score(self, view: Any) -> str:
        """Return how the sides stand, in a line; "" in games in which nothing is counted."""

    def place_word(self, outcome: Outcome, seat: Seat) -> str:
        """Return a seat's place for the final table: "2", or a word if the rules give it no number."""

    def pages(self) -> tuple[Page, ...]:
        """Return the pages of the rules."""


class Plain:
    """The defaults of most presenters: a desk with menus alone, seats named after their keys."""

    key: str
    setup_words: tuple[str, ...] = ()
    ahead_words: tuple[str, ...] = ()
    odds: frozenset[str] = frozenset()

    @property
    def pitch(self) -> Pitch:
        return Pitch(*text.PITCHES[self.key])

    def seat_name(self, seat: Seat) -> str:
        return seat_name(seat)

    def to_move(self, view: Any) -> str:
        raise NotImplementedError

    def aside(self, view: Any) -> str:
        return ""

    def phase_line(self, view: Any) -> str:
        return " · ".join(filter(None, (self.to_move(view), self.aside(view))))

    def taps(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[tuple[Tap, ...], ...]:
        return ()

    def tapped(self, view: Any, draft: Sequence[Any], value: str) -> str:
        return ""

    def touched(self, view: Any, value: str) -> str:
        return value

    def progress(self, view: Any, draft: Sequence[Any], picked: str) -> str:
        return ""

    def preview(self, view: Any, draft: Sequence[Any], picked: str) -> Sequence[Any]:
        return draft

    def example(self, view: Any) -> str:
        return ""

    def spelled(self, orders: str) -> str:
        return orders

    def heard(self, order: Any) -> str:
        return str(order)

    def lasts(self, order: Any) -> bool:
        return True

    def named(self, view: Any, said: str) -> tuple[str, ...]:
        return ()

    def score(self, view: Any) -> str:
        return ""

    def place_word(self, outcome: Outcome, seat: Seat) -> str:
        return str(outcome.places[seat])

    def pages(self) -> tuple[Page, ...]:
        return rule_pages(self.key)


class OneOrder(Plain):
    """The defaults of games in which a turn is one order, and that have no options for the table."""

    house_options: tuple[str, ...] = ()
    many = False
    by_lot = False
    silent = False
    rulings: Mapping[str, str] = MappingProxyType({})

    def why(self, view: Any, events: Sequence[Event], unit: str) -> list[str]:
        return []

    def details(
        self, view: Any, events: Sequence[Event], orders: Mapping[Seat, Sequence[str]]
    ) -> Sequence[Page]:
        return ()

    def forgotten(self, view: Any, draft: Sequence[Any]) -> Sequence[str]:
        return ()

    def units(self, view: Any, events: Sequence[Event], typed: str) -> list[Choice]:
        return []

    def sheet(self, view: Any, draft: Sequence[Any]) -> list[str]:
        return []

    def frame(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[str, ...]:
        return ()

    def order_text(self, view: Any, values: Sequence[str]) -> str:
        return values[0] if values else ""


# -- phrases and orders of suggestions


def declaration(order: Declare, draw: str = text.TO_DRAW) -> str:
    """Describe a declaration among orders. draw: what one of a draw is called"""
    return draw if order.what == "draw" else text.TO_CONCEDE


def victory(winner: str, why: str, players: Iterable[str]) -> str:
    """Say who won, why, and congratulate.

    >>> victory("Red", "its Base is the last one", ["Ann"])
    '**Red wins:** its Base is the last one. Congratulations, Ann!'
    """
    return congratulated(text.WINS(winner=winner, why=why), players)


def congratulated(result: str, players: Iterable[str]) -> str:
    """Add congratulations to a result; where there is nobody to congratulate, none."""
    told = listing(players, "and")
    return f"{result} {text.CONGRATULATIONS(players=told)}" if told else result


def declared(event: Event, names: Mapping[Seat, str]) -> str:
    """Tell what was declared, or has lapsed; "" for any other event.

    >>> declared(DrawOffered(seat="red", missing=("blue",)), {"red": "Ann", "blue": "Ben"})
    'Ann offers a draw. Ben can accept it.'
    """
    match event:
        case DrawOffered(seat=seat, missing=()):
            return text.DRAW_AGREED(player=names[seat])
        case DrawOffered(seat=seat, missing=missing):
            others = listing([names[other] for other in missing], "and")
            return text.DRAW_OFFERED(player=names[seat], others=others)
        case DrawLapsed():
            return text.DRAW_LAPSED
        case Conceded(seat=seat):
            return text.CONCEDED(player=names[seat])
        case _:
            return ""


def seats_named(told: str, names: Mapping[Seat, str]) -> str:
    """Put names in the place of the seats' keys in a reason or a warning of the rules. A black star stays
    one, and so does anything in code.

    >>> seats_named("not your turn: black to move", {"black": "Black"})
    'not your turn: Black to move'
    >>> seats_named("a Navy can't enter a black star", {"black": "Black"})
    "a Navy can't enter a black star"
    >>> seats_named("d4 is north's", {"north": "North"})
    "d4 is North's"
    """
    if not names:
        return told
    words = "|".join(re.escape(seat) for seat in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w`-])({words})(?![\w-]| stars?\b)", lambda found: names[found[1]], told)


def by_turns(ranks: Mapping[int, Mapping[str, Sequence[T]]]) -> list[T]:
    """Merge suggestions by rank and unit into one list: of each rank every unit's first, then every unit's
    second, …

    >>> by_turns({5: {"a": [6]}, 1: {"a": [1, 2, 3], "b": [4]}})
    [1, 4, 2, 3, 6]
    """
    found: list[T] = []
    for rank in sorted(ranks):
        queues = [list(orders) for orders in ranks[rank].values()]
        while queues:
            found += [queue.pop(0) for queue in queues]
            queues = [queue for queue in queues if queue]
    return found
