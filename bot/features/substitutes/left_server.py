"""Players who have left the server of their game, or were banned from it: their seat counts as absent until
they are back."""

from __future__ import annotations

from bot.common.message import plain_name
from bot.engine import posts, public_log
from bot.engine.context import Context
from bot.engine.presence import LEFT
from bot.features.substitutes import offers
from bot.features.votes import posts as voteposts
from bot.storage import players


async def went(context: Context, table_id: str, user_id: int) -> None:
    """Note that a player has left, tell the host once, and offer the seat if the table offers absent ones."""
    async with context.lock(table_id), context.db.begin() as tx:
        snapshot, now = await context.snapshot(tx, table_id), context.clock.now()
        seat = snapshot.seat_of(user_id)
        if seat is None or snapshot.player(seat).left_at is not None or not snapshot.plays(seat):
            return
        await players.leave_server(tx, table_id, user_id, now)
        snapshot, table = await context.snapshot(tx, table_id), snapshot.table
        name = snapshot.names()[seat]
        line = f"{name} has left the server: the seat counts as absent."
        await public_log.note(tx, table, "left", line, now)
        if table.host_id not in (user_id, 0):
            told = (
                f"In {plain_name(table.name)} `{table.id}` {line} It is played again when the player is "
                "back, or by somebody else: `/gm replace`."
            )
            fallback = f"<@{table.host_id}>, {line}"
            await posts.tell(tx, table, table.host_id, f"left/{seat}/{now:.3f}", told, now, fallback)
        if snapshot.house_rules.substitutes and snapshot.player(seat).offered_at is None:
            await offers.offer(tx, snapshot, seat, LEFT, now)
        else:
            await voteposts.look_again(tx, snapshot, now)
    context.wake()


async def came_back(context: Context, table_id: str, user_id: int) -> None:
    """Note that a player is in the server again, which ends an offer of the seat for that reason."""
    async with context.lock(table_id), context.db.begin() as tx:
        snapshot, now = await context.snapshot(tx, table_id), context.clock.now()
        seat = snapshot.seat_of(user_id)
        if seat is None or snapshot.player(seat).left_at is None:
            return
        await players.leave_server(tx, table_id, user_id, None)
        snapshot = await context.snapshot(tx, table_id)
        line = f"{snapshot.names()[seat]} is in the server again."
        await public_log.note(tx, snapshot.table, "left", line, now)
        if snapshot.player(seat).offered_why == LEFT:
            await offers.withdraw(tx, snapshot, seat, "is back", now)
        else:
            await voteposts.look_again(tx, snapshot, now)
    context.wake()
