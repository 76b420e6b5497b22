"""What a new world begins with: a game between Ada and Ben in the middle of play, a lobby to join, seven
players in New York, three armies in silence, coins to attack with and a handful to choose, military chess
without fog and with it, computers that wait for a third player, and a league in its first round.

All of it is played through the bot's own commands. How far a game is, is read from the bot's database, and
buttons are known by their ids: neither depends on how something is worded.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, cast

from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult

from bot.common.message import BUTTON_PATTERN
from bot.storage import outbox, rows, tables
from bot.storage.database import Tx
from bot.storage.records import Post, Table
from demo.world import World

if TYPE_CHECKING:
    from discord import Message

    from bot.app import Fieldpost
    from bot.engine.snapshot import GameSnapshot

QUICK = {"options": "undo=0", "deadline": "3d"}
"""Nobody waits while the past is played."""
THINKING = 1 << 7
"""Discord's flag for a message that waits for the bot's answer."""


async def seed(world: World) -> None:
    """Play the first moves of a new world.

    Runs once, with the bot started and before the page is served; an error here stops the demo and
    nothing is stored.
    """
    patience, world.env.patience = (
        world.env.patience,
        0.0,
    )
    try:
        for play in (
            seed_pages,
            seed_cic,
            seed_newyork,
            seed_nme,
            seed_nemein,
            seed_ww3,
            seed_computers,
            seed_league,
        ):
            await play(world)
        await until(world, lambda: all_posted(world), 120.0)
    finally:
        world.env.patience = patience


async def seed_pages(world: World) -> None:
    """Let everybody look at the server's games on the web."""
    await world.players["Ada"].slash(world.war_room, "setup web", everywhere=True)


async def begin(
    world: World, channel: ChannelHandle, game: str, players: Mapping[str, str], **options: str
) -> ChannelHandle:
    """Open a game, let all join and start it; returns where it is played. players: by name, the seat each
    wishes for, "" where seats are drawn by lot"""
    host = next(iter(players))
    seats = {"seats": "choice"} if any(players.values()) else {}
    place = await open_game(world, channel, host, game, **seats, **options)
    for name, seat in players.items():
        if name != host:
            await press(world, name, place, "join")
        if seat:
            await world.players[name].select(buttons(place, "join")[-1][0], [seat])
    await world.until(lambda: (found := buttons(place, "start")) and not found[-1][1].get("disabled"))
    await press(world, host, place, "start")
    await until(world, lambda: has_begun(world, place))
    return place


async def open_game(
    world: World, channel: ChannelHandle, host: str, game: str, **options: str
) -> ChannelHandle:
    """Open a game's lobby; returns where it stands."""
    before, here = len(world.threads(channel)), len(buttons(channel, "join"))
    await world.players[host].slash(channel, "game new", game=game, **options)
    if options.get("where") == "thread":
        await world.until(lambda: len(world.threads(channel)) > before)
        channel, here = world.threads(channel)[-1], 0
    await world.until(lambda: len(buttons(channel, "join")) > here)
    return channel


# -- the buttons of posts


def buttons(place: ChannelHandle, act: str) -> list[tuple[Message, dict[str, object]]]:
    """Return the buttons that do this, each with its post, the oldest first."""
    found = []
    for post in place.history():
        for item in walk_components([row.to_dict() for row in post.components]):
            match = re.fullmatch(BUTTON_PATTERN, str(item.get("custom_id")))
            if match is not None and match["act"] == act:
                found.append((post, item))
    return found


async def press(world: World, name: str, place: ChannelHandle, act: str) -> None:
    """Press the newest such button."""
    post, item = buttons(place, act)[-1]
    await world.players[name].click(post, custom_id=str(item["custom_id"]))


# -- how far a game is


async def until(world: World, condition: Callable[[], Awaitable[object]], limit: float = 30.0) -> None:
    """Wait for what the database says; TimeoutError after ``limit`` seconds."""
    async with asyncio.timeout(limit):
        while not await condition():  # noqa: ASYNC110 - what the bot does is seen from outside
            await asyncio.sleep(0.05)


def bot_of(world: World) -> Fieldpost:
    return cast("Fieldpost", world.env.bot)


async def tables_at(world: World, place: ChannelHandle) -> list[Table]:
    """Return the games there, the newest first."""
    return await bot_of(world).services.context.db.read(lambda tx: list(tables.by_channel(tx, place.id)))


