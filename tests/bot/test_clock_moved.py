"""Deadlines that are moved: whoever moves them, they wait for announced absences, come to be no earlier, and
tell nobody who has sent orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.engine.time_words import local
from bot.features.absence.absences import Asked
from tests.bot.clocks import MODERATOR, due, due_in, player, said
from tests.bot.newyork import GREENE, HAMBLET, SEVEN, new_york
from tests.bot.parts import DAY, GUEST, HOST, HOUR, STRANGER, PostOffice, idle
from tests.bot.test_absences import gone, used
from tests.bot.test_order_sheets import threatened
from tests.bot.votes import call, cast

Mover = Callable[[PostOffice, str], Awaitable[object]]
MONDAY = 1_768_201_200.0
"""2026-01-12 07:00 UTC"""


# -- into announced absences


async def vote(office: PostOffice, code: str) -> None:
    await call(office, code, HOST, "extend")
    await cast(office, code, GUEST)


async def game_master(office: PostOffice, code: str) -> None:
    told = await office.services.gm.extend(code, MODERATOR, "24h", "a holiday")
    assert f"<t:{round(await due(office, code))}:f>" in told


async def outage(office: PostOffice, code: str) -> None:
    await office.pass_time(DAY - HOUR)
    office.services.uptime.lost()
    await office.pass_time(DAY)
    await office.services.reached()


async def extension(office: PostOffice, code: str) -> None:
    await office.pass_time(DAY + 1)
    assert said(office, "There is one extension, until") == 1


async def nothing(office: PostOffice, code: str) -> None:
    """The absence was stored, and the bot was killed before its games were looked at."""
    await gone(office, HOST, 0.5, 5)


@pytest.mark.parametrize("moved", [vote, game_master, outage, extension, nothing])
async def test_a_deadline_that_is_moved_waits_for_absences(office: PostOffice, moved: Mover) -> None:
    began = office.clock.time
    await gone(office, HOST, 1.5, 5)
    code = await office.game(options="vacation=7")
    await office.deliver()
    assert await due_in(office, code) == DAY
    await moved(office, code)
    if moved is nothing:
        await office.pass_time(DAY + 1)
    await idle(office.services)
    until = await due(office, code)
    assert until == pytest.approx(began + 5 * DAY, abs=1)
    paid = await used(office, code, HOST)
    assert 2.9 < paid <= 4, "once"
    await office.pass_time(3 * DAY)
    assert await due(office, code) == until and await used(office, code, HOST) == paid
    missed = 1 if moved is extension else 0
    assert (await player(office, code, HOST)).missed == missed
    assert said(office, "as announced") == 1
    await office.pass_time(until - office.clock.time + 1)
    assert (await player(office, code, HOST)).missed == missed + 1


async def test_the_new_player_of_a_seat_may_be_away(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY - HOUR)
    await gone(office, STRANGER, 0.25, 3)
    await office.services.gm.replace(code, MODERATOR, "dark", STRANGER, "Eve", "gone")
    assert await due_in(office, code) == 3 * DAY and await used(office, code, STRANGER) == 2.5


async def test_the_days_of_vacation_are_a_limit_for_those_too(office: PostOffice) -> None:
    await gone(office, HOST, 1.5, 9)
    code = await office.game(options="vacation=2")
    await game_master(office, code)
    assert await due_in(office, code) == 4 * DAY and await used(office, code, HOST) == 2
    await office.pass_time(4 * DAY + 1)
    assert (await player(office, code, HOST)).missed == 1 and said(office, "as announced") == 1


# -- nobody is told who has sent orders


async def test_an_outage_names_all_of_several_who_owe_orders(office: PostOffice) -> None:
    code = await new_york(office, options="ready=hidden")
    await office.deliver()
    for user in SEVEN[:5]:
        await office.orders.send(code, user)
    office.services.uptime.lost()
    office.clock.time += 30 * HOUR
    await office.services.reached()
    await office.deliver()
    [post] = [post for _, post in office.messenger.channels[500] if "I was away" in post.text]
    assert set(post.mentions) == set(SEVEN)


@pytest.mark.parametrize(("ready", "days"), [("hidden", 3), ("shown", 2)])
@pytest.mark.parametrize("sent", [True, False])
async def test_an_absence_tells_not_who_has_sent_orders(
    office: PostOffice, ready: str, days: float, sent: bool
) -> None:
    code = await new_york(office, options=f"ready={ready}", deadline="2d")
    await office.deliver()
    if sent:
        await office.orders.send(code, GREENE)
    await office.services.absences.announce(GREENE, Asked("in 1d", "in 3d"))
    assert await due_in(office, code) == (days if sent else 3) * DAY


async def test_nothing_waits_when_all_orders_are_in(office: PostOffice) -> None:
    code = await new_york(office, options="ready=hidden undo=600", deadline="2d")
    await office.deliver()
    await office.pass_time(2 * DAY - 60)
    for user in SEVEN:
        await office.orders.send(code, user)
    await gone(office, GREENE, 0, 3)
    await office.pass_time(61)
    assert (await office.table(code)).turn == 1 and said(office, "turn 1 is due") == 0


# -- posts that come twice in a turn


async def test_grace_in_a_turn_that_opens_anew_is_told_of(office: PostOffice) -> None:
    """A seat is out, and so the others have the same turn again."""
    code = await new_york(office, options="grace=60 absence=forfeit substitutes=0")
    await office.deliver()
    for user in SEVEN[:5]:
        await office.orders.send(code, user)
    snapshot = await office.snapshot(code)
    order = next(iter(snapshot.game.legal(snapshot.view(snapshot.seat_of(GREENE)), ())))
    await office.orders.give(code, GREENE, str(order))
    await office.pass_time(DAY + 1)
    assert said(office, "Send your orders before") == 1
    await office.pass_time(HOUR + 1)
    snapshot = await office.snapshot(code)
    assert snapshot.phase.turn == 0 and not snapshot.plays(str(snapshot.seat_of(HAMBLET)))
    await office.orders.clear(code, GREENE, 0)
    await office.pass_time(DAY + 1)
    assert said(office, "Send your orders before") == 2


async def test_an_extension_after_the_clock_began_anew_is_told_of(office: PostOffice) -> None:
    code = await office.game()
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert said(office, "There is one extension, until") == 1
    for spec in ("none", "24h"):
        form = await office.services.running.form(code, MODERATOR, 0, "")
        given = {field.key: field.value for field in form.fields} | {"deadline": spec, "reason": "why"}
        await office.services.running.set(code, MODERATOR, 0, given)
    await office.pass_time(DAY + 1)
    assert said(office, "There is one extension, until") == 2


# -- never earlier


@pytest.mark.parametrize("stopped", [False, True])
async def test_orders_that_are_not_legal_any_more_shorten_nothing(office: PostOffice, stopped: bool) -> None:
    code, sits = await threatened(office)
    await office.services.gm.extend(code, MODERATOR, "9d", "a holiday")
    before = await due(office, code)
    if stopped:
        await office.services.gm.pause(code, MODERATOR, "a holiday")
    await office.orders.declare(code, sits["black"], "concede")
    if stopped:
        await office.services.gm.resume(code, MODERATOR)
    assert await due(office, code) == pytest.approx(before, abs=1)


# -- dates, and hours that do not count


async def test_an_extension_ends_at_a_date_one_by_hand_where_it_says(office: PostOffice) -> None:
    office.clock.time = MONDAY
    code = await office.game(deadline="Mon,Thu 20:00 UTC")
    await office.services.gm.extend(code, MODERATOR, "64h", "a holiday")
    assert await date(office, code) == "Thu 15 12:00"
    await office.pass_time(await due_in(office, code) + 1)
    assert said(office, "There is one extension, until") == 1
    assert await date(office, code) == "Mon 19 20:00", "eight hours are too few"


async def test_neither_grace_nor_more_time_ends_in_hours_that_do_not_count(office: PostOffice) -> None:
    office.clock.time = MONDAY
    code = await office.game(deadline="14h except 22:00-08:00 UTC", options="grace=60 vacation=0")
    assert await date(office, code) == "Mon 12 21:00"
    await office.services.gm.extend(code, MODERATOR, "30m", "a holiday")
    await office.pass_time(await due_in(office, code) + 1)
    assert said(office, "Send your orders before") == 1 and await date(office, code) == "Tue 13 08:00"
    await office.services.gm.extend(code, MODERATOR, "15h", "a holiday")
    assert await date(office, code) == "Wed 14 08:00"


async def date(office: PostOffice, code: str) -> str:
    return f"{local(await due(office, code), 'UTC'):%a %d %H:%M}"
