"""Faults that a review found in rounds, posts and names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.features.leagues import store as league_store
from bot.features.leagues.matches import Past, Played, Result
from bot.features.leagues.plan import Plan
from bot.outbox.delivery import Unsure
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker, hall
from tests.bot.parts import DAY


def _told(place: Hall, words: str) -> list[str]:
    return [text for text in place.office.messenger.texts(HALL) if words in text]


async def test_a_reserve_who_is_forgotten_stands_nowhere_by_name(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code, services = await place.league(4, plan="pace=results"), place.services
        await services.signup.join(code, 150, "Fay Unusual", reserve=True)
        await services.signup.withdraw(code, 150)
        asked = await services.forgetting.question(150, "fay", GUILD, False)
        assert asked.rows, "the league's log has the name: the bot knows the user"
        await services.forgetting.forget(150, "fay", GUILD, False, asked.rows[0][0].id.rpartition(":")[2])
        assert "Unusual" not in (await services.league_views.log(code)).text


async def test_whom_the_organiser_took_out_does_not_come_back_alone(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services, code = place.services, await place.league(4, start=False)
        await services.organise.remove(code, asker(), 104, "a spare account")
        for reserve in (False, True):
            with pytest.raises(Refused, match="has taken you out"):
                await services.signup.join(code, 104, "P104", reserve)
        assert "Left" not in (await services.league_views.show(code)).text
        assert await services.organise.back(code, asker(), 104, "it is none") == "P104 may come back."
        await services.signup.join(code, 104, "P104")
        assert "4 players" in (await services.signup.message(code)).text


async def test_who_has_no_game_because_somebody_left_is_told(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(3, game="nme", plan="rounds=2 pace=results", start=False)
        make = place.threads.make

        async def busy(*given: Any) -> Any:
            raise Unsure("busy", 5.0)

        place.threads.make = busy  # type: ignore[method-assign]
        await place.services.organise.start(code, asker())
        await place.office.pass_time(0)
        await place.services.signup.withdraw(code, 101)
        place.threads.make = make  # type: ignore[method-assign]
        await place.office.pass_time(60)
        [post] = [one for _, one in place.office.messenger.channels[HALL] if "have a bye" in one.text]
        assert sorted(post.mentions) == [102, 103]


def test_a_game_that_lost_a_player_is_a_bye_to_pairing() -> None:
    plan = Plan(format="tables", rounds=5, points=("2", "1", "0"), bye="1", ties=("lot",), least=3)
    past = Past(plan, [Played(1, 1, (2, 4), 1, Result("bye")), Played(1, 2, (5,), 1, Result("bye"))])
    assert past.byes == {2: 1, 4: 1, 5: 1}
    assert past.met(2, 4) == 0
    assert past.had(4, 3) == [0, 0, 0]


async def test_the_table_of_a_round_is_posted_also_when_a_ruling_completes_it(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=dates")
        [first, second] = await place.fixtures(code)
        await place.lose(first)
        await place.office.pass_time(0)
        assert not _told(place, "all results of round 1")
        await place.services.organise.result(code, asker(), second.code, "draw", "agreed")
        await place.office.pass_time(0)
        assert len(_told(place, "all results of round 1 are there")) == 1


async def test_places_of_a_ruling(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        rule = place.services.organise.result
        duel = await place.league(2, plan="least=2")
        [game] = await place.fixtures(duel)
        assert "**" in await rule(duel, asker(), game.code, "9 20", "so")
        assert (await place.fixtures(duel))[0].result["places"] == [1, 2]  # type: ignore[index]
        tower = await place.league(3, game="nme", plan="rounds=1")
        [game] = await place.fixtures(tower)
        with pytest.raises(Refused, match="Places are 1 to 5"):
            await rule(tower, asker(), game.code, "1 2 6", "so")
        teams = await place.league(4, plan="rounds=1 format=tables", options="teams=both", game="cic")
        [game] = await place.fixtures(teams)
        assert len(game.numbers) == 4
        with pytest.raises(Refused, match="one team have the same place"):
            await rule(teams, asker(), game.code, "1 2 3 4", "so")


async def test_an_organiser_who_plays_does_not_rule_the_own_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        made = await services.leagues.create(asker(101), HALL, "Cup", "cic", plan="least=2")
        for user in (101, 102):
            await services.signup.join(made.id, user, f"P{user}")
        await services.organise.start(made.id, asker(101))
        await place.office.pass_time(0)
        [game] = await place.fixtures(made.id)
        with pytest.raises(Refused, match="You play in this game"):
            await services.organise.result(
                made.id, asker(101, manager=False), game.code, "1 2", "I was better"
            )
        await services.organise.result(made.id, asker(101), game.code, "1 2", "I was better")
        assert "<@101>, who plays in it, ruled" in (await services.league_views.log(made.id)).text


async def test_the_next_season_is_opened_by_who_may_make_leagues(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        code = await place.league(2, plan="pace=results least=2")
        await place.play_round(code)
        async with services.context.db.begin() as tx:
            await league_store.change_league(tx, code, host_id=77)
        with pytest.raises(Refused, match="may not make leagues"):
            await services.organise.next_season(code, asker(77, manager=False))


async def test_a_digest_begins_where_the_last_one_ended_and_keeps_its_table(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        made = await services.leagues.create(asker(), HALL, "Cup", "cic", plan="calendar=60d", deadline="60d")
        for user in range(101, 125):
            await services.signup.join(made.id, user, f"A player of a name with thirty {user}")
        await services.organise.start(made.id, asker())
        await place.office.pass_time(0)
        for game in (await place.fixtures(made.id))[:11]:
            await place.lose(game)
        await place.office.pass_time(0)
        await place.office.pass_time(8 * DAY)
        [digest] = _told(place, "the week")
        assert "11 results this week" in digest
        assert "**Table**" in digest
        assert "\n… and " in digest
        assert "**1.**" in digest


async def test_odd_names_lose_nobody_from_the_lots(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        made = await services.leagues.create(asker(), HALL, "Cup", "cic", plan="calendar=60d", deadline="60d")
        for user in range(101, 161):
            await services.signup.join(made.id, user, f"Jo`hn with a longer name {user}")
        text = (await services.signup.message(made.id)).text
        assert "hn with a longer name 101" in text
        assert "more" in text
        place.threads.fault = Unsure("busy", 5.0)
        await services.organise.start(made.id, asker())
        await place.office.pass_time(0)
        told = "\n".join(place.office.messenger.texts(HALL))
        lots = told.partition("Numbers by lot:")[2].partition("round 1 of")[0]
        assert all(f"hn with a longer name {user}" in lots for user in range(101, 161))


async def test_leagues_are_found_by_names_of_any_alphabet_and_keep_their_season(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        made = await services.leagues.create(asker(), HALL, "Échecs À Paris", "cic")
        for typed in ("Échecs", "échecs", "ÉCHECS À PARIS"):
            assert await services.picking.pick(GUILD, HALL, typed) == made.id
            assert await services.picking.choices(GUILD, typed)
        long = "The_Great_Northern_Correspondence_War_Games_in_York"
        await services.organise.edit(made.id, asker(), f"name={long}")
        async with services.context.db.begin() as tx:
            await league_store.change_league(tx, made.id, season=2)
        assert ", season 2 `" in (await services.league_views.show(made.id)).text


async def test_the_last_one_left_ends_the_season_at_once(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(3, plan="calendar=30d")
        await place.play_round(code)
        for user in (101, 102):
            await place.services.organise.remove(code, asker(), user, "gone")
        await place.office.pass_time(0)
        assert (await place.row(code)).status == "over"


async def test_results_count_while_places_for_other_games_are_slow(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(2, plan="least=2 pace=results")
        [first] = await place.fixtures(code)
        make, status, lost = place.threads.make, list[str](), False

        async def slow(*given: Any) -> Any:
            nonlocal lost
            if not lost:
                lost = True
                await place.lose(first)
            status.append((await place.fixtures(code))[0].status)
            return await make(*given)

        place.threads.make = slow  # type: ignore[method-assign]
        await place.league(12, plan="")
        assert status[0] == "playing"
        assert status[-1] == "done"


async def test_walkovers_against_who_was_annulled_say_so(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan="pace=results")
        await place.services.signup.withdraw(code, 101)
        await place.play_round(code)
        text = (await place.services.league_views.fixtures(code, 2)).text
        assert "the opponent has left (counts for nobody)" in text
