"""Codes of a league's games: no two are the same, not even within a round that is just drawn."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest

from bot.engine import access
from tests.bot.leagues.league_parts import HALL, hall
from tests.bot.parts import HOST


async def test_two_games_of_one_round_never_have_one_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        drawn = cycle(["k2a2", "k2a2", "k2a2", "k3a3", "k4a4"])
        monkeypatch.setattr(access, "new_code", lambda pairs: next(drawn) + ("m5" if pairs == 3 else ""))
        league = await place.league(8, plan="pace=results")
        found = await place.fixtures(league, 1)
        assert len({fixture.code for fixture in found}) == 4
        assert "k2a2m5" in {fixture.code for fixture in found}
        assert all(fixture.status == "playing" for fixture in found)
        assert [fixture.table_id for fixture in found] == [fixture.code for fixture in found]


async def test_a_code_that_waits_for_its_game_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        place.threads.fault = RuntimeError("Discord is down")
        league = await place.league(2, plan="least=2")
        [fixture] = await place.fixtures(league)
        drawn = cycle([fixture.code, "z9z9"])
        monkeypatch.setattr(access, "new_code", lambda pairs: next(drawn))
        assert (await place.office.lobby(HOST, channel=HALL + 5)).id == "z9z9"


async def test_a_game_whose_code_was_taken_meanwhile_gets_another(tmp_path: Path) -> None:
    """A lobby's thread has its code in its name before the lobby is made."""
    async with hall(tmp_path / "a.sqlite3") as place:
        place.threads.fault = RuntimeError("Discord is down")
        league = await place.league(2, plan="least=2")
        [fixture] = await place.fixtures(league)
        await place.office.lobby(HOST, channel=HALL + 5, code=fixture.code)
        place.threads.fault = None
        await place.office.pass_time(700)
        [opened] = await place.fixtures(league)
        assert opened.status == "playing"
        assert opened.code == opened.table_id != fixture.code
