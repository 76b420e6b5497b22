"""Messages that were written while nobody could reach the bot: they are read first, and an order that comes
late does nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.engine.order_sheets import Said, apart, told_at
from bot.engine.resolve import UNREAD
from bot.features.direct_messages import missed_messages
from bot.features.direct_messages import text as chat
from bot.features.direct_messages.missed_messages import DirectMessage, Page
from bot.outbox.messenger import Unsure
from bot.storage import outbox, people
from bot.storage.errors import Fenced
from bot.storage.records import Post
from bot.storage.rows import first
from tests.bot.clocks import turn
from tests.bot.parts import (
    CHANNEL,
    GUEST,
    HOST,
    HOUR,
    STRANGER,
    PostOffice,
    Recorder,
    idle,
    post_office,
)
from tests.bot.transactions import looking, writing

LATE = "came in late"
SECRET = "enhanced=1"
"""Both choose in secret first."""


def ident(moment: float) -> int:
    """The id of something that was made at this moment of Discord's clock."""
    return int((moment - told_at(0)) * 1000) << 22


@dataclass
class Letterboxes:
    """Discord's conversations. shut: nothing is told of these until the event is set; faults: so many calls
    fail before one succeeds"""

    written: dict[int, list[DirectMessage]] = field(default_factory=dict)
    shut: dict[int, asyncio.Event] = field(default_factory=dict)
    faults: int = 0
    asked: list[int] = field(default_factory=list)
    most: int = 0
    """So many were asked for at the same time."""
    size: int = 100
    said: list[str] = field(default_factory=list)
    _now: int = 0

    def write(self, user: int, moment: float, text: str) -> int:
        """Somebody writes; the id of the message."""
        box = self.written.setdefault(Recorder.dm(user), [])
        number = ident(moment) + len(box)
        box.append(DirectMessage(number, text))
        return number

    async def page(self, channel_id: int, after: int) -> Page:
        self.asked.append(channel_id - 10_000)
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        try:
            if channel_id in self.shut:
                await self.shut[channel_id].wait()
            if self.faults:
                self.faults -= 1
                raise Unsure("503", 1.0)
        finally:
            self._now -= 1
        found = [each for each in self.written.get(channel_id, []) if each.message_id > after]
        return Page(found[: self.size], found[self.size - 1].message_id if len(found) > self.size else None)

    async def say(self, channel_id: int, text: str) -> None:
        self.said.append(text)


@pytest.fixture
async def boxes() -> Letterboxes:
    return Letterboxes()


@pytest.fixture
async def reader(tmp_path: Path, boxes: Letterboxes) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path / "f.sqlite3", inbox=boxes) as made:
        yield made


async def sheet(office: PostOffice, code: str, user: int) -> tuple[list[str], bool]:
    async with looking(office.context.db) as tx:
        snapshot, seat = office.context.seated(tx, code, user)
        orders, ready = office.context.draft(tx, snapshot, seat)
    return [str(order) for order in orders], ready


async def newest(office: PostOffice, user: int) -> str:
    """The newest answer."""
    await office.deliver()
    return office.messenger.dms(user)[-1]


