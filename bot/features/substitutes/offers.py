"""Seats that are offered to substitutes: a post with a button, until somebody takes the seat or its player is
back. In a league's game its reserves are called too, longest waiting first, and whoever takes the seat is
told what it scores."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from adjudicator.text import Text, listing
from bot.common.message import Button, buttons, custom_id, plain_name
from bot.common.payloads import queue
from bot.engine import post_words, posts
from bot.engine.presence import ASKED, LEFT, PLAYED_ON
from bot.engine.snapshot import GameSnapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import heading
from bot.features.leagues.plan import Plan
from bot.features.substitutes import handover, text
from bot.features.votes import posts as voteposts
from bot.storage import players
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, Fixture, League
from bot.storage.rows import first


def offer(tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, now: float) -> bool:
    """Offer a seat, unless it is offered or out; return whether it was. why: "2 missed in a row"."""
    player = snapshot.player(seat)
    if not snapshot.plays(seat):
        return False
    voteposts.look_again(tx, snapshot, now)  # who is away does not count in some
    if player.offered_at is not None:
        return False
    players.change(tx, snapshot.table.id, player.user_id, offered_at=now, offered_why=why)
    who, head = snapshot.names()[seat], post_words.headline(snapshot, text.FREE_HEAD)
    if why in (ASKED, LEFT):
        told = (text.FREE_ASKED if why == ASKED else text.FREE_LEFT)(who=who)
    else:
        told = text.FREE(who=who, why=why)
    rows = [buttons(take_button(snapshot, seat))]
    posts.say(tx, snapshot.table, f"offer/{seat}/{now:.3f}", f"{head}\n{told}", now, rows=rows)
    posts.log(tx, snapshot.table, "offer", text.OFFERED(who=who, why=reason(why)), now)
    call_reserves(tx, snapshot, seat, why, rows, now)
    return True


def reason(why: str) -> str:
    """Why a seat is offered, in words, from what is stored (bot/engine/presence.py)."""
    return {ASKED: text.WHY_ASKED, LEFT: text.WHY_LEFT, PLAYED_ON: text.WHY_PLAYED_ON}.get(why, why)


def player_left(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """Offer the seat of a player who has left the server, if the table offers absent ones."""
    if snapshot.house_rules.substitutes and snapshot.player(seat).offered_at is None:
        offer(tx, snapshot, seat, LEFT, now)
    else:
        voteposts.look_again(tx, snapshot, now)


def player_returned(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> None:
    """End the offer of a seat whose player is in the server again, if it was made for that reason."""
    if snapshot.player(seat).offered_why == LEFT:
        withdraw(tx, snapshot, seat, text.IS_BACK, now)
    else:
        voteposts.look_again(tx, snapshot, now)


def acted(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> bool:
    """The seat's player has given orders: an offer for missed deadlines ends; whether one did."""
    if snapshot.player(seat).offered_why == ASKED:
        voteposts.look_again(tx, snapshot, now)
        return False
    return withdraw(tx, snapshot, seat, text.IS_BACK, now)


def withdraw(tx: Tx, snapshot: GameSnapshot, seat: Seat, why: Text, now: float) -> bool:
    """Offer a seat no more; whether it was offered. why: `text.IS_BACK` or `text.PLAYS_ON`"""
    player = snapshot.player(seat)
    if player.offered_at is None:
        return False
    players.change(tx, snapshot.table.id, player.user_id, offered_at=None, offered_why="")
    voteposts.look_again(tx, snapshot, now)
    told = why(who=snapshot.names()[seat])
    posts.say(tx, snapshot.table, f"offer/{seat}/{now:.3f}/over", told, now)
    posts.log(tx, snapshot.table, "offer", told, now)
    return True


def take_button(snapshot: GameSnapshot, seat: Seat) -> Button:
    label = text.TAKE_SIDE(side=snapshot.presenter.seat_name(seat))
    return Button(custom_id("takeseat", snapshot.table.id, seat, snapshot.stamp), label[:80], "primary")


MOST_CALLED = 10
"""So many reserves a call notifies."""


def call_reserves(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, rows: Sequence[Sequence[Button]], now: float
) -> None:
    """Call the reserves of the game's league, if it has any. rows: the offer's buttons"""
    found = _game(tx, snapshot)
    if found is None:
        return
    league, fixture, there = found
    waiting = [entrant for entrant in there if entrant.status == "reserve"]
    able = [entrant for entrant in waiting if _may(tx, snapshot, seat, entrant.user_id)]
    able = sorted(able, key=lambda entrant: (entrant.joined_at, entrant.user_id))[:MOST_CALLED]
    if league.status not in OPEN or not able:
        return
    table, users = snapshot.table, [entrant.user_id for entrant in able]
    called = listing([f"<@{user}>" for user in users], "and")
    told = text.RESERVES(
        called=called,
        round=fixture.round,
        board=fixture.board,
        who=snapshot.names()[seat],
        why=reason(why),
        code=table.id,
        channel=table.channel_id,
    )
    whole = f"{heading(league, text.FREE_HEAD)}\n{told}"
    said = posts.Say(text=whole, mentions=tuple(users), rows=tuple(tuple(row) for row in rows))
    key = f"league/{league.id}/reserves/{table.id}/{seat}/{now:.3f}"
    queue(tx, key, said, now, channel_id=league.channel_id)


def league_points(tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int) -> str:
    """What a seat scores for somebody who takes it, a sentence; "" where no league counts the game."""
    found = _game(tx, snapshot)
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
        return text.POINTS_NONE(league=plain_name(league.name), name=name)
    if taker is None:
        return text.POINTS_NOT_IN(league=plain_name(league.name), name=name, share=100 - share)
    if share == 100:
        return text.POINTS_ALL(league=plain_name(league.name), name=name)
    return text.POINTS_SHARED(league=plain_name(league.name), name=name, share=share)


def _game(tx: Tx, snapshot: GameSnapshot) -> tuple[League, Fixture, list[Entrant]] | None:
    """The league of a game, what it is there, and who is in it."""
    code = snapshot.table.origin.get("league")
    if code is None:
        return None
    league, fixture = (
        first(tx, League, id=str(code)),
        first(tx, Fixture, table_id=snapshot.table.id),
    )
    if league is None or fixture is None:
        return None
    return league, fixture, league_store.entrants_of(tx, league.id)


def _may(tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int) -> bool:
    """Whether somebody may take this seat, as far as the game goes."""
    before = handover.held(tx, snapshot.table.id, user_id)
    return snapshot.seat_of(user_id) is None and before in (None, seat)
