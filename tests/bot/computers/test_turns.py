"""Computers play: their turns are rows, and a thought counts once."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.features.computers import playing
from bot.features.computers.seats import put_right
from bot.storage.computers import computer
from bot.storage.database import Tx
from bot.storage.records import Thinking
from bot.storage.rows import find, remove
from engines.engine import Level
from tests.bot.crashes import Crash, crash_at
from tests.bot.eyes import Log
from tests.bot.nemein import MIDDLE, place
from tests.bot.nme import TO_THE_END
from tests.bot.parts import DAY, GUEST, HOST, PostOffice, post_office
from tests.bot.quick_engine import Quick, by_turns, each, orders

CAPTAIN = computer(Level.CAPTAIN)


async def against(office: PostOffice, *levels: str, host_seat: str = "dark", **given: Any) -> str:
    """A game of HOST against these computers; HOST has this seat."""
    table = await office.lobby(HOST, **given)
    if table.seating == "choice":
        await office.services.lobby.wish(table.id, HOST, host_seat)
    for level in levels:
        await office.services.lobby_computers.add(table.id, HOST, level)
    await office.services.lobby.start(table.id, HOST)
    return table.id


async def waiting(office: PostOffice) -> list[str]:
    """The seats that are to be thought about."""
    return [row.seat for row in await office.read(find, Thinking)]


def owing(tx: Tx, office: PostOffice, code: str) -> None:
    """Note who is to think in a position that a test has put there."""
    put_right(tx, office.context.snapshot(tx, code), office.clock.now())


async def turn(office: PostOffice, code: str) -> int:
    return (await office.snapshot(code)).phase.turn


@pytest.mark.postgresql
async def test_it_answers(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("d2-d3", "c2-c3")
    code = await against(office, "captain")
    await office.deliver()
    assert await waiting(office) == []
    await office.send(code, HOST, "e7-e6")
    assert await waiting(office) == ["light"]
    await office.deliver()
    snapshot = await office.snapshot(code)
    assert (snapshot.phase.turn, snapshot.phase.owing) == (2, frozenset({"dark"}))
    assert await waiting(office) == []
    [task] = engine.tasks
    assert (task.level, task.view["seat"], task.talks) == (Level.CAPTAIN, "light", False)
    told = office.messenger.texts()
    assert "d2-d3" in told[-1] and "<@-" not in "\n".join(told)
    assert any("**Next:** Computer captain (Light)" in one for one in told)
    await office.send(code, HOST, "e6-d6")
    await office.deliver()
    assert engine.tasks[0].seed != engine.tasks[1].seed


async def test_it_moves_first(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    code = await against(office, "recruit", host_seat="light")
    assert await waiting(office) == ["dark"]
    await office.deliver()
    assert await turn(office, code) == 1


async def test_it_concedes_and_offers_draws(office: PostOffice, engine: type[Quick]) -> None:
    code = await against(office, "captain")
    await office.send(code, HOST, "e7-e6")
    engine.answer = lambda game, task: orders("draw", "d2-d3")
    await office.deliver()
    assert await turn(office, code) == 2
    assert any("offers a draw" in one for one in office.messenger.texts())
    engine.answer = by_turns("concede")
    await office.send(code, HOST, "e6-d6")
    await office.deliver()
    outcome = (await office.snapshot(code)).outcome
    assert outcome is not None and outcome.places["dark"] == 1


@pytest.mark.parametrize(("value", "over"), [(-300, True), (0, False)])
async def test_it_takes_a_draw_out_of_turn_if_it_is_worse(
    office: PostOffice, engine: type[Quick], value: int, over: bool
) -> None:
    engine.value = value
    code = await against(office, "captain")
    await office.deliver()
    await office.orders.declare(code, HOST, "draw")
    await office.deliver()
    assert (await office.snapshot(code)).over is over
    assert await waiting(office) == []
    with pytest.raises(Refused, match="Computers don't vote" if not over else "over"):
        await office.services.voting.call(code, HOST, "draw")


async def test_votes_are_of_people_alone(office: PostOffice) -> None:
    code = await against(office, "captain")
    await office.services.voting.call(code, HOST, "end")
    assert (await office.table(code)).status == "over"


async def test_a_wrong_thought_is_tried_again_then_something_legal_is_played(
    office: PostOffice, engine: type[Quick], log: Log
) -> None:
    engine.answer = lambda game, task: orders("a1-h8")
    code = await against(office, "captain")
    await office.send(code, HOST, "e7-e6")
    for _ in range(playing.TRIES):
        await office.pass_time(3.0)
    assert await turn(office, code) == 2 and await waiting(office) == []
    assert len(engine.tasks) == playing.TRIES
    assert len({task.seed for task in engine.tasks}) == playing.TRIES
    told = log.text
    assert "a computer plays without a thought" in told and "a1-h8" not in told


async def test_a_worker_that_dies(
    office: PostOffice, engine: type[Quick], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(*_: object, **__: object) -> None:
        raise JobFailed("the worker is gone")

    with monkeypatch.context() as patch:
        patch.setattr(office.renderer, "think", dies)
        code = await against(office, "captain")
        await office.send(code, HOST, "e7-e6")
        await office.deliver()
        assert await turn(office, code) == 1
    engine.answer = by_turns("d2-d3")
    await office.pass_time(3.0)
    assert await turn(office, code) == 2


async def test_a_kill_while_it_thinks(office: PostOffice, engine: type[Quick]) -> None:
    """The row is there, so the next start thinks again."""
    begun = asyncio.Event()

    async def for_ever(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    office.renderer.think = for_ever  # type: ignore[method-assign]
    code = await against(office, "captain")
    await office.services.begin()
    await office.send(code, HOST, "e7-e6")
    await begun.wait()
    await office.services.close()
    engine.answer = by_turns("d2-d3")
    async with post_office(office.path, office.clock, office.messenger) as again:
        await again.deliver()
        assert await turn(again, code) == 2
        assert len(engine.tasks) == 1


async def test_a_fault_at_any_statement_of_its_orders(office: PostOffice, engine: type[Quick]) -> None:
    code = await against(office, "captain")
    await office.services.uptime.begin(0)
    await office.send(code, HOST, "e7-e6")

    async def gives() -> None:
        [row] = await office.read(find, Thinking)
        asked = await office.read(office.services.computers._question, row)
        assert isinstance(asked, playing.Question)
        await office.services.computers._give(asked, ("d2-d3",))

    before, number = await office.dump(), 1
    while True:
        with crash_at(office, number) as begun:
            try:
                await gives()
                break
            except Crash:
                assert await office.dump() == before, begun[-1]
        number += 1
    assert number > 5
    assert await turn(office, code) == 2 and await waiting(office) == []


@pytest.mark.postgresql
async def test_a_thought_that_comes_twice_or_too_late_counts_once(
    office: PostOffice, engine: type[Quick]
) -> None:
    code = await against(office, "captain")
    await office.services.uptime.begin(0)
    await office.send(code, HOST, "e7-e6")
    [row] = await office.read(find, Thinking)
    asked = await office.read(office.services.computers._question, row)
    assert isinstance(asked, playing.Question)
    first, second = (office.services.computers._answer(asked) for _ in range(2))
    engine.answer = lambda game, task: orders("d2-d3")
    await asyncio.gather(first, second)
    assert await turn(office, code) == 2
    await office.send(code, HOST, "e6-d6")
    await office.services.computers._answer(asked)
    assert await turn(office, code) == 3, "it was of another turn"
    assert await waiting(office) == ["light"]


async def test_sheets_given_at_once(office: PostOffice, engine: type[Quick]) -> None:
    """Who is the only person among computers waits for nobody."""
    code = await against(
        office, *["sergeant"] * 6, game_key="newyork2047", seating="lot", options="undo=60 press=none"
    )
    await office.deliver()
    snapshot = await office.snapshot(code)
    assert len(engine.tasks) == 6 and snapshot.phase.turn == 0
    await office.pass_time(30.0)  # a post that was on its way is edited a moment later
    assert "6 of 7" in "\n".join(office.messenger.texts())
    before = len(office.messenger.texts())
    await office.orders.send(code, HOST)
    assert await turn(office, code) == 1
    await office.deliver()
    assert len(engine.tasks) == 12
    assert len(office.messenger.texts()) - before <= 4, "only results are told"


async def test_several_people_keep_their_time_to_undo(office: PostOffice, engine: type[Quick]) -> None:
    table = await office.lobby(HOST, GUEST, game_key="newyork2047", seating="lot", options="undo=60")
    for _ in range(5):
        await office.services.lobby_computers.add(table.id, HOST, "sergeant")
    await office.services.lobby.start(table.id, HOST)
    await office.deliver()
    for user in (HOST, GUEST):
        await office.orders.send(table.id, user)
    assert await turn(office, table.id) == 0
    await office.pass_time(61)
    assert await turn(office, table.id) == 1


async def test_a_turn_of_several_actions(office: PostOffice, engine: type[Quick]) -> None:
    """It is asked again while its turn goes on."""
    engine.answer = by_turns("handful stock")
    code = await against(office, "general", game_key="nemein", host_seat="north")
    await office.deliver()
    office.services.deadlines.held = True
    await office.send(code, HOST, "handful stock")
    await place(office.services, code, MIDDLE)  # South moves, whoever has begun by lot
    await office.write(owing, office, code)
    engine.answer = each(("move b2-c2 5",), ("split b2", "end"))
    office.services.deadlines.held = False
    await office.pass_time(6.0)
    snapshot = await office.snapshot(code)
    assert (snapshot.title, sorted(snapshot.phase.owing)) == ("turn 2", ["north"])
    assert len(engine.tasks) == 3


async def test_three_sides_to_the_end(office: PostOffice, engine: type[Quick]) -> None:
    """Computers that move one after the other wait until each turn is posted, and no longer."""
    script = TO_THE_END.split()
    engine.answer = lambda game, task: orders(script[task.view["turn"]])
    code = await against(office, "captain", "recruit", game_key="nme", seating="lot", options="players=3")
    snapshot, steps = await office.snapshot(code), list[int]()
    [mine] = snapshot.people
    for _ in range(200):
        if (table := await office.table(code)).status == "over":
            break
        snapshot = await office.snapshot(code)
        if mine in snapshot.phase.owing:
            await office.send(code, HOST, script[snapshot.phase.turn])
        await office.pass_time(0.5)
        steps.append((await office.table(code)).seq)
    assert table.status == "over"
    assert all(after - before <= 2 for before, after in pairwise(steps)), "no faster than one can follow"
    assert await office.read(find, Thinking) == []
    if mine == "gray":  # it is out first, and nobody is left to play with
        assert any("Only computers are left" in one for one in office.messenger.texts())
    else:
        assert table.outcome is not None and table.outcome["places"]["black"] == 1


async def test_a_game_without_people_ends(office: PostOffice, engine: type[Quick]) -> None:
    code = await against(
        office, *["sergeant"] * 6, game_key="newyork2047", seating="lot", options="press=none"
    )
    await office.deliver()
    await office.orders.declare(code, HOST, "concede")
    await office.deliver()
    assert (await office.table(code)).status == "over"
    assert any("Only computers are left" in one for one in office.messenger.texts())
    assert await waiting(office) == []


async def test_its_orders_are_as_secret_as_anybodys(
    office: PostOffice, engine: type[Quick], log: Log
) -> None:
    engine.answer = by_turns("d2-d3")
    seen = list[Any]()
    think = office.renderer.think

    async def noted(*given: Any, **more: Any) -> Any:
        seen.append(given)
        return await think(*given, **more)

    office.renderer.think = noted  # type: ignore[method-assign]
    code = await against(office, "captain", options="enhanced=1")
    snapshot = await office.snapshot(code)
    await office.send(code, HOST, "enhance e7")
    await office.deliver()
    assert "enhance e7" not in log.text
    for _, game, version, view, *_ in seen:
        assert (game, version) == ("cic", snapshot.table.rules_version)
        assert '"seat":"light"' in view


async def test_an_undo_takes_a_persons_turn_back_with_the_answer(
    office: PostOffice, engine: type[Quick]
) -> None:
    """Else the computer would answer again before the person could do anything."""
    engine.answer = lambda game, task: orders("d2-d3")
    code = await against(office, "captain")
    await office.deliver()
    with pytest.raises(Refused):
        await office.services.voting.call(code, HOST, "undo")
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    await office.services.voting.call(code, HOST, "undo")
    snapshot = await office.snapshot(code)
    assert (snapshot.phase.turn, snapshot.phase.owing) == (0, frozenset({"dark"}))
    assert await waiting(office) == []
    await office.deliver()
    assert "turn 1 is taken back" in office.messenger.texts()[-1]
    await office.send(code, HOST, "d8-d7")
    await office.deliver()
    assert await turn(office, code) == 2
    assert engine.tasks[0].seed != engine.tasks[1].seed


async def test_a_computer_that_moves_first_is_not_taken_back(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    code = await against(office, "recruit", host_seat="light")
    await office.deliver()
    with pytest.raises(Refused):
        await office.services.voting.call(code, HOST, "undo")


async def test_it_waits_while_discord_is_out(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("d2-d3")
    code = await against(office, "captain")
    await office.deliver()
    await office.send(code, HOST, "e7-e6")
    office.services.deadlines.held = True
    await office.pass_time(60.0)
    assert await turn(office, code) == 1
    office.services.deadlines.held = False
    await office.pass_time(60.0)
    assert await turn(office, code) == 2


async def test_a_deadline_waits_for_a_computer(office: PostOffice, engine: type[Quick]) -> None:
    """Nobody has missed anything, and a row that was lost is there again."""
    engine.answer = by_turns("d2-d3")
    code = await against(office, "captain")
    await office.deliver()
    office.services.computers._still = lambda _: True  # it does not get to think
    await office.send(code, HOST, "e7-e6")
    await office.write(remove, Thinking, table_id=code)
    await office.pass_time(DAY + 1)
    assert await turn(office, code) == 1 and await waiting(office) == ["light"]
    assert not any("deadline has passed" in one for one in office.messenger.texts())
    office.services.computers._still = lambda _: False
    await office.pass_time(10.0)
    assert await turn(office, code) == 2


async def test_a_computer_that_wins_is_not_congratulated(office: PostOffice, engine: type[Quick]) -> None:
    code = await against(office, "captain")
    await office.services.orders.declare(code, HOST, "concede")
    await office.deliver()
    said = "\n".join(message.words for _, message in office.messenger.channels[500])
    assert "Light wins" in said and "Congratulations" not in said
    _, shown = await office.services.game_views.told(code, HOST)
    assert "Light wins" in shown and "Congratulations" not in shown
