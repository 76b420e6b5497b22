"""Help for reading what people type."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def lines(text: str) -> list[str]:
    """The orders in a message: split at line ends and ``;``, spaces tidied, empty ones dropped.

    >>> lines("  E1-e2 ;; draw\\n")
    ['E1-e2', 'draw']
    """
    parts = text.replace(";", "\n").replace("\r", "\n").split("\n")
    return [tidy for part in parts if (tidy := " ".join(part.split()))]


def nearest(word: str, words: Iterable[str], most: int = 3) -> list[str]:
    """What the writer may have meant, best first.

    >>> nearest("conceed", ["concede", "draw"])
    ['concede']
    """
    return difflib.get_close_matches(word.lower(), list(words), n=most, cutoff=0.6)


def listing(words: Iterable[str], last: str = "or") -> str:
    """Words as people list them.

    >>> listing(["e2"]), listing(["e2", "f1", "f2"])
    ('e2', 'e2, f1 or f2')
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def article(noun: str) -> str:
    """The noun with "a" or "an".

    >>> article("Amphibian"), article("Tank")
    ('an Amphibian', 'a Tank')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def counted(n: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "round"), counted(40, "round")
    ('1 round', '40 rounds')
    """
    return f"{n} {noun}{'' if n == 1 else 's'}"
