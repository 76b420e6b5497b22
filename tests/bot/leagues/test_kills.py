"""A league goes on after a kill, wherever that was, and after whatever lets something follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.outbox.messenger import Unsure
from tests.bot.leagues.league_parts import Hall, Threads, asker, hall


async def _cut_off(place: Hall, code: str) -> None:
    """Games end, and are noted; then the process is gone."""

    async def nothing(league_id: str) -> None:
        pass

    place.services.seasons._look = nothing
    for fixture in await place.fixtures(code):
        if fixture.status == "playing":
            await place.lose(fixture)
    await place.office.pass_time(0)
    assert all(fixture.status == "done" for fixture in await place.fixtures(code))


async def test_killed_between_the_last_result_and_the_next_round(tmp_path: Path) -> None:
    threads, path = Threads(), tmp_path / "a.sqlite3"
    async with hall(path, threads=threads) as place:
        code = await place.league(4, plan="pace=results")
        await _cut_off(place, code)
    async with hall(path, threads=threads) as place:
        await place.office.pass_time(1)
        assert ((await place.row(code)).round, len(threads.made)) == (2, 4)
        await place.play_round(code)
        await _cut_off(place, code)
    async with hall(path, threads=threads) as place:
        await place.office.pass_time(1)
        assert (await place.row(code)).status == "over"


async def test_a_walkover_in_the_last_game_lets_the_next_round_begin(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results", start=False)
        make = place.threads.make

        async def busy(*given: Any) -> Any:
            """Discord has no thread for the first game."""
            if "P101" in given[2]:
                raise Unsure("busy", 5.0)
            return await make(*given)

        place.threads.make = busy  # type: ignore[method-assign]
        await place.services.organise.start(code, asker())
        await place.office.pass_time(0)
        assert await place.play_round(code) == 1
        await place.services.organise.remove(code, asker(), 101, "gone")
        place.threads.make = make  # type: ignore[method-assign]
        await place.office.pass_time(60)
        assert (await place.row(code)).round == 2


async def test_another_pace_counts_at_once(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=dates")
        await place.play_round(code)
        assert (await place.row(code)).round == 1
        await place.services.organise.edit(code, asker(), "pace=results")
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2
        await place.services.organise.edit(code, asker(), "pace=dates")
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2, "the round has begun just now"
        await place.week()
        assert (await place.row(code)).round == 3


async def test_a_season_that_ended_in_a_pause_is_over_when_it_goes_on(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(2, plan="pace=results least=2 season=30")
        await place.services.organise.pause(code, asker())
        await place.play_round(code)
        assert (await place.row(code)).status == "paused"
        await place.services.organise.resume(code, asker())
        await place.office.pass_time(0)
        assert (await place.row(code)).status == "over"
