"""Silence as a job: whatever is killed in between, players are silent while the game runs, free after it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.common.errors import NotAllowed
from bot.features.muting import store
from bot.features.muting.muting import Look
from bot.outbox.messenger import Unsure
from bot.presenters.cic import CicPresenter
from tests.bot.crashes import Crash, crash_at
from tests.bot.parts import GUEST, HOST, FakeClock, PostOffice, Recorder, post_office

PERMISSIONS = ("send_messages", "add_reactions")
Entries = dict[int, dict[str, bool | None]]


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CicPresenter, "silent", True)


@dataclass
class Server:
    """A `ChannelPermissions` over one channel's entries. `fault` is called before and after every change."""

    entries: Entries = field(default_factory=dict)
    fault: Callable[[], None] = lambda: None
    refusal: str = ""
    changes: int = 0
    granted: tuple[str, ...] = PERMISSIONS
    above: frozenset[int] = frozenset()
    home: int = 0

    async def look(self, channel_id: int, users: Collection[int]) -> Look:
        self.fault()
        if self.refusal:
            raise NotAllowed(self.refusal)
        stands = {
            user: {name: self.entries[user].get(name) for name in self.granted}
            if user in self.entries
            else None
            for user in users
        }
        return Look(self.home or channel_id, self.granted, (), stands, self.above)

    async def take(self, channel_id: int, user_id: int, permissions: Collection[str], reason: str) -> None:
        self.fault()
        self.changes += 1
        self.entries.setdefault(user_id, {}).update(dict.fromkeys(permissions, False))
        self.fault()

    async def give_back(
        self, channel_id: int, user_id: int, before: Mapping[str, bool | None], made: bool, reason: str
    ) -> None:
        self.fault()
        self.changes += 1
        entry = self.entries.get(user_id, {})
        entry.update({name: was for name, was in before.items() if entry.get(name) is False})
        if made and not any(said is not None for said in entry.values()):
            self.entries.pop(user_id, None)
        self.fault()


@dataclass
class Place:
    """One database, one server; houses come and go."""

    path: Path
    server: Server
    clock: FakeClock
    messenger: Recorder

    @asynccontextmanager
    async def open(self) -> AsyncIterator[PostOffice]:
        async with post_office(self.path, self.clock, self.messenger, self.server) as office:
            await office.deliver()
            yield office


@pytest.fixture
def place(tmp_path: Path) -> Place:
    server = Server({HOST: {"send_messages": True, "embed_links": False}})
    return Place(tmp_path / "fieldpost.sqlite3", server, FakeClock(), Recorder())


BEFORE: Entries = {HOST: {"send_messages": True, "embed_links": False, "add_reactions": None}}
DURING: Entries = {
    HOST: {"send_messages": False, "embed_links": False, "add_reactions": False},
    GUEST: {"send_messages": False, "add_reactions": False},
}


async def left(office: PostOffice) -> int:
    async with office.services.context.db.read() as tx:
        return len(await store.every(tx))


async def concede(office: PostOffice, code: str) -> None:
    await office.services.orders.declare(code, HOST, "concede")
    await office.deliver()


