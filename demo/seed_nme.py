"""A game of NME in a new world, in the middle of play, and Protect the Ally for two to join."""

from __future__ import annotations

import re
from functools import partial

from demo.world import World, telling

PLAYERS = ("Chris", "Fay", "Gus")
"""Which of them has which army is drawn by lot: that is a rule of NME."""

SEATS = ("black", "gray", "white")

MOVES = (
    *("A1-B2", "J1-J2", "L5s-I2s", "A5s-C6", "J2-J3", "I2sxJ0s", "A5-A4n", "J3-J4", "J0s-H3n"),
    *("A3-A3n", "J4-K4", "K6-J6", "C6-F6", "K4-K5", "H3n-D10n", "A4n-B5s", "G1-G2", "D10n-I1n"),
    *("F6-E4", "K5xL5", "G10-G9", "E4xH1"),
)
"""Black's, Gray's and White's in turn. Gray is to move after them, and may do everything that is special:
trade an Infantry, flank, move its President by Naval One; and capture."""

PATIENCE = 30.0
"""Seconds for all turns to be told, each with its picture, on a slow machine."""


async def seed_nme(world: World) -> None:
    """Play it through the bot's own commands; see `demo.seed.seed`."""
    place = world.silent_war
    await world.players["Dana"].slash(
        place, "game new", game="nme", where="thread", options="players=2", deadline="3d"
    )
    host, *guests = (world.players[name] for name in PLAYERS)
    await host.slash(place, "game new", game="nme", deadline="3d")
    await world.until(partial(telling, place, "open for players"))
    for guest in guests:
        await guest.click(telling(place, "open for players")[-1], label="Join")
    await host.click(telling(place, "open for players")[-1], label="Start")
    await world.until(partial(telling, place, "the game begins"))
    [begins] = telling(place, "the game begins")
    drawn = {seat.lower(): name for seat, name in re.findall(r"\*\*(\w+)\*\* \((\w+)\)", begins.content)}
    for number, move in enumerate(MOVES):
        player = world.players[drawn[SEATS[number % 3]]]
        await player.slash(place, "order", order=move, send=True)
    await world.until(partial(telling, place, f"· turn {len(MOVES)}\n"), PATIENCE)
