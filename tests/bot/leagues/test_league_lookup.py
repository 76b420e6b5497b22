"""Which league a command means."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.features.leagues import store as league_store
from bot.features.leagues import text as league_words
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker
from tests.bot.transactions import writing


async def test_the_league_that_is_meant_is_that_of_the_channel_also_when_it_is_over(place: Hall) -> None:
    pick = place.services.picking.pick
    with pytest.raises(Refused, match=league_words.NO_LEAGUE):
        await pick(GUILD, 701, None)
    with pytest.raises(Refused, match=league_words.NONE_OVER):
        await pick(GUILD, 701, None, "over")
    alpha, beta = await place.over(701, "Alpha"), await place.over(702, "Beta")
    assert [await pick(GUILD, channel, None) for channel in (701, 702, 703)] == [alpha, beta, beta]
    assert [await pick(GUILD, channel, None, "over") for channel in (701, 702)] == [alpha, beta]
    with pytest.raises(Refused, match="Which league"):
        await pick(GUILD, 703, None, "over")
    with pytest.raises(Refused, match=league_words.NONE_OPEN):
        await pick(GUILD, 701, None, "open")
    second = (await place.services.leagues.next_season(alpha, asker())).id
    assert [await pick(GUILD, channel, None) for channel in (701, 702, 703)] == [second, beta, second]
    assert [await pick(GUILD, channel, None, "open") for channel in (701, 702)] == [second] * 2
    assert await pick(GUILD, 701, None, "over") == alpha


async def test_a_name_that_fits_several_leagues_is_asked_for(place: Hall) -> None:
    pick = place.services.picking.pick
    alpha = await place.over(701, "Alpha")
    cup = await place.league(0, start=False, channel=701, name="Alpha Cup")
    star = await place.league(0, start=False, channel=702, name="Alpha Star")
    assert await pick(GUILD, 701, "alpha") == alpha, "the whole name"
    assert await pick(GUILD, 702, " ALPHA  cup") == cup
    assert await pick(GUILD, 701, star.upper()) == star
    with pytest.raises(Refused, match="Which league") as refused:
        await pick(GUILD, 701, "alph")
    assert cup in str(refused.value)
    assert star in str(refused.value)
    second = (await place.services.leagues.next_season(alpha, asker())).id
    assert await pick(GUILD, 701, "alpha") == second
    assert await pick(GUILD, 701, "alpha", "over") == alpha
    assert await pick(GUILD, 701, "Alpha, season 2") == second


async def test_the_league_of_the_game_that_is_named_or_played_here(place: Hall) -> None:
    pick = place.services.picking.pick
    first = await place.league(2, plan="least=2")
    other = await place.league(0, start=False, name="Other", plan="least=2")
    await place.join(other, 201, 202)
    with pytest.raises(Refused, match="Which league"):
        await pick(GUILD, HALL, None)
    [game] = await place.fixtures(first)
    assert await pick(GUILD, HALL, None, place=game.place_id) == first
    assert await pick(GUILD, HALL, None, game=f"`{game.code}`") == first
    assert await pick(GUILD, HALL, None, user=101) == first
    assert await pick(GUILD, HALL, None, user=201) == other
    assert await pick(GUILD, HALL, None, "signup") == other
    with pytest.raises(Refused, match="Which league"):
        await pick(GUILD, HALL, None, place=12345, game="zzzz", user=301)
    with pytest.raises(Refused, match=league_words.NO_LEAGUE):
        await pick(2, HALL, None, place=game.place_id, game=str(game.code))


async def test_leagues_are_found_by_names_of_any_alphabet_and_keep_their_season(place: Hall) -> None:
    services = place.services
    code = await place.league(0, start=False, name="Échecs À Paris")
    for typed in ("Échecs", "échecs", "ÉCHECS À PARIS"):
        assert await services.picking.pick(GUILD, HALL, typed) == code
        assert await services.picking.choices(GUILD, typed)
    long = "The_Great_Northern_Correspondence_War_Games_in_York"
    await services.organise.edit(code, asker(), f"name={long}")
    async with writing(services.context.db) as tx:
        league_store.change_league(tx, code, season=2)
    assert ", season 2" in await place.page("show", code)
