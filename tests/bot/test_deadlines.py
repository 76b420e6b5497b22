"""Deadlines, the time to undo, and a clock that stands still."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cic import Cic
from adjudicator.errors import IllegalOrderError
from bot import logs
from bot.engine import text as words
from bot.engine import timing
from bot.engine.snapshot import GameSnapshot
from bot.storage import deadlines, drafts, players, steps
from tests.bot import nemein
from tests.bot.clocks import NEAR, due, paused, row, rows, turn
from tests.bot.crashes import Crash, crash_at
from tests.bot.newyork import HAMBLET, SEVEN, TOWER, new_york
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, THIRD, PostOffice, idle, post_office
from tests.bot.transactions import looking, writing


async def missed(office: PostOffice, code: str) -> dict[int, int]:
    async with looking(office.context.db) as tx:
        return {player.user_id: player.missed for player in players.of_table(tx, code)}


async def test_in_the_setup_an_absent_seat_enhances_nothing(office: PostOffice) -> None:
    code = await office.game(options="enhanced=2")
    await office.send(code, HOST, "enhance e7")
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert "Enhanced: **Dark** e7, **Light** nothing." in office.messenger.texts()[-1]
    assert await missed(office, code) == {HOST: 0, GUEST: 1}
    assert (await office.table(code)).turn == 1


async def test_a_draft_that_was_not_sent_counts(office: PostOffice) -> None:
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    posts = len(office.messenger.texts())
    await office.pass_time(DAY - 5)
    assert len(office.messenger.texts()) == posts
    await office.pass_time(6)
    assert "Amphibian e7-e6" in office.messenger.texts()[-1]
    assert await missed(office, code) == {HOST: 0, GUEST: 0}
    assert abs(await due(office, code) - office.clock.time - DAY) < 1, "a whole day for the next turn"


async def test_in_play_it_is_extended_once_then_the_seat_concedes(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    text = office.messenger.texts()[-2]
    assert "the deadline has passed" in text
    assert f"<@{HOST}> missed the deadline. There is one extension" in text
    assert office.messenger.channels[CHANNEL][-2][1].mentions == (HOST,)
    assert await missed(office, code) == {HOST: 1, GUEST: 0}
    assert (await office.table(code)).status == "playing"
    await office.pass_time(DAY - 10)
    assert (await office.table(code)).status == "playing"
    await office.pass_time(20)
    table = await office.table(code)
    assert table.status == "over"
    assert table.outcome == {"reason": "conceded", "places": {"dark": 2, "light": 1}}
    assert await missed(office, code) == {HOST: 2, GUEST: 0}
    assert await row(office, code) is None
    assert "**Light wins:**" in office.messenger.texts()[-1]
    assert "missed the deadline" in office.messenger.texts()[-1], "it did not concede of its own will"
    step = await office.read(steps.newest, code)
    assert step is not None and step.kind == "declare" and step.seat == "dark"


async def test_an_order_in_the_extension_saves_the_game(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    await office.send(code, HOST, "e7-e6")
    await office.pass_time(DAY - 10)
    assert (await office.table(code)).turn == 1
    await office.pass_time(20)
    assert "There is one extension" in office.messenger.texts()[-2], "the other player has an extension too"
    assert (await office.table(code)).status == "playing"


async def test_a_teammate_goes_on_when_a_seat_is_absent_twice(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="teams=dark")
    await office.deliver()
    await office.pass_time(DAY + 1)
    await office.pass_time(DAY + 1)
    table = await office.table(code)
    assert table.status == "playing"
    text = office.messenger.texts()[-1]
    assert "plays on with both groups" in text
    assert f"<@{GUEST}>" in text
    assert abs(await due(office, code) - office.clock.time - DAY) < 5


async def test_without_a_deadline_nothing_is_due(office: PostOffice) -> None:
    code = await office.game(deadline="none")
    await office.deliver()
    assert await row(office, code) is None
    assert "until" not in office.messenger.texts()[-1]
    await office.pass_time(400 * DAY)
    assert (await office.table(code)).turn == 0
    await office.send(code, HOST, "e7-e6")
    assert await row(office, code) is None


@pytest.mark.postgresql
async def test_several_tables_are_due_at_once(office: PostOffice) -> None:
    codes = [await office.game(channel=CHANNEL + number) for number in range(4)]
    for code in codes[:2]:
        await office.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    await office.pass_time(DAY + 60)
    assert [(await office.table(code)).turn for code in codes] == [1, 1, 0, 0]
    for number in (2, 3):
        assert "There is one extension" in office.messenger.texts(CHANNEL + number)[-2]


async def test_a_deadline_that_passed_while_the_bot_was_down(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game()
        await office.orders.give(code, HOST, "e7-e6")
        await office.deliver()
        clock, messenger = office.clock, office.messenger
    clock.time += 3 * DAY
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert (await office.table(code)).turn == 0, "the time is given back"
        assert "Nobody could reach me for 3d" in messenger.texts()[-1]
        await office.pass_time(DAY)
        assert (await office.table(code)).turn == 1
        assert "Amphibian e7-e6" in messenger.texts()[-1]
        assert sum("Amphibian e7-e6" in text for text in messenger.texts()) == 1


@pytest.mark.postgresql
@pytest.mark.parametrize("fault", [IllegalOrderError("e7-e6", "secret words"), TypeError("secret words")])
async def test_a_resolution_that_breaks_is_undone_and_the_others_go_on(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await office.game()
    other = await office.game(channel=CHANNEL + 1)
    await office.orders.give(broken, HOST, "e7-e6")
    await office.orders.give(other, HOST, "e7-d6")
    await office.deliver()
    resolve = Cic.resolve
    calls = []

    def breaking(self: Cic, state: Any, orders: Any, chance: Any) -> Any:
        calls.append(state)
        if "e7-e6" in [str(order) for given in orders.values() for order in given]:
            raise fault
        return resolve(self, state, orders, chance)

    monkeypatch.setattr(Cic, "resolve", breaking)
    await office.pass_time(DAY + 1)
    assert (await office.table(broken)).turn == 0
    assert (await office.table(other)).turn == 1, "one table's fault does not stop the others"
    text = office.messenger.texts()[-1]
    assert "I couldn't resolve the turn" in text
    assert await missed(office, broken) == {HOST: 0, GUEST: 0}
    assert await row(office, broken) is None
    shown = "".join(logs.TextFormatter().format(record) for record in caplog.records)
    assert "turn not resolved" in shown and type(fault).__name__ in shown and "secret words" not in shown
    calls.clear()
    await office.pass_time(10 * DAY)
    assert not calls, "it is not tried again and again"
    monkeypatch.setattr(Cic, "resolve", resolve)
    assert (await office.orders.send(broken, HOST)).resolved, "and the game can be played on"
    assert await row(office, broken) is not None


async def test_missed_turns_are_shown_with_the_board(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    assert "missed" not in (await office.services.game_views.board(code, GUEST)).words
    await office.pass_time(DAY + 1)
    text = (await office.services.game_views.board(code, GUEST)).words
    assert "**Dark** (Ada) · 1 missed turn" in text
    assert "(Ben) ·" not in text


async def test_the_timer_is_set_for_the_earliest_deadline(office: PostOffice) -> None:
    await office.game(channel=CHANNEL, deadline="30m")
    await office.game(channel=CHANNEL + 1, deadline="20m")
    await office.deliver()
    await office.pass_time(0)
    handle = office.services.deadlines._timer._handle
    assert handle is not None
    left = handle.when() - handle._loop.time()  # type: ignore[attr-defined]
    assert 290 < left < 300, "a quarter of the time: the first look whom to remind"


Act = Callable[[PostOffice, str], Awaitable[object]]


async def set_up(office: PostOffice, more: str = "undo=60", **given: str) -> str:
    """A game whose seats both give orders at once; Dark has given and sent."""
    code = await office.game(options=f"enhanced=2 {more}", **given)
    assert not (await office.send(code, HOST, "enhance e7")).resolved
    assert "early" not in await rows(office, code)
    return code


# -- the time to undo


async def test_the_turn_resolves_after_the_time_to_undo_and_once(office: PostOffice) -> None:
    code = await set_up(office)
    given = await office.send(code, GUEST, "enhance none")
    early = (await rows(office, code))["early"]
    assert early.due_at == pytest.approx(office.clock.time + 60, abs=NEAR) and early.turn == 0
    when = f"<t:{round(early.due_at)}"
    assert not given.resolved and f"The turn resolves {when}" in given.text
    assert "you can still change yours" in given.text
    assert f"The turn resolves {when}" in (await office.desk(code, HOST)).words
    assert "turn" in await rows(office, code), "the deadline stays, should somebody think again"
    await office.deliver()
    await office.pass_time(58)
    assert await turn(office, code) == 0
    await office.pass_time(3)
    assert await turn(office, code) == 1 and "early" not in await rows(office, code)
    await office.pass_time(60)
    told = [text for text in office.messenger.texts() if "Enhanced: **Dark** e7" in text]
    assert len(told) == 1


async def not_ready(office: PostOffice, code: str) -> object:
    return await office.orders.unsend(code, GUEST)


async def another_not_ready(office: PostOffice, code: str) -> object:
    return await office.orders.unsend(code, HOST)


async def other_orders(office: PostOffice, code: str) -> object:
    return await office.orders.give(code, GUEST, "enhance e1")


async def cleared(office: PostOffice, code: str) -> object:
    return await office.orders.clear(code, HOST, 0)


@pytest.mark.parametrize("act", [not_ready, another_not_ready, other_orders, cleared])
async def test_who_thinks_again_stops_it(office: PostOffice, act: Act) -> None:
    code = await set_up(office)
    await office.send(code, GUEST, "enhance none")
    await office.deliver()
    await office.pass_time(50)
    await act(office, code)
    assert "early" not in await rows(office, code)
    await office.pass_time(HOUR)
    assert await turn(office, code) == 0, "it waits until all are ready again"
    for user, order in ((HOST, "enhance e7"), (GUEST, "enhance none")):
        await office.send(code, user, order)
    assert (await rows(office, code))["early"].due_at == pytest.approx(office.clock.time + 60, abs=NEAR)
    await office.pass_time(61)
    assert await turn(office, code) == 1


async def test_a_teammate_stops_it_too(office: PostOffice) -> None:
    code = await office.game(HOST, GUEST, THIRD, options="teams=dark enhanced=2 undo=60")
    await office.send(code, HOST, "enhance e7")
    await office.send(code, THIRD, "enhance none")
    assert "early" in await rows(office, code)
    await office.orders.give(code, GUEST, "enhance d8")
    assert "early" not in await rows(office, code)


async def test_ready_again_does_not_put_it_off(office: PostOffice) -> None:
    code = await set_up(office)
    await office.send(code, GUEST, "enhance none")
    due = (await rows(office, code))["early"].due_at
    office.clock.time += 40
    given = await office.orders.send(code, GUEST)
    assert not given.resolved and f"<t:{round(due)}" in given.text
    assert (await rows(office, code))["early"].due_at == due, "nobody can hold the others up so"


async def test_the_deadline_comes_first(office: PostOffice) -> None:
    code = await set_up(office, "undo=600", deadline="10m")
    await office.deliver()
    await office.pass_time(300)
    await office.send(code, GUEST, "enhance none")
    await office.pass_time(301)
    assert await turn(office, code) == 1 and "early" not in await rows(office, code)
    snapshot = await office.snapshot(code)
    assert [player.missed for player in snapshot.players] == [0, 0]


@pytest.mark.parametrize("away", [10.0, 100.0, 3 * DAY])
async def test_a_kill_in_the_time_to_undo(tmp_path: Path, away: float) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await set_up(office)
        await office.send(code, GUEST, "enhance none")
        await office.deliver()
        clock, messenger = office.clock, office.messenger
    clock.time += away
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        if away < 60:
            assert await turn(office, code) == 0
            await not_ready(office, code)
            assert "early" not in await rows(office, code)
            await office.orders.send(code, GUEST)
            await office.pass_time(61)
        assert await turn(office, code) == 1
        await office.pass_time(120)
        assert sum("Enhanced: **Dark** e7" in text for text in messenger.texts()) == 1
        assert not any("I was away" in text for text in messenger.texts()), "nobody was waited for"


async def test_a_kill_at_any_statement_of_an_early_resolution(office: PostOffice) -> None:
    code = await set_up(office)
    await office.send(code, GUEST, "enhance none")
    early, kept = (await rows(office, code))["early"], await office.dump()
    office.clock.time += 61
    number, crashed = 0, True
    while crashed:
        number += 1
        with crash_at(office, number):
            try:
                await office.services.deadlines._early(early)
            except Crash:
                assert await office.dump() == kept
            else:
                crashed = False
    assert number > 10 and await turn(office, code) == 1
    kept = await office.dump()
    await office.services.deadlines._early(early)
    assert await office.dump() == kept, "a row that is not true any more does nothing"


async def test_it_is_told_to_all(office: PostOffice) -> None:
    code = await new_york(office, options="undo=60")
    for user in SEVEN[:6]:
        await office.orders.send(code, user)
    await office.deliver()
    await office.pass_time(30)
    assert "6 of 7 ready\n" in office.messenger.texts()[-1] + "\n"
    await office.orders.send(code, HAMBLET)
    due = (await rows(office, code))["early"].due_at
    desk = (await office.desk(code, HAMBLET)).words
    resolves = words.RESOLVES_UNLESS(when=f"<t:{round(due)}:R>")
    assert words.MAY_CHANGE_READY(waiting=words.TURN_RESOLVES(resolves=resolves)) in desk
    assert desk.count("resolves <t:") == 1 and "7 of 7 ready" in desk
    await office.pass_time(30)
    assert words.READY_SOON(all=7, resolves=resolves) in office.messenger.texts()[-1]
    await office.orders.unsend(code, TOWER)
    await office.pass_time(30)
    assert "resolves <t:" not in office.messenger.texts()[-1]
    await office.orders.declare(code, TOWER, "concede")
    assert "early" in await rows(office, code), "who is out is not waited for, and the others may think again"


async def test_where_nobody_sees_who_is_ready_nobody_sees_the_time(office: PostOffice) -> None:
    code = await new_york(office, options="undo=60 ready=hidden")
    await office.deliver()
    said = {(await office.orders.send(code, user)).text for user in SEVEN}
    assert said == {"You are ready."} and "early" in await rows(office, code)
    await office.pass_time(30)
    desk = (await office.desk(code, HAMBLET)).words
    board = (await office.services.game_views.board(code, HAMBLET)).words
    for text in (desk, board, *office.messenger.texts(), *office.messenger.dms(HAMBLET)):
        assert not any(told in text for told in ("resolves <t:", "7 of 7", "All 7", words.ALL_READY))
    assert "Waiting for the others" in desk
    await office.pass_time(40)
    assert await turn(office, code) == 1


# -- one seat alone


async def test_a_move_may_be_taken_back(office: PostOffice) -> None:
    code = await office.game(options="takeback=30")
    given = await office.send(code, HOST, "e7-e6")
    due = (await rows(office, code))["early"].due_at
    assert due == pytest.approx(office.clock.time + 30, abs=NEAR) and not given.resolved
    assert given.text.startswith("Sent: `e7-e6`. The turn resolves <t:")
    await office.deliver()
    await office.orders.unsend(code, HOST)
    await office.pass_time(60)
    assert await turn(office, code) == 0
    await office.send(code, HOST, "d8-d7")
    await office.pass_time(31)
    assert await turn(office, code) == 1
    told = "".join(office.messenger.texts())
    assert "d8-d7" in told and "e7-e6" not in told


async def test_without_it_a_move_counts_at_once(office: PostOffice) -> None:
    code = await office.game(options="undo=60")
    assert (await office.send(code, HOST, "e7-e6")).resolved
    assert "early" not in await rows(office, code)


async def test_a_turn_of_many_steps_goes_on_at_once(office: PostOffice) -> None:
    code = await nemein.in_office(office, options="takeback=30")
    given = await office.send(code, HOST, "c3xd4")
    assert "See what happened" in given.text and "early" not in await rows(office, code)


# -- a clock that stands still


async def pause(office: PostOffice, code: str) -> None:
    async with writing(office.context.db) as tx:
        table = await office.table(code)
        timing.pause(tx, table, "master", "The host is ill.", office.clock.now())


async def goes_on(office: PostOffice, code: str) -> GameSnapshot:
    context = office.context
    async with writing(context.db) as tx:
        timing.resume(tx, context.snapshot(tx, code), office.clock.now())
        return office.services.resolving.complete(tx, context.snapshot(tx, code))


async def put_off(office: PostOffice, code: str, seconds: float, **data: object) -> None:
    context = office.context
    async with writing(context.db) as tx:
        now = office.clock.now()
        timing.put_off(tx, context.snapshot(tx, code), now + seconds, now, **data)


async def test_what_was_left_is_left_after_a_pause(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(4 * HOUR)
    await put_off(office, code, 30 * HOUR, extended=1, grace=True)
    before = (await rows(office, code))["turn"]
    await office.pass_time(10 * HOUR)
    await pause(office, code)
    assert set(await rows(office, code)) == set(), "nothing is due"
    await office.pass_time(9 * DAY)
    assert await turn(office, code) == 0 and (await office.table(code)).status == "playing"
    await pause(office, code)  # again, for another reason: what was kept stays
    await office.pass_time(DAY)
    await goes_on(office, code)
    after = (await rows(office, code))["turn"]
    now = office.clock.time
    assert after.due_at == pytest.approx(now + 20 * HOUR, abs=NEAR)
    assert (after.turn, after.extended) == (0, 1) and after.data["grace"] is before.data["grace"] is True
    assert after.began_at == pytest.approx(now - 14 * HOUR, abs=NEAR), "as much as had run"
    assert "remind" in await rows(office, code), "reminders are looked at anew"
    assert await paused(office, code) is None


@pytest.mark.parametrize(("deadline", "least"), [("24h", HOUR), ("2h", HOUR / 2)])
async def test_there_is_time_to_act_after_a_pause(office: PostOffice, deadline: str, least: float) -> None:
    code = await office.game(deadline=deadline)
    await put_off(office, code, 60)
    await pause(office, code)
    await goes_on(office, code)
    assert (await rows(office, code))["turn"].due_at == pytest.approx(office.clock.time + least, abs=NEAR)


async def test_a_paused_turn_is_put_off(office: PostOffice) -> None:
    code = await office.game()
    await pause(office, code)
    await put_off(office, code, 50 * HOUR, extended=1)
    assert "turn" not in await rows(office, code)
    await goes_on(office, code)
    row = (await rows(office, code))["turn"]
    assert row.due_at == pytest.approx(office.clock.time + 50 * HOUR, abs=NEAR) and row.extended == 1


async def test_a_pause_takes_orders_and_resolves_after_it(office: PostOffice) -> None:
    code = await set_up(office)
    await office.send(code, GUEST, "enhance e1")
    await pause(office, code)
    assert "early" not in await rows(office, code), "not even if all were ready"
    given = await office.send(code, GUEST, "enhance none")
    assert not given.resolved and "The game is paused" in given.text
    await office.deliver()
    await office.pass_time(DAY)
    assert await turn(office, code) == 0
    kept = await office.read(drafts.of_table, code, 0)
    assert {seat: draft.orders for seat, draft in kept.items()} == {
        "dark": ("enhance e7",),
        "light": ("enhance none",),
    }
    await goes_on(office, code)
    assert (await rows(office, code))["early"].due_at == pytest.approx(office.clock.time + 60, abs=NEAR)
    await office.pass_time(61)
    assert await turn(office, code) == 1


async def test_a_game_without_a_deadline_has_none_after_a_pause(office: PostOffice) -> None:
    code = await office.game(deadline="none")
    await pause(office, code)
    await office.send(code, HOST, "e7-e6")
    after = await goes_on(office, code)
    assert after.phase.turn == 1 and await rows(office, code) == {}, "and what is complete resolves at once"


async def test_a_row_of_another_turn_does_nothing(office: PostOffice) -> None:
    code = await office.game(options="takeback=30")
    await office.send(code, HOST, "e7-e6")
    early = replace((await rows(office, code))["early"], turn=7)
    await office.write(deadlines.put, early)
    office.clock.time += 31
    await office.services.deadlines._early(early)
    assert await turn(office, code) == 0 and "early" not in await rows(office, code)
