"""A game of New York 2047 by seven people and the bot's own process, to its end, with letters."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.engine import text

from .conftest import StartBot
from .loopback import Loopback, User
from .newyork import PEOPLE, RULES, SEASONS, SEATS, NewYork, begin_newyork, pass_deadline, place
from .play import has_picture, picture, quiet, true_record

pytestmark = pytest.mark.soak


async def test_two_years(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Three seasons, choices after the third, the last season; then the record is checked outside."""
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members(*PEOPLE)
    bot = await fieldpost()
    game = await begin_newyork(discord, hall, people, options="last_year=2048")
    assert has_picture(game.call) and game.tally == "0 of 7"
    for seat in SEATS:
        assert has_picture(await game.desk(seat, turn=1))

    await first_season(game)
    await told_to_everyone(game, 1, {"tower": "You took Harlem ★."})
    await game.turn_by_slash(SEASONS[1])
    await told_to_everyone(game, 2, {"dunning": "standoff in Lower Bay", "hamblet": "Moe"})
    await letters(game)
    await game.turn_by_slash(SEASONS[2])
    await told_to_everyone(game, 3, {"greene": "You lost unit 2 in Flushing", "tower": "Not your turn: "})
    await looking_back(game)
    await choices(game)
    await told_to_everyone(game, 4, {"papst": "Williamsburg", "rossoni": "3"})
    await asyncio.gather(*map(game.ready, SEATS))  # nobody gives an order: all hold
    await game.told(5)
    await quiet(discord, bot, tmp_path)
    await the_end(game, guild.member("stranger"), tmp_path)
    await game.assert_told(5)


async def first_season(game: NewYork) -> None:
    """Seven sheets, given in all ways, changed and taken back; how many are ready, under the same post."""
    await game.by_text("hamblet", "1 byn; 2 - upper b; 3 move Hoboken")
    await asyncio.gather(
        game.by_menus("tower", "1 move harlem", "2 support 1 to harlem", "2 move harlem_river"),
        game.by_form("greene", "1 kennedy\n2 forest hills\n3 bayside"),
        game.by_text("rossoni", "1 hunts point; 2 normont"),
        game.by_slash("christofori", SEASONS[0]["christofori"], send=True),
        game.by_slash("papst", "1 long island city"),
        game.by_menus("dunning", "1 move bay_ridge", "2 support 1 to bay_ridge", "2 move gravesend_bay"),
    )
    await game.by_text("rossoni", "1 mott haven; 3 co-op")
    await game.by_slash("papst", "2 flushing bay; 3 support 1 to lic")

    before = game.given[1, "hamblet"].copy()
    wrong = await game.written(game.seats["hamblet"], "3 move red hok; 2 soho", "Red Hook")
    assert "Soho" in wrong.text and game.given[1, "hamblet"] == before
    await game.by_text("hamblet", "1 hoboken")
    desk = await game.desk("hamblet")
    await game.discord.until(lambda: "⚠" in desk.text, what="a warning: two to one land space")
    assert "Hoboken" in desk.text
    await game.written(game.seats["hamblet"], "clear", "✓ No orders now in")
    await game.discord.until(lambda: text.CLEAR not in desk.buttons, what="an empty desk")
    assert text.YOUR_ORDERS in desk.text
    game.given[1, "hamblet"] = {}
    await game.by_form("hamblet", "; ".join(before.values()))

    posts = len(game.public)
    await game.ready("hamblet")
    await game.ready("greene")
    await game.unready("greene")
    await game.written(game.seats["papst"], "ready", "✓ Sent in")
    await game.tallied("3 of 7")  # Christofori, Hamblet, Papst
    for seat in ("tower", "rossoni", "greene"):
        await game.ready(seat)
    assert len(game.public) == posts and game.call.edited, "an edit, no new post"
    await game.ready("dunning")
    await game.told(1)


async def told_to_everyone(game: NewYork, turn: int, news: dict[str, str]) -> None:
    """The turn stands in the channel with its picture, its star table and its file, and each faction has had
    a direct message about it."""
    posts = game.results(turn)
    assert has_picture(posts[0]) and len(posts[0].embeds) == 0
    assert all(name in posts[-1].text for name in SEATS.values())
    assert {"My orders", "Board", "History", "Details"} <= set(posts[-1].buttons)
    await game.assert_sealed(turn)
    for seat in SEATS:
        told = await game.news(seat, turn)
        assert news.get(seat, "") in told.text, f"{seat}: {told.text}"


async def letters(game: NewYork) -> None:
    """By /press, in the bot's direct messages, with answers, to all."""
    tower, papst, greene = (game.seats[seat] for seat in ("tower", "papst", "greene"))
    said = await tower.slash(game.hall, "press", to="pap, greene", text="Zanzibar at dawn?")
    assert said.ephemeral and "Papst" in said.text and "Greene" in said.text
    letter = await papst.inbox.wait_for("> Zanzibar at dawn?")
    await greene.inbox.wait_for("> Zanzibar at dawn?")
    form = await papst.press(letter, "Reply to all")
    answer = await papst.submit(form, {"Your letter": "Yes.\nBring nobody."})
    assert "Tower" in answer.text and "Greene" in answer.text
    await asyncio.gather(*(user.inbox.wait_for("> Yes.\n> Bring nobody.") for user in (tower, greene)))
    form = await tower.press(await tower.inbox.wait_for("> Yes."), "Reply")
    await tower.submit(form, {"Your letter": "Agreed"})
    await papst.inbox.wait_for("> Agreed")
    await game.written(greene, "press ham: Cork?", "on its way to Hamblet")
    await game.seats["hamblet"].inbox.wait_for("**Greene** (fay)")
    posts = len(game.public)
    await tower.slash(game.hall, "press", to="all", text="Peace in our time")
    await game.hall.wait_for("> Peace in our time")
    assert len(game.public) == posts + 1, "the broadcast alone"
    own = await papst.slash(game.hall, "letters")
    assert all(words in own.text for words in ("Zanzibar", "Bring nobody", "Agreed", "Peace")), own.text
    assert "Cork" not in own.text


