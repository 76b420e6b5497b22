"""absence=computer: a computer plays abandoned seats on, and anyone may take them back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.features.moderation.game_masters import Ruler
from bot.features.ratings import store
from bot.features.substitutes.substitution import Taker
from bot.storage.computers import computer, is_computer
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import Player
from bot.storage.rows import find
from engines.engine import Level
from tests.bot.leagues.league_parts import ORGANISER, hall
from tests.bot.parts import AT_ONCE, DAY, GUEST, HOST, STRANGER, PostOffice, labels
from tests.bot.quick_engine import Quick, by_turns, orders

CAPTAIN = computer(Level.CAPTAIN)
EVE = Taker(STRANGER, "Eve", 1)
MODERATOR = Ruler(STRANGER, "Eve", 1, True)


async def sits(office: PostOffice, code: str, seat: str) -> int:
    return (await office.snapshot(code)).player(seat).user_id


async def abandoned(office: PostOffice, **given: Any) -> str:
    """A game in which Dark has missed its deadline, and a computer has moved for it."""
    code = await office.game(options="absence=computer", **given)
    await office.deliver()
    await office.pass_time(DAY + 1)
    return code


async def test_an_abandoned_seat_is_played_on(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    code = await abandoned(office)
    snapshot = await office.snapshot(code)
    assert await sits(office, code, "dark") == CAPTAIN
    assert (snapshot.phase.turn, snapshot.phase.owing) == (1, frozenset({"light"}))
    [task] = engine.tasks
    assert task.level == Level.CAPTAIN
    told = "\n".join(office.messenger.texts())
    assert "Computer captain now plays **Dark** in place of Ada: 1 deadline missed in a row" in told
    assert "Ada can take it back" in told and "(Computer captain)" in told
    offer = next(one for _, one in office.messenger.channels[500] if "Take Dark" in labels(one))
    assert f"takeseat:{code}:dark" in str(offer.rows)
    assert "Press **Take Dark**" in office.messenger.dms(HOST)[-1]
    assert "a computer plays it" in (await office.services.substitutes.free(1, STRANGER)).words


@pytest.mark.postgresql
async def test_its_player_takes_it_back(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    code = await abandoned(office)
    ada = Taker(HOST, "Ada", 1)
    asked = await office.services.substitutes.question(code, "dark", ada)
    assert "Take over **Dark**" in asked.text
    await office.services.substitutes.take(code, "dark", ada)
    await office.deliver()
    assert await sits(office, code, "dark") == HOST
    assert "Ada now plays **Dark** in place of Computer captain." in "\n".join(office.messenger.texts())
    await office.send(code, GUEST, "d2-d3")
    await office.send(code, HOST, "e6-d6")
    await office.deliver()
    assert (await office.snapshot(code)).phase.turn == 3 and len(engine.tasks) == 1


async def test_somebody_else_takes_it_while_the_computer_thinks(
    office: PostOffice, engine: type[Quick]
) -> None:
    engine.answer = by_turns("e7-e6", "e6-d6")
    code = await abandoned(office)
    await office.send(code, GUEST, "d2-d3")
    await office.services.substitutes.take(code, "dark", EVE)
    await office.deliver()
    snapshot = await office.snapshot(code)
    assert snapshot.phase.owing == {"dark"} and snapshot.seat_of(STRANGER) == "dark"
    thoughts = len(engine.tasks)  # it may have begun before the seat was taken
    await office.send(code, STRANGER, "d8-d7")
    await office.send(code, GUEST, "d3-d4")
    await office.deliver()
    assert (await office.snapshot(code)).phase.owing == {"dark"}
    assert len(engine.tasks) == thoughts, "the seat is a person's again"


async def test_who_misses_some_deadlines_stays_where_the_rules_have_a_default(
    office: PostOffice, engine: type[Quick]
) -> None:
    users = (HOST, GUEST, 13, 14, 15, 16, 17)
    code = await office.game(*users, game_key="newyork2047", options="absence=computer press=none")
    for missed in (1, 2):
        for user in users[1:]:
            await office.orders.send(code, user)
        await office.pass_time(DAY + 1)
        assert is_computer(await sits(office, code, "tower")) is (missed == 2)
    assert (await office.snapshot(code)).phase.turn == 2, "it gave its sheet at once"


async def test_the_game_counts_for_no_rating_but_for_reliability(
    office: PostOffice, engine: type[Quick]
) -> None:
    engine.answer = by_turns("e7-e6")
    code = await abandoned(office)
    await office.orders.declare(code, GUEST, "concede")
    await office.deliver()
    assert (await office.table(code)).status == "over"
    assert await office.read(find, Rating) == []
    results = await office.read(find, GameResult, table_id=code)
    assert [(one.user_id, one.mu_after) for one in results] == [(HOST, None), (GUEST, None)]
    assert results[0].missed == 1
    assert await office.read(store.waiting) == 0


async def test_a_game_against_a_computer_counts_for_nothing(office: PostOffice, engine: type[Quick]) -> None:
    table = await office.lobby(HOST)
    await office.services.lobby_computers.add(table.id, HOST, "captain")
    await office.services.lobby.wish(table.id, HOST, "dark")
    await office.services.lobby.start(table.id, HOST)
    await office.send(table.id, HOST, "e7-e6")
    engine.answer = lambda game, task: orders("concede")
    await office.deliver()
    assert (await office.table(table.id)).status == "over"
    assert await office.read(find, Rating) == [] and await office.read(find, GameResult) == []
    assert await office.read(store.waiting) == 0, "it was looked at"


async def test_players_agree_to_it_under_way(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    code = await office.game()
    await set_absence(office, code)
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert await sits(office, code, "dark") == CAPTAIN


async def set_absence(office: PostOffice, code: str) -> None:
    services, pages = office.services, range(4)
    for page in pages:
        form = await services.running.form(code, MODERATOR, page, "")
        values = {field.key: field.value for field in form.fields}
        if "absence" in values:
            await services.running.set(
                code, MODERATOR, page, values | {"absence": "computer", "reason": "so"}
            )


async def test_no_league_has_computers_unless_its_organiser_says_so(
    tmp_path: Path, engine: type[Quick]
) -> None:
    async with hall(tmp_path / "a.sqlite3", defaults=AT_ONCE | {"absence": "computer"}) as place:
        league = await place.league()
        code = str((await place.fixtures(league))[0].code)
        table = await place.office.table(code)
        assert table.settings["absence"] == "pass", "not by what the bot's host prefers"
        with pytest.raises(Refused, match="only if its organiser"):
            await set_absence(place.office, code)


async def test_a_league_that_allows_them(tmp_path: Path, engine: type[Quick]) -> None:
    async with hall(tmp_path / "a.sqlite3", defaults=AT_ONCE) as place:
        engine.answer = lambda game, task: orders("e7-e6")
        league = await place.league(options="absence=computer")
        code = str((await place.fixtures(league))[0].code)
        await place.office.deliver()
        await place.office.pass_time(DAY + 1)
        assert is_computer(await sits(place.office, code, "dark"))
        assert ORGANISER not in {player.user_id for player in await place.office.read(find, Player)}
        assert await place.faults(league) == []
