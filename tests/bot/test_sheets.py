"""Sheets of many orders, without Discord: joining, readiness, the desk, typed messages, and what follows."""

from __future__ import annotations

import json
import re
from itertools import takewhile

import pytest

from adjudicator.codec import digest
from bot.common.errors import Refused
from bot.engine import posts
from bot.engine import text as told_of
from bot.presenters.newyork2047 import text as sentences
from bot.presenters.text import YOUR_MOVE
from bot.storage import drafts, steps
from tests.bot.clocks import due, row
from tests.bot.newyork import (
    CHRISTOFORI,
    DUNNING,
    GREENE,
    HAMBLET,
    PAPST,
    SEVEN,
    STORM,
    TOWER,
    TROUBLE,
    all_ready,
    new_york,
    place,
    storm,
)
from tests.bot.nme import TO_THE_END, by_lot, three
from tests.bot.parts import CHANNEL, DAY, HOST, HOUR, STRANGER, PostOffice, labels, menus
from tests.bot.test_nme_desk import concede
from tests.bot.transactions import looking
from tests.bot.world import Game, World, words


async def sheet(office: PostOffice, code: str, seat: str = "tower") -> tuple[list[str], bool]:
    """The stored draft of the open turn, and whether it is ready."""
    turn = (await office.table(code)).turn
    kept = await office.read(drafts.get, code, seat, turn)
    return (list(kept.orders), kept.ready) if kept is not None else ([], False)


async def test_orders_join_the_sheet_and_replace_what_their_unit_had(office: PostOffice) -> None:
    code = await new_york(office)
    give = office.orders.give
    await give(code, TOWER, "3 hold")
    await give(code, TOWER, "1 morningside")
    await give(code, TOWER, "2 s 1 to morningside; 1 harlem\nrelocate chelsea")
    assert await sheet(office, code) == (
        ["1 move harlem", "2 support 1 to morningside", "3 hold", "relocate chelsea"],
        False,
    )
    given = await give(code, TOWER, "relocate midtown")
    assert (await sheet(office, code))[0][-1] == "relocate midtown"
    assert given.text == told_of.UNDERSTOOD(orders="`relocate Midtown`") and given.note == ""


async def test_what_was_understood_and_which_units_have_no_order(office: PostOffice) -> None:
    code = await new_york(office)
    given = await office.orders.give(code, TOWER, "1 to harlem")
    assert given.text == told_of.UNDERSTOOD(orders="`1 move Harlem`")
    desk = await office.desk(code, TOWER)
    assert sentences.SHEET_NONE(units="`2` Cloisters, `3` Cloisters") in desk.words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2 move soho; 3 move sooho; 9 hold", ["`2 move soho`", "`3 move sooho`", "mean Soho", "`9 hold`"]),
        ("2 hold; 2 harlem", ["`2 hold`: Unit 2 has two orders", "`2 harlem`: Unit 2 has two orders"]),
        ("2 hold; 2 harlem; 2 hold", ["`2 hold`: Unit 2 has two orders"]),
        ("9 hold; draw", ["Send `draw` alone"]),
        ("", ["There is no order in it"]),
        ("; ;", ["There is no order in it"]),
        ("\n".join(["9 hold"] * 40), ["`9 hold`", "… and 36 more."]),
        ("2 " + "x" * 3000, ["…"]),
    ],
)
async def test_a_message_without_a_good_line_changes_nothing(
    office: PostOffice, text: str, wanted: list[str]
) -> None:
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 harlem")
    before = await office.dump()
    with pytest.raises(Refused) as caught:
        await office.orders.give(code, TOWER, text, send=True)
    said = str(caught.value)
    assert all(word in said for word in wanted), said
    assert said.endswith(f"Nothing has changed.\n-# Game `{code}`") and len(said) < 1900
    assert await office.dump() == before


