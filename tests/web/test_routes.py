"""Every route there is, walked by everybody who should not get in, and for what a secret order changes.

The routes are the server's own: one that is not classified here fails.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import aiohttp
import pytest

from adjudicator.codec import canonical
from bot.common.errors import Refused
from bot.features.puzzles.stock import day_of
from bot.storage import players
from bot.storage.database import Tx
from bot.storage.records import Step
from bot.storage.rows import find, save
from tests.bot.parts import GUEST, HOST, STRANGER
from tests.bot.ww3 import fix_lots, in_office
from tests.web.parts import HEADERS, Browser, Web, house_with_pages
from tests.web.town import MANAGER, Town, town

Kind = Literal["open", "public", "own", "secret"]
"""open: the same for everybody, about nobody;  public: if moderators have said so;  own: by a seat's session
secret: by a secret that stands in the address or the body"""

ATOM = ("/results.atom",)
ROUTES: dict[tuple[str, str], Kind] = {
    ("GET", "/"): "open",
    ("GET", "/robots.txt"): "open",
    ("GET", "/static/{digest}/{name}"): "open",
    ("GET", "/rules"): "open",
    ("GET", "/rules/{game}"): "open",
    ("GET", "/rules/pictures/{name}"): "open",
    ("GET", "/docs"): "open",
    ("GET", "/docs/{doc}"): "open",
    ("GET", "/webhooks"): "open",
    ("GET", "/open"): "open",
    ("GET", "/api/v1/openapi.json"): "open",
    ("GET", "/api/v1/rules"): "open",
    ("GET", "/api/v1/rules/{game}"): "open",
    ("GET", "/api/v1/puzzles"): "open",
    ("GET", "/api/v1/puzzles/{day}"): "open",
    ("GET", "/puzzles"): "open",
    ("GET", "/puzzles/{day}"): "open",
    ("GET", "/puzzles/pictures/{name}"): "open",
    ("POST", "/open"): "secret",
    ("GET", "/feeds/{token}.ics"): "secret",
    ("GET", "/g/pictures/{name}"): "secret",
    ("GET", "/l/pictures/{name}"): "secret",
    **dict.fromkeys(
        [
            ("GET", f"/play/{{place}}{rest}")
            for rest in ("", "/desk", "/events", "/pictures/{name}")
        ]
        + [("POST", "/play/{place}/press"), ("POST", "/play/{place}/leave")],
        "own",
    ),
    **dict.fromkeys(
        [
            ("GET", f"/g/{{code}}{rest}")
            for rest in (
                "", "/{turn}", "/events", "/fair-play", "/analysis", "/record.json", "/{turn}/board/{name}",
            )
        ]
        + [("GET", f"/s/{{guild}}{rest}") for rest in ("", "/ratings/{game}", "/players/{user}", *ATOM)]
        + [
            ("GET", f"/l/{{league}}{rest}")
            for rest in ("", "/rounds/{round}", "/league.json", "/{what}.csv", "/results.atom", "/rounds.ics")
        ]
        + [
            ("GET", f"/api/v1/{rest}")
            for rest in (
                "servers/{server}", "servers/{server}/games", "servers/{server}/leagues",
                "servers/{server}/ratings/{game}", "servers/{server}/players/{player}",
                "games/{code}", "games/{code}/turns", "games/{code}/turns/{turn}", "games/{code}/record",
                "leagues/{league}", "leagues/{league}/table", "leagues/{league}/crosstable",
                "leagues/{league}/fixtures", "leagues/{league}/record",
            )
        ],
        "public",
    ),
}  # fmt: skip


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Town]:
    async with town(tmp_path / "games.sqlite3") as made:
        yield made


def filled(path: str, there: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda found: there[found[1]], path)


def shown(place: Town) -> dict[str, str]:
    """What stands in the paths of what everybody may look at."""
    return there(place.web, place.playing, place.league)


def there(web: Web, code: str, league: str = "z9z9") -> dict[str, str]:
    """The same for one game of server 1."""
    return {
        "digest": web.server.site.static["site.css"][1], "name": "0" * 32, "game": "cic", "token": "x" * 30,
        "place": code, "code": code, "turn": "start", "doc": "clock", "round": "1",
        "guild": "1", "server": "1", "day": str(day_of(web.office.clock.time)),
        "user": str(HOST), "player": str(HOST), "league": league, "what": "table",
    }  # fmt: skip


async def ask(browser: Browser, method: str, path: str) -> tuple[int, bytes]:
    """What is answered; of a stream its first line."""
    url, headers = browser.base + path, {**HEADERS, "Accept": "application/json"}
    given = {"json": {}} if method == "POST" else {}
    async with browser.session.request(
        method,
        url,
        headers=headers,
        cookies=browser.cookies,
        allow_redirects=False,
        **given,  # type: ignore[arg-type]
    ) as answer:
        if "event-stream" in answer.headers.get("Content-Type", ""):
            return answer.status, await asyncio.wait_for(answer.content.readuntil(b"\n\n"), 5)
        return answer.status, await answer.read()


def routes(web: Web, *kinds: Kind) -> list[tuple[str, str]]:
    return [route for route in web.server.routes if ROUTES[route] in kinds]


_MOMENT = rb"(?<=:\d)\.[0-9a-f]{11}\."
"""In the id of a menu: when it was made."""


async def walk(
    web: Web, known: dict[str, str], some: tuple[str, ...] | None = None, **who: Browser
) -> dict[tuple[str, str], tuple[int, bytes]]:
    """All that these people are answered, on every route there is to read. some: only where one of these
    stands in the path"""
    found: dict[tuple[str, str], tuple[int, bytes]] = {}
    for name, browser in who.items():
        for method, path in routes(web, "open", "public", "own", "secret"):
            if method == "GET" and (some is None or any(each in path for each in some)):
                web.server.limits.forget()
                status, body = await ask(browser, method, filled(path, known))
                found[name, path] = status, re.sub(_MOMENT, b"", body)
    return found


async def test_every_route_is_known_here(place: Town) -> None:
    assert set(place.web.server.routes) == set(ROUTES)


async def people(place: Town) -> dict[str, Browser]:
    """Everybody who has no session for the HOST's seat, with a cookie all the same."""
    web, code = place.web, place.playing
    name = f"fieldpost-{code}"
    found = {"nobody": web.browser(), "a made-up cookie": web.browser()}
    found["a made-up cookie"].cookies = {name: "x" * 43}
    elsewhere = await web.entered(place.hidden, HOST)
    found["the same person, in another game"] = web.browser()
    found["the same person, in another game"].cookies = {name: next(iter(elsewhere.cookies.values()))}
    former = await web.entered(code, HOST)
    kept = dict(former.cookies)
    await former.post(f"/play/{code}/leave", {})
    former.cookies = kept
    found["a former session"] = former
    late = await web.entered(code, HOST)
    found["a session that ran out"] = late
    web.office.clock.time += 31 * 86400
    unused = web.browser()
    unused.cookies = {name: await web.token(code, HOST)}
    found["a link that was not used"] = unused
    return found


