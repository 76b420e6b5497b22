"""Nemein at the desk: orders of the other phase are refused, and no press is lost or misread."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.nemein.money import CODES
from bot.common.errors import Refused
from tests.bot.nemein import MIDDLE, in_office
from tests.bot.parts import HOST, PostOffice, menus
from tests.conformance import GAMES

FIRST = "the handful and its placement come first"
ALREADY = "the handfuls are on the board already"


@pytest.mark.parametrize("send", [False, True])
@pytest.mark.parametrize("draft", ["", "handful stock"])
async def test_a_turn_in_the_set_up(office: PostOffice, draft: str, send: bool) -> None:
    code = await office.game(game_key="nemein")
    if draft:
        await office.services.orders.give(code, HOST, draft)
    before = await office.dump()
    for text in ("move a1-b1 10", "house e5", "end", "split a1", "handful stock; end", "move a1-a2"):
        with pytest.raises(Refused, match=FIRST) as refused:
            await office.services.orders.give(code, HOST, text, send=send)
        assert f"`{text.split('; ')[-1]}`: " in str(refused.value)
    assert await office.dump() == before


@pytest.mark.parametrize("send", [False, True])
@pytest.mark.parametrize("draft", ["", "move b2-b3 10"])
async def test_a_set_up_in_a_turn(office: PostOffice, draft: str, send: bool) -> None:
    code = await in_office(office)
    if draft:
        await office.services.orders.give(code, HOST, draft)
    before = await office.dump()
    for text in ("handful stock", "handful 25x4", "place a1=10", "move b2-c2 5; place a1=10"):
        with pytest.raises(Refused, match=ALREADY) as refused:
            await office.services.orders.give(code, HOST, text, send=send)
        assert text.split("; ")[-1].split()[0] in str(refused.value).splitlines()[0]
    assert await office.dump() == before


async def test_a_unit_picked_after_a_swap_takes_its_place_in_the_menu(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.give(code, HOST, "swap c1")

    async def made(picked: str) -> list[list[str]]:
        desk = await office.services.desks.desk(code, HOST, picked=picked)
        return [[choice.value for choice in menu.choices if choice.chosen] for menu in menus(desk)]

    assert await made("") == [["swap c1"], []]
    assert await made("u.b2.10") == [["u.b2.10"], [], []]
    await office.services.orders.give(code, HOST, "move b2-b3 10")
    assert await made("") == [["u.b2.10"], ["move b2-b3 10"], []]
    assert await made("u.c3.10") == [["u.c3.10"], [], []]


async def test_nothing_is_skipped_behind_the_end_of_the_game(office: PostOffice) -> None:
    last = {"c3": {"seat": "south", "units": [1]}, "d3": {"seat": "north", "units": [10]}}
    code = await in_office(office, {**MIDDLE, "tiles": last | {"g4": {"seat": "north", "units": [1]}}})
    await office.services.orders.give(code, HOST, "move c3-d3; end")
    desk = await office.services.desks.desk(code, HOST)
    assert "your last unit, and with it the game" in desk.text and "skipped" not in desk.text
    code = await in_office(office, channel=777)
    await office.services.orders.give(code, HOST, "move c3-d3; split d3; end")
    desk = await office.services.desks.desk(code, HOST)
    assert "⚠ split d3 10: only if the coin shows heads; else it is skipped." in desk.text


async def test_seats_are_written_as_people_write_them(office: PostOffice) -> None:
    code = await in_office(office)
    await office.services.orders.give(code, HOST, "move c3-d3; split d4 5; end")
    desk = await office.services.desks.desk(code, HOST)
    assert "it will be skipped: what stands on d4 is North's." in desk.text
    await office.services.orders.send(code, HOST)
    await office.deliver()
    assert "`split d4 5` was skipped: what stands on d4 is North's." in office.messenger.texts()[-1]


async def test_of_two_quick_taps_none_is_lost(office: PostOffice) -> None:
    code = await office.game(game_key="nemein")
    await office.services.orders.give(code, HOST, "handful stock")
    turn = (await office.table(code)).turn
    taps = [office.services.orders.tap(code, HOST, value, turn) for value in ("m.b3.10.a1", "m.b2.5.a4")]
    given = await asyncio.gather(*taps)
    assert [each.text[:10] for each in given] == ["Understood"] * 2
    desk = await office.services.desks.desk(code, HOST)
    assert "a1=10" in desk.text and "a4=5" in desk.text and "b3=1" not in desk.text
    again = await office.services.orders.tap(code, HOST, "m.b3.10.a1", turn)
    assert again.text == "", "the 10 has gone already"


@pytest.mark.parametrize(("currency", "sum"), [("JPY", "2000 yen"), ("CHF", "200rp"), ("GBP", "200p")])
async def test_desk_and_refusal_write_the_same_amount(office: PostOffice, currency: str, sum: str) -> None:
    code = await office.game(game_key="nemein", options=f"currency={currency}")
    assert f" of {sum}," in (await office.services.desks.desk(code, HOST)).text
    game = office.services.context.games["nemein"]
    coins = game.board()["currencies"][currency]["coins"]
    with pytest.raises(Refused, match=f" of {sum}: .* are missing"):
        await office.services.orders.give(code, HOST, f"handful {coins[0]}x1")


def test_the_table_of_options_has_the_currencies_of_the_board() -> None:
    assert set(CODES) == set(GAMES["nemein"].board()["currencies"])
