"""Flips and rolls as a short animation: a GIF that plays once and rests on the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.chance import CoinFlip, Die, in_words
from adjudicator.game import Event, Seat
from adjudicator.nemein import events as nemein
from adjudicator.text import listing
from adjudicator.ww3 import events as ww3
from maps.chance.coin import Coin
from maps.chance.gif import encode
from maps.chance.scene import Scene, Thrown, Words


def thrown(events: Sequence[Event]) -> list[Thrown]:
    """The flips and rolls among events; lots have words enough."""
    return [event for event in events if isinstance(event, (CoinFlip, Die))]


def draw(
    game: str,
    view: Any,
    *,
    events: Sequence[Event],
    seats: Mapping[Seat, str],
    names: Mapping[Seat, str],
    caption: str = "",
) -> bytes:
    """The GIF of every flip and roll in `events` (at least one), which are those of one step.

    view: what everyone may know, for the coin's currency; seats, names: the seats and their players in words
    """
    words = Words(seats, names, caption, verdict(events, seats))
    scene = Scene(thrown(events), words, coins(game, view))
    return encode(list(scene.frames()), scene.palette)


def alt(events: Sequence[Event], seats: Mapping[Seat, str]) -> str:
    """The results in words, in their order."""
    return f"{listing([told(one, seats) for one in thrown(events)], 'and')}."


def told(one: Thrown, seats: Mapping[Seat, str]) -> str:
    """
    >>> told(CoinFlip(n=5, heads=True, seat="south"), {"south": "South"})
    'flip #5 for South: heads'
    >>> told(Die(n=0, value=4), {})
    'roll #0: 4'
    """
    kind, result = in_words(one)
    whose = f" for {seats.get(one.seat, one.seat)}" if one.seat is not None else ""
    return f"{kind} #{one.n}{whose}: {result}"


def coins(game: str, view: Any) -> Callable[[Seat | None], Coin]:
    """The coin that is flipped for a seat; what is flipped for nobody is south's."""
    if game != "nemein":
        return lambda seat: Coin()
    currency: Mapping[Seat, str] = view.options["currency"]
    return lambda seat: Coin(currency[seat or "south"], seat)


def verdict(events: Sequence[Event], seats: Mapping[Seat, str]) -> str:
    """What the newest flip or the last roll decided, in a few words; "" if that is not said in these events.

    What decides is told by the rules right behind the result: who begins, or how an attack ended.
    """
    newest = max((at for at, one in enumerate(events) if isinstance(one, (CoinFlip, Die))), default=-1)
    for event in events[newest + 1 : newest + 2]:
        if isinstance(event, (ww3.Begins, nemein.Begins)):
            return f"{seats.get(event.seat, event.seat)} begins"
        if isinstance(event, nemein.Won):
            return f"{seats.get(event.seat, event.seat)} takes {event.target}"
        if isinstance(event, nemein.Repelled):
            return f"{seats.get(event.seat, event.seat)} loses the attack on {event.target}"
    return ""
