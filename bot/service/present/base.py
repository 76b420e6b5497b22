"""What a game owes to the bot besides its rules: names, words and menus. Takes views, never states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from adjudicator.game import Event, Options, Outcome, Seat
from bot.service.message import Choice


@dataclass(frozen=True, slots=True)
class MenuStep:
    """One menu of the order desk.

    act:     "pick": the value chosen opens the next step; "give": the values are an order
    prefix:  "give" with several values: the order is prefix + the values with spaces
    none:    "give" with no value chosen: the order that it then is
    """

    act: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    text: str


class Presenter(Protocol):
    """One game's words. Every text is for people, short, in Markdown that Discord shows."""

    key: str

    def seat_name(self, seat: Seat) -> str: ...

    def option_lines(self, options: Options) -> list[str]:
        """The options that a player must know, a line each."""

    def phase_line(self, view: Any) -> str:
        """What the game waits for, without names of users: "Round 3, Dark to move"."""

    def task(self, view: Any) -> str:
        """What the view's seat has to do now, in one or two sentences, with an example."""

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        """What happened, a line for each thing. `names` has each seat with its player."""

    def describe(self, view: Any, order: Any) -> str:
        """An order in words: "Amphibian e7 to e6"."""

    def menus(self, view: Any, draft: Sequence[Any], picked: str) -> tuple[MenuStep, ...]:
        """The menus of the order desk, `picked` being the value chosen in a "pick" step or ""."""

    def order_text(self, view: Any, values: Sequence[str]) -> str:
        """The order that the values chosen in a "give" step make."""

    def marks(self, view: Any, picked: str) -> Mapping[int, str]:
        """What to mark in the desk's picture while a piece is picked."""

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        """How the game ended, in one line."""

    def pages(self) -> tuple[Page, ...]:
        """The rules, in pages of at most 1900 characters."""
