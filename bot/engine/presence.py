"""Who is there: missed turns, announced absences, seats that are free; for all to read."""

from __future__ import annotations

from adjudicator.game import Seat
from adjudicator.text import counted
from bot.common.message import when
from bot.engine.snapshot import GameSnapshot
from bot.storage import away
from bot.storage.database import Tx
from bot.storage.records import Away, Player

ASKED = "its player asks for a substitute"
"""Why a seat is offered whose player said so; orders do not end this offer."""


LEFT = "its player has left the server"
"""Why a seat is offered whose player is not there; the player's return ends this offer."""


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
    told = counted(player.missed, "missed turn")
    return [f"{told}, {player.streak} in a row" if player.streak > 1 else told]


async def words(tx: Tx, snapshot: GameSnapshot, now: float) -> dict[Seat, list[str]]:
    """What is to be said of each seat's player."""
    announced: dict[int, Away] = {}
    if not snapshot.over:
        for absence in await away.of_users(tx, snapshot.users, now):
            announced.setdefault(absence.user_id, absence)
    found: dict[Seat, list[str]] = {}
    for player in snapshot.players:
        told = missed(player)
        if player.user_id in announced:
            absence = announced[player.user_id]
            begins = "" if absence.from_at <= now else f"from {when(absence.from_at, 'd')} "
            told.append(f"away {begins}{'to' if begins else 'until'} {when(absence.to_at, 'f')}")
        if player.left_at is not None and not snapshot.over:
            told.append("has left the server")
        if player.offered_at is not None and not snapshot.over:
            told.append("free for a substitute")
        found[str(player.seat)] = told
    return found
