"""Orders given ahead: what plays, when, and who learns of it; in each game, and through Discord."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.common.errors import Refused
from bot.engine import order_sheets
from bot.features.conditional_orders import store
from bot.features.conditional_orders import text as ahead_words
from bot.features.conditional_orders.lines import Condition
from bot.features.conditional_orders.planning import notes_of
from bot.features.conditional_orders.playing import happened, past_of
from bot.presenters.newyork2047 import text as sentences
from bot.storage import deadlines, drafts, players
from bot.storage.records import Draft
from bot.storage.rows import remove, save
from tests.bot import nemein, ww3
from tests.bot.clocks import turn
from tests.bot.newyork import GREENE, PAPST, STORM, TOWER, TROUBLE, all_ready, new_york, place
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, THIRD, PostOffice, labels
from tests.bot.silent import nme
from tests.bot.transactions import looking, writing
from tests.bot.world import World, buttons, words

THREE = (HOST, GUEST, THIRD)
BARE = {
    "red": {"e1": "B", "d4": "A", "f9": "S"},
    "blue": {"a7": "B"},
    "silver": {"g11": "B", "h4": "S", "i4": "S"},
}
"""Blue has nothing that moves."""


async def give(office: PostOffice, code: str, user: int, text: str) -> str:
    return (await office.services.planning.give(code, user, text)).text


async def kept(office: PostOffice, code: str, user: int) -> list[str]:
    """The lines of the user's plan."""
    text = (await office.services.planning.show(code, user)).text
    return re.findall("^- `(.*)`$", text, re.MULTILINE)


async def play(office: PostOffice, code: str, user: int, text: str) -> None:
    """An order, and what plays itself after it."""
    await office.send(code, user, text)
    await office.deliver()
    await office.pass_time(1)


async def desk(office: PostOffice, code: str, user: int) -> str:
    return (await office.services.desks.desk(code, user)).words


PLANS = {
    "lines that begin alike go on together": (
        "if e7-e6 then d2-d3 if d8-d7 then c2-c4\nif e7e6 then d2-d3 if d8-c8 then b4-c4",
        ("e7-e6", 2),
        ["if d8-d7 then c2-c4", "if d8-c8 then b4-c4"],
    ),
    "the first reply that is possible counts": (
        "if e7-e6 then d3-d4\nif e7-e6 then d2-d3",
        ("e7-e6", 2),
        [],
    ),
    "a queue plays where no reply fits": (
        "if d8-c8 then a5-a6; queue d2-d3; c2-c4",
        ("e7-e6", 2),
        ["queue c2-c4"],
    ),
    "a sign that is left out is read when its turn comes": (
        "queue d2 d3; c2–c4",
        ("e7-e6", 2),
        ["queue c2-c4"],
    ),
    "a reply that is not possible": ("if e7-e6 then d3-d4", ("e7-e6", 1), []),
}


