"""Seats that are offered to substitutes: a post with a button, until somebody takes the seat or its player is
back."""

from __future__ import annotations

from adjudicator.game import Seat
from bot.common.message import Button, buttons, custom_id
from bot.engine import post_words, posts, public_log
from bot.engine.presence import ASKED, LEFT
from bot.engine.snapshot import GameSnapshot
from bot.features.substitutes import reserves
from bot.features.votes import posts as voteposts
from bot.storage import players
from bot.storage.database import Tx


async def offer(tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, now: float) -> bool:
    """Offer a seat, unless it is offered already (or its player is out of the game); whether it was.

    why: half a sentence that all read, "2 deadlines missed in a row"
    """
    player = snapshot.player(seat)
    if not snapshot.plays(seat):
        return False
    await voteposts.look_again(tx, snapshot, now)  # who is away does not count in some
    if player.offered_at is not None:
        return False
    await players.offer(tx, snapshot.table.id, player.user_id, now, why)
    until = {ASKED: "Until then the player goes on", LEFT: "The player's return ends this offer"}.get(
        why, "An order from the player ends this offer"
    )
    text = (
        f"{post_words.headline(snapshot, 'a seat is free')}\nThe seat of {snapshot.names()[seat]} is free "
        f"for a substitute: {why}. Whoever takes it has its orders and letters at once. {until}."
    )
    rows = [buttons(take_button(snapshot, seat))]
    await posts.say(tx, snapshot.table, f"offer/{seat}/{now:.3f}", text, now, rows=rows)
    line = f"The seat of {snapshot.names()[seat]} is offered to substitutes: {why}."
    await public_log.note(tx, snapshot.table, "offer", line, now)
    await reserves.call(tx, snapshot, seat, why, rows, now)
    return True


async def player_left(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """Offer the seat of a player who has left the server, if the table offers absent ones."""
    if snapshot.house_rules.substitutes and snapshot.player(seat).offered_at is None:
        await offer(tx, snapshot, seat, LEFT, now)
    else:
        await voteposts.look_again(tx, snapshot, now)


async def player_returned(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """End the offer of a seat whose player is in the server again, if it was made for that reason."""
    if snapshot.player(seat).offered_why == LEFT:
        await withdraw(tx, snapshot, seat, "is back", now)
    else:
        await voteposts.look_again(tx, snapshot, now)


async def acted(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> bool:
    """The seat's player has given orders: an offer for missed deadlines ends; whether one did."""
    if snapshot.player(seat).offered_why == ASKED:
        await voteposts.look_again(tx, snapshot, now)
        return False
    return await withdraw(tx, snapshot, seat, "is back", now)


async def withdraw(tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, now: float) -> bool:
    """Offer a seat no more; whether it was offered. why: half a sentence about its player, "is back"."""
    player = snapshot.player(seat)
    if player.offered_at is None:
        return False
    await players.offer(tx, snapshot.table.id, player.user_id, None)
    await voteposts.look_again(tx, snapshot, now)
    text = f"{snapshot.names()[seat]} {why}: the seat is not free any more."
    await posts.say(tx, snapshot.table, f"offer/{seat}/{now:.3f}/over", text, now)
    await public_log.note(tx, snapshot.table, "offer", text, now)
    return True


def take_button(snapshot: GameSnapshot, seat: Seat) -> Button:
    label = f"Take {snapshot.presenter.seat_name(seat)}"
    return Button(custom_id("takeseat", snapshot.table.id, seat, snapshot.stamp), label[:80], "primary")
