"""Seats that are offered: after missed deadlines or by their players; taken once, by whoever may."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message
from bot.features.info.text import SEAT_OFFERED
from bot.features.substitutes import text as sub_words
from bot.features.substitutes.substitution import Taker
from bot.storage.records import LogEntry, Player
from bot.storage.rows import find, first
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, NAMES, STRANGER, THIRD, PostOffice, labels
from tests.bot.transactions import looking

EVE = Taker(STRANGER, "Eve", 1)
CLEO = Taker(THIRD, "Cleo", 1)


def offers(office: PostOffice) -> list[Message]:
    return [
        message for _, message in office.messenger.channels[CHANNEL] if sub_words.FREE_HEAD in message.text
    ]


async def sits(office: PostOffice, code: str, seat: str) -> int | None:
    async with looking(office.services.context.db) as tx:
        player = first(tx, Player, table_id=code, seat=seat)
        return None if player is None else player.user_id


async def absent(office: PostOffice, **given: Any) -> str:
    """A game in which Dark has missed the deadline that its seat is offered for."""
    code = await office.game(options="substitutes=1 grace=0", **given)
    await office.deliver()
    await office.pass_time(DAY + 1)
    return code


async def test_missed_deadlines_offer_the_seat_and_somebody_takes_it(office: PostOffice) -> None:
    code = await absent(office)
    [offer] = offers(office)
    board = (await office.services.game_views.board(code, STRANGER)).words
    assert "**Dark** (Ada) · 1 missed turn · free for a substitute" in board
    mine = await office.services.game_views.mine(HOST, await office.services.game_lookup.owed(HOST))
    assert "**Your turn**" in mine.words and mine.words.endswith(f"1 missed turn · {SEAT_OFFERED}")
    assert "**Dark** (Ada)" in offer.text and "An order from the player ends this offer" in offer.text
    assert labels(offer) == ["Take Dark"] and f"takeseat:{code}:dark" in str(offer.rows)
    asked = await office.services.substitutes.question(code, "dark", EVE)
    assert "Take over **Dark**" in asked.text and labels(asked) == [sub_words.YES, sub_words.NO]
    assert await sits(office, code, "dark") == HOST, "nothing is done yet"
    said = await office.services.substitutes.take(code, "dark", EVE)
    assert "You now play **Dark**" in said and await sits(office, code, "dark") == STRANGER
    with pytest.raises(Refused, match="isn't free now"):
        await office.services.substitutes.take(code, "dark", CLEO)
    await office.deliver()
    assert "Eve now plays **Dark** in place of Ada" in office.messenger.texts()[-1]
    await office.send(code, STRANGER, "e7-e6")
    assert (await office.table(code)).turn == 1


async def test_an_order_ends_the_offer(office: PostOffice) -> None:
    code = await absent(office)
    await office.services.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    assert sub_words.IS_BACK(who="**Dark** (Ada)") in office.messenger.texts()[-1]
    with pytest.raises(Refused, match="isn't free now"):
        await office.services.substitutes.take(code, "dark", EVE)


async def test_one_offers_ones_own_seat_and_plays_on(office: PostOffice) -> None:
    code = await office.game()
    substitutes = office.services.substitutes
    said = await substitutes.ask(code, HOST)
    assert "You play on until somebody takes it" in said
    with pytest.raises(Refused, match=sub_words.OFFERED_ALREADY):
        await substitutes.ask(code, HOST)
    await office.send(code, HOST, "e7-e6")
    await substitutes.question(code, "", EVE)
    await substitutes.keep(code, HOST)
    with pytest.raises(Refused, match=sub_words.NOT_OFFERED):
        await substitutes.keep(code, HOST)
    with pytest.raises(Refused, match="isn't free now"):
        await substitutes.question(code, "", EVE)
    with pytest.raises(Refused, match="don't play"):
        await substitutes.ask(code, STRANGER)
    async with looking(office.services.context.db) as tx:
        told = [entry.text for entry in find(tx, LogEntry, table_id=code, newest=True)]
    who = "**Dark** (Ada)"
    assert told == [sub_words.PLAYS_ON(who=who), sub_words.OFFERED(who=who, why=sub_words.WHY_ASKED)]


async def test_the_list_of_a_server(office: PostOffice) -> None:
    substitutes = office.services.substitutes
    assert (await substitutes.free(1, HOST)).text == sub_words.LIST_NONE
    one, other = await office.game(), await office.game(channel=CHANNEL + 1)
    await substitutes.ask(one, HOST)
    await substitutes.ask(other, HOST)
    await substitutes.ask(other, GUEST)
    shown = await substitutes.free(1, HOST)
    assert shown.words.count("\n- ") == 3 and f"`{one}`" in shown.words
    assert labels(shown) == [f"Take Dark in {one}", f"Take Dark in {other}", f"Take Light in {other}"]
    assert (await substitutes.free(2, HOST)).text == sub_words.LIST_NONE
    assert [choice.value for choice in await substitutes.choices(1, HOST, one)] == [f"{one} dark"]
    assert await substitutes.choices(2, HOST, "") == [] and await substitutes.choices(None, HOST, "") == []
    with pytest.raises(Refused, match="Which side"):
        await substitutes.question(other, "", EVE)
    await office.services.orders.declare(one, GUEST, "concede")
    assert f"`{one}`" not in (await substitutes.free(1, HOST)).words


async def test_a_seat_is_taken_in_its_own_server(office: PostOffice) -> None:
    code = await office.game()
    await office.services.substitutes.ask(code, HOST)
    for elsewhere in (2, None):
        with pytest.raises(Refused, match="in its game's server"):
            await office.services.substitutes.take(code, "dark", Taker(STRANGER, "Eve", elsewhere))
    with pytest.raises(Refused, match="two sides"):
        await office.services.substitutes.question(code, "dark", Taker(GUEST, "Ben", 1))


async def test_a_long_list_of_free_seats_fits(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, GUEST, "_" * 32)
    codes = []
    for number in range(12):
        codes.append(await office.game(channel=123456789012345678 + number))
        await office.services.substitutes.ask(codes[-1], GUEST)
    shown = await office.services.substitutes.free(1, HOST)
    listed = shown.words.count("\n- ")
    assert len(shown.words) <= MOST_TEXT and 0 < listed <= 10
    assert labels(shown) == [f"Take Light in {code}" for code in codes[:listed]], "the longest first"
    assert shown.words.endswith(f"… and {12 - listed} more: `/substitute take` finds them.")
    assert len(await office.services.substitutes.choices(1, HOST, "")) == 12
    assert [one.value for one in await office.services.substitutes.choices(1, HOST, codes[11])] == [
        f"{codes[11]} light"
    ]
