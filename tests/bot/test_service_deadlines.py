"""Deadlines with a clock that the test turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.cic import Cic
from adjudicator.errors import IllegalOrderError
from bot import logs
from bot.storage import players, steps
from tests.bot.clocks import due, row
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, THIRD, PostOffice, idle, post_office


async def missed(office: PostOffice, code: str) -> dict[int, int]:
    async with office.context.db.read() as tx:
        return {player.user_id: player.missed for player in await players.of_table(tx, code)}


async def test_in_the_setup_an_absent_seat_enhances_nothing(office: PostOffice) -> None:
    code = await office.game(options="enhanced=2")
    await office.send(code, HOST, "enhance e7")
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert "The enhanced pieces: Dark e7; Light nothing." in office.messenger.texts()[-1]
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
    assert "Amphibian e7 → e6" in office.messenger.texts()[-1]
    assert await missed(office, code) == {HOST: 0, GUEST: 0}
    assert abs(await due(office, code) - office.clock.time - DAY) < 1, "a whole day for the next turn"


async def test_in_play_it_is_extended_once_then_the_seat_concedes(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    text = office.messenger.texts()[-2]
    assert "the deadline has passed" in text
    assert f"<@{HOST}> gave no order. The turn is extended once" in text
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
    assert "gave no order in time" in office.messenger.texts()[-1], "it did not concede of its own will"
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
    assert "The turn is extended once" in office.messenger.texts()[-2], (
        "the other player has an extension too"
    )
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


async def test_several_tables_are_due_at_once(office: PostOffice) -> None:
    codes = [await office.game(channel=CHANNEL + number) for number in range(4)]
    for code in codes[:2]:
        await office.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    await office.pass_time(DAY + 60)
    assert [(await office.table(code)).turn for code in codes] == [1, 1, 0, 0]
    for number in (2, 3):
        assert "extended once" in office.messenger.texts(CHANNEL + number)[-2]


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
        assert "For 3d nobody could reach me" in messenger.texts()[-1]
        await office.pass_time(DAY)
        assert (await office.table(code)).turn == 1
        assert "Amphibian e7 → e6" in messenger.texts()[-1]
        assert sum("Amphibian e7 → e6" in text for text in messenger.texts()) == 1


@pytest.mark.parametrize("fault", [IllegalOrderError("e7-e6", "secret words"), TypeError("secret words")])
async def test_a_resolution_that_breaks_is_undone_and_the_others_go_on(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await office.game()
    other = await office.game(channel=CHANNEL + 1)
    for code in (broken, other):
        await office.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    resolve = Cic.resolve
    calls = []

    def breaking(self: Cic, state: Any, orders: Any, chance: Any) -> Any:
        calls.append(state)
        if len(calls) == 1:
            raise fault
        return resolve(self, state, orders, chance)

    monkeypatch.setattr(Cic, "resolve", breaking)
    await office.pass_time(DAY + 1)
    assert (await office.table(broken)).turn == 0
    assert (await office.table(other)).turn == 1, "one table's fault does not stop the others"
    text = office.messenger.texts()[-1]
    assert "the turn could not be resolved" in text
    assert await missed(office, broken) == {HOST: 0, GUEST: 0}
    assert await row(office, broken) is None
    shown = "".join(logs.TextFormatter().format(record) for record in caplog.records)
    assert "turn not resolved" in shown and type(fault).__name__ in shown and "secret words" not in shown
    await office.pass_time(10 * DAY)
    assert len(calls) == 2, "it is not tried again and again"
    assert (await office.orders.send(broken, HOST)).resolved, "and the game can be played on"
    assert await row(office, broken) is not None


async def test_missed_turns_are_shown_with_the_board(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    assert "missed" not in (await office.services.game_views.board(code, GUEST)).text
    await office.pass_time(DAY + 1)
    text = (await office.services.game_views.board(code, GUEST)).text
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
