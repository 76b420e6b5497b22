"""Fixtures: `office`, the use cases alone, and `world`, the whole bot on SimCord."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord._runtime import _CallbackRecord
from simcord.env import Env

from bot.app import Fieldpost, create_bot
from bot.logs import TextFormatter
from bot.settings import Settings
from tests.bot.crashes import Crash
from tests.bot.eyes import Log, whole_log
from tests.bot.parts import PostOffice, StubRenderer, new_database, post_office
from tests.bot.quick import no_sync, no_threads, same_games
from tests.bot.quick_engine import Quick, quick_engines
from tests.bot.transcript import Golden
from tests.bot.world import Game, Player, SimClock, World

TOKEN = "a-token.that_must-never.be-seen"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """SimCord gives a bot five seconds to start; on a busy machine that is too short, and says nothing."""
    for item in items:
        item.add_marker(pytest.mark.simcord(settle_timeout=60.0))


@pytest.fixture(autouse=True)
def quick_database(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, database: str) -> None:
    """What threads do, and a lost power supply, is tested in storage/."""
    if "storage" not in request.path.parts:
        no_sync(monkeypatch)
        no_threads(monkeypatch)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code that is refused is refused at once, and no post waits for the limit per second."""
    monkeypatch.setattr("bot.engine.access.EVEN", 0.0)
    monkeypatch.setattr("bot.outbox.delivery.MAX_PER_SECOND", 10_000)


@pytest.fixture(autouse=True)
def engine() -> Iterator[type[Quick]]:
    """Computers play every game by a quick engine: what real ones think is tested in tests/engines."""
    with quick_engines() as made:
        yield made


@pytest.fixture(autouse=True, scope="session")
def once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        same_games(patch)
        yield


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path / "fieldpost.sqlite3") as made:
        yield made


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    return Settings(
        token=TOKEN,
        database=await new_database(tmp_path / "fieldpost.sqlite3"),
        render_processes=0,
        defaults="undo=0 grace=0",
        faults=tmp_path / "faults",
        new_dms_a_minute=0,
    )


@pytest.fixture
def sim_clock() -> SimClock:
    return SimClock()


@pytest.fixture
async def simcord_bot(settings: Settings, sim_clock: SimClock, monkeypatch: pytest.MonkeyPatch) -> Fieldpost:
    """The bot of the `world` fixture. Its pictures have alt texts, but are not drawn."""
    slow = Env._settle_internal

    async def settle(self: Env, **given: Any) -> None:
        given["idle"] = 0.001  # SimCord waits 50 ms at a time otherwise
        await nothing_ready()  # SimCord looks at every task at each turn of the loop
        await slow(self, **given)

    monkeypatch.setattr(Env, "_settle_internal", settle)
    monkeypatch.setattr(_CallbackRecord, "__eq__", object.__eq__)  # one is looked for in long lists
    # Timers fire when a test advances the time, never because the machine is slow.
    monkeypatch.setattr(Env, "_schedule_timer", lambda *_: None)
    # A day that passes has 144 signs of life, not 4320.
    monkeypatch.setattr("bot.engine.outages.EVERY", 600.0)
    monkeypatch.setattr("bot.engine.outages.GAP", 900.0)
    monkeypatch.setattr("bot.app.Renderer", StubRenderer)
    monkeypatch.setattr("bot.queue.joined", alone)
    return create_bot(settings, sim_clock)


@pytest.fixture
async def world(simcord_env: Env, settings: Settings, sim_clock: SimClock) -> AsyncIterator[World]:
    """A server with a #war-room; at the end every message must have kept Discord's limits, and nothing may
    have broken (`made.faults` takes what a test expects to break)."""
    sim_clock.env = simcord_env
    made = World(simcord_env, settings, sim_clock)
    faults = Faults(made)
    logging.getLogger().addHandler(faults)
    yield made
    logging.getLogger().removeHandler(faults)
    made.check_limits()
    made.check_errors()
    await made.bot.close()


@pytest.fixture
def ada(world: World) -> Player:
    return world.player("ada")


@pytest.fixture
def ben(world: World) -> Player:
    return world.player("ben")


@pytest.fixture
def eve(world: World) -> Player:
    return world.player("eve")


@pytest.fixture
def three(world: World) -> list[Player]:
    return [world.player(name) for name in ("ada", "ben", "cleo")]


@pytest.fixture
async def game(world: World, ada: Player, ben: Player) -> Game:
    """Commander-In-Chief: Ada is Dark, to move; Ben is Light."""
    return await world.new_game(ada, ben)


@pytest.fixture
def said(request: pytest.FixtureRequest) -> Iterator[Golden]:
    """Takes what presenters say; it is compared with the golden text of the test's module."""
    made = Golden()
    yield made
    made.check(request)


@pytest.fixture
def log() -> Iterator[Log]:
    """All that is logged at the level DEBUG."""
    with whole_log() as kept:
        yield kept


async def alone(*_: object) -> None:
    """Nobody else takes work: SimCord does not know a queue's tasks, which never end."""


async def nothing_ready() -> None:
    """Until the loop has nothing to do but wait, or for many turns."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    for _ in range(10_000):
        await asyncio.sleep(0)
        if not ready:
            return


class Faults(logging.Handler):
    """Collects what the bot logs as an error."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and isinstance(record.exc_info[1], Crash):
            return  # a killed process of an earlier test, which the garbage collector found only now
        self.world.faults.append(TextFormatter().format(record))