async def test_nobody_gets_in_without_a_session_of_the_seat(place: Town) -> None:
    known = shown(place)
    for who, browser in (await people(place)).items():
        for method, path in routes(place.web, "own"):
            status, body = await ask(browser, method, filled(path, known))
            place.web.server.limits.forget()
            unknown = await ask(browser, method, filled(path, {**known, "place": "z9z9"}))
            assert status == 403, (who, method, path)
            assert (status, body) == unknown, (who, method, path)


async def test_a_replaced_player_is_out(place: Town) -> None:
    browser = await place.web.entered(place.playing, HOST)

    def replaced(tx: Tx) -> None:
        players.change(tx, place.playing, HOST, seat=None)

    await place.web.office.write(replaced)
    for method, path in routes(place.web, "own"):
        status, _ = await ask(browser, method, filled(path, shown(place)))
        assert status == 403, (method, path)


async def test_a_spectator_gets_no_link(place: Town) -> None:
    with pytest.raises(Refused):
        await place.web.services.board_links.link(place.playing, STRANGER)


async def test_a_session_opens_nothing_that_is_not_public(place: Town) -> None:
    """Not even a player's own: pages that everybody may look at know nobody."""
    usual = shown(place)
    league = place.league

    def hide(tx: Tx) -> None:
        tx.exec_driver_sql("UPDATE servers SET settings = '{}'")

    browsers = [place.web.browser(), await place.web.entered(place.hidden, HOST)]
    await place.web.office.write(hide)
    for browser in browsers:
        for method, path in routes(place.web, "public"):
            for known in (usual, {**usual, "code": place.hidden}, {**usual, "league": league}):
                place.web.server.limits.forget()
                answer = await ask(browser, method, filled(path, known))
                made_up = {**known, "code": "z9z9", "guild": "77", "server": "77", "league": "z9z9"}
                assert answer == await ask(browser, method, filled(path, made_up)), path
                assert answer[0] == 404, path


