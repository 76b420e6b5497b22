"""Which seat somebody means who names a player."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.snapshot import Loaded


def label(loaded: Loaded, seat: Seat) -> str:
    """A seat with its player, "Dark (Ada)": as autocomplete shows it, and people may write it."""
    return f"{loaded.presenter.seat_name(seat)} ({loaded.player(seat).name})"


def seat_meant(loaded: Loaded, said: str) -> Seat:
    """The seat that a word means: its name, its player's, both, a mention, or the beginning of one."""
    word = " ".join(said.lower().split())
    if word in loaded.seats:  # as autocomplete and forms have it; a player may be called like another's seat
        return word
    mention = re.fullmatch(r"<@!?(\d{1,20})>", word)
    if mention and (seat := loaded.seat_of(int(mention[1]))) is not None:
        return seat
    names: Mapping[Seat, tuple[str, ...]] = {
        seat: tuple(
            " ".join(name.lower().split())
            for name in (
                seat,
                loaded.presenter.seat_name(seat),
                label(loaded, seat),
                loaded.player(seat).name,
            )
        )
        for seat in loaded.seats
    }
    exact = [seat for seat in loaded.seats if word in names[seat]]
    near = [seat for seat in loaded.seats if word and any(name.startswith(word) for name in names[seat])]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    listed = loaded.named(exact or near or loaded.seats, "or")
    raise Refused(f"Who is “{clip(plain_name(said), 40)}”? Name one player: {listed}.")
