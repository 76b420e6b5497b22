"""Two games of WW3 in a new world: three armies in the middle of play, and two who set up in fog."""

from __future__ import annotations

import re
from functools import partial

from simcord.builders import ChannelHandle

from demo.world import World, telling

PLAYERS = ("Chris", "Dana", "Emil")
"""Which of them has which army is drawn by lot: that is a rule of WW3."""

IN_FOG = ("Fay", "Gus")
"""Fay has sent a formation; Gus has not."""

SENT = "setup ambush mirrored"

SEATS = ("red", "blue", "silver")
"""Clockwise: the order of play, whoever begins."""

SETUPS = {"red": "setup stock", "blue": "setup stock", "silver": "setup wings"}

ADVANCES = {
    "red": ("h3-h4-h5", "e3-e5"),
    "blue": ("c8-d8-e8", "c6-d6"),
    "silver": ("g9-g8-g7", "f9-f8"),
}
"""Two distances of a Soldier, and another move: none gets in the way of another seat's."""

MOVES = ("e5-d6", "c7-e7", "f8-f7")
"""Red's, Blue's and Silver's after those. Red is to move then: there is an Air Craft to meet, and Soldiers
can move in pairs."""

PATIENCE = 30.0
"""Seconds for all turns to be told, each with its picture, on a slow machine."""


def moves(begins: str) -> list[tuple[str, str]]:
    """What is played, seat by seat, when the dice let that seat begin.

    Red is to move in the end, so who comes before it has a turn more: its Soldier takes two turns for its
    two distances, and the position is the same in any case.
    """
    first = SEATS.index(begins)
    queues = {}
    for number, seat in enumerate(SEATS):
        far, *rest = ADVANCES[seat]
        start, middle, goal = far.split("-")
        steps = [f"{start}-{middle}", f"{middle}-{goal}"] if 0 < first <= number else [far]
        queues[seat] = [*steps, *rest]
    found = []
    while queues[SEATS[first % 3]]:
        seat = SEATS[first % 3]
        found.append((seat, queues[seat].pop(0)))
        first += 1
    return [*found, *zip(SEATS, MOVES, strict=True)]


async def seed_ww3(world: World) -> None:
    """Play it through the bot's own commands; see `demo.seed.seed`."""
    await _in_fog(world)
    place = world.military_chess
    host, *guests = (world.players[name] for name in PLAYERS)
    await host.slash(place, "game new", game="ww3", options="players=3 undo=0", deadline="3d")
    await world.until(partial(telling, place, "open for players"))
    for guest in guests:
        await guest.click(telling(place, "open for players")[-1], label="Join")
    await host.click(telling(place, "open for players")[-1], label="Start")
    drawn = await _drawn(world, place)
    for seat, text in SETUPS.items():
        await world.players[drawn[seat]].slash(place, "order", order=text, send=True)
    await world.until(partial(telling, place, "rolled the highest"), PATIENCE)
    begins = re.search(
        r"\*\*(\w+)\*\* \(\w+\) rolled the highest", telling(place, "rolled the highest")[-1].content
    )
    assert begins is not None
    played = moves(begins[1].lower())
    for seat, move in played:
        await world.players[drawn[seat]].slash(place, "order", order=move, send=True)
    await world.until(partial(telling, place, f"· turn {len(played) + 1}\n"), PATIENCE)


async def _drawn(world: World, place: ChannelHandle) -> dict[str, str]:
    """Who has which army."""
    await world.until(partial(telling, place, "the game begins"))
    [post] = telling(place, "the game begins")
    return {seat.lower(): name for seat, name in re.findall(r"\*\*(\w+)\*\* \((\w+)\)", post.content)}


async def _in_fog(world: World) -> None:
    """The game in a thread."""
    place = world.military_chess
    host, guest = (world.players[name] for name in IN_FOG)
    await host.slash(place, "game new", game="ww3", where="thread", options="players=2 fog=on", deadline="3d")
    await world.until(lambda: world.threads(place))
    [thread] = world.threads(place)
    await world.until(partial(telling, thread, "open for players"))
    await guest.click(telling(thread, "open for players")[-1], label="Join")
    await host.click(telling(thread, "open for players")[-1], label="Start")
    await _drawn(world, thread)
    await host.slash(thread, "order", order=SENT, send=True)
