"""What the games' pictures in words have in common."""

from __future__ import annotations

from collections.abc import Iterable

from maps.canvas import clean

LONGEST = 1024
"""Discord's limit for an attachment's description."""


def joined(sentences: Iterable[str]) -> str:
    """One text of at most `LONGEST` characters, cut with "…".

    >>> joined(["Draw.", "By agreement."])
    'Draw. By agreement.'
    """
    text = " ".join(sentences)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def titled(title: str, caption: str) -> str:
    """What the picture is of.

    >>> titled("NME", "k7f3 · turn 2"), titled("NME", "")
    ('NME, k7f3 · turn 2', 'NME')
    """
    said = clean(caption)
    return f"{title}, {said}" if said else title


def called(side: str, player: str, most: int = 24) -> str:
    """A side with who plays it, in at most so many characters.

    >>> called("Red", "Ann"), called("Red", "Red")
    ('Red (Ann)', 'Red')
    """
    return side if player == side else f"{side} ({player[:most].rstrip()})"
