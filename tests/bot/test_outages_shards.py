"""A shard of the bot is out of reach: its games stand still and get their time back, the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from tests.bot.clocks import due, player
from tests.bot.parts import CHANNEL, DAY, HOST, HOUR, PostOffice, idle, post_office

COUNT = 4


async def games(office: PostOffice) -> list[str]:
    """A game in a server of each shard."""
    codes = [await office.game(channel=CHANNEL + shard) for shard in range(COUNT)]

    def move(tx: Tx) -> None:
        for shard, code in enumerate(codes):
            guild_id = ((100 + shard) << 22) + 7
            tx.execute(update(schema.tables).where(schema.tables.c.id == code).values(guild_id=guild_id))

    await office.write(move)
    await office.deliver()
    return codes


async def begun(office: PostOffice, *shards: int) -> None:
    """The bot starts, and these shards are there."""
    office.services.uptime.spread(COUNT)
    await office.services.begin()
    for shard in shards:
        await office.services.reached(shard)
    await idle(office.services)


async def missed(office: PostOffice, codes: list[str]) -> list[int]:
    """How many turns the first player of each game has missed."""
    return [(await player(office, code, HOST)).missed for code in codes]


@pytest.mark.postgresql
@pytest.mark.usefixtures("database")
async def test_games_of_the_other_shards_go_on(office: PostOffice) -> None:
    codes, services = await games(office), office.services
    await begun(office, 1, 2, 3)
    before = [await due(office, code) for code in codes]
    services.uptime.lost(2)
    await office.pass_time(DAY + HOUR)
    assert await missed(office, codes) == [1, 1, 0, 1]
    assert await due(office, codes[2]) == before[2]
    await services.reached(2)
    await office.deliver()
    assert await due(office, codes[2]) == pytest.approx(before[2] + DAY + HOUR, abs=1)
    told = [
        ["I was away" in text for text in office.messenger.texts(CHANNEL + shard)].count(True)
        for shard in range(COUNT)
    ]
    assert told == [0, 0, 1, 0]
    await office.pass_time(DAY)
    assert (await missed(office, codes))[2] == 1


async def test_without_the_first_nobody_can_be_sure_to_act(office: PostOffice) -> None:
    codes, services = await games(office), office.services
    await begun(office, 1, 2, 3)
    before = [await due(office, code) for code in codes]
    services.uptime.lost(0)
    await office.pass_time(DAY + HOUR)
    assert await missed(office, codes) == [0, 0, 0, 0]
    await services.reached(0)
    await idle(services)
    for code, was in zip(codes, before, strict=True):
        assert await due(office, code) == pytest.approx(was + DAY + HOUR, abs=1)


@pytest.mark.parametrize(
    ("events", "moved"),
    [  # shards lost, or back, every ten hours; the hours by which what is due after 24 is put off
        ((0, 2, 0, 2), [0, 0, 30, 0]),
        ((0, 2, 2, 0), [30, 30, 30, 30]),
        ((2, 0, 0, 2), [0, 0, 30, 0]),
        ((2, 0, 2, 0), [20, 20, 30, 20]),
    ],
)
async def test_outages_that_overlap_count_once(
    office: PostOffice, events: tuple[int, ...], moved: list[int]
) -> None:
    """Each game gets back the time in which it could not be played."""
    codes, services, out = await games(office), office.services, set[int]()
    await begun(office, 1, 2, 3)
    before = [await due(office, code) for code in codes]
    for shard in events:
        if shard in out:
            await services.reached(shard)
        else:
            services.uptime.lost(shard)
        out ^= {shard}
        await idle(services)
        await office.pass_time(10 * HOUR)
    assert await missed(office, codes) == [int(not hours) for hours in moved]
    for code, was, hours in zip(codes, before, moved, strict=True):
        if hours:
            assert await due(office, code) == pytest.approx(was + hours * HOUR, abs=1)
    assert services.deadlines.still is None and not services.deadlines.held


async def test_a_shard_that_is_out_when_the_bot_starts(tmp_path: Path) -> None:
    """Also over a restart: it has been out since before it."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        codes = await games(office)
        await begun(office, 1, 2, 3)
        await office.pass_time(DAY - 2 * HOUR)
        before = await due(office, codes[3])
        office.services.uptime.lost(3)
        await office.services.uptime._note()
        await office.pass_time(HOUR)
        clock, messenger = office.clock, office.messenger
    clock.time += 60.0
    async with post_office(path, clock, messenger) as office:
        await begun(office, 1, 2)
        await office.pass_time(4 * HOUR)
        assert await missed(office, codes) == [1, 1, 1, 0]
        assert await due(office, codes[3]) == before < office.clock.time
        await office.services.reached(3)
        await idle(office.services)
        assert await due(office, codes[3]) == pytest.approx(office.clock.time + 2 * HOUR, abs=5)


async def test_a_shard_lost_while_it_gets_its_time_back(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes, services = await games(office), office.services
    await begun(office, 1, 2, 3)
    services.uptime.lost(1)
    await office.pass_time(DAY + HOUR)
    give_back = services.uptime._give_back

    async def interrupted(gone_at: float, now: float, part: Part | None = None) -> None:
        await give_back(gone_at, now, part)
        services.uptime.lost(1)

    monkeypatch.setattr(services.uptime, "_give_back", interrupted)
    await services.reached(1)
    monkeypatch.undo()
    once = await due(office, codes[1])
    await office.pass_time(3 * DAY)
    assert await due(office, codes[1]) == once and (await missed(office, codes))[1] == 0
    await services.reached(1)
    assert await due(office, codes[1]) == pytest.approx(once + 3 * DAY, abs=1)


async def test_a_database_that_fails_meanwhile_is_tried_again(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes, services = await games(office), office.services
    await begun(office, 1, 2, 3)
    before = await due(office, codes[1])
    services.uptime.lost(1)
    await office.pass_time(DAY + HOUR)

    async def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(services.uptime, "_give_back", broken)
    with pytest.raises(OSError):
        await services.reached(1)
    await idle(services)
    assert await due(office, codes[1]) == before and services.deadlines.still is not None
    monkeypatch.undo()
    services.uptime._timer.now()
    await idle(services)
    assert await due(office, codes[1]) > office.clock.time and services.deadlines.still is None


async def test_spread_anew(tmp_path: Path) -> None:
    """With another number of shards nobody knows whose games stood still: all get that time back."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        codes = await games(office)
        await begun(office, 1, 2, 3)
        office.services.uptime.lost(3)
        await office.services.uptime._note()
        before = await due(office, codes[3])
        await office.pass_time(DAY + HOUR)
        clock, messenger = office.clock, office.messenger
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert await due(office, codes[3]) == pytest.approx(before + DAY + HOUR, abs=5)
        assert (await missed(office, codes))[3] == 0
