"""Golden transcripts: plays on the simulated Discord, with every word that the bot says (transcripts/*.txt).

FIELDPOST_TRANSCRIPTS=write writes them again.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.bot import nemein, newyork, nme, ww3
from tests.bot.leagues.test_discord import Cup
from tests.bot.parts import DAY, HOUR
from tests.bot.transcript import FOLDER, WRITE, Transcript, compare
from tests.bot.world import Player, World, menus, options

Scene = Callable[[Transcript, World], Awaitable[None]]


async def concede(player: Player) -> None:
    said = await player.slash("concede")
    await player.click(said.message, "Yes, I concede")


# -- the five games


async def cic(told: Transcript, world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    told.title("Lobby and set-up")
    game = await world.new_game(ada, ben, options="enhanced=1")
    await ada.choose(ada.desk, options(menus(ada.desk)[0])[0])
    await ada.write("enhance e7; send")
    await ben.write("enhance e1 d2")
    await ben.slash("order", order="enhance d2", send=True)
    told.title("Orders at the desk, typed, wrong, and late")
    await ada.choose(ada.desk, "e7")
    await ada.choose(ada.desk, "e7-e6", menu=1)
    await ada.write("e7-a1")
    await ben.write("d2-d3")
    await ada.offered("f7")
    await ada.click(ada.desk, "Send")
    await ada.click(game.post, "My orders")
    await ben.slash("draw")
    await ben.write("d2-d3; send")
    await eve.slash("orders")
    told.title("Looking")
    await eve.slash("board")
    await ada.slash("board", zoom="e6")
    await ada.slash("why", unit="e6")
    await eve.slash("history")
    await ben.slash("games")
    told.title("To the end")
    await game.play("f7-e5", "b2xe5", "g7-f7", "e5xh8")
    await ben.click(game.post, "Fair play")


async def nemein_(told: Transcript, world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    told.title("Lobby and set-up")
    game = await world.new_game(ada, ben, game="nemein", options="houses_to_win=2")
    await ada.choose(ada.desk, "h0.10.0.0")
    await ada.choose(ada.desk, "h0.9.2.0", menu=1)
    await ada.click(ada.desk, "Sensible default")
    await ada.click(ada.desk, "Place the coins…")
    await ada.choose(ada.desk, "p.b2.10")
    await ada.write("place a1=25")
    await ada.click(ada.desk, "Send")
    await ben.write("handful 25x9")
    await ben.offered("handful 25x2")
    await ben.slash("order", order="handful 25x2 10x4 5x2", send=True)
    told.title("A turn at the desk, a sure win, a coin flip (the coins are put so)")
    await nemein.place(world.bot.services, game.code, nemein.MIDDLE)
    await ada.slash("orders")
    await ada.choose(ada.desk, options(menus(ada.desk)[0])[0])
    await ada.write("move c3-c9 10")
    await ada.write("split c1 5")
    await ada.offered("c3-")
    await ada.write("move c3-d4 10; split d4 10; upgrade c1; end")
    await ada.click(ada.desk, "Send")
    await ben.slash("draw")
    await ada.slash("board", zoom="d4")
    await ada.slash("why", unit="d4")
    await ada.write("move b2-c3 10; end; send")
    await ben.write("move d3-c3; end; send")
    await ben.slash("history")
    told.title("To the end")
    said = await ada.slash("concede")
    await ada.click(said.message, "Yes, I concede")
    await ben.click(game.post, "Fair play")


async def newyork2047(told: Transcript, world: World) -> None:
    told.title("Lobby")
    game, players = await world.seven()
    tower, papst, _, christofori, _, greene, _ = players
    told.title("A sheet at the desk, typed, wrong")
    await tower.choose(tower.desk, "2")
    await tower.choose(tower.desk, "2 move harlem", menu=1)
    await tower.choose(tower.desk, "1")
    await tower.choose(tower.desk, "@1@morningside", menu=1)
    await tower.choose(tower.desk, "1 support 2 to harlem", menu=1)
    await tower.write("3 harlm")
    await tower.write("3 s 2; 1 coney island; 9 hold")
    await tower.write("lol what")
    await tower.offered("3 mor")
    await tower.click(tower.desk, "Clear")
    await tower.write("2 harlem; 1 s 2")
    await tower.click(tower.desk, "Ready")
    await tower.click(tower.desk, "Ready anyway")
    await tower.click(tower.desk, "Not ready")
    await tower.click(tower.desk, "Clear")
    await papst.slash("board", zoom="soho")
    told.title("A turn with conflicts, retreats and disbanding (the units are put so)")
    await newyork.place(world.bot, game.code, newyork.TROUBLE)
    await tower.write("2 move astoria")
    await christofori.slash("order", order="2 move coney_island")
    await papst.write("ready")
    for player in players:
        await player.write("ready anyway")
    await world.pass_time(6)
    await papst.slash("why", unit="1")
    await tower.slash("why", unit="2")
    await tower.click(game.post, "Why?")
    said = await tower.click(game.post, "Details")
    await tower.click(said.message, "Stars")
    told.title("Adjustment")
    await greene.slash("orders")
    for player in (papst, greene):
        await player.write("ready")
    await world.pass_time(6)
    await tower.slash("history")
    told.title("To the end")
    for player in players:
        await player.slash("draw")
    await tower.click(game.post, "Fair play")


async def nme_(told: Transcript, world: World) -> None:
    told.title("Lobby")
    game = await nme.by_lot(world, *nme.three(world))
    told.title("A move at the desk, typed, wrong")
    black, gray = game.seats["black"], game.seats["gray"]
    await black.choose(black.desk, "A3s")
    await black.choose(black.desk, "A3s-C4", menu=1)
    await black.write("A4-A5")
    await black.offered("a3s")
    shown = await black.click(black.desk, "Type…")
    await black.submit(shown, orders="a4s x a4n")
    await gray.write("L1-L2")
    told.title("A whole game")
    for number, order in enumerate(nme.TO_THE_END.split(), 1):
        player = game.seats[await game.called()]
        await player.write(f"{order}; send")
        if number == 10:  # Gray is out
            await gray.slash("orders")
            await gray.slash("board")
            await gray.slash("order", order="L2-L3")
            await gray.slash("draw")
            await gray.slash("concede")
    await gray.click(game.post, "Fair play")


async def nme_ends(told: Transcript, world: World) -> None:
    three = nme.three(world)
    told.title("Protect the Ally: to the end")
    game = await nme.by_lot(world, *three[:2], options="players=2")
    told.drop()
    for number, order in enumerate(nme.ALLY_TO_THE_END.split(), 1):
        player = game.seats[await game.called()]
        if number == 3:  # Black moved Gray; White has its own army
            await player.write("F2-E2")
            await player.write("E1-E2")
        await player.write(f"{order}; send")
    told.title("Protect the Ally: conceded")
    game = await nme.by_lot(world, *three[:2], options="players=2")
    told.drop()
    await game.play("A3s-B2")
    await concede(game.seats["white"])
    told.title("A concession in another's turn")
    game = await nme.by_lot(world, *three)
    told.drop()
    black, gray, white = (game.seats[seat] for seat in ("black", "gray", "white"))
    await black.write("A3s-B2")
    await concede(gray)
    await black.slash("orders")
    await black.click(black.desk, "Send")
    await gray.write("E1-D1")
    await gray.write("orders")
    await concede(white)
    told.title("A draw by all who live")
    game = await nme.by_lot(world, *three)
    told.drop()
    black, gray, white = (game.seats[seat] for seat in ("black", "gray", "white"))
    await black.slash("draw")
    await game.play("A3s-B2")
    await concede(gray)
    await black.slash("draw")
    await white.slash("orders")
    await white.click(game.post, "Agree to the draw")


async def ww3_(told: Transcript, world: World) -> None:
    told.title("Lobby")
    game = await ww3.in_world(
        world, *(world.player(name) for name in ("ada", "ben", "cleo")), setups=False, options="fog=on"
    )
    red, blue, silver = (game.seats[seat] for seat in ("red", "blue", "silver"))
    told.title("Set-up")
    await red.click(red.desk, "Sensible default")
    await red.choose(red.desk, "e1", menu=1)
    await red.write("setup N=d2 A=e3")
    await red.click(red.desk, "Send")
    await blue.write("setup wall mirrored; send")
    await silver.offered("setup w")
    await silver.slash("order", order="setup ambush", send=True)
    told.title("Moves, in the fog (the units are put so)")
    await ww3.place(world.bot.services, game.code, ww3.NEAR_THE_END)
    desk = (await red.slash("orders")).message
    await blue.slash("board")
    await red.choose(desk, "b7")
    await red.write("b7-c9")
    await red.offered("d4-")
    await blue.write("d6-d7")
    await red.write("b7-a7")
    await red.click(red.desk, "Send")
    await blue.slash("orders")
    await silver.slash("draw")
    await silver.write("h4-h5; send")
    await red.write("f10-g10; send")
    await silver.write("h5-h6; send")
    await red.write("g10-g11; send")
    await silver.click(game.post, "Fair play")


async def ww3_ends(told: Transcript, world: World) -> None:
    ada, ben, cleo, dan = (world.player(name) for name in ("ada", "ben", "cleo", "dan"))
    near = ww3.NEAR_THE_END
    told.title("Bases fall one after the other")
    game = await ww3.in_world(world, ada, ben, cleo, position=near)
    told.drop()
    red, blue = game.seats["red"], game.seats["blue"]
    desk = (await red.slash("orders")).message
    await red.choose(desk, "b7")
    await red.choose(desk, "b7-a7")
    await red.click(desk, "Send")
    await blue.slash("orders")
    await blue.slash("order", order="c8-d8")
    await blue.slash("draw")
    await blue.slash("concede")
    await red.slash("board")
    await game.play("h4-h5", "f10-g10", "h5-h6", "g10-g11")
    told.title("A draw needs all who live")
    game = await ww3.in_world(world, ada, ben, cleo, position={**near, "to_move": "silver"})
    told.drop()
    red, silver = game.seats["red"], game.seats["silver"]
    await red.slash("draw")
    await silver.slash("orders")
    await silver.slash("order", order="h4-h5")
    await silver.click((await silver.slash("orders")).message, "Send")
    await red.write("b7-a7; send")
    await silver.slash("draw")
    await red.slash("draw")
    told.title("A concession in the set-up")
    game = await ww3.in_world(world, ada, ben, cleo, dan, setups=False)
    told.drop()
    for seat in ("red", "silver"):
        await game.seats[seat].slash("order", order="setup bunker", send=True)
    await concede(game.seats["blue"])
    await game.seats["blue"].slash("orders")
    await game.seats["olive"].slash("order", order="setup wings", send=True)
    for seat in ("red", "silver"):
        await concede(game.seats[seat])
    told.title("The last formation that is missing: the concession resolves the set-up")
    game = await ww3.in_world(world, ada, ben, cleo, setups=False)
    told.drop()
    for seat in ("red", "silver"):
        await game.seats[seat].slash("order", order="setup wall", send=True)
    await concede(game.seats["blue"])
    await concede(game.seats["red"])
    told.title("No legal move is a pass; the mover is late, then concedes")
    units = {"red": {"e1": "B"}, "silver": {"g11": "B", "g7": "S", "f6": "S"}}
    game = await ww3.in_world(world, ada, ben, position={"to_move": "red", "pieces": units})
    told.drop()
    red = game.seats["red"]
    shown = await red.slash("orders")
    await red.click(shown.message, "Pass")
    await game.play("g7-g8")
    await world.pass_time(DAY + 60)
    await concede(game.seats["silver"])


# -- what all games share


async def lobby(told: Transcript, world: World) -> None:
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    await ada.slash("help")
    await ada.slash("game new", game="cic", options="speed=9")
    await ada.slash("game new", game="cic", deadline="soon")
    await ada.offered("teams", "options", "game new", game="cic")
    post = await world.lobby(ada, deadline="2d", options="enhanced=1/0")
    await cleo.slash("game new", game="cic")
    await ben.click(post, "Change…")
    form = {"objective": ["points"], "teams": ["none"], "round_limit": "9", "quiet_rounds": "0"}
    wrong = await ada.submit(await ada.change(post, "Options"), enhanced="2/x", **form)
    await ada.submit(await ada.click(wrong.message, "Open the form again"), enhanced="2/1", **form)
    await ada.change(post, "Clock")
    await ada.change(post, "Absence and votes")
    await ada.click(post, "Join")
    await ben.click(post, "Join")
    await ben.choose(post, "dark")
    await ada.choose(post, "dark")
    await cleo.click(post, "Start")
    await ben.click(post, "Leave")
    await ben.click(post, "Rules")
    await ada.change(post, "Close this game")
    await ada.slash("game new", game="cic", where="thread")
    await ada.slash("rules", game="cic")


async def votes(told: Transcript, world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    await ada.slash("vote extend", time="soon")
    await ada.slash("vote extend", time="12h")
    await eve.click(game.post, "Yes")
    await ada.click(game.post, "Yes")
    await ben.slash("vote list")
    await ben.click(game.post, "No")
    await world.pass_time(5)
    await ada.slash("vote pause", time="2d")
    await ben.click(game.post, "Yes")
    await world.pass_time(5)
    await ben.slash("vote resume")
    await ada.click(game.post, "Yes")
    await world.pass_time(5)
    await ada.slash("vote undo")
    await world.pass_time(DAY + HOUR)
    await ada.slash("vote end")
    await ben.click(game.post, "Yes")
    await world.pass_time(5)


async def deadlines(told: Transcript, world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben, deadline="30h")
    told.drop()
    told.title("Reminders, an announced absence, orders ahead")
    await ada.slash("reminders", before="6h, 2h", zone="europe/rome", quiet="22-8")
    await ada.slash("reminders", before="soon")
    await ada.slash("away", **{"from": "in 25h", "to": "in 2d", "zone": "europe/rome"})
    await ada.slash("away")
    await ben.slash("away", to="in 1h")
    await ada.slash("back")
    await ben.slash("ahead", orders="if e7-e6 then d2-d3; queue c2-c4")
    await ben.slash("ahead", orders="c2-c4")
    told.title("Deadlines pass")
    await world.pass_time(25 * HOUR)
    await world.pass_time(6 * HOUR)
    await ben.slash("games")
    told.title("A seat is free, and is taken")
    await eve.slash("substitute list")
    await ben.slash("substitute take", seat=f"{game.code} dark")
    asked = await eve.slash("substitute take", seat=f"{game.code} dark")
    await eve.click(asked.message, "Yes, take over")
    await ada.slash("orders")
    await eve.write("e7-e6; send")
    await world.pass_time(2)
    told.title("Out")
    await world.pass_time(62 * HOUR)


async def letters(told: Transcript, world: World) -> None:
    game, players = await world.seven(options="anonymous=yes")
    told.drop()
    tower, papst, hamblet = players[0], players[1], players[-1]
    await hamblet.slash("press", to="tower, gre", text="At dawn")
    await hamblet.slash("press", to="dunkin", text="At dawn")
    await tower.submit(await tower.click(tower.dms[-1], "Reply"), text="Yes\nand dusk")
    await hamblet.slash("press", to="tower papst", text="Who am I?", anonymous=True)
    await papst.submit(await papst.click(papst.dms[-1], "Reply"), text="Who are you?")
    await hamblet.slash("press", to="all", text="Peace")
    await world.player("eve").click(game.post, "Reply in private")
    await papst.submit(await papst.click(game.post, "Reply in private"), text="Aside")
    await tower.write("press hamblet: By mail")
    await tower.slash("letters")
    await hamblet.slash("letters", **{"with": "tower"})


async def league(told: Transcript, world: World) -> None:
    cup = Cup(world)
    ada, ben, cleo = cup.players
    await ada.slash("league create", name="Mine", game="cic")
    await cup.open(plan="points")
    shown = await cup.open()
    form = await cup.change(shown, "time")
    given = {"deadline": "24h", "season": "0"}
    wrong = await cup.host.submit(form, vacation="long", **given)
    await cup.host.submit(await cup.host.click(wrong.message, "Try again"), vacation="20", **given)
    told.title("Sign-up")
    for player in cup.players:
        await player.click(cup.post, "Join")
    await ada.click(cup.post, "Leave")
    await cup.host.slash("league start")
    how = await ada.click(cup.post, "How it works")
    await ada.click(how.message, "Be a substitute")
    await ada.click(cup.post, "Join")
    await cup.host.slash("league start")
    told.title("Rounds")
    for _ in range(3):
        thread = cup.games[-1]
        loser = next(player for player in cup.players if player.user.name in str(thread.name).split()[2])
        said = await loser.slash("concede", thread)
        await loser.click(said.message, "Yes, I concede")
        if len(cup.games) == 2:
            said = await ada.slash("league table")
            for view in ("Crosstable", "Fixtures", "My games", "How it works", "Log"):
                said = await ada.click(said.message, view)
            await ada.slash("league fixtures", round=9)
            await ada.slash("league list")
            await ada.slash("league withdraw")
    told.title("After it")
    await ada.slash("league table")
    await ben.slash("profile")
    await cleo.slash("leaderboard", game="cic")


async def moderation(told: Transcript, world: World) -> None:
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    mo = world.moderator(manage_messages=True)
    game = await world.new_game(ada, ben)
    told.drop()
    await game.play("e7-e6", "d2-d3")
    await ada.slash("gm undo", reason="I like it better")
    await cleo.slash("gm undo", reason="I like it better")
    await mo.submit(await mo.slash("gm undo", reason="wrong square"), reason="wrong square, he says")
    await mo.slash("gm pause", reason="dinner", time="2h")
    await mo.slash("gm force", reason="now")
    await mo.slash("gm resume", reason="")
    await mo.slash("gm extend", time="2h", reason="why")
    await mo.slash("gm shorten", reason="enough")
    form = await mo.click((await mo.slash("gm options")).message, "Time and grace")
    given = {"deadline": "3d", "undo": "0", "takeback": "0", "grace": "x", "reason": "slower"}
    wrong = await mo.submit(form, **given)
    await mo.submit(await mo.click(wrong.message, "Open the form again"), **given | {"grace": "10"})
    await mo.submit(await mo.slash("gm force", reason="now"), reason="now")
    await mo.slash("gm replace", player="light", by=cleo.member, reason="ben has left")
    await mo.slash("gm transfer", to=mo.member, reason="the host is away")
    shown = await mo.slash("gm penalise", player="light", ruling="forfeit", reason="why")
    await mo.submit(shown, reason="left, too")
    await ben.slash("log")
    await mo.slash("log")


SCENES: dict[str, Scene] = {
    scene.__name__.rstrip("_"): scene
    for scene in (
        *(cic, nemein_, newyork2047, nme_, nme_ends, ww3_, ww3_ends),
        *(lobby, votes, deadlines, letters, league, moderation),
    )
}


@pytest.mark.sqlite  # elsewhere edits, which no post waits for, come before or after other posts
@pytest.mark.parametrize("name", SCENES)
async def test_what_is_said(name: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Transcript(world, monkeypatch)
    await SCENES[name](told, world)
    path, now = FOLDER / f"{name}.txt", told.text()
    if WRITE:
        path.write_text(now, "utf-8")
    compare(path, path.read_text("utf-8") if path.exists() else "", now)
