"""Drafts of somebody else, and drafts that become illegal by something out of turn."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.newyork2047 import NewYork2047
from bot.common.errors import Refused
from bot.common.message import Button, Message
from bot.engine import text as words
from bot.features.moderation.game_masters import Ruler
from bot.features.substitutes import text as sub_words
from bot.storage import drafts
from bot.storage.records import Draft
from tests.bot.clocks import MODERATOR, due, player, turn
from tests.bot.newyork import GREENE, HAMBLET, PAPST, SEVEN, TOWER, new_york
from tests.bot.nme import TO_THE_END
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, STRANGER, THIRD, PostOffice
from tests.bot.silent import nme
from tests.bot.test_handover import give_seat
from tests.bot.test_missed_deadlines import time_is_up
from tests.bot.transactions import writing


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
    assert f"**Next:** <@{sits['gray']}> (Gray)" in office.messenger.texts(CHANNEL)[-1]
    assert post.picture is not None and set(post.mentions) == {sits["gray"], sits["white"]}
    desk = office.messenger.dms(sits["gray"])[-1]
    assert "has conceded, and `I0s-H1n` is not legal any more: give a new order." in desk
    assert "Your move." in desk
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
    assert "I couldn't resolve the turn" not in "".join(office.messenger.texts(CHANNEL))


async def test_a_seat_that_gives_up_at_its_deadline(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No game of today gets there in a turn that others share: New York without a default does."""
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 hold")
    async with writing(office.context.db) as tx:  # as if the board had changed under it
        wrong = Draft(
            table_id=code,
            seat="hamblet",
            turn=0,
            orders=("1 far_rockaway",),
            ready=False,
            user_id=HAMBLET,
            at=0.0,
        )
        drafts.put(tx, wrong)
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
    assert "missed the deadline" in told and "I couldn't resolve the turn" not in told
    assert "hamblet" not in await kept(office, code) and "tower" in await kept(office, code)
    desk = office.messenger.dms(HAMBLET)[-1]
    assert "are out, and `1 far_rockaway` is not legal any more: give a new order." in desk


async def test_who_gave_up_at_a_deadline_is_told(office: PostOffice) -> None:
    _, sits = await nme(office)
    await office.deliver()
    for _ in range(2):
        await office.pass_time(DAY + 1)
    told = office.messenger.dms(sits["black"])[-1]
    assert "missed the deadline and is out of the game." in told
    assert "The game goes on without you: Gray to move." in told
    assert "goes on without you" not in "".join(office.messenger.dms(sits["white"]))


JUDGE = Ruler(98, "Max", 1, moderator=True)
HOLD = ("1 hold", "2 hold", "3 hold")


async def draft_of(office: PostOffice, code: str, seat: str, number: int = 0) -> Draft | None:
    return await office.read(drafts.get, code, seat, number)


def labels(message: Message) -> list[str]:
    return [
        one.label for row in message.rows if isinstance(row, tuple) for one in row if isinstance(one, Button)
    ]


async def orders_of(office: PostOffice, code: str) -> dict[str, Any]:
    """Of the newest step."""
    return dict((await office.snapshot(code)).step.orders)


async def storming(office: PostOffice, **given: Any) -> str:
    """Greene's player has ordered a move, and is replaced."""
    code = await new_york(office, **given)
    await office.send(code, GREENE, "1 move bayside")
    await office.deliver()
    await give_seat(office, code, "greene")
    await office.deliver()
    return code


async def test_the_new_player_is_asked(office: PostOffice) -> None:
    code = await storming(office)
    welcome, desk = office.messenger.dms(STRANGER)
    assert sub_words.LEFT_ORDERS(before="Gus") in welcome
    assert words.LEFT_ORDERS in desk and words.ASK_KEEP.sample in desk
    shown = labels(await office.desk(code, STRANGER))
    assert {"Keep this order", "Clear"} <= set(shown) and "Ready" not in shown


async def test_until_then_they_do_not_count_at_the_deadline(office: PostOffice) -> None:
    code = await storming(office, options="grace=60")
    for user in SEVEN:
        if user != GREENE:
            await office.orders.send(code, user)
    told = await time_is_up(office, code)
    assert f"<@{STRANGER}>: you missed the deadline" in told and await turn(office, code) == 0
    await time_is_up(office, code)
    assert await turn(office, code) == 1
    assert (await orders_of(office, code))["greene"] == HOLD
    assert (await player(office, code, STRANGER)).missed == 0, (
        "nobody has missed a turn that began without them"
    )
    assert not any("ready" in text and "7 of 7" in text for text in office.messenger.texts())


