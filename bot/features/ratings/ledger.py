"""Count every finished game once, in the order in which games ended; recount all of them on request.

What a game was for its players and what it does to their ratings is stored in one transaction with the note
that it was counted. So nothing counts twice and nothing is left out, whatever is killed or restarted.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from adjudicator.game import AnyGame
from adjudicator.registry import Rules
from bot.common.clock import LONGEST_SLEEP_S, BackgroundJob, Timer
from bot.common.errors import Refused
from bot.engine.context import Context, unknown_rules
from bot.features.ratings import store, text
from bot.features.ratings.rating import Counted, GameOf, Skill, Skills, count, newest, rerate
from bot.features.ratings.store import End
from bot.storage.database import Tx
from bot.storage.league_records import GameResult, Rating, Sitting
from bot.storage.records import Table
from bot.storage.rows import find, save

log = logging.getLogger(__name__)

SLACK = 600.0
"""A look begins so many seconds before the last one, because the clock may have been set meanwhile. Also how
long a game that could not be counted waits."""
_AT_ONCE = 50


class Ledger(BackgroundJob):
    """Counts games in the background. `wake` after anything that may have ended one."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._timer = Timer(self._look)
        self._looked_at: float | None = None
        self._all_at = 0.0
        """When all games were looked at, not only new ones."""
        self._left: set[str] = set()
        """Games that could not be counted, until all are looked at again."""
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        await self._timer.close()

    async def _look(self) -> None:
        """Count what has ended since the last look; now and then, and when the clock went back, all."""
        now = self.context.clock.now()
        since = None if self._looked_at is None else self._looked_at - SLACK
        if self._looked_at is None or now < self._looked_at or now >= self._all_at + self._pause:
            since, self._all_at = None, now
            self._left.clear()
        after: End | None = None
        while not self._closed:
            found = await self.context.db.read(store.unrated, since, after, _AT_ONCE)
            for table in found:
                if self._closed:
                    return
                if table.id not in self._left:
                    await self._try(table)
                after = (table.ended_at or 0.0, table.id)
            if len(found) < _AT_ONCE:
                break
        self._looked_at = now
        self._timer.later(self._pause)

    @property
    def _pause(self) -> float:
        """How long until all games are looked at again."""
        return SLACK if self._left else LONGEST_SLEEP_S

    async def _try(self, table: Table) -> None:
        """Whatever one game does, the others count."""
        try:
            while not await self._count(table):
                pass
        except Exception as error:  # a fault in one old game must not stop the ledger
            self._left.add(table.id)
            # Never the error itself: it may show what a state holds.
            log.error("game not counted", extra={"table": table.id, "error": type(error).__name__})

    async def _count(self, table: Table) -> bool:
        """Read the game, which may take a moment, then store what it was. False: somebody in it was forgotten
        in between, so it is to be read anew."""
        counted = await self.context.db.read(count, self.context.game_of, table)
        return await self.context.db.write(self._take, counted)

    def _take(self, tx: Tx, counted: Counted) -> bool:
        sat = find(tx, Sitting, table_id=counted.table.id)
        if counted.names.keys() - {sitting.user_id for sitting in sat}:
            return False
        if store.mark_rated(tx, counted.table.id, self.context.clock.now()):
            self._store(tx, counted)
        return True

    def _store(self, tx: Tx, counted: Counted) -> None:
        """Store all that follows from this game. Others that ended later and were quicker count anew."""
        table = counted.table
        if not counted.rated:
            store.add_results(tx, counted.results)
            return
        guild_id, end = counted.results[0].guild_id, (table.ended_at or 0.0, table.id)
        later = self._later(tx, guild_id, table.game, end)
        users = {user for each in (counted, *later) for user in each.users}
        before = store.newest_before(tx, guild_id, table.game, users, end)
        skills: Skills = {}
        for user_id, last in before.items():
            if last.mu_after is not None and last.sigma_after is not None:
                skills[user_id] = Skill(last.mu_after, last.sigma_after)
        own = rerate(counted, skills)
        store.add_results(tx, own)
        changed = [result for each in later for result in _again(each, skills)]
        store.set_skills(tx, changed)
        self._rate(tx, counted, (*own, *changed))
        tx.log(log, "game counted", table=table.id, later=len(later))

    def _later(self, tx: Tx, guild_id: int, game: str, end: End) -> list[Counted]:
        """The counted games that ended later, as far as ratings need them."""
        found = store.rated_after(tx, guild_id, game, end)
        games = []
        for _, rows in groupby(found, key=lambda row: row[0].table_id):
            both = list(rows)
            table = both[0][1]
            try:
                teams = self.context.game_of(table).teams(table.options)
            except Refused:  # its rules are not there any more: it counts as it is stored
                teams = ()
            games.append(Counted(table, tuple(result for result, _ in both), teams, {}, True))
        return games

    def _rate(self, tx: Tx, counted: Counted, results: Sequence[GameResult]) -> None:
        """Store the new ratings of everybody whom these results change."""
        guild_id, game = results[0].guild_id, results[0].game
        users = sorted({result.user_id for result in results if result.mu_after is not None})
        games = store.counts(tx, guild_id, game, users)
        kept = store.ratings_among(tx, guild_id, game, users)
        for user_id in users:
            old = kept.get(user_id)
            made = newest(results, user_id, counted.names.get(user_id, ""), games[user_id])
            if made is not None:
                # The name is that of the newest game.
                last = old is None or old.at <= counted.results[0].ended_at
                save(tx, made if last or old is None else replace(made, name=old.name))


