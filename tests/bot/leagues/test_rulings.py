"""An organiser decides how a game counts."""

from __future__ import annotations

import pytest

from bot.common.errors import NotAllowed, Refused
from bot.features.leagues import text as league_words
from bot.features.leagues.season import text as words
from bot.storage.league_records import Fixture
from tests.bot.leagues.league_parts import Hall, asker, like
from tests.bot.parts import DAY


async def test_an_organiser_rules_a_result_which_stands_in_the_log(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    games = await place.fixtures(code)
    with pytest.raises(Refused, match=like(league_words.ORGANISER_ONLY)):
        await place.rule(code, games[0], "1 2", by=asker(101, manager=False))
    with pytest.raises(Refused, match=words.SAY_WHY):
        await place.rule(code, games[0], "1 2", " ")
    for game in games:
        await place.rule(code, game, "2 1", "Internet outage")
    assert (await place.row(code)).round == 2
    assert [fixture.status for fixture in await place.fixtures(code, 1)] == ["done", "done"]
    assert place.told("Internet outage")
    await place.lose(games[0], 0)  # the game itself goes on, and changes nothing any more
    await place.office.pass_time(0)
    assert (await place.fixtures(code, 1))[0].result["places"] == [2, 1]  # type: ignore[index]


async def test_a_ruling_is_told_in_the_game(place: Hall) -> None:
    code = await place.league(2, plan="least=2")
    [game] = await place.fixtures(code)
    await place.rule(code, game, "1 3", "by agreement")
    posts = [one for _, one in place.office.messenger.channels[game.place_id or 0]]
    [told] = [one for one in posts if "by agreement" in one.text]
    assert sorted(told.mentions) == [101, 102]
    assert "whatever happens on the board" in told.text


async def test_the_table_of_a_round_is_posted_also_when_a_ruling_completes_it(place: Hall) -> None:
    code = await place.league(4, plan="pace=dates")
    [first, second] = await place.fixtures(code)
    await place.lose(first)
    await place.office.pass_time(0)
    assert not place.posted(words.ROUND_OVER)
    await place.rule(code, second, "draw", "agreed")
    assert len(place.posted(words.ROUND_OVER, n=1)) == 1


async def test_places_of_a_ruling(place: Hall) -> None:
    duel = await place.league(2, plan="least=2")
    [game] = await place.fixtures(duel)
    assert "**" in await place.rule(duel, game, "9 20")
    assert (await place.fixtures(duel))[0].result["places"] == [1, 2]  # type: ignore[index]
    tower = await place.league(3, game="nme", plan="rounds=1")
    [game] = await place.fixtures(tower)
    with pytest.raises(Refused, match=like(words.WRITE_PLACES_UP_TO, most=5)):
        await place.rule(tower, game, "1 2 6")
    teams = await place.league(4, plan="rounds=1 format=tables", options="teams=both", game="cic")
    [game] = await place.fixtures(teams)
    assert len(game.numbers) == 4
    with pytest.raises(Refused, match=words.TEAM_PLACES):
        await place.rule(teams, game, "1 2 3 4")


async def test_an_organiser_who_plays_does_not_rule_the_own_game(place: Hall) -> None:
    code = await place.league(2, plan="least=2", host=101)
    [game] = await place.fixtures(code)
    with pytest.raises(Refused, match="You play in this game"):
        await place.rule(code, game, "1 2", by=asker(101, manager=False))
    await place.rule(code, game, "1 2", by=asker(101))
    told = words.RULED_OWN(organiser="<@101>", code=game.code, result="")
    assert told in await place.page("log", code)


async def test_a_ruling_leaves_the_end_of_the_season_where_it_is(place: Hall) -> None:
    code = await place.league(4, plan="pace=results season=20", deadline="60d")
    assert place.posted(words.NEXT_ROUND, n=2) == [], "results say when it begins"
    [first, _] = await place.fixtures(code)
    await place.rule(code, first, "1 2", "agreed")
    assert await place.in_days(code) == 20
    await place.office.pass_time(20 * DAY + 60)
    assert await place.status(code) == "over"


async def test_a_ruling_of_a_game_under_way_knows_who_stepped_in(place: Hall) -> None:
    code, services = await place.league(4, plan="pace=results substitute=50"), place.services
    await services.signup.join(code, 150, "Fay", reserve=True)
    [game, _] = await place.fixtures(code)
    await place.step_in(game, 150, "Fay")
    said = await place.rule(code, game, "1 2", "agreed")
    assert "½" in said
    assert "ubstitutes: Fay ½" in await place.page("table", code, 101)


async def test_a_game_that_cannot_be_opened_may_be_ruled(place: Hall) -> None:
    place.threads.fault = NotAllowed("I lack something")
    code, services = await place.league(4, plan="pace=results"), place.services
    for game in await place.fixtures(code):
        offered = await services.league_list.games(code, "")
        assert game.code in [choice.value for choice in offered]
        await place.rule(code, game, "none", "no thread")
        await place.rule(code, game, "1 2", "played elsewhere")
    assert (await place.row(code)).round == 2
    place.threads.fault = None
    await place.office.pass_time(700)
    by_round: dict[int, list[Fixture]] = {1: [], 2: []}
    for game in await place.fixtures(code):
        by_round[game.round].append(game)
    assert [game.table_id for game in by_round[1]] == [None, None]
    assert [game.status for game in by_round[2]] == ["playing", "playing"]


async def test_rulings_after_the_end_until_the_next_season_begins(place: Hall) -> None:
    code, services = await place.league(2, plan="pace=results least=2"), place.services
    await place.play_round(code)
    [game] = await place.fixtures(code)
    [first, second] = (await place.season(code)).names(game.numbers)
    assert place.posted(words.WINNER, name=first)
    made = await services.leagues.next_season(code, asker())
    await place.rule(code, game, "2 1", "a wrong move was let through")
    assert words.CORRECTED in place.posted(words.WINNER, name=second)[0]
    assert await place.status(code) == "over"
    await place.join(made.id, 101, 102)
    await place.begin(made.id)
    with pytest.raises(Refused, match=like(words.NOT_RULABLE)):
        await place.rule(code, game, "1 2", "again")


async def test_the_winner_is_bold_in_every_result(place: Hall) -> None:
    code = await place.league(3, game="nme", plan="rounds=1")
    [game] = await place.fixtures(code)
    said = await place.rule(code, game, "2 3 5", "as in the thread")
    [winner, *_] = (await place.season(code)).names(game.numbers)
    assert f"**{winner}** 3" in said


async def offered(place: Hall, league: str, typed: str = "") -> list[tuple[str, str]]:
    view = place.services.league_list
    [game] = [choice.value for choice in await view.games(league, "")]
    return [(choice.value, choice.label) for choice in await view.results(league, game, typed)]


async def test_the_results_that_are_offered(place: Hall) -> None:
    league = await place.league(3)
    [one, two, *rest] = await offered(place, league)
    assert one[0] == "1 2" and one[1].startswith("1 2 · P10") and one[1].endswith(" wins")
    assert two[0] == "2 1" and one[1][-8:] != two[1][-8:]
    assert [value for value, _ in rest] == ["draw", "none"]
    assert await offered(place, league, "d") == rest[:1]
    of_teams = await offered(place, await place.league(4, options="teams=both"))
    assert sorted(value for value, _ in of_teams) == ["1 1 2 2", "2 2 1 1", "draw", "none"]
    assert " and " in of_teams[0][1] and of_teams[0][1].endswith(" win")
    of_three = await offered(place, await place.league(3, game="nme"))
    assert of_three[0] == ("1 2 3", "places of Black, Gray, White, in this order")
