"""The ledger counts every game once, whatever is killed, started anew or set back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from bot.features.ratings import ledger, store
from bot.features.ratings import rating as rating_rules
from bot.features.ratings.ledger import SLACK
from bot.features.ratings.rating import NEW, Skill, rate
from bot.features.substitutes.substitution import Taker
from bot.storage import schema
from tests.bot.crashes import Crash, crash_at, crash_in_commit
from tests.bot.eyes import Log
from tests.bot.nemein import in_office
from tests.bot.parts import (
    DAY,
    FOURTH,
    GUEST,
    HOST,
    STRANGER,
    THIRD,
    FakeClock,
    PostOffice,
    post_office,
)
from tests.bot.ratings.finished import begun, concede, rated, results, sits, turn, write
from tests.bot.transactions import looking, writing

SEVEN = (HOST, GUEST, THIRD, FOURTH, 15, 16, 17)
GAMES = [
    ("cic", (HOST, GUEST), ""),
    ("cic", (HOST, GUEST, THIRD), "teams=dark"),
    ("cic", (HOST, GUEST, THIRD, FOURTH), "teams=both"),
    ("nme", (HOST, GUEST, THIRD), ""),
    ("nme", (HOST, GUEST), "players=2"),
    ("nemein", (HOST, GUEST), ""),
    ("ww3", (HOST, GUEST, THIRD), "players=3"),
    ("newyork2047", SEVEN, ""),
]


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path / "fieldpost.sqlite3") as made:
        await made.services.begin()
        yield made


@pytest.mark.postgresql
@pytest.mark.parametrize(("game", "users", "options"), GAMES)
async def test_every_game_is_rated_by_its_places_and_teams(
    office: PostOffice, game: str, users: tuple[int, ...], options: str
) -> None:
    code = await begun(office, game, users, options)
    await turn(office, code)
    seats = await sits(office, code)
    snapshot = await office.snapshot(code)
    teams = snapshot.game.teams(snapshot.table.options)
    for team in teams[1:]:  # the first seat, or the first two, are the last to be there
        if (await office.table(code)).status == "playing":
            await concede(office, code, *(seats[seat] for seat in team))
    await office.deliver()
    table = await office.table(code)
    assert table.status == "over" and table.outcome is not None
    places = table.outcome["places"]
    made, skills = await results(office, code), await rated(office, game)
    assert {result.seat: result.place for result in made.values()} == places
    assert set(skills) == set(users) == set(made)
    expected = rate([[NEW] * len(team) for team in teams], [places[team[0]] for team in teams])
    for team, news in zip(teams, expected, strict=True):
        for seat, new in zip(team, news, strict=True):
            rating, result = skills[seats[seat]], made[seats[seat]]
            assert Skill(rating.mu, rating.sigma) == new != NEW and rating.games == 1
            assert (result.mu_before, result.sigma_before) == (NEW.mu, NEW.sigma)
            assert (result.mu_after, result.sigma_after) == (new.mu, new.sigma)
            assert result.shared == list(places.values()).count(places[seat])
            assert result.seats == len(users) and result.began
    best = max(skills.values(), key=lambda rating: rating.mu)
    assert places[made[best.user_id].seat] == min(places.values())


@pytest.mark.parametrize(("game", "users", "options"), [GAMES[n] for n in (1, 2, 3, 5, 6, 7)])
async def test_who_shares_a_place_is_level(
    office: PostOffice, game: str, users: tuple[int, ...], options: str
) -> None:
    code = await begun(office, game, users, options)
    await turn(office, code)
    for user in users:
        if (await office.table(code)).status == "playing":
            await office.services.orders.declare(code, user, "draw")
    await office.deliver()
    assert (await office.table(code)).status == "over"
    made = await results(office, code)
    assert {result.place for result in made.values()} == {1}
    assert {result.shared for result in made.values()} == {len(users)}
    assert len({rating.mu for rating in (await rated(office, game)).values()}) == 1
    assert all(rating.sigma < NEW.sigma for rating in (await rated(office, game)).values())


async def test_a_pair_is_as_strong_as_one() -> None:
    """One against two who share the other army: whoever wins, the pair was no favourite."""
    for places in ([1, 2], [2, 1], [1, 1]):
        [[alone], pair] = rate([[NEW], [NEW, NEW]], places)
        assert [[alone, alone], pair] == rate([[NEW, NEW], [NEW, NEW]], places)


# -- once


async def test_nothing_counts_twice(tmp_path: Path) -> None:
    """However often it is woken, and whoever starts anew."""
    path, clock = tmp_path / "fieldpost.sqlite3", FakeClock()
    kept = None
    for _ in range(3):
        async with post_office(path, clock) as office:
            if kept is None:
                await write(office.services.context, "k7f3")
            await office.services.begin()
            for _ in range(3):
                office.services.context.db.wake_all()
                await office.pass_time(DAY)
            now = await rated(office), await results(office, "k7f3")
            assert kept is None or now == kept
            kept = now
            assert kept[0][HOST].games == 1


async def test_a_kill_between_any_two_statements_changes_nothing(tmp_path: Path) -> None:
    """Each write of the transaction fails once: nothing of it is stored, and the next look counts it."""
    async with post_office(tmp_path / "whole.sqlite3") as office:
        await write(office.services.context, "k7f3")
        [table] = await unrated(office)
        with crash_at(office, 0) as begun_:
            await office.services.ledger._count(table)
        whole, statements = await office.dump(), len(begun_)
    assert statements > 5
    for number in [*range(1, statements + 1), None]:
        async with post_office(tmp_path / f"{number}.sqlite3") as office:
            await write(office.services.context, "k7f3")
            before = await office.dump()
            with (
                pytest.raises(Crash),
                crash_in_commit(office) if number is None else crash_at(office, number),
            ):
                await office.services.ledger._count(table)
            assert await office.dump() == before
            await office.services.ledger._look()
            for name, rows in (await office.dump()).items():
                if name != "rated":
                    assert rows == whole[name], name


async def unrated(office: PostOffice) -> list[Any]:
    async with looking(office.services.context.db) as tx:
        return store.unrated(tx)


@pytest.mark.postgresql
async def test_two_at_once_count_a_game_once(office: PostOffice) -> None:
    await write(office.services.context, "k7f3")
    [table] = await unrated(office)
    await asyncio.gather(*(office.services.ledger._count(table) for _ in range(4)))
    assert (await rated(office))[HOST].games == 1 and len(await results(office, "k7f3")) == 2


async def test_a_game_that_cannot_be_counted_stops_no_other(office: PostOffice, log: Log) -> None:
    """It is tried again later, and not at every wake. What went wrong is logged without what it may show."""
    office.services.context.db.off()  # the ledger looks once both games are as they are to be
    await write_round(office, 0)
    await write_round(office, 1)
    change = update(schema.tables).where(schema.tables.c.id == "g0")
    async with writing(office.services.context.db) as tx:
        tx.execute(change.values(game="secret"))
    for _ in range(3):
        await office.pass_time(0)
    assert set(await rated(office)) == {GUEST, THIRD}
    told = [line for line in log.lines if "game not counted" in line]
    assert len(told) == 2 and "secret" not in "".join(told), "as text and as JSON"
    async with writing(office.services.context.db) as tx:
        tx.execute(change.values(game="cic"))
    await office.pass_time(SLACK + 1)
    assert set(await rated(office)) == {HOST, GUEST, THIRD} and await unrated(office) == []
    assert (await rated(office))[GUEST].games == 2


async def test_somebody_is_forgotten_while_a_game_is_read(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reading and storing: then nothing is stored under the old id."""
    ask = office.context.db.read

    async def then_forget(job: Any, *given: Any) -> Any:
        counted = await ask(job, *given)
        if job is ledger.count:
            monkeypatch.setattr(office.context.db, "read", ask)
            await office.write(forget, HOST, -5)
        return counted

    monkeypatch.setattr(office.context.db, "read", then_forget)
    await write_round(office, 0)
    await office.pass_time(0)
    assert set(await results(office, "g0")) == {-5, GUEST} and set(await rated(office)) == {GUEST}


