"""What follows for a seat that gives nothing until the deadline."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from bot.engine.snapshot import Loaded
from bot.storage.records import Deadline


def stuck(loaded: Loaded, seats: Sequence[Seat]) -> list[Seat]:
    """Those for whom the rules have no default."""
    return [seat for seat in seats if loaded.game.default(loaded.view(seat)) is None]


def newcomer(loaded: Loaded, seat: Seat) -> bool:
    """Whether somebody has taken this seat over since the open turn began: that turn is no missed one."""
    return loaded.player(seat).joined_at > loaded.called.at


def extended_first(loaded: Loaded, seat: Seat) -> bool:
    """Whether the turn would be extended for this seat, had it not been yet."""
    policy = loaded.house.absence
    lenient = policy == "pass" or newcomer(loaded, seat)
    waits = policy == "extend" or (lenient and bool(stuck(loaded, [seat])))
    return waits and loaded.player(seat).extensions < loaded.house.extensions


def out_next(loaded: Loaded, turn: Deadline, seat: Seat) -> bool:
    """Whether this seat is out of the game when the deadline comes, and nothing is before that: no grace, and
    no extension. Who gave a draft is not late."""
    no_default = bool(stuck(loaded, [seat]))
    if loaded.phase.goes_on and not no_default:
        return False
    last = turn.extended > 0 or (bool(turn.data.get("grace")) and not extended_first(loaded, seat))
    return last and (no_default or (loaded.house.absence == "forfeit" and not newcomer(loaded, seat)))
