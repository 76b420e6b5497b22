"""Faults that a review found: which league is meant, games that do not end, reserves who leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.features.leagues.season import results
from bot.features.substitutes.handover import hand_over
from bot.storage.league_records import Fixture
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker, hall
from tests.bot.parts import DAY


async def _step_in(place: Hall, game: Fixture, user: int, name: str, seat: int = 0) -> None:
    snapshot = await place.office.snapshot(str(game.table_id))
    async with place.services.context.db.begin() as tx:
        await hand_over(
            place.services.context,
            tx,
            snapshot,
            snapshot.seats[seat],
            user,
            name,
            "gone",
            place.office.clock.now(),
        )


async def test_a_game_that_cannot_be_ended_is_tried_again_later_and_may_be_ruled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="calendar=7d season=10 rounds=1", deadline="30d")
        [bad, _] = await place.fixtures(code)
        draw, tried = results._draw, 0

        async def faulty(context: Any, turns: Any, tx: Any, table_id: str, now: float) -> bool:
            nonlocal tried
            if table_id == bad.table_id:
                tried += 1
                assert tried <= 2, "it is not tried for ever"
                raise ValueError("a fault of ours")
            return await draw(context, turns, tx, table_id, now)

        monkeypatch.setattr(results, "_draw", faulty)
        await place.office.pass_time(11 * DAY)
        assert [fixture.status for fixture in await place.fixtures(code)] == ["playing", "done"]
        assert tried == 1
        await place.office.pass_time(700)
        assert tried == 2
        told = [text for text in place.office.messenger.texts(HALL) if "cannot be ended" in text]
        assert len(told) == 1
        assert f"`{bad.code}`" in told[0]
        await place.services.organise.result(code, asker(), bad.code, "1 2", "a fault")
        await place.office.pass_time(0)
        assert (await place.row(code)).status == "over"


async def test_a_game_whose_result_cannot_be_read_is_told_and_read_later(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        settle, settling = place.services.seasons._settling._settle, place.services.seasons._settling

        async def faulty(*given: Any) -> None:
            raise ValueError("a fault of ours")

        settling._settle = faulty
        await place.play_round(code)
        assert sum("cannot take note" in text for text in place.office.messenger.texts(HALL)) == 2
        settling._settle = settle
        await place.office.pass_time(700)
        assert (await place.row(code)).round == 2


async def test_points_of_a_reserve_who_leaves_are_nobody_elses(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(4, plan="pace=results substitute=50"), place.services
        [first, second] = await place.fixtures(code)
        await services.signup.join(code, 150, "Fay", reserve=True)
        await services.signup.join(code, 152, "Hal", reserve=True)
        await _step_in(place, first, 150, "Fay")
        await _step_in(place, second, 152, "Hal")
        await services.signup.withdraw(
            code, 152
        )  # while the game goes on: what it brings is Hal's all the same
        await place.play_round(code)
        await services.signup.withdraw(code, 150)
        await services.signup.join(code, 151, "Gus", reserve=True)
        third = next(game for game in await place.fixtures(code) if game.status == "playing")
        await _step_in(place, third, 151, "Gus", seat=1)
        await place.lose(third, 1)
        await place.office.pass_time(0)
        text = (await services.league_views.table(code, 101)).text
        assert "stepped in: Fay ½, Hal ½" in text
        numbers = [one.number for one in (await place.season(code)).entrants]
        assert len(set(numbers)) == 7
        assert "Fay withdrew, and steps in for others no more" in (await services.league_views.log(code)).text
        assert "may step in" in await services.signup.join(code, 150, "Fay", reserve=True)
        assert [one.name for one in (await place.season(code)).reserves] == ["Gus", "Fay"]


async def test_who_has_left_cannot_step_in(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        await place.services.signup.withdraw(code, 101)
        with pytest.raises(Refused, match="You have left this league"):
            await place.services.signup.join(code, 101, "P101", reserve=True)


async def _made(place: Hall, channel: int, name: str, *, over: bool = True) -> str:
    services = place.services
    plan = "pace=results least=2"
    made = await services.leagues.create(asker(), channel, name, "cic", plan=plan)
    return await _played(place, made.id) if over else str(made.id)


async def _played(place: Hall, code: str) -> str:
    for user in (101, 102):
        await place.services.signup.join(code, user, f"P{user}")
    await place.services.organise.start(code, asker())
    await place.office.pass_time(0)
    await place.play_round(code)
    assert (await place.row(code)).status == "over"
    await place.office.pass_time(10)
    return code


async def test_the_league_that_is_meant_is_that_of_the_channel_also_when_it_is_over(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        pick = place.services.picking.pick
        with pytest.raises(Refused, match="has no league"):
            await pick(GUILD, 701, None)
        with pytest.raises(Refused, match="is over: the next"):
            await pick(GUILD, 701, None, "over")
        alpha, beta = await _made(place, 701, "Alpha"), await _made(place, 702, "Beta")
        assert [await pick(GUILD, channel, None) for channel in (701, 702, 703)] == [alpha, beta, beta]
        assert [await pick(GUILD, channel, None, "over") for channel in (701, 702)] == [alpha, beta]
        with pytest.raises(Refused, match="Which league"):
            await pick(GUILD, 703, None, "over")
        with pytest.raises(Refused, match="No league is open"):
            await pick(GUILD, 701, None, "open")
        second = (await place.services.organise.next_season(alpha, asker())).id
        assert [await pick(GUILD, channel, None) for channel in (701, 702, 703)] == [second, beta, second]
        assert [await pick(GUILD, channel, None, "open") for channel in (701, 702)] == [second] * 2
        assert await pick(GUILD, 701, None, "over") == alpha


async def test_a_name_that_fits_several_leagues_is_asked_for(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        pick = place.services.picking.pick
        alpha = await _made(place, 701, "Alpha")
        cup = await _made(place, 701, "Alpha Cup", over=False)
        star = await _made(place, 702, "Alpha Star", over=False)
        assert await pick(GUILD, 701, "alpha") == alpha, "the whole name"
        assert await pick(GUILD, 702, " ALPHA  cup") == cup
        assert await pick(GUILD, 701, star.upper()) == star
        with pytest.raises(Refused, match="Which league") as refused:
            await pick(GUILD, 701, "alph")
        assert cup in str(refused.value)
        assert star in str(refused.value)
        second = (await place.services.organise.next_season(alpha, asker())).id
        assert await pick(GUILD, 701, "alpha") == second
        assert await pick(GUILD, 701, "alpha", "over") == alpha
        assert await pick(GUILD, 701, "Alpha, season 2") == second


async def test_a_season_has_one_season_after_it(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        follow = place.services.organise.next_season
        first = await _made(place, 701, "Alpha")
        gone = (await follow(first, asker())).id
        await place.services.organise.cancel(gone, asker())
        second = (await follow(first, asker())).id
        with pytest.raises(Refused, match=f"newest is season 2, `{second}`"):
            await follow(first, asker())
        await _played(place, second)
        with pytest.raises(Refused, match=f"league:{second}"):
            await follow(first, asker())
        third = await follow(second, asker())
        assert third.season == 3
        with pytest.raises(Refused, match=f"newest is season 3, `{third.id}`"):
            await follow(first, asker())