async def test_all_that_is_public_is_there(place: Town) -> None:
    """Or else the walks above would prove nothing."""
    usual = {**shown(place), "code": place.over, "league": place.before}
    absent = {"/g/{code}/events", "/g/{code}/{turn}/board/{name}"}
    for method, path in routes(place.web, "public", "open"):
        place.web.server.limits.forget()
        known = {**usual, "name": "site.css"} if path.startswith("/static") else usual
        status, _ = await ask(place.web.browser(), method, filled(path, known))
        assert status == 200 or path in absent or path.endswith("pictures/{name}"), (path, status)


async def test_an_order_that_is_not_revealed_changes_no_byte_for_others(place: Town) -> None:
    """For strangers on all routes, for the other seat on those of its own."""
    known, web = shown(place), place.web
    mover = await to_move(place)
    who = {
        "stranger": web.browser(),
        "other": await web.entered(place.playing, GUEST if mover == HOST else HOST),
    }
    before = await walk(web, known, **who)
    snapshot = await web.office.read(web.services.context.snapshot, place.playing)
    seat = snapshot.seat_of(mover)
    order = next(iter(snapshot.game.legal(snapshot.view(seat))))
    await web.services.orders.give(place.playing, mover, str(order))
    assert before == await walk(web, known, **who)
    assert before["other", "/play/{place}"][0] == 200
    assert before["stranger", "/g/{code}"][0] == 200


