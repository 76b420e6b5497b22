"""Games of Nemein for tests of the bot: past the set-up, and positions in the middle of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import update

from adjudicator.codec import canonical
from bot.services import Services
from bot.storage import schema, steps
from tests.bot.parts import GUEST, HOST, PostOffice
from tests.bot.transactions import writing
from tests.bot.world import Game, Player, World

MIDDLE: Mapping[str, Any] = {
    "to_move": "south",
    "tiles": {
        "b2": {"seat": "south", "units": [10, 5]},
        "c3": {"seat": "south", "units": [10]},
        "c1": {"seat": "south", "house": 5, "units": [1]},
        "d3": {"seat": "north", "units": [10]},
        "d4": {"seat": "north", "units": [5, 1]},
        "e5": {"seat": "north", "house": 5, "units": [1]},
    },
    "hands": {"south": 2, "north": 1},
}
"""The 10 on c3 can attack d4 (sure) and d3 (a coin flip)."""


async def place(services: Services, code: str, position: Mapping[str, Any]) -> None:
    """Put the coins so, in the turn that is open."""
    async with writing(services.context.db) as tx:
        snapshot = services.context.snapshot(tx, code)
        newest = steps.newest(tx, code)
        assert newest is not None
        was = json.loads(newest.state)
        kept = {key: was[key] for key in ("turn", "phase", "number", "n", "options")}
        state = canonical(snapshot.game.dump(snapshot.game.position({**kept, **position})))
        s = schema.steps
        where = s.c.table_id == code, s.c.seq == newest.seq
        tx.execute(update(s).where(*where).values(state=state))


async def in_office(office: PostOffice, position: Mapping[str, Any] = MIDDLE, **given: Any) -> str:
    """A game past its set-up, HOST as South."""
    code = await office.game(game_key="nemein", **given)
    for user in (HOST, GUEST):
        await office.send(code, user, "handful stock")
    await place(office.services, code, position)
    return code


async def in_world(
    world: World, *players: Player, position: Mapping[str, Any] = MIDDLE, **given: Any
) -> Game:
    """The same on SimCord; the first player is South."""
    game = await world.new_game(*players, game="nemein", **given)
    for player in players:
        await player.slash("order", order="handful stock", send=True)
    await place(world.bot.services, game.code, position)
    return game
