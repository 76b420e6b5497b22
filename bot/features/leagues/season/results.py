"""Settle finished games, rule on games, and end the season: draws for the rest, final tables, the seed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.features.leagues import posts, season_snapshot, store
from bot.features.leagues.league_lookup import heading, titled
from bot.features.leagues.plan import points_text
from bot.features.leagues.scoring import Result, points_of, teams_of
from bot.features.leagues.season import dates, signup
from bot.features.leagues.season_snapshot import Season, tables
from bot.features.leagues.standings import Row, annulled
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Fixture, League, Sitting
from bot.storage.records import PLAYING, Pause
from bot.storage.rows import find, first, remove

log = logging.getLogger(__name__)

TIME_UP = "The season of the league is over, and so this game ends as a draw of those who still play."
_BROKEN = "The season of the league is over."
_STUCK = (
    "The season is over, but the game `{code}` cannot be ended: something went wrong on my side. I try again "
    "every ten minutes; the organiser may also say how it counts, with `/league result`."
)
AGAIN = 600.0
"""So many seconds until a game that could not be ended is tried again."""


def result_line(season: Season, fixture: Fixture) -> str:
    """A result for people: "- Round 2 · **Ada**: 1, Ben: 0"."""
    result = Result.read(fixture.result or {"kind": "none"})
    points = points_of(season.plan, result, tuple(fixture.numbers))
    names = season.names(fixture.numbers)
    best = min(result.places, default=0)
    places = result.places if len(result.places) == len(names) else (0,) * len(names)
    told = [
        f"{f'**{name}**' if place == best else name}: {points_text(points[number])}"
        if number in points
        else name
        for name, number, place in zip(names, fixture.numbers, places, strict=True)
    ]
    how = {"none": " (no result)", "annulled": " (annulled)", "ruled": " (ruled)"}.get(result.kind, "")
    if not how and annulled(season.plan, season.numbered) & set(fixture.numbers):
        how = " (counts for nobody: who has left early was in it)"
    game = f" · `{fixture.code}`" if fixture.code else ""
    return f"- Round {fixture.round}{game} · {', '.join(told)}{how}"


async def draw_rest(context: Context, turns: Turns, season: Season, now: float) -> None:
    """Time is up: games under way end as draws of those who still play; what was not opened has no result.

    A game that cannot be ended, because of a fault of ours, is tried again later; the organiser may rule it.
    """
    stuck = list[Fixture]()
    for fixture in season.unfinished():
        if fixture.table_id is None:
            async with context.db.begin() as tx:
                await store.settle(tx, fixture.id, Result("none").stored(), now, "end")
                tx.wakes("leagues", season.league.id)
            continue
        try:
            async with context.lock(fixture.table_id), context.db.begin() as tx:
                done = await _draw(context, turns, tx, fixture.table_id, now)
                if done:
                    tx.wakes("leagues", season.league.id)
        except Exception:  # the others end
            log.exception("game not ended", extra={"league": season.league.id, "table": fixture.table_id})
            done = False
        stuck += [] if done else [fixture]
    if stuck:
        async with context.db.begin() as tx:
            await store.change_league(tx, season.league.id, next_at=now + AGAIN)
            for fixture in stuck:
                text = f"{heading(season.league, 'a game does not end')}\n{_STUCK.format(code=fixture.code)}"
                await posts.say(tx, season.league, f"stuck/{fixture.id}", text, now)


async def _draw(context: Context, turns: Turns, tx: Tx, table_id: str, now: float) -> bool:
    """Whether it was under way, and has ended."""
    snapshot = await context.snapshot(tx, table_id)
    if snapshot.table.status not in PLAYING:
        return False
    await remove(tx, Pause, table_id=table_id)
    for seat in snapshot.living:
        if snapshot.outcome is None and "draw" in snapshot.game.declarations(snapshot.state, seat):
            snapshot = await turns.declare(tx, snapshot, seat, "draw", TIME_UP, told=False)
    if snapshot.outcome is None:
        await turns.break_off(tx, snapshot, _BROKEN, now)
    return True


async def finish(context: Context, season: Season, now: float) -> None:
    """All results are there: the final tables, who moves, the secret seed."""
    league, found = season.league, await tables(context.renderer, season)
    async with context.db.begin() as tx:
        await store.change_league(tx, league.id, status="over", next_at=None, digest_at=None, ended_at=now)
        won = await post_tables(tx, season, "final", "the final table", now, found)
        await posts.note(tx, league, "over", f"The season is over. {won}", now)
        await publish_seed(tx, league, now)


async def post_tables(
    tx: Tx, season: Season, key: str, title: str, now: float, found: Sequence[Sequence[Row]]
) -> str:
    """Post the table of each division as the last one; who has won, in a line. Who has left before the last
    round has not.

    found: the tables"""
    league, plan = season.league, season.plan
    ends = dates.season_ends(league, plan)
    last = league.round if ends is not None and ends <= (league.ended_at or now) else season.total
    winners = []
    for division, rows in enumerate(found, 1):
        there = [row.number for row in rows if row.left is None or row.left > last]
        names = season.names(there[:3])
        which = f" of division {division}" if plan.divisions > 1 else ""
        won = f"{names[0]} wins{which}!" if names else f"Nobody is left{which}."
        rest = [f"**{place}** {name}" for place, name in enumerate(names, 1)]
        lines = [heading(league, title), f"**{won}**", " · ".join(rest)]
        await posts.standings(tx, league, f"{key}/{division}", "\n".join(lines), now, division)
        winners.append(won)
    return " ".join(winners)


async def publish_seed(tx: Tx, league: League, now: float) -> None:
    """Publish the secret seed: no more lots are drawn from it."""
    seed = await store.seed_of(tx, league.id)
    text = (
        f"-# {titled(league)}: the secret seed of the lots was `{seed}`; its SHA-256 stands in "
        "the sign-up post."
    )
    if league.status != "cancelled":
        text += " `/league season` begins the next one."
    await posts.say(tx, league, "seed", text, now)


_UNREAD = (
    "The game `{code}` is over, but I cannot take note of its result: something went wrong on my side. I try "
    "again later; the organiser may also say how it counts, with `/league result`."
)
TOLD_SINGLY = 20
"""In rounds of at most so many games each result gets a line in the channel; the digest has all."""


class Settling:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._left: dict[int, float] = {}
        """Games that could not be settled, because of a fault of ours: until when they wait."""

    async def settle_all(self) -> None:
        """Take note of every game that is over."""
        while True:
            now = self.context.clock.now()
            async with self.context.db.read() as tx:
                over = await store.fixtures_to_settle(tx, 50 + len(self._left))
            over = [fixture for fixture in over if self._left.get(fixture.id, 0.0) <= now]
            if not over:
                return
            for fixture in over:
                await self._try(fixture)

    async def _try(self, fixture: Fixture) -> None:
        try:
            async with self.context.lock(f"league/{fixture.league_id}"), self.context.db.begin() as tx:
                await self._settle(tx, fixture.id)
                tx.wakes("leagues", fixture.league_id)
                self._left.pop(fixture.id, None)
        except Exception:  # one game must not keep the others from counting
            first = fixture.id not in self._left
            self._left[fixture.id] = self.context.clock.now() + AGAIN
            log.exception("game not settled", extra={"league": fixture.league_id, "fixture": fixture.id})
            if first:
                await self._tell(fixture)

    async def _tell(self, fixture: Fixture) -> None:
        """The organiser can do by hand what I cannot."""
        async with self.context.db.begin() as tx:
            league = await first(tx, League, id=fixture.league_id)
            if league is not None and league.status in OPEN:
                text = f"{heading(league, 'a result is missing')}\n{_UNREAD.format(code=fixture.code)}"
                await posts.say(tx, league, f"unread/{fixture.id}", text, self.context.clock.now())

    async def _settle(self, tx: Tx, fixture_id: int) -> None:
        fixture, now = await first(tx, Fixture, id=fixture_id), self.context.clock.now()
        if fixture is None or fixture.status != "playing" or fixture.table_id is None:
            return  # ruled meanwhile
        league = await first(tx, League, id=fixture.league_id)
        assert league is not None
        snapshot = await self.context.snapshot(tx, fixture.table_id)
        season = await season_snapshot.read(tx, league, fixture.round)
        season = await stepped_in(tx, season, snapshot)
        result = result_of(snapshot, season, fixture, await find(tx, Sitting, table_id=snapshot.table.id))
        await store.settle(tx, fixture.id, result.stored(), now, "game")
        if league.status not in OPEN:
            return
        settled = replace(fixture, result=result.stored(), status="done", settled_at=now)
        if len(season.fixtures) <= TOLD_SINGLY:
            text = f"{heading(league, 'a result')}\n{result_line(season, settled)}"
            await posts.say(tx, league, f"result/{fixture.id}", text, now)
        if season.plan.out and any(result.forfeits):
            await self._out(tx, await season_snapshot.read(tx, league), settled, result, now)
        await complete(tx, season, fixture.round, now)

    async def _out(self, tx: Tx, season: Season, fixture: Fixture, result: Result, now: float) -> None:
        """Take out who has lost too many games by absence."""
        lost = Counter(
            number
            for played in season.played()
            if played.result is not None
            for number in compress(played.numbers, played.result.forfeits)
        )
        for number in compress(fixture.numbers, result.forfeits):
            entrant = season.by_number(number)
            if lost[number] >= season.plan.out and entrant.status == "in":
                why = f"lost {counted(lost[number], 'game')} by absence"
                await signup.leave(tx, season.league, entrant, why, now)


async def complete(tx: Tx, season: Season, number: int, now: float) -> None:
    """Post the table if the newest round has all its results, and no earlier one lacks any."""
    league = season.league
    # After the last round comes the final table.
    if number != league.round or number >= season.total or await store.count_unsettled(tx, league.id):
        return
    text = heading(league, f"all results of round {number} are there")
    for division in range(1, season.plan.divisions + 1):
        await posts.standings(tx, league, f"complete/{number}/{division}", text, now, division, after=number)


async def stepped_in(tx: Tx, season: Season, snapshot: GameSnapshot) -> Season:
    """A reserve who has played for somebody gets a number: points go to numbers."""
    there = {player.user_id for player in snapshot.players}
    found = list(season.entrants)
    for at, entrant in enumerate(found):
        if not entrant.number and entrant.user_id in there:
            number = 1 + max(other.number for other in found)
            await store.number_entrants(tx, season.league.id, {entrant.user_id: (number, 0)})
            found[at] = replace(entrant, number=number)
    return replace(season, entrants=tuple(found))


def result_of(snapshot: GameSnapshot, season: Season, fixture: Fixture, sat: list[Sitting]) -> Result:
    """What a finished game was for its league."""
    numbers = {entrant.user_id: entrant.number for entrant in season.entrants}
    subs: list[int | None] = []
    missed, forfeits = [], []
    for seat in snapshot.seats:
        player = snapshot.player(seat)
        mine = [sitting for sitting in sat if sitting.seat == seat]
        own = not mine or mine[-1].user_id == mine[0].user_id
        subs.append(None if own else numbers.get(player.user_id, 0))
        gone = sum(
            sitting.missed
            for sitting in mine
            if sitting.until_at is not None and sitting.user_id == mine[0].user_id
        )
        missed.append(gone + (player.missed if own else 0))
        forfeits.append(player.forfeited_at is not None and own)
    outcome = snapshot.table.outcome
    places = tuple(outcome["places"][seat] for seat in snapshot.seats) if outcome is not None else ()
    return Result(
        "played" if outcome is not None else "none",
        places,
        teams_of(snapshot.game, snapshot.table.options),
        tuple(subs),
        tuple(forfeits),
        tuple(missed),
    )


_NOT_PLAYED = ("bye", "walkover")


async def must_be_rulable(tx: Tx, league: League) -> None:
    """Refuse a ruling that would change what others have built on: promotion, once a next season began."""
    if league.status == "cancelled":
        raise Refused(f"League `{league.id}` is cancelled.")
    if league.status in OPEN:
        return
    for after in await store.leagues_of_guild(tx, league.guild_id, (*OPEN, "over")):
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


async def has_played(tx: Tx, season: Season, fixture: Fixture, user_id: int) -> bool:
    """Whether the user is in this game, or was."""
    if any(season.by_number(number).user_id == user_id for number in fixture.numbers):
        return True
    if fixture.table_id is None:
        return False
    return any(sat.user_id == user_id for sat in await find(tx, Sitting, table_id=fixture.table_id))


async def ruled_result(
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
            kept = result_of(snapshot, season, fixture, await find(tx, Sitting, table_id=fixture.table_id))
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
