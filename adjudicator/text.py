"""Help for reading what people type."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


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