async def test_what_was_refused_is_left_to_the_next_session(
    reader: PostOffice, boxes: Letterboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was taken for dead has stored nothing of it, and must not go on after it."""
    code = await reader.game()
    await reader.deliver()
    missed = reader.services.missed_messages
    number = boxes.write(HOST, reader.context.clock.now(), f"{code} e7-e6")
    seen: list[tuple[int, int]] = []
    waiting: list[asyncio.Task[None]] = []

    async def refused(*_: object, **__: object) -> None:
        settling = asyncio.create_task(missed.settle())
        await asyncio.sleep(0)
        seen.append((missed.unread, missed.unsure))
        assert not settling.done()
        waiting.append(settling)
        raise Fenced("taken for dead")

    with monkeypatch.context() as patch:
        patch.setattr(reader.services.text_commands, "read", refused)
        await missed.arrived(HOST, Recorder.dm(HOST), DirectMessage(number, f"{code} e7-e6"))
    assert seen == [(0, 1)] and missed.unread == 1
    await asyncio.gather(*waiting)
    await missed.begin()
    while missed.unread:  # noqa: ASYNC110
        await asyncio.sleep(0)
    assert await sheet(reader, code, HOST) == (["e7-e6"], False)


async def caught_up(office: PostOffice) -> None:
    """Until all is read."""
    while office.services.missed_messages.unread:  # noqa: ASYNC110
        await asyncio.sleep(0)
    await idle(office.services)


# -- what is older than the sheet's newest change does nothing

Change = Callable[[PostOffice, str, Said], Awaitable[object]]


async def _give(office: PostOffice, code: str, said: Said) -> None:
    await office.orders.give(code, HOST, "enhance d8", said=said)


async def _send(office: PostOffice, code: str, said: Said) -> None:
    await office.orders.send(code, HOST, said=said)


async def _unsend(office: PostOffice, code: str, said: Said) -> None:
    await office.orders.unsend(code, HOST, said=said)


async def _clear(office: PostOffice, code: str, said: Said) -> None:
    await office.orders.clear(code, HOST, (await office.snapshot(code)).stamp, said=said)


async def _write(office: PostOffice, code: str, said: Said) -> None:
    await office.services.text_commands.read(HOST, ident(said.at), "enhance d8", said=said)


@pytest.mark.parametrize("change", [_give, _send, _unsend, _clear, _write])
@pytest.mark.parametrize("words", ["enhance e7; ready", "enhance e7", "ready", "not ready", "clear", "draw"])
async def test_older_than_the_newest_change(office: PostOffice, change: Change, words: str) -> None:
    code = await office.game(options=SECRET)
    await office.orders.give(code, HOST, "enhance f6", send=change is _unsend)
    now = office.clock.now()
    await change(office, code, Said(now + 60, now + 60))
    before = await sheet(office, code, HOST)
    office.clock.time += 100
    await office.services.text_commands.read(HOST, ident(now + 59), words, said=Said(now + 59, now + 59))
    assert await sheet(office, code, HOST) == before
    told = await newest(office, HOST)
    assert f"Your message from <t:{int(now + 59)}:t> {LATE}: your orders were changed after it" in told
    await office.services.text_commands.read(
        HOST, ident(now + 61), "enhance e7; ready", said=Said(now + 61, now + 61)
    )
    assert await sheet(office, code, HOST) == (["enhance e7"], True), "what is newer counts"


async def test_orders_ahead_that_are_older_than_their_newest_change(office: PostOffice) -> None:
    code = await office.game()
    now = office.clock.now()
    await office.services.planning.give(code, HOST, "queue d8-d7", said=Said(now + 60))
    await office.services.planning.give(code, HOST, "clear", said=Said(now + 70))
    for words in ("queue c8-c7", "if d2-d3 then c8-c7"):
        office.clock.time += 100
        await office.services.text_commands.read(HOST, ident(now + 65), words, said=Said(now + 65, now + 65))
        assert f"{LATE}: your orders ahead were changed" in await newest(office, HOST)
        assert "No orders ahead" in (await office.services.planning.show(code, HOST)).text
        await office.orders.give(code, HOST, "e7-e6", said=Said(now + 65))  # is of the sheet alone
        now += 1


# -- what is older than the turn does nothing


@pytest.mark.parametrize(
    "words",
    ["enhance e7; ready", "enhance e7", "ready", "not ready", "clear", "draw", "queue d8-d7"],
)
async def test_older_than_the_turn(office: PostOffice, words: str) -> None:
    code = await office.game(options=SECRET)
    written = office.clock.now()
    for user, order in ((HOST, "enhance e7"), (GUEST, "enhance a1")):
        await office.orders.give(code, user, order, send=True, said=Said(written - 1))
    assert await turn(office, code) == 1
    before = await office.snapshot(code)
    await office.services.text_commands.read(HOST, ident(written), words, said=Said(written, written))
    assert await sheet(office, code, HOST) == ([], False)
    assert (await office.snapshot(code)).step == before.step
    assert f"{LATE}: turn 2 has opened since" in await newest(office, HOST)


async def test_who_only_looks_is_never_late(office: PostOffice) -> None:
    code = await office.game()
    written = office.clock.now()
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    wanted = {
        "help": chat.HELP,
        "games": f"`{code}`",
        "board": "Your move.",
        "orders": "Your move.",
        "concede": "You can't undo this",
    }
    for number, (words, answer) in enumerate(wanted.items()):
        await office.services.text_commands.read(
            HOST, ident(written) + number, words, said=Said(written, written)
        )
        told = await newest(office, HOST)
        assert answer in told and LATE not in told, words


async def test_a_message_without_a_code_is_not_taken_for_another_game(office: PostOffice) -> None:
    """When it was written one game waited; now it is another one."""
    first = await office.game()
    second = await office.game(channel=CHANNEL + 1)
    await office.send(second, HOST, "e7-e6")
    written = office.clock.now()
    await office.send(second, GUEST, "d2-d3")
    await office.send(first, HOST, "e7-e6")
    await office.services.text_commands.read(HOST, ident(written), "d8-d7", said=Said(written, written))
    assert LATE in await newest(office, HOST)
    assert await sheet(office, second, HOST) == ([], False)


# -- two clocks


@pytest.mark.parametrize("ahead", [-45.0, 0.0, 45.0])
async def test_clocks_that_differ_refuse_nobody(reader: PostOffice, ahead: float) -> None:
    """Ours is ahead of Discord's by so much: whoever writes in a turn is heard, by command or by message."""
    office, read = reader, reader.services.missed_messages
    code = await office.game()
    await office.deliver()

    def discords() -> float:
        office.clock.time += 1
        return office.clock.time - ahead

    for user, text, second in (
        (HOST, "e7-e6", "d8-d7"),
        (GUEST, "d2-d3", "c2-c4"),
        (HOST, "d8-d7", "d8-c7"),
    ):
        place = Recorder.dm(user)
        await read.arrived(user, place, DirectMessage(ident(discords()), text))
        assert await sheet(office, code, user) == ([text], False)
        if second != "c2-c4":
            await office.orders.give(code, user, second, said=Said(discords()))
        await read.arrived(user, place, DirectMessage(ident(discords()), text))
        assert await sheet(office, code, user) == ([text], False)
        opened = await turn(office, code)
        await read.arrived(user, place, DirectMessage(ident(discords()), "send"))
        assert await turn(office, code) == opened + 1


@pytest.mark.parametrize("ahead", [-45.0, 0.0, 45.0])
@pytest.mark.parametrize(("before", "counts"), [(5.0, False), (-5.0, True)])
async def test_what_is_read_late_is_brought_to_our_clock(
    reader: PostOffice, boxes: Letterboxes, ahead: float, before: float, counts: bool
) -> None:
    """Posts tell how far the clocks are apart. before: so many seconds before the turn it was written"""
    office = reader
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    opened = (await office.snapshot(code)).step.at
    async with writing(office.context.db) as tx:
        for number, delay in enumerate((3.0, 0.2, 1.0)):
            outbox.put(tx, key=f"x{number}", payload={}, created_at=1.0, user_id=GUEST, lane="x")
            post = first(tx, Post, key=f"x{number}")
            assert post is not None
            outbox.mark_sending(tx, post.id, opened)
            sent = ident(opened - ahead)
            outbox.mark_sent(tx, post.id, Recorder.dm(GUEST), sent, opened + delay)
        people.set_dm_channel(tx, GUEST, Recorder.dm(GUEST))
        people.set_last_dm(tx, GUEST, 1)
        assert apart(tx) == pytest.approx(ahead + 0.2, abs=0.01)
    boxes.write(GUEST, opened - ahead - before, "d2-d3")
    office.clock.time += HOUR
    await office.services.missed_messages.begin()
    await caught_up(office)
    assert await sheet(office, code, GUEST) == (["d2-d3"] if counts else [], False)


# -- first of all


async def test_nothing_that_is_due_runs_before_mail_is_read(reader: PostOffice, boxes: Letterboxes) -> None:
    """A turn for which all were ready, an order that changes it, and one that is not there yet."""
    office, services = reader, reader.services
    code = await office.game(options=SECRET)
    other = await office.game(channel=CHANNEL + 1)
    await office.deliver()
    await services.orders.give(code, GUEST, "enhance a1", send=True)
    services.uptime.lost()
    now = office.clock.now()
    boxes.write(HOST, now + 1, f"{code} enhance e7; ready")
    boxes.write(HOST, now + 2, f"{other} e7-e6; ready")
    boxes.write(GUEST, now + 3, f"{code} enhance b1; ready")
    boxes.shut[Recorder.dm(GUEST)] = asyncio.Event()
    office.clock.time += HOUR
    await services.missed_messages.begin()
    await services.reached()
    await services.missed_messages.wait(HOST)
    assert await sheet(office, code, HOST) == (["enhance e7"], True)
    assert await turn(office, other) == 1, "where one moves alone nobody else is waited for"
    office.clock.time += HOUR
    services.context.db.wake_all()
    await idle(services)
    assert await turn(office, code) == 0, "there may be more about it"
    boxes.shut[Recorder.dm(GUEST)].set()
    await caught_up(office)
    await office.pass_time(UNREAD + 1)
    assert await turn(office, code) == 1
    assert "enhance b1" in str((await office.snapshot(code)).step.orders)


async def test_who_presses_waits_for_own_mail_alone_and_is_next(
    reader: PostOffice, boxes: Letterboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order of a command comes after that of an older message, and takes back what it sent."""
    monkeypatch.setattr(missed_messages, "AT_A_TIME", 1)
    office, services = reader, reader.services
    code = await office.game(options=SECRET)
    await office.deliver()
    now = office.clock.now()
    await services.orders.give(code, HOST, "enhance e7", send=True, said=Said(now))
    boxes.write(GUEST, now + 1, "enhance a1; ready")
    boxes.shut[Recorder.dm(HOST)] = boxes.shut[Recorder.dm(STRANGER)] = asyncio.Event()
    where = [(user, Recorder.dm(user), 1) for user in (HOST, STRANGER, GUEST)]
    monkeypatch.setattr(people, "in_play", lambda _: where)
    await services.missed_messages.begin()
    waiting = asyncio.create_task(services.missed_messages.wait(GUEST))
    for _ in range(5):
        await asyncio.sleep(0)
    boxes.shut.pop(Recorder.dm(HOST)).set()
    await waiting
    assert boxes.asked == [HOST, GUEST]
    await services.orders.give(code, GUEST, "enhance b1", said=Said(now + 5))
    boxes.shut.clear()
    await caught_up(office)
    assert await sheet(office, code, GUEST) == (["enhance b1"], False)
    assert await turn(office, code) == 0


async def test_a_message_that_arrives_stays_behind_those_before_it(
    reader: PostOffice, boxes: Letterboxes
) -> None:
    office, services = reader, reader.services
    code = await office.game()
    await office.deliver()
    now, place = office.clock.now(), Recorder.dm(HOST)
    boxes.write(HOST, now + 1, "e7-e6")
    boxes.shut[place] = asyncio.Event()
    await services.missed_messages.begin()
    live = asyncio.create_task(
        services.missed_messages.arrived(HOST, place, DirectMessage(ident(now + 2), "d8-d7"))
    )
    await asyncio.sleep(0)
    boxes.shut[place].set()
    await live
    await caught_up(office)
    assert await sheet(office, code, HOST) == (["d8-d7"], False)
    assert LATE not in await newest(office, HOST)
    async with looking(services.context.db) as tx:
        assert people.get(tx, HOST).last_dm_id == ident(now + 2)


# -- an outage of Discord's


async def test_an_outage_holds_nobody_for_long(
    reader: PostOffice, boxes: Letterboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be read. After the limit the game goes on; what comes then is read at once, what was missed
    when that is possible: too late, and no message is forgotten."""
    for name, seconds in {"WAIT": 0.01, "LIMIT": 0.5, "PAUSE": 0.001, "LONGEST_PAUSE": 0.001}.items():
        monkeypatch.setattr(missed_messages, name, seconds)
    office, services = reader, reader.services
    code = await office.game()
    await office.deliver()
    now, place = office.clock.now(), Recorder.dm(HOST)
    boxes.write(HOST, now + 1, "e7-e6; send")
    boxes.write(HOST, now + 1, "games")
    boxes.faults = 1_000_000
    office.clock.time += 10
    await services.missed_messages.begin()
    assert services.context.reading
    await services.missed_messages.wait(HOST)
    while services.context.reading:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    await services.missed_messages.arrived(HOST, place, DirectMessage(ident(now + 9), "d8-d7"))
    assert await sheet(office, code, HOST) == (["d8-d7"], False)
    async with looking(services.context.db) as tx:
        assert (people.get(tx, HOST).last_dm_id or 0) < ident(now), (
            "a kill now would forget the others otherwise"
        )
    boxes.faults = 0
    await caught_up(office)
    assert await sheet(office, code, HOST) == (["d8-d7"], False)
    await office.deliver()
    told = "\n".join(office.messenger.dms(HOST))
    assert LATE in told and "Your games" in told
    async with looking(services.context.db) as tx:
        assert people.get(tx, HOST).last_dm_id == ident(now + 9)


async def test_many_are_read_at_once_but_not_too_many(
    reader: PostOffice, boxes: Letterboxes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a conversation of more than a page, and of somebody who never wrote before."""
    monkeypatch.setattr(missed_messages, "A_SECOND", 10_000)
    office = reader
    users = list(range(1000, 1060))
    async with writing(office.context.db) as tx:
        for user in users:
            people.set_dm_channel(tx, user, Recorder.dm(user))
            people.set_last_dm(tx, user, 1)

    where = [(user, Recorder.dm(user), 1) for user in users]
    monkeypatch.setattr(people, "in_play", lambda _: where)
    boxes.size = 2
    for _ in range(5):
        boxes.write(users[0], office.clock.now(), "games")
    await office.services.missed_messages.begin()
    await caught_up(office)
    assert boxes.most == missed_messages.AT_A_TIME
    assert len(boxes.asked) == len(users) + 2
    assert sum("You're in no game" in text for text in await _answers(office, users[0])) == 5


async def _answers(office: PostOffice, user: int) -> list[str]:
    await office.deliver()
    return office.messenger.dms(user)


async def test_a_new_session_looks_again(reader: PostOffice, boxes: Letterboxes) -> None:
    """While messages of the one before are still asked for; who waits goes on waiting."""
    office, services = reader, reader.services
    code = await office.game()
    await office.deliver()
    boxes.shut[Recorder.dm(HOST)] = first = asyncio.Event()
    await services.missed_messages.begin()
    waiting = asyncio.create_task(services.missed_messages.wait(HOST))
    while services.missed_messages.unread > 1:  # noqa: ASYNC110
        await asyncio.sleep(0)
    again = asyncio.create_task(services.missed_messages.begin())
    await asyncio.sleep(0)
    boxes.shut[Recorder.dm(HOST)] = second = asyncio.Event()
    first.set()  # what is asked for ends while it is looked up where to look
    await again
    assert services.context.reading
    boxes.write(HOST, office.clock.now(), "e7-e6")
    second.set()
    await waiting
    assert await sheet(office, code, HOST) == (["e7-e6"], False)
    await caught_up(office)
    assert await sheet(office, code, HOST) == (["e7-e6"], False)
    assert not services.context.reading


async def test_a_clock_that_was_set_back_refuses_nobody(reader: PostOffice) -> None:
    """The open turn seems to be in the future."""
    office = reader
    code = await office.game()
    await office.deliver()
    office.clock.time -= HOUR
    await office.services.missed_messages.arrived(
        HOST, Recorder.dm(HOST), DirectMessage(ident(office.clock.time), "e7-e6")
    )
    assert await sheet(office, code, HOST) == (["e7-e6"], False)
