"""The leagues of a server as a list, and what is offered to who rules a result."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adjudicator.text import listing
from bot.features.leagues.commands import LeagueCommands
from bot.features.leagues.plan import KEYS
from bot.features.leagues.season.organising import AFTER
from bot.features.leagues.views import overview
from tests.bot.leagues.league_parts import GUILD, Hall
from tests.bot.leagues.league_parts import hall as opened


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with opened(tmp_path / "a.sqlite3") as made:
        yield made


async def offered(hall: Hall, league: str, typed: str = "") -> list[tuple[str, str]]:
    view = hall.services.league_list
    [game] = [choice.value for choice in await view.games(league, "")]
    return [(choice.value, choice.label) for choice in await view.results(league, game, typed)]


async def test_results_of_two(hall: Hall) -> None:
    league = await hall.league(3)
    [one, two, *rest] = await offered(hall, league)
    assert one[0] == "1 2" and one[1].startswith("1 2 · P10") and one[1].endswith(" wins")
    assert two[0] == "2 1" and one[1][-8:] != two[1][-8:]
    assert [value for value, _ in rest] == ["draw", "none"]
    assert await offered(hall, league, "d") == rest[:1]


async def test_results_of_teams(hall: Hall) -> None:
    league = await hall.league(4, options="teams=both")
    values = [value for value, _ in await offered(hall, league)]
    assert sorted(values[:2]) == ["1 1 2 2", "2 2 1 1"] and values[2:] == ["draw", "none"]
    label = (await offered(hall, league))[0][1]
    assert " and " in label and label.endswith(" win")


async def test_results_of_three(hall: Hall) -> None:
    league = await hall.league(3, game="nme")
    first = (await offered(hall, league))[0]
    assert first == ("1 2 3", "places of Black, Gray, White")


async def test_a_long_list(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "MOST_OPEN", 1)
    view = hall.services.league_list
    assert "`/league create` makes one" in (await view.all(GUILD, 101)).text
    for _ in range(3):
        await hall.league(1, start=False)
    told = await view.all(GUILD, 101)
    assert told.text.count("**you play**") == 1 and "… and 2 more" in told.text
    assert "you play" not in (await view.all(GUILD, 555)).text
    assert "`/league create` makes one" in (await view.all(2, 101)).text


def test_the_page_for_organisers_has_every_command_and_key() -> None:
    page = (Path(__file__).parents[3] / "docs/leagues.md").read_text("utf-8")
    for command in LeagueCommands.__cog_app_commands__:
        assert f"/league {command.name}" in page
    assert [key for key in KEYS if f"`{key}`" not in page] == []
    assert f"only {listing([f'`{key}`' for key in AFTER], 'and')}:" in page
