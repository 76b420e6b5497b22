"""A league in a new world: four players in round 1, one of its games decided; and a sign-up to join."""

from __future__ import annotations

from functools import partial

from discord import ActionRow, Message
from simcord.builders import ChannelHandle

from demo.world import World, telling

PLAYERS = ("Ben", "Chris", "Dana", "Emil")
MOVES = ("e7-e6", "d2-d3", "e6-e5")
PATIENCE = 30.0


async def seed_league(world: World) -> None:
    """Play it through the bot's own commands; see `demo.seed.seed`."""
    place, ada = world.league, world.players["Ada"]
    await ada.slash(
        place, "league create", name="Winter cup", game="cic", signup="7d", deadline="3d", plan="calendar=7d"
    )
    await world.until(partial(telling, place, "open for players"))
    [post] = telling(place, "open for players")
    for name in PLAYERS:
        await world.players[name].click(post, label="Join")
    await ada.slash(place, "league start")
    await world.until(lambda: len(_games(world)) == 2, PATIENCE)
    await _decide(world, next(game for game in _games(world) if "(Ben)" in _begun(game)))
    await world.until(partial(telling, place, "a result"), PATIENCE)
    await ada.slash(
        place, "league create", name="Three armies", game="nme", signup="14d", deadline="2d", plan="rounds=3"
    )
    await world.until(lambda: len(_signs(place)) == 2)
    await world.players["Gus"].click(_signs(place)[-1], label="Join")


def _games(world: World) -> list[ChannelHandle]:
    """The threads of the league's games that have begun."""
    return [thread for thread in world.threads(world.league) if telling(thread, "the game begins")]


def _signs(place: ChannelHandle) -> list[Message]:
    """The posts that one may join."""
    return [
        post
        for post in place.history()
        for row in post.components
        if isinstance(row, ActionRow) and getattr(row.children[0], "label", "") == "Join"
    ]


def _begun(game: ChannelHandle) -> str:
    """The post that says who plays."""
    [begun] = telling(game, "the game begins")
    return begun.content


async def _decide(world: World, game: ChannelHandle) -> None:
    """Some moves, then whoever plays Ben gives up: no move in a league waits for Ben, who has others."""
    seats = [
        next(name for name in PLAYERS if f"**{side}** ({name})" in _begun(game)) for side in ("Dark", "Light")
    ]
    for number, move in enumerate(MOVES):
        await world.players[seats[number % 2]].slash(game, "order", order=move, send=True)
    await world.until(partial(telling, game, f"· turn {len(MOVES)}"), PATIENCE)
    [loser] = {*seats} - {"Ben"}
    asked = await world.players[loser].slash(game, "concede")
    assert asked.response is not None
    await world.players[loser].click(asked.response, label="Yes, I concede")
