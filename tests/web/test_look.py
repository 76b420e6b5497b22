"""What everybody may look at, and that nothing else can be told from an address."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine import text as words
from bot.features.server_settings.who_may_open import Asker
from bot.presenters.base import rule_pages
from bot.storage.database import Tx
from bot.storage.records import Table
from bot.storage.rows import first, save
from bot.web import values, watching
from bot.web.board import LARGE, SIZE
from bot.web.graph import graph
from bot.web.markdown import to_html
from tests.bot.newyork import storm
from tests.bot.parts import CHANNEL, GUEST, HOST, NAMES
from tests.web.parts import Web, house_with_pages
from tests.web.town import town

MANAGER = Asker(1, HOST, manager=True)


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3") as made:
        yield made


async def show(web: Web) -> None:
    await web.services.permissions.pages(MANAGER, everywhere=True)


def ways(code: str) -> list[str]:
    rest = (
        "",
        "/start",
        "/1",
        "/9",
        "/events",
        "/fair-play",
        "/analysis",
        "/record.json",
        "/start/board/" + 32 * "0",
    )
    return [f"/g/{code}{each}" for each in rest]


async def test_nothing_unless_moderators_say_so(web: Web) -> None:
    code = await web.office.game()
    browser = web.browser()
    for known, unknown in zip(ways(code), ways("z9z9"), strict=True):
        one, other = await browser.get(known), await browser.get(unknown)
        assert one.status == other.status == 404, known
        assert await one.read() == await other.read()
    assert (await browser.get("/s/1")).status == 404
    assert (await browser.get("/s/1/ratings/cic")).status == 404
    assert (await browser.get(f"/s/1/players/{HOST}")).status == 404


async def test_what_is_taken_back_is_told_to_nobody_any_more(web: Web) -> None:
    """Not even to those who watched when it was."""
    code = await web.office.game()
    await show(web)
    async with web.http.get(f"{web.browser().base}/g/{code}/events") as stream:
        assert await stream.content.readuntil(b"\n\n")
        await web.services.permissions.pages(MANAGER, off=True)
        await web.office.send(code, HOST, "e7-e6")
        assert await asyncio.wait_for(stream.content.read(), 10) == b""


async def test_one_address_has_so_many_streams(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MAX_EACH", 2)
    code = await web.office.game()
    await show(web)
    address = f"{web.browser().base}/g/{code}/events"
    async with web.http.get(address) as one, web.http.get(address) as two:
        assert (one.status, two.status) == (200, 200)
        async with web.http.get(address) as three:
            assert three.status == 429
        elsewhere = {"X-Forwarded-For": "203.0.113.7"}
        async with web.http.get(address, headers=elsewhere) as other:
            assert other.status == 200


async def test_two_who_begin_to_watch_at_once_share_one_look() -> None:
    both_look = asyncio.Barrier(2)

    async def look(place: object) -> str:
        await both_look.wait()
        return "1"

    both = watching.Watching(look, every=3600.0)
    streams = [both.changes("game", 3600.0) for _ in range(2)]
    assert await asyncio.gather(*(anext(stream) for stream in streams)) == ["1", "1"]
    assert len([task for task in asyncio.all_tasks() if task.get_name() == "watching"]) == 1
    for stream in streams:
        await stream.aclose()
    await both.close()


async def test_the_boards_are_ready_when_the_pages_are(web: Web) -> None:
    assert {(game, SIZE) for game in web.services.context.games} <= set(web.office.renderer.boards)


async def test_all_games_of_a_server(web: Web) -> None:
    code = await web.office.game()
    await show(web)
    browser = web.browser()
    page = await (await browser.get("/s/1")).text()
    assert f"/g/{code}" in page and re.search('>Ada</a>, <a href="/s/1/players/[0-9]+">Ben</a>', page)
    assert (await browser.get(f"/g/{code}")).status == 200
    assert (await browser.get("/s/2")).status == 404
    await web.services.permissions.pages(MANAGER, off=True)
    assert (await browser.get(f"/g/{code}")).status == 404


async def test_the_games_of_some_channels(web: Web) -> None:
    """By the channel, by the one that a thread is in, and by their category; and no others."""
    shown, hidden = await web.office.game(channel=500), await web.office.game(channel=501)
    within = await web.office.game(channel=502)

    def in_a_thread(tx: Tx) -> None:
        table = first(tx, Table, id=within)
        assert table is not None
        save(tx, replace(table, origin={"places": [502, 77]}))

    await web.office.write(in_a_thread)
    await web.services.permissions.pages(MANAGER, add=500)
    browser = web.browser()
    assert [(await browser.get(f"/g/{code}")).status for code in (shown, hidden, within)] == [200, 404, 404]
    await web.services.permissions.pages(MANAGER, add=77)
    assert [(await browser.get(f"/g/{code}")).status for code in (shown, hidden, within)] == [200, 404, 200]
    listed = await (await browser.get("/s/1")).text()
    assert shown in listed and within in listed and hidden not in listed
    assert (await browser.get("/s/1/ratings/cic")).status == 404, "results of hidden games"


async def test_the_front_page_lists_servers_that_show_all(web: Web) -> None:
    """By their names, and by no others: not with some channels alone, not because a game has a link."""
    await web.office.game()
    browser, named = web.browser(), replace(MANAGER, server="Ada's <lair>")
    pages = web.services.permissions.pages

    async def front() -> str:
        return await (await browser.get("/")).text()

    assert "/s/1" not in await front()
    await pages(named, add=500)
    assert "/s/1" not in await front() and "lair" not in await front()
    assert "Ada&#39;s &lt;lair&gt;</h1>" in await (await browser.get("/s/1")).text()
    await pages(named, everywhere=True)
    assert 'href="/s/1">Ada&#39;s &lt;lair&gt;</a>' in await front() and "1 game under way" in await front()
    await pages(named, off=True)
    assert "/s/1" not in await front()


async def test_pages_lead_to_each_other(tmp_path: Path) -> None:
    """From the front page, link by link, to everything of a server, and back."""
    async with town(tmp_path / "games.sqlite3") as place:
        browser, seen, found = place.web.browser(), set[str](), ["/"]
        skipped = ("/static/", "/docs", "/rules", "/puzzles", "#", "https://")
        while found:
            if (path := found.pop()) in seen or path.startswith(skipped):
                continue
            seen.add(path)
            place.web.server.limits.forget()
            answer = await browser.get(path)
            assert answer.status == 200, path
            if answer.content_type == "text/html":
                found += re.findall(r'<a [^>]*href="([^"]*)"', await answer.text())
        player, games = f"/s/1/players/{HOST}", (place.playing, place.over)
        league = (f"/l/{place.league}", f"/l/{place.before}", f"/l/{place.before}/rounds/1")
        assert {"/s/1", player, *league, *(f"/g/{code}" for code in games)} <= seen
        for path, to in (
            (player, "/s/1"),
            (f"/l/{place.before}", "/s/1/players/"),
            (f"/g/{place.over}", player),
        ):
            assert f'href="{to}' in await (await browser.get(path)).text(), path
        assert f"/g/{place.playing}" in await (await browser.get(player)).text()
        await place.web.services.signup.join(place.league, HOST, "Ada")
        for path in ("/s/1", league[0]):  # the server's games, and who has signed up
            assert re.search(rf'href="{player}">Ada<', await (await browser.get(path)).text()), path
        [entered, *_] = re.findall(r"/s/1/players/[0-9]+", await (await browser.get(league[1])).text())
        assert f'href="/l/{place.before}"' in await (await browser.get(entered)).text()


async def test_names_lead_to_pages_only_where_all_is_public(tmp_path: Path) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        pages, services = ("/s/1", f"/g/{place.playing}"), place.web.services
        await services.permissions.pages(MANAGER, off=True)
        await services.permissions.pages(MANAGER, add=610)
        for path in pages:
            html = await (await place.web.browser().get(path)).text()
            assert "Ada" in html and "/players/" not in html, path


async def test_turns_have_one_name(web: Web) -> None:
    """In the address, the heading, the slider, the API and in Discord."""
    code = await web.office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3")):
        await web.office.send(code, user, order)
    await show(web)
    browser = web.browser()
    page = await (await browser.get(f"/g/{code}/2")).text()
    assert "<h2>Turn 2</h2>" in page and 'aria-valuetext="turn 2"' in page and "<h2>Now · turn 3</h2>" in page
    assert f'href="/g/{code}/start"' in page and f'href="/g/{code}/1"' in page
    told = await (await browser.get(f"/api/v1/games/{code}/turns/2")).json()
    assert told["turn"]["title"] == "turn 2" and told["turn"]["url"].endswith("/2")
    assert "· turn 2" in (await web.services.history_pages.jump(code, HOST, "2")).text
    assert "the report is the whole reason" in page
    assert "the report is the whole" not in await (await browser.get(f"/g/{code}/start")).text()


async def test_only_moderators_and_only_with_pages(web: Web) -> None:
    with pytest.raises(Refused, match="Manage Server"):
        await web.services.permissions.pages(Asker(1, GUEST), everywhere=True)
    web.services.context.web = ""
    with pytest.raises(Refused, match="no pages"):
        await web.services.permissions.pages(MANAGER, everywhere=True)
    assert "FIELDPOST_WEB" in words.NO_PAGES


async def test_a_turn_and_its_picture(web: Web) -> None:
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await show(web)
    browser = web.browser()
    page = await (await browser.get(f"/g/{code}")).text()
    assert "Amphibian e7-e6" in page and 'rel="prev"' in page
    large, image = re.findall(rf'(?:srcset|img[^>]* src)="(/g/{code}/1/board/[0-9a-f]{{32}})"', page)
    assert f'property="og:image" content="http://pages.example.org{image}"' in page
    answer = await browser.get(image)
    assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"]
    assert (await browser.get(large)).status == 200
    small, wide = (extras["size"] for *_, extras in web.office.renderer.painted[-2:])
    assert (small, wide) == (0, LARGE)
    for each in (image, large):
        web.server.site.pictures._asked.clear()
        web.server.site.pictures._drawn.clear()
        assert (await browser.get(each)).status == 200, "drawn anew from the database"
    assert (await browser.get(image[:-4] + "0000")).status == 404
    assert (await browser.get(f"/g/{code}/start")).status == 200
    assert (await browser.get(f"/g/{code}/2")).status == 404


async def test_who_has_it_already_is_told_so(web: Web) -> None:
    code = await web.office.game()
    await show(web)
    browser = web.browser()
    tag = (await browser.get(f"/g/{code}")).headers["ETag"]
    assert (await browser.get(f"/g/{code}", **{"If-None-Match": tag})).status == 304
    await web.office.send(code, HOST, "e7-e6")
    assert (await browser.get(f"/g/{code}", **{"If-None-Match": tag})).status == 200


async def test_letters_stay_where_they_are(web: Web) -> None:
    table = await web.office.lobby(11, 12, 13, 14, 15, 16, 17, game_key="newyork2047")
    await web.services.lobby.start(table.id, 11)
    snapshot = await web.office.snapshot(table.id)
    other = next(seat for seat in snapshot.seats if snapshot.player(seat).user_id != 11)
    await web.services.letters.write(table.id, 11, other, "meet me in Soho", source="x")
    for user in (12, 13, 14, 15, 16, 17):
        await web.services.orders.declare(table.id, user, "concede")
    await show(web)
    assert (await web.office.table(table.id)).status == "over"
    record = await (await web.browser().get(f"/g/{table.id}/record.json")).text()
    assert "letters" not in json.loads(record) and "Soho" not in record
    pages = [await (await web.browser().get(f"/g/{table.id}{each}")).text() for each in ("", "/start", "/1")]
    assert not any("meet me" in page for page in pages)


async def test_posts_link_to_public_games(web: Web) -> None:
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await web.office.deliver()
    told = [message.small for _, message in web.office.messenger.channels[CHANNEL]]
    assert not any("/g/" in each for each in told)
    await show(web)
    await web.office.send(code, GUEST, "b2-d4")
    await web.office.deliver()
    told = [message.small for _, message in web.office.messenger.channels[CHANNEL]]
    assert any(f"http://pages.example.org/g/{code}" in each for each in told)


async def test_channels_are_recorded_when_a_game_is_opened(web: Web) -> None:
    asker = Asker(1, HOST, places=frozenset({CHANNEL, 77}))
    table = await web.office.lobby(HOST, asker=asker)
    assert table.origin == {"places": sorted([CHANNEL, 77])}


async def test_made_up_pictures_of_the_rules_make_them_once(web: Web) -> None:
    calls = []
    page = web.services.rules.page

    async def counted(game: str, number: int) -> Message:
        calls.append((game, number))
        return await page(game, number)

    web.services.rules.page = counted  # type: ignore[method-assign]
    browser = web.browser()
    for name in ("0" * 32, "1" * 32):
        assert (await browser.get(f"/rules/pictures/{name}")).status == 404
    assert len(calls) == len(set(calls)) > 5
    found = re.findall(r"/rules/pictures/[0-9a-f]{32}", await (await browser.get("/rules/cic")).text())
    assert found and (await browser.get(found[0])).status == 200


async def test_why_each_unit_fared_as_it_did(web: Web) -> None:
    code = await storm(web.office)
    await show(web)
    browser = web.browser()
    page = await (await browser.get(f"/g/{code}")).text()
    assert "<h2>Why</h2>" in page and page.index("<summary>Battles") < page.index("<summary>Tower")
    last = (await (await browser.get(f"/api/v1/games/{code}/turns")).json())["items"][-1]["name"]
    told = await (await browser.get(f"/api/v1/games/{code}/turns/{last}")).json()
    assert len(told["why"]) > 2
    for one in told["why"]:
        assert one["told"] and one["of"] in page
    first = await (await browser.get(f"/g/{code}/start")).text()
    assert "<h2>Why</h2>" not in first, "nothing has happened yet"


async def test_nobody_is_told_by_what_name_of_another_server(web: Web) -> None:
    """Neither before a game here ends nor after it, in texts and on the player's page."""
    code, lobby = await web.office.game(), web.services.lobby
    options = {"options": "", "deadline": "24h", "seating": "lot"}
    given = {"game_key": "cic", "host_id": HOST, "host_name": "Elsewhere", **options}
    there = await lobby.create(guild_id=2, channel_id=99, **given)
    await lobby.join(there.id, GUEST, "Elsewhere too")
    await lobby.start(there.id, HOST)
    await show(web)
    pages = [f"/g/{code}", f"/s/1/players/{HOST}", f"/s/1/players/{GUEST}"]
    pages += [f"/api/v1/games/{code}", f"/api/v1/servers/1/players/{HOST}"]
    for page in pages:
        shown = await (await web.browser().get(page)).text()
        assert "Elsewhere" not in shown, page
        assert any(NAMES[user] in shown for user in (HOST, GUEST)), page


