"""All ratings computed again from the stored games: are the stored ones the same? Else they can be
replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass

from adjudicator.game import AnyGame
from adjudicator.registry import Rules
from bot.common.errors import Refused
from bot.engine.rule_versions import unknown_rules
from bot.features.ratings import store as ratings
from bot.features.ratings.counting import Counted, GameOf, Skills, count, newest, rerate
from bot.features.ratings.rating import Skill
from bot.storage.database import Database, Tx
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import Table


@dataclass(frozen=True, slots=True)
class Ledgers:
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
            told.append(f"game {table_id}: its results are stored otherwise than it says")
        ratings = set(self.ratings) ^ set(self.stored_ratings)
        for user_id in sorted({rating.user_id for rating in ratings}):
            where = f"{self.game} in server {self.guild_id}"
            told.append(f"{where}: the rating of user {user_id} is stored otherwise than the games say")
        return told


def by_rules(rules: Rules) -> GameOf:
    """The game by the rules that a table was opened with, outside of a running bot."""

    def game_of(table: Table) -> AnyGame:
        game = rules.get((table.game, table.rules_version))
        if game is None:
            raise Refused(unknown_rules(table))
        return game

    return game_of


async def recount(tx: Tx, game_of: GameOf, guild_id: int, game: str) -> Ledgers:
    """Compute one game's ratings in one server again. Games that the bot has not counted yet are left out."""
    stored = tuple(await ratings.results_in(tx, guild_id, game))
    kept = tuple(await ratings.leaders(tx, guild_id, game))
    skills: Skills = {}
    results: list[GameResult] = []
    last: dict[int, tuple[GameResult, str]] = {}
    games: Counter[int] = Counter()
    left = []
    tables = await ratings.looked_at(tx, guild_id, game)
    names = {rating.user_id: rating.name for rating in kept}
    for table in tables:
        try:
            counted = await count(tx, game_of, table)
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
    return Ledgers(
        guild_id,
        game,
        len(tables),
        tuple(results),
        tuple(rating for rating in made if rating is not None),
        stored,
        kept,
        tuple(left),
    )


async def every(tx: Tx, game_of: GameOf) -> AsyncIterator[Ledgers]:
    """The ratings of each game in each server, computed again."""
    for guild_id, game in await ratings.kinds(tx):
        yield await recount(tx, game_of, guild_id, game)


async def store(db: Database, found: Ledgers) -> bool:
    """Put what the games say in the place of what is stored. False, and nothing changes, if that has changed
    meanwhile: then it is to be computed again."""
    async with db.begin() as tx:
        results = tuple(await ratings.results_in(tx, found.guild_id, found.game))
        kept = tuple(await ratings.leaders(tx, found.guild_id, found.game))
        if (results, kept) != (found.stored_results, found.stored_ratings):
            return False
        await ratings.replace_all(tx, found.guild_id, found.game, found.results, found.ratings)
    return True
