"""What an organiser rules about a game: how it counts, whatever became of it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.context import Context
from bot.features.leagues.model.matches import Result, teams_of
from bot.features.leagues.season.settling import result_of, stepped_in
from bot.features.leagues.store import leagues
from bot.features.leagues.table.season_snapshot import Season
from bot.storage import sittings
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Fixture, League

log = logging.getLogger(__name__)

_NOT_PLAYED = ("bye", "walkover")


async def must_be_open(tx: Tx, league: League) -> None:
    """Refuse a ruling that would change what others have built on: promotion, once a next season began."""
    if league.status == "cancelled":
        raise Refused(f"League `{league.id}` is cancelled.")
    if league.status in OPEN:
        return
    for after in await leagues.of_guild(tx, league.guild_id, (*OPEN, "over")):
        if after.previous == league.id and after.status != "signup":
            raise Refused(
                f"League `{league.id}` is over, and its next season `{after.id}` has begun with its table."
            )


def game_of(season: Season, game: str, seats: int) -> Fixture:
    """The game of this code. Raises Refused."""
    code = game.strip().strip("`").lower()
    for fixture in season.fixtures:
        if fixture.code == code:
            kind = fixture.result["kind"] if fixture.result else ""
            if len(fixture.numbers) != seats or kind in _NOT_PLAYED:
                raise Refused(f"Game `{code}` was not played: somebody had left before it.")
            return fixture
    raise Refused(
        f"League `{season.league.id}` has no game `{clip(plain_name(code), 20)}`. `/league fixtures` has the "
        "codes."
    )


async def plays(tx: Tx, season: Season, fixture: Fixture, user_id: int) -> bool:
    """Whether the user is in this game, or was."""
    if any(season.by_number(number).user_id == user_id for number in fixture.numbers):
        return True
    if fixture.table_id is None:
        return False
    return any(sat.user_id == user_id for sat in await sittings.of_table(tx, fixture.table_id))


async def ruled(
    context: Context, tx: Tx, season: Season, fixture: Fixture, places: tuple[int, ...]
) -> Result:
    """The game with these places; () nobody scores. Who sits there for somebody else has the part of the
    points that the plan says, and missed deadlines stay missed."""
    kept = Result("ruled")
    if fixture.result is not None:
        kept = Result.read(fixture.result)
    elif fixture.table_id is not None:
        try:
            snapshot = await context.snapshot(tx, fixture.table_id)
            season = await stepped_in(tx, season, snapshot)
            kept = result_of(snapshot, season, fixture, await sittings.of_table(tx, fixture.table_id))
        except Exception:  # a ruling is the way out just where a game cannot be read
            log.exception("game not read", extra={"league": season.league.id, "table": fixture.table_id})
    teams = teams_of(context.games[season.league.game], season.league.options)
    return replace(kept, kind="ruled" if places else "none", places=places, teams=teams)


def read_places(text: str, teams: Sequence[int], most: int = 0) -> tuple[int, ...]:
    """Places in the order of the seats; () for no result. Raises Refused.

    teams: of each seat its team;  most: the last place where a game has places of its own, which stay as they
    are; 0: the places only say who was before whom, and the best is 1

    >>> read_places("1 2", (0, 1)), read_places("draw", (0, 1, 2)), read_places("none", (0, 1))
    ((1, 2), (1, 1, 1), ())
    >>> read_places("9 5 5", (0, 1, 1)), read_places("4 2 2 7", (0, 1, 2, 3))
    ((2, 1, 1), (3, 1, 1, 4))
    >>> read_places("2 3 5", (0, 1, 2), 5)
    (2, 3, 5)
    """
    seats = len(teams)
    said = text.strip().lower()
    if said in ("none", "no result"):
        return ()
    if said == "draw":
        return (1,) * seats
    parts = said.replace(",", " ").replace("-", " ").split()
    highest = most or 20
    if len(parts) != seats or not all(
        part.isascii() and part.isdecimal() and 1 <= int(part) <= highest for part in parts
    ):
        example = " ".join(str(place) for place in range(1, seats + 1))
        raise Refused(
            f"Write the place of each seat, in the order of the seats, such as `{example}`; or `draw`, or "
            f"`none`.{f' Places are 1 to {most}.' if most else ''}"
        )
    places = tuple(int(part) for part in parts)
    sides = dict(zip(teams, places, strict=True))
    if any(sides[team] != place for team, place in zip(teams, places, strict=True)):
        raise Refused("Players of one team have the same place, such as `1 1 2 2` where two play two.")
    if most:
        return places
    return tuple(1 + sum(other < place for other in sides.values()) for place in places)
