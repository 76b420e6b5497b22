"""Orders given ahead, without Discord: what plays, when, and who learns of it."""

from __future__ import annotations

import re

import pytest

from bot.common.errors import Refused
from bot.engine import order_sheets
from bot.features.conditional_orders import store
from bot.storage import deadlines, drafts, players
from bot.storage.records import Draft
from tests.bot.clocks import turn
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, PostOffice, labels


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
    return (await office.services.desks.desk(code, user)).text


class TestReplies:
    async def test_a_reply_comes_at_once_and_its_chain_goes_on(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if E7 - e6 then D2-d3 if d8-d7 then c2-c4; if d8-c8 then a5-a6")
        lines = ["if e7-e6 then d2-d3 if d8-d7 then c2-c4", "if d8-c8 then a5-a6"]
        assert await kept(office, code, GUEST) == lines
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 2
        assert "**Light** (Ben): Amphibian d2 → d3." in office.messenger.texts()[-1]
        told = office.messenger.dms(GUEST)[-1]
        assert "I sent `d2-d3` for you" in told and "Still ahead: `if d8-d7 then c2-c4`." in told
        assert await kept(office, code, GUEST) == ["if d8-d7 then c2-c4"], "what did not happen is gone"
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4 and await kept(office, code, GUEST) == []
        assert "Nothing more is given ahead." in office.messenger.dms(GUEST)[-1]
        await play(office, code, HOST, "h4-h3")
        assert await turn(office, code) == 5

    async def test_lines_that_begin_alike_go_on_together(self, office: PostOffice) -> None:
        code = await office.game()
        await give(
            office,
            code,
            GUEST,
            "if e7-e6 then d2-d3 if d8-d7 then c2-c4\nif e7e6 then d2-d3 if d8-c8 then b4-c4",
        )
        await play(office, code, HOST, "e7-e6")
        assert await kept(office, code, GUEST) == ["if d8-d7 then c2-c4", "if d8-c8 then b4-c4"]

    async def test_what_does_not_fit_is_gone_and_told_on_the_desk_alone(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3")
        await play(office, code, HOST, "d8-c8")
        assert await turn(office, code) == 1 and await kept(office, code, GUEST) == []
        gone = "What you gave ahead does not fit any more, so it is gone: `if e7-e6 then d2-d3`."
        assert gone in office.messenger.dms(GUEST)[-1] and gone in await desk(office, code, GUEST)
        assert office.messenger.dms(GUEST)[-1].startswith("### Commander-In-Chief")
        await play(office, code, GUEST, "a5-a6")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 3, "it is not kept for later"
        assert gone not in await desk(office, code, GUEST)

    async def test_a_reply_that_is_not_possible_is_told_with_the_reason(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d3-d4")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1
        assert "`d3-d4` is not possible now: " in await desk(office, code, GUEST)

    async def test_the_first_reply_that_is_possible_counts(self, office: PostOffice) -> None:
        code = await office.game()
        await office.services.planning.give(
            code, GUEST, "if e7-e6 then d3-d4\nif e7-e6 then d2-d3", whole=True
        )
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 2

    async def test_a_new_reply_to_the_same_takes_the_place_of_the_old(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3\nif d8-c8 then a5-a6")
        await give(office, code, GUEST, "if e7-e6 then c2-c4")
        assert await kept(office, code, GUEST) == ["if d8-c8 then a5-a6", "if e7-e6 then c2-c4"]
        await give(office, code, GUEST, "if e7-e6 then c2-c4 if d8-c8 then c4-d4")
        assert len(await kept(office, code, GUEST)) == 2, "a longer line takes the place of its beginning"

    async def test_a_sign_that_is_left_out_is_read_when_its_turn_comes(self, office: PostOffice) -> None:
        """It is a move now; a piece that came to d3 would make it a capture. A sign that is there counts."""
        code = await office.game()
        await give(office, code, GUEST, "queue d2 d3; c2–c4")
        assert await kept(office, code, GUEST) == ["queue d2 d3; c2-c4"]
        await play(office, code, HOST, "e7-e6")
        assert "Amphibian d2 → d3" in office.messenger.texts()[-1]

    async def test_in_ones_own_turn_it_is_for_the_turns_after(self, office: PostOffice) -> None:
        code = await office.game()
        said = await give(office, code, HOST, "if d2-d3 then d8-d7")
        assert "It is your turn now: this is for the turns after it" in said
        await play(office, code, HOST, "e7-e6")
        await play(office, code, GUEST, "d2-d3")
        assert await turn(office, code) == 3 and "d8 → d7" in office.messenger.texts()[-1]

    async def test_several_seats_are_named(self, office: PostOffice) -> None:
        code = await office.game(HOST, GUEST, 13, options="teams=dark")
        light = 13
        with pytest.raises(Refused, match="say whose order `e7-e6` is: write `dark-surface` or `dark-air`"):
            await give(office, code, light, "if e7-e6 then d2-d3")
        with pytest.raises(Refused, match="about the order of another side"):
            await give(office, code, light, "if light e7-e6 then d2-d3")
        await give(office, code, light, "if dark e7-e6 then d2-d3")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 2


class TestQueues:
    async def test_one_order_a_turn(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3; c2-c4; d2-d3; b4-c4")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 2 and await kept(office, code, GUEST) == [
            "queue c2-c4; d2-d3; b4-c4"
        ]
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4
        await play(office, code, HOST, "h4-h3")
        assert await turn(office, code) == 5, "d2 is empty: the queue stops"
        assert "it is gone: `queue d2-d3; b4-c4`. `d2-d3` is not possible now" in await desk(
            office, code, GUEST
        )
        assert await kept(office, code, GUEST) == []

    async def test_a_queue_plays_where_no_reply_fits(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if d8-c8 then a5-a6; queue d2-d3; c2-c4")
        await play(office, code, HOST, "e7-e6")
        assert "Amphibian d2 → d3" in office.messenger.texts()[-1]
        assert await kept(office, code, GUEST) == ["queue c2-c4"]

    async def test_a_new_queue_takes_the_place_of_the_old(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        await give(office, code, GUEST, "queue c2-c4; c4-d4")
        assert await kept(office, code, GUEST) == ["queue c2-c4; c4-d4"]

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
        assert "Amphibian e7 → e6" in office.messenger.texts()[-1]
        assert await kept(office, code, HOST) == ["if d2-d3 then h4-h3"], "a reply is for what comes"
        async with office.services.context.db.read() as tx:
            assert {player.missed for player in await players.of_table(tx, code)} == {0}

    async def test_while_a_draw_is_offered_the_owner_looks_first(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3 if d8-d7 then c2-c4")
        await office.services.orders.declare(code, HOST, "draw")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1
        told = await desk(office, code, GUEST)
        assert "A draw is offered, so what you gave ahead (`if e7-e6 then d2-d3" in told
        assert "Your order: `d2-d3`" in told and "not sent yet" in told
        await office.services.orders.send(code, GUEST)
        await office.deliver()
        await play(office, code, HOST, "d8-d7")
        assert await turn(office, code) == 4

    async def test_the_plan_of_an_offered_seat_does_not_run(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        async with office.services.context.db.begin() as tx:
            await players.offer(tx, code, GUEST, office.clock.now(), "away")
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1

    async def test_own_orders_on_the_sheet_come_before_the_plan(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "if e7-e6 then d2-d3 if d8-d7 then c2-c4; queue b4-c4")
        await office.send(code, HOST, "e7-e6")
        context = office.services.context
        async with context.db.begin() as tx:
            snapshot = await context.snapshot(tx, code)
            assert await order_sheets.plays_itself(tx, snapshot)
            own = Draft(
                table_id=code,
                seat="light",
                turn=1,
                orders=("a5-a6",),
                ready=True,
                user_id=GUEST,
                at=context.clock.now(),
            )
            await drafts.put(tx, own)
            await order_sheets.play_automatically(tx, snapshot, context.clock.now())
            assert (await drafts.of_table(tx, code, 1))["light"].orders == ("a5-a6",)
            plan = await store.get(tx, code, "light")
            assert plan is not None and list(plan.lines) == ["queue b4-c4"]

    async def test_apply_does_nothing_twice(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3; c2-c4")
        await office.send(code, HOST, "e7-e6")
        context = office.services.context
        async with context.db.begin() as tx:
            snapshot = await context.snapshot(tx, code)
            await order_sheets.play_automatically(tx, snapshot, context.clock.now())
            await drafts.clear(tx, code, "light")
            await order_sheets.play_automatically(tx, snapshot, context.clock.now())
            assert await drafts.of_table(tx, code, 1) == {}
            plan = await store.get(tx, code, "light")
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
            posts = [*office.messenger.texts(600 + len(seen))[1:], *office.messenger.dms(HOST)[since[1] :]]
            assert "ahead" not in "\n".join(posts)
            seen.append([re.sub(rf"{code}|<t:\d+|post \w+|<#\d+>|`\w{{64}}`", "", post) for post in posts])
            async with office.services.context.db.read() as tx:
                assert await deadlines.get(tx, code, "early") is None
        assert seen[0] == seen[1]

    async def test_only_who_plays_has_a_plan(self, office: PostOffice) -> None:
        code = await office.game()
        for deed in (
            office.services.planning.show(code, 99),
            office.services.planning.give(code, 99, "queue d2-d3"),
        ):
            with pytest.raises(Refused, match="You do not play"):
                await deed

    async def test_the_desk_shows_it_to_its_owner(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        assert "Given ahead: `queue d2-d3`" in await desk(office, code, GUEST)
        assert "queue" not in await desk(office, code, HOST)
        assert "Ahead…" in labels(await office.services.desks.desk(code, GUEST))

    async def test_it_is_deaf_to_a_plan_of_who_left(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        async with office.services.context.db.begin() as tx:
            plan = await store.get(tx, code, "light")
            assert plan is not None
            await store.put(
                tx, type(plan)(table_id=code, seat="light", lines=plan.lines, user_id=77, at=plan.at)
            )
        assert "queue" not in await desk(office, code, GUEST)
        await play(office, code, HOST, "e7-e6")
        assert await turn(office, code) == 1


class TestWriting:
    async def test_what_is_not_understood_says_what_would_work(self, office: PostOffice) -> None:
        code = await office.game()
        for text, why in {
            "if e7-e6": "say what happens, then, and your reply",
            "if e7-e6 then d2-d3 then c2-c4": "each if has one then",
            "d2-d3": "begins with if or with queue",
            "queue": "name the orders, one for each turn",
            "if e7-e6 then fly": "not an order",
            "if z9-e6 then d2-d3": "z9 is not on the board",
            "if e7-e6 then d2-d3; c2-c4": "a turn is one order here",
            "if e7-e6 then concede": "never given ahead",
            "if draw then d2-d3": "never given ahead, nor waited for",
            "queue enhance b2": "the set-up is not given ahead",
            "queue " + "d2-d3; " * 11: "ne line has 11 turns; 10 are the most",
            "\n".join(
                f"if e7-e6 then a{rank % 8 + 1}-b{rank % 7 + 1}" for rank in range(13)
            ): "more than 12 lines",
        }.items():
            with pytest.raises(Refused) as refused:
                await give(office, code, GUEST, text)
            said = str(refused.value)
            assert why in said and f"Game `{code}`" in said, text
            assert ("This would work" in said) != ("It is written like this" in said), text
            assert "`if e7-e6 then d2-d3`" not in said or "It is written like this" in said, (
                "not legal for long"
            )
            assert "also draw" not in said, "what is refused is not offered"
        assert await kept(office, code, GUEST) == []

    async def test_clearing(self, office: PostOffice) -> None:
        code = await office.game()
        await give(office, code, GUEST, "queue d2-d3")
        assert "Cleared" in await give(office, code, GUEST, "ahead clear")
        assert "Nothing is given ahead." in await give(office, code, GUEST, "ahead")

    async def test_a_window_of_an_earlier_turn_stores_nothing_and_gives_the_text_back(
        self, office: PostOffice
    ) -> None:
        code = await office.game()
        form = await office.services.planning.form(code, GUEST)
        assert "if e7-e6 then d2-d3" in form.fields[0].hint
        await play(office, code, HOST, "e7-e6")
        with pytest.raises(Refused, match=r"has gone on meanwhile.*\n```\nif e7-e6 then d2-d3\n```"):
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
        assert "These could read it: `" in office.messenger.dms(GUEST)[-1]
        assert await kept(office, code, GUEST) == await kept(office, other, GUEST) == []
