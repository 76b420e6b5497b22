"""What organisers do: plans, pauses, players taken out and brought back, the end, the next season."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.text import listing
from bot.common.errors import NotAllowed, Refused
from bot.features.leagues import store as league_store
from bot.features.leagues import text as league_words
from bot.features.leagues.commands import LeagueCommands
from bot.features.leagues.plan import KEYS
from bot.features.leagues.season import text as words
from bot.features.leagues.season.league_file import checked
from bot.features.leagues.season.settings import AFTER
from bot.features.leagues.standings import standings
from bot.features.leagues.views import text as view_words
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker, like
from tests.bot.parts import DAY
from tests.bot.transactions import writing


async def test_the_next_season_moves_the_best_up_and_the_worst_down(place: Hall) -> None:
    code = await place.league(8, plan="pace=results divisions=2 moves=1")
    await place.play_on(code)
    season = await place.season(code)
    before = standings(season.plan, season.numbered, season.played())
    users = [[season.by_number(row.number).user_id for row in rows] for rows in before]
    made = await place.services.leagues.next_season(code, asker(), "7d")
    await place.join(made.id, *range(101, 109))
    await place.begin(made.id)
    after = {entrant.user_id: entrant.division for entrant in (await place.season(made.id)).entrants}
    assert {user for user, division in after.items() if division == 1} == {*users[0][:3], users[1][0]}
    assert (await place.row(made.id)).season == 2


async def test_a_league_that_is_paused_opens_no_round_until_it_goes_on(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    await place.services.organise.pause(code, asker(), "holidays")
    await place.play_round(code)
    assert (await place.row(code)).round == 1
    await place.services.organise.resume(code, asker())
    await place.office.pass_time(0)
    assert (await place.row(code)).round == 2


async def test_what_a_league_cannot_be_is_refused_with_what_would_do(place: Hall) -> None:
    make = place.services.leagues.create
    for given, why in [
        (
            {"game": "nme", "plan": "format=swiss"},
            "`format`: `swiss` is for two players.* Use `format=tables`",
        ),
        ({"plan": "format=swiss rounds=0"}, like(league_words.WRONG_VALUE, key="rounds")),
        ({"plan": "points"}, like(league_words.NO_VALUE, typed="points")),
        ({"plan": "calendar=often"}, like(league_words.NOT_A_CALENDAR, typed="often")),
        ({"deadline": "none"}, like(league_words.WRONG_VALUE, key="deadline", why=words.DEADLINE_NEEDED)),
        ({"signup": "2020-01-01"}, words.SIGN_UP_RANGE),
        ({"signup": "in 120d"}, words.SIGN_UP_RANGE),
        ({"plan": "colour=red"}, like(league_words.NOT_A_KEY, key="colour")),
        ({"plan": "points=0,1"}, league_words.POINTS_FALL),
        ({"plan": "points=1/0"}, like(league_words.NOT_POINTS, typed="1/0")),
        ({"name": " "}, like(words.NAME_LENGTH, most=60)),
        ({"options": "fog=on"}, "has no option"),
        ({"options": "objective=x"}, "objective"),
        ({"signup": "yesterday"}, "“yesterday”"),
    ]:
        asked = {"name": "Cup", "game": "cic"} | given
        name, game = asked.pop("name"), asked.pop("game")
        with pytest.raises(Refused, match=why):
            await make(asker(), HALL, name, game, **asked)
    assert await place.services.picking.choices(GUILD, "") == []


async def test_a_new_calendar_counts_from_the_newest_round_and_is_told(place: Hall) -> None:
    code = await place.league(6, plan="calendar=7d", deadline="30d")
    await place.office.pass_time(DAY)
    said = await place.edit(code, "calendar=3d")
    assert "the next round begins <t:" in said
    await place.office.pass_time(0)
    assert place.told("the next round begins <t:")
    assert await place.in_days(code) == 3
    await place.edit(code, "calendar=1d")
    assert await place.in_days(code) == 2, "that date is now: from now, so that all know of it before"
    await place.edit(code, "pace=results")
    assert await place.in_days(code) is None
    said = await place.edit(code, "season=2")
    assert await place.in_days(code) == 2
    assert "next round" not in said
    assert "the season ends <t:" in said
    assert "the season ends <t:" in await place.page("show", code)
    assert "next round" not in await place.page("table", code, 101)
    with pytest.raises(Refused, match=like(words.SEASON_TOO_SHORT, days=2)):
        await place.edit(code, "season=1")
    await place.office.pass_time(DAY + 60)
    assert await place.status(code) == "over", "by its own date, not with the next digest"


async def test_no_fewer_places_than_players(place: Hall) -> None:
    code = await place.league(6, start=False)
    with pytest.raises(Refused, match=like(words.MORE_THERE, n=6, most=5)):
        await place.edit(code, "most=5")
    said = await place.edit(code, "most=6 format=swiss rounds=9 season=20")
    assert league_words.SEASON_SHORT_OF(n=3, rounds=9, days=20) in said
    assert "can begin" not in await place.edit(code, "season=57")


async def test_a_cancelled_league_waits_for_nothing_and_tells_its_seed(place: Hall) -> None:
    place.threads.fault = NotAllowed("I lack something")
    code, services = await place.league(4, plan="pace=results"), place.services
    await services.organise.cancel(code, asker(), "no permission")
    await place.office.pass_time(0)
    assert "no result" in await place.page("fixtures", code)
    assert "under way" not in await place.page("table", code, 101)
    assert len(place.posted(words.SEED_CANCELLED)) == 1
    assert not place.posted(words.SEED)
    assert checked(await place.file(code)).faults == []
    with pytest.raises(Refused, match=like(words.CANCELLED_HAS_NO_SEASON)):
        await services.leagues.next_season(code, asker())
    with pytest.raises(Refused, match=like(league_words.CANCELLED)):
        await place.rule(code, (await place.fixtures(code))[0], "1 2")
    early = await place.league(4, start=False)
    await services.organise.cancel(early, asker())
    await place.office.pass_time(0)
    assert len(place.posted(words.SEED_CANCELLED)) == 1, "nothing was drawn from that one"


async def test_an_organiser_brings_a_player_back(place: Hall) -> None:
    code, organise = await place.league(4, plan="pace=results"), place.services.organise
    with pytest.raises(Refused, match=like(words.HASNT_LEFT)):
        await organise.back(code, asker(), 101, "a mistake")
    await organise.remove(code, asker(), 101, "a mistake")
    with pytest.raises(Refused, match=words.SAY_WHY):
        await organise.back(code, asker(), 101, " ")
    with pytest.raises(Refused, match=like(league_words.ORGANISER_ONLY)):
        await organise.back(code, asker(101, manager=False), 101, "please")
    await organise.back(code, asker(), 101, "it was somebody else")
    await place.office.pass_time(0)
    assert place.posted(words.REASON, why="it was somebody else")
    await place.play_on(code)
    season = await place.season(code)
    assert [len(game.numbers) for game in season.fixtures] == [2] * 6
    assert "left" not in await place.page("table", code, 101)


async def test_whom_an_organiser_takes_out_is_told(place: Hall) -> None:
    services, code = place.services, await place.league(4, start=False)
    await services.organise.remove(code, asker(), 101, "a spare account")
    await place.office.pass_time(0)
    assert len(place.told("a spare account")) == 1
    assert "a spare account" in await place.page("log", code)
    await place.begin(code)
    await services.signup.join(code, 150, "Fay", reserve=True)
    await services.organise.remove(code, asker(), 150, "spam")
    await place.office.pass_time(0)
    assert len(place.posted(words.REASON, why="spam")) == 1


async def test_the_next_season_is_opened_by_who_may_make_leagues(place: Hall) -> None:
    services = place.services
    code = await place.league(2, plan="pace=results least=2")
    await place.play_round(code)
    async with writing(services.context.db) as tx:
        league_store.change_league(tx, code, host_id=77)
    with pytest.raises(Refused, match="can't make leagues"):
        await services.leagues.next_season(code, asker(77, manager=False))


async def test_a_season_has_one_season_after_it(place: Hall) -> None:
    follow = place.services.leagues.next_season
    first = await place.over(701, "Alpha")
    gone = (await follow(first, asker())).id
    await place.services.organise.cancel(gone, asker())
    second = (await follow(first, asker())).id
    with pytest.raises(Refused, match=like(words.NEWER, n=2, code=second)):
        await follow(first, asker())
    await place.join(second, 101, 102)
    await place.begin(second)
    await place.play_on(second)
    with pytest.raises(Refused, match=f"league:{second}"):
        await follow(first, asker())
    third = await follow(second, asker())
    assert third.season == 3
    with pytest.raises(Refused, match=like(words.NEWER, n=3, code=third.id)):
        await follow(first, asker())


async def test_words_of_leavers_seasons_and_refusals(place: Hall) -> None:
    services = place.services
    code = await place.league(4, plan="pace=results rounds=2", game="cic")
    await place.play_round(code)
    await services.signup.withdraw(code, 101)
    await place.play_round(code)
    assert view_words.LEFT_IN(n=2) in await place.page("table", code, 102)
    assert "**3 players:**" in await place.page("show", code)
    made = await services.leagues.next_season(code, asker())
    assert view_words.NO_TABLE_YET(n=1, code=code) in await place.page("table", made.id, 102)
    with pytest.raises(Refused) as refused:
        await services.organise.start(made.id, asker())
    assert "least" not in str(refused.value)
    early = await place.league(4, plan="pace=results", game="cic")
    await services.signup.withdraw(early, 101)
    await place.play_round(early)
    assert place.told(words.COUNTS_FOR_NOBODY)


async def test_words_of_plans(place: Hall) -> None:
    code = await place.league(5, plan="format=swiss rounds=7", start=False)
    for calendar in ("sometimes", "none"):
        with pytest.raises(Refused, match=like(league_words.NOT_A_CALENDAR)):
            await place.edit(code, f"calendar={calendar}")
    said = await place.edit(code, "calendar=1h pace=results")
    assert league_words.CALENDAR_UNUSED in said
    await place.begin(code)
    assert place.posted(words.MEET_AGAIN, n=6)


async def test_another_pace_counts_at_once(place: Hall) -> None:
    code = await place.league(4, plan="pace=dates")
    await place.play_round(code)
    assert (await place.row(code)).round == 1
    await place.edit(code, "pace=results")
    assert (await place.row(code)).round == 2
    await place.edit(code, "pace=dates")
    assert (await place.row(code)).round == 2, "the round has begun just now"
    await place.week()
    assert (await place.row(code)).round == 3


async def test_a_season_that_ended_in_a_pause_is_over_when_it_goes_on(place: Hall) -> None:
    code = await place.league(2, plan="pace=results least=2 season=30")
    await place.services.organise.pause(code, asker())
    await place.play_round(code)
    assert await place.status(code) == "paused"
    await place.services.organise.resume(code, asker())
    await place.office.pass_time(0)
    assert await place.status(code) == "over"


def test_the_page_for_organisers_has_every_command_and_key() -> None:
    page = (Path(__file__).parents[3] / "docs/leagues.md").read_text("utf-8")
    for command in LeagueCommands.__cog_app_commands__:
        assert f"/league {command.name}" in page
    assert [key for key in KEYS if f"`{key}`" not in page] == []
    assert f"only {listing([f'`{key}`' for key in AFTER], 'and')}:" in page
