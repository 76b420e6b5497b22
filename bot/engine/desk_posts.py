"""Queue order desks for the players of seats. They are composed when they leave (post_hooks.py)."""

from __future__ import annotations

from adjudicator.game import Seat
from bot.common.payloads import queue
from bot.engine.posts import DeskPost
from bot.engine.snapshot import GameSnapshot, mark
from bot.storage.database import Tx
from bot.storage.records import Table

CLOSED = "You do not play in game `{table}` any more: this desk is closed."
"""Said on the desk of somebody who has left the seat."""


async def put(
    tx: Tx,
    snapshot: GameSnapshot,
    seat: Seat,
    key: str,
    now: float,
    *,
    quiet: bool | None = None,
    note: str | None = None,
    news: bool | None = None,
) -> None:
    """Queue a seat's desk of the open turn; see `posts.DeskPost`."""
    desk = DeskPost(seat=seat, turn=snapshot.stamp, quiet=quiet, note=note, news=news)
    user_id = snapshot.player(seat).user_id
    await queue(tx, key, desk, now, user_id=user_id, table_id=snapshot.table.id)


async def to_owing(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue a desk for everyone who owes an order; who has one of this turn gets no other."""
    for seat in sorted(snapshot.phase.owing):
        key = key_of(snapshot.table, snapshot.phase.turn, seat)
        await put(tx, snapshot, seat, key, now, quiet=snapshot.phase.goes_on)


async def to_sharing(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """Queue a desk for those who share a sheet with a seat that has changed it."""
    for other in sorted(snapshot.game.sharing(snapshot.state, seat) & snapshot.phase.owing - {seat}):
        key = f"{snapshot.table.id}/{snapshot.mark}/shared/{other}/{now:.6f}"
        await put(tx, snapshot, other, key, now, news=False)


def key_of(table: Table, turn: int, seat: Seat) -> str:
    """Return the key of the desk that a seat gets when its turn opens."""
    return f"{table.id}/{mark(table, turn)}/desk/{seat}"