@pytest.mark.parametrize(
    ("text", "kept", "told"),
    [
        ("2 hold; 3 harlm; 9 hold", ["2 hold"], ["✗ `3 harlm`: ", "✗ `9 hold`: "]),
        (
            "3 red hook, 2 morningside",
            ["2 move morningside"],
            ["Unit 3 can't reach Red Hook. From Cloisters"],
        ),
        ("2 hold; draw", ["2 hold"], ["Send `draw` alone"]),
        ("concede\n2 hold", ["2 hold"], ["Send `concede` alone"]),
        ("2 hold; 3 hold; 3 harlem", ["2 hold"], ["`3 hold`: Unit 3", "`3 harlem`: Unit 3"]),
        ("2 s 3; 3 harlem; 9 hold", ["2 support 3 to harlem", "3 move harlem"], ["`2 s 3`: unit 2 supports"]),
        ("2 s 1; 9 hold", ["2 support 1 to harlem"], ["`2 s 1`: unit 2 supports unit 1 to Harlem."]),
    ],
)
async def test_good_lines_are_kept_and_each_wrong_one_is_told(
    office: PostOffice, text: str, kept: list[str], told: list[str]
) -> None:
    """However the lines are ordered; and a sheet with a wrong line is not sent."""
    code = await new_york(office)
    for some in (text, "; ".join(reversed(re.split("[;,\n]", text)))):
        await office.orders.give(code, TOWER, "1 harlem", send=True)
        given = await office.orders.give(code, TOWER, some, send=True)
        assert all(word in given.note for word in told), given.note
        assert told_of.KEPT_NOT_SENT in given.note and "Nothing has changed" not in given.note
        assert await sheet(office, code) == (["1 move harlem", *kept], False)
        await office.orders.clear(code, TOWER, 0)


async def test_a_support_is_completed_by_what_stands_on_the_sheet(office: PostOffice) -> None:
    code = await new_york(office)
    for text in ("2 s 1; 1 harlem", "1 harlem; 2 s 1"):
        given = await office.orders.give(code, TOWER, text)
        assert "`2 s 1`: unit 2 supports unit 1 to Harlem." in given.note
        assert (await sheet(office, code))[0] == ["1 move harlem", "2 support 1 to harlem"]
    given = await office.orders.give(code, TOWER, "3 s 1")
    assert "`3 s 1`: unit 3 supports unit 1 to Harlem." in given.note
    await office.orders.clear(code, TOWER, 0)
    with pytest.raises(Refused, match=r"Unit 1 has no order yet.* Try `3 support 1 to Harlem` or "):
        await office.orders.give(code, TOWER, "3 s 1")
    await office.orders.give(code, TOWER, "1 harlem")
    given = await office.orders.give(code, TOWER, "1 morningsidee; 2 s 1; 3 hold")
    assert "supports unit 1" not in given.note, "its old order is not what is meant"


async def test_two_may_support_each_other(office: PostOffice) -> None:
    code = await new_york(office)
    units = {"1": "cloisters", "2": "harlem", "3": "morningside"}
    await place(office, code, {**TROUBLE, "units": {**TROUBLE["units"], "tower": units}})
    given = await office.orders.give(code, TOWER, "2 s 3; 3 s 2; 9 hold")
    assert "`3 s 2`: unit 3 supports unit 2 holding Harlem." in given.note
    assert (await sheet(office, code))[0] == ["2 support 3 hold", "3 support 2 hold"]


async def test_what_would_work_is_for_that_unit_and_never_only_holds(office: PostOffice) -> None:
    code = await new_york(office)
    for text in ("lol what", "9 hold", "harlem", "2 xyzzy", "3 support 9 to harlem", "2 support 3 to ocean"):
        with pytest.raises(Refused) as caught:
            await office.orders.give(code, TOWER, text)
        _, _, offered = str(caught.value).partition(" Try ")
        orders = offered.partition("\n")[0].split("`")[1::2]
        assert not orders or any(not order.endswith(" hold") for order in orders), caught.value
        if text[0].isdigit():
            assert {order[0] for order in orders} <= {text[0]}, caught.value


