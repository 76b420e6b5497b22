"""What a newcomer stumbled over."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.common.errors import Refused
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker, hall


def _told(place: Hall, words: str) -> list[str]:
    return [text for text in place.office.messenger.texts(HALL) if words in text]


async def test_the_table_after_a_round_says_nothing_of_the_next_one(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(5, plan="format=swiss rounds=2 pace=results bye=1")
        await place.play_round(code)
        assert (await place.row(code)).round == 2
        [post] = _told(place, "all results of round 1")
        assert post.count("1 bye") == 1


async def test_the_league_of_the_game_that_is_named_or_played_here(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        pick = place.services.picking.pick
        first = await place.league(2, plan="least=2")
        made = await place.services.leagues.create(asker(), HALL, "Other", "cic", plan="least=2")
        for user in (201, 202):
            await place.services.signup.join(made.id, user, f"P{user}")
        with pytest.raises(Refused, match="Which league"):
            await pick(GUILD, HALL, None)
        [game] = await place.fixtures(first)
        assert await pick(GUILD, HALL, None, place=game.place_id) == first
        assert await pick(GUILD, HALL, None, game=f"`{game.code}`") == first
        assert await pick(GUILD, HALL, None, user=101) == first
        assert await pick(GUILD, HALL, None, user=201) == made.id
        assert await pick(GUILD, HALL, None, "signup") == made.id
        with pytest.raises(Refused, match="Which league"):
            await pick(GUILD, HALL, None, place=12345, game="zzzz", user=301)
        with pytest.raises(Refused, match="has no league"):
            await pick(2, HALL, None, place=game.place_id, game=str(game.code))


async def test_a_ruling_is_told_in_the_game(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(2, plan="least=2")
        [game] = await place.fixtures(code)
        await place.services.organise.result(code, asker(), game.code, "1 3", "by agreement")
        await place.office.pass_time(0)
        posts = [one for _, one in place.office.messenger.channels[game.place_id or 0]]
        [told] = [one for one in posts if "by agreement" in one.text]
        assert sorted(told.mentions) == [101, 102]
        assert "whatever comes of it on the board" in told.text


async def test_words_of_leavers_seasons_and_refusals(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        code = await place.league(4, plan="pace=results rounds=2", game="cic")
        await place.play_round(code)
        await services.signup.withdraw(code, 101)
        await place.play_round(code)
        assert "left in round 2" in (await services.league_views.table(code, 102)).text
        assert "**3 took part**" in (await services.league_views.show(code)).text
        made = await services.organise.next_season(code, asker())
        assert f"league:{code}` is that of season 1" in (await services.league_views.table(made.id, 102)).text
        with pytest.raises(Refused) as refused:
            await services.organise.start(made.id, asker())
        assert "least" not in str(refused.value)
        early = await place.league(4, plan="pace=results", game="cic")
        await services.signup.withdraw(early, 101)
        await place.play_round(early)
        assert _told(place, "(counts for nobody: who has left early was in it)")


async def test_words_of_plans(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services, code = place.services, await place.league(5, plan="format=swiss rounds=7", start=False)
        for calendar in ("sometimes", "none"):
            with pytest.raises(Refused, match="is no span"):
                await services.organise.edit(code, asker(), f"calendar={calendar}")
        said = await services.organise.edit(code, asker(), "calendar=1h pace=results")
        assert "the calendar says nothing" in said
        await services.organise.start(code, asker())
        await place.office.pass_time(0)
        assert _told(place, "some meet again from round 6 on")