@pytest.mark.parametrize(
    ("key", "options"),
    [("newyork2047", ""), ("nemein", ""), ("ww3", "fog=on players=2"), ("cic", "enhanced=2")],
)
async def test_games_that_differ_in_a_sealed_sheet_are_alike(tmp_path: Path, key: str, options: str) -> None:
    """Handfuls, formations, enhanced pieces and sealed orders, sent: byte for byte, for strangers and for
    another seat, with the pictures' names and what the streams tell."""
    async with house_with_pages(tmp_path / "games.sqlite3") as web:
        count = {"newyork2047": 7}.get(key, 2)
        table = await web.office.lobby(*range(11, 11 + count), game_key=key, options=options)
        await web.services.lobby.start(table.id, 11)
        await web.services.permissions.pages(MANAGER, everywhere=True)
        snapshot = await web.office.snapshot(table.id)
        mine, other = sorted(snapshot.phase.owing)[:2]
        elsewhere = await web.office.game(channel=501)
        who = {
            "stranger": web.browser(),
            "spectator": await web.entered(elsewhere, HOST),
            "other": await web.entered(table.id, snapshot.player(other).user_id),
        }
        legal = [str(order) for order in snapshot.game.legal(snapshot.view(mine))]
        found = []
        for order in (legal[0], legal[len(legal) // 2]):
            await web.services.orders.give(table.id, snapshot.player(mine).user_id, order, send=True)
            found.append(await walk(web, there(web, table.id), **who))
        assert (await web.office.snapshot(table.id)).step.seq == snapshot.step.seq, "still sealed"
        assert found[0] == found[1]
        assert found[0]["other", "/play/{place}"][0] == found[0]["stranger", "/g/{code}"][0] == 200


HIDDEN = ("d2", "g2")
"""Two points of Red whose units have met nobody."""
FORMATION = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1"
TURNS = (
    "d3-d4 g3-g4", "c8-d8", "e9-e8", "e3-e5", "c4-d4", "e8-e7", "f3-f4", "c6-d6", "h9-h8",
)  # fmt: skip
"""By Red, Blue and Silver in turn; Blue's Soldier takes Red's on d4."""


async def test_what_fog_hides_changes_no_byte_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three rounds after the set-up, in two games whose whole past differs in which unit stands where."""
    fix_lots(monkeypatch)
    path = tmp_path / "games.sqlite3"
    async with house_with_pages(path) as web:
        code, users = await in_office(web.office, 11, 12, 13, setups=False, options="fog=on")
        for seat, user in users.items():
            await web.office.send(code, user, FORMATION if seat == "red" else "setup stock")
        for number, order in enumerate(TURNS):
            await web.office.send(code, users[("red", "blue", "silver")[number % 3]], order)
        await web.services.permissions.pages(MANAGER, everywhere=True)
        elsewhere = await web.office.game(channel=501)
        who = {seat: await web.entered(code, user) for seat, user in users.items()}
        who |= {"spectator": await web.entered(elsewhere, HOST), "stranger": web.browser()}
        one = await walk_all(web, code, who)
        await web.office.write(swap_hidden)
    async with house_with_pages(path, before=web) as again:
        who = {name: Browser(again.server, again.http, browser.cookies) for name, browser in who.items()}
        other = await walk_all(again, code, who)
    differ = {key for key in one if one[key] != other[key]}
    assert {name for name, *_ in differ} == {"red"}, "there is something to hide, and it is Red's alone"
    assert one["blue", "/play/{place}", len(TURNS)][0] == 200
    assert {one["stranger", "/g/{code}/{turn}", turn][0] for turn in (1, len(TURNS))} == {200}


def swap_hidden(tx: Tx) -> None:
    """The two hidden units have stood in each other's place from the beginning."""
    for step in find(tx, Step):
        state = json.loads(step.state)
        if "pieces" in state and "red" in state["pieces"]:
            red, (one, other) = state["pieces"]["red"], HIDDEN
            if one in red:
                red[one], red[other] = red[other], red[one]
        orders = {seat: [swapped(text) for text in texts] for seat, texts in step.orders.items()}
        save(tx, replace(step, state=canonical(state), orders=orders))


def swapped(order: str) -> str:
    return order.replace("N=d2", "N=g2").replace("C=g2", "C=d2") if order == FORMATION else order


async def walk_all(
    web: Web, code: str, who: dict[str, Browser]
) -> dict[tuple[str, str, int], tuple[int, bytes]]:
    """Every route for the newest turn, and those of a turn for the first one and one between, too."""
    last = len(TURNS)
    found = {}
    for turn in (last, 1, last // 2):
        some = None if turn == last else ("{turn}",)
        for (name, path), answer in (
            await walk(web, there(web, code) | {"turn": str(turn)}, some, **who)
        ).items():
            found[name, path, turn] = answer
    return found


async def test_letters_and_orders_ahead_change_no_byte_for_others(tmp_path: Path) -> None:
    """Letters between two, and what one of them has given ahead."""
    async with house_with_pages(tmp_path / "games.sqlite3") as web:
        table = await web.office.lobby(*range(11, 18), game_key="newyork2047", seating="lot")
        code, services = table.id, web.services
        await services.lobby.start(code, 11)
        await services.permissions.pages(MANAGER, everywhere=True)
        snapshot = await web.office.snapshot(code)
        mine, theirs, third = (snapshot.player(seat).user_id for seat in snapshot.seats[:3])
        elsewhere = await web.office.game(channel=501)
        who = {
            "stranger": web.browser(),
            "spectator": await web.entered(elsewhere, HOST),
            "third": await web.entered(code, third),
        }
        known = there(web, code)
        before = await walk(web, known, **who)
        await services.letters.write(code, mine, snapshot.seats[1], "Support me in Soho.", source="1")
        await services.letters.write(code, theirs, snapshot.seats[0], "Agreed.", source="2")
        await services.planning.give(code, mine, "relocate chelsea")
        assert await walk(web, known, **who) == before
        assert before["third", "/play/{place}"][0] == before["stranger", "/g/{code}"][0] == 200


async def to_move(place: Town) -> int:
    snapshot = await place.web.office.read(place.web.services.context.snapshot, place.playing)
    [seat] = snapshot.phase.owing
    return int(snapshot.player(seat).user_id)


async def test_a_wrong_method_is_refused(place: Town) -> None:
    for method, path in place.web.server.routes:
        other = "POST" if method == "GET" and ("POST", path) not in ROUTES else "DELETE"
        async with aiohttp.ClientSession() as session:
            url = f"http://127.0.0.1:{place.web.server.port}{filled(path, shown(place))}"
            place.web.server.limits.forget()
            async with session.request(other, url) as answer:
                assert answer.status in (403, 404, 405), (other, path)
