"""The board that one plays on: who gets in, and that presses there are orders."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.common.message import custom_id
from bot.discord.text import OLD_BUTTON
from bot.features.board_links.links import AFTER_S
from bot.features.board_links.text import SHOWN_HERE
from bot.features.boards.text import CHANGED
from bot.features.privacy import store as privacy
from bot.storage import drafts, players
from bot.storage.columns import Personal
from bot.storage.database import Tx
from bot.storage.records import WebSession
from bot.storage.rows import find
from engines.engine import Level
from lessons.lesson import LAST
from tests.bot.parts import GUEST, HOST, STRANGER
from tests.web.parts import Browser, Web, house_with_pages


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3") as made:
        yield made


@pytest.fixture
async def code(web: Web) -> str:
    return await web.office.game()


async def ids(browser: Browser, code: str) -> list[tuple[str, str]]:
    """Every control on the desk, with its words."""
    return buttons_of(await (await browser.get(f"/play/{code}")).text())


def buttons_of(html: str) -> list[tuple[str, str]]:
    found = re.findall(r'<button[^>]*data-id="([^"]*)"[^>]*>(.*?)</button>', unescape(html), re.DOTALL)
    return [(ident, re.sub(r"<[^>]+>", "", label).strip()) for ident, label in found]


# -- links and sessions


async def test_a_link_works_once(web: Web, code: str) -> None:
    token = await web.token(code, HOST)
    first, second = web.browser(), web.browser()
    assert (await first.post("/open", {"token": token})).status == 200
    answer = await second.post("/open", {"token": token})
    assert answer.status == 410 and "new one" in (await answer.json())["error"]
    assert (await first.get(f"/play/{code}")).status == 200
    assert (await second.get(f"/play/{code}")).status == 403


async def test_two_at_once_with_the_same_link(web: Web, code: str) -> None:
    token = await web.token(code, HOST)
    browsers = [web.browser() for _ in range(6)]
    answers = await asyncio.gather(*(browser.post("/open", {"token": token}) for browser in browsers))
    assert sorted(answer.status for answer in answers) == [200, 410, 410, 410, 410, 410]


async def test_a_link_lasts_ten_minutes(web: Web, code: str) -> None:
    early, late = await web.token(code, HOST), await web.token(code, HOST)
    web.office.clock.time += 590
    assert (await web.browser().post("/open", {"token": early})).status == 200
    web.office.clock.time += 15
    assert (await web.browser().post("/open", {"token": late})).status == 410


async def test_neither_secret_is_stored(web: Web, code: str) -> None:
    token = await web.token(code, HOST)
    browser = web.browser()
    await browser.post("/open", {"token": token})
    rows = str(await web.office.dump())
    assert token not in rows and not any(value in rows for value in browser.cookies.values())


async def test_the_cookie(web: Web, code: str) -> None:
    answer = await web.browser().post("/open", {"token": await web.token(code, HOST)})
    said = answer.headers["Set-Cookie"]
    assert f"Path=/play/{code}" in said and "HttpOnly" in said and "SameSite=Lax" in said


@pytest.mark.parametrize("path", ["", "/desk", "/events", "/pictures/" + 32 * "0"])
async def test_who_is_let_in(web: Web, code: str, path: str) -> None:
    """A stranger, another seat with its own cookie under this name, and whoever holds a session elsewhere."""
    other = await web.office.game(channel=501)
    mine, guest = await web.entered(other, HOST), await web.entered(code, GUEST)
    for browser in (web.browser(), mine, guest):
        if browser is guest:
            browser.cookies = {name: value[::-1] for name, value in browser.cookies.items()}
        else:
            browser.cookies = {f"fieldpost-{code}": value for value in browser.cookies.values()}
        answer = await browser.get(f"/play/{code}{path}", Accept="application/json")
        assert answer.status == 403, path
        assert answer.headers["Cache-Control"] == "no-store"
    unknown = await web.browser().get(f"/play/z9z9{path}", Accept="application/json")
    known = await web.browser().get(f"/play/{code}{path}", Accept="application/json")
    assert await unknown.read() == await known.read() and unknown.status == known.status


async def test_a_session_ends_with_the_seat(web: Web, code: str) -> None:
    browser = await web.entered(code, HOST)

    def move_over(tx: Tx) -> None:
        players.change(tx, code, HOST, seat=None)

    await web.office.write(move_over)
    assert (await browser.get(f"/play/{code}")).status == 403


async def test_a_session_ends_an_hour_after_the_game(web: Web, code: str) -> None:
    """Until then the page shows how it ended, with the last board."""
    browser = await web.entered(code, HOST)
    await web.services.orders.declare(code, HOST, "concede")
    for _ in range(2):
        shown = await browser.get(f"/play/{code}")
        assert shown.status == 200 and "wins" in await shown.text()
    [board] = re.findall(r'src="(/play/[^"]*/pictures/\w+)"', await shown.text())
    assert (await browser.get(board)).status == 200
    web.office.clock.time += AFTER_S
    assert (await browser.get(f"/play/{code}")).status == 403
    assert (await browser.get(board)).status == 403


async def test_a_session_ends_when_somebody_is_forgotten() -> None:
    assert ("web_sessions", "user_id") in privacy.columns(Personal.DELETED)


async def test_leaving(web: Web, code: str) -> None:
    browser = await web.entered(code, HOST)
    kept = dict(browser.cookies)
    assert (await browser.post(f"/play/{code}/leave", {})).status == 200
    browser.cookies = kept
    assert (await browser.get(f"/play/{code}")).status == 403
    assert await web.office.read(lambda tx: find(tx, WebSession)) == []


async def test_only_for_whoever_plays(web: Web, code: str) -> None:
    with pytest.raises(Refused):
        await web.services.board_links.link(code, STRANGER)


# -- nobody else's hand


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Fieldpost": "1", "Origin": "https://evil.example"},
        {"X-Fieldpost": "1", "Origin": "null"},
        {"X-Fieldpost": "1", "Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_no_other_site_presses(web: Web, code: str, headers: dict[str, str]) -> None:
    browser = await web.entered(code, HOST)
    press = {"id": custom_id("do", code, "dark", 1, kind="menu"), "values": ["e7-e6"]}
    for path in ("press", "leave"):
        assert (await browser.post(f"/play/{code}/{path}", press, headers)).status == 403
    assert await web.office.read(drafts.of_table, code, 1) == {}


async def test_a_press_is_for_its_own_game(web: Web, code: str) -> None:
    other = await web.office.game(channel=501)
    browser = await web.entered(code, HOST)
    for act in ("pick", "send", "board", "letters"):
        ident = custom_id(act, other, None, 1)
        answer = await browser.post(f"/play/{code}/press", {"id": ident, "values": []})
        assert answer.status == 403, act


@pytest.mark.parametrize(
    "body",
    [
        [],
        {},
        {"id": 7},
        {"id": "fpb:desk"},
        {"id": "fpb:desk:k7f3:-:0:", "values": "x"},
        {"id": "fpb:desk:k7f3:-:0:", "values": [7]},
        {"id": "fpb:desk:k7f3:-:0:", "values": ["x"] * 100},
        {"id": "fpb:desk:k7f3:-:0:", "values": {"a": "b"}},
        {"id": "x" * 1000, "values": []},
    ],
)
async def test_nonsense(web: Web, code: str, body: object) -> None:
    browser = await web.entered(code, HOST)
    answer = await browser.post(f"/play/{code}/press", body)
    assert answer.status in (400, 403) and "error" in await answer.json()


async def test_a_large_body(web: Web, code: str) -> None:
    browser = await web.entered(code, HOST)
    answer = await browser.post(f"/play/{code}/press", {"id": "x" * 100_000, "values": []})
    assert answer.status == 413


# -- playing


async def test_a_turn_by_touching(web: Web, code: str) -> None:
    before, ada = (await web.office.table(code)).seq, await web.entered(code, HOST)
    [pick] = [ident for ident, label in await ids(ada, code) if label.startswith("Amphibian e7")]
    shown = await ada.press(code, pick, "e7")
    assert 'data-for="e6"' in shown["put"] and 'data-label="e6: ' in shown["put"]
    [give] = set(re.findall(r'data-id="(fpm:give:[^"]*)"', unescape(shown["put"])))
    shown = await ada.press(code, give, "e7-e6")
    assert "e7-e6" in shown["said"] or "e7-e6" in shown["put"]
    desk = await web.office.desk(code, HOST)
    assert "e7-e6" in desk.words, "the same draft as in Discord"
    [send] = set(re.findall(r'data-id="(fpb:send:[^"]*)"', unescape(shown["put"])))
    shown = await ada.press(code, send)
    assert any("Turn 1 is resolved" in html for html in shown["added"])
    assert "Waiting" in shown["put"] or "turn 2" in shown["put"]
    assert (await web.office.table(code)).seq == before + 1


async def test_a_board_of_ones_own(web: Web) -> None:
    board = await web.services.practice.open(HOST, "cic", Level.RECRUIT, "dark")
    browser = await web.entered(board, HOST)
    assert (await browser.get(f"/play/{board}")).status == 200
    with pytest.raises(Refused):
        await web.services.board_links.link(board, GUEST)


async def test_every_button_of_a_desk_does_something(web: Web) -> None:
    """Also those of *More…* and of what they lead to."""
    table = await web.office.lobby(*range(11, 18), game_key="newyork2047")
    await web.services.lobby.start(table.id, 11)
    browser, seen = await web.entered(table.id, 11), set[str]()
    todo = await ids(browser, table.id)
    while todo:
        ident, label = todo.pop()
        kind, act, *_ = ident.split(":")
        if kind != "fpb" or act in seen:
            continue
        seen.add(act)
        web.server.limits.forget()
        shown = await browser.press(table.id, ident, base=False)
        html = unescape(" ".join([shown["put"] or "", shown["form"] or "", *shown["added"]]))
        assert html and OLD_BUTTON.partition(".")[0] not in html, label
        todo += buttons_of(html)
    assert seen >= {"more", "board", "whatif", "ahead", "fair", "draw", "concede", "letters", "writeletter"}


@pytest.mark.parametrize(("key", "carries"), [("cic", False), ("newyork2047", True)])
async def test_letters_are_offered_where_there_are_some(web: Web, key: str, carries: bool) -> None:
    table = await web.office.lobby(*range(11, 18 if carries else 13), game_key=key)
    await web.services.lobby.start(table.id, 11)
    acts = {ident.split(":")[1] for ident, _ in await ids(await web.entered(table.id, 11), table.id)}
    assert ("letters" in acts) == ("writeletter" in acts) == carries


@pytest.mark.parametrize("kind", ["lesson", "puzzle"])
async def test_the_page_goes_on_at_the_next_board(web: Web, kind: str) -> None:
    """In the same place: messages in Discord show it, too, and buttons of the one before do nothing."""
    services = web.services
    if kind == "lesson":
        lesson = (await services.learning.course("cic")).lessons[0]
        board, act = await services.learning.open(HOST, "cic", lesson.key), "blessonnext"
        await services.boards.give(board, HOST, 0, lesson.seat, lesson.steps[0].solution[0])
        await services.boards.ready(board, HOST, 1, lesson.seat)
        await services.learning.ready(board, HOST)
    else:
        board, act = await services.solving.today(HOST, None), "banother"
    ada = await web.entered(board, HOST)
    [ident] = [ident for ident, _ in await ids(ada, board) if f":{act}:" in ident]
    before = (await services.boards.read(board, HOST)).board
    shown = await ada.press(board, ident)
    after = (await services.boards.read(board, HOST)).board
    assert after.about[kind] != before.about[kind]
    assert ident not in unescape(shown["put"])
    assert shown["title"] == services.context.games[after.game].name
    assert CHANGED.removeprefix("-# ") in unescape((await ada.press(board, ident))["put"])
    assert (await services.boards.read(board, HOST)).board == after


async def test_a_board_leads_on_to_another_one(web: Web) -> None:
    """Such as from the end of a course to practice: the session goes there, and its cookie before is void."""
    lesson = await web.services.learning.open(HOST, "cic", LAST)
    ada = await web.entered(lesson, HOST)
    practise = custom_id("practise", "practice", None, 0, "cic")
    other = (await ada.press(lesson, practise))["to"].rpartition("/")[2]
    assert other != lesson
    assert (await ada.get(f"/play/{other}")).status == 200
    assert (await ada.get(f"/play/{lesson}")).status == 403
    ada.cookies = {f"fieldpost-{other}": ada.cookies[f"fieldpost-{lesson}"]}
    assert (await ada.get(f"/play/{other}")).status == 403, "the cookie before"


async def test_a_link_says_that_a_board_of_ones_own_waits_for_a_press(web: Web, code: str) -> None:
    """A game's desk is kept up to date by itself."""
    board = await web.services.practice.open(HOST, "cic", Level.RECRUIT, "dark")
    own, desk = [(await web.services.board_links.link(place, HOST)).text for place in (board, code)]
    assert SHOWN_HERE in own
    assert SHOWN_HERE not in desk


