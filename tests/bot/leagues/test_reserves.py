"""Vacation in a league is for the season; seats that are free call its reserves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.common.errors import Refused
from bot.features.absence import text as away_words
from bot.features.absence import vacation
from bot.features.absence.absences import Asked
from bot.features.leagues.scoring import Result, points_of
from bot.features.leagues.season import text as words
from bot.features.substitutes.substitution import Taker
from bot.storage import players
from tests.bot.clocks import MODERATOR
from tests.bot.leagues.league_parts import GUILD, HALL, Hall
from tests.bot.parts import DAY
from tests.bot.transactions import looking, writing


async def left(place: Hall, code: str, user: int) -> float:
    """Days of vacation that the user has left, as this game sees it."""
    async with looking(place.services.context.db) as tx:
        snapshot = place.services.context.snapshot(tx, code)
        return round(vacation.left(tx, snapshot, snapshot.seat_of(user)) / DAY, 2)


async def test_one_budget_for_all_games_of_a_league(place: Hall) -> None:
    plan = "least=2 cycles=2 calendar=1d pace=dates vacation=5"
    code = await place.league(2, plan=plan, deadline="3d")
    [first] = await place.fixtures(code, 1)
    game = str(first.table_id)
    snapshot = await place.office.snapshot(game)
    dark = snapshot.player("dark").user_id
    told = await place.services.absences.announce(dark, Asked("in 2d", "in 40d"))
    assert f"- `{game}` waits for you, up to 5 days for all games of league `{code}` together." in told
    assert await left(place, game, dark) == 0
    shown = await place.services.absences.shown(dark)
    assert f"no vacation left in league `{code}`" in shown
    await place.office.pass_time(0)
    [post] = [text for text in place.office.messenger.texts(first.place_id or 0) if "as announced" in text]
    assert f"no game of league `{code}` will wait again" in post
    await place.office.pass_time(DAY + 60)
    [second] = await place.fixtures(code, 2)
    other = str(second.table_id)
    assert await left(place, other, dark) == 0, "the other game has used it up"
    light = next(one.user_id for one in snapshot.players if one.user_id != dark)
    assert await left(place, other, light) == await left(place, game, light) == 5
    told = await place.services.absences.announce(dark, Asked("in 3d", "in 50d"))
    assert away_words.GAME_SPENT_LEAGUE(code=other, league=code) in told
    async with writing(place.services.context.db) as tx:  # an undo gives some of it back
        players.use_away(tx, game, dark, -2 * DAY)
    assert await left(place, other, dark) == 2


async def test_a_game_master_changes_no_vacation_of_a_league(place: Hall) -> None:
    await place.league(2, plan="least=2 cycles=2")
    [table] = list(place.threads.made.values())
    code, said = table.split()[0], []
    for page in range(4):
        with pytest.raises(Refused) as refused:
            values = {"vacation": "30", "reason": "A holiday"}
            await place.services.running.set(code, MODERATOR, page, values)
        said.append(str(refused.value))
    assert sum("sets vacation days for its whole season" in text for text in said) >= 1, said


async def test_what_was_used_on_a_seat_that_was_left_counts(place: Hall) -> None:
    code = await place.league(2, plan="least=2 cycles=2 calendar=1d pace=dates vacation=5", deadline="3d")
    [first] = await place.fixtures(code, 1)
    game = str(first.table_id)
    dark = (await place.office.snapshot(game)).player("dark").user_id
    async with writing(place.services.context.db) as tx:
        players.use_away(tx, game, dark, 2 * DAY)
    await place.services.substitutes.ask(game, dark)
    await place.services.substitutes.take(game, "dark", Taker(501, "Step", GUILD))
    await place.office.pass_time(DAY + 60)
    [second] = await place.fixtures(code, 2)
    assert await left(place, str(second.table_id), dark) == 3
    assert await left(place, game, 501) == 5


@pytest.mark.parametrize(
    ("plan", "reserve", "entrant"),
    [
        ("", "{} began this game and gets all its points.", "{} began this game and gets all its points."),
        (
            " substitute=40",
            "you get 40% of the points; {}, who began this game, gets the rest.",
            "you get 40% of the points; {}, who began this game, gets the rest.",
        ),
    ],
)
async def test_reserves_are_called_longest_waiting_first(
    place: Hall, plan: str, reserve: str, entrant: str
) -> None:
    code = await place.league(4, plan=f"pace=results{plan}", start=False)
    for user in (502, 501):
        await place.services.signup.join(code, user, f"R{user}", True)
    await place.begin(code)
    one, other = await place.fixtures(code, 1)
    game = str(one.table_id)
    snapshot = await place.office.snapshot(game)
    gone = snapshot.player("dark")
    await place.services.substitutes.ask(game, gone.user_id)
    await place.office.pass_time(0)
    call = place.office.messenger.channels[HALL][-1][1]
    assert call.mentions == (502, 501) and "<@502> and <@501>" in call.text
    assert [button.label for row in call.controls for button in row] == ["Take Dark"]
    elsewhere = (await place.office.snapshot(str(other.table_id))).player("dark")
    for user, said in ((501, reserve), (elsewhere.user_id, entrant)):
        asked = await place.services.substitutes.question(game, "dark", Taker(user, "X", GUILD))
        assert said.format(gone.name) in asked.text
    told = await place.services.substitutes.take(game, "dark", Taker(501, "R501", GUILD))
    assert reserve.format(gone.name) in told
    assert "league" not in (await place.office.services.substitutes.free(GUILD, 1)).text


async def test_without_reserves_nobody_is_called(place: Hall) -> None:
    code = await place.league(3, plan="pace=results")
    game = next(str(one.table_id) for one in await place.fixtures(code, 1) if one.table_id)
    before = len(place.office.messenger.texts(HALL))
    gone = (await place.office.snapshot(game)).player("dark")
    await place.services.substitutes.ask(game, gone.user_id)
    await place.office.pass_time(0)
    assert len(place.office.messenger.texts(HALL)) == before


async def test_who_steps_in_gets_a_part_of_the_points(place: Hall) -> None:
    code, services = await place.league(4, plan="pace=results substitute=25"), place.services
    await services.signup.join(code, 150, "Fay", reserve=True)
    game = (await place.fixtures(code))[0]
    await place.step_in(game, 150, "Fay")
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


async def test_points_of_a_reserve_who_leaves_are_nobody_elses(place: Hall) -> None:
    code, services = await place.league(4, plan="pace=results substitute=50"), place.services
    [first, second] = await place.fixtures(code)
    await services.signup.join(code, 150, "Fay", reserve=True)
    await services.signup.join(code, 152, "Hal", reserve=True)
    await place.step_in(first, 150, "Fay")
    await place.step_in(second, 152, "Hal")
    await services.signup.withdraw(code, 152)  # while the game goes on: what it brings is Hal's all the same
    await place.play_round(code)
    await services.signup.withdraw(code, 150)
    await services.signup.join(code, 151, "Gus", reserve=True)
    third = next(game for game in await place.fixtures(code) if game.status == "playing")
    await place.step_in(third, 151, "Gus", seat=1)
    await place.lose(third, 1)
    await place.office.pass_time(0)
    text = await place.page("table", code, 101)
    assert "ubstitutes: Fay ½, Hal ½" in text
    numbers = [one.number for one in (await place.season(code)).entrants]
    assert len(set(numbers)) == 7
    assert words.NO_SUBSTITUTE(name="Fay") in await place.page("log", code)
    assert "You're a substitute" in await services.signup.join(code, 150, "Fay", reserve=True)
    assert [one.name for one in (await place.season(code)).reserves] == ["Gus", "Fay"]
