"""What a new world begins with: a game between Ada and Ben in the middle of play, a lobby to join, seven
players in New York, three armies in silence, coins to attack with and a handful to choose, military chess
without fog and with it, and a league in its first round."""

from __future__ import annotations

from functools import partial

from discord import ActionRow, Message
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType

from demo.seed_league import seed_league
from demo.seed_nemein import seed_nemein
from demo.seed_newyork import seed_newyork
from demo.seed_nme import seed_nme
from demo.seed_ww3 import seed_ww3
from demo.walltime import DemoEnv
from demo.world import World

MOVES = (
    *("h4-h3", "c3-d3", "h3-h2", "a5-b5", "g5-f4", "e1-f2", "f4-e4", "b3-c5"),
    *("e4xd3", "c5-e6", "d3xc2", "e6xg6", "f7-e5", "g6-e6", "c2xc1", "e6xg8"),
)
"""Dark's and Light's in turn; Dark (Ada) is to move after them."""


async def seed(env: DemoEnv, world: World) -> None:
    """Play the first moves of a new world through the bot's own commands.

    Runs once, with the bot started and before the page is served; an error here stops the demo and
    nothing is stored.
    """
    ada, ben, chris = (world.players[name] for name in ("Ada", "Ben", "Chris"))
    await ada.slash(world.war_room, "game new", game="cic", where="thread", seats="choice", deadline="3d")
    await world.until(lambda: _threads(env))
    thread = _threads(env)[0]
    _, place = world.viewer(ada.id, thread)
    await world.until(lambda: _posts(place, "Join"))
    lobby = place.history()[-1]
    await ada.select(lobby, ["dark"])
    await ben.click(lobby, label="Join")
    await ben.select(place.history()[-1], ["light"])
    await ada.click(place.history()[-1], label="Start")
    for number, move in enumerate(MOVES):
        await world.until(partial(_told, place, f"· turn {number}" if number else "the game begins"))
        player = (ada, ben)[number % 2]
        await player.slash(place, "order", order=move, send=True)
    await world.until(partial(_told, place, f"· turn {len(MOVES)}"))

    await chris.slash(world.war_room, "game new", game="cic", deadline="24h")
    await world.until(partial(_told, world.war_room, "open for players"))
    await seed_newyork(env, world)
    await seed_nme(world)
    await seed_nemein(world)
    await seed_ww3(world)
    await seed_league(world)


def _threads(env: DemoEnv) -> list[int]:
    return [one.id for one in env.backend.channels.values() if one.type == ChannelType.PUBLIC_THREAD]


def _told(place: ChannelHandle, words: str) -> bool:
    """Whether the newest message there says this."""
    return words in place.history()[-1].content


def _posts(place: ChannelHandle, label: str) -> list[Message]:
    """The messages that have a button of this label."""
    return [
        post
        for post in place.history()
        if any(
            getattr(item, "label", None) == label
            for row in post.components
            if isinstance(row, ActionRow)
            for item in row.children
        )
    ]
