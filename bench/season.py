"""A whole season of a league over SimCord with a clock that is turned: 200 players, 8 rounds, Swiss.

    python -m bench.season [players] [rounds]

The unmodified bot. An organiser types /league create; everybody presses Join; after that people only play:
some moves by direct message, then the loser concedes. Some are absent for a while, some for good; some leave
the league. Nobody does anything by hand: rounds, threads and games come by themselves. Not drawn: pictures,
which have measurements of their own.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import discord
import simcord
from discord import Permissions
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.env import Env

import bot.app
from bench.measure import argument, target
from bench.services import hurry
from bot.app import Fieldpost, create_bot
from bot.commands.run import calm
from bot.engine.outages import Uptime
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.season_snapshot import Season
from bot.outbox import delivery
from bot.settings import Settings
from bot.storage.database import Tx
from bot.storage.league_records import Fixture
from maps import picture

PLAYERS, ROUNDS = 200, 8
MOVES = 2
HOUR, DAY = 3600.0, 86400.0
ABSENT, GONE, LEAVERS = 0.04, 0.02, 0.01
"""Of a hundred players so many miss a round's game, play no more at all, or leave the league in a round."""


class Turned:
    """SimCord's clock, that the season turns on."""

    def __init__(self) -> None:
        self.env: Env | None = None
        self.ahead = 0.0

    def now(self) -> float:
        self.ahead += 0.001
        return (self.env.now().timestamp() if self.env is not None else 1_767_225_600.0) + self.ahead


class Undrawn:
    """A renderer whose pictures have their alt texts, but are not drawn."""

    def __init__(self, processes: int = 0, elsewhere: object = None, metrics: object = None) -> None:
        pass

    async def paint(self, game: str, view: Any, extras: Any) -> tuple[bytes, str]:
        alt = picture(game).alt(view, draft=extras.get("draft", ()), events=extras.get("events", ()))
        return b"\x89PNG\r\n\x1a\n", alt

    async def work(self, job: Any, *given: Any) -> Any:
        return await asyncio.to_thread(job, *given)

    def close(self) -> None:
        pass


def shown(message: discord.Message) -> str:
    """All that a message shows, card or not, as JSON."""
    parts = [part.to_dict() for part in message.components]
    return json.dumps([message.content, parts], ensure_ascii=False)


