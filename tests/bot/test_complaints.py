"""What players of games by mail complain of most, each shown to be impossible here: a test for each. Those of
what goes wrong on our side: test_complaints_faults.py"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.moderation.game_masters import Ruler
from bot.features.substitutes import offers
from bot.features.substitutes.substitution import Taker
from bot.storage import deadlines
from tests.bot import ww3
from tests.bot.clocks import MODERATOR, due_in, paused, player, row, said, turn
from tests.bot.newyork import storm
from tests.bot.parts import DAY, GUEST, HOST, HOUR, STRANGER, THIRD, PostOffice
from tests.bot.votes import call, cast, newest

BOTH = "enhanced=2"
"""A game in whose first turn both seats owe orders at once."""


class TestAnExtensionSpentWhenNobodyOwedAnOrder:
    async def test_at_the_deadline(self, office: PostOffice) -> None:
        """All are ready and the time to undo runs when the deadline comes."""
        code = await office.game(options=f"{BOTH} undo=600 grace=60 absence=extend")
        await office.deliver()
        await office.pass_time(DAY - 60)
        for user, text in ((HOST, "enhance e7"), (GUEST, "enhance a1")):
            await office.send(code, user, text)
        assert await turn(office, code) == 0
        await office.pass_time(61)
        assert await turn(office, code) == 1 and await due_in(office, code) == DAY
        assert said(office, "extended") == said(office, "as grace") == 0
        for user in (HOST, GUEST):
            seated = await player(office, code, user)
            assert (seated.extensions, seated.missed) == (0, 0)

    async def test_by_vote_or_by_a_game_master(self, office: PostOffice) -> None:
        code = await office.game(options=f"{BOTH} undo=600")
        due = await due_in(office, code)
        await call(office, code, HOST, "extend")
        await office.send(code, HOST, "enhance e7")
        await office.send(code, GUEST, "enhance a1")
        await cast(office, code, GUEST)  # the last ballot comes after the last order
        assert (await newest(office, code)).status == "lapsed"
        for act in (
            office.services.voting.call(code, GUEST, "extend"),
            office.services.gm.extend(code, MODERATOR, "12h", "a holiday"),
        ):
            with pytest.raises(Refused, match="nobody needs more time"):
                await act
        assert await due_in(office, code) == due


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
        async with context.lock(code), context.db.begin() as tx:
            await office.services.resolving.complete(tx, await context.snapshot(tx, code))
        await office.pass_time(61)
        assert await turn(office, code) == 0

    async def test_never_fires_on_a_stale_set(self, office: PostOffice) -> None:
        code = await office.game(options=f"{BOTH} undo=60")
        orders = office.services.orders
        await office.send(code, GUEST, "enhance a1")
        for act in ("takes Ready back", "changes the order", "clears it"):
            await office.send(code, HOST, "enhance e7")
            await office.pass_time(50)
            if act == "takes Ready back":
                await orders.unsend(code, HOST, 0)
            elif act == "changes the order":
                await orders.give(code, HOST, "enhance d8")
            else:
                await orders.clear(code, HOST, 0)
            await office.pass_time(3 * HOUR)
            assert await turn(office, code) == 0, f"nobody is ready any more who {act}"
        await office.send(code, HOST, "enhance e7")
        await office.pass_time(59)
        assert await turn(office, code) == 0, "the time to undo begins anew"
        await office.pass_time(2)
        assert await turn(office, code) == 1

    async def test_never_fires_in_a_later_turn(self, office: PostOffice) -> None:
        code = await office.game(options="takeback=60")
        await office.send(code, HOST, "e7-e6")
        old = await row(office, code, "early")
        assert old is not None
        await office.pass_time(61)
        await office.send(code, GUEST, "a5-a6")
        async with office.services.context.db.begin() as tx:
            await deadlines.put(tx, old)
        await office.pass_time(1)
        assert await turn(office, code) == 1, "the time to take this move back is not over"


async def test_an_unconfirmed_order_treated_as_missing(office: PostOffice) -> None:
    """Given, and never sent: it counts at the deadline, and its player was there."""
    code = await office.game(options="grace=60")
    await office.services.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert "Amphibian e7 → e6" in office.messenger.texts()[-1]
    assert said(office, "as grace") == said(office, "gave no order") == 0
    seated = await player(office, code, HOST)
    assert (seated.missed, seated.streak, seated.extensions, seated.offered_at) == (0, 0, 0, None)


class TestAnUncappedOrRepeatedExtension:
    async def test_automatic_ones_come_once_a_turn_and_so_often_a_game(self, office: PostOffice) -> None:
        code = await office.game(options="extensions=1 substitutes=0")
        await office.deliver()
        await office.pass_time(DAY + 1)
        assert said(office, "extended once") == 1 and await due_in(office, code) == DAY
        await office.send(code, HOST, "e7-e6")
        await office.send(code, GUEST, "a5-a6")
        await office.pass_time(DAY + 1)
        table = await office.table(code)
        assert table.outcome == {"reason": "conceded", "places": {"dark": 2, "light": 1}}
        assert said(office, "extended once") == 1, "it had its only one"

    async def test_not_twice_in_a_turn_whatever_is_left(self, office: PostOffice) -> None:
        code = await office.game(options="extensions=10")
        await office.deliver()
        await office.pass_time(DAY + 1)
        await office.pass_time(DAY + 1)
        assert (await office.table(code)).status == "over" and said(office, "extended once") == 1

    async def test_voted_ones_come_once_a_turn_and_so_often_a_game(self, office: PostOffice) -> None:
        code = await office.game(options="extensions=1")
        voting, before = office.services.voting, await due_in(office, code)
        with pytest.raises(Refused, match="at most"):
            await voting.call(code, HOST, "extend", "25h")
        await call(office, code, HOST, "extend")
        await cast(office, code, GUEST)
        assert await due_in(office, code) == before + DAY, "never longer than a turn"
        with pytest.raises(Refused, match="once a turn"):
            await voting.call(code, GUEST, "extend", "1h")
        await office.send(code, HOST, "e7-e6")
        with pytest.raises(Refused, match="that is the most"):
            await voting.call(code, GUEST, "extend", "1h")

    async def test_one_of_a_calendar_ends_at_its_next_date(self, office: PostOffice) -> None:
        office.clock.time = 1_768_233_600.0  # Monday 2026-01-12 16:00 UTC
        code = await office.game(deadline="Mon,Thu 20:00 UTC", options="grace=60")
        await office.deliver()
        assert await due_in(office, code) == 76 * HOUR, "so shortly before a date it is the next one"
        await office.pass_time(76 * HOUR + 1)
        await office.pass_time(HOUR)
        assert said(office, "extended once") == 1
        assert await due_in(office, code) == pytest.approx(95 * HOUR, abs=5), "Monday 20:00"


class TestPausesAsAWeapon:
    async def test_nobody_pauses_alone_or_for_long_or_often(self, office: PostOffice) -> None:
        code = await office.game(HOST, GUEST, THIRD, options="teams=dark pauses=2")
        await office.deliver()
        voting = office.services.voting
        with pytest.raises(Refused, match="at most"):
            await voting.call(code, HOST, "pause", "3d")
        for _ in range(2):
            await call(office, code, HOST, "pause", "48h")
            assert await paused(office, code) is None, "one of three is no majority"
            await cast(office, code, GUEST)
            left = await paused(office, code)
            assert left is not None and left.until == pytest.approx(office.clock.time + 2 * DAY, abs=1)
            with pytest.raises(Refused, match="paused already"):
                await voting.call(code, HOST, "pause", "48h")
            await office.pass_time(2 * DAY - 10)
            assert await row(office, code) is None, "no time runs"
            await office.pass_time(11)
            assert await paused(office, code) is None, "it ends by itself"
            assert await due_in(office, code) == pytest.approx(DAY, abs=30), "with the time that was left"
        with pytest.raises(Refused, match="paused by vote 2 times"):
            await voting.call(code, HOST, "pause", "1h")

    async def test_no_host_who_plays_stops_the_clock(self, office: PostOffice) -> None:
        code = await office.game()
        for moderator in (False, True):
            with pytest.raises(Refused, match="You play in this game"):
                await office.services.gm.pause(code, Ruler(HOST, "Ada", 1, moderator), "I lose")
        assert await paused(office, code) is None

    async def test_orders_are_taken_meanwhile_and_resolve_with_its_end(self, office: PostOffice) -> None:
        code = await office.game()
        await office.services.gm.pause(code, MODERATOR, "a holiday")
        assert not (await office.send(code, HOST, "e7-e6")).resolved
        await office.pass_time(9 * DAY)
        assert await turn(office, code) == 0 and (await player(office, code, HOST)).missed == 0
        await office.services.gm.resume(code, MODERATOR)
        await office.pass_time(1)
        assert await turn(office, code) == 1


class TestATrivialPhaseThatCostsADay:
    async def test_a_forced_pass_plays_itself(self, office: PostOffice) -> None:
        code, who = await ww3.in_office(office, HOST, GUEST)
        blocked = {"red": {"e1": "B"}, "silver": {"g11": "B", "e9": "T"}}
        await ww3.place(office.services, code, {"to_move": "silver", "pieces": blocked})
        before = await turn(office, code)
        await office.send(code, who["silver"], "e9-e10")
        await office.pass_time(1)
        assert await turn(office, code) == before + 2 and await due_in(office, code) == DAY
        assert not any("Your order" in text for text in office.messenger.dms(who["red"])[-1:])
        await office.send(code, who["silver"], "e10-e9")

    async def test_choices_after_a_turn_have_less_time_than_a_turn(self, office: PostOffice) -> None:
        code = await storm(office, options="adjustment=6")
        assert await due_in(office, code) == pytest.approx(6 * HOUR, abs=5)


async def test_no_grace_period(office: PostOffice) -> None:
    """Who is a little late has missed nothing, and costs the others an hour at most."""
    code = await office.game(options="grace=60 absence=forfeit")
    await office.deliver()
    await office.pass_time(DAY + 1)
    text = office.messenger.texts()[-1]
    assert f"<@{HOST}>: no order came from you. You have until" in text and "as grace" in text
    assert await due_in(office, code) == HOUR
    await office.pass_time(HOUR - 60)
    await office.send(code, HOST, "e7-e6")
    assert await turn(office, code) == 1 and (await player(office, code, HOST)).missed == 0
    await office.pass_time(DAY + 1)
    assert (await office.table(code)).status == "playing" and said(office, "as grace") == 2
    await office.pass_time(HOUR + 1)
    assert (await office.table(code)).status == "over", "grace is given once a turn"


class TestAnAbandonedSeatWhoseOrdersStillRun:
    async def test_what_was_given_ahead_does_not_play(self, office: PostOffice) -> None:
        code = await office.game(options="grace=60")
        await office.services.planning.give(code, GUEST, "if e7-e6 then a5-a6")
        await self.offered(office, code, "light")
        await office.send(code, HOST, "e7-e6")
        await office.pass_time(60)
        assert await turn(office, code) == 1, "its player is gone: it waits for a substitute"

    async def test_the_leaver_has_no_say_any_more(self, office: PostOffice) -> None:
        code = await office.game(options="undo=60")
        await office.services.planning.give(code, GUEST, "if e7-e6 then a5-a6")
        await office.deliver()
        await self.offered(office, code, "light")
        await office.services.substitutes.take(code, "light", Taker(STRANGER, "Eve", 1))
        await office.deliver()
        async with office.services.context.db.read() as tx:
            assert not await store.of_table(tx, code)
        letters = len(office.messenger.dms(GUEST))
        await office.send(code, HOST, "e7-e6")
        await office.pass_time(60)
        assert await turn(office, code) == 1 and len(office.messenger.dms(GUEST)) == letters
        for act in (
            office.send(code, GUEST, "a5-a6"),
            office.services.planning.give(code, GUEST, "if e7-e6 then a5-a6"),
            office.services.orders.declare(code, GUEST, "concede"),
            office.services.voting.call(code, GUEST, "extend"),
        ):
            with pytest.raises(Refused):
                await act
        await office.send(code, STRANGER, "a5-a6")
        assert await turn(office, code) == 2

    async def offered(self, office: PostOffice, code: str, seat: str) -> None:
        context = office.services.context
        async with context.lock(code), context.db.begin() as tx:
            await offers.offer(tx, await context.snapshot(tx, code), seat, "2 missed", context.clock.now())
