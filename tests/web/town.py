"""A server that shows all, with games in every state, a league of two seasons and ratings; and one that shows
nothing."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

from bot.features.server_settings.who_may_open import Asker
from bot.storage.records import Table
from bot.storage.rows import first, save
from tests.bot.leagues.league_parts import ORGANISER, Hall, Threads, asker
from tests.bot.parts import GUEST, HOST, FakeClock
from tests.web.parts import Web, house_with_pages

MANAGER = Asker(1, HOST, manager=True)


@dataclass(frozen=True)
class Town:
    """web: the house;  hall: its leagues;  server 1 shows all, server 2 nothing

    playing, over, lobby: games of server 1;  hidden: of server 2;  league: in its second season;  before: the
    first;  rated: finished games of the HOST
    """

    web: Web
    hall: Hall
    playing: str
    over: str
    lobby: str
    hidden: str
    league: str
    before: str
    rated: tuple[str, ...]


_MADE: list[tuple[tempfile.TemporaryDirectory[str], Town]] = []


@asynccontextmanager
async def town(path: Path) -> AsyncIterator[Town]:
    """It is made once in a run: a copy is twenty times as quick. The bot was started anew."""
    if not _MADE:
        folder = tempfile.TemporaryDirectory(prefix="fieldpost-")
        async with _made(Path(folder.name) / "games.sqlite3") as first_one:
            _MADE.append((folder, first_one))
    made = _MADE[0][1]
    before = made.web.office
    shutil.copyfile(before.path, path)
    office = replace(before, clock=FakeClock(before.clock.time), messenger=deepcopy(before.messenger))
    threads = deepcopy(made.hall.threads)
    async with house_with_pages(path, places=threads, before=replace(made.web, office=office)) as web:
        await web.services.begin()
        yield replace(made, web=web, hall=Hall(web.office, threads))


@asynccontextmanager
async def _made(path: Path) -> AsyncIterator[Town]:
    threads = Threads()
    async with house_with_pages(path, places=threads) as web:
        office, services = web.office, web.services
        await services.begin()
        hall = Hall(office, threads)
        rated = []
        for channel in range(600, 603):
            code = await office.game(channel=channel)
            await office.send(code, HOST, "e7-e6")
            office.clock.time += 60
            await services.orders.declare(code, HOST if channel == 602 else GUEST, "concede")
            rated.append(code)
        playing = await office.game(channel=610)
        await office.send(playing, HOST, "e7-e6")
        lobby = (await office.lobby(HOST, channel=611)).id
        hidden = await office.game(channel=612)

        def elsewhere(tx: object) -> None:
            table = first(tx, Table, id=hidden)  # type: ignore[arg-type]
            assert table is not None
            save(tx, replace(table, guild_id=2))  # type: ignore[arg-type]

        await office.write(elsewhere)
        before = await hall.league(3, plan="pace=results")
        await hall.play_on(before)
        league = (await services.leagues.next_season(before, asker(ORGANISER))).id
        await services.permissions.pages(MANAGER, everywhere=True)
        yield Town(web, hall, playing, rated[0], lobby, hidden, league, before, tuple(rated))
