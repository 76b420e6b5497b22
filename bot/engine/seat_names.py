"""Which seat somebody means who names a player."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.snapshot import GameSnapshot


def label(snapshot: GameSnapshot, seat: Seat) -> str:
    """A seat with its player, "Dark (Ada)": as autocomplete shows it, and people may write it."""
    return f"{snapshot.presenter.seat_name(seat)} ({snapshot.player(seat).name})"


def seat_meant(snapshot: GameSnapshot, said: str) -> Seat:
    """The seat that a word means: its name, its player's, both, a mention, or the beginning of one."""
    word = " ".join(said.lower().split())
    if (
        word in snapshot.seats
    ):  # as autocomplete and forms have it; a player may be called like another's seat
        return word
    mention = re.fullmatch(r"<@!?(\d{1,20})>", word)
    if mention and (seat := snapshot.seat_of(int(mention[1]))) is not None:
        return seat
    names: Mapping[Seat, tuple[str, ...]] = {
        seat: tuple(
            " ".join(name.lower().split())
            for name in (
                seat,
                snapshot.presenter.seat_name(seat),
                label(snapshot, seat),
                snapshot.player(seat).name,
            )
        )
        for seat in snapshot.seats
    }
    exact = [seat for seat in snapshot.seats if word in names[seat]]
    near = [seat for seat in snapshot.seats if word and any(name.startswith(word) for name in names[seat])]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    listed = snapshot.named(exact or near or snapshot.seats, "or")
    raise Refused(f"Who is “{clip(plain_name(said), 40)}”? Name one player: {listed}.")
