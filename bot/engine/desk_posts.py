"""Order desks on their way: queued for a seat's player, made up when they are sent (see posts.py)."""

from __future__ import annotations

from typing import Any

from adjudicator.game import Seat
from bot.engine.snapshot import Loaded, mark
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Table


async def put(tx: Tx, loaded: Loaded, seat: Seat, key: str, now: float, **more: Any) -> None:
    """Queue a seat's desk of the open turn. more: of its payload, such as a `note`"""
    await outbox.put(
        tx,
        key=key,
        payload={"kind": "desk", "seat": seat, "turn": loaded.stamp, **more},
        created_at=now,
        user_id=loaded.player(seat).user_id,
        table_id=loaded.table.id,
    )


async def to_owing(tx: Tx, loaded: Loaded, now: float) -> None:
    """Queue one for everyone who owes an order; who has one of this turn gets no other."""
    for seat in sorted(loaded.phase.owing):
        key = key_of(loaded.table, loaded.phase.turn, seat)
        await put(tx, loaded, seat, key, now, quiet=loaded.phase.goes_on)


async def to_sharing(tx: Tx, loaded: Loaded, seat: Seat, now: float) -> None:
    """Queue one for those who fill in one sheet with a seat, which has changed it."""
    for other in sorted(loaded.game.sharing(loaded.state, seat) & loaded.phase.owing - {seat}):
        key = f"{loaded.table.id}/{loaded.mark}/shared/{other}/{now:.6f}"
        await put(tx, loaded, other, key, now, news=False)


def key_of(table: Table, turn: int, seat: Seat) -> str:
    """The key of the desk that a seat gets when its turn opens."""
    return f"{table.id}/{mark(table, turn)}/desk/{seat}"
