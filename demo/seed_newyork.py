"""A game of New York 2047 in a new world: seven players, three seasons behind them, letters among them."""

from __future__ import annotations

from functools import partial

from demo.walltime import DemoEnv
from demo.world import World

SEATS = {
    "Ada": "hamblet",
    "Ben": "tower",
    "Chris": "papst",
    "Dana": "dunning",
    "Emil": "greene",
    "Fay": "rossoni",
    "Gus": "christofori",
}

SEASONS: tuple[dict[str, str], ...] = (
    {
        "Ada": "1 bayonne; 2 upper bay; 3 hoboken",
        "Ben": "1 harlem; 2 upper hudson",
        "Chris": "1 long island city; 2 flushing bay",
        "Dana": "1 bay ridge; 2 gravesend bay",
        "Emil": "1 kennedy; 2 forest hills; 3 bayside",
        "Fay": "1 mott haven; 2 normont; 3 co-op city",
        "Gus": "1 mariners harbor; 2 tottenville; 3 new dorp",
    },
    {
        "Ada": "2 lower hudson; 3 cliffside",
        "Ben": "1 upper east side; 2 lower hudson",
        "Chris": "1 williamsburg; 2 long island sound; 3 jackson heights",
        "Dana": "1 sunset park; 2 lower bay; 3 flatbush",
        "Emil": "2 flushing; 3 long island sound",
        "Fay": "3 throgs neck",
        "Gus": "1 st george; 3 lower bay",
    },
    {
        "Ada": "1 hold; 2 lower hudson; 3 linwood; 4 hoboken",
        "Ben": "1 midtown; 2 hold; 3 morningside; 4 harlem",
        "Chris": "1 hold; 2 support 3 to flushing; 3 flushing; 4 long island city",
        "Dana": "1 red hook; 2 lower bay; 3 williamsburg; 4 bay ridge",
        "Emil": "1 hold; 2 hold; 3 long island sound; 4 forest hills",
        "Fay": "1 hold; 2 riverdale; 3 long island sound; 4 normont; 5 co-op city",
        "Gus": "1 upper bay; 2 hold; 3 hold; 4 mariners harbor",
    },
)
"""What everybody orders in spring 2047, fall 2047 and spring 2048."""

PATIENCE = 30.0
"""Seconds for a turn to be told, with its picture, on a slow machine."""

LETTERS = (
    ("Ada", "tower", "Lower Hudson to neither of us this year? You take Midtown, I take Linwood."),
    ("Ben", "hamblet", "Agreed. And leave Upper Hudson to me, then I will not look at New Jersey."),
    ("Emil", "rossoni papst", "Long Island Sound belongs to none of us three. Let us keep Curly asleep."),
    ("Dana", "all", "Coney Island is open to visitors. All are welcome to enter."),
)


async def seed_newyork(env: DemoEnv, world: World) -> None:
    """Play it through the bot's own commands; see `demo.seed.seed`."""
    place = world.new_york
    players = {name: world.players[name] for name in SEATS}
    ada = players["Ada"]
    quick = {"options": "undo=0", "deadline": "3d"}  # nobody waits while the past is played
    await ada.slash(place, "game new", game="newyork2047", seats="choice", **quick)
    await world.until(lambda: any("open for players" in post.content for post in place.history()))
    for name, player in players.items():
        if name != "Ada":
            await player.click(place.history()[-1], label="Join")
        await player.select(place.history()[-1], [SEATS[name]])
    await ada.click(place.history()[-1], label="Start")
    await world.until(partial(_told, world, "the game begins"), PATIENCE)
    for number, sheets in enumerate(SEASONS):
        for name, orders in sheets.items():
            await players[name].slash(place, "order", order=orders, send=True)
        season = f"{('spring', 'fall')[(number + 1) % 2]} {2047 + (number + 1) // 2}"
        await world.until(partial(_told, world, season), PATIENCE)
        if number == 1:
            for name, to, text in LETTERS:
                await players[name].slash(place, "press", to=to, text=text)


def _told(world: World, words: str) -> bool:
    """Whether one of the newest messages in the channel says this, in whatever capitals."""
    return any(words in post.content.lower() for post in world.new_york.history()[-4:])