async def test_kept_orders_count(office: PostOffice) -> None:
    code = await storming(office)
    given = await office.orders.take_over(code, STRANGER, 0)
    assert given.text == words.KEPT
    kept = await draft_of(office, code, "greene")
    assert kept is not None and (kept.inherited, kept.ready, kept.user_id) == (False, False, STRANGER)
    desk = await office.desk(code, STRANGER)
    assert "Ready" in labels(desk) and words.YOUR_ORDERS in desk.words
    with pytest.raises(Refused, match="these orders are yours"):
        await office.orders.take_over(code, STRANGER, 0)
    await office.services.gm.force(code, JUDGE, "in a hurry")
    assert (await orders_of(office, code))["greene"] == ("1 move bayside", *HOLD[1:])


@pytest.mark.parametrize("said", ["keep", "ready anyway", "1 hold"])
async def test_a_message_answers_too(office: PostOffice, said: str) -> None:
    code = await storming(office)
    await office.services.text_commands.read(STRANGER, 901, said)
    kept = await draft_of(office, code, "greene")
    assert kept is not None and not kept.inherited and kept.ready == (said == "ready anyway")


async def test_cleared_they_are_gone(office: PostOffice) -> None:
    code = await storming(office)
    await office.orders.clear(code, STRANGER, 0)
    assert await draft_of(office, code, "greene") is None
    assert "Keep this order" not in labels(await office.desk(code, STRANGER))


async def test_forced_by_a_master_the_default_counts(office: PostOffice) -> None:
    code = await storming(office)
    await office.services.gm.force(code, JUDGE, "in a hurry")
    assert (await orders_of(office, code))["greene"] == HOLD


async def test_a_seat_that_is_out_when_it_gives_nothing_is_not_out_for_that(office: PostOffice) -> None:
    """What was left is not the new player's, and the turn had begun before; the next one is."""
    code = await storming(office, options="absence=forfeit grace=0")
    for user in SEVEN:
        if user != GREENE:
            await office.orders.send(code, user)
    await time_is_up(office, code)
    now = await office.snapshot(code)
    assert now.phase.turn == 1 and "greene" in now.living
    for user in SEVEN:
        if user != GREENE:
            await office.orders.send(code, user)
    await time_is_up(office, code)
    assert "greene" not in (await office.snapshot(code)).living


async def test_where_the_rules_have_no_default_there_is_more_time(office: PostOffice) -> None:
    code = await office.game(options="grace=0 absence=forfeit")
    await office.orders.give(code, HOST, "e7-e6")
    await give_seat(office, code, "dark")
    assert "There is one extension" in await time_is_up(office, code)
    assert await turn(office, code) == 0 and (await player(office, code, STRANGER)).missed == 0
    await office.orders.take_over(code, STRANGER)
    await time_is_up(office, code)
    assert (await orders_of(office, code)) == {"dark": ("e7-e6",)}


async def test_a_reminder_says_that_nothing_counts_yet(office: PostOffice) -> None:
    code = await storming(office)
    for user in SEVEN:
        if user != GREENE:
            await office.orders.send(code, user)
    before = len(office.messenger.dms(STRANGER))
    await office.pass_time(await due(office, code) - office.clock.time - HOUR / 2)
    await office.deliver()
    told = "\n".join(office.messenger.dms(STRANGER)[before:])
    assert "The player before you left orders. Keep or clear them: " in told


async def test_a_teams_order_is_the_teams(office: PostOffice) -> None:
    """The teammate who stays has seen it, and answers for it."""
    code = await office.game(HOST, GUEST, THIRD, options="enhanced=1 teams=dark")
    await office.orders.give(code, HOST, "enhance e7", send=True)
    await give_seat(office, code, "dark-surface")
    await office.deliver()
    snapshot = await office.snapshot(code)
    kept = await draft_of(office, code, snapshot.sheet("dark-surface"))
    assert kept is not None and not kept.inherited and not kept.ready
    assert sub_words.TEAM_ORDER in office.messenger.dms(STRANGER)[0]


async def test_orders_that_an_undo_gives_back_are_asked_about_too(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await give_seat(office, code, "dark", THIRD)
    await office.services.gm.undo(code, MODERATOR, "why not")
    await office.deliver()
    kept = await draft_of(office, code, "dark")
    assert kept is not None and kept.inherited and kept.user_id == THIRD
    assert "The orders of the player before you are here again" in office.messenger.dms(THIRD)[-1]
