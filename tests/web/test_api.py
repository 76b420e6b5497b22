"""`/api/v1`: what the pages show, and nothing else; as its own description says."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.common.message import Button
from bot.features.puzzles.stock import day_of
from bot.web import security
from bot.web.pages.api import ROOT, ROUTES
from tests.bot.parts import GUEST, HOST
from tests.web.town import MANAGER, Town, town

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    """One town for all that only look."""
    async with town(tmp_path_factory.mktemp("town") / "games.sqlite3") as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def own(tmp_path: Path) -> AsyncIterator[Town]:
    """A town for what changes it."""
    async with town(tmp_path / "games.sqlite3") as made:
        yield made


async def get(place: Town, path: str, status: int = 200) -> Any:
    answer = await place.web.browser().get(ROOT + path)
    assert answer.status == status, (path, await answer.text())
    assert answer.content_type == "application/json"
    return await answer.json()


async def everything(place: Town, path: str, **query: str) -> list[Any]:
    """All entries of a list, page by page."""
    found: list[Any] = []
    given = dict(query)
    while True:
        page = await get(place, path + "?" + "&".join(f"{key}={value}" for key, value in given.items()))
        found += page["items"]
        if page["next"] is None:
            return found
        given["cursor"] = page["next"]


async def test_games_by_pages_of_one(place: Town) -> None:
    found = await everything(place, "/servers/1/games", limit="1")
    codes = [each["code"] for each in found]
    assert len(codes) == len(set(codes)) and {place.playing, place.over, place.lobby} < set(codes)
    assert place.hidden not in codes
    assert found == await everything(place, "/servers/1/games", limit="100")
    assert {each["status"] for each in found} == {"lobby", "playing", "over"}
    playing = await everything(place, "/servers/1/games", status="playing")
    assert {each["status"] for each in playing} == {"playing"}
    await get(place, f"/servers/1/games?cursor={place.hidden}", 404)
    await get(place, "/servers/1/games?cursor=z9z9", 404)
    for wrong in ("limit=0", "limit=101", "limit=x", "status=closed", "cursor=", "what=1", "limit=1&limit=2"):
        assert await get(place, f"/servers/1/games?{wrong}", 400) == {
            "error": "This request makes no sense to the server. Go back and try again."
        }


async def test_a_game_and_its_turns(place: Town) -> None:
    game = await get(place, f"/games/{place.over}")
    assert game["status"] == "over" and game["result"] == "conceded"
    assert [(each["name"], each["place"]) for each in game["players"]] == [("Ada", 1), ("Ben", 2)]
    turns = await everything(place, f"/games/{place.over}/turns", limit="1")
    assert [turn["name"] for turn in turns] == ["start", "1", "2"]
    told = await get(place, f"/games/{place.over}/turns/1")
    assert told["turn"] == turns[1]
    assert told["orders"] == {"dark": ["e7-e6"]} and "e7-e6" in " ".join(told["report"])
    assert told["position"] and told["events"] and "seen_by" not in json.dumps(told["events"])
    picture = told["picture"].removeprefix("http://pages.example.org")
    assert (await place.web.browser().get(picture)).status == 200
    await get(place, f"/games/{place.over}/turns/3", 404)
    going = await get(place, f"/games/{place.playing}/turns/1")
    now = await get(place, f"/games/{place.playing}")
    assert (now["turn"], now["waits_for"]) == ("turn 2", "Light to move") and now["due"]
    assert going["orders"] == {} and going["turn"]["kind"] == "resolve"
    assert (await get(place, f"/games/{place.over}/record"))["status"] == "over"
    assert (await get(place, f"/games/{place.playing}/record"))["seed"] is None


async def test_nothing_of_what_is_hidden(own: Town) -> None:
    for path in ("", "/turns", "/turns/1", "/record"):
        one, other = f"/games/{own.hidden}{path}", f"/games/z9z9{path}"
        assert await get(own, one, 404) == await get(own, other, 404)
    for path in ("", "/games", "/leagues", "/ratings/cic", f"/players/{HOST}"):
        await get(own, f"/servers/2{path}", 404)
    await get(own, f"/games/{own.lobby}")
    await get(own, f"/games/{own.lobby}/turns", 404)
    # Only some channels: no ratings, no players.
    await own.web.services.permissions.pages(MANAGER, off=True)
    await get(own, f"/games/{own.over}", 404)
    await own.web.services.permissions.pages(MANAGER, add=600)
    assert (await get(own, "/servers/1"))["whole"] is False
    assert [each["code"] for each in (await get(own, "/servers/1/games"))["items"]] == [own.over]
    await get(own, "/servers/1/ratings/cic", 404)
    await get(own, f"/servers/1/players/{HOST}", 404)
    await get(own, f"/leagues/{own.league}", 404)
    assert (await get(own, "/servers/1/leagues"))["items"] == []


async def test_a_league(place: Town) -> None:
    found = await get(place, f"/leagues/{place.before}")
    assert [each["code"] for each in found["seasons"]] == [place.before, place.league]
    assert found["status"] == "over" and found["rounds"] == 3 and found["players"] == 3
    assert [each["round"] for each in found["dates"]] == [1, 2, 3]
    rows = (await get(place, f"/leagues/{place.before}/table"))["items"]
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert sum(row["won"] for row in rows) == sum(row["lost"] for row in rows) == 3
    [cross] = (await get(place, f"/leagues/{place.before}/crosstable"))["items"]
    assert len(cross["rows"]) == 3 and all(len(row["marks"]) == 3 for row in cross["rows"])
    fixtures = (await get(place, f"/leagues/{place.before}/fixtures"))["items"]
    assert [each["status"] for each in fixtures].count("played") == len(fixtures) / 2 == 3
    played = next(each for each in fixtures if each["status"] == "played")
    assert (await get(place, f"/games/{played['game']}"))["league"] == place.before
    assert len((await get(place, f"/leagues/{place.before}/fixtures?round=2"))["items"]) == 2
    assert (await get(place, f"/leagues/{place.before}/record"))["seed"] is not None
    coming = await get(place, f"/leagues/{place.league}")
    assert (coming["dates"][0]["kind"], coming["dates"][0]["state"]) == ("sign-up closes", "set")
    both = await everything(place, "/servers/1/leagues", limit="1")
    assert [each["code"] for each in both] == [place.league, place.before]


async def test_a_calendar_goes_on_as_it_is_planned(own: Town) -> None:
    code = await own.hall.league(4, plan="calendar=7d", name="Weekly", channel=701)
    found = (await get(own, f"/leagues/{code}"))["dates"]
    assert [(each["round"], each["state"]) for each in found] == [(1, "past"), (2, "set"), (3, "planned")]
    days = [each["at"][8:10] for each in found]
    assert int(days[2]) - int(days[1]) in (7, 7 - 31, 7 - 30, 7 - 28)


async def test_players_and_ratings(place: Town) -> None:
    board = await everything(place, "/servers/1/ratings/cic", limit="3")
    assert [each["place"] for each in board][:2] == [1, 2] and board[0]["name"] == "Ada"
    assert board == await everything(place, "/servers/1/ratings/cic")
    found = await get(place, f"/servers/1/players/{HOST}")
    assert found["name"] == "Ada" and found["ratings"]["cic"] == board[0]
    assert [each["code"] for each in found["games"]] == list(reversed(place.rated))
    assert found["games"][0]["rating"] == board[0]["rating"]
    assert [each["place"] for each in found["games"]] == [2, 1, 1]
    await get(place, "/servers/1/players/5", 404)
    await get(place, "/servers/1/players/9999999999999999999", 404)


async def test_who_is_forgotten_is_nowhere(own: Town) -> None:
    services = own.web.services
    await services.orders.declare(own.playing, GUEST, "concede")
    question = await services.forgetting.question(GUEST, "Ben", 1, False)
    yes = question.rows[0][0]
    assert isinstance(yes, Button)
    await services.forgetting.forget(GUEST, "Ben", 1, False, yes.id.rpartition(":")[2])
    await own.web.office.pass_time(3600)
    told = [
        await get(own, "/servers/1/ratings/cic"),
        await get(own, "/servers/1/games"),
        await get(own, f"/games/{own.over}"),
        await get(own, f"/games/{own.over}/turns/1"),
    ]
    assert "Ben" not in json.dumps(told) and "former player" in json.dumps(told)
    await get(own, f"/servers/1/players/{GUEST}", 404)


async def test_who_has_it_is_told_so_and_others_may_read_it(own: Town) -> None:
    browser = own.web.browser()
    answer = await browser.get(f"{ROOT}/games/{own.playing}/turns")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    tag = answer.headers["ETag"]
    again = await browser.get(f"{ROOT}/games/{own.playing}/turns", **{"If-None-Match": tag})
    assert again.status == 304 and again.headers["ETag"] == tag and not await again.read()
    await own.web.office.send(own.playing, GUEST, "b2-d4")
    more = await browser.get(f"{ROOT}/games/{own.playing}/turns", **{"If-None-Match": tag})
    assert more.status == 200
    page = await browser.get(f"/g/{own.playing}")
    assert "Access-Control-Allow-Origin" not in page.headers


async def test_one_address_may_not_ask_for_all(own: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BURST", 3.0)
    monkeypatch.setattr(security, "RATE", 0.01)
    answers = [await own.web.browser().get(f"{ROOT}/rules") for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) >= 100
    assert "error" in await answers[-1].json()


async def test_all_routes_are_described(place: Town) -> None:
    document = await get(place, "/openapi.json")
    assert set(document["paths"]) == {route.path for route in ROUTES}
    for path, item in document["paths"].items():
        [content] = item["get"]["responses"]["200"]["content"].values()
        assert content.get("example") is not None or content["schema"] == {"type": "object"}, path


@pytest.mark.skipif(find_spec("schemathesis") is None, reason="schemathesis is not installed")
async def test_it_does_what_its_description_says(
    place: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few hundred requests, sensible and not, by schemathesis."""
    monkeypatch.setattr(security, "BURST", 1e9)
    document = await get(place, "/openapi.json")
    there: dict[str, list[Any]] = {
        "server": ["1"], "player": [str(HOST), str(GUEST)], "code": [place.playing, place.over],
        "league": [place.league, place.before], "game": ["cic"], "turn": ["start", "1"],
        "cursor": [place.playing], "day": [day_of(place.web.office.clock.time) - 3],
    }  # fmt: skip
    for item in document["paths"].values():
        item["get"]["parameters"] = [
            each
            | {"schema": {**each["schema"], "enum": there[each["name"]]}, "example": there[each["name"]][0]}
            if each["name"] in there
            else each
            for each in item["get"]["parameters"]
            if each["name"] != "cursor" or item["get"]["operationId"] == "server-games"
        ]
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(document))
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", str(file), "--url"),
        f"http://127.0.0.1:{place.web.server.port}{ROOT}",
        *("--max-examples", "12", "--seed", "1", "--phases", "examples,coverage,fuzzing", "--no-color"),
    ]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=tmp_path
    )
    told, _ = await asyncio.wait_for(process.communicate(), 120)
    assert process.returncode == 0, told.decode()[-6000:]
    [passed] = re.findall(r"generated, (\d+) passed", told.decode())
    assert int(passed) > 300, told.decode()
