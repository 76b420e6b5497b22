"""Flips and rolls as a short animation: its words. animation.py draws it, in workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from adjudicator.chance import CoinFlip, Die
from adjudicator.game import Event, Seat
from adjudicator.nemein import events as nemein
from adjudicator.text import listing
from adjudicator.ww3 import events as ww3
from maps.chance import text

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
    """Return in words what is flipped or rolled, and what for. What comes out is told after it has landed."""
    found = thrown(events)
    rolled = list(dict.fromkeys(seats.get(one.seat, one.seat) for one in found if one.seat is not None))
    first = any(isinstance(event, (ww3.Begins, nemein.Begins)) for event in events)
    if any(isinstance(one, Die) for one in found):
        return text.ALT_ROLL_FOR_FIRST(seats=listing(rolled, "and")) if first and rolled else text.ALT_ROLLS
    attack = _attack(events)
    if attack is not None:
        return text.ALT_FLIP_FOR_TILE(seat=seats.get(attack.seat, attack.seat), target=attack.target)
    return text.ALT_FLIP_FOR_FIRST if first else text.ALT_FLIPS


def stake(events: Sequence[Event], seats: Mapping[Seat, str], first: Seat) -> str:
    """Return what is flipped or rolled for; "" if these events do not say. first: the seat of heads"""
    attack = _attack(events)
    if attack is not None:
        return text.FLIP_FOR_TILE(seat=seats.get(attack.seat, attack.seat), target=attack.target)
    if any(isinstance(event, nemein.Begins) for event in events):
        return text.FLIP_FOR_FIRST(seat=seats.get(first, first))
    if any(isinstance(event, ww3.Begins) for event in events):
        return text.ROLL_FOR_FIRST
    return ""


def _attack(events: Sequence[Event]) -> nemein.Attacked | None:
    """Return the newest attack that a flip decides."""
    found = [event for event in events if isinstance(event, nemein.Attacked) and not event.sure]
    return found[-1] if found else None


def verdict(events: Sequence[Event], seats: Mapping[Seat, str]) -> str:
    """Return what the newest flip or roll decided, in a few words; "" if these events do not say.

    The rules tell it right behind the result: who begins, or how an attack ended.
    """
    newest = max((at for at, one in enumerate(events) if isinstance(one, (CoinFlip, Die))), default=-1)
    for event in events[newest + 1 : newest + 2] if newest >= 0 else ():
        if isinstance(event, (ww3.Begins, nemein.Begins)):
            return text.BEGINS(seat=seats.get(event.seat, event.seat))
        if isinstance(event, nemein.Won):
            return text.TAKES(seat=seats.get(event.seat, event.seat), target=event.target)
        if isinstance(event, nemein.Repelled):
            return text.LOSES(seat=seats.get(event.seat, event.seat), target=event.target)
    return ""