class TestReadyAsks:
    async def test_once_where_nothing_was_ordered(self, office: PostOffice) -> None:
        code = await new_york(office)
        given = await office.orders.send(code, TOWER, asks=True)
        assert given.asks is not None and given.text == told_of.FORGOTTEN_ALL and not given.resolved
        assert labels(given.asks) == [told_of.READY_ANYWAY, told_of.BACK]
        assert await sheet(office, code) == ([], False)
        await office.orders.send(code, TOWER)
        assert await sheet(office, code) == ([], True)
        again = await office.orders.send(code, TOWER, asks=True)
        assert again.asks is None, "who is ready is not asked"

    async def test_ready_once_more_is_an_answer(self, office: PostOffice) -> None:
        code = await new_york(office)
        assert (await office.orders.send(code, TOWER, asks=True)).asks is not None
        assert (await office.orders.send(code, PAPST, asks=True)).asks is not None, "each for oneself"
        assert (await office.orders.send(code, TOWER, asks=True)).asks is None
        assert await sheet(office, code) == ([], True)
        for _ in range(2):  # another gap is another question
            given = await office.orders.give(code, TOWER, "1 harlem; 2 s 1", send=True, asks=True)
        assert given.asks is None and (await sheet(office, code))[1]

    @pytest.mark.parametrize(
        ("orders", "units"),
        [
            ("1 harlem; 2 s 1", "3"),  # the others have orders
            ("2 support 1 to harlem", "1"),  # it was to move
            ("1 harlem", ""),
            ("1 harlem; 2 hold; 3 hold", ""),
            ("2 support 1 to harlem; 1 morningside", "3"),
        ],
    )
    async def test_where_a_unit_cannot_have_been_meant_to_hold(
        self, office: PostOffice, orders: str, units: str
    ) -> None:
        code = await new_york(office)
        given = await office.orders.give(code, TOWER, orders, send=True, asks=True)
        assert (given.asks is not None) == bool(units)
        assert (await sheet(office, code))[1] == (not units)
        if units:
            assert told_of.FORGOTTEN(n=1, units=units) in given.text

    async def test_choices_are_not_asked_about(self, office: PostOffice) -> None:
        """Their default stands on the desk."""
        code = await storm(office)
        assert (await office.orders.send(code, PAPST, asks=True)).asks is None


async def test_every_change_takes_ready_back(office: PostOffice) -> None:
    code = await new_york(office)
    orders = office.orders
    for change in (
        lambda: orders.give(code, TOWER, "2 hold"),
        lambda: orders.give_values(code, TOWER, ["1 hold"], 0),
        lambda: orders.unsend(code, TOWER, 0),
    ):
        await orders.give(code, TOWER, "1 harlem", send=True)
        assert (await sheet(office, code))[1]
        await change()
        assert not (await sheet(office, code))[1] and (await sheet(office, code))[0]
    await orders.send(code, TOWER)
    await orders.clear(code, TOWER, 0)
    assert await sheet(office, code) == ([], False)


async def test_ready_and_not_ready(office: PostOffice) -> None:
    code = await new_york(office)
    orders, desks = office.orders, office.services.desks
    assert labels(await desks.desk(code, TOWER)) == ["Ready", "Type…", "More…"]
    with pytest.raises(Refused, match="You are not ready"):
        await orders.unsend(code, TOWER, 0)
    await orders.give(code, TOWER, "1 harlem")
    assert told_of.YOUR_ORDERS in (await desks.desk(code, TOWER)).words
    for _ in range(2):  # pressed twice: the same
        given = await orders.send(code, TOWER, 0)
        assert not given.resolved and given.text == "You are ready." and given.note == ""
    desk = await desks.desk(code, TOWER)
    assert labels(desk)[:2] == ["Not ready", "Clear"]
    assert told_of.YOUR_ORDERS_READY in desk.words and "Waiting for 6 other players." in desk.words
    await orders.unsend(code, TOWER, 0)
    assert await sheet(office, code) == (["1 move harlem"], False)
    assert labels(await desks.desk(code, TOWER))[0] == "Ready"


async def test_ready_with_nothing_given_sends_the_default_and_says_so(office: PostOffice) -> None:
    code = await new_york(office)
    orders = office.orders
    given = await orders.send(code, PAPST)
    assert given.note == told_of.NOTHING_GIVEN
    desk = await office.desk(code, PAPST, note=given.note)
    assert labels(desk)[0] == "Not ready" and given.note in desk.words
    await orders.unsend(code, PAPST)
    assert await sheet(office, code, "papst") == ([], False)
    async with looking(office.context.db) as tx:
        snapshot = office.context.snapshot(tx, code)
        assert len(office.context.missing(tx, snapshot)) == 7


async def test_units_without_an_order_hold_and_the_record_says_so(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "2 harlem"})
    step = await office.read(steps.newest, code)
    assert step is not None
    assert step.orders["tower"] == ("1 hold", "2 move harlem", "3 hold")
    assert step.orders["papst"] == ("1 hold", "2 hold", "3 hold") and len(step.orders) == 7


