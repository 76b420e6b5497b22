"""What the games' pictures in words have in common."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 1024
"""Discord's limit for an attachment's description."""


def joined(sentences: Iterable[str]) -> str:
    """One text of at most `LONGEST` characters, cut with "…".

    >>> joined(["Draw.", "By agreement."])
    'Draw. By agreement.'
    """
    text = " ".join(sentences)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