class Play:
    """The players' side of a season."""

    def __init__(self, env: Env, clock: Turned, players: int, rounds: int) -> None:
        self.env, self.clock, self.rounds = env, clock, rounds
        self.rng = random.Random(players)
        guild = env.create_guild("Generals")
        self.hall: ChannelHandle = guild.create_text_channel("league")
        self.users: dict[int, UserHandle] = {}
        self.members: dict[int, MemberActor] = {}
        for number in range(players):
            user = env.create_user(f"general{number}")
            self.users[user.id], self.members[user.id] = user, guild.add_member(user)
        boss = env.create_user("boss")
        role = guild.create_role("organisers", permissions=Permissions(manage_guild=True))
        self.boss = guild.add_member(boss, roles=[role])
        self.gone: set[int] = set()
        self.acts: Counter[str] = Counter()

    @property
    def services(self) -> Any:
        assert isinstance(self.env.bot, Fieldpost)
        return self.env.bot.services

    async def season(self) -> Season:
        every = ("signup", "running", "paused", "over", "cancelled")

        def look(tx: Tx) -> Season:
            [league] = league_store.leagues_with(tx, every)
            return season_snapshot.read(tx, league)

        return await self.services.context.db.read(look)

    async def later(self, seconds: float) -> None:
        """Turn the clock on, and let everything happen that is due."""
        self.clock.ahead += seconds
        self.services.context.db.wake_all()
        await self.idle()

    async def idle(self) -> None:
        """Until no job of the bot runs and no post is under way: pairing is done in a worker."""
        services = self.services
        names = ("outbox", "deadlines", "muting", "moving", "seasons", "ledger")
        jobs = [getattr(services, name) for name in names]
        quiet = 0
        while quiet < 3:
            tasks = [job._timer._task for job in jobs] + list(services.outbox._busy.values())
            quiet = 0 if any(task is not None and not task.done() for task in tasks) else quiet + 1
            await self.env.settle()
            await asyncio.sleep(0.001)

    async def found(self) -> None:
        plan = f"format=swiss rounds={self.rounds} calendar=7d pace=results"
        await self.boss.slash(
            self.hall,
            "league create",
            name="Spring cup",
            game="cic",
            plan=plan,
            signup="7d",
            deadline="24h",
            options="absence=forfeit",
        )
        await self.env.settle()
        post = next(message for message in reversed(self.hall.history()) if message.components)
        for member in self.members.values():
            await member.click(post, label="Join")
        await self.later(7 * DAY + 60)

    async def round(self) -> int:
        """Everybody plays; the clock goes on until all games of the round are over. How many there were."""
        season = await self.season()
        games = [fixture for fixture in season.fixtures if fixture.status == "playing"]
        self._lapses(season)
        for fixture in games:
            await self._game(season, fixture)
        await self.idle()
        for entrant in season.active:
            if self.rng.random() < LEAVERS and entrant.user_id not in self.gone:
                self.acts["left the league"] += 1
                await self.services.signup.withdraw(season.league.id, entrant.user_id)
        for _ in range(10):
            season = await self.season()
            if not any(each.status == "playing" and each.round <= self.done for each in season.fixtures):
                break
            await self.later(DAY + 60)
        return len(games)

    def _lapses(self, season: Season) -> None:
        self.done = season.league.round
        users = [entrant.user_id for entrant in season.active]
        self.absent = {user for user in users if self.rng.random() < ABSENT}
        self.gone |= {user for user in users if self.rng.random() < GONE / self.rounds}

    async def _game(self, season: Season, fixture: Fixture) -> None:
        """Some moves, then somebody concedes; or the deadline finds somebody absent."""
        code, context = str(fixture.table_id), self.services.context
        users = [season.by_number(number).user_id for number in fixture.numbers]
        for _ in range(MOVES):
            snapshot = await context.db.read(context.snapshot, code)
            [seat] = snapshot.phase.owing
            user = snapshot.player(seat).user_id
            if user in self.absent | self.gone:
                self.acts["absent from a game"] += 1
                return
            order = self.rng.choice(list(snapshot.game.legal(snapshot.view(seat))))
            await self.users[user].send_dm(f"{code} {order}")
            await self.services.orders.send(code, user, snapshot.stamp)
            self.acts["moves"] += 1
        loser = users[self.rng.randrange(2)]
        snapshot = await context.db.read(context.snapshot, code)
        await self.services.orders.declare(code, loser, "concede", snapshot.stamp)
        self.acts["conceded"] += 1


async def main(players: int, rounds: int) -> int:
    begun, clock = time.perf_counter(), Turned()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            token="bench", database=str(Path(folder) / "a.sqlite3"), defaults="undo=0", new_dms_a_minute=0
        )
        async with simcord.run(create_bot(settings, clock)) as env:
            clock.env, env.settle_timeout = env, 600.0
            play = Play(env, clock, players, rounds)
            await play.found()
            taken = time.perf_counter() - begun
            print(f"{players} players signed up, round 1 begun: {taken:.0f} s", flush=True)
            start = clock.now()
            while (season := await play.season()).league.status == "running":
                number, at = season.league.round, time.perf_counter()
                games = await play.round()
                if (await play.season()).league.round == number and (await play.season()).unfinished():
                    print(f"round {number} is STUCK")
                    break
                print(f"round {number}: {games} games, {time.perf_counter() - at:.0f} s", flush=True)
            season = await play.season()
            days = (clock.now() - start) / DAY
            left, status = len(season.unfinished()), season.league.status
            finals = sum("🏆" in shown(message) for message in play.hall.history())
            threads = len({fixture.place_id for fixture in season.fixtures if fixture.place_id})
            failed = list(env.errors)
            await play.services.close()
    acts = ", ".join(f"{times} {what}" for what, times in play.acts.items())
    print(f"{acts}; {threads} threads, {days:.0f} days of the players, {finals} final table")
    print(f"errors {len(failed)}; games without a result {left}; status {status}")
    print(f"a season of {rounds} rounds with {players} players: {time.perf_counter() - begun:.0f} s in all")
    right = status == "over" and not left and finals == 1 and not failed
    return int(not target("a season", right, "no stuck game, no manual step"))


if __name__ == "__main__":
    calm()
    hurry()
    # what would only be waiting: the pace at which Discord takes posts, pictures
    Uptime.look = lambda _: None  # type: ignore[method-assign]  # a clock that is turned is no outage
    Env._schedule_timer = lambda *_: None  # type: ignore[method-assign, assignment, return-value]
    delivery.MAX_PER_SECOND = 10_000
    bot.app.Renderer = Undrawn  # type: ignore[misc, assignment, attr-defined]
    sys.exit(asyncio.run(main(argument(PLAYERS), argument(ROUNDS, 2))))