async def table_at(world: World, place: ChannelHandle) -> Table:
    """Return the newest game there."""
    return (await tables_at(world, place))[0]


async def game_at(world: World, place: ChannelHandle) -> GameSnapshot:
    """Return it with its state; it has begun."""
    table = await table_at(world, place)
    context = bot_of(world).services.context
    return await context.db.read(context.snapshot, table.id)


async def has_begun(world: World, place: ChannelHandle) -> bool:
    found = await tables_at(world, place)
    return bool(found) and found[0].status == "playing"


async def all_posted(world: World) -> bool:
    """Return whether the bot has nothing more to post now."""
    context = bot_of(world).services.context

    def look(tx: Tx) -> tuple[float | None, int]:
        due = outbox.earliest_due(tx)
        sending = rows.count(tx, Post, status="sending")
        return due, sending

    due, sending = await context.db.read(look)
    return not sending and (due is None or due > context.clock.now())


async def drawn_seats(world: World, place: ChannelHandle) -> dict[str, str]:
    """Return who has which seat, by seat."""
    by_id = {player.id: name for name, player in world.players.items()}
    snapshot = await game_at(world, place)
    return {seat: by_id[user] for seat in snapshot.seats if (user := snapshot.player(seat).user_id)}


async def order(world: World, place: ChannelHandle, name: str, text: str) -> str:
    """Send an order, also if the bot asks whether that is all; returns what it answered."""
    answer = await world.players[name].slash(place, "order", order=text, send=True)
    return await agree(world, name, answer, "sendsure")


async def agree(world: World, name: str, answer: InteractionResult, act: str) -> str:
    """Press the button in a private answer that does this, if there is one; returns the answer's text."""
    await world.until(lambda: answer.response is not None and not answer.response._message.flags & THINKING)
    shown = answer.followups[-1] if answer.followups else answer.response
    assert shown is not None
    parts = list(walk_components(shown._message.components))
    for item in parts:
        if str(item.get("custom_id")).startswith(f"fpb:{act}:"):
            await world.players[name].click(shown, custom_id=item["custom_id"])
    return "\n".join([shown._message.content, *(str(item.get("content", "")) for item in parts)])


async def resolve(world: World, place: ChannelHandle, orders: Mapping[str, str]) -> None:
    """Send the orders, by player, that a turn waits for, and wait until it is resolved."""
    before = (await table_at(world, place)).seq

    async def resolved() -> bool:
        table = await table_at(world, place)
        return table.seq > before

    answers = [await order(world, place, name, text) for name, text in orders.items()]
    try:
        await until(world, resolved)
    except TimeoutError:
        raise RuntimeError(f"the turn is not resolved; the bot answered {answers}") from None


# -- Commander-In-Chief

CIC_MOVES = (
    *("h4-h3", "c3-d3", "h3-h2", "a5-b5", "g5-f4", "e1-f2", "f4-e4", "b3-c5"),
    *("e4xd3", "c5-e6", "d3xc2", "e6xg6", "f7-e5", "g6-e6", "c2xc1", "e6xg8"),
)
"""Dark's and Light's in turn; Dark (Ada) is to move after them."""


async def seed_cic(world: World) -> None:
    """Play a game in a thread, and open another."""
    both = {"Ada": "dark", "Ben": "light"}
    place = await begin(world, world.war_room, "cic", both, where="thread", deadline="3d")
    for number, move in enumerate(CIC_MOVES):
        await resolve(world, place, {[*both][number % 2]: move})
    await open_game(world, world.war_room, "Chris", "cic", deadline="24h")


# -- New York 2047

