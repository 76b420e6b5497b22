"""Sheets of many orders, without Discord: giving, joining, readiness, the desk, typed messages."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.storage import drafts, steps
from tests.bot.newyork import GREENE, HAMBLET, PAPST, SEVEN, TOWER, TROUBLE, all_ready, new_york, place, storm
from tests.bot.parts import CHANNEL, PostOffice, labels, menus


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
    assert given.note == "Understood: `relocate midtown`."


async def test_what_was_understood_and_which_units_have_no_order(office: PostOffice) -> None:
    code = await new_york(office)
    given = await office.orders.give(code, TOWER, "1 to harlem")
    assert given.note == "Understood: `1 move harlem`. Without an order yet: `2` and `3`."
    desk = await office.desk(code, TOWER, note=given.note)
    assert given.note in desk.text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2 move soho; 3 move sooho; 9 hold", ["`2 move soho`", "`3 move sooho`", "mean Soho", "`9 hold`"]),
        ("2 hold; 2 harlem", ["`2 move harlem`: unit 2 has two orders in one sheet"]),
        ("2 hold; draw", ["`draw`: this stands alone"]),
        ("concede\n2 hold", ["`concede`: this stands alone"]),
        ("", ["There is no order in it"]),
        ("; ;", ["There is no order in it"]),
        ("\n".join(["9 hold"] * 40), ["`9 hold`", "… and 34 more."]),
        ("2 " + "x" * 3000, ["…"]),
    ],
)
async def test_a_message_with_a_wrong_line_changes_nothing(
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
    assert labels(await desks.desk(code, TOWER)) == ["Ready", "-Clear", "Type…", "Draw", "Concede", "Ahead…"]
    with pytest.raises(Refused, match="You are not ready"):
        await orders.unsend(code, TOWER, 0)
    await orders.give(code, TOWER, "1 harlem")
    assert "**Your orders** · not ready yet" in (await desks.desk(code, TOWER)).text
    for _ in range(2):  # pressed twice: the same
        given = await orders.send(code, TOWER, 0)
        assert not given.resolved and given.text == "You are ready." and given.note == ""
    desk = await desks.desk(code, TOWER)
    assert labels(desk)[:2] == ["Not ready", "Clear"]
    assert "· ready" in desk.text and "Waiting for 6 other orders." in desk.text
    await orders.unsend(code, TOWER, 0)
    assert await sheet(office, code) == (["1 move harlem"], False)
    assert labels(await desks.desk(code, TOWER))[0] == "Ready"


async def test_ready_with_nothing_given_sends_the_default_and_says_so(office: PostOffice) -> None:
    code = await new_york(office)
    orders = office.orders
    given = await orders.send(code, PAPST)
    assert given.note == "You gave no orders, so these count: `1 hold`, `2 hold`, `3 hold`."
    desk = await office.desk(code, PAPST, note=given.note)
    assert labels(desk)[:2] == ["Not ready", "-Clear"] and given.note in desk.text
    await orders.unsend(code, PAPST)
    assert await sheet(office, code, "papst") == ([], False)
    async with office.context.db.read() as tx:
        snapshot = await office.context.snapshot(tx, code)
        assert len(await office.context.missing(tx, snapshot)) == 7


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
    lines = desk.text.splitlines()
    assert lines[0] == f"### New York 2047 `{code}` · turn 1 · Spring 2047"
    assert lines[1] == f"You are **Tower** in <#{CHANNEL}>."
    units = [line for line in lines if line.startswith("` ")]
    assert [line.partition(": ")[2] for line in units] == ["**move to Harlem**", "**move to Harlem**", "hold"]
    assert any(line.startswith("⚠ ") and "only one unit enters" in line for line in lines)
    assert any("**0 of 7** are ready · Due <t:" in line for line in lines)
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
    onward = next(c.value for c in menus(desk)[1].choices if c.value.startswith("@2@harlem"))
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
    assert (
        field.label == "Your orders"
        and field.hint == "One a line, such as 1 move harlem; 2 move harlem_river"
    )
    await office.orders.give(code, TOWER, field.hint.partition("as ")[2])
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
    assert len(desk.text) <= 1940
    assert sum(": **move to Kennedy**" in line for line in desk.text.splitlines()) == 14
    assert "Understood: it all." in desk.text and "Press **Ready**" in desk.text and "Due" in desk.text
    assert desk.text.count("**") % 2 == 0
    assert "-# … more of it stands in the channel" in desk.text
    shown = [line for line in desk.text.splitlines() if line.startswith("**News")]
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
    assert "Understood: `1 move harlem`, `2 support 1 to harlem`. Without an order yet: `3`." in told
    assert "` 1` Cloisters: **move to Harlem**" in told and "not ready yet" in told
    told = await say(101, f"{code.upper()}\n3 hold")
    assert "Understood: `3 hold`." in told and "Without" not in told
    assert "`4 hold`: you have no unit 4" in await say(102, "3 harlem; 4 hold")
    assert await sheet(office, code) == (["1 move harlem", "2 support 1 to harlem", "3 hold"], False)
    assert "· ready" in await say(103, "ready")
    assert "not ready yet" in await say(104, "Not ready")
    assert "You are not ready" in await say(105, "unready")
    assert "**Your orders** · not ready yet" in await say(106, "clear")
    assert "You gave no orders, so these count" in await say(107, "ready")


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
        with pytest.raises(Refused, match="nothing to choose now"):
            await orders.give(code, user, text)
        with pytest.raises(Refused, match="There is no order to send"):
            await orders.send(code, user)
    desk = await office.desk(code, TOWER)
    assert "You owe no order now." in desk.text and "Adjustment after spring 2047" in desk.text
    assert labels(desk) == ["Draw", "Concede", "Ahead…"]


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
    assert "Your home base is lost" in desk.text and "Mott Haven" in desk.text
    await office.orders.send(code, PAPST)
    assert (await office.orders.send(code, GREENE)).resolved
