"""A turn that cannot be resolved costs nobody anything; nor does a bot that cannot be reached."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from adjudicator.cic import Cic
from bot.engine.resolve import stop
from bot.engine.text import FAULT_TOLD
from bot.engine.turns import Turns
from bot.storage import drafts, tables
from bot.storage.database import Tx
from bot.storage.errors import Conflict, StorageError
from bot.storage.records import LogEntry
from bot.storage.rows import find
from tests.bot.clocks import paused, rows
from tests.bot.eyes import Log
from tests.bot.newyork import HAMBLET, SEVEN, new_york
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, PostOffice, idle, post_office
from tests.bot.transactions import looking

SECRET = "secret e7-e6"
KEPT = ("steps", "tables", "plans", "players", "seeds", "letters")
"""What a resolution changes, and a fault must not."""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """The last thing that a resolution does breaks, after all else is stored; call it to mend that."""

    advance = Turns._advance

    def broken_at_the_end(*given: Any, **more: Any) -> None:
        advance(*given, **more)
        raise TypeError(SECRET)

    with monkeypatch.context() as patch:
        patch.setattr(Turns, "_advance", broken_at_the_end)
        yield patch.undo


def files(office: PostOffice) -> list[Path]:
    return sorted((office.path.parent / "faults").glob("*"))


async def test_nothing_of_it_is_left_but_what_was_given(
    office: PostOffice, broken: Callable[[], None], log: Log
) -> None:
    code, other = await office.game(), await office.game(channel=CHANNEL + 1)
    await office.deliver()
    await office.pass_time(4 * HOUR)
    before = await office.dump()
    given = await office.send(code, HOST, "e7-e6")
    assert not given.resolved and given.text == f"Sent: `e7-e6`. {FAULT_TOLD}"
    after = await office.dump()
    assert {name: after[name] for name in KEPT if name in after} == {
        name: before[name] for name in KEPT if name in before
    }
    new = [post for post in after["outbox"] if post not in before["outbox"]]
    assert len(new) == 1, "no report, no desk"
    async with looking(office.context.db) as tx:
        draft = drafts.get(tx, code, "dark", 0)
        seed = tables.seed_of(tx, code)
        [entry] = find(tx, LogEntry, table_id=code, newest=True)
    assert draft is not None and draft.ready and draft.orders == ("e7-e6",)
    pause = await paused(office, code)
    assert pause is not None and pause.cause == "fault" and set(await rows(office, code)) == set()
    assert pause.left == pytest.approx(20 * HOUR, abs=5)

    await office.deliver()
    told = office.messenger.channels[CHANNEL][-1][1]
    number = pause.error
    assert len(number) == 8 and number in told.text and number in entry.text and number in pause.why
    assert "paused: I couldn't resolve the turn" in told.text and "Nothing is lost" in told.text
    assert "/gm resume" in told.text and f"`{number}.json`" in told.text
    assert set(told.mentions) == {HOST, GUEST}

    [file] = files(office)
    assert file.name == f"{number}.json" and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) & 0o077 == 0
    text = file.read_text(encoding="utf-8")
    kept = json.loads(text)
    assert seed is not None and seed not in text
    assert kept["table"] == code and kept["orders"] == {"dark": ["e7-e6"]} and SECRET in kept["error"]
    assert Cic.load(office.context.games["cic"], kept["state"]) is not None  # type: ignore[arg-type]
    shown = "\n".join(log.lines)
    assert "turn not resolved" in shown and number in shown and "TypeError" in shown
    # The text of a parameter that SQLAlchemy would show is hidden, too.
    assert SECRET not in shown and "e7-e6" not in shown and seed not in shown

    assert not (await office.send(other, HOST, "d8-d7")).resolved, "that one breaks, too"
    broken()
    assert (await office.send(other, HOST, "d8-d7")).resolved
    assert (await paused(office, code)) is not None and (await office.table(code)).turn == 0


async def test_a_transaction_that_runs_again_leaves_one_file(office: PostOffice) -> None:
    """As the database lets it where another one was in its way."""
    code, undone = await office.game(), True

    def change(tx: Tx) -> None:
        table = tables.get(tx, code)
        assert table is not None
        stop(office.context, tx, table, TypeError(SECRET))
        if undone:
            raise Conflict("another transaction")

    with pytest.raises(Conflict):
        await office.context.db.write(change)
    undone = False
    await office.context.db.write(change)
    pause = await paused(office, code)
    assert pause is not None and [file.stem for file in files(office)] == [pause.error]


async def test_sending_again_tries_again(office: PostOffice, broken: Callable[[], None]) -> None:
    code = await office.game()
    await office.deliver()
    await office.send(code, HOST, "e7-e6")
    first = await paused(office, code)
    await office.pass_time(3 * DAY)
    assert FAULT_TOLD in (await office.send(code, HOST, "d8-d7")).text
    second = await paused(office, code)
    assert first is not None and second is not None and first.error != second.error
    assert first.left == pytest.approx(second.left, abs=1), "no time runs"
    assert len(files(office)) == 2
    broken()
    given = await office.orders.send(code, HOST)
    assert given.resolved and await paused(office, code) is None
    assert (await rows(office, code))["turn"].due_at == pytest.approx(office.clock.time + DAY, abs=5)
    await office.deliver()
    assert "d8-d7" in office.messenger.texts()[-1]
    assert sum("I couldn't resolve the turn" in text for text in office.messenger.texts()) == 2


async def test_other_orders_alone_do_not_try_again(office: PostOffice, broken: Callable[[], None]) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    broken()
    await office.orders.give(code, HOST, "d8-d7")
    assert await paused(office, code) is not None and (await office.table(code)).turn == 0


@pytest.mark.parametrize("when", ["early", "turn"])
async def test_a_fault_when_nobody_is_there(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """In the time to undo, or at the deadline; and after it a restart does not try again and again."""
    options = "enhanced=2 undo=60"
    code = await office.game(options=options)
    await office.orders.give(code, HOST, "enhance e7", send=True)
    await office.orders.give(code, GUEST, "enhance e1", send=when == "early")
    await office.deliver()  # the lobby's picture, too, which may resolve a set-up of its own
    tried = []

    def resolve(*given: Any) -> None:
        tried.append(given)
        raise RuntimeError(SECRET)

    monkeypatch.setattr(Cic, "resolve", resolve)
    await office.pass_time(61 if when == "early" else DAY + 1)
    assert len(tried) == 1 and (await office.table(code)).turn == 0
    pause = await paused(office, code)
    assert pause is not None and pause.cause == "fault" and await rows(office, code) == {}
    given = await office.read(drafts.of_table, code, 0)
    assert {seat: draft.ready for seat, draft in given.items()} == {"dark": True, "light": when == "early"}
    clock, messenger = office.clock, office.messenger
    await office.pass_time(9 * DAY)
    assert len(tried) == 1
    await office.services.close()
    async with post_office(office.path, clock, messenger) as again:
        await again.services.begin()
        await idle(again.services)
        assert len(tried) == 1 and await paused(again, code) == pause


@pytest.mark.parametrize("fault", [DBAPIError(None, None, OSError("gone")), StorageError("nobody knows")])
async def test_a_fault_of_the_database_is_none_of_the_games(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """The turn is due until the database is there again."""
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    tried = []

    async def gone(*given: Any) -> None:
        tried.append(given)
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(office.context, "take_game", gone)
        await office.pass_time(DAY + 1)
    assert tried and await paused(office, code) is None
    office.services.deadlines.wake()
    await idle(office.services)
    assert (await office.table(code)).turn == 1


async def test_a_game_that_cannot_be_read_is_stopped(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, other = await office.game(), await office.game(game_key="nemein", channel=CHANNEL + 1)
    for user in (HOST, GUEST):
        await office.orders.give(other, user, "handful stock")
    await office.deliver()

    def load(*_: Any) -> None:
        raise ValueError(SECRET)

    with monkeypatch.context() as patch:
        patch.setattr(Cic, "load", load)
        await office.pass_time(DAY + 1)
    pause = await paused(office, code)
    assert pause is not None and pause.cause == "fault" and await rows(office, code) == {}
    assert (await office.table(other)).turn == 1, "other games go on"
    await office.pass_time(1)
    assert "paused: I couldn't resolve the turn" in office.messenger.texts(CHANNEL)[-1]


async def test_without_a_place_for_the_file(office: PostOffice, broken: Callable[[], None]) -> None:
    (office.path.parent / "faults").write_text("a file stands there")
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    pause = await paused(office, code)
    assert pause is not None and pause.cause == "fault"
    await office.deliver()
    told = office.messenger.texts()[-1]
    assert "I couldn't resolve the turn" in told and ".json" not in told, "nothing is promised"
    broken()


@pytest.mark.postgresql
async def test_sealed_orders_stay_sealed(office: PostOffice, broken: Callable[[], None]) -> None:
    code = await new_york(office)
    await office.orders.give(code, SEVEN[0], "1 harlem")
    for user in SEVEN:
        given = await office.orders.send(code, user)
    assert not given.resolved and FAULT_TOLD in given.text
    await office.deliver()
    shown = "\n".join(office.messenger.texts()) + "\n".join(office.messenger.dms(HAMBLET))
    assert (
        "I couldn't resolve the turn" in shown and "harlem" not in shown.lower() and "is sealed" not in shown
    )


# -- outages


async def test_a_lost_connection_gives_the_time_back(office: PostOffice) -> None:
    code = await office.game()
    passed = await office.game(channel=CHANNEL + 1, deadline="10h")
    later = await office.game(channel=CHANNEL + 2, deadline="3d")
    given = await office.game(channel=CHANNEL + 3)
    await office.orders.give(given, HOST, "e7-e6")
    await office.deliver()
    await office.pass_time(10 * HOUR + 60)
    due = {key: (await rows(office, key))["turn"] for key in (code, passed, later, given)}
    assert due[passed].extended == 1
    await office.pass_time(12 * HOUR)
    office.services.uptime.lost()
    await office.pass_time(60)
    office.services.uptime.lost()  # once more: it is the same outage
    await office.pass_time(5 * HOUR)
    assert (await office.table(code)).turn == 0 and (await office.table(given)).turn == 0, "nobody can act"
    await office.services.reached()
    await idle(office.services)
    outage = 5 * HOUR + 60
    row = (await rows(office, code))["turn"]
    assert row.due_at == pytest.approx(due[code].due_at + outage, abs=2) and row.extended == 0
    assert (await rows(office, later))["turn"] == due[later], "one that has not passed stays"
    text = office.messenger.texts()[-1]
    assert "I was away" in text and f"<t:{round(row.due_at)}:f>" in text and f"<@{HOST}>" in text
    async with looking(office.context.db) as tx:
        assert [entry.act for entry in find(tx, LogEntry, table_id=code, newest=True)] == ["outage"]
    await office.pass_time(row.due_at - office.clock.time + 1)
    assert "There is one extension" in office.messenger.texts()[-2], "it is not given back twice"


async def test_there_is_time_to_act_after_an_outage(office: PostOffice) -> None:
    codes = [
        await office.game(channel=CHANNEL + number, deadline=deadline)
        for number, deadline in enumerate(("24h", "2h"))
    ]
    await office.deliver()
    await office.pass_time(2 * HOUR - 30)
    office.services.uptime.lost()
    await office.pass_time(60)
    await office.services.reached()
    row = (await rows(office, codes[1]))["turn"]
    assert row.due_at == pytest.approx(office.clock.time + HOUR / 2, abs=2), "a quarter of the turn"
    assert "I was away" not in "".join(office.messenger.texts(CHANNEL))


async def test_what_passed_before_an_outage_is_not_given_back(tmp_path: Path) -> None:
    """The bot dies at the very moment of a deadline: that time was all there."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game()
        await office.deliver()
        office.clock.time += DAY + 1
        clock, messenger = office.clock, office.messenger
    clock.time += DAY
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        text = messenger.texts()[-2]
        assert "There is one extension" in text and "I was away" not in "".join(messenger.texts())
        assert (await rows(office, code))["turn"].extended == 1


async def test_a_paused_game_needs_nothing_back(office: PostOffice, broken: Callable[[], None]) -> None:
    code = await office.game()
    await office.deliver()
    await office.send(code, HOST, "e7-e6")
    before = await paused(office, code)
    office.services.uptime.lost()
    await office.pass_time(3 * DAY)
    await office.services.reached()
    await idle(office.services)
    assert await paused(office, code) == before
    assert "I was away" not in "".join(office.messenger.texts())