async def test_a_rating_over_time(tmp_path: Path) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        browser = place.web.browser()
        page = await (await browser.get(f"/s/1/players/{HOST}")).text()
        told = await (await browser.get(f"/api/v1/servers/1/players/{HOST}")).json()
        counted = [game for game in told["games"] if game["game"] == "cic" and game["rating"] is not None]
        assert len(counted) >= 3
        assert page.count('class="dot"') == len(counted)
        assert f"to {told['ratings']['cic']['rating']} now" in page
        assert f"{counted[0]['rating']} ± {counted[0]['margin']}" in page and f"/g/{place.over}" in page
        listed = await (await browser.get("/s/1/ratings/cic")).text()
        leaders = (await (await browser.get("/api/v1/servers/1/ratings/cic")).json())["items"]
        assert all(f"{one['rating']} ± {one['margin']}" in listed for one in leaders), "as in Discord"
        assert "/ratings/" in await (await browser.get("/s/1")).text()


def test_what_discord_would_show_of_a_text() -> None:
    """Times are dressed by a script, and a page names no channel."""
    told = "You are **Dark** in <#500> · due <t:1767254400:F> (<t:1767254400:R>), <@11>"
    moment = 'time datetime="2026-01-01T08:00:00Z"'
    utc = "1 January 2026, 08:00 UTC</time>"
    assert to_html(told, {11: "A&da"}) == (
        f"<p>You are <strong>Dark</strong> · due <{moment}>{utc} (<{moment} data-relative>{utc}), "
        "<b>A&amp;da</b></p>\n"
    )


