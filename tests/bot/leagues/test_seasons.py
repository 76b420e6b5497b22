"""A league from its sign-up to its final table, on the service alone."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import NotAllowed, Refused
from bot.features.leagues.matches import Result, points_of
from bot.features.leagues.season.league_file import checked
from bot.features.leagues.season.opening import Made
from bot.features.leagues.season.rounds import Rounds
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.standings import standings
from bot.features.substitutes.handover import hand_over
from tests.bot.leagues.league_parts import GUILD, HALL, ORGANISER, Hall, asker, hall
from tests.bot.parts import DAY


async def test_a_round_robin_from_sign_up_to_the_final_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        rounds = 0
        while (await place.row(code)).status == "running":
            rounds += 1
            assert (await place.row(code)).round == rounds
            assert await place.play_round(code) == 2
        assert (rounds, (await place.row(code)).status) == (3, "over")
        season = await place.season(code)
        met = sorted(tuple(sorted(fixture.numbers)) for fixture in season.fixtures)
        assert met == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
        assert len(place.threads.made) == 6
        texts = place.office.messenger.texts(HALL)
        assert sum("the final table" in text for text in texts) == 1
        assert sum("all results of round" in text for text in texts) == 2  # the last has the final table
        assert any("the secret seed of the lots was" in text for text in texts)


async def test_everybody_is_called_in_the_thread_of_the_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(2, plan="least=2 cycles=2")
        [fixture] = await place.fixtures(code)
        first = place.office.messenger.channels[fixture.place_id or 0][0][1]
        assert sorted(first.mentions) == [101, 102]
        assert "Spring cup · round 1 · board 1" in first.text
        table = await place.office.table(fixture.table_id or "")
        assert table.origin == {"league": code, "round": 1, "board": 1}
        assert table.status == "playing"


async def test_rounds_begin_at_their_dates_and_late_games_go_on_beside(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="calendar=7d pace=dates", deadline="30d")
        games = await place.fixtures(code, 1)
        await place.lose(games[0])
        await place.office.pass_time(DAY)
        assert (await place.row(code)).round == 1
        await place.week()
        assert (await place.row(code)).round == 2
        [late] = [fixture for fixture in await place.fixtures(code, 1) if fixture.status == "playing"]
        await place.lose(late)
        await place.office.pass_time(0)
        assert all(fixture.status == "done" for fixture in await place.fixtures(code, 1))


async def test_rounds_wait_for_late_games_where_the_plan_says_so(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="calendar=7d pace=wait", deadline="30d")
        games = await place.fixtures(code, 1)
        await place.lose(games[0])
        await place.week()
        assert (await place.row(code)).round == 1
        await place.lose(games[1])
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2


async def test_when_the_season_is_over_late_games_end_as_draws(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="calendar=7d season=20", deadline="30d")
        for _ in range(3):
            await place.week()
        league, season = await place.row(code), await place.season(code)
        assert league.status == "over"
        assert [fixture.result and fixture.result["places"] for fixture in season.fixtures] == [[1, 1]] * 6


async def test_too_few_get_more_time_once_and_then_the_league_is_cancelled(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(2, start=False)
        await place.week()
        assert (await place.row(code)).status == "signup"
        await place.office.pass_time(3 * DAY + 60)
        assert (await place.row(code)).status == "cancelled"
        told = [text for text in place.office.messenger.texts(HALL) if "2 players signed up" in text]
        assert len(told) == 2
        assert "cancelled" in told[1]


async def test_who_leaves_is_paired_no_more_and_the_opponents_have_walkovers(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        assert await place.services.signup.leaving(code, 101) is not None
        await place.services.signup.withdraw(code, 101)
        with pytest.raises(Refused, match="has begun"):
            await place.services.signup.join(code, 101, "P101")
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        season = await place.season(code)
        gone = next(entrant for entrant in season.entrants if entrant.user_id == 101)
        later = [fixture for fixture in season.fixtures if fixture.round > 1]
        assert all(gone.number not in fixture.numbers for fixture in later)
        assert [fixture.result and fixture.result["kind"] for fixture in later].count("walkover") == 2


async def test_who_loses_games_by_absence_is_out(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results out=1", options="absence=forfeit grace=0")
        await place.office.pass_time(DAY + 60)
        season = await place.season(code)
        forfeits = [fixture.result and fixture.result["forfeits"] for fixture in season.fixtures[:2]]
        assert forfeits == [[True, False], [True, False]]
        out = [entrant.why for entrant in season.entrants if entrant.status == "out"]
        assert out == ["lost 1 game by absence"] * 2


async def test_a_missing_permission_is_told_once_and_the_games_are_opened_when_it_is_there(
    tmp_path: Path,
) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        place.threads.fault = NotAllowed("I lack **Create Public Threads**")
        code = await place.league(4, plan="pace=results")
        await place.office.pass_time(700)
        told = [text for text in place.office.messenger.dms(ORGANISER) if "Create Public Threads" in text]
        assert len(told) == 1
        place.threads.fault = None
        await place.office.pass_time(700)
        assert [fixture.status for fixture in await place.fixtures(code)] == ["playing", "playing"]


async def test_a_kill_between_the_thread_and_the_game_makes_no_second_thread(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    async with hall(path) as place:
        opening = place.services.seasons._opening
        begin = opening._begin

        async def killed(*given: object) -> None:
            raise RuntimeError("killed")

        opening._begin = killed
        code = await place.league(4, plan="pace=results")
        assert [fixture.status for fixture in await place.fixtures(code)] == ["planned", "planned"]
        assert begin is not None
        threads, clock = place.threads, place.office.clock
    async with hall(path, threads=threads, clock=clock) as place:
        await place.office.pass_time(1)
        assert [fixture.status for fixture in await place.fixtures(code)] == ["playing", "playing"]
        assert len(threads.made) == 2


async def test_an_organiser_rules_a_result_which_stands_in_the_log(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        games = await place.fixtures(code)
        with pytest.raises(Refused, match="Only the organiser"):
            await place.services.organise.result(code, asker(101, manager=False), games[0].code, "1 2", "why")
        with pytest.raises(Refused, match="Say why"):
            await place.services.organise.result(code, asker(), games[0].code, "1 2", " ")
        for game in games:
            await place.services.organise.result(code, asker(), game.code, "2 1", "Internet outage")
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2
        assert [fixture.status for fixture in await place.fixtures(code, 1)] == ["done", "done"]
        assert any("Internet outage" in text for text in place.office.messenger.texts(HALL))
        await place.lose(games[0], 0)  # the game itself goes on, and changes nothing any more
        await place.office.pass_time(0)
        assert (await place.fixtures(code, 1))[0].result["places"] == [2, 1]  # type: ignore[index]


async def test_the_next_season_moves_the_best_up_and_the_worst_down(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(8, plan="pace=results divisions=2 moves=1")
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        season = await place.season(code)
        before = standings(season.plan, season.numbered, season.played())
        users = [[season.by_number(row.number).user_id for row in rows] for rows in before]
        made = await place.services.organise.next_season(code, asker(), "7d")
        for user in range(101, 109):
            await place.services.signup.join(made.id, user, f"P{user}")
        await place.services.organise.start(made.id, asker())
        await place.office.pass_time(0)
        after = {entrant.user_id: entrant.division for entrant in (await place.season(made.id)).entrants}
        assert {user for user, division in after.items() if division == 1} == {*users[0][:3], users[1][0]}
        assert (await place.row(made.id)).season == 2


async def test_a_weekly_digest_comes_by_itself(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="calendar=7d", deadline="30d")
        await place.lose((await place.fixtures(code))[0])
        await place.week()
        digests = [text for text in place.office.messenger.texts(HALL) if "the week" in text]
        assert len(digests) == 1
        assert "1 result this week" in digests[0]


async def test_a_league_that_is_paused_opens_no_round_until_it_goes_on(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        await place.services.organise.pause(code, asker(), "holidays")
        await place.play_round(code)
        assert (await place.row(code)).round == 1
        await place.services.organise.resume(code, asker())
        await place.office.pass_time(0)
        assert (await place.row(code)).round == 2


async def test_three_seats_are_drawn_and_points_are_by_place(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(6, game="nme", plan="rounds=2 pace=results")
        assert (await place.season(code)).plan.points == ("4", "3", "2", "1", "0")
        assert [len(fixture.numbers) for fixture in await place.fixtures(code)] == [3, 3]
        assert await _nobody_plays_twice(place, code)


async def _nobody_plays_twice(place: Hall, code: str) -> bool:
    numbers = [number for fixture in await place.fixtures(code, 1) for number in fixture.numbers]
    return len(numbers) == len(set(numbers))


async def test_what_a_league_cannot_be_is_refused_with_what_would_do(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        make = place.services.leagues.create
        for given, why in [
            ({"game": "nme", "plan": "format=swiss"}, "use `format=tables`"),
            ({"deadline": "none"}, "need a deadline"),
            ({"signup": "2020-01-01"}, "Sign-up must close within 90 days"),
            ({"signup": "in 120d"}, "Sign-up must close within 90 days"),
            ({"plan": "colour=red"}, "nothing of a league"),
            ({"plan": "points=0,1"}, "a better place"),
            ({"plan": "points=1/0"}, "is no number"),
            ({"name": " "}, "2 to 60 signs"),
            ({"options": "fog=on"}, "no option of"),
        ]:
            asked = {"name": "Cup", "game": "cic"} | given
            name, game = asked.pop("name"), asked.pop("game")
            with pytest.raises(Refused, match=why):
                await make(asker(), HALL, name, game, **asked)
        assert await place.services.picking.choices(GUILD, "") == []


def faults(told: object) -> list[str]:
    return checked(told).faults


async def test_the_file_of_a_season_is_checked_and_every_lie_is_found(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        running = await place.services.league_export.file(code)
        assert json.loads(running.files[0].data)["seed"] is None
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        [file] = (await place.services.league_export.file(code)).files
        told = json.loads(file.data)
        assert faults(told) == []
        other = {**told, "seed": "00" * 32}
        assert faults(other)[0] == "the seed does not fit the SHA-256 of the sign-up post"
        swapped = copy.deepcopy(told)
        for at, with_ in ((0, 1), (1, 0)):
            swapped["entrants"][at]["number"] = told["entrants"][with_]["number"]
        assert len(faults(swapped)) == 2
        bought = copy.deepcopy(told)
        bought["games"][0]["result"]["places"] = [1, 1]
        assert faults(bought) == [
            "round 1, board 1: its result is not the one that was noted",
            "the table of division 1 does not follow from the results",
        ]
        assert faults([]) == ["this is no file of a league (fieldpost-league/2)"]
        assert "cannot be read" in faults({**told, "games": 3})[0]


async def test_a_fault_in_one_league_pauses_it_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        bad = await place.league(4, plan="pace=results")
        good = await place.league(4, plan="pace=results")
        rounds, go_on = place.services.seasons._rounds, Rounds._go_on

        async def fails(season: Season, due: bool, now: float) -> bool:
            if season.league.id == bad:
                raise ValueError("a fault of ours")
            return await go_on(rounds, season, due, now)

        monkeypatch.setattr(rounds, "_go_on", fails)
        for code in (bad, good):
            await place.play_round(code)
        assert [(await place.row(code)).status for code in (bad, good)] == ["paused", "running"]
        assert (await place.row(good)).round == 2
        monkeypatch.undo()
        await place.services.organise.resume(bad, asker())
        await place.office.pass_time(0)
        assert (await place.row(bad)).round == 2


async def test_who_leaves_while_the_thread_is_made_is_in_no_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        make, services = place.threads.make, place.services

        async def slow(*given: Any) -> Made:
            place.threads.make = make  # type: ignore[method-assign]
            await services.signup.withdraw(code, given[-1][0])
            return await make(*given)

        place.threads.make = slow  # type: ignore[method-assign]
        code = await place.league(4, start=False, plan="pace=results")
        await services.organise.start(code, asker())
        await place.office.pass_time(0)
        kinds = [fixture.result and fixture.result["kind"] for fixture in await place.fixtures(code, 1)]
        assert sorted(str(kind) for kind in kinds) == ["None", "walkover"]


async def test_who_steps_in_gets_a_part_of_the_points(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(4, plan="pace=results substitute=25"), place.services
        await services.signup.join(code, 150, "Fay", reserve=True)
        game = (await place.fixtures(code))[0]
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
        await place.lose(game, 1)
        await place.office.pass_time(0)
        season = await place.season(code)
        fay = next(entrant for entrant in season.entrants if entrant.user_id == 150)
        assert (fay.number, fay.division, fay.status) == (5, 0, "reserve")
        [settled] = [fixture for fixture in season.fixtures if fixture.id == game.id]
        result = Result.read(settled.result or {})
        assert result.subs == (5, None)
        entrant = settled.numbers[0]
        won = points_of(season.plan, result, settled.numbers)
        assert won == {entrant: Fraction(3, 4), settled.numbers[1]: 0, 5: Fraction(1, 4)}
        await place.play_round(code)
        assert all(5 not in fixture.numbers for fixture in await place.fixtures(code, 2))
