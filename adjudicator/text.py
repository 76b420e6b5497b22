"""Sentences that people read, and help for reading what they type."""

from __future__ import annotations

import difflib
import gettext
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_PLURAL = gettext.c2py("n != 1")
"""Which form goes with a number, as a translation's Plural-Forms line says it."""


class Text:
    """A sentence that people read, with named values and a sample of each.

    `{n:unit|units}` takes the form that goes with a number. Calling a text fills it in; it raises TypeError
    unless each value is given and no other. All of them stand in modules called `text`, whole sentences,
    never parts of one; `docs/messages.md` shows them with their samples.

    >>> LEFT = Text("{seat} has {n} {n:unit|units} left.", seat="Greene", n=2)
    >>> LEFT(seat="Papst", n=1), LEFT.sample
    ('Papst has 1 unit left.', 'Greene has 2 units left.')
    """

    __slots__ = ("samples", "template")

    def __init__(self, template: str, /, **samples: object) -> None:
        """Raises ValueError unless there is a sample for each name in the template."""
        named = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
        if named != samples.keys():
            raise ValueError(f"{template!r} needs samples of {sorted(named)}, and has {sorted(samples)}")
        self.template = template
        self.samples: Mapping[str, object] = samples

    def __call__(self, **values: object) -> str:
        if values.keys() != self.samples.keys():
            raise TypeError(f"{self.template!r} wants {sorted(self.samples)}, and was given {sorted(values)}")
        return _FORMATTER.vformat(self.template, (), values)

    def __repr__(self) -> str:
        return f"Text({self.template!r})"

    @property
    def sample(self) -> str:
        """The sentence with its sample values."""
        return self(**self.samples)


class _Formatter(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return format_spec.split("|")[_PLURAL(value)]
        return str(super().format_field(value, format_spec))

    def check_unused_args(
        self, used_args: set[int | str], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        return


_FORMATTER = _Formatter()


def lines(text: str) -> list[str]:
    """Split a message into orders: split at line ends and ``;``, spaces tidied, empty ones dropped.

    >>> lines("  E1-e2 ;; draw\\n")
    ['E1-e2', 'draw']
    """
    parts = text.replace(";", "\n").replace("\r", "\n").split("\n")
    return [tidy for part in parts if (tidy := " ".join(part.split()))]


def nearest(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """List what the writer may have meant, best first.

    >>> nearest("conceed", ["concede", "draw"])
    ['concede']
    """
    return difflib.get_close_matches(word.lower(), list(words), n=most, cutoff=0.6)


def listing(words: Iterable[str], last: str = "or") -> str:
    """List words as people do.

    >>> listing(["e2"]), listing(["e2", "f1", "f2"])
    ('e2', 'e2, f1 or f2')
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def article(noun: str) -> str:
    """Put "a" or "an" before a noun.

    >>> article("Amphibian"), article("Tank")
    ('an Amphibian', 'a Tank')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(n: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "round"), counted(40, "round")
    ('1 round', '40 rounds')
    """
    return f"{n} {noun}{'' if n == 1 else 's'}"


# -- What all games say: orders

NOT_IN_GAME = Text("{seat} doesn't play in this game", seat="olive")
IS_OUT = Text("{seat} is out", seat="gray")
GAME_OVER = "the game is over"
NO_ORDER = "no order given"
ONE_ORDER = Text("one order a turn: you already gave {first}", first="e7-e6")
TWICE = "you wrote it twice"
CONCEDE_ALONE = "write nothing else with it"
NOT_DECLARED = "you can only declare draw or concede"
DRAW_OFFERED = "you've already offered a draw: waiting for the others"
HAS_NOT_ORDERED = Text("{seat} hasn't given an order yet", seat="light")

# -- What all games say: options

NO_OPTION = "there's no such option"
NOT_A_NUMBER = Text("{value} isn't a number from {least} to {most}", value=99, least=0, most=50)
NOT_A_CHOICE = Text("{value} isn't one of its values", value="'maybe'")
NOT_A_SIDE = Text("{value} isn't a side", value="'red'")
NOT_A_GAME = Text("there's no game {value}", value="'chess'")
