"""Run the leagues' job: settle results, close sign-up, begin rounds, end seasons, open games.

Each thing that is due is one transaction. Pairing runs in a worker, from what one transaction has read; the
league's lock is held until the round is stored, and a round is stored only once (`store.open_round`). A fault
of ours in one league stops no other: that league is paused, and its channel is told.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from adjudicator.chance import HmacChance, shuffle
from bot.common.clock import DAY, BackgroundJob, Timer
from bot.common.message import due_words, plain_name
from bot.engine.access import free_code
from bot.engine.context import Context
from bot.engine.turns import Turns
from bot.features.leagues import posts, season_snapshot, store
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.links import links
from bot.features.leagues.pairing.rounds import divide, moves, pair_round
from bot.features.leagues.scoring import Match, Result, teams_of
from bot.features.leagues.season import dates, results
from bot.features.leagues.season import text as words
from bot.features.leagues.season.game_opening import Opening
from bot.features.leagues.season.results import Settling
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.standings import standings
from bot.features.ratings import store as rating_store
from bot.features.ratings.rating import NEW, Skill
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from bot.storage.league_records import OPEN, Fixture, League, LeagueLogEntry, Rating, Round
from bot.storage.rows import find, first

_NEW = 1_000


def strength(tx: Tx, league: League, numbers: Mapping[int, int], seats: int) -> list[int]:
    """The users, strongest first: those of the season before by its divisions after promotion and relegation,
    then by place; newcomers after them, by rating (its lower bound); the lot decides the rest."""
    before = _before(tx, league, numbers, seats)
    rated = {
        rating.user_id: rating.mu - 3 * rating.sigma
        for rating in find(tx, Rating, guild_id=league.guild_id, game=league.game)
    }

    def worth(user: int) -> tuple[int, int, float, int]:
        division, place = before.get(user, (_NEW, 0))
        return division, place, -rated.get(user, -1e9), numbers[user]

    return sorted(numbers, key=worth)


def _before(tx: Tx, league: League, back: Collection[int], seats: int) -> dict[int, tuple[int, int]]:
    """By user, the division after promotion and relegation, and the place to begin with in it.

    back: the users who play on; who does not goes down or up for nobody"""
    previous = first(tx, League, id=league.previous) if league.previous else None
    if previous is None:
        return {}
    season = season_snapshot.read(tx, previous)
    tables = standings(
        season.plan, season.numbered, season.played(), [entrant.number for entrant in season.numbered]
    )
    order = [[row.number for row in rows] for rows in tables]
    left = {entrant.number for entrant in season.numbered if entrant.user_id not in back}
    after = moves(season.plan, order, left, seats=seats)
    users = {entrant.number: entrant.user_id for entrant in season.numbered}
    return {
        users[number]: (after.get(number, season.plan.divisions), at)
        for at, number in enumerate(chain.from_iterable(order), 1)
    }


log = logging.getLogger(__name__)

WEEK = 7 * DAY
MOST_RESULTS = 700
"""Signs of a digest for results: the table stands below them."""
TRIES = 5
"""So often a league is looked at again that was changed, in another process, before it was stored what
follows from a look."""
BY_LINE = 20
"""So many names stand in one line: a post ends between lines."""
LONGER = 3 * DAY
"""By so much sign-up is extended, once, if too few have come."""


class Rounds:
    def __init__(self, context: Context, turns: Turns) -> None:
        self.context = context
        self.turns = turns

    async def advance(self, league_id: str) -> None:
        """Do what is due for this league now, one thing after the other."""
        async with self.context.lock(f"league/{league_id}"):
            for quicker in range(TRIES + 1):
                try:
                    while await self._advance_once(league_id):
                        pass
                    return
                except season_snapshot.Changed:
                    if quicker == TRIES:
                        raise

    async def _advance_once(self, league_id: str) -> bool:
        """One thing that is due; whether there may be more."""

        def look(tx: Tx) -> Season | None:
            league = first(tx, League, id=league_id)
            open_ = league is not None and league.status in ("signup", "running")
            return season_snapshot.read(tx, league) if league is not None and open_ else None

        season = await self.context.db.read(look)
        if season is None:
            return False
        league = season.league
        now = self.context.clock.now()
        due = league.next_at is not None and league.next_at <= now
        if league.status == "signup":
            return due and await self._begin(season, now)
        if league.digest_at is not None and league.digest_at <= now:
            await self._digest(season, now)
            return True
        return await self._go_on(season, due, now)

    # -- the start

    async def _begin(self, season: Season, now: float) -> bool:
        league, plan = season.league, season.plan
        begins = dates.first_round(plan, now)
        own = [entrant for entrant in season.entrants if entrant.status == "in"]

        def change(tx: Tx) -> bool:
            if len(own) < plan.least:
                self._too_few(tx, league, len(own), plan.least, now)
                return True
            seed = store.seed_of(tx, league.id)
            assert seed is not None
            chance = HmacChance(bytes.fromhex(seed), league.id, 0)
            order, _ = shuffle(chance, [entrant.user_id for entrant in own])
            numbers = {user: number for number, user in enumerate(order, 1)}
            seats = len(self.context.games[league.game].seats(league.options))
            ranked = strength(tx, league, numbers, seats)
            divisions = divide(plan, [numbers[user] for user in ranked], seats)
            given = {user: (number, divisions[number]) for user, number in numbers.items()}
            store.number_entrants(tx, league.id, given, self._ratings(tx, season, list(numbers)))
            store.change_league(
                tx,
                league.id,
                status="running",
                drawn=chance.n,
                started_at=now,
                digest_at=begins + WEEK,
                next_at=begins,
            )
            names = {entrant.user_id: plain_name(entrant.name) for entrant in own}
            begun = words.BEGINS(league=titled(league), n=len(own))
            if begins > now:
                begun = words.BEGINS_LATER(league=titled(league), n=len(own), begins=due_words(begins))
            told = [begun]
            if plan.divisions > 1:
                for division in range(1, plan.divisions + 1):
                    there = [names[user] for user in ranked if divisions[numbers[user]] == division]
                    told += [words.DIVISION(n=division), *_in_lines(there)]
            sizes = Counter(divisions.values())
            new = min(size - 1 + size % 2 for size in sizes.values())  # rounds without a second meeting
            if plan.format == "swiss" and plan.rounds > new:
                told.append(words.MEET_AGAIN(n=new + 1))
            lots = [words.NUMBER(number=number, name=names[user]) for user, number in numbers.items()]
            first_lots, *others = _in_lines(lots)
            told += [words.DRAWN(names=first_lots), *(words.DRAWN_MORE(names=line) for line in others)]
            log_line = words.LOG_BEGINS(n=len(own), names=", ".join(lots))
            posts.announce(tx, league, "start", "\n".join(told), now, log_line)
            posts.refresh_sign_up(tx, league, now)
            return True

        return await season_snapshot.write_unchanged(self.context, season, change)

    @staticmethod
    def _ratings(tx: Tx, season: Season, users: Collection[int]) -> dict[int, int]:
        """What a league is seeded by, as ratings stand now; {} where it is by lot."""
        if season.plan.seeding != "rating":
            return {}
        league = season.league
        known = rating_store.ratings_among(tx, league.guild_id, league.game, users)
        skills = {user: Skill(rating.mu, rating.sigma) for user, rating in known.items()}
        return {user: skills.get(user, NEW).points for user in users}

    def _too_few(self, tx: Tx, league: League, there: int, least: int, now: float) -> None:
        """Sign-up goes on once; then the league is given up."""
        if any(
            entry.act == "longer"
            for entry in find(tx, LeagueLogEntry, league_id=league.id, limit=100, newest=True)
        ):
            store.change_league(tx, league.id, status="cancelled", next_at=None, ended_at=now)
            posts.refresh_sign_up(tx, league, now)
            text = words.TOO_FEW_AGAIN(league=titled(league), n=there, least=least)
            posts.announce(tx, league, "cancel", text, now)
            return
        until = now + LONGER
        posts.refresh_sign_up(tx, league, now)
        store.change_league(tx, league.id, next_at=until)
        text = words.TOO_FEW(league=titled(league), n=there, least=least, until=due_words(until))
        posts.announce(tx, league, "longer", text, now)

    # -- rounds

    async def _go_on(self, season: Season, due: bool, now: float) -> bool:
        """The next round, if its time has come; the end, after the last."""
        league, plan = season.league, season.plan
        ends, time_up = dates.season_ends(league, plan), dates.time_up(league, plan)
        if time_up is not None and time_up <= now and season.unfinished():
            await results.draw_rest(self.context, self.turns, season, now)
            return False
        seats = len(self.context.games[league.game].seats(league.options))
        last = league.round >= season.total or (ends is not None and ends <= now)
        if last or len(season.active) < 2 or len(season.active) < seats:
            if season.unfinished():
                return False
            await results.finish(self.context, season, now)
            return False
        waits = bool(season.unfinished()) and plan.pace != "dates" and league.round > 0
        early = plan.pace == "results" and not waits
        if waits or not (due or early or league.next_at is None):
            return False
        await self._open(season, now)
        return True

    async def _open(self, season: Season, now: float) -> None:
        """Pair the next round, and store it with everything that follows."""
        league, plan, number = season.league, season.plan, season.league.round + 1
        seed = await self.context.db.read(store.seed_of, league.id)
        assert seed is not None
        game = self.context.games[league.game]
        matches, drawn = await self.context.renderer.work(
            pair_round,
            plan,
            season.for_pairing(),
            season.played(),
            number,
            len(game.seats(league.options)),
            seed,
            league.id,
            league.drawn,
            teams_of(game, league.options),
        )
        started = now if number == 1 else league.started_at
        league = replace(league, round=number, started_at=started)
        next_at = dates.after_round(league, plan, number, season.total, now)
        out = [one.number for one in season.numbered if one.status != "in"]
        paired = Round(league_id=league.id, round=number, at=now, drawn=league.drawn, out=out)

        def change(tx: Tx) -> list[Fixture]:
            store.open_round(tx, paired, drawn=drawn, next_at=next_at, started_at=started)
            codes = list[str]()  # none of them is stored yet, so a second draw of one would not be noticed
            hooks = self.context.hooks
            for match in matches:
                codes.append("" if len(match.numbers) == 1 else free_code(hooks, tx, codes))
            stored = [
                _fixture(league, number, board, match, code, now)
                for board, (match, code) in enumerate(zip(matches, codes, strict=True), 1)
            ]
            store.insert_fixtures(tx, stored)
            opened = replace(league, next_at=next_at)
            self._announce(tx, replace(season, league=opened), stored, now)
            if number == 1:
                posts.refresh_sign_up(tx, opened, now, "begun")
            return stored

        stored = await season_snapshot.write_unchanged(self.context, season, change)
        log.info("round", extra={"league": league.id, "round": number, "games": len(stored)})

    def _announce(self, tx: Tx, season: Season, stored: list[Fixture], now: float) -> None:
        league, plan = season.league, season.plan
        lines = [words.ROUND(league=titled(league), n=league.round, total=season.total)]
        begins = dates.next_round(league, plan, season.total)
        if begins is not None:
            lines.append(words.NEXT_ROUND(n=league.round + 1, begins=due_words(begins)))
        lines.append(words.THREADS_OPEN if plan.where == "threads" else words.CHANNELS_OPEN)
        division = 0
        for fixture in stored:
            if plan.divisions > 1 and fixture.division != division:
                division = fixture.division
                lines.append(words.DIVISION(n=division))
            lines.append(self._line(season, fixture))
        rows = (links(league, ("lfix", "lmine", "ltable")),)
        posts.say(tx, league, f"round/{league.round}", "\n".join(lines), now, rows=rows)
        games = sum(len(fixture.numbers) > 1 for fixture in stored)
        posts.note(tx, league, "round", words.LOG_ROUND(n=league.round, games=games), now)

    def _line(self, season: Season, fixture: Fixture) -> str:
        names = season.names(fixture.numbers)
        if len(names) == 1:
            if fixture.result is None or fixture.result["kind"] != "walkover":
                return words.BYE(name=names[0])
            return (words.WALKOVER_VOID if season.annuls(fixture) else words.WALKOVER)(name=names[0])
        presenter, game = self.context.presenters[season.league.game], self.context.games[season.league.game]
        seats = [presenter.seat_name(seat) for seat in game.seats(season.league.options)]
        told = (words.PLAYER(name=name, seat=seat) for name, seat in zip(names, seats, strict=True))
        return words.GAME(players=" – ".join(told))

    # -- the digest

    async def _digest(self, season: Season, now: float) -> None:
        """What the week brought, then the tables."""
        league, since = season.league, (season.league.digest_at or now) - WEEK
        settled = [fixture for fixture in season.fixtures if (fixture.settled_at or 0.0) > since]
        scored = [results.result_line(season, fixture) for fixture in settled if len(fixture.numbers) > 1]
        open_ = len(season.unfinished())
        lines = [words.WEEK(league=titled(league), n=len(scored), open=open_)]
        sizes = accumulate(len(line) + 1 for line in scored)
        told = sum(size <= MOST_RESULTS for size in sizes)
        lines += scored[:told] + ([words.MORE_RESULTS(n=len(scored) - told)] if told < len(scored) else [])
        late = [fixture for fixture in season.unfinished() if fixture.round < league.round]
        if late:
            lines.append(words.LATE(n=len(late)))
        begins = dates.next_round(league, season.plan, season.total)
        if begins is not None:
            lines.append(words.NEXT_ROUND(n=league.round + 1, begins=due_words(begins)))

        def change(tx: Tx) -> None:
            store.change_league(tx, league.id, digest_at=now + WEEK)
            for division in range(1, season.plan.divisions + 1):
                text = "\n".join(lines)
                if division > 1:
                    text = words.WEEK_DIVISION(league=titled(league), division=division)
                posts.standings(tx, league, f"digest/{now:.0f}/{division}", text, now, division)

        await season_snapshot.write_unchanged(self.context, season, change)


def _fixture(league: League, number: int, board: int, match: Match, code: str, now: float) -> Fixture:
    bye = len(match.numbers) == 1
    result = Result("walkover" if match.walkover else "bye") if bye else None
    return Fixture(
        league_id=league.id,
        round=number,
        division=match.division,
        board=board,
        numbers=match.numbers,
        code=code or None,
        status="done" if bye else "planned",
        result=result.stored() if result is not None else None,
        settled_at=now if bye else None,
    )


def _in_lines(names: Sequence[str]) -> list[str]:
    return [", ".join(names[at : at + BY_LINE]) for at in range(0, len(names), BY_LINE)]


class Seasons(BackgroundJob):
    def __init__(self, context: Context, settling: Settling, rounds: Rounds, opening: Opening) -> None:
        self.context = context
        self._settling, self._rounds, self._opening = settling, rounds, opening
        self._timer = Timer(self.run)
        self.reachable: Callable[[], bool] = lambda: True
        """Whether people can act now: else nothing is due."""
        self.still: Callable[[], Part | None] = lambda: None
        """The servers where they cannot, while they can in others."""
        self._changed: set[str] = set()
        self._begun = False
        self._nothing = False
        """Whether the last look found no open league, nor a game of one: a new league wakes the job."""

    def note_changed(self, league_ids: Iterable[str]) -> None:
        """Something may follow in these leagues: they are looked at when the job runs next."""
        self._changed.update(league_ids)

    def wake(self) -> None:
        """A game may be over, or something due."""
        if self._changed or not self._nothing:
            self._timer.now()

    def go_on(self) -> None:
        self._begun = self._nothing = False  # another process did this meanwhile
        super().go_on()

    async def run(self) -> None:
        """All that can be done now; the timer is set for the rest."""
        while True:
            await self._settling.settle_all()
            await self._due()
            again = await self._opening.open_some()
            if again is None or again > self.context.clock.now():
                break

        def look(tx: Tx) -> float | None:
            later = store.next_moment(tx, self.context.clock.now())
            self._nothing = not store.leagues_with(tx, OPEN) and not store.any_unsettled(tx)
            return later

        later = await self.context.db.read(look)
        moments = [moment for moment in (again, later) if moment is not None]
        if moments:
            self._timer.later(max(min(moments) - self.context.clock.now(), 0.05))

    async def _due(self) -> None:
        """Look after every league for which something is due, or in which something has changed."""
        if not self.reachable():  # the job is woken when the time is given back
            return
        changed, now, still = self._changed, self.context.clock.now(), self.still()

        def look(tx: Tx) -> tuple[list[str], set[str]]:
            due = [league.id for league in store.due_leagues(tx, now)]
            if still is None:
                away = set[str]()
            else:
                away = {league.id for league in store.leagues_with(tx, OPEN) if still.has(league.guild_id)}
            if not self._begun:  # the last run may have ended between a result and what follows from it
                running = store.leagues_with(tx, {"running"})
                changed.update(league.id for league in running)
            return due, away

        due, away = await self.context.db.read(look)
        self._begun = True
        for league_id in [each for each in dict.fromkeys([*due, *sorted(changed)]) if each not in away]:
            changed.discard(league_id)
            try:
                await self._advance(league_id)
            except BaseException:
                changed.add(league_id)
                raise

    async def _advance(self, league_id: str) -> None:
        try:
            await self._rounds.advance(league_id)
        except Exception:
            log.exception("league stopped", extra={"league": league_id})
            await self.context.write_league(league_id, self._stop, league_id)

    def _stop(self, tx: Tx, league_id: str) -> None:
        league, now = first(tx, League, id=league_id), self.context.clock.now()
        if league is None or league.status not in ("signup", "running"):
            return
        if league.status == "signup":  # it has nothing to pause yet: sign-up stays open for a day
            store.change_league(tx, league_id, next_at=now + DAY)
        else:
            store.change_league(tx, league_id, status="paused")
        posts.announce(tx, league, "fault", words.FAULT(league=titled(league)), now, words.LOG_FAULT)