def _again(counted: Counted, skills: Skills) -> tuple[GameResult, ...]:
    """A later game counted anew; one without teams, which nobody can tell any more, stays as it is."""
    if counted.teams:
        return rerate(counted, skills)
    for result in counted.results:
        if result.mu_after is not None and result.sigma_after is not None:
            skills[result.user_id] = Skill(result.mu_after, result.sigma_after)
    return counted.results


@dataclass(frozen=True, slots=True)
class Recount:
    """One game's ratings in one server: as they are stored, and as its games say.

    left: the games that cannot be recounted, because their rules are not there: they count as they are stored
    """

    guild_id: int
    game: str
    games: int
    results: tuple[GameResult, ...]
    ratings: tuple[Rating, ...]
    stored_results: tuple[GameResult, ...]
    stored_ratings: tuple[Rating, ...]
    left: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        return self.results == self.stored_results and self.ratings == self.stored_ratings

    def faults(self) -> list[str]:
        """What is stored otherwise than the games say, a line each."""
        told = []
        results = set(self.results) ^ set(self.stored_results)
        for table_id in sorted({result.table_id for result in results}):
            told.append(text.WRONG_RESULTS(code=table_id))
        ratings = set(self.ratings) ^ set(self.stored_ratings)
        for user_id in sorted({rating.user_id for rating in ratings}):
            told.append(text.WRONG_RATING(game=self.game, server=self.guild_id, user=user_id))
        return told


def by_rules(rules: Rules) -> GameOf:
    """The game by the rules that a table was opened with, outside of a running bot."""

    def game_of(table: Table) -> AnyGame:
        game = rules.get((table.game, table.rules_version))
        if game is None:
            raise Refused(unknown_rules(table))
        return game

    return game_of


def recount(tx: Tx, game_of: GameOf, guild_id: int, game: str) -> Recount:
    """Compute one game's ratings in one server again. Games that the bot has not counted yet are left out."""
    stored = tuple(store.results_in(tx, guild_id, game))
    kept = tuple(find(tx, Rating, guild_id=guild_id, game=game))
    skills: Skills = {}
    results: list[GameResult] = []
    last: dict[int, tuple[GameResult, str]] = {}
    games: Counter[int] = Counter()
    left = []
    tables = store.looked_at(tx, guild_id, game)
    names = {rating.user_id: rating.name for rating in kept}
    for table in tables:
        try:
            counted = count(tx, game_of, table)
            found = rerate(counted, skills)
        except Refused:
            left.append(table.id)
            found = tuple(result for result in stored if result.table_id == table.id)
            counted = Counted(table, found, (), names, False)
        results += found
        for result in found:
            if result.mu_after is not None and result.sigma_after is not None:
                skills[result.user_id] = Skill(result.mu_after, result.sigma_after)
                last[result.user_id] = (result, counted.names.get(result.user_id, ""))
                games[result.user_id] += 1
    made = [newest([result], user, name, games[user]) for user, (result, name) in sorted(last.items())]
    results.sort(key=lambda one: (one.ended_at, one.table_id, one.seat, one.user_id))
    return Recount(
        guild_id,
        game,
        len(tables),
        tuple(results),
        tuple(rating for rating in made if rating is not None),
        stored,
        kept,
        tuple(left),
    )


def recount_all(tx: Tx, game_of: GameOf) -> Iterator[Recount]:
    """The ratings of each game in each server, computed again."""
    for guild_id, game in store.kinds(tx):
        yield recount(tx, game_of, guild_id, game)


def store_recount(tx: Tx, found: Recount) -> bool:
    """Put what the games say in the place of what is stored. False, and nothing changes, if that has changed
    meanwhile: then it is to be computed again."""
    results = tuple(store.results_in(tx, found.guild_id, found.game))
    kept = tuple(find(tx, Rating, guild_id=found.guild_id, game=found.game))
    if (results, kept) != (found.stored_results, found.stored_ratings):
        return False
    store.replace_all(tx, found.guild_id, found.game, found.results, found.ratings)
    return True
