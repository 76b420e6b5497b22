"""Who gave nothing: a time of grace, then what the table agreed on; extensions have an end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.snapshot import GameSnapshot
from bot.features.reminders.text import EXTENSION, OUT_NEXT_OFFERED
from bot.features.substitutes.text import FREE_HEAD
from bot.storage import players
from bot.storage.records import Player
from bot.storage.rows import first
from tests.bot.clocks import NEAR, due, due_in, logged, row, rows, said, turn
from tests.bot.newyork import GREENE, HAMBLET, SEVEN, new_york
from tests.bot.parts import DAY, GUEST, HOST, HOUR, THIRD, PostOffice
from tests.bot.transactions import looking, writing

Made = Callable[[PostOffice, str], Awaitable[str]]

EXTENDED = "There is one extension, until"
DEFAULT = "Enhanced: **Dark** e7, **Light** nothing."


async def missed(office: PostOffice, code: str) -> dict[int, int]:
    async with looking(office.services.context.db) as tx:
        return {player.user_id: player.missed for player in players.of_table(tx, code)}


async def noted(office: PostOffice, code: str) -> list[str]:
    return [entry.act for entry in await logged(office, code)]


async def with_default(office: PostOffice, options: str, deadline: str = "24h") -> str:
    """A game in which Light has given nothing: the rules say that it enhances nothing."""
    code = await office.game(options=f"enhanced=2 {options}", deadline=deadline)
    await office.send(code, HOST, "enhance e7")
    await office.deliver()
    return code


async def without_default(office: PostOffice, options: str, deadline: str = "24h") -> str:
    """A game in which Dark is to move: the rules have no default."""
    code = await office.game(options=options, deadline=deadline)
    await office.deliver()
    return code


async def time_is_up(office: PostOffice, code: str) -> str:
    """The deadline passes; what is told then."""
    before = len(office.messenger.texts())
    await office.pass_time(await due(office, code) - office.clock.time + 1)
    return "\n".join(office.messenger.texts()[before:])


# -- grace


@pytest.mark.parametrize(
    ("deadline", "minutes", "grace"),
    [("24h", 60, HOUR), ("2h", 60, HOUR / 2), ("24h", 1440, 6 * HOUR), ("24h", 5, 300.0)],
)
async def test_grace(office: PostOffice, deadline: str, minutes: int, grace: float) -> None:
    code = await with_default(office, f"grace={minutes}", deadline)
    told = await time_is_up(office, code)
    due = (await rows(office, code))["turn"]
    assert due.due_at == pytest.approx(office.clock.time + grace, abs=NEAR), "never more than a quarter"
    assert f"<@{GUEST}>: you missed the deadline. Send your orders before <t:{round(due.due_at)}:f>" in told
    assert f"<@{HOST}>" not in told and EXTENDED not in told
    assert await missed(office, code) == {HOST: 0, GUEST: 0} and (await office.table(code)).turn == 0
    told = await time_is_up(office, code)
    assert DEFAULT in told, "once a turn"
    assert await missed(office, code) == {HOST: 0, GUEST: 1}


async def test_an_order_in_the_grace_counts(office: PostOffice) -> None:
    code = await with_default(office, "grace=60")
    await time_is_up(office, code)
    assert (await office.send(code, GUEST, "enhance e1")).resolved
    assert await missed(office, code) == {HOST: 0, GUEST: 0}
    assert "grace" not in (await rows(office, code))["turn"].data, "the next turn has one of its own"


async def test_after_grace_the_turn_is_extended_without_another(office: PostOffice) -> None:
    code = await without_default(office, "grace=60")
    assert "Send your orders before" in await time_is_up(office, code)
    assert EXTENDED in await time_is_up(office, code)
    told = await time_is_up(office, code)
    assert "Send your orders before" not in told and "missed the deadline and is out" in told


async def test_long_gone_seats_have_no_grace(office: PostOffice) -> None:
    code = await with_default(office, "grace=60")
    async with writing(office.services.context.db) as tx:
        players.change(tx, code, GUEST, offered_at=office.clock.now(), offered_why="gone")
    assert DEFAULT in await time_is_up(office, code)


# -- what the table agreed on


async def test_pass_takes_the_default(office: PostOffice) -> None:
    code = await with_default(office, "absence=pass")
    told = await time_is_up(office, code)
    assert DEFAULT in told and EXTENDED not in told
    assert await missed(office, code) == {HOST: 0, GUEST: 1}
    assert await noted(office, code) == ["missed"]


@pytest.mark.parametrize("policy", ["pass", "extend"])
async def test_without_a_default_it_is_extended_once_then_the_seat_is_out(
    office: PostOffice, policy: str
) -> None:
    code = await without_default(office, f"absence={policy}")
    began = (await rows(office, code))["turn"]
    told = await time_is_up(office, code)
    assert f"<@{HOST}> missed the deadline. {EXTENDED}" in told and "Miss that too, and you're out." in told
    assert told.index(EXTENDED) < told.index(FREE_HEAD), "the reason comes before what follows of it"
    assert "Send your orders before" not in told and "out of the game" not in "".join(
        office.messenger.dms(HOST)
    )
    row = (await rows(office, code))["turn"]
    assert row.due_at == pytest.approx(office.clock.time + DAY, abs=NEAR) and row.extended == 1
    assert row.began_at == began.began_at
    await office.pass_time(DAY * 0.8)
    [text] = [text for text in office.messenger.dms(HOST) if EXTENSION in text]
    assert OUT_NEXT_OFFERED in text
    assert EXTENSION not in "".join(office.messenger.dms(GUEST))
    told = await time_is_up(office, code)
    assert "is out of the game" in told and (await office.table(code)).status == "over"
    assert "conce" not in told and told.count("missed the deadline") == 1, "once, and nobody gave up"
    assert "**Light wins:** the other side is out." in told
    assert await rows(office, code) == {}
    assert [act for act in await noted(office, code) if act != "offer"] == [
        "missed",
        "extend",
        "missed",
        "forfeit",
    ]


async def test_extend_gives_time_before_the_default(office: PostOffice) -> None:
    code = await with_default(office, "absence=extend")
    told = await time_is_up(office, code)
    assert f"<@{GUEST}> missed the deadline. {EXTENDED}" in told and "after it, a default move." in told
    assert (await office.table(code)).turn == 0
    assert DEFAULT in await time_is_up(office, code)
    assert await missed(office, code) == {HOST: 0, GUEST: 2}


@pytest.mark.parametrize("made", [with_default, without_default])
async def test_forfeit_is_out_at_once(office: PostOffice, made: Made) -> None:
    code = await made(office, "absence=forfeit")
    told = await time_is_up(office, code)
    assert EXTENDED not in told and "missed the deadline and is out of the game." in told
    table = await office.table(code)
    loser = "light" if made is with_default else "dark"
    assert table.outcome is not None and table.outcome["places"][loser] == 2


async def test_who_takes_over_the_turn_has_a_whole_one(office: PostOffice) -> None:
    """A teammate goes on: with its own time, grace and extension."""
    code = await office.game(HOST, GUEST, THIRD, options="teams=dark grace=60")
    await office.deliver()
    for _ in range(3):
        await time_is_up(office, code)
    row = (await rows(office, code))["turn"]
    now = office.clock.time
    assert row.due_at == pytest.approx(now + DAY, abs=2) and row.began_at == pytest.approx(now, abs=2)
    assert row.extended == 0 and "grace" not in row.data
    assert "Send your orders before" in await time_is_up(office, code)
    assert EXTENDED in await time_is_up(office, code)


async def test_the_others_go_on_with_a_whole_turn(office: PostOffice) -> None:
    code = await new_york(office, options="absence=forfeit grace=60 press=none")
    for user in SEVEN[:5]:
        await office.services.orders.send(code, user)
    await office.services.orders.give(code, GREENE, "1 hold")
    await office.deliver()
    assert f"<@{HAMBLET}>: you missed the deadline" in await time_is_up(office, code)
    told = await time_is_up(office, code)
    assert "(Hal) missed the deadline" in told and "(Gus) missed the deadline" not in told
    row = (await rows(office, code))["turn"]
    assert (row.turn, set(row.data), row.extended) == (0, {"set"}, 0)
    assert row.due_at == pytest.approx(office.clock.time + DAY, abs=2)
    await time_is_up(office, code)
    assert (await office.table(code)).turn == 1 and set((await missed(office, code)).values()) == {0, 1}


# -- extensions have an end


async def test_a_seat_has_so_many_extensions_in_a_game(office: PostOffice) -> None:
    code = await without_default(office, "extensions=1 substitutes=0")
    assert EXTENDED in await time_is_up(office, code)
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert EXTENDED in await time_is_up(office, code), "the other seat has one of its own"
    await office.send(code, GUEST, "d2-d3")
    await office.deliver()
    told = await time_is_up(office, code)
    assert EXTENDED not in told and "is out of the game" in told


@pytest.mark.parametrize(
    ("made", "policy", "then"),
    [
        (without_default, "pass", "is out of the game"),
        (without_default, "extend", "is out of the game"),
        (with_default, "extend", DEFAULT),
    ],
)
async def test_a_table_without_extensions(office: PostOffice, made: Made, policy: str, then: str) -> None:
    code = await made(office, f"extensions=0 absence={policy}")
    told = await time_is_up(office, code)
    assert then in told and EXTENDED not in told


async def test_who_gave_an_order_is_not_missed_in_a_row(office: PostOffice) -> None:
    code = await without_default(office, "substitutes=0")
    await time_is_up(office, code)

    async def streak() -> int:
        async with looking(office.services.context.db) as tx:
            player = first(tx, Player, table_id=code, user_id=HOST)
        assert player is not None
        return player.streak

    assert await streak() == 1
    await office.services.orders.give(code, HOST, "e7-e6")
    assert await streak() == 0 and await missed(office, code) == {HOST: 1, GUEST: 0}


async def test_if_all_would_be_out_nobody_wins(office: PostOffice) -> None:
    code = await new_york(office, options="absence=forfeit press=none")
    assert "Nobody who still plays met the deadline." in await time_is_up(office, code)
    table = await office.table(code)
    assert (table.status, table.outcome) == ("over", None)
    assert await rows(office, code) == {}


BOTH = "enhanced=2"
"""A game in whose first turn both seats owe orders at once."""


class TestAllReady:
    async def test_never_fires_on_an_empty_set(
        self, office: PostOffice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = await office.game(options=f"{BOTH} undo=60")
        await office.send(code, HOST, "enhance e7")
        await office.send(code, GUEST, "enhance a1")
        assert await row(office, code, "early") is not None
        nobody: Any = property(lambda self: replace(phase.__get__(self), owing=frozenset()))
        phase: Any = GameSnapshot.phase
        monkeypatch.setattr(GameSnapshot, "phase", nobody)
        context = office.services.context
        async with context.lock(code), writing(context.db) as tx:
            office.services.resolving.complete(tx, context.snapshot(tx, code))
        await office.pass_time(61)
        assert await turn(office, code) == 0


class TestAnUncappedOrRepeatedExtension:
    async def test_one_of_a_calendar_ends_at_its_next_date(self, office: PostOffice) -> None:
        office.clock.time = 1_768_233_600.0  # Monday 2026-01-12 16:00 UTC
        code = await office.game(deadline="Mon,Thu 20:00 UTC", options="grace=60")
        await office.deliver()
        assert await due_in(office, code) == 76 * HOUR, "so shortly before a date it is the next one"
        await office.pass_time(76 * HOUR + 1)
        await office.pass_time(HOUR)
        assert said(office, "There is one extension") == 1
        assert await due_in(office, code) == pytest.approx(95 * HOUR, abs=5), "Monday 20:00"
