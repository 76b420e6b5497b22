"""Two games of Nemein in a new world: one in the middle of play, and one whose handfuls are being chosen."""

from __future__ import annotations

import re
from functools import partial

from demo.world import World, telling

PLAYERS = {"south": "Fay", "north": "Gus"}
CHOOSING = ("Dana", "Emil")
"""Dana has sent a handful; Emil has not."""

SENT = "handful 25x1 10x4 5x5 1x10"

SETUPS = {
    "south": "handful 25x3 10x1 5x2 1x5; place a2=1 a3=1 b1=1 b2=5,1 b3=10 b4=5,1",
    "north": "handful 25x3 10x1 5x2 1x5; place f2=5 f3=5,1 f4=10 f5=1 g2=1 g3=1,1",
}

TURNS = (
    *("move b4-c5 5; end", "move f2-e2 5; end", "move c5-d6 5; house d6; end", "move e2-d2 5; house d2; end"),
    *("move b2-c2 5; end", "move f3-e3 5; end", "move b3-c4 10; end", "move f4-e4 10; end"),
    *("move c4-d4 10; end", "move g2-f2 1; end", "move c2-d3 5; end", "move f3-e3 1; end"),
)
"""South's and North's in turn. South is to move after them, and may do everything: attack surely and with a
coin flip, split, upgrade and house."""

PATIENCE = 30.0
"""Seconds for all turns to be told, each with its picture, on a slow machine."""


async def seed_nemein(world: World) -> None:
    """Play it through the bot's own commands; see `demo.seed.seed`.

    The coin may let North begin, who then ends that turn at once: the position is the same in any case.
    """
    await _choosing(world)
    place = world.coins
    fay, gus = (world.players[PLAYERS[seat]] for seat in ("south", "north"))
    quick = {"options": "undo=0", "deadline": "3d"}  # nobody waits while the past is played
    await fay.slash(place, "game new", game="nemein", seats="choice", **quick)
    await world.until(partial(telling, place, "open for players"))
    await fay.select(telling(place, "open for players")[-1], ["south"])
    await gus.click(telling(place, "open for players")[-1], label="Join")
    await gus.select(telling(place, "open for players")[-1], ["north"])
    await fay.click(telling(place, "open for players")[-1], label="Start")
    await world.until(partial(telling, place, "the game begins"))
    for seat, player in (("south", fay), ("north", gus)):
        await player.slash(place, "order", order=SETUPS[seat], send=True)
    await world.until(partial(telling, place, "the set-up is done"), PATIENCE)
    [revealed] = telling(place, "the set-up is done")
    late = re.search(r"\*\*North\*\* \(\w+\) moves first", revealed.content)
    if late:
        await gus.slash(place, "order", order="end", send=True)
    for number, turn in enumerate(TURNS):
        await (fay, gus)[number % 2].slash(place, "order", order=turn, send=True)
    last = len(TURNS) + (1 if late else 0)
    await world.until(partial(telling, place, f"· turn {last}\n"), PATIENCE)


async def _choosing(world: World) -> None:
    """The game in a thread."""
    host, guest = (world.players[name] for name in CHOOSING)
    await host.slash(world.coins, "game new", game="nemein", where="thread", deadline="3d")
    await world.until(lambda: world.threads(world.coins))
    [thread] = world.threads(world.coins)
    await world.until(partial(telling, thread, "open for players"))
    await guest.click(telling(thread, "open for players")[-1], label="Join")
    await host.click(telling(thread, "open for players")[-1], label="Start")
    await world.until(partial(telling, thread, "the game begins"))
    await host.slash(thread, "order", order=SENT, send=True)
