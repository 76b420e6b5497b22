"""The read API keeps to its description, and feeds can be read by others' libraries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import icalendar
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from bot.features.server_settings.who_may_open import Asker
from bot.web.openapi import PATHS, openapi
from tests.bot.parts import GUEST, HOST
from tests.web.parts import Web, house_with_pages

MANAGER = Asker(1, HOST, manager=True)
API = "/api/v1"


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3", own_address=True) as made:
        yield made


async def shown(web: Web) -> str:
    """A game under way that everybody may look at."""
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await web.services.permissions.pages(MANAGER, everywhere=True)
    return code


def fits(name: str, found: Any) -> None:
    """Raise if an answer is not as the description has it."""
    whole = openapi("http://x")
    schema = {"$ref": f"#/components/schemas/{name}", "components": whole["components"]}
    Draft202012Validator(schema).validate(found)


async def test_each_answer_is_as_described(web: Web) -> None:
    code = await shown(web)
    over = await web.office.game(channel=501)
    await web.services.orders.declare(over, HOST, "concede")
    browser = web.browser()
    values = {"game": "cic", "guild": "1", "code": code, "number": "2"}
    for path, _, name, _ in PATHS:
        for table in (code, over):
            answer = await browser.get(f"{API}{path.format(**values | {'code': table})}")
            if table == over and "number" in path and answer.status == 404:
                continue
            assert answer.status == 200, path
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            fits(name, await answer.json())
    found = await (await browser.get(f"{API}/games/{over}")).json()
    assert {player["name"]: player["place"] for player in found["players"]} == {"Ada": 2, "Ben": 1}
    turn = await (await browser.get(f"{API}/games/{code}/turns/2")).json()
    assert any("Amphibian e7-e6" in line for line in turn["report"])


async def test_what_is_not_public_is_not_there(web: Web) -> None:
    code = await web.office.game()
    browser = web.browser()
    for path in (f"/games/{code}", f"/games/{code}/turns", f"/games/{code}/turns/1", "/servers/1/games"):
        known = await browser.get(API + path)
        unknown = await browser.get(API + path.replace(code, "z9z9").replace("servers/1", "servers/2"))
        assert known.status == unknown.status == 404 and await known.read() == await unknown.read()
        fits("Error", await known.json())


async def test_page_by_page(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.pages.api.PAGE", 2)
    codes = {await web.office.game(channel=500 + n) for n in range(5)}
    await web.services.permissions.pages(MANAGER, everywhere=True)
    seen, after = list[str](), ""
    while after is not None:
        answer = await web.browser().get(f"{API}/servers/1/games?after={after}")
        found = await answer.json()
        seen += [game["code"] for game in found["games"]]
        after = found["next"]
    assert seen == sorted(codes)


async def test_schemathesis(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred requests made up from the description: none breaks anything, all answers fit it."""
    await shown(web)
    monkeypatch.setattr("bot.web.security.BURST", 1e9)
    web.server.limits.forget()
    base = f"http://127.0.0.1:{web.server.port}{API}"
    described = schemathesis.openapi.from_dict(openapi(base))
    given_once = settings(
        max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip
    statuses: list[int] = []

    def run() -> None:
        for found in described.get_all_operations():

            @given_once
            @given(case=found.ok().as_strategy())
            def ask(case: Any) -> None:
                answer = case.call(base_url=base)
                statuses.append(answer.status_code)
                case.validate_response(answer)

            ask()

    await asyncio.to_thread(run)
    assert len(statuses) > 100 and set(statuses) <= {200, 304, 400, 404}


async def test_results_as_a_feed(web: Web) -> None:
    code = await shown(web)
    await web.services.orders.declare(code, GUEST, "concede")
    answer = await web.browser().get("/s/1/results.atom")
    feed = ElementTree.fromstring(await answer.read())
    space = {"a": "http://www.w3.org/2005/Atom"}
    [entry] = feed.findall("a:entry", space)
    assert entry.findtext("a:title", "", space) == f"Commander-In-Chief {code}"
    assert "Dark wins" in entry.findtext("a:summary", "", space)
    assert (await web.browser().get("/s/2/results.atom")).status == 404


async def test_deadlines_in_a_calendar(web: Web) -> None:
    code = await web.office.game()
    first = (await web.services.calendars.link(HOST)).text
    address = first.split("webcal://")[1].split()[0]
    path = "/" + address.partition("/")[2]
    answer = await web.browser().get(path)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    made: Any = icalendar.Calendar.from_ical(await answer.read())
    [event] = made.walk("VEVENT")
    assert code in event["SUMMARY"] and "due" in event["SUMMARY"]
    await web.office.send(code, HOST, "e7-e6")
    made = icalendar.Calendar.from_ical(await (await web.browser().get(path)).read())
    [event] = made.walk("VEVENT")
    assert "your orders are in" in event["SUMMARY"]
    await web.services.calendars.link(HOST)
    assert (await web.browser().get(path)).status == 404, "a new link takes the old one back"
    assert address not in str(await web.office.dump())


async def test_a_calendars_link_opens_no_board(web: Web) -> None:
    code = await web.office.game()
    said = (await web.services.calendars.link(HOST)).text
    token = said.split("/feeds/")[1].split(".ics")[0]
    browser = web.browser()
    browser.cookies = {f"fieldpost-{code}": token}
    assert (await browser.get(f"/play/{code}")).status == 403
    assert (await browser.post("/open", {"token": token})).status == 410
    link = await web.token(code, HOST)
    assert (await browser.get(f"/feeds/{link}.ics")).status == 404


async def test_who_asks_too_much_has_to_wait(web: Web) -> None:
    browser = web.browser()
    answers = [(await browser.get("/api/v1/rules")) for _ in range(200)]
    last = next(answer for answer in answers if answer.status == 429)
    assert int(last.headers["Retry-After"]) >= 1
    fits("Error", await last.json())
