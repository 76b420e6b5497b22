"""Phrases and orders of suggestions that the presenters of several games share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from adjudicator.base_game import Conceded, DrawLapsed, DrawOffered
from adjudicator.game import Declare, Event, Seat
from adjudicator.text import listing

T = TypeVar("T")
GAME_OVER = "The game is over"
NOTHING_OWED = "You owe no order now."


def declaration(order: Declare, draw: str = "offer or accept a draw") -> str:
    """Describe a declaration among orders. draw: what one of a draw is called"""
    return draw if order.what == "draw" else "concede the game"


def victory(winner: str, why: str, players: Iterable[str], verb: str = "wins") -> str:
    """Say who won, why, and congratulate.

    >>> victory("Red", "its Base is the last one", ["Ann"])
    '**Red wins:** its Base is the last one. Congratulations, Ann!'
    """
    return f"**{winner} {verb}:** {why}. Congratulations, {listing(players, 'and')}!"


def declared(event: Event, names: Mapping[Seat, str]) -> str:
    """Tell what was declared, or has lapsed; "" for any other event.

    >>> declared(DrawOffered(seat="red", missing=("blue",)), {"red": "Ann", "blue": "Ben"})
    'Ann offers a draw. To agree: Ben.'
    """
    match event:
        case DrawOffered(seat=seat, missing=()):
            return f"{names[seat]} agrees to the draw."
        case DrawOffered(seat=seat, missing=missing):
            return f"{names[seat]} offers a draw. To agree: {listing([names[s] for s in missing], 'and')}."
        case DrawLapsed():
            return "The draw offer has lapsed."
        case Conceded(seat=seat):
            return f"{names[seat]} concedes."
        case _:
            return ""


def seats_named(text: str, names: Mapping[Seat, str]) -> str:
    """Put names in the place of the seats' keys in a reason or a warning of the rules. A black star stays
    one, and so does anything in code.

    >>> seats_named("it is not your turn, black is to move", {"black": "Black"})
    'it is not your turn, Black is to move'
    >>> seats_named("a Navy never enters a black star", {"black": "Black"})
    'a Navy never enters a black star'
    >>> seats_named("what stands on d4 is north's", {"north": "North"})
    "what stands on d4 is North's"
    """
    if not names:
        return text
    words = "|".join(re.escape(seat) for seat in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w`-])({words})(?![\w-]| stars?\b)", lambda found: names[found[1]], text)


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
