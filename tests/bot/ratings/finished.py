"""Games that are over: played to their end, or written down as if they had been."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.codec import canonical
from bot.engine.context import Context
from bot.storage import tables
from bot.storage.league_records import GameResult, Rating, Sitting
from bot.storage.records import Step, Table
from bot.storage.rows import append, find, insert
from tests.bot.parts import GUEST, HOST, NAMES, PostOffice
from tests.bot.transactions import looking, writing

GUILD = 1
SEATS, PLACES = {"dark": HOST, "light": GUEST}, {"dark": 1, "light": 2}
"""Of a game of CIC that HOST has won."""


async def begun(
    office: PostOffice, game: str, users: tuple[int, ...], options: str = "", **given: Any
) -> str:
    """A game in play."""
    made = await office.lobby(users[0], game_key=game, options=options, seating="lot", **given)
    for user in users[1:]:
        await office.services.lobby.join(made.id, user, NAMES[user])
    await office.services.lobby.start(made.id, users[0])
    return made.id


async def sits(office: PostOffice, code: str) -> dict[str, int]:
    """Who has which seat, in the game's order."""
    snapshot = await office.snapshot(code)
    return {seat: snapshot.player(seat).user_id for seat in snapshot.seats}


async def turn(office: PostOffice, code: str) -> None:
    """Everybody who owes gives an order, the first that is legal, until the turn resolves."""
    snapshot = await office.snapshot(code)
    for seat in sorted(snapshot.phase.owing):
        order = next(iter(snapshot.game.legal(snapshot.view(seat))))
        await office.send(code, snapshot.player(seat).user_id, str(order))


async def concede(office: PostOffice, code: str, *users: int) -> None:
    for user in users:
        await office.services.orders.declare(code, user, "concede")


async def write(
    context: Context,
    code: str,
    users: Mapping[str, int] = SEATS,
    places: Mapping[str, int] = PLACES,
    **given: Any,
) -> None:
    """Store a game of CIC that these users have played, as it is when it is over. given: of its table"""
    values: dict[str, Any] = {
        "id": code,
        "game": "cic",
        "rules_version": 1,
        "options": {},
        "name": "A game",
        "guild_id": GUILD,
        "channel_id": 500,
        "host_id": 1,
        "status": "over",
        "commitment": "c0",
        "deadline_spec": "24h",
        "seq": 2,
        "outcome": {"reason": "commander", "places": dict(places)},
        "created_at": 1.0,
        "ended_at": 100.0,
    }
    table = Table(**values | given)
    game = context.games[table.game]
    state = canonical(game.dump(game.start(table.options, ScriptedChance()).state))
    async with writing(context.db) as tx:
        tables.insert(tx, table)
        for seat, user in users.items():
            append(tx, Sitting(table_id=code, seat=seat, user_id=user, name=f"P{user}", from_at=1.0))
        insert(tx, Step(table_id=code, seq=1, turn=0, kind="start", state=state, at=1.0))
        orders = {min(users): ["e7-e6"]}
        step = Step(table_id=code, seq=2, turn=0, kind="resolve", orders=orders, state=state, at=2.0)
        insert(tx, step)


async def results(office: PostOffice, code: str) -> dict[int, GameResult]:
    """What a game was, by user."""
    async with looking(office.services.context.db) as tx:
        return {result.user_id: result for result in find(tx, GameResult, table_id=code)}


async def rated(office: PostOffice, game: str = "cic", guild: int = GUILD) -> dict[int, Rating]:
    """All ratings in a game, by user."""
    async with looking(office.services.context.db) as tx:
        return {rating.user_id: rating for rating in find(tx, Rating, guild_id=guild, game=game)}
