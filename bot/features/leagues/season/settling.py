"""A league takes note of games that are over: results, forfeits, who is out for them."""

from __future__ import annotations

import logging
from dataclasses import replace

from adjudicator.text import counted
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.leagues.model import posts
from bot.features.leagues.model.league_lookup import heading
from bot.features.leagues.model.matches import Result, teams_of
from bot.features.leagues.pairing.rounds import how_many
from bot.features.leagues.season import ending, signup
from bot.features.leagues.store import entrants, fixtures, leagues
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.season_snapshot import Season
from bot.storage import sittings
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Fixture, Sitting

log = logging.getLogger(__name__)

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

    async def all(self) -> None:
        """Take note of every game that is over."""
        while True:
            now = self.context.clock.now()
            async with self.context.db.read() as tx:
                over = await fixtures.finished(tx, 50 + len(self._left))
            over = [fixture for fixture in over if self._left.get(fixture.id, 0.0) <= now]
            if not over:
                return
            for fixture in over:
                await self._try(fixture)
                self.context.stirred.add(fixture.league_id)

    async def _try(self, fixture: Fixture) -> None:
        try:
            async with self.context.lock(f"league/{fixture.league_id}"), self.context.db.begin() as tx:
                await self._settle(tx, fixture.id)
                self._left.pop(fixture.id, None)
        except Exception:  # one game must not keep the others from counting
            first = fixture.id not in self._left
            self._left[fixture.id] = self.context.clock.now() + ending.AGAIN
            log.exception("game not settled", extra={"league": fixture.league_id, "fixture": fixture.id})
            if first:
                await self._tell(fixture)

    async def _tell(self, fixture: Fixture) -> None:
        """The organiser can do by hand what I cannot."""
        async with self.context.db.begin() as tx:
            league = await leagues.get(tx, fixture.league_id)
            if league is not None and league.status in OPEN:
                text = f"{heading(league, 'a result is missing')}\n{_UNREAD.format(code=fixture.code)}"
                await posts.say(tx, league, f"unread/{fixture.id}", text, self.context.clock.now())
        self.context.wake()

    async def _settle(self, tx: Tx, fixture_id: int) -> None:
        fixture, now = await fixtures.get(tx, fixture_id), self.context.clock.now()
        if fixture is None or fixture.status != "playing" or fixture.table_id is None:
            return  # ruled meanwhile
        league = await leagues.get(tx, fixture.league_id)
        assert league is not None
        snapshot = await self.context.snapshot(tx, fixture.table_id)
        season = await season_snapshot.of_round(tx, league, fixture.round)
        season = await stepped_in(tx, season, snapshot)
        result = result_of(snapshot, season, fixture, await sittings.of_table(tx, snapshot.table.id))
        await fixtures.settle(tx, fixture.id, result.stored(), now, "game")
        if league.status not in OPEN:
            return
        settled = replace(fixture, result=result.stored(), status="done", settled_at=now)
        if len(season.fixtures) <= TOLD_SINGLY:
            text = f"{heading(league, 'a result')}\n{ending.result_line(season, settled)}"
            await posts.say(tx, league, f"result/{fixture.id}", text, now)
        if season.plan.out and any(result.forfeits):
            await self._out(tx, await season_snapshot.read(tx, league), settled, result, now)
        await complete(self.context, tx, season, fixture.round, now)

    async def _out(self, tx: Tx, season: Season, fixture: Fixture, result: Result, now: float) -> None:
        """Who has lost too many games by absence takes part no more."""
        most = season.plan.out
        for number, forfeit in zip(fixture.numbers, result.forfeits, strict=False):
            if not forfeit or not most:
                continue
            lost = sum(
                played.result is not None
                and any(
                    gone and other == number
                    for other, gone in zip(played.numbers, played.result.forfeits, strict=False)
                )
                for played in season.played()
            )
            entrant = season.by_number(number)
            if lost >= most and entrant.status == "in":
                await signup.leave(
                    tx, season.league, entrant, f"lost {counted(lost, 'game')} by absence", now
                )


async def complete(context: Context, tx: Tx, season: Season, number: int, now: float) -> None:
    """Post the table if the newest round has all its results, and no earlier one lacks any."""
    league = season.league
    seats = context.games[league.game].seats(league.options)
    last = how_many(season.plan, season.sizes(), len(seats))  # after it comes the final table
    if number != league.round or number >= last or await fixtures.left(tx, league.id):
        return
    for division in range(1, season.plan.divisions + 1):
        lines = [heading(league, f"all results of round {number} are there")]
        await posts.standings(
            tx, league, f"complete/{number}/{division}", "\n".join(lines), now, division, after=number
        )


async def stepped_in(tx: Tx, season: Season, snapshot: GameSnapshot) -> Season:
    """A reserve who has played for somebody gets a number: points go to numbers."""
    there = {player.user_id for player in snapshot.players}
    found = list(season.entrants)
    for at, entrant in enumerate(found):
        if not entrant.number and entrant.user_id in there:
            number = 1 + max(other.number for other in found)
            await entrants.number(tx, season.league.id, {entrant.user_id: (number, 0)})
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