SEATS = {
    **{"Ada": "hamblet", "Ben": "tower", "Chris": "papst", "Dana": "dunning", "Emil": "greene"},
    **{"Fay": "rossoni", "Gus": "christofori"},
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
LETTERS = (
    ("Ada", "tower", "Lower Hudson to neither of us this year? You take Midtown, I take Linwood."),
    ("Ben", "hamblet", "Agreed. And leave Upper Hudson to me, then I will not look at New Jersey."),
    ("Emil", "rossoni papst", "Long Island Sound belongs to none of us three. Let us keep Curly asleep."),
    ("Dana", "all", "Coney Island is open to visitors. All are welcome to enter."),
)


async def seed_newyork(world: World) -> None:
    """Play three seasons, with letters."""
    place = await begin(world, world.new_york, "newyork2047", SEATS, **QUICK)

    for number, sheets in enumerate(SEASONS):
        await resolve(world, place, sheets)
        if number == 1:
            for name, to, text in LETTERS:
                await world.players[name].slash(place, "press", to=to, text=text)


# -- NME

ARMIES = ("black", "gray", "white")
NME_PLAYERS = ("Chris", "Fay", "Gus")
"""Which of them has which army is drawn by lot: that is a rule of NME, and of WW3."""
NME_MOVES = (
    *("A1-B2", "J1-J2", "L5s-I2s", "A5s-C6", "J2-J3", "I2sxJ0s", "A5-A4n", "J3-J4", "J0s-H3n"),
    *("A3-A3n", "J4-K4", "K6-J6", "C6-F6", "K4-K5", "H3n-D10n", "A4n-B5s", "G1-G2", "D10n-I1n"),
    *("F6-E4", "K5xL5", "G10-G9", "E4xH1"),
)
"""Black's, Gray's and White's in turn. Gray is to move after them, and may do everything that is special:
trade an Infantry, flank, move its President by Naval One; and capture."""


async def seed_nme(world: World) -> None:
    """Play a game, and open Protect the Ally for two in a thread."""
    place = world.silent_war
    ally = {"where": "thread", "options": "players=2", "deadline": "3d"}
    await open_game(world, place, "Dana", "nme", **ally)
    await begin(world, place, "nme", dict.fromkeys(NME_PLAYERS, ""), deadline="3d")
    drawn = await drawn_seats(world, place)
    for number, move in enumerate(NME_MOVES):
        await resolve(world, place, {drawn[ARMIES[number % 3]]: move})


# -- Nemein

COINS = {"Fay": "south", "Gus": "north"}
CHOOSING = ("Dana", "Emil")
"""Dana has sent a handful; Emil has not."""
HANDFUL = "handful 25x1 10x4 5x5 1x10"
NEMEIN_SETUPS = {
    "south": "handful 25x3 10x1 5x2 1x5; place a2=1 a3=1 b1=1 b2=5,1 b3=10 b4=5,1",
    "north": "handful 25x3 10x1 5x2 1x5; place f2=5 f3=5,1 f4=10 f5=1 g2=1 g3=1,1",
}
NEMEIN_TURNS = (
    *("move b4-c5 5; end", "move f2-e2 5; end", "move c5-d6 5; house d6; end", "move e2-d2 5; house d2; end"),
    *("move b2-c2 5; end", "move f3-e3 5; end", "move b3-c4 10; end", "move f4-e4 10; end"),
    *("move c4-d4 10; end", "move g2-f2 1; end", "move c2-d3 5; end", "move f3-e3 1; end"),
)
"""South's and North's in turn. South is to move after them, and may do everything: attack surely and with a
coin flip, split, upgrade and house."""


async def seed_nemein(world: World) -> None:
    """Play a game, and begin one in a thread whose handfuls are being chosen.

    The coin may let North begin, who then ends that turn at once: the position is the same in any case.
    """
    choosing = dict.fromkeys(CHOOSING, "")
    thread = await begin(world, world.coins, "nemein", choosing, where="thread", deadline="3d")
    await order(world, thread, CHOOSING[0], HANDFUL)
    place = await begin(world, world.coins, "nemein", COINS, **QUICK)
    await resolve(world, place, {name: NEMEIN_SETUPS[seat] for name, seat in COINS.items()})
    if "north" in (await game_at(world, place)).phase.owing:
        await resolve(world, place, {"Gus": "end"})
    for number, turn in enumerate(NEMEIN_TURNS):
        await resolve(world, place, {[*COINS][number % 2]: turn})


# -- WW3

WW3_PLAYERS = ("Chris", "Dana", "Emil")
IN_FOG = ("Fay", "Gus")
"""Fay has sent a formation; Gus has not."""
FORMATION = "setup ambush mirrored"
WW3_SEATS = ("red", "blue", "silver")
"""Clockwise: the order of play, whoever begins."""
WW3_SETUPS = {"red": "setup stock", "blue": "setup stock", "silver": "setup wings"}
ADVANCES = {
    "red": ("h3-h4-h5", "e3-e5"),
    "blue": ("c8-d8-e8", "c6-d6"),
    "silver": ("g9-g8-g7", "f9-f8"),
}
"""Two distances of a Soldier, and another move: none gets in the way of another seat's."""

LAST_MOVES = ("e5-d6", "c7-e7", "f8-f7")
"""Red's, Blue's and Silver's after those. Red is to move then: there is an Air Craft to meet, and Soldiers
can move in pairs."""


def ww3_moves(begins: str) -> list[tuple[str, str]]:
    """Return what is played, seat by seat, when the dice let that seat begin.

    Red is to move in the end, so who comes before it has a turn more: its Soldier takes two turns for its
    two distances, and the position is the same in any case.
    """
    first = WW3_SEATS.index(begins)
    queues = {}
    for number, seat in enumerate(WW3_SEATS):
        far, *rest = ADVANCES[seat]
        start, middle, goal = far.split("-")
        steps = [f"{start}-{middle}", f"{middle}-{goal}"] if 0 < first <= number else [far]
        queues[seat] = [*steps, *rest]
    found = []
    while queues[WW3_SEATS[first % 3]]:
        seat = WW3_SEATS[first % 3]
        found.append((seat, queues[seat].pop(0)))
        first += 1
    return [*found, *zip(WW3_SEATS, LAST_MOVES, strict=True)]


async def seed_ww3(world: World) -> None:
    """Play a game of three, and begin one in fog in a thread."""
    channel, fog = world.military_chess, {"where": "thread", "options": "players=2 fog=on"}
    thread = await begin(world, channel, "ww3", dict.fromkeys(IN_FOG, ""), deadline="3d", **fog)
    await order(world, thread, IN_FOG[0], FORMATION)
    three = {"options": "players=3 undo=0", "deadline": "3d"}
    place = await begin(world, channel, "ww3", dict.fromkeys(WW3_PLAYERS, ""), **three)
    drawn = await drawn_seats(world, place)
    await resolve(world, place, {drawn[seat]: text for seat, text in WW3_SETUPS.items()})
    [begins] = (await game_at(world, place)).phase.owing
    for seat, move in ww3_moves(begins):
        await resolve(world, place, {drawn[seat]: move})


# -- computers

LEVELS = ("recruit", "general")
"""Two computers that wait for a third player, in a thread of the war room."""


async def seed_computers(world: World) -> None:
    """Open a game with computers, and leave a place for whoever wants it."""
    options = {"where": "thread", "options": "players=3", "deadline": "3d"}
    place = await open_game(world, world.war_room, "Dana", "ww3", **options)
    for level in LEVELS:
        await world.players["Dana"].slash(place, "game computer", level=level)
    await press(world, "Dana", place, "leave")


# -- a league

ENTRANTS = ("Ben", "Chris", "Dana", "Emil")
LEAGUES = ("Winter cup", "Three armies")
LEAGUE_MOVES = ("e7-e6", "d2-d3", "e6-e5")


async def seed_league(world: World) -> None:
    """Play round 1 with four players until one of its games is decided, and open a sign-up."""
    place, ada = world.league, world.players["Ada"]

    async def begun() -> list[ChannelHandle]:
        """Return the threads of the games that have begun."""
        return [thread for thread in world.threads(place) if await has_begun(world, thread)]

    async def both() -> bool:
        return len(await begun()) == 2

    cup, armies = ({"name": name, "game": game} for name, game in zip(LEAGUES, ("cic", "nme"), strict=True))
    await ada.slash(place, "league create", signup="7d", deadline="3d", plan="calendar=7d", **cup)
    await world.until(lambda: buttons(place, "ljoin"))
    for name in ENTRANTS:
        await press(world, name, place, "ljoin")
    await ada.slash(place, "league start")
    await until(world, both)
    for thread in await begun():
        if "Ben" in (await drawn_seats(world, thread)).values():
            await decide(world, thread)
    await until(world, lambda: all_posted(world))
    before = len(buttons(place, "ljoin"))
    await ada.slash(place, "league create", signup="14d", deadline="2d", plan="rounds=3", **armies)
    await world.until(lambda: len(buttons(place, "ljoin")) > before)
    await press(world, "Gus", place, "ljoin")


async def decide(world: World, game: ChannelHandle) -> None:
    """Play some moves, then let whoever plays Ben give up: no move in a league waits for Ben."""
    drawn = await drawn_seats(world, game)
    for number, move in enumerate(LEAGUE_MOVES):
        await resolve(world, game, {drawn[("dark", "light")[number % 2]]: move})
    [loser] = {*drawn.values()} - {"Ben"}
    await agree(world, loser, await world.players[loser].slash(game, "concede"), "concedeyes")
