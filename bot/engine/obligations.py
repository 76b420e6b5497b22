"""What follows for a seat that gives nothing until the deadline."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.storage.records import Deadline


def stuck(snapshot: GameSnapshot, seats: Sequence[Seat]) -> list[Seat]:
    """Those for whom the rules have no default."""
    return [seat for seat in seats if snapshot.game.default(snapshot.view(seat)) is None]


def newcomer(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether somebody has taken this seat over since the open turn began: that turn is no missed one."""
    return snapshot.player(seat).joined_at > snapshot.called.at


def extended_first(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether the turn would be extended for this seat, had it not been yet."""
    policy = snapshot.house_rules.absence
    lenient = policy == "pass" or newcomer(snapshot, seat)
    waits = policy == "extend" or (lenient and bool(stuck(snapshot, [seat])))
    return waits and snapshot.player(seat).extensions < snapshot.house_rules.extensions


def out_next(snapshot: GameSnapshot, turn: Deadline, seat: Seat) -> bool:
    """Whether this seat is out of the game when the deadline comes, and nothing is before that: no grace, and
    no extension. Who gave a draft is not late."""
    no_default = bool(stuck(snapshot, [seat]))
    if snapshot.phase.goes_on and not no_default:
        return False
    last = turn.extended > 0 or (bool(turn.data.get("grace")) and not extended_first(snapshot, seat))
    return last and (
        no_default or (snapshot.house_rules.absence == "forfeit" and not newcomer(snapshot, seat))
    )
