"""Where an order was sent from: the message that shows the answer, and where a turn that goes on is shown."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.desk_posts import key_of
from bot.storage import desks, outbox, players, tables
from bot.storage.database import Tx


@dataclass(frozen=True, slots=True)
class Pressed:
    """message_id: whose button was pressed; that message will show the answer, so nobody need tidy it
    private: the answer is a private one in a channel, and shows the desk if the turn goes on"""

    message_id: int | None = None
    private: bool = False


ELSEWHERE = Pressed()


async def answered(tx: Tx, table_id: str, user_id: int, pressed: Pressed, *, goes_on: bool) -> None:
    """The turn is resolved: the message that shows the answer is no desk any more; if it is private and the
    turn goes on, the next desk stands there already and need not come."""
    if pressed.message_id is not None:
        await desks.forget(tx, table_id, user_id, pressed.message_id)
    table = await tables.get(tx, table_id) if goes_on and pressed.private else None
    if table is not None:
        seat = await players.seat_of(tx, table_id, user_id)
        post = await outbox.by_key(tx, key_of(table, table.turn, str(seat)))
        if post is not None:
            await outbox.drop(tx, post.id, "it stands in a private answer")
