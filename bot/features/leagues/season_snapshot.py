"""A league as one transaction reads it (plan, entrants, games), and its tables.

Whatever takes long where many take part runs in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.common.message import plain_name
from bot.common.workers import Renderer
from bot.engine.context import Context
from bot.features.leagues import store
from bot.features.leagues.league_lookup import league_of
from bot.features.leagues.pairing.rounds import how_many
from bot.features.leagues.plan import Plan
from bot.features.leagues.scoring import Entering, Played, Result
from bot.features.leagues.standings import Row, annulled, divisions, meant, standings
from bot.storage.database import Tx
from bot.storage.errors import Conflict
from bot.storage.league_records import Entrant, Fixture, League
from bot.storage.rows import first

T = TypeVar("T")


@dataclass(frozen=True)
class Season:
    """One league with all that belongs to it. reserves have no number."""

    league: League
    plan: Plan
    entrants: tuple[Entrant, ...]
    fixtures: tuple[Fixture, ...]

    @property
    def numbered(self) -> list[Entrant]:
        """Who has taken part from the start, by number. Who stepped in for somebody has a number too, but no
        division."""
        return [entrant for entrant in self.entrants if entrant.number and entrant.division]

    @property
    def active(self) -> list[Entrant]:
        return [entrant for entrant in self.numbered if entrant.status == "in"]

    @property
    def reserves(self) -> list[Entrant]:
        """Who steps in for others, longest waiting first."""
        found = [entrant for entrant in self.entrants if entrant.status == "reserve"]
        return sorted(found, key=lambda entrant: (entrant.joined_at, entrant.user_id))

    def by_number(self, number: int) -> Entrant:
        return next(entrant for entrant in self.entrants if entrant.number == number)

    def for_pairing(self) -> tuple[Entering, ...]:
        """As pairing sees them."""
        return tuple(
            Entering(entrant.number, entrant.division, entrant.status == "in", rating=entrant.rating)
            for entrant in self.numbered
        )

    def played(self) -> tuple[Played, ...]:
        """All games so far, those under way too."""
        return tuple(_played(fixture) for fixture in self.fixtures)

    def sizes(self) -> list[int]:
        """How many began in each division, the first one first."""
        return [
            sum(entrant.division == division for entrant in self.numbered)
            for division in range(1, self.plan.divisions + 1)
        ]

    @property
    def total(self) -> int:
        """How many rounds the season has."""
        return how_many(self.plan, self.sizes())

    def unfinished(self) -> list[Fixture]:
        """Games without a result."""
        return [fixture for fixture in self.fixtures if fixture.status != "done"]

    def annuls(self, fixture: Fixture) -> bool:
        """Whether a game or a walkover counts for nobody, because somebody in it left early."""
        gone = annulled(self.plan, self.numbered)
        return bool(gone) and bool(gone & set(meant(_played(fixture), divisions(self.numbered))))

    def names(self, numbers: Sequence[int]) -> list[str]:
        """Entrants by number, as they are shown."""
        return [plain_name(self.by_number(number).name) for number in numbers]


def _played(fixture: Fixture) -> Played:
    result = Result.read(fixture.result) if fixture.result is not None else None
    return Played(fixture.round, fixture.board, tuple(fixture.numbers), fixture.division, result)


def read(tx: Tx, league: League, round_: int | None = None) -> Season:
    """The league with its rows; or with the games of one round alone."""
    entrants = tuple(store.entrants_of(tx, league.id))
    return Season(league, Plan.read(league.plan), entrants, tuple(store.fixtures_of(tx, league.id, round_)))


class Changed(Conflict):
    """Somebody has changed the league since it was read."""


async def write_unchanged(context: Context, season: Season, change: Callable[[Tx], T]) -> T:
    """Store what follows from this look at a league. Raises Changed, and nothing is stored, if that is not
    how it is any more: people join and leave in other processes too."""

    def checked(tx: Tx) -> T:
        league = first(tx, League, id=season.league.id)
        if league is None or read(tx, league) != season:
            raise Changed(f"league {season.league.id} has changed")
        return change(tx)

    return await context.db.write_locking(League, season.league.id, checked)


async def look_up(context: Context, league_id: str) -> Season:
    """The league of this code, read by itself. Raises Refused."""
    return await context.db.read(lambda tx: read(tx, league_of(tx, league_id)))


def with_entrants(tx: Tx, league: League, numbers: Sequence[int]) -> Season:
    """The league with these entrants alone, and no games: the whole takes a while where there are many."""
    entrants = store.entrants_by_number(tx, league.id, numbers)
    return Season(league, Plan.read(league.plan), tuple(entrants), ())


MANY = 100
"""With more entrants than these a worker computes: nobody else's answer waits for it."""


async def compute(renderer: Renderer, season: Season, job: Callable[..., T], *given: Any) -> T:
    """What `job`, a function of a module, makes of these values."""
    if len(season.numbered) > MANY:
        return await renderer.work(job, *given)
    return job(*given)


async def tables(renderer: Renderer, season: Season) -> tuple[tuple[Row, ...], ...]:
    """The table of each division, as it stands now."""
    lots = [entrant.number for entrant in season.numbered]
    return await compute(renderer, season, standings, season.plan, season.numbered, season.played(), lots)
