"""The tables of a league, and whatever else takes long where many take part: computed in a worker then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bot.common.render import Renderer
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.table.standings import Row, standings

MANY = 100
"""With more entrants than these a worker computes: nobody else's answer waits for it."""
T = TypeVar("T")


async def compute(renderer: Renderer, season: Season, job: Callable[..., T], *given: Any) -> T:
    """What `job`, a function of a module, makes of these values."""
    if len(season.numbered) > MANY:
        return await renderer.work(job, *given)
    return job(*given)


async def tables(renderer: Renderer, season: Season) -> tuple[tuple[Row, ...], ...]:
    """The table of each division, as it stands now."""
    lots = [entrant.number for entrant in season.numbered]
    return await compute(renderer, season, standings, season.plan, season.numbered, season.played(), lots)