# -- the order of ends

START = 1_800_000_000.0
"""What the clock of tests begins with."""
ROUND = [(HOST, GUEST), (GUEST, THIRD), (THIRD, HOST), (HOST, THIRD), (GUEST, HOST), (THIRD, GUEST)]


async def write_round(office: PostOffice, number: int, **given: Any) -> None:
    """Game `number` of ROUND, won by the first, which ended that late."""
    dark, light = ROUND[number]
    given = {"users": {"dark": dark, "light": light}, "ended_at": START + number} | given
    await write(office.services.context, f"g{number}", **given)


async def counted(office: PostOffice) -> tuple[Any, Any]:
    """All results and ratings, as they are stored."""
    dump = await office.dump()
    return sorted(dump["results"]), sorted(dump["ratings"])


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 0, 5, 1, 4, 3]])
async def test_games_count_in_the_order_of_their_ends(
    tmp_path: Path, order: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if one that ended earlier comes to be known later: then the later ones count anew."""
    monkeypatch.setattr(ledger, "_AT_ONCE", 2)
    monkeypatch.setattr(rating_rules, "_AT_ONCE", 1)
    async with post_office(tmp_path / "at_once.sqlite3") as office:
        for number in range(6):
            await write_round(office, number)
        await office.deliver()
        whole = await counted(office)
    skills = dict.fromkeys((HOST, GUEST, THIRD), NEW)
    for dark, light in ROUND:
        [[skills[dark]], [skills[light]]] = rate([[skills[dark]], [skills[light]]], [1, 2])
    async with post_office(tmp_path / "one_by_one.sqlite3") as office:
        await office.deliver()
        for number in order:
            await write_round(office, number)
            await office.pass_time(3601)  # what ended long ago is found by the look at all
            assert len((await counted(office))[0]) == 2 * (order.index(number) + 1)
        assert await counted(office) == whole
        assert {user: Skill(one.mu, one.sigma) for user, one in (await rated(office)).items()} == skills


async def test_the_clock_may_be_set_back(office: PostOffice) -> None:
    """What ends then, as it seems before the last look, is not overlooked."""
    await office.pass_time(0)
    office.clock.time -= 5 * DAY
    await write_round(office, 0, ended_at=office.clock.time)
    await office.pass_time(0)
    assert set(await rated(office)) == {HOST, GUEST}


async def test_servers_and_games_have_ratings_of_their_own(office: PostOffice) -> None:
    await write_round(office, 1, guild_id=2)
    await office.pass_time(0)
    await write_round(office, 0)  # which ended earlier: the other server's game is not counted anew for it
    await office.pass_time(0)
    here, there = await rated(office), await rated(office, guild=2)
    assert set(here) == {HOST, GUEST} and set(there) == {GUEST, THIRD}
    assert (here[HOST].mu, here[GUEST].mu) == (there[GUEST].mu, there[THIRD].mu)
    assert await rated(office, "nemein") == {}


# -- what is not rated


async def test_what_does_not_count(office: PostOffice) -> None:
    code = await begun(office, "cic", (HOST, GUEST))
    await concede(office, code, GUEST)  # before anybody gave an order
    await write_round(office, 0, outcome=None)  # broken off
    await write_round(office, 1, origin={"imported": True})
    await write_round(office, 2, guild_id=None)
    await office.pass_time(0)
    assert await rated(office) == {} and await unrated(office) == []
    early = await results(office, code)
    assert {user: result.place for user, result in early.items()} == {HOST: 1, GUEST: 2}
    assert all(result.mu_after is None for result in early.values())
    broken = await results(office, "g0")
    assert (
        {result.place for result in broken.values()} == {0} == {result.shared for result in broken.values()}
    )
    assert [one.turns for one in broken.values()] == [1, 0], "but who owed orders is known"
    assert await results(office, "g1") == {} == await results(office, "g2")


async def test_ready_without_orders_is_no_order(office: PostOffice) -> None:
    """New York resolves turns in which nobody gave any: such a game says nothing of anybody."""
    code = await begun(office, "newyork2047", SEVEN)
    for user in SEVEN:
        await office.services.orders.send(code, user)
    await concede(office, code, *SEVEN[1:])
    await office.deliver()
    assert (await office.table(code)).status == "over" and await rated(office, "newyork2047") == {}
    assert {result.turns for result in (await results(office, code)).values()} == {1}


async def test_who_began_is_rated_and_who_steps_in_is_not(office: PostOffice) -> None:
    """Leaving saves nobody from the place, a substitute risks nothing, and everybody has the turns of the
    time on the seat."""
    code = await office.game(options="substitutes=1 grace=0")  # HOST is Dark
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.deliver()
    await office.pass_time(DAY + 1)  # missed, and the turn is extended
    await office.services.substitutes.take(code, "dark", Taker(STRANGER, "Eve", 1))
    await office.send(code, STRANGER, "d8-d7")
    await office.send(code, GUEST, "d3-d4")
    await office.send(code, STRANGER, "e6-e5")
    await concede(office, code, STRANGER)
    await office.deliver()
    made, skills = await results(office, code), await rated(office)
    assert set(skills) == {HOST, GUEST} and skills[HOST].mu < NEW.mu < skills[GUEST].mu
    assert (made[HOST].began, made[HOST].turns, made[HOST].missed, made[HOST].place) == (True, 1, 1, 2)
    stepped_in = made[STRANGER]
    assert (stepped_in.began, stepped_in.turns, stepped_in.missed, stepped_in.place) == (False, 2, 0, 2)
    assert stepped_in.mu_after is None and made[GUEST].turns == 2


async def test_a_turn_that_goes_on_is_one(office: PostOffice) -> None:
    code = await in_office(office)
    await office.send(code, HOST, "move c3-d4 10")  # sure, and the turn goes on
    assert (await office.snapshot(code)).phase.goes_on
    await office.send(code, HOST, "end")
    await concede(office, code, GUEST)
    await office.deliver()
    made = await results(office, code)
    assert made[HOST].turns == 2 and made[GUEST].turns == 1, "the set-up, and one turn of South"


# -- people who are forgotten


async def test_a_pseudonym_has_no_rating_but_goes_on_counting_for_others(office: PostOffice) -> None:
    """Who asked to be forgotten has a negative id: opponents' ratings are the same as if nobody had."""
    for number in range(3):
        await write_round(office, number)
    await office.pass_time(0)
    before = await rated(office)
    async with writing(office.services.context.db) as tx:
        forget(tx, HOST, -5)
    await write_round(office, 3)
    async with writing(office.services.context.db) as tx:
        forget(tx, HOST, -5)
    await office.pass_time(0)
    after = await rated(office)
    assert set(after) == {GUEST, THIRD}
    expected = rate(
        [[Skill(before[HOST].mu, before[HOST].sigma)], [Skill(before[THIRD].mu, before[THIRD].sigma)]], [1, 2]
    )
    assert Skill(after[THIRD].mu, after[THIRD].sigma) == expected[1][0]


def forget(tx: Any, old: int, new: int) -> None:
    for table in (schema.sittings, schema.results):
        tx.execute(update(table).where(table.c.user_id == old).values(user_id=new))
    tx.execute(delete(schema.ratings).where(schema.ratings.c.user_id == old))