async def looking_back(game: NewYork) -> None:
    """/why and its menu, a part of the board, for one's own eyes."""
    greene, dunning = game.seats["greene"], game.seats["dunning"]
    answer = await greene.slash(game.hall, "why", unit="2")
    assert answer.ephemeral and "Flushing" in answer.text and "+1 support of Papst 2" in answer.text
    assert "Papst 1 · Williamsburg" in await dunning.autocomplete(game.hall, "why", "unit", "pap")
    menu = await dunning.press(game.results(3)[-1], "Why?")
    assert menu.ephemeral
    key = next(iter(menu.post.choices))
    told = await dunning.select(menu, key, "papst 1")
    assert "Williamsburg" in (await told.edited("Williamsburg")).text
    whole, zoom, mine = await asyncio.gather(
        dunning.slash(game.hall, "board"),
        dunning.slash(game.hall, "board", zoom="red hok"),
        dunning.slash(game.hall, "board", mine=True),
    )
    assert whole.ephemeral and zoom.ephemeral and mine.ephemeral
    assert "Red Hook" in zoom.text
    zoom = await dunning.slash(game.hall, "board", zoom="red hook")
    pictures = {picture(answer.post) for answer in (whole, zoom, mine)}
    assert len(pictures) == 3
    offered = await dunning.autocomplete(game.hall, "board", "zoom", "red")
    assert any("Red Hook" in name for name in offered)


async def choices(game: NewYork) -> None:
    """After spring 2048 Papst and Rossoni choose in menus; nobody else owes anything."""
    assert game.tally == "0 of 2"
    refused = await game.seats["greene"].slash(game.hall, "order", order="1 hold")
    assert "Nothing to do" in refused.text
    before = await game.seats["rossoni"].slash(game.hall, "board")
    desk = await game.desk("papst")
    await game.choose("papst", desk, "give", "relocate flushing")
    await game.choose("papst", desk, "give", "relocate williamsburg")
    after = await game.seats["rossoni"].slash(game.hall, "board")
    assert (picture(after.post), after.text) == (picture(before.post), before.text)
    await game.ready("papst")
    desk = await game.desk("rossoni")
    await game.choose("rossoni", desk, "give", "disband 3")
    await game.ready("rossoni")
    await game.told(4)
    game.given[4, "papst"] = {"relocate": "relocate williamsburg"}
    game.given[4, "rossoni"] = {"disband 3": "disband 3"}


async def the_end(game: NewYork, stranger: User, folder: Path) -> None:
    """The result, everybody's letters, and a record that `python -m adjudicator verify` takes."""
    last = game.results(5)
    told = "\n".join(post.text for post in last)
    assert "game over" in told and "**Tower wins" in told
    for seat in SEATS:
        assert game.seats[seat].inbox.posts(containing=f"Game `{game.table}` in <#{game.hall.id}> is over.")
    everything = await stranger.slash(game.hall, "letters")
    assert "Cork?" in everything.text and everything.ephemeral

    record = await true_record(game, stranger, folder)
    steps = [step for step in record["steps"] if step["kind"] == "resolve"]
    for turn, step in enumerate(steps, 1):
        lock = await game.opened(turn)
        assert {seat: seal["sha256"] for seat, seal in step["seals"].items()} == lock.receipts
        assert step["orders"] == {seat: lock.orders(seat) for seat in lock.sheets}
    assert [letter["from"] for letter in record["letters"]] == ["tower", "papst", "tower", "greene", "tower"]


CROWD = {
    "units": {
        **{seat: {"1": home} for seat, home in RULES.map.homes.items()},
        "greene": {"1": "kennedy", **{str(number): "jamaica" for number in range(2, 32)}},
    }
}
"""Greene has more units than a menu has lines."""


async def test_full_menus_and_a_deadline_in_a_crash(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Units and supports on further pages. Then the time is up while the bot is down: it is given back. It is
    up again: orders that were given count, ready or not, and who gave none holds."""
    hall = (guild := discord.guild()).channel("hall")
    bot = await fieldpost()
    game = await begin_newyork(discord, hall, guild.members(*PEOPLE), deadline="24h")
    await game.desk("greene")
    place(tmp_path, game.table, CROWD)
    await game.written(game.seats["greene"], "orders", "`31` Jamaica")
    await game.by_menus("greene", "1 support 30 hold", "31 move howard_beach")
    await game.by_text("tower", "1 harlem")
    await game.ready("tower")
    await game.by_text("papst", "1 long island city")
    assert "<t:" in game.call.text, "until when"
    await bot.crash()
    pass_deadline(tmp_path, game.table)
    await bot.start()
    away = await hall.wait_for("You get that time back")
    assert (
        f"`{game.table}` · I was away" in away.text
        and "is now due <t:" in away.text
        and game.results(1) == []
    )
    await bot.crash()
    pass_deadline(tmp_path, game.table, ago=3600)
    await bot.start()
    await game.told(1)
    await game.assert_sealed(1)
    gave_none = [head for head in (await game.opened(1)).heads if "gave no orders" in head]
    assert [line.split()[0] for line in gave_none] == ["Rossoni", "Christofori", "Dunning", "Hamblet"]
    board = await game.seats["tower"].slash(hall, "board")
    assert board.text.count("1 missed turn") == 4
    await quiet(discord, bot, tmp_path)
    await game.assert_told(1)
