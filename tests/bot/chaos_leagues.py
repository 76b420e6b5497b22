"""Leagues in a town (chaos.py), and what people do with what is stored: each `do_…` is one random act."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.common.errors import NotAllowed
from bot.common.message import BUTTON_PATTERN, Message
from bot.features.history.replays import SPEEDS
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import Where
from bot.features.leagues.season.game_opening import Made
from bot.features.server_settings.who_may_open import Asker
from bot.outbox.messenger import Unsure
from bot.storage.league_records import League
from tests.bot import chaos_checks as checks
from tests.bot import chaos_league_checks as league_checks
from tests.bot.chaos_people import People
from tests.bot.chaos_world import NAMES, REASON, USERS
from tests.bot.transactions import looking

ORGANISER = Asker(1, 98, manager=True)
LEAGUES = (
    ("cic", "", "pace=results"),
    ("cic", "round_limit=6 objective=points", "pace=dates calendar=3d"),
    ("cic", "", "format=swiss rounds=3 pace=wait"),
    ("cic", "teams=both", "rounds=2 pace=results"),
    ("nme", "players=3", "rounds=2 calendar=2d out=1"),
    ("nemein", "side=3 houses_to_win=1", "pace=results season=20 substitute=50"),
    ("ww3", "players=2 fog=on", "annul=no cycles=2 pace=results"),
    ("ww3", "players=3", "rounds=2 pace=results vacation=2 substitute=100"),
)
SHORT = 100
"""In a town of fewer acts leagues are cancelled at the end: their way to it takes its time."""
MOST_ROUNDS = 40
"""After so many weeks each league has come to its end."""
MOST_REPLAYED = 6
"""So many steps may a game have of which a replay is drawn: that takes its time."""


class Threads:
    """The threads of all runs, by name. Whether Discord makes one is luck; what it made stays."""

    town: Leagues

    def __init__(self) -> None:
        self.made: dict[int, tuple[int, str]] = {}

    async def make(
        self, guild_id: int, channel_id: int, name: str, where: Where, category: str, members: Sequence[int]
    ) -> Made:
        town = self.town
        roll = town.luck.random()
        if town.messenger.cut or roll < 0.05:
            raise Unsure("cut", 5.0)
        if roll < 0.07:
            raise NotAllowed("I lack **Create Public Threads**")
        known = next((place for place, made in self.made.items() if made == (channel_id, name)), None)
        place = known if known is not None else 5000 + len(self.made)
        self.made[place] = (channel_id, name)
        if roll > 0.95:
            raise Unsure("the answer is lost", 2.0)
        return Made(place)


class Leagues(People):
    places: Threads

    async def end_leagues(self) -> None:
        """All of them come to their end, game by game."""
        for league in await self.all_leagues() if self.acts < SHORT else ():
            await self.services.organise.cancel(league.id, ORGANISER, REASON)
        for league in await self.all_leagues("paused"):
            await self.services.organise.resume(league.id, ORGANISER)
        for _ in range(MOST_ROUNDS):
            await self.passes(8 * 86400)
            if not (found := await self.all_leagues()):
                over = await self.all_leagues("over")
                self.done["rounds"] = sum(league.round for league in over)
                return
            mine = {league.id for league in found}
            for code in await self.playing():
                snapshot = await self.snapshot(code)
                if snapshot.table.origin.get("league") in mine:
                    for seat in sorted(snapshot.living)[1:]:
                        await self.services.orders.declare(code, snapshot.player(seat).user_id, "concede")
        raise AssertionError(f"leagues without end: {found}")

    # -- leagues

    async def all_leagues(self, *statuses: Any) -> list[League]:
        async with looking(self.services.context.db) as tx:
            found = league_store.leagues_with(tx, statuses or ("signup", "running", "paused"))
        return sorted(found, key=lambda league: league.created_at)

    async def do_new_league(self) -> None:
        if len(await self.all_leagues()) >= 2:
            return
        game, options, plan = self.rng.choice(LEAGUES)
        absence, grace = self.rng.choice(("pass", "forfeit")), self.rng.choice((0, 60))
        given = f"{options} grace={grace} substitutes=1 absence={absence}"
        self.number += 1
        league = await self.services.leagues.create(
            ORGANISER,
            400 + self.number,
            f"Cup {self.number}",
            game,
            signup=self.rng.choice(("1d", "3d")),
            deadline=self.rng.choice(("24h", "3d")),
            options=given,
            plan=plan,
        )
        self.note(f"league {league.id} {game} {given} {plan}")
        many = self.rng.randint(3, 7)
        for number, user in enumerate(self.rng.sample(USERS, many + 1)):
            await self.services.signup.join(league.id, user, NAMES[user], reserve=number == many)
        if self.rng.random() < 0.6:
            await self.use(f"league-start {league.id}", self.services.organise.start(league.id, ORGANISER))

    async def do_league(self) -> None:
        found = await self.all_leagues()
        if not found:
            return
        league = self.rng.choice(found)
        code, user, services = league.id, self.rng.choice(USERS), self.services
        act, by = self.rng.choice(_ACTS), ORGANISER
        if act == "start":
            await self.use(f"league-start {code}", services.organise.start(code, by))
        elif act in ("join", "reserve"):
            joined = services.signup.join(code, user, NAMES[user], reserve=act == "reserve")
            await self.use(f"league-{act} {code} {user}", joined)
        elif act == "withdraw":
            await self.use(f"league-withdraw {code} {user}", services.signup.withdraw(code, user))
        elif act == "remove":
            await self.use(f"league-remove {code} {user}", services.organise.remove(code, by, user, REASON))
        elif act == "pause":
            await self.use(f"league-pause {code}", services.organise.pause(code, by))
        elif act == "resume":
            await self.use(f"league-resume {code}", services.organise.resume(code, by))
        elif act == "cancel":
            if self.rng.random() < 0.1:
                await self.use(f"league-cancel {code}", services.organise.cancel(code, by, REASON))
        elif act == "edit":
            text = self.rng.choice(
                ("pace=dates", "pace=results", "out=1", "substitute=30", "vacation=3", "x=y")
            )
            await self.use(f"league-edit {code} {text}", services.organise.edit(code, by, text))
        elif act == "result":
            await self._rule(league)
        elif act == "next":
            over = await self.all_leagues("over")
            if over and len(found) < 3:
                last = self.rng.choice(over).id
                await self.use(f"league-next {last}", services.leagues.next_season(last, by, "1d"))
        else:
            await self._give_up(league)

    async def _rule(self, league: League) -> None:
        async with looking(self.services.context.db) as tx:
            found = [fixture for fixture in league_store.fixtures_of(tx, league.id) if fixture.code]
        if found:
            code, places = (
                self.rng.choice(found).code,
                self.rng.choice(("1 2", "2 1", "draw", "none", "1 2 3")),
            )
            ruled = self.services.organise.result(league.id, ORGANISER, str(code), places, REASON)
            await self.use(f"league-result {league.id} {code} {places!r}", ruled)

    async def _give_up(self, league: League) -> None:
        """Somebody gives up a game of the league, so that it goes on."""
        for code in await self.playing():
            snapshot = await self.snapshot(code)
            if snapshot.table.origin.get("league") == league.id and self.rng.random() < 0.7:
                seat = self.rng.choice(sorted(snapshot.living))
                user = snapshot.player(seat).user_id
                gone = self.services.orders.declare(code, user, "concede")
                await self.use(f"league-concede {code} {user}", gone)

    # -- what is stored

    async def do_forget(self) -> None:
        """A user is forgotten, with all that the question names."""
        user = self.rng.choice(USERS)
        asked = await self.services.forgetting.question(user, NAMES[user], 1, False)
        found = [re.fullmatch(BUTTON_PATTERN, button.id) for row in asked.rows for button in row]  # type: ignore[union-attr]
        digest = next((match["extra"] for match in found if match and match["act"] == "forgetyes"), None)
        if digest is None:
            return
        done = await self.use(
            f"forget {user}", self.services.forgetting.forget(user, NAMES[user], 1, False, digest)
        )
        if done and "Done" in done.text:
            await league_checks.forgotten(self, user)

    async def do_archive(self) -> None:
        """Somebody looks at what was played, at leagues, ratings, or at what is stored of a person."""
        user = self.rng.choice(USERS)
        code = self.rng.choice(sorted(self.memory))
        snapshot, services = await self.snapshot(code), self.services
        seen = await self.all_leagues("signup", "running", "paused", "over", "cancelled")
        league = self.rng.choice(seen).id if seen else None
        speed = self.rng.choice(sorted(SPEEDS))
        turn = str(self.rng.choice(("new", "1", "2", snapshot.step.seq)))
        looks: list[Callable[[], Awaitable[Any]]] = [
            lambda: services.history_pages.page(code, user, turn),
            lambda: services.game_export.export(code, user),
            lambda: services.data_export.export(user, 8_000_000),
            lambda: services.league_list.all(1, user),
            lambda: services.profiles.message(1, user, NAMES[user], None),
            lambda: services.leaderboards.page(1, snapshot.table.game, 0, user),
        ]
        if snapshot.step.seq <= MOST_REPLAYED and self.rng.random() < 0.1:
            looks.append(lambda: services.replays.replay(code, user, speed, 8_000_000, _nothing))
        if league is not None:
            views = services.league_views
            looks += [
                lambda: views.table(league, user),
                lambda: views.crosstable(league, user),
                lambda: views.fixtures(league, 0, 0, user),
                lambda: views.log(league),
                lambda: views.show(league),
                lambda: services.league_export.file(league),
            ]
        number = self.rng.randrange(len(looks))
        shown = await self.use(f"archive {code} {league} {user} {number}", looks[number]())
        if isinstance(shown, Message):
            await checks.leaks(self, code if number < 2 else None, user, shown, None)


_ACTS = (
    *(
        "start",
        "join",
        "reserve",
        "withdraw",
        "remove",
        "pause",
        "resume",
        "resume",
        "cancel",
        "edit",
        "result",
    ),
    *("next", "concede", "concede", "concede", "concede"),
)


async def _nothing(told: str) -> None:
    pass
