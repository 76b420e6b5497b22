"""The real engines play against people through the bot, which is killed while they think."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.game import texts
from adjudicator.replay import verify
from bot.features.history import exporting
from bot.storage.records import Step
from bot.storage.rows import find
from engines.simple import random_sheet
from tests.bot.eyes import Log
from tests.bot.parts import HOST, FakeClock, PostOffice, Recorder, post_office
from tests.bot.quick_engine import REAL, real_engines
from tests.tiers import SOAK

GAMES = {
    "cic": ("enhanced=1", 1),
    "nemein": ("", 1),
    "newyork2047": ("", 6),
    "nme": ("players=3", 2),
    "ww3": ("players=2 fog=on", 1),
}
LEVELS = ("recruit", "captain", "general", "sergeant", "recruit", "captain")
ROUNDS = 12 if SOAK else 2


@pytest.fixture(autouse=True)
def engines(engine: Any) -> Iterator[None]:
    with real_engines():
        yield


@pytest.mark.parametrize("key", sorted(set(GAMES) & set(REAL)))
async def test_a_game(key: str, tmp_path: Path, log: Log) -> None:
    path, clock, messenger, random = tmp_path / "a.sqlite3", FakeClock(), Recorder(), Random(key)
    options, computers = GAMES[key]
    async with post_office(path, clock, messenger) as office:
        table = await office.lobby(HOST, game_key=key, seating="lot", options=options)
        for level in LEVELS[:computers]:
            await office.services.lobby_computers.add(table.id, HOST, level)
        await office.services.lobby.start(table.id, HOST)
        code = table.id
    for number in range(ROUNDS):
        if number % 2:
            await killed(path, clock, messenger)
        async with post_office(path, clock, messenger) as office:
            await until_it_waits(office, code)
            if not await moves(office, code, random):
                break
    async with post_office(path, clock, messenger) as office:
        await until_it_waits(office, code)
        steps = await office.read(find, Step, table_id=code)
        assert [step.seq for step in steps] == list(range(1, len(steps) + 1))
        assert len(steps) > ROUNDS
        if (await office.table(code)).status == "playing":
            await office.services.voting.call(code, HOST, "end")
        record = await office.read(lambda tx: exporting.whole(tx, office.context.snapshot(tx, code)))
        report = verify(office.context.games, record)
        assert report.ok, report.faults
    assert "thought failed" not in log.text


async def killed(path: Path, clock: FakeClock, messenger: Recorder) -> None:
    """A process that is killed while it thinks, or has nothing to think about."""
    async with post_office(path, clock, messenger) as office:
        begun = asyncio.Event()

        async def for_ever(*_: object, **__: object) -> None:
            begun.set()
            await asyncio.Event().wait()

        office.renderer.think = for_ever  # type: ignore[method-assign]
        await office.services.begin()
        clock.time += 3.0
        office.services.computers.wake()
        await asyncio.wait([asyncio.create_task(begun.wait())], timeout=0.2)


async def until_it_waits(office: PostOffice, code: str) -> None:
    """Until a person is to act, or the game is over."""
    for _ in range(60):
        await office.pass_time(3.0)
        snapshot = await office.snapshot(code)
        mine = set(snapshot.people) & snapshot.phase.owing
        others = snapshot.phase.owing - set(snapshot.people)
        if snapshot.over or (mine and not (others & await office.read(office.context.missing, snapshot))):
            return
    raise AssertionError("the computers play no more")


async def moves(office: PostOffice, code: str, random: Random) -> bool:
    """The person gives any legal orders; whether the game goes on."""
    snapshot = await office.snapshot(code)
    [seat] = snapshot.people
    if snapshot.over:
        return False
    view = snapshot.view(seat)
    sheet = snapshot.game.default(view) or random_sheet(snapshot.game, view, random)
    await office.send(code, HOST, "; ".join(texts(sheet)))
    return True
