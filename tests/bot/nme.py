"""Games of NME on Discord: seats by lot, and a whole game that is short."""

from __future__ import annotations

from typing import Any

from tests.bot.transactions import looking
from tests.bot.world import CODE, Game, Player, World, words

TO_THE_END = (
    "A3s-B2 L1-L2 E12-D11 B2-E2 L2-L3 D11-C10 E2xH1 L3-K4 F11-E11 H1xI0s E11-D10 I0s-H3 C10-B9 H3-H6 "
    "B9-A8n H6xH9 G10-F10 H9xI8s"
)
"""Black's Special Force takes both Presidents, Gray's with the tenth move, White's with the last."""
ALLY_TO_THE_END = "A3s-B2 L1-L2 E12-D11 B2-E2 L2-L3 D11-C10 E2xH1 L3-K4 F11-E11 H1xI0s"
"""Protect the Ally: Black's own army takes the Gray President."""


async def by_lot(world: World, *players: Player, **given: Any) -> Game:
    """A game of NME in play; whoever drew Black is the first in `seats`."""
    lobby = await world.lobby(*players, **{"game": "nme", "seats": "lot"} | given)
    match = CODE.search(words(lobby))
    assert match is not None
    await players[0].click(lobby, "Start")
    async with looking(world.bot.services.context.db) as tx:
        snapshot = world.bot.services.context.snapshot(tx, match[1])
    users = {player.id: player for player in players}
    seats = {seat: users[snapshot.player(seat).user_id] for seat in snapshot.seats}
    return Game(world, match[1], world.channel, seats)


def three(world: World) -> list[Player]:
    return [world.player(name) for name in ("ada", "ben", "cleo")]
