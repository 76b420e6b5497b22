"""Faults that a review found in what organisers do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.common.errors import NotAllowed, Refused
from bot.features.leagues.season.league_file import checked
from bot.features.substitutes.handover import hand_over
from bot.storage.league_records import Fixture
from tests.bot.leagues.league_parts import HALL, Hall, asker, hall
from tests.bot.parts import DAY


def _told(place: Hall, words: str) -> list[str]:
    return [text for text in place.office.messenger.texts(HALL) if words in text]


async def _in_days(place: Hall, code: str) -> float | None:
    league = await place.row(code)
    assert league.started_at is not None
    return None if league.next_at is None else round((league.next_at - league.started_at) / DAY, 2)


async def test_a_new_calendar_counts_from_the_newest_round_and_is_told(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, edit = await place.league(6, plan="calendar=7d", deadline="30d"), place.services.organise.edit
        await place.office.pass_time(DAY)
        said = await edit(code, asker(), "calendar=3d")
        assert "the next round begins <t:" in said
        await place.office.pass_time(0)
        assert _told(place, "the next round begins <t:")
        assert await _in_days(place, code) == 3
        await edit(code, asker(), "calendar=1d")
        assert await _in_days(place, code) == 2, "that date is now: from now, so that all know of it before"
        await edit(code, asker(), "pace=results")
        assert await _in_days(place, code) is None
        said = await edit(code, asker(), "season=2")
        assert await _in_days(place, code) == 2
        assert "the next round" not in said
        assert "the season ends <t:" in said
        assert "the season ends <t:" in (await place.services.league_views.show(code)).text
        assert "next:" not in (await place.services.league_views.table(code, 101)).text
        with pytest.raises(Refused, match="Give 2 or more"):
            await edit(code, asker(), "season=1")
        await place.office.pass_time(DAY + 60)
        assert (await place.row(code)).status == "over", "by its own date, not with the next digest"


async def test_a_ruling_leaves_the_end_of_the_season_where_it_is(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results season=20", deadline="60d")
        assert _told(place, "The next round:") == [], "results say when it begins"
        [first, _] = await place.fixtures(code)
        await place.services.organise.result(code, asker(), first.code, "1 2", "agreed")
        assert await _in_days(place, code) == 20
        await place.office.pass_time(20 * DAY + 60)
        assert (await place.row(code)).status == "over"


async def test_nobody_wins_who_has_left(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(4, plan="pace=results format=swiss rounds=3"), place.services
        games = await place.fixtures(code)
        season = await place.season(code)
        winner = season.by_number(games[0].numbers[0])
        await place.play_round(code)
        await services.signup.withdraw(code, winner.user_id)
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        [final] = _told(place, "the final table")
        assert "wins!" in final
        assert f"{winner.name} wins" not in final
        empty = await place.league(3, plan="pace=results")
        for user in (101, 102, 103):
            await services.signup.withdraw(empty, user)
        await place.play_round(empty)
        assert (await place.row(empty)).status == "over"
        assert "Nobody is left." in _told(place, "the final table")[1]


async def test_who_withdraws_after_the_last_game_has_won_all_the_same(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results format=swiss rounds=1")
        [first, second] = await place.fixtures(code)
        await place.lose(first)
        await place.office.pass_time(0)
        for number in first.numbers:
            await place.services.signup.withdraw(code, (await place.season(code)).by_number(number).user_id)
        await place.lose(second)
        await place.office.pass_time(0)
        best = min(first.numbers[0], second.numbers[0])  # of these two the lot decides
        name = (await place.season(code)).by_number(best).name
        assert f"{name} wins!" in _told(place, "the final table")[0]


async def test_no_fewer_places_than_players(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(6, start=False)
        with pytest.raises(Refused, match="6 players signed up already"):
            await place.services.organise.edit(code, asker(), "most=5")
        said = await place.services.organise.edit(code, asker(), "most=6 format=swiss rounds=9 season=20")
        assert "Mind: in 20 days no more than 3 rounds of 9 can begin." in said
        assert "Mind" not in await place.services.organise.edit(code, asker(), "season=57")


async def test_a_cancelled_league_waits_for_nothing_and_tells_its_seed(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        place.threads.fault = NotAllowed("I lack something")
        code, services = await place.league(4, plan="pace=results"), place.services
        await services.organise.cancel(code, asker(), "no permission")
        await place.office.pass_time(0)
        assert "no result" in (await services.league_views.fixtures(code)).text
        assert "under way" not in (await services.league_views.table(code, 101)).text
        assert len(_told(place, "the secret seed")) == 1
        assert "/league season" not in _told(place, "the secret seed")[0]
        [file] = (await services.league_export.file(code)).files
        assert checked(json.loads(file.data)).faults == []
        with pytest.raises(Refused, match="no season follows it"):
            await services.organise.next_season(code, asker())
        with pytest.raises(Refused, match="is cancelled"):
            await services.organise.result(code, asker(), (await place.fixtures(code))[0].code, "1 2", "so")
        early = await place.league(4, start=False)
        await services.organise.cancel(early, asker())
        await place.office.pass_time(0)
        assert len(_told(place, "the secret seed")) == 1, "nothing was drawn from that one"


async def test_a_ruling_of_a_game_under_way_knows_who_stepped_in(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(4, plan="pace=results substitute=50"), place.services
        await services.signup.join(code, 150, "Fay", reserve=True)
        [game, _] = await place.fixtures(code)
        snapshot = await place.office.snapshot(str(game.table_id))
        async with services.context.db.begin() as tx:
            await hand_over(
                services.context,
                tx,
                snapshot,
                snapshot.seats[0],
                150,
                "Fay",
                "gone",
                place.office.clock.now(),
            )
        said = await services.organise.result(code, asker(), game.code, "1 2", "agreed")
        assert "½" in said
        assert "stepped in: Fay ½" in (await services.league_views.table(code, 101)).text


async def test_a_game_that_cannot_be_opened_may_be_ruled(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        place.threads.fault = NotAllowed("I lack something")
        code, services = await place.league(4, plan="pace=results"), place.services
        for game in await place.fixtures(code):
            offered = await services.league_list.games(code, "")
            assert game.code in [choice.value for choice in offered]
            await services.organise.result(code, asker(), game.code, "none", "no thread")
            await services.organise.result(code, asker(), game.code, "1 2", "played elsewhere")
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2
        place.threads.fault = None
        await place.office.pass_time(700)
        by_round: dict[int, list[Fixture]] = {1: [], 2: []}
        for game in await place.fixtures(code):
            by_round[game.round].append(game)
        assert [game.table_id for game in by_round[1]] == [None, None]
        assert [game.status for game in by_round[2]] == ["playing", "playing"]


async def test_rulings_after_the_end_until_the_next_season_begins(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(2, plan="pace=results least=2"), place.services
        await place.play_round(code)
        [game] = await place.fixtures(code)
        [first, second] = (await place.season(code)).names(game.numbers)
        assert f"{first} wins!" in _told(place, "the final table")[0]
        made = await services.organise.next_season(code, asker())
        await services.organise.result(code, asker(), game.code, "2 1", "a wrong move was let through")
        await place.office.pass_time(0)
        assert f"{second} wins!" in _told(place, "the final table after a ruling")[0]
        assert (await place.row(code)).status == "over"
        for user in (101, 102):
            await services.signup.join(made.id, user, f"P{user}")
        await services.organise.start(made.id, asker())
        await place.office.pass_time(0)
        with pytest.raises(Refused, match="has begun with its table"):
            await services.organise.result(code, asker(), game.code, "1 2", "again")


async def test_an_organiser_brings_a_player_back(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, organise = await place.league(4, plan="pace=results"), place.services.organise
        with pytest.raises(Refused, match="has not left"):
            await organise.back(code, asker(), 101, "a mistake")
        await organise.remove(code, asker(), 101, "a mistake")
        with pytest.raises(Refused, match="Say why"):
            await organise.back(code, asker(), 101, " ")
        with pytest.raises(Refused, match="Only the organiser"):
            await organise.back(code, asker(101, manager=False), 101, "please")
        await organise.back(code, asker(), 101, "it was somebody else")
        await place.office.pass_time(0)
        assert _told(place, "take part again (it was somebody else)")
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        season = await place.season(code)
        assert [len(game.numbers) for game in season.fixtures] == [2] * 6
        assert "left" not in (await place.services.league_views.table(code, 101)).text


async def test_whom_an_organiser_takes_out_is_told(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services, code = place.services, await place.league(4, start=False)
        await services.organise.remove(code, asker(), 101, "a spare account")
        await place.office.pass_time(0)
        assert len(_told(place, "a spare account")) == 1
        assert "a spare account" in (await services.league_views.log(code)).text
        await services.organise.start(code, asker())
        await place.office.pass_time(0)
        await services.signup.join(code, 150, "Fay", reserve=True)
        await services.organise.remove(code, asker(), 150, "spam")
        await place.office.pass_time(0)
        assert len(_told(place, "(spam), and steps in for others no more")) == 1


async def test_the_winner_is_bold_in_every_result(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(3, game="nme", plan="rounds=1")
        [game] = await place.fixtures(code)
        said = await place.services.organise.result(code, asker(), game.code, "2 3 5", "as in the thread")
        [winner, *_] = (await place.season(code)).names(game.numbers)
        assert f"**{winner}**: 3" in said
