"""Long and odd names: nothing is cut off by them that people look for."""

from __future__ import annotations

from pathlib import Path

from bot.features.leagues.season.signup import some
from tests.bot.leagues.league_parts import GUILD, HALL, asker, hall

LONGEST = "The Great Northern Play by Mail League of War Games in York!"
"""As long as a league's name may be."""


def test_names_that_do_not_fit_are_counted() -> None:
    assert some(["Ada", "Ben", "Cleo"], 20) == "Ada and 2 more"
    assert some(["Ada", "Ben", "Cleo"], 3) == "3 players"
    assert some([], 0) == ""


async def test_posts_of_seventy_players_with_the_longest_names(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
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
        assert "**70 players of at most 80**\nSir\\_Reginald\\_\\*the\\*\\_101\\_of" in post.text
        told = post.text.splitlines()
        assert any(line.startswith("Sir") and line.endswith(" more") for line in told)
        assert told[-1].startswith("Step in for others: Sir") and told[-1].endswith(" more")
        await place.services.organise.start(made.id, asker())
        await place.office.pass_time(0)
        for user in range(101, 108):
            await services.signup.withdraw(made.id, user)
        shown = (await services.league_views.show(made.id)).text
        assert made.commitment in shown
        assert all(f"Division {number}: Sir" in shown for number in (1, 2, 3))
        assert "Left: Sir" in shown and "May step in: Sir" in shown
        for name in place.threads.made.values():
            assert len(name) <= 100
            assert name.count(" – ") == 6, "all seven stand in the thread's name"


async def test_the_season_is_told_after_the_longest_name(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        services = place.services
        first = await services.leagues.create(
            asker(), HALL, LONGEST, "cic", signup="7d", deadline="24h", plan="pace=results least=2"
        )
        for user in (101, 102):
            await services.signup.join(first.id, user, f"P{user}")
        await services.organise.start(first.id, asker())
        await place.office.pass_time(0)
        await place.play_round(first.id)
        second = await services.organise.next_season(first.id, asker(), "7d")
        [head, *_] = (await services.signup.message(second.id)).text.splitlines()
        assert head == f"### {LONGEST}, season 2 `{second.id}` · open for players"
        assert "season 2" in await services.signup.join(second.id, 101, "P101")
        labels = dict(await services.picking.choices(GUILD, second.id))
        assert "season 2" in labels[second.id]