class TestReplies:
    @pytest.mark.parametrize("what", PLANS)
    async def test_a_plan_after_one_order_of_the_other_side(self, office: PostOffice, what: str) -> None:
        text, (order, then), left = PLANS[what]
        code = await office.game()
        await office.services.planning.give(code, GUEST, text, whole=True)
        await play(office, code, HOST, order)
        assert await turn(office, code) == then and await kept(office, code, GUEST) == left
        if then == 2:
            assert "Amphibian d2-d3" in office.messenger.texts()[-1]
        else:
            assert "`d3-d4` isn't possible now: " in await desk(office, code, GUEST)

    async def test_a_reply_comes_at_once_and_its_chain_goes_on(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if E7 - e6 then D2-d3 if d8-d7 then c2-c4; if d8-c8 then a5-a6")
        lines = ["if e7-e6 then d2-d3 if d8-d7 then c2-c4", "if d8-c8 then a5-a6"]
        assert await kept(office, code, GUEST) == lines
        await play(office, code, HOST, "e7-e6")
        assert "**Light** (Ben): Amphibian d2-d3." in office.messenger.texts()[-1]
        told = office.messenger.dms(GUEST)[-1]
        assert "I sent `d2-d3` for you" in told and "Still ahead: `if d8-d7 then c2-c4`." in told
        assert await kept(office, code, GUEST) == ["if d8-d7 then c2-c4"], "what did not happen is gone"
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4 and await kept(office, code, GUEST) == []
        assert "You have no more orders ahead." in office.messenger.dms(GUEST)[-1]
        await play(office, code, HOST, "h4-h3")
        assert await turn(office, code) == 5

    async def test_what_does_not_fit_is_gone_and_told_on_the_desk_alone(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3")
        await play(office, code, HOST, "d8-c8")
        assert await turn(office, code) == 1 and await kept(office, code, GUEST) == []
        gone = "These orders ahead no longer fit, so I dropped them: `if e7-e6 then d2-d3`."
        assert gone in office.messenger.dms(GUEST)[-1] and gone in await desk(office, code, GUEST)
        assert office.messenger.dms(GUEST)[-1].startswith("### Commander-In-Chief")
        await play(office, code, GUEST, "a5-a6")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 3, "it is not kept for later"
        assert gone not in await desk(office, code, GUEST)

    async def test_notes_are_told_in_the_turn_that_they_were_made_in(self, office: PostOffice) -> None:
        """Also if its clock shows the very moment at which the turn opened."""
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3")
        await play(office, code, HOST, "d8-c8")
        snapshot = await office.snapshot(code)
        opened = snapshot.since[0].at
        async with looking(office.services.context.db) as tx:
            plan = store.get(tx, code, "light")
        assert plan is not None and plan.at >= opened
        for at, told in ((opened, 1), (opened + 1, 1), (opened - 1, 0)):
            assert len(notes_of(snapshot, replace(plan, at=at))) == told

    async def test_a_new_line_takes_the_place_of_an_old_one(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3\nif d8-c8 then a5-a6")
        await give(office, code, GUEST, "if e7-e6 then c2-c4")
        assert await kept(office, code, GUEST) == ["if d8-c8 then a5-a6", "if e7-e6 then c2-c4"]
        await give(office, code, GUEST, "if e7-e6 then c2-c4 if d8-c8 then c4-d4")
        assert len(await kept(office, code, GUEST)) == 2, "a longer line takes the place of its beginning"
        await give(office, code, GUEST, "queue d2-d3")
        await give(office, code, GUEST, "queue c2-c4; c4-d4")
        assert (await kept(office, code, GUEST))[2:] == ["queue c2-c4; c4-d4"]

    async def test_in_ones_own_turn_it_is_for_the_turns_after(self, office: PostOffice) -> None:
        code = await office.game()
        said = await give(office, code, HOST, "if d2-d3 then d8-d7")
        assert ahead_words.STORED_NOW in said
        await play(office, code, HOST, "e7-e6")
        await play(office, code, GUEST, "d2-d3")
        assert await turn(office, code) == 3 and "d8-d7" in office.messenger.texts()[-1]

    async def test_several_seats_are_named(self, office: PostOffice) -> None:
        code = await office.game(*THREE, options="teams=dark")
        with pytest.raises(Refused, match=r"[Ww]hose order is `e7-e6`\? Write `dark-surface` or `dark-air`"):
            await give(office, code, THIRD, "if e7-e6 then d2-d3")
        with pytest.raises(Refused, match="for another side's order"):
            await give(office, code, THIRD, "if light e7-e6 then d2-d3")
        await give(office, code, THIRD, "if dark e7-e6 then d2-d3")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 2


class TestQueues:
    async def test_one_order_a_turn(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3; c2-c4; d2-d3; b4-c4")
        await play(office, code, HOST, "e7-e6")
        assert await kept(office, code, GUEST) == ["queue c2-c4; d2-d3; b4-c4"]
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4
        await play(office, code, HOST, "h4-h3")
        assert await turn(office, code) == 5, "d2 is empty: the queue stops"
        gone = "I dropped them: `queue d2-d3; b4-c4`. `d2-d3` isn't possible now"
        assert gone in await desk(office, code, GUEST) and await kept(office, code, GUEST) == []

    async def test_both_sides_may_play_by_themselves(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, HOST, "queue d8-d7; h4-h3")
        await give(office, code, GUEST, "queue d2-d3; c2-c4")
        await play(office, code, HOST, "e7-e6")
        for _ in range(3):
            await office.pass_time(1)
        assert await turn(office, code) == 5


class TestClock:
    async def test_a_missed_deadline_first_uses_the_queue(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, HOST, "if d2-d3 then h4-h3; queue e7-e6")
        await office.deliver()
        await office.pass_time(DAY + 1)
        assert "Amphibian e7-e6" in office.messenger.texts()[-1]
        assert await kept(office, code, HOST) == ["if d2-d3 then h4-h3"], "a reply is for what comes"
        async with looking(office.services.context.db) as tx:
            assert {player.missed for player in players.of_table(tx, code)} == {0}

    async def test_while_a_draw_is_offered_the_owner_looks_first(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3 if d8-d7 then c2-c4")
        await office.services.orders.declare(code, HOST, "draw")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1
        told = await desk(office, code, GUEST)
        assert "offered a draw" in told and "ahead: `if e7-e6 then d2-d3" in told
        assert "Your order:** `d2-d3`" in told and "not sent yet" in told
        await office.services.orders.send(code, GUEST)
        await office.deliver()
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4

    async def test_the_plan_of_an_offered_seat_does_not_run(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        async with writing(office.services.context.db) as tx:
            players.change(tx, code, GUEST, offered_at=office.clock.now(), offered_why="away")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1

    async def test_own_orders_on_the_sheet_come_before_the_plan(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3 if d8-d7 then c2-c4; queue b4-c4")
        await office.send(code, HOST, "e7-e6")
        context = office.services.context
        async with writing(context.db) as tx:
            snapshot = context.snapshot(tx, code)
            assert order_sheets.plays_itself(tx, snapshot)
            own = Draft(
                table_id=code,
                seat="light",
                turn=1,
                orders=("a5-a6",),
                ready=True,
                user_id=GUEST,
                at=context.clock.now(),
            )
            drafts.put(tx, own)
            order_sheets.play_automatically(tx, snapshot, context.clock.now())
            assert drafts.of_table(tx, code, 1)["light"].orders == ("a5-a6",)
            plan = store.get(tx, code, "light")
            assert plan is not None and list(plan.lines) == ["queue b4-c4"]

    async def test_apply_does_nothing_twice(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3; c2-c4")
        await office.send(code, HOST, "e7-e6")
        context = office.services.context
        async with writing(context.db) as tx:
            snapshot = context.snapshot(tx, code)
            order_sheets.play_automatically(tx, snapshot, context.clock.now())
            remove(tx, Draft, table_id=code, seat="light")
            order_sheets.play_automatically(tx, snapshot, context.clock.now())
            assert drafts.of_table(tx, code, 1) == {}
            plan = store.get(tx, code, "light")
            assert plan is not None and list(plan.lines) == ["queue c2-c4"]


class TestSecrecy:
    async def test_nobody_else_learns_of_a_plan(self, office: PostOffice) -> None:
        """Two games that differ in a plan alone look the same to everybody else."""
        seen = []
        for text in ("", "if d8-c8 then a5-a6; queue d3-d4"):
            code = await office.game(channel=600 + len(seen))
            await office.deliver()
            since = 0, len(office.messenger.dms(HOST))
            if text:
                await give(office, code, GUEST, text)
            await office.deliver()
            await play(office, code, HOST, "e7-e6")
            posts = [*office.messenger.texts(600 + len(seen))[2:], *office.messenger.dms(HOST)[since[1] :]]
            assert "ahead" not in "\n".join(posts)
            seen.append([re.sub(rf"{code}|<t:\d+|post \w+|<#\d+>|`\w{{64}}`", "", post) for post in posts])
            async with looking(office.services.context.db) as tx:
                assert deadlines.get(tx, code, "early") is None
        assert seen[0] == seen[1]

    async def test_only_who_plays_has_a_plan(self, office: PostOffice) -> None:
        code = await office.game()
        for deed in (
            office.services.planning.show(code, 99),
            office.services.planning.give(code, 99, "queue d2-d3"),
        ):
            with pytest.raises(Refused, match="You don't play"):
                await deed

    async def test_the_desk_shows_it_to_its_owner(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        assert "**Ahead:** `queue d2-d3`" in await desk(office, code, GUEST)
        assert "queue" not in await desk(office, code, HOST)
        turn = (await office.table(code)).turn
        assert "Ahead…" in labels(await office.services.desks.more(code, GUEST, turn))

    async def test_it_is_deaf_to_a_plan_of_who_left(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        async with writing(office.services.context.db) as tx:
            plan = store.get(tx, code, "light")
            assert plan is not None
            save(tx, type(plan)(table_id=code, seat="light", lines=plan.lines, user_id=77, at=plan.at))
        assert "queue" not in await desk(office, code, GUEST)
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1


class TestWriting:
    async def test_what_is_not_understood_says_what_would_work(self, office: PostOffice) -> None:
        code = await office.game()
        for text, why in {
            "if e7-e6": ahead_words.IF_WHAT,
            "if e7-e6 then d2-d3 then c2-c4": ahead_words.ONE_THEN,
            "d2-d3": ahead_words.BEGINS,
            "queue": ahead_words.QUEUE_WHAT,
            "if e7-e6 then fly": "not an order",
            "if z9-e6 then d2-d3": "there's no square z9",
            "if e7-e6 then d2-d3; c2-c4": ahead_words.ONE_ORDER,
            "if e7-e6 then concede": ahead_words.NO_DECLARATIONS,
            "if draw then d2-d3": ahead_words.NO_DECLARATIONS,
            "queue enhance b2": ahead_words.NO_SETUP,
            "queue " + "d2-d3; " * 11: ahead_words.TOO_MANY_TURNS(n=11, most=10),
            "\n".join(
                f"if e7-e6 then a{rank % 8 + 1}-b{rank % 7 + 1}" for rank in range(13)
            ): ahead_words.TOO_MANY_LINES(most=12),
        }.items():
            with pytest.raises(Refused) as refused:
                await give(office, code, GUEST, text)
            said = str(refused.value)
            assert why.lower() in said.lower() and f"Game `{code}`" in said, text
            assert (" Try " in said) != (" Write it like " in said), text
            assert "`if e7-e6 then d2-d3`" not in said or " Write it like " in said, "not legal for long"
            assert "also draw" not in said, "what is refused is not offered"
        assert await kept(office, code, GUEST) == []

    async def test_clearing(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        assert "Cleared" in await give(office, code, GUEST, "ahead clear")
        assert ahead_words.NONE in await give(office, code, GUEST, "ahead")

    async def test_a_window_of_an_earlier_turn_stores_nothing_and_gives_the_text_back(
        self, office: PostOffice
    ) -> None:
        code = await office.game()
        form = await office.services.planning.form(code, GUEST)
        assert "if e7-e6 then d2-d3" in form.fields[0].hint
        await play(office, code, HOST, "e7-e6")
        with pytest.raises(Refused, match=r"has moved on.*\n```\nif e7-e6 then d2-d3\n```"):
            await office.services.planning.give(code, GUEST, "if e7-e6 then d2-d3", turn=0, whole=True)

    async def test_by_direct_message(self, office: PostOffice) -> None:
        code = await office.game()
        await office.game(channel=CHANNEL + 1, game_key="nemein")
        await office.services.text_commands.read(GUEST, 1, "if e7-e6 then d2-d3")
        await office.deliver()
        assert "- `if e7-e6 then d2-d3`" in office.messenger.dms(GUEST)[-1], "only one of the games reads it"
        await office.services.text_commands.read(GUEST, 2, f"{code} ahead clear")
        await office.deliver()
        assert "Cleared" in office.messenger.dms(GUEST)[-1]
        other = await office.game(channel=CHANNEL + 2)
        await office.services.text_commands.read(GUEST, 3, "queue d2-d3")
        await office.deliver()
        assert "It could be `" in office.messenger.dms(GUEST)[-1]
        assert await kept(office, code, GUEST) == await kept(office, other, GUEST) == []


class TestNme:
    async def test_conditions_name_the_seats(self, office: PostOffice) -> None:
        code, who = await nme(office)
        with pytest.raises(Refused, match=r"[Ww]hose order is `A4-B4`\? Write `black` or `gray` before it"):
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
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
            assert not order_sheets.forced(snapshot, "blue") and not order_sheets.plays_itself(tx, snapshot)

    async def test_in_fog_a_condition_does_not_tell_what_moved(self, office: PostOffice) -> None:
        """An Air Craft's order names the ends of its way, a Soldier's all of it: both are the same here, and
        a letter before them changes nothing."""
        code, who = await ww3.in_office(office, *THREE, options="fog=on")
        await ww3.place(office.services, code, {"to_move": "red", "pieces": BARE})
        await office.send(code, who["red"], "d4-d6")
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
            past = past_of(tx, snapshot, "blue")
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
        async with looking(office.services.context.db) as tx:
            snapshot = office.services.context.snapshot(tx, code)
            past = past_of(tx, snapshot, "north")
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
        assert ahead_words.OPEN_ENDED in said
        await play(office, code, HOST, "end")
        assert await kept(office, code, GUEST) == ["queue end; house d4"]

    async def test_a_coin_that_is_left_out_must_stand_there(self, office: PostOffice) -> None:
        code = await nemein.in_office(office)
        with pytest.raises(Refused, match=r"No unit of yours stands on e2 now\. Name the coin"):
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
        assert sentences.MOVES_ITS_HOME(seat="Papst", space="Mott Haven") in told and "Greene 4 & 5" in told
        assert await kept(office, code, PAPST) == ["relocate astoria"]
        assert await kept(office, code, GREENE) == [], "a number may be another unit's next season"

    async def test_who_has_given_all_is_ready_and_the_other_is_waited_for(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await give(office, code, GREENE, "disband 5; disband 4")
        await all_ready(office, code, STORM)
        await office.deliver()
        assert await turn(office, code) == 1
        assert "Unit 4 is disbanded." in await desk(office, code, GREENE)
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
        assert "not ready yet" in told and "Unit 3 is disbanded." in told
        assert ahead_words.HELD_CHOICE(line="disband 3") in told

    async def test_what_may_be_given(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        for text in ("if 1 hold then 2 hold", "queue 1 hold", "1 hold"):
            with pytest.raises(Refused, match="only order the choices after the moves ahead"):
                await give(office, code, TOWER, text)
        with pytest.raises(Refused, match="A home base moves to a star space"):
            await give(office, code, TOWER, "relocate upper bay")
        with pytest.raises(Refused, match="You have no unit 4"):
            await give(office, code, TOWER, "disband 4")
        async with looking(office.services.context.db) as tx:
            assert deadlines.get(tx, code, "early") is None


async def test_the_window_the_command_and_direct_messages(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    looking = await ben.slash("orders")
    assert buttons(looking.message) == ["More…"]
    shown = await ben.more(looking.message, "Ahead…")
    said = await ben.submit(shown, lines="if e7-e6 then d2-d3\nqueue c2-c4")
    assert said.private and "- `if e7-e6 then d2-d3`\n- `queue c2-c4`" in said.text
    shown = await ben.click(said.message, "Write…")
    assert "queue c2-c4" in str(shown.modal), "what is there may be changed"
    assert ahead_words.BEGINS in (await ben.submit(shown, lines="c2-c4")).text
    assert "**Ahead:** `if e7-e6 then d2-d3` · `queue c2-c4`" in await ben.write("orders")
    said = await ben.slash("ahead", orders="if d8-d7 then a5-a6")
    assert said.private and said.text.count("\n- ") == 3
    assert ahead_words.NONE in (await ada.slash("ahead")).text
    assert not any("ahead" in words(post).lower() for post in (*game.posts, *ada.dms))
    open_window = await ben.click(said.message, "Write…")
    await ada.slash("order", order="e7-e6", send=True)
    await world.pass_time(2)
    assert "Amphibian d2-d3" in words(game.post)
    assert "I sent `d2-d3` for you" in words(ben.dms[-1])
    said = await ben.slash("ahead")
    assert said.text.count("\n- ") == 1
    said = await ben.click(said.message, "Clear")
    assert "Cleared" in said.text and buttons(said.message) == ["Write…", "-Clear"]
    assert (
        "Which game" not in await ben.write("queue a5-a6")
        and (await ben.slash("ahead")).text.count("\n- ") == 1
    )
    late = await ben.submit(open_window, lines="queue b4-c4")
    assert "has moved on" in late.text and "queue b4-c4" in late.text
