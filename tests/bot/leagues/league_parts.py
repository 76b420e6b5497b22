"""A league on the service alone: threads that are only noted, players who concede when they are asked to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import Where
from bot.features.leagues.season.opening import Made
from bot.features.leagues.season_snapshot import Season
from bot.features.server_settings.permissions import Asker
from bot.outbox import delivery
from bot.storage.league_records import Fixture, League
from tests.bot.parts import DAY, PostOffice, post_office

GUILD, HALL, ORGANISER = 1, 700, 90


@dataclass
class Threads:
    """Places that are made: names by id. fault: raised in the place of the next ones, while it is there."""

    made: dict[int, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    fault: Exception | None = None
    note: str = ""

    async def make(
        self, guild_id: int, channel_id: int, name: str, where: Where, category: str, members: Sequence[int]
    ) -> Made:
        self.asked.append(name)
        if self.fault is not None:
            raise self.fault
        for place, known in self.made.items():
            if known == name:
                return Made(place)
        place = 1000 + len(self.made)
        self.made[place] = name
        return Made(place, self.note)


def asker(user: int = ORGANISER, *, manager: bool = True) -> Asker:
    return Asker(guild_id=GUILD, user_id=user, manager=manager)


@dataclass
class Hall:
    """A server with a league's channel."""

    office: PostOffice
    threads: Threads

    @property
    def services(self) -> Any:
        return self.office.services

    async def league(self, players: int = 4, game: str = "cic", start: bool = True, **given: Any) -> str:
        """A league whose players are the users 101, 102, …; it begins at once unless start is False."""
        asked: dict[str, Any] = {"signup": "7d", "deadline": "24h", "plan": ""} | given
        made = await self.services.leagues.create(asker(), HALL, "Spring cup", game, **asked)
        for user in range(101, 101 + players):
            await self.services.signup.join(made.id, user, f"P{user}")
        if start:
            await self.services.organise.start(made.id, asker())
            await self.office.pass_time(0)
        return str(made.id)

    async def row(self, league_id: str) -> League:
        async with self.services.context.db.read() as tx:
            found = await league_store.find_league(tx, league_id)
        assert found is not None
        return found

    async def season(self, league_id: str) -> Season:
        async with self.services.context.db.read() as tx:
            league = await league_store.find_league(tx, league_id)
            assert league is not None
            return await season_snapshot.read(tx, league)

    async def fixtures(self, league_id: str, round_: int | None = None) -> list[Fixture]:
        async with self.services.context.db.read() as tx:
            return await league_store.fixtures_of(tx, league_id, round_)

    async def lose(self, fixture: Fixture, at: int = 1) -> None:
        """The player of this seat (by its number in the order of seats) concedes the game."""
        assert fixture.table_id is not None
        snapshot = await self.office.snapshot(fixture.table_id)
        user = snapshot.player(snapshot.seats[at]).user_id
        await self.services.orders.declare(fixture.table_id, user, "concede", snapshot.stamp)

    async def play_round(self, league_id: str) -> int:
        """All open games end, won by the first seat; how many there were."""
        played = 0
        for fixture in await self.fixtures(league_id):
            if fixture.status == "playing":
                await self.lose(fixture)
                played += 1
        await self.office.pass_time(0)
        return played

    async def week(self) -> None:
        await self.office.pass_time(7 * DAY + 60)


@asynccontextmanager
async def hall(path: Path, **given: Any) -> AsyncIterator[Hall]:
    threads = given.pop("threads", None) or Threads()
    # Posts leave as quick as they can: how quick Discord lets them is tested elsewhere.
    with patch.object(delivery, "MAX_PER_SECOND", 10_000):
        async with post_office(path, places=threads, **given) as office:
            await office.services.begin()
            yield Hall(office, threads)