async def test_the_desk_has_a_line_for_each_unit_its_warnings_and_its_preview(office: PostOffice) -> None:
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 harlem; 2 harlem")
    desk = await office.desk(code, TOWER)
    lines = desk.words.splitlines()
    assert lines[0] == f"### New York 2047 `{code}` · turn 1 · Spring 2047"
    assert lines[1].startswith(f"You are **Tower** in <#{CHANNEL}> · due <t:")
    units = [line for line in lines if line.startswith("`")]
    assert units == [
        *(sentences.SHEET_MOVE(unit=unit, space="Cloisters", target="Harlem ★") for unit in "12"),
    ]
    assert sentences.SHEET_NONE(units="`3` Cloisters") in lines
    assert any(line.startswith("⚠ ") and "only one can enter" in line for line in lines)
    assert told_of.READY_COUNT(done=0, all=7) in desk.small
    _, view, extras = office.renderer.painted[-1]
    assert view.seat == "tower" and [str(order) for order in extras["draft"]] == [
        "1 move harlem",
        "2 move harlem",
    ]
    assert extras["events"] == () and extras["size"] == 0


async def test_the_menus_lead_from_unit_to_support(office: PostOffice) -> None:
    code = await new_york(office)
    desks = office.services.desks
    units, deeds = menus(await desks.desk(code, TOWER))
    assert [choice.value for choice in units.choices] == ["1", "2", "3"]
    desk = await desks.desk(code, TOWER, picked="2")
    assert "@2@harlem" in [c.value for c in menus(desk)[1].choices]
    onward = "@2@harlem"
    supports = menus(await desks.desk(code, TOWER, picked=onward[1:]))[2]
    assert "2 support 1 to harlem" in [choice.value for choice in supports.choices]
    await office.orders.give_values(code, TOWER, ["2 support 1 to harlem"], 0)
    assert (await sheet(office, code))[0] == ["2 support 1 to harlem"]
    every = {menu.id for menu in menus(await desks.desk(code, TOWER, picked="2@harlem"))}
    assert len(every) == 3 and units.id not in every, "their ids tell them, and what they show, apart"
    assert deeds.id.split(":")[1] == "do"


async def test_the_form_and_what_it_says(office: PostOffice) -> None:
    code = await new_york(office)
    form = await office.services.desks.form(code, TOWER, 0)
    [field] = form.fields
    assert field.label == "Your orders" and field.hint == told_of.TYPE_HINT_MANY(example="1 harlem; 2 hold")
    await office.orders.give(code, TOWER, field.hint.partition(": ")[2])
    assert len((await sheet(office, code))[0]) == 2


