"""Who is how strong when a season begins: for divisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.features.leagues.pairing.rounds import moves
from bot.features.leagues.store import leagues
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.standings import standings
from bot.features.ratings import store
from bot.storage.database import Tx
from bot.storage.league_records import League

_NEW = 1_000


async def strength(tx: Tx, league: League, numbers: Mapping[int, int], seats: int) -> list[int]:
    """The users, strongest first: those of the season before by its divisions after promotion and relegation,
    then by place; newcomers after them, by rating (its lower bound); the lot decides the rest."""
    before = await _before(tx, league, numbers, seats)
    rated = {
        rating.user_id: rating.mu - 3 * rating.sigma for rating in await store.leaders(tx, *_key(league))
    }

    def worth(user: int) -> tuple[int, int, float, int]:
        division, place = before.get(user, (_NEW, 0))
        return division, place, -rated.get(user, -1e9), numbers[user]

    return sorted(numbers, key=worth)


def _key(league: League) -> tuple[int, str]:
    return league.guild_id, league.game


async def _before(tx: Tx, league: League, back: Collection[int], seats: int) -> dict[int, tuple[int, int]]:
    """By user, the division after promotion and relegation, and the place to begin with in it.

    back: the users who play on; who does not goes down or up for nobody"""
    previous = await leagues.get(tx, league.previous) if league.previous else None
    if previous is None:
        return {}
    season = await season_snapshot.read(tx, previous)
    tables = standings(
        season.plan, season.numbered, season.played(), [entrant.number for entrant in season.numbered]
    )
    order = [[row.number for row in rows] for rows in tables]
    left = {entrant.number for entrant in season.numbered if entrant.user_id not in back}
    after = moves(season.plan, order, left, seats=seats)
    users = {entrant.number: entrant.user_id for entrant in season.numbered}
    found, at = {}, 0
    for rows in order:
        for number in rows:
            at += 1
            found[users[number]] = (after.get(number, season.plan.divisions), at)
    return found
