"""Results in words, and the end of a season: the rest ends in draws, the final tables, the seed."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.engine import break_off
from bot.engine.context import Context
from bot.engine.turns import Turns
from bot.features.leagues.model import posts
from bot.features.leagues.model.league_lookup import heading, titled
from bot.features.leagues.model.matches import Result, points_text
from bot.features.leagues.pairing.rounds import how_many
from bot.features.leagues.season import dates
from bot.features.leagues.store import fixtures, leagues
from bot.features.leagues.table.computing import tables
from bot.features.leagues.table.scoring import points_of
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.table.standings import Row, annulled
from bot.storage import pauses
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League
from bot.storage.records import PLAYING

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
    told = [
        f"{f'**{name}**' if place == best else name}: {points_text(points[number])}"
        if number in points
        else name
        for name, number, place in zip(names, fixture.numbers, _places(result, len(names)), strict=True)
    ]
    how = {"none": " (no result)", "annulled": " (annulled)", "ruled": " (ruled)"}.get(result.kind, "")
    if not how and annulled(season.plan, season.numbered) & set(fixture.numbers):
        how = " (counts for nobody: who has left early was in it)"
    game = f" · `{fixture.code}`" if fixture.code else ""
    return f"- Round {fixture.round}{game} · {', '.join(told)}{how}"


def _places(result: Result, number: int) -> tuple[int, ...]:
    return result.places if len(result.places) == number else (0,) * number


async def draw_rest(context: Context, turns: Turns, season: Season, now: float) -> None:
    """Time is up: games under way end as draws of those who still play; what was not opened has no result.

    A game that cannot be ended, because of a fault of ours, is tried again later; the organiser may rule it.
    """
    ended, stuck = False, list[Fixture]()
    for fixture in season.left():
        if fixture.table_id is None:
            async with context.db.begin() as tx:
                await fixtures.settle(tx, fixture.id, Result("none").stored(), now, "end")
            ended = True
            continue
        try:
            async with context.lock(fixture.table_id), context.db.begin() as tx:
                done = await _draw(context, turns, tx, fixture.table_id, now)
        except Exception:  # the others end
            log.exception("game not ended", extra={"league": season.league.id, "table": fixture.table_id})
            done = False
        ended |= done
        stuck += [] if done else [fixture]
    if stuck:
        async with context.db.begin() as tx:
            await leagues.change(tx, season.league.id, next_at=now + AGAIN)
            for fixture in stuck:
                text = f"{heading(season.league, 'a game does not end')}\n{_STUCK.format(code=fixture.code)}"
                await posts.say(tx, season.league, f"stuck/{fixture.id}", text, now)
    if ended:
        context.stirred.add(season.league.id)
    context.wake()


async def _draw(context: Context, turns: Turns, tx: Tx, table_id: str, now: float) -> bool:
    """Whether it was under way, and has ended."""
    snapshot = await context.snapshot(tx, table_id)
    if snapshot.table.status not in PLAYING:
        return False
    await pauses.end(tx, table_id)
    for seat in snapshot.living:
        if snapshot.outcome is None and "draw" in snapshot.game.declarations(snapshot.state, seat):
            snapshot = await turns.declare(tx, snapshot, seat, "draw", TIME_UP, told=False)
    if snapshot.outcome is None:
        await break_off.break_off(turns, tx, snapshot, _BROKEN, now)
    return True


async def finish(context: Context, season: Season, now: float) -> None:
    """All results are there: the final tables, who moves, the secret seed."""
    league, found = season.league, await tables(context.renderer, season)
    async with context.db.begin() as tx:
        await leagues.change(tx, league.id, status="over", next_at=None, digest_at=None, ended_at=now)
        won = await post_tables(context, tx, season, "final", "the final table", now, found)
        await posts.note(tx, league, "over", f"The season is over. {won}", now)
        await reveal(tx, league, now)
    context.wake()


async def post_tables(
    context: Context, tx: Tx, season: Season, key: str, title: str, now: float, found: Sequence[Sequence[Row]]
) -> str:
    """Post the table of each division as the last one; who has won, in a line. Who has left before the last
    round has not.

    found: the tables"""
    league, plan = season.league, season.plan
    ends = dates.season_ends(league, plan)
    last = how_many(plan, season.sizes(), len(context.games[league.game].seats(league.options)))
    if ends is not None and ends <= (league.ended_at or now):
        last = league.round
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


async def reveal(tx: Tx, league: League, now: float) -> None:
    """Publish the secret seed: no more lots are drawn from it."""
    seed = await leagues.seed(tx, league.id)
    text = (
        f"-# {titled(league)}: the secret seed of the lots was `{seed}`; its SHA-256 stands in "
        "the sign-up post."
    )
    if league.status != "cancelled":
        text += " `/league season` begins the next one."
    await posts.say(tx, league, "seed", text, now)
