"""Orders given ahead in the other games: several seats, fog, turns of several actions, late choices."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.engine import order_sheets
from bot.features.conditional_orders.lines import Condition
from bot.features.conditional_orders.playing import happened, past_of
from bot.storage import deadlines
from tests.bot import nemein, ww3
from tests.bot.clocks import turn
from tests.bot.newyork import GREENE, PAPST, STORM, TOWER, TROUBLE, all_ready, new_york, place
from tests.bot.parts import GUEST, HOST, THIRD, PostOffice
from tests.bot.test_ahead import desk, give, kept, play

THREE = (HOST, GUEST, THIRD)
BARE = {
    "red": {"e1": "B", "d4": "A", "f9": "S"},
    "blue": {"a7": "B"},
    "silver": {"g11": "B", "h4": "S", "i4": "S"},
}
"""Blue has nothing that moves."""


async def nme(office: PostOffice) -> tuple[str, dict[str, int]]:
    table = await office.lobby(*THREE, game_key="nme", seating="lot")
    await office.services.lobby.start(table.id, HOST)
    return table.id, await ww3.seated(office.services, table.id)


class TestNme:
    async def test_conditions_name_the_seats(self, office: PostOffice) -> None:
        code, who = await nme(office)
        with pytest.raises(Refused, match="say whose order `A4-B4` is: write `black` or `gray` before it"):
            await give(office, code, who["white"], "if A4-B4 then L2-L3")
        await give(
            office,
            code,
            who["white"],
            "if black a3s-b2 and gray L1-L2 then E12-D11 if gray L2xL3 then D11-C10",
        )
        await play(office, code, who["black"], "A3s-B2")
        assert await turn(office, code) == 1
        await play(office, code, who["gray"], "L1-L2")
        assert await turn(office, code) == 3
        assert await kept(office, code, who["white"]) == ["if gray l2xl3 then D11-C10"]
        await play(office, code, who["black"], "B2-E2")
        await play(office, code, who["gray"], "L2-L3")
        assert await turn(office, code) == 6, "the sign is that of the board of then"

    async def test_all_conditions_have_to_hold(self, office: PostOffice) -> None:
        code, who = await nme(office)
        await give(office, code, who["white"], "if black A3s-B2 and gray L1-K1 then E12-D11")
        await play(office, code, who["black"], "A3s-B2")
        await play(office, code, who["gray"], "L1-L2")
        assert await turn(office, code) == 2 and await kept(office, code, who["white"]) == []


class TestWw3:
    async def test_a_forced_pass_plays_itself(self, office: PostOffice) -> None:
        code, who = await ww3.in_office(office, *THREE)
        await ww3.place(office.services, code, {"to_move": "red", "pieces": BARE})
        before = await turn(office, code)
        await give(office, code, who["blue"], "queue a7-a6; a6-a5")
        await play(office, code, who["red"], "f9-f8")
        assert await turn(office, code) == before + 2
        assert "no legal move, so a pass" in office.messenger.texts()[-1]
        assert await kept(office, code, who["blue"]) == ["queue a7-a6; a6-a5"], "a queue waits meanwhile"

    async def test_the_last_legal_move_is_not_forced(self, office: PostOffice) -> None:
        code, _ = await ww3.in_office(office, *THREE)
        pieces = {**BARE, "blue": {"a7": "B", "a6": "N", "a5": "S"}}
        await ww3.place(office.services, code, {"to_move": "blue", "pieces": pieces})
        async with office.services.context.db.read() as tx:
            snapshot = await office.services.context.snapshot(tx, code)
            assert not order_sheets.forced(snapshot, "blue") and not await order_sheets.plays_itself(
                tx, snapshot
            )

    async def test_in_fog_a_condition_does_not_tell_what_moved(self, office: PostOffice) -> None:
        """An Air Craft's order names the ends of its way, a Soldier's all of it: both are the same here, and
        a letter before them changes nothing."""
        code, who = await ww3.in_office(office, *THREE, options="fog=on")
        await ww3.place(office.services, code, {"to_move": "red", "pieces": BARE})
        await office.send(code, who["red"], "d4-d6")
        async with office.services.context.db.read() as tx:
            snapshot = await office.services.context.snapshot(tx, code)
            past = await past_of(tx, snapshot, "blue")
        assert [one.seat for one in past.played] == ["red"]
        for said in ("d4-d5-d6", "d4-d6", "A d4-d6", "S d4-d6"):
            assert happened(snapshot, past.played, Condition("red", (said,))), said
            assert not happened(snapshot, past.played, Condition("silver", (said,)))
        assert not happened(snapshot, past.played, Condition("red", ("d4-e5-f5",)))


class TestNemein:
    async def test_the_reply_is_a_whole_line(self, office: PostOffice) -> None:
        code = await nemein.in_office(office)
        await give(
            office, code, GUEST, "if move c3-b3 then move d3-c3; house d4; end if end then move c3-c2 10; end"
        )
        told = await kept(office, code, GUEST)
        assert told == ["if move c3-b3 then move d3-c3; house d4; end if end then move c3-c2 10; end"]
        await office.services.planning.give(code, GUEST, "if move c3-b3 then move d3-c3; end", whole=True)
        await office.send(code, HOST, "move c3-b3 10")
        await office.pass_time(1)
        assert "North" not in office.messenger.texts()[-1].split("\n")[1], "South's turn goes on"
        await play(office, code, HOST, "end")
        assert "10 d3 → c3" in office.messenger.texts()[-1]
        assert "I sent `move d3-c3 10`, `end` for you" in office.messenger.dms(GUEST)[-1]

    async def test_a_condition_with_end_is_the_whole_turn(self, office: PostOffice) -> None:
        code = await nemein.in_office(office)
        await office.send(code, HOST, "move c3-b3 10; split b3 10; end")
        async with office.services.context.db.read() as tx:
            snapshot = await office.services.context.snapshot(tx, code)
            past = await past_of(tx, snapshot, "north")
        for said, fits in (
            ("move c3-b3", True),
            ("split b3 10", True),
            ("move c3-b3 10; end", False),
            ("c3b3 d; split b3; end", True),
            ("end", False),
            ("move c3-c2 10", False),
        ):
            assert happened(snapshot, past.played, Condition("", tuple(said.split("; ")))) is fits, said

    async def test_a_queue_has_turns_that_end(self, office: PostOffice) -> None:
        code = await nemein.in_office(office)
        said = await give(office, code, GUEST, "queue move d3-d2 10; end; end; house d4")
        assert "A turn without `end` goes on after it" in said
        await play(office, code, HOST, "end")
        assert await kept(office, code, GUEST) == ["queue end; house d4"]

    async def test_a_coin_that_is_left_out_must_stand_there(self, office: PostOffice) -> None:
        code = await nemein.in_office(office)
        with pytest.raises(Refused, match="no unit of yours stands on e2 now; name the coin, too"):
            await give(office, code, GUEST, "queue move e2-e3; end")
        await give(office, code, GUEST, "queue move e2-e3 10; end")


class TestNewYork:
    async def test_with_all_choices_given_ahead_it_resolves_at_once(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await give(office, code, GREENE, "disband 5; disband 4; disband 1")
        await give(office, code, PAPST, "relocate astoria\nrelocate mott haven")
        await all_ready(office, code, STORM)
        await office.deliver()
        await office.pass_time(1)
        assert await turn(office, code) == 2
        told = "\n".join(office.messenger.texts())
        assert "from Astoria to Mott Haven" in told and "Greene 4 & 5" in told
        assert await kept(office, code, PAPST) == ["relocate astoria"]
        assert await kept(office, code, GREENE) == [], "a number may be another unit's next season"

    async def test_who_has_given_all_is_ready_and_the_other_is_waited_for(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await give(office, code, GREENE, "disband 5; disband 4")
        await all_ready(office, code, STORM)
        await office.deliver()
        assert await turn(office, code) == 1
        assert "`disband 4` unit 4 is given up" in await desk(office, code, GREENE)
        assert "**Your orders** · ready" in await desk(office, code, GREENE)
        await office.services.orders.send(code, PAPST)
        assert await turn(office, code) == 2

    async def test_some_of_the_choices_are_a_draft(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await give(office, code, GREENE, "disband 3")
        await give(office, code, PAPST, "relocate mott haven")
        await all_ready(office, code, STORM)
        await office.deliver()
        await office.pass_time(1)
        assert await turn(office, code) == 1
        told = await desk(office, code, GREENE)
        assert "not ready yet" in told and "`disband 3` unit 3 is given up" in told
        assert "Given ahead: `disband 3`. Something is left to choose." in told

    async def test_what_may_be_given(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        for text in ("if 1 hold then 2 hold", "queue 1 hold", "1 hold"):
            with pytest.raises(Refused, match="ahead go the choices after the moves alone"):
                await give(office, code, TOWER, text)
        with pytest.raises(Refused, match="a home base stands on a star space"):
            await give(office, code, TOWER, "relocate upper bay")
        with pytest.raises(Refused, match="you have no unit 4"):
            await give(office, code, TOWER, "disband 4")
        async with office.services.context.db.read() as tx:
            assert await deadlines.get(tx, code, "early") is None
