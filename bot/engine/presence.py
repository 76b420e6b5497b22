"""Who is there: missed turns, announced absences, seats that are free; and who has held a seat before."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from adjudicator.game import Seat
from bot.common.message import when
from bot.engine import text
from bot.engine.snapshot import GameSnapshot
from bot.storage import people, tables
from bot.storage.database import Tx
from bot.storage.records import Away, Deadline, ForgottenSeat, Player
from bot.storage.rows import find, first, remove, save

ASKED = "its player asks for a substitute"
"""Why a seat is offered whose player said so; orders do not end this offer."""


LEFT = "its player has left the server"
"""Why a seat is offered whose player is not there; the player's return ends this offer."""


PLAYED_ON = "a computer plays it"
"""Why a seat is offered that a computer plays on."""


def gone(snapshot: GameSnapshot, player: Player) -> bool:
    """Whether nobody is there for a seat: its player has left the server, or it is offered. Who has asked for
    a substitute plays on, until deadlines are missed as by anybody else."""
    if player.left_at is not None:
        return True
    if player.offered_at is None:
        return False
    most = snapshot.house_rules.substitutes
    return player.offered_why != ASKED or 0 < most <= player.streak


def missed(player: Player) -> list[str]:
    """The missed turns of a player, in words; [] none."""
    if not player.missed:
        return []
    in_a_row = text.MISSED_TURNS_ROW(n=player.missed, row=player.streak)
    return [in_a_row if player.streak > 1 else text.MISSED_TURNS(n=player.missed)]


def words(tx: Tx, snapshot: GameSnapshot, now: float) -> dict[Seat, list[str]]:
    """What is to be said of each seat's player."""
    announced: dict[int, Away] = {}
    if not snapshot.over:
        for absence in people.absences(tx, snapshot.users, now):
            announced.setdefault(absence.user_id, absence)
    found: dict[Seat, list[str]] = {}
    for player in snapshot.players:
        told = missed(player)
        if player.user_id in announced:
            absence = announced[player.user_id]
            until = when(absence.to_at, "f")
            later = text.AWAY_FROM(begins=when(absence.from_at, "d"), until=until)
            told.append(later if absence.from_at > now else text.AWAY_UNTIL(until=until))
        if player.left_at is not None and not snapshot.over:
            told.append(text.LEFT_THE_SERVER)
        if player.offered_at is not None and not snapshot.over:
            told.append(text.FREE_SEAT)
        found[str(player.seat)] = told
    return found


# -- What follows for a seat that gives nothing until the deadline


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
    played_on = snapshot.house_rules.absence == "computer"
    if played_on or (snapshot.phase.goes_on and not no_default):
        return False
    last = turn.extended > 0 or (bool(turn.data.get("grace")) and not extended_first(snapshot, seat))
    return last and (
        no_default or (snapshot.house_rules.absence == "forfeit" and not newcomer(snapshot, seat))
    )


# -- Who was forgotten and comes back is a new person, but for one thing: whoever has held a seat of a game
# knows its secrets, and may hold no other seat there while it runs. So a keyed hash of the user's id is kept
# until the game is over. Its key is the game's secret seed.


def remember_seat(tx: Tx, table_id: str, user_id: int, seat: str) -> None:
    """Note that somebody who is forgotten has held this seat of a game in play."""
    user_hash = _hash(tx, table_id, user_id)
    save(tx, ForgottenSeat(table_id=table_id, user_hash=user_hash, seat=seat))


def held_seat(tx: Tx, table_id: str, user_id: int) -> str | None:
    """Return the seat that somebody held there before being forgotten, or None."""
    user_hash = _hash(tx, table_id, user_id)
    found = first(tx, ForgottenSeat, table_id=table_id, user_hash=user_hash)
    return found.seat if found is not None else None


def close_seats(tx: Tx, table_id: str) -> None:
    """Delete what is kept of a game that is over: its seed is public, so hashes could be looked up."""
    remove(tx, ForgottenSeat, table_id=table_id)


def tidy_seats(tx: Tx) -> None:
    """Delete what is kept of all games that are over."""
    for table_id in {seat.table_id for seat in find(tx, ForgottenSeat)}:
        table = tables.get(tx, table_id)
        if table is None or table.status != "playing":
            close_seats(tx, table_id)


def _hash(tx: Tx, table_id: str, user_id: int) -> str:
    seed = bytes.fromhex(tables.seed_of(tx, table_id) or "")
    return hmac.new(seed, f"seat:{table_id}:{user_id}".encode(), hashlib.sha256).hexdigest()
