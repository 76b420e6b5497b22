"""A league on the service alone: threads that are only noted, players who concede when they are asked to."""

from __future__ import annotations

import json
import re
import string
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.text import Text
from bot.features.integrity.database_check import Findings, look_at_league
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import Where
from bot.features.leagues.season.game_opening import Made
from bot.features.leagues.season_snapshot import Season
from bot.features.server_settings.who_may_open import Asker
from bot.features.substitutes.handover import hand_over
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League
from bot.storage.rows import first
from tests.bot.parts import DAY, PostOffice, post_office
from tests.bot.transactions import looking

GUILD, HALL, ORGANISER = 1, 700, 90


def like(text: Text, **values: object) -> str:
    """A pattern of what a sentence says with these values; the others may be any."""
    found = []
    for literal, name, spec, _ in string.Formatter().parse(text.template):
        found.append(re.escape(literal))
        if name is not None and spec is not None and "|" in spec:
            found.append(f"(?:{spec})")
        elif name is not None:
            found.append(re.escape(str(values[name])) if name in values else ".*?")
    return "".join(found)


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

    async def league(
        self,
        players: int = 4,
        game: str = "cic",
        start: bool = True,
        *,
        name: str = "Spring cup",
        names: str = "P",
        channel: int = HALL,
        host: int = ORGANISER,
        **given: Any,
    ) -> str:
        """A league whose players are the users 101, 102, …; it begins at once unless start is False.

        names: of the players, before the number of each
        """
        made = await self.services.leagues.create(asker(host), channel, name, game, **given)
        await self.join(made.id, *range(101, 101 + players), names=names)
        if start:
            await self.begin(made.id)
        return str(made.id)

    async def join(self, league_id: str, *users: int, names: str = "P", reserve: bool = False) -> None:
        for user in users:
            await self.services.signup.join(league_id, user, f"{names}{user}", reserve)

    async def begin(self, league_id: str) -> None:
        """Close the sign-up."""
        await self.services.organise.start(league_id, asker())
        await self.office.pass_time(0)

    async def rule(
        self, league_id: str, game: Fixture, places: str, why: str = "so", by: Asker | None = None
    ) -> str:
        said: str = await self.services.organise.result(league_id, by or asker(), game.code, places, why)
        await self.office.pass_time(0)
        return said

    async def edit(self, league_id: str, changes: str) -> str:
        """Change the plan; what follows from it happens at once."""
        said: str = await self.services.organise.edit(league_id, asker(), changes)
        await self.office.pass_time(0)
        return said

    async def page(self, view: str, league_id: str, *given: Any) -> str:
        """The words of a view: "table", "show", "fixtures", "log"."""
        message = await getattr(self.services.league_views, view)(league_id, *given)
        return str(message.words)

    async def in_days(self, league_id: str) -> float | None:
        """When something is due for the league, in days from its start."""
        league = await self.row(league_id)
        assert league.started_at is not None
        return None if league.next_at is None else round((league.next_at - league.started_at) / DAY, 2)

    def told(self, words: str) -> list[str]:
        """The posts in the league's channel that have these words."""
        return [text for text in self.office.messenger.texts(HALL) if words in text]

    def posted(self, text: Text, **values: object) -> list[str]:
        """The posts in the league's channel that say this."""
        return [one for one in self.office.messenger.texts(HALL) if re.search(like(text, **values), one)]

    async def file(self, league_id: str) -> dict[str, Any]:
        """The league's file."""
        [file] = (await self.services.league_export.file(league_id)).files
        found: dict[str, Any] = json.loads(file.data)
        return found

    async def faults(self, league_id: str) -> list[str]:
        """What the check of the database says of the league."""
        found, context = Findings(), self.services.context
        async with looking(context.db) as tx:
            look_at_league(context, tx, await self.row(league_id), found)
        return found.faults

    async def status(self, league_id: str) -> str:
        return (await self.row(league_id)).status

    async def step_in(self, fixture: Fixture, user: int, name: str, seat: int = 0) -> None:
        """Hand a seat of a game to this user."""
        context, snapshot = self.services.context, await self.office.snapshot(str(fixture.table_id))

        def change(tx: Tx) -> None:
            now = self.office.clock.now()
            hand_over(context, tx, snapshot, snapshot.seats[seat], user, name, "gone", now)

        await context.db.write(change)

    async def row(self, league_id: str) -> League:
        async with looking(self.services.context.db) as tx:
            found = first(tx, League, id=league_id)
        assert found is not None
        return found

    async def season(self, league_id: str) -> Season:
        league = await self.row(league_id)
        async with looking(self.services.context.db) as tx:
            return season_snapshot.read(tx, league)

    async def fixtures(self, league_id: str, round_: int | None = None) -> list[Fixture]:
        async with looking(self.services.context.db) as tx:
            return league_store.fixtures_of(tx, league_id, round_)

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

    async def play_on(self, league_id: str) -> None:
        """Play until the league is over."""
        while await self.status(league_id) == "running":
            await self.play_round(league_id)

    async def over(self, channel: int, name: str) -> str:
        """A league of two that is over."""
        code = await self.league(2, plan="pace=results least=2", channel=channel, name=name)
        await self.play_on(code)
        await self.office.pass_time(10)
        return code

    async def week(self) -> None:
        await self.office.pass_time(7 * DAY + 60)


@asynccontextmanager
async def hall(path: Path, **given: Any) -> AsyncIterator[Hall]:
    threads = given.pop("threads", None) or Threads()
    async with post_office(path, places=threads, **given) as office:
        await office.services.begin()
        yield Hall(office, threads)
