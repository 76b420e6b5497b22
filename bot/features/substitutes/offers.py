"""Seats that are offered to substitutes: a post with a button, until somebody takes the seat or its player is
back. In a league's game its reserves are called too, longest waiting first, and whoever takes the seat is
told what it scores."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.message import Button, buttons, custom_id, plain_name
from bot.common.payloads import queue
from bot.engine import post_words, posts
from bot.engine.presence import ASKED, LEFT
from bot.engine.snapshot import GameSnapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import heading
from bot.features.leagues.plan import Plan
from bot.features.substitutes import handover
from bot.features.votes import posts as voteposts
from bot.storage import players
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, Fixture, League
from bot.storage.rows import first


async def offer(tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, now: float) -> bool:
    """Offer a seat, unless it is offered or out; return whether it was. why: "2 missed in a row"."""
    player = snapshot.player(seat)
    if not snapshot.plays(seat):
        return False
    await voteposts.look_again(tx, snapshot, now)  # who is away does not count in some
    if player.offered_at is not None:
        return False
    await players.change(tx, snapshot.table.id, player.user_id, offered_at=now, offered_why=why)
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
    await posts.log(tx, snapshot.table, "offer", line, now)
    await call_reserves(tx, snapshot, seat, why, rows, now)
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
    await players.change(tx, snapshot.table.id, player.user_id, offered_at=None, offered_why="")
    await voteposts.look_again(tx, snapshot, now)
    text = f"{snapshot.names()[seat]} {why}: the seat is not free any more."
    await posts.say(tx, snapshot.table, f"offer/{seat}/{now:.3f}/over", text, now)
    await posts.log(tx, snapshot.table, "offer", text, now)
    return True


def take_button(snapshot: GameSnapshot, seat: Seat) -> Button:
    label = f"Take {snapshot.presenter.seat_name(seat)}"
    return Button(custom_id("takeseat", snapshot.table.id, seat, snapshot.stamp), label[:80], "primary")


MOST_CALLED = 10
"""So many reserves a call notifies."""


async def call_reserves(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, rows: Sequence[Sequence[Button]], now: float
) -> None:
    """Call the reserves of the game's league, if it has any. rows: the offer's buttons"""
    found = await _game(tx, snapshot)
    if found is None:
        return
    league, fixture, there = found
    waiting = [entrant for entrant in there if entrant.status == "reserve"]
    able = [entrant for entrant in waiting if await _may(tx, snapshot, seat, entrant.user_id)]
    able = sorted(able, key=lambda entrant: (entrant.joined_at, entrant.user_id))[:MOST_CALLED]
    if league.status not in OPEN or not able:
        return
    table, users = snapshot.table, [entrant.user_id for entrant in able]
    called = listing([f"<@{user}>" for user in users], "and")
    text = (
        f"{heading(league, 'a seat is free')}\n{called}: in round {fixture.round}, board {fixture.board}, "
        f"the seat of {snapshot.names()[seat]} is free: {why}. Whoever presses first takes it, in "
        f"<#{table.channel_id}>, game `{table.id}`."
    )
    said = posts.Say(text=text, mentions=tuple(users), rows=tuple(tuple(row) for row in rows))
    key = f"league/{league.id}/reserves/{table.id}/{seat}/{now:.3f}"
    await queue(tx, key, said, now, channel_id=league.channel_id)


async def league_points(tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int) -> str:
    """What a seat scores for somebody who takes it, a sentence; "" where no league counts the game."""
    found = await _game(tx, snapshot)
    if found is None:
        return ""
    league, fixture, there = found
    number = fixture.numbers[snapshot.seats.index(seat)]
    began = next((one for one in there if one.number == number), None)
    taker = next((one for one in there if one.user_id == user_id), None)
    if began is None or began.user_id == user_id:
        return ""
    share, name = Plan.read(league.plan).substitute, plain_name(began.name)
    if not share:
        return f"In league `{league.id}` all points of the seat are {name}'s, who began the game."
    if taker is None:
        return (
            f"In league `{league.id}` {100 - share}% of the seat's points are {name}'s, who began the game; "
            "the rest counts for nobody, because you are not in its table."
        )
    rest = f"{name}, who began the game, has the rest" if share < 100 else f"{name} has none of them"
    return f"In league `{league.id}` you score {share}% of the seat's points; {rest}."


async def _game(tx: Tx, snapshot: GameSnapshot) -> tuple[League, Fixture, list[Entrant]] | None:
    """The league of a game, what it is there, and who is in it."""
    code = snapshot.table.origin.get("league")
    if code is None:
        return None
    league, fixture = (
        await first(tx, League, id=str(code)),
        await first(tx, Fixture, table_id=snapshot.table.id),
    )
    if league is None or fixture is None:
        return None
    return league, fixture, await league_store.entrants_of(tx, league.id)


async def _may(tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int) -> bool:
    """Whether somebody may take this seat, as far as the game goes."""
    before = await handover.held(tx, snapshot.table.id, user_id)
    return snapshot.seat_of(user_id) is None and before in (None, seat)