async def test_a_session_moves_to_no_board_of_another(web: Web, code: str) -> None:
    theirs = await web.services.practice.open(GUEST, "cic", Level.RECRUIT, "dark")
    own = await web.services.practice.open(HOST, "cic", Level.RECRUIT, "dark")
    links = web.services.board_links
    _, board = await links.enter(await web.token(own, HOST))
    _, seat = await links.enter(await web.token(code, HOST))
    for session, place in ((board, theirs), (board, code), (seat, own)):
        with pytest.raises(Refused):
            await links.move(session, place)


async def test_pictures_are_for_their_place(web: Web, code: str) -> None:
    ada, ben = await web.entered(code, HOST), await web.entered(code, GUEST)
    page = await (await ada.get(f"/play/{code}")).text()
    names = set(re.findall(rf"/play/{code}/pictures/([0-9a-f]{{32}})", page))
    assert len(names) == 2, "one picture at two sizes"
    for name in names:
        answer = await ada.get(f"/play/{code}/pictures/{name}")
        assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"]
        assert "private" in answer.headers["Cache-Control"]
        assert (await ben.get(f"/play/{code}/pictures/{name}")).status == 404


async def test_others_hear_of_a_change(web: Web, code: str) -> None:
    """The stream says that the desk has changed, and not how; what another seat drafts changes nothing."""
    ben = await web.entered(code, GUEST)
    version = re.search(r'data-version="([0-9a-f]+)"', await (await ben.get(f"/play/{code}")).text())
    assert version is not None
    answer = await ben.session.get(f"{ben.base}/play/{code}/events", cookies=ben.cookies)
    lines: asyncio.Queue[str] = asyncio.Queue()

    async def read() -> None:
        async for line in answer.content:
            if line.startswith(b"data: "):
                await lines.put(line[6:].decode().strip())

    reading = asyncio.create_task(read())
    try:
        assert await asyncio.wait_for(lines.get(), 5) == version[1]
        await web.services.orders.give(code, HOST, "e7-e6")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(lines.get(), 2.5)
        await web.office.send(code, HOST, "e7-e6")
        assert await asyncio.wait_for(lines.get(), 5) != version[1]
    finally:
        reading.cancel()
        answer.close()


async def test_every_route_sends_the_headers(web: Web, code: str) -> None:
    ada = await web.entered(code, HOST)
    for path in ("/", "/open", f"/play/{code}", f"/play/{code}/desk", "/nowhere", "/static/x/y.css"):
        answer = await ada.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


async def test_behind_a_proxy_with_a_prefix(tmp_path: Path) -> None:
    async with house_with_pages(tmp_path / "games.sqlite3", prefix="/war") as web:
        code = await web.office.game()
        browser = web.browser()
        answer = await browser.post("/war/open", {"token": await web.token(code, HOST)})
        assert (await answer.json())["to"] == f"/war/play/{code}"
        assert f"Path=/war/play/{code}" in answer.headers["Set-Cookie"]
        page = await (await browser.get(f"/war/play/{code}")).text()
        addresses = re.findall(r'(?:href|src|data-url)="(/[^"]*)"', page)
        assert len(addresses) > 5 and all(each.startswith("/war/") for each in addresses)
        assert (await browser.get(f"/play/{code}")).status == 200, "a proxy may cut the prefix off"
