"""What stands in Discord for somebody who is forgotten: silence, private threads, desks."""

from __future__ import annotations

from pathlib import Path

from bot.common.errors import NotAllowed
from tests.bot.parts import CHANNEL, GUEST, THIRD, post_office
from tests.bot.privacy.people import SEVEN, ZEN, ZENOBIA, forget, traces
from tests.bot.silent import nme
from tests.bot.test_handover import Doors, with_threads
from tests.bot.test_muting import Server


async def test_silence_is_given_back_and_then_forgotten(tmp_path: Path) -> None:
    server = Server(entries={ZEN: {"send_messages": True}})
    async with post_office(tmp_path / "a.sqlite3", channel_permissions=server) as office:
        await nme(office, ZEN, GUEST, THIRD)
        await office.deliver()
        assert server.entries[ZEN] == {"send_messages": False, "add_reactions": False}
        give_back, tried = server.give_back, 0

        async def refused(*_: object) -> None:
            nonlocal tried
            tried += 1
            raise NotAllowed("I lack **Manage Permissions**")

        server.give_back = refused  # type: ignore[method-assign, assignment]
        await forget(office)
        assert tried and {table for table, _, _ in await traces(office, ZEN)} <= {
            "silences",
            "outbox",
            "forget_jobs",
        }
        server.give_back = give_back  # type: ignore[method-assign]
        await office.pass_time(3700)
        assert server.entries[ZEN]["send_messages"] is True
        assert {table for table, _, _ in await traces(office, ZEN)} <= {"outbox", "forget_jobs"}
        await office.services.forgetting.finish()
        assert await traces(office, ZEN, ZENOBIA) == []
        assert set(server.entries) <= {ZEN, GUEST, THIRD}, "nobody is silenced who is not there"


async def test_private_threads_and_the_desk_are_closed(tmp_path: Path) -> None:
    async with post_office(tmp_path / "a.sqlite3") as office:
        doors = Doors()
        with_threads(office, doors)
        code = await office.game(*SEVEN, game_key="newyork2047", options="press=threads")
        await office.services.letters.write(code, ZEN, "papst rossoni", "A plan.", source="a")
        await office.deliver()
        assert ZEN in doors.members[901]
        await forget(office)
        assert doors.members[901] == {GUEST, THIRD}
        [desk] = [desk for desk in office.messenger.retired if desk.user_id == ZEN]
        assert desk.table_id == code
        assert await traces(office, ZEN, ZENOBIA) == []
        assert CHANNEL in office.messenger.channels
