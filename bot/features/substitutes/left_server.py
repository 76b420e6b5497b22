"""Players who have left the server of their game, or were banned from it: their seat counts as absent until
they are back."""

from __future__ import annotations

from bot.common.message import plain_name
from bot.engine import posts, public_log
from bot.engine.context import Core
from bot.engine.presence import LEFT
from bot.features.substitutes import offers
from bot.features.votes import posts as voteposts
from bot.storage import players


async def went(core: Core, table_id: str, user_id: int) -> None:
    """Note that a player has left, tell the host once, and offer the seat if the table offers absent ones."""
    async with core.lock(table_id), core.db.begin() as tx:
        loaded, now = await core.loaded(tx, table_id), core.clock.now()
        seat = loaded.seat_of(user_id)
        if seat is None or loaded.player(seat).left_at is not None or not loaded.plays(seat):
            return
        await players.leave_server(tx, table_id, user_id, now)
        loaded, table = await core.loaded(tx, table_id), loaded.table
        name = loaded.names()[seat]
        line = f"{name} has left the server: the seat counts as absent."
        await public_log.note(tx, table, "left", line, now)
        if table.host_id not in (user_id, 0):
            told = (
                f"In {plain_name(table.name)} `{table.id}` {line} It is played again when the player is "
                "back, or by somebody else: `/gm replace`."
            )
            fallback = f"<@{table.host_id}>, {line}"
            await posts.tell(tx, table, table.host_id, f"left/{seat}/{now:.3f}", told, now, fallback)
        if loaded.house.substitutes and loaded.player(seat).offered_at is None:
            await offers.offer(tx, loaded, seat, LEFT, now)
        else:
            await voteposts.look_again(tx, loaded, now)
    core.wake()


async def came_back(core: Core, table_id: str, user_id: int) -> None:
    """Note that a player is in the server again, which ends an offer of the seat for that reason."""
    async with core.lock(table_id), core.db.begin() as tx:
        loaded, now = await core.loaded(tx, table_id), core.clock.now()
        seat = loaded.seat_of(user_id)
        if seat is None or loaded.player(seat).left_at is None:
            return
        await players.leave_server(tx, table_id, user_id, None)
        loaded = await core.loaded(tx, table_id)
        line = f"{loaded.names()[seat]} is in the server again."
        await public_log.note(tx, loaded.table, "left", line, now)
        if loaded.player(seat).offered_why == LEFT:
            await offers.withdraw(tx, loaded, seat, "is back", now)
        else:
            await voteposts.look_again(tx, loaded, now)
    core.wake()
