"""All games: names, reasons and offers, in pictures and in posts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.text import Text, listing
from maps.canvas import clean

MAX_LENGTH = 1024
"""Discord's limit for an attachment's description, in characters."""
PLACES = ("", "1st", "2nd", "3rd", "4th", "5th")

OPENING_CAPTION = "the opening"
OPENING = Text("{game} before the first turn.", game="NME")
OPENING_EXAMPLE = Text(
    "{game} before the first turn, with example set-ups; real ones stay secret until all are ready.",
    game="Nemein",
)


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


def seat_name(seat: Seat) -> str:
    """Return a seat's name for people.

    >>> seat_name("hamblet"), seat_name("dark-air")
    ('Hamblet', 'Dark Air')
    """
    return seat.replace("-", " ").title()


def called(side: str, player: str, most: int = 24) -> str:
    """Return a side with its player, whose name is cut to `most` characters.

    >>> called("Red", "Ann"), called("Red", "Red")
    ('Red (Ann)', 'Red')
    """
    return side if player == side else f"{side} ({player[:most].rstrip()})"


def capitalized(text: str) -> str:
    """Return a text that begins with a capital; the rest stays as it is.

    >>> capitalized("the Base fell"), capitalized("")
    ('The Base fell', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a game ended. Braces name facts that the end of a game adds.

    short: in a picture;  long: in a post, "" if that says the same
    """

    short: str
    long: str = ""


def reason_text(reasons: Mapping[str, Reason], key: str, **facts: object) -> str:
    """Return why a game ended as its picture says it, with a capital; an unknown key is spelled out.

    >>> reason_text({"agreed": Reason("by agreement")}, "agreed"), reason_text({}, "no_moves")
    ('By agreement', 'No moves')
    """
    return capitalized(_reason(reasons, key).short.format_map(facts))


def long_reason(reasons: Mapping[str, Reason], key: str, **facts: object) -> str:
    """Return why a game ended as a post says it, within a sentence; an unknown key is spelled out.

    >>> long_reason({"conceded": Reason("conceded", "{loser} gave up")}, "conceded", loser="Black")
    'Black gave up'
    """
    reason = _reason(reasons, key)
    return (reason.long or reason.short).format_map(facts)


def _reason(reasons: Mapping[str, Reason], key: str) -> Reason:
    return reasons.get(key) or Reason(key.replace("_", " "))


def offer_text(seats: Sequence[str], one: str = "offers", many: str = "offer") -> str:
    """Return whose offers of a draw stand, by name; "" if nobody's. one, many: the verb

    >>> offer_text(["Red"]), offer_text(["Red", "Blue"]), offer_text([])
    ('Red offers a draw', 'Red and Blue offer a draw', '')
    """
    return f"{listing(seats, 'and')} {one if len(seats) == 1 else many} a draw" if seats else ""


def quiet_text(count: int, limit: int, unit: str = "rounds") -> str:
    """Return how far a limit of rounds or turns in which nothing happened is used up.

    >>> quiet_text(30, 50)
    'Quiet rounds: 30 of 50'
    """
    return f"Quiet {unit}: {count} of {limit}"


def is_near(count: int, limit: int) -> bool:
    """Return whether three fifths of a limit are used up; 0 is no limit."""
    return limit > 0 and 5 * count >= 3 * limit


def private_orders(draft: Iterable[object]) -> list[str]:
    """Return the sentence about the viewer's own orders, none if there are none."""
    told = "; ".join(map(str, draft))
    return [f"Your order, seen by nobody else: {told}."] if told else []
