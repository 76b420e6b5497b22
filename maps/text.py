"""Text that the pictures of several games share: descriptions, names, reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.game import Seat
from maps.canvas import clean

MAX_LENGTH = 1024
"""Discord's limit for an attachment's description, in characters."""
PLACES = ("", "1st", "2nd", "3rd", "4th", "5th")


def joined(sentences: Iterable[str]) -> str:
    """Join sentences to a text of at most `MAX_LENGTH` characters, cut with "…".

    >>> joined(["Draw.", "By agreement."])
    'Draw. By agreement.'
    """
    text = " ".join(sentences)
    return text if len(text) <= MAX_LENGTH else text[: MAX_LENGTH - 1] + "…"


def titled(title: str, caption: str) -> str:
    """Return a title with the caption, if there is one.

    >>> titled("NME", "k7f3 · turn 2"), titled("NME", "")
    ('NME, k7f3 · turn 2', 'NME')
    """
    said = clean(caption)
    return f"{title}, {said}" if said else title


def player_name(names: Mapping[Seat, str] | None, seat: Seat, fallback: str = "") -> str:
    """Return a player's name as the fonts can write it, or the fallback."""
    return clean((names or {}).get(seat, ""), fallback)


def called(side: str, player: str, most: int = 24) -> str:
    """Return a side with its player, whose name is cut to `most` characters.

    >>> called("Red", "Ann"), called("Red", "Red")
    ('Red (Ann)', 'Red')
    """
    return side if player == side else f"{side} ({player[:most].rstrip()})"


def reason_text(reasons: Mapping[str, str], key: str) -> str:
    """Return why a game ended, with a capital; an unknown key is spelled out.

    >>> reason_text({"agreed": "by agreement"}, "agreed"), reason_text({}, "no_moves")
    ('By agreement', 'No moves')
    """
    reason = reasons.get(key, key.replace("_", " "))
    return f"{reason[0].upper()}{reason[1:]}"


def is_near(count: int, limit: int) -> bool:
    """Return whether three fifths of a limit are used up; 0 is no limit."""
    return limit > 0 and 5 * count >= 3 * limit


def private_orders(draft: Iterable[object]) -> list[str]:
    """Return the sentence about the viewer's own orders, none if there are none."""
    told = "; ".join(map(str, draft))
    return [f"Your order, seen by nobody else: {told}."] if told else []
