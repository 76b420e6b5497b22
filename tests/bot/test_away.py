"""Announced absences: deadlines wait for them, within the days of vacation, and everybody is told once."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.engine import timing
from bot.features.absence import vacation
from bot.features.absence.absences import Asked
from bot.storage import away as absences
from bot.storage.records import Away
from tests.bot.clocks import due_in, player
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, STRANGER, PostOffice


async def due(office: PostOffice, code: str) -> float:
    """Days from now until the deadline."""
    return round(await due_in(office, code) / DAY, 3)


async def used(office: PostOffice, code: str, user: int) -> float:
    """Days of vacation."""
    return round((await player(office, code, user)).away_used / DAY, 3)


async def gone(office: PostOffice, user: int, first: float, last: float) -> None:
    """Announced long ago: away between these days from now."""
    now = office.clock.time
    async with office.services.context.db.begin() as tx:
        row = Away(user_id=user, from_at=now + first * DAY, to_at=now + last * DAY, announced_at=now - DAY)
        await absences.add(tx, row)


async def test_a_new_turn_waits_for_who_owes_an_order(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 4)
    await gone(office, GUEST, 0.5, 6)
    code = await office.game()
    assert await due(office, code) == 4 and await used(office, code, HOST) == 3
    assert await used(office, code, GUEST) == 0, "who owes nothing pays nothing"
    await office.deliver()
    [told] = [text for text in office.messenger.texts() if "as announced" in text]
    assert told.startswith("**Dark** (Ada) is away, as announced: turn 1 is due <t:")
    await office.send(code, HOST, "e7-e6")
    assert await due(office, code) == 6 and await used(office, code, GUEST) == 5


async def test_the_days_of_vacation_are_a_limit(office: PostOffice) -> None:
    await gone(office, HOST, 0.5, 40)
    code = await office.game(options="vacation=2")
    assert await due(office, code) == 3 and await used(office, code, HOST) == 2
    await office.deliver()
    [told] = [text for text in office.messenger.texts() if "as announced" in text]
    assert "the vacation is used up" in told
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    assert await due(office, code) == 1 and await used(office, code, HOST) == 2
    other = await office.game(options="vacation=0", channel=CHANNEL + 1)
    assert await due(office, other) == 1


def test_several_absences() -> None:
    def absence(first: float, last: float) -> Away:
        return Away(user_id=1, from_at=first, to_at=last, announced_at=0.0)

    both = {"a": [absence(0, 20)], "b": [absence(15, 30), absence(30, 40)]}
    plenty = {"a": 100.0, "b": 100.0}
    assert vacation.move(10.0, [["a"], ["b"]], both, plenty) == (40.0, {"a": 10.0, "b": 20.0})
    assert vacation.move(10.0, [["a"], ["b"]], both, plenty | {"b": 5.0}) == (25.0, {"a": 10.0, "b": 5.0})
    assert vacation.move(10.0, [["b"]], both, plenty) == (10.0, {}), "not away then"
    assert vacation.move(40.0, [["b"]], both, plenty) == (40.0, {}), "back again"


async def test_an_absence_is_announced_and_moves_the_turn_that_it_covers(office: PostOffice) -> None:
    code = await office.game(deadline="3d")
    said = await office.services.absences.announce(HOST, Asked("in 2d", "in 5d"))
    assert f"`{code}` waits for you, up to 14 days" in said and "Days are those of UTC" in said
    assert await due(office, code) == 5 and await used(office, code, HOST) == 2
    await office.deliver()
    told = office.messenger.texts()
    assert any(text.startswith("**Dark** (Ada) announces an absence from <t:") for text in told)
    assert sum("as announced" in text for text in told) == 1
    assert "**Dark** (Ada) · away from <t:" in (await office.services.game_views.board(code, STRANGER)).text
    shown = await office.services.absences.shown(HOST)
    assert "You are away from <t:" in shown and "12 days of vacation left" in shown


async def test_after_a_pause_too(office: PostOffice) -> None:
    code = await office.game()
    context = office.services.context
    async with context.db.begin() as tx:
        await timing.pause(tx, await context.table(tx, code), "master", "Holidays", context.clock.now())
    await gone(office, HOST, 5.5, 8)
    office.clock.time += 5 * DAY
    async with context.db.begin() as tx:
        await timing.resume(tx, await context.snapshot(tx, code), context.clock.now())
    assert await due(office, code) == 3 and await used(office, code, HOST) == 2


async def test_who_has_sent_needs_no_time(office: PostOffice) -> None:
    code = await office.game(deadline="3d", options="enhanced=1")
    await office.send(code, HOST, "enhance e7")
    await office.services.absences.announce(HOST, Asked("in 2d", "in 5d"))
    assert await due(office, code) == 3


async def test_back_early(office: PostOffice) -> None:
    """The deadline comes as if the turn began now, and the rest of the days is given back."""
    code = await office.game(deadline="3d")
    await office.services.absences.announce(HOST, Asked("in 2d", "in 10d"))
    assert await used(office, code, HOST) == 7
    office.clock.time += 4 * DAY
    assert "Welcome back" in await office.services.absences.back(HOST)
    assert await due(office, code) == 3 and await used(office, code, HOST) == 4
    with pytest.raises(Refused, match="no absence"):
        await office.services.absences.back(HOST)
    await office.deliver()
    assert "is not away any more. Turn 1 is due" in office.messenger.texts()[-1]


async def test_what_is_refused(office: PostOffice) -> None:
    announce = office.services.absences.announce
    for asked, words in (
        (Asked("in 2d"), "Until when"),
        (Asked("in 3d", "in 2d"), "before it begins"),
        (Asked("in 2h", "in 5h"), "24 hours ahead"),
        (Asked("in 2d", "2031-01-01"), "60 days at most"),
        (Asked("soon", "in 3d"), "no day or time"),
        (Asked("in 2d", "in 3d", "Rome upon Tyne"), "no time zone"),
    ):
        with pytest.raises(Refused, match=words):
            await announce(STRANGER, asked)
    for number in range(5):
        await announce(STRANGER, Asked("in 2d", f"in {number + 3}d"))
    with pytest.raises(Refused, match="5 absences"):
        await announce(STRANGER, Asked("in 2d", "in 3d"))


async def test_one_that_is_announced_late_counts_from_a_day_ahead(office: PostOffice) -> None:
    said = await office.services.absences.announce(HOST, Asked("in 2h", "in 3d", "europe/rome"))
    assert "It counts from then on" in said and "those of Europe/Rome" in said
    async with office.services.context.db.read() as tx:
        [kept] = await absences.of_users(tx, [HOST], office.clock.time)
    assert abs(kept.from_at - office.clock.time - DAY) < 1
    assert "those of Europe/Rome" in await office.services.absences.shown(HOST), "the zone is remembered"
