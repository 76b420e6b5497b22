"""Somebody who is forgotten in the middle of a league, and what ratings and standings are then."""

from __future__ import annotations

from pathlib import Path

from adjudicator.registry import rules
from bot.common.message import former
from bot.features.leagues import store as league_store
from bot.features.leagues.views.tables import LeagueViews
from bot.features.ratings import ledger
from maps.boards import boards
from tests.bot.leagues.league_parts import HALL, asker, hall
from tests.bot.parts import GUEST, THIRD, PostOffice
from tests.bot.privacy.people import ZEN, ZENOBIA, forget, traces


async def test_ratings_are_counted_again_to_the_same(office: PostOffice) -> None:
    services = office.services

    async def played(*users: int) -> None:
        code = await office.game(*users)
        await office.send(code, users[0], "e7-e6")
        await services.orders.declare(code, users[1], "concede")
        await office.pass_time(0)

    await played(ZEN, GUEST)
    await played(THIRD, ZEN)
    running = await office.game(GUEST, ZEN)
    await office.send(running, GUEST, "e7-e6")
    await forget(office)
    await played(GUEST, THIRD)
    async with services.context.db.read() as tx:
        found = await ledger.recount(tx, ledger.by_rules(rules(boards())), 1, "cic")
    assert found.faults() == [] and found.same and found.games == 4
    assert {(one.user_id, one.games) for one in found.ratings} == {(GUEST, 3), (THIRD, 2)}


async def test_in_the_middle_of_a_season(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, plan="pace=results", start=False)
        await services.signup.join(code, ZEN, ZENOBIA)
        await services.organise.start(code, asker())
        await office.pass_time(0)
        await place.play_round(code)
        season = await place.season(code)
        number = next(one.number for one in season.entrants if one.user_id == ZEN)
        await forget(office)
        assert await traces(office, ZEN, ZENOBIA, "Zenobia") == []
        gone = (await place.season(code)).by_number(number)
        assert (gone.user_id, gone.name, gone.status) == (-1, former(-1), "out")
        assert any("a player leaves" in text for text in office.messenger.texts(HALL))
        while (await place.row(code)).status == "running":
            assert await place.play_round(code)
        assert former(-1) in (await LeagueViews(services.context).table(code, 101)).text


async def test_a_league_over_has_the_same_table_but_for_the_name(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, plan="pace=results", start=False)
        await services.signup.join(code, ZEN, ZENOBIA)
        await services.organise.start(code, asker())
        await office.pass_time(0)
        while (await place.row(code)).status == "running":
            await place.play_round(code)
        views = LeagueViews(services.context)
        before = [row.strip() for row in (await views.table(code, 101)).text.splitlines()]
        await forget(office)
        after = [row.strip() for row in (await views.table(code, 101)).text.splitlines()]
        other = [(old, new) for old, new in zip(before, after, strict=True) if old.split() != new.split()]
        assert len(other) == 1 and "Zenobia" in other[0][0] and "former" in other[0][1]
        assert await traces(office, ZEN, ZENOBIA, "Zenobia") == []


async def test_who_signed_up_or_organises_leaves(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        office, services = place.office, place.services
        code = await place.league(3, start=False)
        await services.signup.join(code, ZEN, ZENOBIA, True)
        async with services.context.db.begin() as tx:
            await league_store.change_league(tx, code, host_id=ZEN)
        asked = await services.forgetting.question(ZEN, ZENOBIA, 1, True)
        assert f"you leave league `{code}`" in asked.text and "will have no organiser" in asked.text
        await forget(office)
        async with services.context.db.read() as tx:
            assert [one.user_id for one in await league_store.entrants_of(tx, code)] == [101, 102, 103]
        assert (await place.row(code)).host_id == -1
        assert any("The organiser has left" in text for text in office.messenger.texts(HALL))
        assert await traces(office, ZEN, ZENOBIA) == []
        await services.organise.start(code, asker())
        await office.pass_time(0)
        assert (await place.row(code)).status == "running"
