"""What the random town (tests/bot/chaos.py) found in leagues."""

from __future__ import annotations

from pathlib import Path

from bot.features.integrity.database_check import Findings, look_at_league
from bot.features.leagues import store as league_store
from tests.bot.leagues.league_parts import Hall, asker, hall


async def _faults(place: Hall, code: str) -> list[str]:
    found, context = Findings(), place.services.context
    async with context.db.read() as tx:
        await look_at_league(context, tx, await place.row(code), found)
    return found.faults


async def test_a_game_that_was_ruled_to_be_none_is_no_fault(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4)
        first, second = await place.fixtures(code)
        await place.play_round(code)
        await place.services.organise.result(code, asker(), first.table_id, "none", "cheated")
        assert await _faults(place, code) == []
        async with place.services.context.db.begin() as tx:
            await league_store.settle(tx, second.id, {"kind": "none"}, 0.0, "game")
        [fault] = await _faults(place, code)
        assert f"game {second.table_id} came out otherwise" in fault
