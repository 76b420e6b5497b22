"""Flips and rolls as a short animation: its words. animation.py draws it, in workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from adjudicator.chance import CoinFlip, Die, in_words
from adjudicator.game import Event, Seat
from adjudicator.nemein import events as nemein
from adjudicator.text import listing
from adjudicator.ww3 import events as ww3

Thrown: TypeAlias = CoinFlip | Die
Act: TypeAlias = tuple[Thrown, ...]
"""What moves together: dice of one round, or one coin."""


def thrown(events: Sequence[Event]) -> list[Thrown]:
    """Return the flips and rolls among events; lots have words enough."""
    return [event for event in events if isinstance(event, (CoinFlip, Die))]


def acts(thrown: Sequence[Thrown]) -> list[Act]:
    """Group what moves together: dice of one round; a seat that rolls again begins the next round."""
    found: list[list[Thrown]] = []
    for one in thrown:
        newest = found[-1] if found else []
        together = (
            isinstance(one, Die)
            and bool(newest)
            and all(isinstance(other, Die) for other in newest)
            and one.seat not in {other.seat for other in newest if one.seat is not None}
            and len(newest) < 4
        )
        if together:
            newest.append(one)
        else:
            found.append([one])
    return [tuple(act) for act in found]


def alt(events: Sequence[Event], seats: Mapping[Seat, str]) -> str:
    """Return the results in words, in their order."""
    return f"{listing([told(one, seats) for one in thrown(events)], 'and')}."


def told(one: Thrown, seats: Mapping[Seat, str]) -> str:
    """Return one result in words.

    >>> told(CoinFlip(n=5, heads=True, seat="south"), {"south": "South"})
    'flip #5 for South: heads'
    >>> told(Die(n=0, value=4), {})
    'roll #0: 4'
    """
    kind, result = in_words(one)
    whose = f" for {seats.get(one.seat, one.seat)}" if one.seat is not None else ""
    return f"{kind} #{one.n}{whose}: {result}"


def verdict(events: Sequence[Event], seats: Mapping[Seat, str]) -> str:
    """Return what the newest flip or roll decided, in a few words; "" if these events do not say.

    The rules tell it right behind the result: who begins, or how an attack ended.
    """
    newest = max((at for at, one in enumerate(events) if isinstance(one, (CoinFlip, Die))), default=-1)
    for event in events[newest + 1 : newest + 2] if newest >= 0 else ():
        if isinstance(event, (ww3.Begins, nemein.Begins)):
            return f"{seats.get(event.seat, event.seat)} begins"
        if isinstance(event, nemein.Won):
            return f"{seats.get(event.seat, event.seat)} takes {event.target}"
        if isinstance(event, nemein.Repelled):
            return f"{seats.get(event.seat, event.seat)} loses the attack on {event.target}"
    return ""
