"""What a course must teach: every piece and kind of order of its game, and the rules that a player needs.

Each game has a module `words_<game>.py` with `TAUGHT`: every word that `Lesson.teaches` may have, each
with a proof, what must really occur in a lesson that says that it teaches this; each must be in some lesson.
`UNTAUGHT` there has the types of events that happen in no solution: all others do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.lesson import Lesson


@dataclass(frozen=True)
class Shown:
    """What occurs in a lesson that is solved as its file says.

    states: the positions at the beginning of each task and at the end, as `Game.dump` writes them
    orders: the orders of the solutions, each by itself;  wrong: those that are listed as wrong, as written
    events: what happened, as JSON values, in the answers and the replies to them
    """

    lesson: Lesson
    states: tuple[Mapping[str, Any], ...]
    orders: tuple[str, ...]
    wrong: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...]


Proof = Callable[[Shown], bool]


def piece(letter: str) -> Proof:
    """Such a piece stands on the board."""
    return lambda shown: any(
        letter in pieces.values() for state in shown.states for pieces in state["pieces"].values()
    )


def order(pattern: str) -> Proof:
    """An order of a solution has that form."""
    return Form(pattern)


@dataclass(frozen=True)
class Form:
    """The form of an order, as a regular expression."""

    pattern: str

    def __call__(self, shown: Shown) -> bool:
        return any(re.fullmatch(self.pattern, each) for each in shown.orders)


@dataclass(frozen=True)
class Listed(Form):
    """The form of an order that is listed as wrong."""

    def __call__(self, shown: Shown) -> bool:
        return any(re.fullmatch(self.pattern, each) for each in shown.wrong)


def event(kind: str, **fields: Any) -> Proof:
    """Such an event happens."""
    wanted = {"type": kind, **fields}
    return lambda shown: any(wanted.items() <= each.items() for each in shown.events)


def option(key: str, *values: Any) -> Proof:
    """The lesson's game is played with that option."""
    return lambda shown: any(state["options"][key] in values for state in shown.states)


def refused(shown: Shown) -> bool:
    """An answer that the rules refuse is explained."""
    return any(wrong.refused for step in shown.lesson.steps for wrong in step.wrong)


def said(*words: str) -> Proof:
    """The lesson's text, or what it says to a right answer, has these words: the rule needs nothing else."""

    def proof(shown: Shown) -> bool:
        told = " ".join([shown.lesson.text, *(step.right for step in shown.lesson.steps)])
        return all(word in told for word in words)

    return proof


def both(*proofs: Proof) -> Proof:
    return lambda shown: all(proof(shown) for proof in proofs)


NOTATION: Mapping[str, str] = {
    "cic": "Commander-In-Chief",
    "newyork2047": "New York 2047",
    "nme": "NME and Protect the Ally",
    "ww3": "WW3: Military Chess",
    "nemein": "Nemein",
}
"""By game: the section of docs/order-notation.md with its orders."""