class At:
    """Breaks at call number `number`."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1
        if self.calls == self.number:
            raise Crash(str(self.number))


async def test_a_kill_at_any_call_of_discord(tmp_path: Path) -> None:
    number, broken = 0, True
    while broken:
        number += 1
        server = Server({HOST: dict(BEFORE[HOST])})
        place = Place(tmp_path / f"{number}.sqlite3", server, FakeClock(), Recorder())
        server.fault = fault = At(number)
        async with place.open() as office:
            code = await office.game()
            await office.deliver()
        async with place.open() as office:
            assert server.entries == DURING, f"not silent after a kill at call {number}"
            await concede(office, code)
        async with place.open() as office:
            assert server.entries == BEFORE, f"still silent after a kill at call {number}"
            assert await left(office) == 0
        broken = fault.calls >= number
    assert number > 8


async def test_a_kill_at_any_statement(tmp_path: Path) -> None:
    """Of the transactions of the job alone; the others are tested elsewhere."""
    number, broken = 0, True
    while broken:
        number += 1
        server = Server({HOST: dict(BEFORE[HOST])})
        place = Place(tmp_path / f"{number}.sqlite3", server, FakeClock(), Recorder())
        async with place.open() as office:
            office.services.context.db.on("muting", lambda: None)
            code = await office.game()
            await office.deliver()
            with crash_at(office, number) as begun:
                office.services.muting.wake()
                await office.deliver()
            first = len(begun)
        async with place.open() as office:
            assert server.entries == DURING, f"not silent after a kill at statement {number}"
            office.services.context.db.on("muting", lambda: None)
            await concede(office, code)
            with crash_at(office, number) as begun:
                office.services.muting.wake()
                await office.deliver()
        async with place.open() as office:
            assert server.entries == BEFORE, f"still silent after a kill at statement {number}"
            assert await left(office) == 0
        broken = max(first, len(begun)) >= number
    assert number > 6


async def test_done_once(place: Place) -> None:
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries == DURING and place.server.changes == 2
        await office.send(code, HOST, "e7-e6")
        await office.deliver()
    async with place.open() as office:
        assert place.server.changes == 2
        await concede(office, code)
        assert place.server.changes == 4 and place.server.entries == BEFORE


async def test_trouble_is_tried_again_and_no_more_often_than_it_must(place: Place) -> None:
    def trouble() -> None:
        place.server.changes += 100
        raise Unsure("500", 5.0)

    place.server.fault = trouble
    async with place.open() as office:
        await office.game()
        await office.deliver()
        tried = place.server.changes
        for _ in range(5):
            await office.deliver()
        assert tried == place.server.changes == 100
        place.server.fault = lambda: None
        await office.pass_time(4)
        assert place.server.entries != DURING
        await office.pass_time(2)
        assert place.server.entries == DURING


async def test_trouble_of_a_game_that_ends_meanwhile_is_forgotten(place: Place) -> None:
    def trouble() -> None:
        raise Unsure("500", 5.0)

    place.server.fault = trouble
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        await concede(office, code)
        assert office.services.muting._rest == {} and await left(office) == 0


async def test_what_was_taken_is_given_back_though_less_may_be_taken_meanwhile(place: Place) -> None:
    place.server.above = frozenset({GUEST})  # so that there is something to look at again at every start
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries[HOST]["add_reactions"] is False
    place.server.granted = ("send_messages",)
    async with place.open() as office:
        pass
    async with place.open() as office:
        await concede(office, code)
        assert place.server.entries[HOST] == BEFORE[HOST] and await left(office) == 0


async def test_a_thread_that_could_not_be_looked_at_for_a_while(place: Place) -> None:
    """The permissions are those of the channel around it; a refused look does not know which that is."""
    place.server.above, place.server.home = frozenset({GUEST}), 9000
    async with place.open() as office:
        code = await office.game()
        await office.deliver()
        assert place.server.entries[HOST]["send_messages"] is False
    place.server.refusal = "I lack **Manage Permissions** there"
    async with place.open() as office:
        pass
    place.server.refusal = ""
    async with place.open() as office:
        await concede(office, code)
        assert place.server.entries[HOST] == BEFORE[HOST] and await left(office) == 0


async def test_what_a_moderator_gave_back_is_not_taken_again(place: Place) -> None:
    place.server.above = frozenset({GUEST})  # so that there is something to look at again at every start
    async with place.open() as office:
        await office.game()
        await office.deliver()
    place.server.entries[HOST]["send_messages"] = True
    async with place.open() as office:
        assert place.server.entries[HOST]["send_messages"] is True


async def test_a_house_without_permissions_plays_too(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await concede(office, code)
    assert await left(office) == 0