def test_a_sentence_that_only_names_a_channel_is_left_out() -> None:
    told = words.GOES_ON(sent="Sent: `end`.", channel="<#500>")
    assert to_html(told) == "<p>Sent: <code>end</code>.</p>\n"
    assert to_html(f"{told} More.") == "<p>Sent: <code>end</code>. More.</p>\n"


def test_each_item_of_the_rules_is_one_in_their_list() -> None:
    """What Discord would show as a list is one here too, and no list is cut in two."""
    for key in ("cic", "nemein", "newyork2047", "nme", "ww3"):
        for page in rule_pages(key):
            lines = page.text.split("\n")
            numbers = [found[1] for line in lines if (found := re.match(r"(\d+)\. ", line))]
            html = str(to_html(page.text))
            assert html.count("<ol") == numbers.count("1"), page.text
            assert html.count("<li>") == sum(re.match(r"(-|\d+\.) ", line) is not None for line in lines)
    assert to_html("Then:\n2. Two\n3. Three").count("<li>") == 2


def test_a_graph_has_room_for_every_game() -> None:
    def played(rating: int, margin: int) -> values.Played:
        return values.Played(
            code="k7f3", game="cic", side="Dark", place=1, shared=1, seats=2, substitute=False, rating=rating,
            margin=margin, ended="2026-01-05T18:30:00Z",
        )  # fmt: skip

    for ratings in ([1500], [1300, 2100, 900], [1500] * 40, [1490, 1510]):
        made = graph([played(rating, 120) for rating in ratings])
        assert len(made.dots) == len(ratings)
        assert all(made.left <= x <= made.right and 0 <= y <= made.height for x, y in made.dots)
        assert 2 <= len(made.grid) <= 7
        high = sorted(zip(ratings, (y for _, y in made.dots), strict=True))
        assert [y for _, y in high] == sorted((y for _, y in high), reverse=True), "more is higher"
