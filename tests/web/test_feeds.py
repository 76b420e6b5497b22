"""Feeds can be read by others' libraries."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import icalendar
import pytest

from bot.features.server_settings.who_may_open import Asker
from tests.bot.parts import GUEST, HOST
from tests.web.parts import Web, house_with_pages
from tests.web.town import town

MANAGER = Asker(1, HOST, manager=True)


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


async def test_a_leagues_dates_in_a_calendar(tmp_path: Path) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        league = await place.hall.league(4, name="Slow cup", channel=701)
        answer = await place.web.browser().get(f"/l/{league}/rounds.ics")
        made: Any = icalendar.Calendar.from_ical(await answer.read())
        told = [str(event["SUMMARY"]) for event in made.walk("VEVENT")]
        assert told == [f"Slow cup: round {n} begins" for n in (1, 2, 3)]
        assert len({event["UID"] for event in made.walk("VEVENT")}) == len(told)
        page = await (await place.web.browser().get(f"/l/{league}")).text()
        assert page.count("as planned now") == 1 and "Round 3: <time" in page


async def test_a_league_for_a_spreadsheet(tmp_path: Path) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        league = await place.hall.league(3, name="Sly cup", channel=701, names="=1+")
        read = {}
        for what in ("table", "crosstable", "fixtures"):
            answer = await place.web.browser().get(f"/l/{league}/{what}.csv")
            assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
            read[what] = list(csv.reader(io.StringIO(await answer.text())))
        names = ["'=1+101", "'=1+102", "'=1+103"]
        assert sorted(line[2] for line in read["table"][1:]) == names, "no formula"
        assert sorted(line[2] for line in read["crosstable"][1:]) == names
        assert [line[0] for line in read["fixtures"][1:]] == ["1"] * 3
        assert read["fixtures"][0][-3:] == ["name", "side", "points"]


async def test_all_seasons_of_a_league(tmp_path: Path) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        page = await (await place.web.browser().get(f"/l/{place.league}")).text()
        assert f'href="/l/{place.before}"' in page
        page = await (await place.web.browser().get(f"/l/{place.before}")).text()
        assert f'href="/l/{place.league}"' in page