async def test_a_desk_with_much_to_say_keeps_its_sheet(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await new_york(office)
    units = {str(n): "jamaica" for n in range(1, 15)}
    await place(office, code, {**TROUBLE, "units": {**TROUBLE["units"], "greene": units}})
    presenter = office.context.presenters["newyork2047"]
    long = [f"**News {n}:** {'word ' * 30}" for n in range(20)]
    monkeypatch.setattr(presenter, "news", lambda *_: long)
    await office.orders.give(code, GREENE, "; ".join(f"{n} kennedy" for n in units))
    desk = await office.desk(code, GREENE, note="Understood: it all.")
    text = desk.words
    assert sum("Jamaica → **Kennedy ★**" in line for line in text.splitlines()) == 14
    assert "Understood: it all." in text and "Ready" in labels(desk)
    assert len(text) < 4000 and text.count("**") % 2 == 0
    shown = [line for line in text.splitlines() if line.startswith("**News")]
    assert shown == long[: len(shown)] and len(shown) <= 12


async def test_suggestions_are_of_the_own_view_and_draft_alone(office: PostOffice) -> None:
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 harlem")
    before = await office.services.desks.suggest(code, PAPST, "")
    await office.orders.give(code, TOWER, "2 harlem_river; 3 hold", send=True)
    assert await office.services.desks.suggest(code, PAPST, "") == before
    offered = [choice.value for choice in await office.services.desks.suggest(code, TOWER, "1 hold; 2 har")]
    assert "1 hold; 2 move harlem" in offered
    for text in offered:
        await office.orders.give(code, TOWER, text)
    for user in SEVEN:
        found = await office.services.desks.suggest(code, user, "")
        assert 0 < len(found) <= 25 and all(len(choice.value) <= 100 for choice in found)


async def test_typed_messages_are_answered_by_the_desk(office: PostOffice) -> None:
    code = await new_york(office)
    await office.deliver()

    async def say(number: int, text: str) -> str:
        await office.services.text_commands.read(TOWER, number, text)
        await office.deliver()
        return office.messenger.dms(TOWER)[-1]

    told = await say(100, "1 harlem\n2 s 1 harlem")
    assert "`1` Cloisters → **Harlem ★**" in told and "Not ready yet" in told
    assert sentences.SHEET_NONE(units="`3` Cloisters") in told
    told = await say(101, f"{code.upper()}\n3 hold")
    assert "`3` Cloisters holds" in told and "No order" not in told
    assert "✗ `4 hold`: You have no unit 4" in await say(102, "3 morningside; 4 hold")
    assert await sheet(office, code) == (
        ["1 move harlem", "2 support 1 to harlem", "3 move morningside"],
        False,
    )
    assert "✓ Sent" in await say(103, "ready")
    assert "Not ready yet" in await say(104, "Not ready")
    assert await say(105, "unready") == told_of.WAS_NOT_READY
    assert "No orders now" in await say(106, "clear")
    assert await say(107, "ready") == told_of.FORGOTTEN_ALL
    assert await sheet(office, code) == ([], False)
    assert told_of.NOTHING_GIVEN in await say(108, "ready anyway")


async def test_not_ready_means_the_game_where_one_is(office: PostOffice) -> None:
    first = await new_york(office)
    await new_york(office, channel=CHANNEL + 1)
    await office.orders.send(first, TOWER)
    await office.services.text_commands.read(TOWER, 100, "not ready")
    assert await sheet(office, first) == ([], False)


async def test_who_owes_nothing_gives_nothing(office: PostOffice) -> None:
    code = await storm(office)
    orders = office.orders
    for user, text in ((TOWER, "1 hold"), (HAMBLET, "relocate midtown")):
        with pytest.raises(Refused, match="waiting for other players"):
            await orders.give(code, user, text)
        with pytest.raises(Refused, match="There is no order to send"):
            await orders.send(code, user)
    desk = await office.desk(code, TOWER)
    assert "Adjustment after spring 2047" in desk.words and menus(desk) == [] and "Ready" not in labels(desk)


async def test_choices_have_menus_of_their_own(office: PostOffice) -> None:
    code = await storm(office)
    [home] = menus(await office.desk(code, PAPST))
    assert sorted(choice.value for choice in home.choices) == ["relocate flushing", "relocate mott_haven"]
    [gone] = menus(await office.desk(code, GREENE))
    assert gone.least == gone.most == 2
    values = [choice.value for choice in gone.choices][:2]
    await office.orders.give_values(code, GREENE, values, 1)
    assert (await sheet(office, code, "greene"))[0] == values
    await office.orders.give(code, PAPST, "relocate mott haven")
    desk = await office.desk(code, PAPST)
    assert "Choose where your home base moves" in desk.words and "Mott Haven" in desk.words
    await office.orders.send(code, PAPST)
    assert (await office.orders.send(code, GREENE)).resolved


SOON = posts.READY_EVERY_S + 1


class TestNews:
    async def test_each_faction_is_told_what_happened_to_it_and_what_it_owes(
        self, office: PostOffice
    ) -> None:
        code = await storm(office)
        newest = {user: office.messenger.dms(user)[-1] for user in SEVEN}
        lost = sentences.YOUR_HOME_LOST(by="Tower", space="Astoria")
        assert lost in newest[PAPST]
        assert "Choose where your home base moves" in newest[PAPST]
        assert "You have 2 units too many" in newest[GREENE]
        assert sentences.YOU_ARE_OUT(by="Christofori", space="Coney Island") in newest[DUNNING]
        for user in (TOWER, CHRISTOFORI, DUNNING):
            assert newest[user].startswith(f"### New York 2047 `{code}` · turn 1 · Spring 2047")
            assert "Not your turn: " in newest[user] or "goes on without you: " in newest[user]
        assert "Adjustment after spring 2047" in newest[PAPST].splitlines()[0]

    async def test_who_is_out_reads_no_more_of_it(self, office: PostOffice) -> None:
        code = await storm(office)
        await all_ready(office, code)
        await office.deliver()
        count = len(office.messenger.dms(DUNNING))
        await all_ready(office, code)
        await office.deliver()
        assert len(office.messenger.dms(DUNNING)) == count

    async def test_a_draw_offer_does_not_hide_what_happened(self, office: PostOffice) -> None:
        code = await storm(office)
        await office.orders.declare(code, TOWER, "draw")
        desk = (await office.desk(code, PAPST)).words
        assert sentences.YOUR_HOME_LOST(by="Tower", space="Astoria") in desk and "offers a draw" in desk

    async def test_at_the_end_too(self, office: PostOffice) -> None:
        code = await new_york(office, options="last_year=2047")
        await all_ready(office, code)
        await all_ready(office, code, {TOWER: "1 harlem"})
        await office.deliver()
        texts = [message for _, message in office.messenger.channels[CHANNEL]]
        assert told_of.GAME_OVER in texts[-1].text
        assert "**Tower wins:**" in office.messenger.dms(PAPST)[-1]
        assert sentences.YOU_TOOK(spaces="Harlem ★") in office.messenger.dms(TOWER)[-1]
        message = await office.services.verification.verified(code)
        assert "every result is true" in message.text
        record = json.loads(message.files[0].data)
        assert record["steps"][-1]["seals"].keys() == record["steps"][-1]["orders"].keys()
        assert digest(record) and message.picture is None


class TestAdjustment:
    async def test_its_deadline_is_its_own(self, office: PostOffice) -> None:
        for given, hours in ((("24h", ""), 12), (("24h", "adjustment=2"), 2), (("3h", ""), 3)):
            channel = CHANNEL + hours
            code = await storm(office, deadline=given[0], options=given[1], channel=channel)
            assert abs(await due(office, code) - office.clock.time - hours * HOUR) < 60
            await all_ready(office, code)
            span = 24 if given[0] == "24h" else 3
            assert abs(await due(office, code) - office.clock.time - span * HOUR) < 60
        code = await storm(office, deadline="none", channel=CHANNEL + 100)
        assert await row(office, code) is None

    async def test_only_who_owes_is_called(self, office: PostOffice) -> None:
        code = await storm(office)
        _, call = office.messenger.channels[CHANNEL][-1]
        assert sorted(call.mentions) == [PAPST, GREENE] and told_of.READY_COUNT(done=0, all=2) in call.small
        await office.orders.give(code, PAPST, "relocate mott_haven", send=True)
        assert (await office.orders.send(code, GREENE)).resolved
        await office.deliver()
        told = office.messenger.texts()[-1]
        assert "turn 2 · Adjustment after spring 2047\n" in told and "Fall 2047" in told
        assert await office.table(code) and len(office.messenger.dms(TOWER)[-1].splitlines()) > 5

    async def test_at_the_deadline_the_default_counts(self, office: PostOffice) -> None:
        code = await storm(office)
        await office.pass_time(12 * HOUR + 60)
        snapshot = await office.snapshot(code)
        assert snapshot.phase.key == "fall" and snapshot.phase.turn == 2
        assert sorted(snapshot.step.orders) == ["greene", "papst"]
        missed = {player.user_id: player.missed for player in snapshot.players}
        assert missed[PAPST] == missed[GREENE] == 1 and missed[TOWER] == 0
        told = await office.services.fair_play.explained(code, PAPST)
        file = told.files[0].data.decode()
        assert file.count("gave no orders, these are the default") == 2

    async def test_choices_given_ahead(self, office: PostOffice) -> None:
        code = await new_york(office)
        await place(office, code, TROUBLE)
        await all_ready(
            office, code, STORM | {PAPST: "relocate mott_haven", GREENE: "disband 1; disband 3; 2 hold"}
        )
        snapshot = await office.snapshot(code)
        assert snapshot.phase.key == "fall", "nothing is left to choose"
        assert snapshot.state.homes["papst"] == "mott_haven"
        assert [unit.number for unit in snapshot.view("greene").units("greene")] == [2, 4, 5]


class TestTheLastOneMissing:
    async def test_a_concession_lets_the_turn_resolve(self, office: PostOffice) -> None:
        code = await new_york(office)
        for user in SEVEN[:6]:
            await office.orders.send(code, user)
        given = await office.orders.declare(code, SEVEN[6], "concede")
        assert given.resolved and "Turn 1 is resolved" in given.text
        snapshot = await office.snapshot(code)
        assert snapshot.phase.turn == 1 and len(snapshot.phase.owing) == 6
        await office.deliver()
        texts = office.messenger.texts()
        assert "concedes" in texts[-3] and "locked" in texts[-2] and "turn 1" in texts[-1]

    async def test_others_are_still_waited_for(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.orders.give(code, TOWER, "1 harlem", send=True)
        await office.deliver()
        given = await office.orders.declare(code, PAPST, "concede")
        assert not given.resolved
        assert "1 move harlem" in str((await office.dump())["drafts"])
        await office.pass_time(SOON)
        edited = [text for _, text in office.messenger.edited]
        assert told_of.READY_COUNT(done=1, all=6) in edited[-1]
        given = await office.orders.declare(code, GREENE, "draw")
        assert not given.resolved and given.note == "You have offered a draw."

    async def test_a_draw_that_all_agree_to_ends_it(self, office: PostOffice) -> None:
        code = await new_york(office)
        for user in SEVEN:
            given = await office.orders.declare(code, user, "draw")
        assert given.resolved and (await office.table(code)).status == "over"

    async def test_an_absent_one_does_not_hold_the_game(self, office: PostOffice) -> None:
        code = await new_york(office)
        await office.orders.give(code, TOWER, "1 harlem")
        await office.pass_time(DAY + 60)
        snapshot = await office.snapshot(code)
        assert snapshot.phase.turn == 1, "drafts count, sent or not"
        assert snapshot.step.orders["tower"][0] == "1 move harlem"
        assert {player.user_id for player in snapshot.players if player.missed} == set(SEVEN) - {TOWER}


class TestLookingBack:
    async def test_why(self, office: PostOffice) -> None:
        code = await storm(office)
        why = office.services.game_views.why
        told = (await why(code, PAPST, "tower 2")).text
        assert told.startswith(f"### New York 2047 `{code}` · turn 1 · Spring 2047") and "Astoria" in told
        assert "Astoria" in (await why(code, TOWER, "2")).text, "one's own by its number"
        await all_ready(office, code)
        assert "turn 1 · Spring" in (await why(code, TOWER, "2")).text, "choices belong to their turn"
        assert "disbanded" in (await why(code, TOWER, "greene 5")).text
        await all_ready(office, code)
        assert "turn 3 · Fall" in (await why(code, TOWER, "2")).text
        assert "turn 1 · Spring" in (await why(code, TOWER, "greene 5")).text, "when it was last there"
        with pytest.raises(Refused, match="Name the faction too"):
            await why(code, STRANGER, "2")
        with pytest.raises(Refused, match="Did you mean tower"):
            await why(code, PAPST, "towr 2")

    async def test_details_have_what_the_report_leaves_out(self, office: PostOffice) -> None:
        code = await storm(office)
        details, post = office.services.game_views.details, office.messenger.texts()[-1]
        assert "Stars" not in post and len(post.splitlines()) <= 15
        first = await details(code, STRANGER, 1, 0)
        assert "turn 1 · Spring 2047" in first.text and "**Papst**: 1 holds" in first.text
        assert labels(first) == ["-Orders", "Battles", "Stars"]
        assert "Stars +/- Units Max" in (await details(code, PAPST, 1, 9)).text
        await all_ready(office, code)
        ended = await details(code, PAPST, 2, 0)
        assert "turn 1 · Spring 2047" in ended.text and "disbands 5" in ended.text
        await all_ready(office, code, {TOWER: "1 hold"})
        assert "turn 3 · Fall 2047" in (await details(code, PAPST, 3, 0)).text
        assert "turn 1 · Spring 2047" in (await details(code, PAPST, 2, 0)).text, "the turn of its post"
        assert "turn 3 · Fall 2047" in (await details(code, PAPST, 77, 0)).text

    async def test_why_before_anything_happened_and_in_other_games(self, office: PostOffice) -> None:
        code = await new_york(office)
        with pytest.raises(Refused, match="No turn of game"):
            await office.services.game_views.why(code, TOWER, "1")
        assert await office.services.game_views.units(code, TOWER, "") == []
        with pytest.raises(Refused, match="No turn of game"):
            await office.services.game_views.why_menu(code, TOWER)
        with pytest.raises(Refused, match="No turn of game"):
            await office.services.game_views.details(code, TOWER, 0, 0)
        chess = await office.game(channel=CHANNEL + 1)
        await office.send(chess, HOST, "e7-e6")
        with pytest.raises(Refused, match="nothing to explain"):
            await office.services.game_views.why(chess, HOST, "e7")

    async def test_units_are_offered_own_first(self, office: PostOffice) -> None:
        code = await storm(office)
        found = await office.services.game_views.units(code, GREENE, "")
        assert found[0].value == "1" and len(found) <= 25
        assert [c.value for c in await office.services.game_views.units(code, GREENE, "tower")] == [
            "tower 1",
            "tower 2",
        ]
        [menu] = menus(await office.services.game_views.why_menu(code, GREENE))
        assert menu.choices == tuple(found) and menu.id.startswith("fpm:why:")
        assert await office.services.game_views.units("x9x9", GREENE, "") == []

    async def test_the_board_around_a_space_or_ones_own_front(self, office: PostOffice) -> None:
        code = await new_york(office)
        board = office.services.game_views.board
        await board(code, TOWER, zoom="soh")
        assert "soho" in office.renderer.painted[-1][2]["focus"]
        await board(code, TOWER, mine=True)
        assert "cloisters" in office.renderer.painted[-1][2]["focus"]
        assert office.renderer.painted[-1][2]["draft"] == ()
        assert ") · 1★ · 3 of 3 units · home Cloisters\n" in (await board(code, STRANGER)).text
        _, view, extras = office.renderer.painted[-1]
        assert extras["focus"] == () and view.seat is None
        with pytest.raises(Refused, match="Did you mean Red Hook") as caught:
            await board(code, TOWER, zoom="redd hok")
        assert "Nothing has changed" not in str(caught.value) and "\n" not in str(caught.value)
        with pytest.raises(Refused, match="You don't play"):
            await board(code, STRANGER, mine=True)
        places = await office.services.game_views.places(code, STRANGER, "red")
        assert [choice.value for choice in places] == ["red_hook"]
        chess = await office.game(channel=CHANNEL + 1)
        with pytest.raises(Refused, match="always shown whole"):
            await board(chess, HOST, zoom="e7")
        assert await office.services.game_views.places(chess, HOST, "e") == []

    async def test_history_fits_and_says_what_is_left_out(
        self, office: PostOffice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = await new_york(office)
        await all_ready(office, code)
        presenter = office.context.presenters["newyork2047"]
        monkeypatch.setattr(presenter, "narrate", lambda *_: ["**Tower** went on and on"] * 200)
        message = await office.services.history_pages.page(code, TOWER, "new")
        assert len(message.words) <= 4000 and "\n…" in message.words and message.files


LATE = "A5s-B8 L1-L2 E12-D11 B8-E9 L2-L3 D11-C10 E9xH9"
"""Black takes White's Infantry; Gray moves before White does."""
MOVES = LATE.split()


def told(game: Game, seat: str) -> list[str]:
    """What stands on a desk between the seat's name and its task."""
    lines, task = words(game.seats[seat].desk).splitlines()[2:], (YOUR_MOVE, "**Move", "**Flank", "**Your ")
    return list(takewhile(lambda line: not line.startswith(task), lines))


def moved(lines: list[str]) -> list[str]:
    return [line.partition("): ")[2] for line in lines if "): " in line]


async def test_of_three_seats_both_others(world: World) -> None:
    game = await by_lot(world, *three(world))
    assert told(game, "black") == []
    await game.play(MOVES[0])
    assert moved(told(game, "gray")) == ["Special Force A5s-B8."]
    await game.play(MOVES[1])
    assert moved(told(game, "white")) == ["Special Force A5s-B8.", "Infantry L1-L2."]
    await game.play(*MOVES[2:], "L3-K4")
    assert moved(told(game, "white")) == [
        "Infantry L3-K4.",
    ]
    assert any("takes **your** Infantry on H9" in line for line in told(game, "white"))


async def test_a_concession_is_told_a_vote_only_while_it_is_new(world: World) -> None:
    game = await by_lot(world, *three(world))
    await game.play(*MOVES[:3])
    await game.seats["gray"].slash("draw")
    await concede(game.seats["gray"])
    await game.play(MOVES[3])
    lines = told(game, "white")
    assert lines[0].endswith(") concedes: no assassination for anybody.")
    assert lines[1].startswith("**Gray** (") and " is out. " in lines[1]
    assert moved(lines) == ["Special Force B8-E9."] and len(lines) == 3
    await game.seats["black"].slash("draw")
    desk = (await game.seats["white"].slash("orders")).text
    assert ") votes for a draw." in desk


async def test_two_seats_with_three_armies(world: World) -> None:
    game = await by_lot(world, *three(world)[:2], options="players=2")
    await game.play(*TO_THE_END.split()[:2])
    assert [line.partition(" (")[0] for line in told(game, "white")] == [*("**Black**", "**Gray**")]
    await game.play(*TO_THE_END.split()[2:5])
    [line] = told(game, "white")
    assert line.startswith("**Gray** (moved by White)"), "its own turn was the last"


async def test_two_seats_as_ever(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    await ben.slash("draw")
    await game.play("d2-d3")
    assert told(game, "dark") == ["**Light** (ben): Amphibian d2-d3."]
