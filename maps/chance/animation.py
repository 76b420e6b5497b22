"""Flips and rolls as a GIF that plays once and rests on the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.game import Event, Seat
from maps.chance import thrown, verdict
from maps.chance.coin import Coin
from maps.chance.gif import encode
from maps.chance.scene import ThrowScene, Words


def draw(
    game: str,
    view: Any,
    *,
    events: Sequence[Event],
    seats: Mapping[Seat, str],
    names: Mapping[Seat, str],
    caption: str = "",
) -> bytes:
    """Draw the GIF of every flip and roll in `events` (at least one), which are those of one step.

    view: what everyone may know, for the coin's currency; seats, names: the seats and their players in words
    """
    words = Words(seats, names, caption, verdict(events, seats))
    scene = ThrowScene(thrown(events), words, coins(game, view))
    return encode(list(scene.frames()), scene.palette)


def coins(game: str, view: Any) -> Callable[[Seat | None], Coin]:
    """Return which coin is flipped for a seat; for nobody it is the first seat's."""
    if game != "nemein":
        return lambda seat: Coin()
    money = dict(zip(view.seats, view.options.money, strict=True))
    return lambda seat: Coin(money[seat or view.seats[0]].code, seat)
