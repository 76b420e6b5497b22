"""Signing up: first messages, names of any length, who may come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.features.leagues import text as league_words
from bot.features.leagues.season import text as words
from bot.features.leagues.season.signup import names_that_fit
from bot.outbox.delivery import Unsure
from bot.outbox.messenger import Unreachable
from bot.storage.records import Post
from tests.bot.leagues.league_parts import GUILD, HALL, Hall, asker, hall
from tests.bot.parts import DAY


async def test_the_first_message_comes_at_sign_up(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3", new_dms_a_minute=1) as place:
        code = await place.league(3, start=False, plan="least=2")
        await place.services.signup.join(code, 200, "Spare", True)
        await place.office.deliver()
        dms = place.office.messenger.dms
        for number, user in enumerate((101, 102, 103, 200), 1):
            assert sum(bool(dms(one)) for one in (101, 102, 103, 200)) == number
            [text] = dms(user)
            assert "Spring cup" in text and "I'll message you here when" in text
            await place.office.pass_time(60)
        # Who leaves and comes back is known.
        await place.services.signup.withdraw(code, 101)
        await place.services.signup.join(code, 101, "P101")
        await place.office.deliver()
        assert len(dms(101)) == 1
        # So in the first round nobody is written to for the first time.
        await place.services.signup.withdraw(code, 103)
        await place.begin(code)
        assert len(dms(101)) + len(dms(102)) == 3, "a desk"


async def test_who_takes_no_messages_is_not_called_out_for_that(place: Hall) -> None:

    async def closed(post: Post) -> None:
        if post.user_id == 101:
            raise Unreachable("403 50007")

    place.office.messenger.before = closed
    code = await place.league(2, start=False)
    await place.office.deliver()
    assert await place.office.reachable(101) is False and await place.office.reachable(102) is True
    assert not place.told("<@101>"), code


LONGEST = "The Great Northern Play by Mail League of War Games in York!"
"""As long as a league's name may be."""


def test_names_that_do_not_fit_are_counted() -> None:
    assert names_that_fit(["Ada", "Ben", "Cleo"], 20) == "Ada and 2 more"
    assert names_that_fit(["Ada", "Ben", "Cleo"], 3) == "3 players"
    assert names_that_fit([], 0) == ""


async def test_posts_of_seventy_players_with_the_longest_names(place: Hall) -> None:
    services = place.services
    made = await services.leagues.create(
        asker(),
        HALL,
        LONGEST,
        "newyork2047",
        signup="7d",
        deadline="Mon,Tue,Wed,Thu,Fri,Sat,Sun 20:00 America/Argentina/ComodRivadavia",
        plan="rounds=4 calendar=9d divisions=3 annul=yes substitute=50 most=80 season=90 bye=10 least=70",
    )
    for user in range(101, 181):
        name = f"Sir_Reginald_*the*_{user}_of_Yorks`"
        await services.signup.join(made.id, user, name, reserve=user > 170)
    post = await services.signup.message(made.id)
    assert "**70 of 80 places taken:** Sir\\_Reginald\\_\\*the\\*\\_101\\_of" in post.words
    told = str(post.rows[0]).splitlines()
    assert told[0].endswith(" more")
    assert told[1].startswith("Substitutes: Sir") and told[1].endswith(" more")
    await place.begin(made.id)
    for user in range(101, 108):
        await services.signup.withdraw(made.id, user)
    shown = await place.page("show", made.id)
    assert made.commitment in shown
    assert all(f"Division {number}: Sir" in shown for number in (1, 2, 3))
    assert "Left: Sir" in shown and "Substitutes: Sir" in shown
    for name in place.threads.made.values():
        assert len(name) <= 100
        assert name.count(" – ") == 6, "all seven stand in the thread's name"


async def test_the_season_is_told_after_the_longest_name(place: Hall) -> None:
    services = place.services
    second = await services.leagues.next_season(await place.over(HALL, LONGEST), asker(), "7d")
    [head, *_] = (await services.signup.message(second.id)).words.splitlines()
    assert head == f"### {LONGEST}, season 2"
    assert "season 2" in await services.signup.join(second.id, 101, "P101")
    labels = dict(await services.picking.choices(GUILD, second.id))
    assert "season 2" in labels[second.id]


async def test_too_few_get_more_time_once_and_then_the_league_is_cancelled(place: Hall) -> None:
    code = await place.league(2, start=False)
    await place.week()
    assert await place.status(code) == "signup"
    await place.office.pass_time(3 * DAY + 60)
    assert await place.status(code) == "cancelled"
    assert len(place.posted(words.TOO_FEW, n=2)) == len(place.posted(words.TOO_FEW_AGAIN, n=2)) == 1


async def test_a_reserve_who_is_forgotten_stands_nowhere_by_name(place: Hall) -> None:
    code, services = await place.league(4, plan="pace=results"), place.services
    await services.signup.join(code, 150, "Fay Unusual", reserve=True)
    await services.signup.withdraw(code, 150)
    asked = await services.forgetting.question(150, "fay", GUILD, False)
    assert asked.rows, "the league's log has the name: the bot knows the user"
    await services.forgetting.forget(150, "fay", GUILD, False, asked.rows[0][0].id.rpartition(":")[2])
    assert "Unusual" not in await place.page("log", code)


async def test_whom_the_organiser_took_out_does_not_come_back_alone(place: Hall) -> None:
    services, code = place.services, await place.league(4, start=False)
    await services.organise.remove(code, asker(), 104, "a spare account")
    for reserve in (False, True):
        with pytest.raises(Refused, match=league_words.REMOVED):
            await services.signup.join(code, 104, "P104", reserve)
    assert "Left" not in await place.page("show", code)
    assert await services.organise.back(code, asker(), 104, "it is none") == words.MAY_SIGN_UP(name="P104")
    await services.signup.join(code, 104, "P104")
    assert "**4 joined:**" in (await services.signup.message(code)).words


async def test_odd_names_lose_nobody_from_the_lots(place: Hall) -> None:
    services = place.services
    names = "Jo`hn with a longer name "
    code = await place.league(60, start=False, plan="calendar=60d", deadline="60d", names=names)
    text = (await services.signup.message(code)).words
    assert "hn with a longer name 101" in text
    assert "more" in text
    place.threads.fault = Unsure("busy", 5.0)
    await place.begin(code)
    told = "\n".join(place.office.messenger.texts(HALL))
    lots = told.partition(words.DRAWN(names=""))[2].partition("round 1 of")[0]
    assert all(f"hn with a longer name {user}" in lots for user in range(101, 161))


async def test_who_has_left_cannot_step_in(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    await place.services.signup.withdraw(code, 101)
    with pytest.raises(Refused, match=league_words.LEAVERS_DONT_SUBSTITUTE):
        await place.services.signup.join(code, 101, "P101", reserve=True)
