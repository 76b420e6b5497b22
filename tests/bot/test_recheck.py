"""Drafts that become illegal by something out of turn: a concession, a seat that gives up at its deadline. (A
ruling: tests/bot/test_penalties.py.)"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.newyork2047 import NewYork2047
from bot.storage import drafts
from bot.storage.records import Draft
from tests.bot.newyork import GREENE, HAMBLET, PAPST, SEVEN, TOWER, new_york
from tests.bot.nme import TO_THE_END
from tests.bot.parts import CHANNEL, DAY, PostOffice
from tests.bot.silent import nme


async def kept(office: PostOffice, code: str) -> set[str]:
    return set(await office.read(drafts.of_table, code, (await office.table(code)).turn))


async def threatened(office: PostOffice) -> tuple[str, dict[str, int]]:
    """Gray's President is threatened by Black, and Gray has drafted Naval One."""
    code, sits = await nme(office)
    for number, order in enumerate(TO_THE_END.split()[:7]):
        await office.send(code, sits[("black", "gray", "white")[number % 3]], order)
    await office.orders.give(code, sits["gray"], "I0s-H1n")
    await office.deliver()
    return code, sits


async def test_a_concession_takes_a_threat_away(office: PostOffice) -> None:
    code, sits = await threatened(office)
    office.clock.time += DAY / 2
    await office.orders.declare(code, sits["black"], "concede")
    await office.deliver()
    assert await kept(office, code) == set()
    post = office.messenger.channels[CHANNEL][-1][1]
    assert f"**Next:** <@{sits['gray']}> (Gray)." in office.messenger.texts(CHANNEL)[-1]
    assert post.picture is not None and set(post.mentions) == {sits["gray"], sits["white"]}
    desk = office.messenger.dms(sits["gray"])[-1]
    assert "has conceded, and `I0s-H1n` is not legal any more: give a new order." in desk
    assert "It is your move." in desk
    turn = (await office.table(code)).turn
    await office.pass_time(DAY * 0.9)
    assert (await office.table(code)).turn == turn, "there is time to think again"
    await office.send(code, sits["gray"], "E1-D1")
    assert (await office.table(code)).turn == turn + 1


async def test_a_draft_that_stays_legal_is_left_alone(office: PostOffice) -> None:
    code, sits = await threatened(office)
    await office.orders.give(code, sits["gray"], "E1-D1")
    desks = len(office.messenger.dms(sits["gray"]))
    await office.orders.declare(code, sits["black"], "concede")
    await office.orders.declare(code, sits["white"], "draw")
    await office.deliver()
    assert await kept(office, code) == {"gray"}
    assert len(office.messenger.dms(sits["gray"])) == desks
    assert "could not be resolved" not in "".join(office.messenger.texts(CHANNEL))


async def test_a_seat_that_gives_up_at_its_deadline(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game of today gets there in a turn that others share: New York without a default does."""
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 hold")
    async with office.context.db.begin() as tx:  # as if the board had changed under it
        wrong = Draft(
            table_id=code,
            seat="hamblet",
            turn=0,
            orders=("1 far_rockaway",),
            ready=False,
            user_id=HAMBLET,
            at=0.0,
        )
        await drafts.put(tx, wrong)
    for user in SEVEN:
        if user not in (TOWER, HAMBLET, PAPST, GREENE):
            await office.orders.give(code, user, "1 hold")

    def none(self: Any, view: Any) -> None:
        return None

    monkeypatch.setattr(NewYork2047, "default", none)
    await office.deliver()
    await office.pass_time(DAY + 1)
    await office.pass_time(DAY + 1)
    told = "".join(office.messenger.texts(CHANNEL))
    assert "gave no order in time" in told and "could not be resolved" not in told
    assert "hamblet" not in await kept(office, code) and "tower" in await kept(office, code)
    desk = office.messenger.dms(HAMBLET)[-1]
    assert "are out, and `1 far_rockaway` is not legal any more: give a new order." in desk


async def test_who_gave_up_at_a_deadline_is_told(office: PostOffice) -> None:
    _, sits = await nme(office)
    await office.deliver()
    for _ in range(2):
        await office.pass_time(DAY + 1)
    told = office.messenger.dms(sits["black"])[-1]
    assert "gave no order in time, and so is out of the game." in told
    assert "You owe no more orders. You are out · Gray to move." in told
    assert "You owe no more orders" not in "".join(office.messenger.dms(sits["white"]))
