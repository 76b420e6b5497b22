"""Games of WW3 for tests of the bot: seats by lot, past the set-up, positions, and a short whole game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import update

from adjudicator.codec import canonical
from bot.services import Services
from bot.storage import schema, steps
from tests.bot.parts import PostOffice
from tests.bot.transactions import looking, writing
from tests.bot.world import CODE, Game, Player, World, words

BASES: Mapping[str, Mapping[str, str]] = {"red": {"e1": "B"}, "blue": {"a7": "B"}, "silver": {"g11": "B"}}
NEAR_THE_END: Mapping[str, Any] = {
    "to_move": "red",
    "pieces": {
        "red": {"e1": "B", "b7": "S", "f10": "S", "f9": "S", "d4": "A", "e4": "S"},
        "blue": {"a7": "B", "d6": "T", "c8": "S"},
        "silver": {"g11": "B", "g7": "N", "h4": "S"},
    },
    "lost": {"red": "SN", "blue": "NAS"},
}
"""Red takes Blue's Base on a7 from b7, and Silver's on g11 in two more turns."""


class FixedLots:
    """What the lobby draws: always the same code and seed, so the same seats and dice."""

    @staticmethod
    def token_bytes(number: int) -> bytes:
        return bytes(number)

    @staticmethod
    def choice(signs: str) -> str:
        return signs[0]


def fix_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.lobby.lobby.secrets", FixedLots)
    monkeypatch.setattr("bot.engine.access.secrets", FixedLots)


async def seated(services: Services, code: str) -> dict[str, int]:
    """By seat, clockwise, who drew it."""
    async with looking(services.context.db) as tx:
        snapshot = services.context.snapshot(tx, code)
    return {seat: snapshot.player(seat).user_id for seat in snapshot.seats}


async def in_office(
    office: PostOffice, *users: int, setups: bool = True, **given: Any
) -> tuple[str, dict[str, int]]:
    """A game and who drew which seat; unless not `setups`, past the set-up, all with the stock formation."""
    given["options"] = f"players={len(users)} {given.get('options', '')}"
    table = await office.lobby(*users, game_key="ww3", seating="lot", **given)
    await office.services.lobby.start(table.id, users[0])
    who = await seated(office.services, table.id)
    for user in who.values() if setups else ():
        await office.send(table.id, user, "setup stock")
    await office.deliver()
    return table.id, who


async def in_world(
    world: World,
    *players: Player,
    setups: bool = True,
    position: Mapping[str, Any] | None = None,
    **given: Any,
) -> Game:
    """The same on SimCord. position: the units stand so, and nobody has set anything up."""
    given["options"] = f"players={len(players)} {given.get('options', '')}"
    lobby = await world.lobby(*players, **{"game": "ww3", "seats": "lot"} | given)
    match = CODE.search(words(lobby))
    assert match is not None
    await players[0].click(lobby, "Start")
    users = {player.id: player for player in players}
    who = await seated(world.bot.services, match[1])
    game = Game(world, match[1], world.channel, {seat: users[user] for seat, user in who.items()})
    for player in game.seats.values() if setups and position is None else ():
        await player.slash("order", order="setup stock", send=True)
    if position is not None:
        await place(world.bot.services, game.code, position)
    return game


async def place(services: Services, code: str, position: Mapping[str, Any]) -> None:
    """Put the units so, in the turn that is open; the set-up is over then."""
    async with writing(services.context.db) as tx:
        snapshot = services.context.snapshot(tx, code)
        newest = steps.newest(tx, code)
        assert newest is not None
        was = json.loads(newest.state)
        kept = {key: was[key] for key in ("turn", "n", "options")}
        state = canonical(snapshot.game.dump(snapshot.game.position({**kept, **position})))
        s = schema.steps
        where = s.c.table_id == code, s.c.seq == newest.seq
        tx.execute(update(s).where(*where).values(state=state))
