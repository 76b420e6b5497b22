"""The same of what goes wrong on our side: outages, reminders, faults of the rules' code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cic import Cic
from bot.storage.records import Deadline
from tests.bot.clocks import MODERATOR, due_in, paused, player, row, said, turn
from tests.bot.crashes import Crash, crash_in_commit
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, PostOffice, idle, post_office
from tests.bot.votes import call, cast


class TestADeadlineThatPassedWhileTheBotWasOffline:
    async def test_is_not_skipped_and_costs_nobody_the_turn(self, tmp_path: Path) -> None:
        path = tmp_path / "f.sqlite3"
        async with post_office(path) as office:
            code = await office.game()
            await office.deliver()
            clock, messenger = office.clock, office.messenger
        clock.time += 3 * DAY
        async with post_office(path, clock, messenger) as office:
            await office.services.begin()
            await idle(office.services)
            assert said(office, "For 3d nobody could reach me") == 1
            assert await due_in(office, code) == pytest.approx(DAY, abs=60), "the time is given back"
            assert (await player(office, code, HOST)).missed == 0
            await office.pass_time(DAY + 1)
            assert said(office, "extended once") == 1, "and the deadline comes"

    async def test_while_it_fell_over_at_the_deadline_itself(self, tmp_path: Path) -> None:
        """Killed in the middle of the deadline's own work: all of that is done after the restart, once."""
        path = tmp_path / "f.sqlite3"
        async with post_office(path) as office:
            code = await office.game()
            await office.services.orders.give(code, HOST, "e7-e6")
            await office.deliver()
            clock, messenger = office.clock, office.messenger
            clock.time += DAY + 1
            kept = await row(office, code)
            assert kept is not None
            with crash_in_commit(office), pytest.raises(Crash):
                await office.services.deadlines._pass(kept)
        async with post_office(path, clock, messenger) as office:
            await office.services.begin()
            await office.pass_time(DAY)
            assert await turn(office, code) == 1 and said(office, "Amphibian e7 → e6") == 1


class TestReminders:
    """Stale, doubled or contradictory ones. More about them: tests/bot/test_reminders.py"""

    async def test_none_is_stale_or_doubled(self, office: PostOffice) -> None:
        code = await office.game(options="enhanced=2")
        await office.send(code, HOST, "enhance e7")
        await office.deliver()
        for _ in range(23):
            await office.pass_time(HOUR)
        await office.pass_time(0.5 * HOUR)
        assert (len(self.to(office, HOST)), len(self.to(office, GUEST))) == (0, 2)
        await office.send(code, GUEST, "enhance a1")
        await office.pass_time(0.4 * HOUR)
        assert (len(self.to(office, HOST)), len(self.to(office, GUEST))) == (0, 2)

    async def test_none_contradicts_another_or_the_deadline(self, office: PostOffice) -> None:
        """One is on its way when a vote moves the deadline: it does not go out any more."""
        code = await office.game()
        await office.deliver()
        context = office.services.context
        context.db.off()
        office.clock.time += 18.5 * HOUR
        await office.services.reminders.look(Deadline(table_id=code, kind="remind", turn=0, due_at=0.0))
        assert [post.payload["kind"] for post in await office.posts() if post.status == "queued"] == [
            "remind"
        ]
        await call(office, code, HOST, "extend")
        await cast(office, code, GUEST)
        office.services.listen()
        await office.pass_time(1)
        assert self.to(office, HOST) == []
        found = await row(office, code)
        assert found is not None and found.due_at > office.clock.time + DAY
        await office.pass_time(DAY)
        [text] = self.to(office, HOST)
        assert f"<t:{int(found.due_at)}:R>" in text

    def to(self, office: PostOffice, user: int) -> list[str]:
        return [text for text in office.messenger.dms(user) if "⏰" in text]


class TestASolverErrorThatLeavesTheGameStuck:
    @pytest.fixture
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> set[str]:
        """The codes of the games that do not resolve."""
        games: set[str] = set()
        resolve = Cic.resolve

        def breaking(self: Cic, state: Any, orders: Mapping[str, Any], chance: Any) -> Any:
            if chance._game_id in games:
                raise ZeroDivisionError("e7-e6 is a secret")
            return resolve(self, state, orders, chance)

        monkeypatch.setattr(Cic, "resolve", breaking)
        return games

    async def test_it_is_paused_told_and_goes_on(
        self, office: PostOffice, broken: set[str], tmp_path: Path
    ) -> None:
        code, other = await office.game(), await office.game(channel=CHANNEL + 1)
        broken.add(code)
        await office.deliver()
        given = await office.send(code, HOST, "e7-e6")
        assert not given.resolved and "by a fault of mine; nothing is lost" in given.text
        await office.services.orders.give(other, HOST, "e7-e6")
        await office.pass_time(DAY + 1)
        assert [await turn(office, each) for each in (code, other)] == [0, 1], "all others go on"
        stopped = await paused(office, code)
        assert stopped is not None and stopped.cause == "fault" and stopped.error
        text = office.messenger.texts()[-1]
        assert f"`{stopped.error}`" in text and f"<@{HOST}>" in text and "secret" not in text
        kept = json.loads((tmp_path / "faults" / f"{stopped.error}.json").read_text())
        assert kept["orders"] == {"dark": ["e7-e6"]} and kept["state"] and "ZeroDivision" in kept["error"]
        await office.pass_time(9 * DAY)
        assert (await player(office, code, HOST)).missed == 0, "nobody pays for it"
        await office.services.gm.resume(code, MODERATOR, "once more")
        await office.pass_time(1)
        assert await turn(office, code) == 0 and await paused(office, code) is not None
        broken.clear()
        await office.services.gm.resume(code, MODERATOR)
        await office.pass_time(1)
        assert await turn(office, code) == 1 and await due_in(office, code) == DAY
