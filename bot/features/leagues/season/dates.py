"""Compute when a league's rounds begin and its season ends, and give back the time of an outage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot.common.clock import DAY
from bot.common.message import due_words
from bot.engine import outages, timing
from bot.engine.context import Context
from bot.engine.hooks import Job
from bot.features.leagues import posts, store
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.plan import Plan
from bot.features.leagues.season import text as words
from bot.features.leagues.season_snapshot import Season
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from bot.storage.league_records import OPEN, League, LeagueLogEntry, Round
from bot.storage.rows import find, first

_MOST_LOG = 10_000


def first_round(plan: Plan, closed: float) -> float:
    """When round 1 begins after sign-up has closed: at the first date of the calendar from then on. At once
    where there are no dates: the calendar is a span, or results say when rounds begin."""
    return closed if plan.pace == "results" else plan.spec.first(closed)


def season_ends(league: League, plan: Plan) -> float | None:
    """When the season's time is up, which counts from round 1; None: it ends with its last game."""
    if not plan.season or league.started_at is None:
        return None
    begins = league.started_at if league.round else league.next_at
    return begins + plan.season * DAY if begins is not None else None


def time_up(league: League, plan: Plan) -> float | None:
    """When games under way end with their season: at its end, or later if an outage has put that off; None:
    never."""
    ends = season_ends(league, plan)
    return None if ends is None else max(ends, league.next_at or ends)


def after_round(league: League, plan: Plan, number: int, total: int, began: float) -> float | None:
    """When a league is to be looked at after round `number`, which began then: for the next round, or for the
    end of its season; None: results say when."""
    ends = season_ends(league, plan)
    if number >= total:
        return ends
    next_at = plan.spec.due(began) if plan.pace != "results" else None
    return min((moment for moment in (next_at, ends) if moment is not None), default=None)


def next_round(league: League, plan: Plan, total: int) -> float | None:
    """When the next round begins, as far as a date says so."""
    if league.status != "running" or league.next_at is None or league.round >= total:
        return None
    ends = season_ends(league, plan)
    return league.next_at if ends is None or league.next_at < ends else None


def after_change(tx: Tx, league: League, plan: Plan, total: int, now: float) -> float | None:
    """When a league is to be looked at after its plan was changed: counted from the newest round, or from now
    where that date would be over, so that no round begins without notice."""
    if not league.round:
        return first_round(plan, now)
    began = next(
        (
            entry.at
            for entry in find(tx, LeagueLogEntry, league_id=league.id, limit=_MOST_LOG, newest=True)
            if entry.act == "round" and entry.round == league.round
        ),
        now,
    )
    found = after_round(league, plan, league.round, total, began)
    return found if found is None or found > now else after_round(league, plan, league.round, total, now)


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a season.

    kind:  "sign-up closes", "round" (with its number), "season ends"
    state: "past"; "set"; "planned": by the calendar as it is now, if nothing puts it off
    """

    kind: Literal["sign-up closes", "round", "season ends"]
    round: int | None
    at: float
    state: Literal["past", "set", "planned"]


def calendar(season: Season, begun: Sequence[Round]) -> list[Dated]:
    """The dates of a season, in their order. begun: its rounds so far"""
    league, plan = season.league, season.plan
    found = [Dated("round", each.round, each.at, "past") for each in begun]
    number, at, last = league.round + 1, next_round(league, plan, season.total), season.total
    if league.status == "signup" and league.next_at is not None:
        found.append(Dated("sign-up closes", None, league.next_at, "set"))
        at, last = first_round(plan, league.next_at), max(plan.rounds, 1)
    elif at is not None:
        found.append(Dated("round", number, at, "set"))
        number, at = number + 1, plan.spec.due(at) if plan.pace != "results" else None
    ends = season_ends(league, plan)
    while at is not None and number <= last and (ends is None or at < ends):
        found.append(Dated("round", number, at, "planned"))
        number, at = number + 1, plan.spec.due(at) if plan.pace != "results" else None
    if ends is not None and league.status != "cancelled":
        found.append(Dated("season ends", None, ends, "past" if league.status == "over" else "set"))
    return sorted(found, key=lambda dated: dated.at)


_NEWEST = 50


def outage_over(
    context: Context, tx: Tx, gone_at: float, now: float, part: Part | None
) -> Sequence[tuple[str, Job]]:
    """All leagues that are open: each looks whether the outage has taken time of it."""
    return [
        (league.id, partial(give_back, context, league.id, gone_at, now))
        for league in store.leagues_with(tx, OPEN)
        if part is None or part.has(league.guild_id)
    ]


async def give_back(context: Context, league_id: str, gone_at: float, now: float) -> None:
    """Put off what passed, or comes near, after nobody could act from `gone_at` until now. A round that
    begins late takes nothing from anybody."""

    def change(tx: Tx) -> None:
        league = first(tx, League, id=league_id)
        if league is None or league.status not in ("signup", "running"):
            return
        signup = league.status == "signup"
        moment = league.next_at if signup else time_up(league, Plan.read(league.plan))
        entries = find(tx, LeagueLogEntry, league_id=league_id, limit=_NEWEST, newest=True)
        since = max([gone_at, *(entry.at for entry in entries if entry.act == "outage")])  # not twice
        until = outages.later(moment, since, now, timing.LEAST) if moment is not None else None
        if until is None:
            return
        store.change_league(tx, league_id, next_at=until)
        back = words.AWAY_SIGN_UP if signup else words.AWAY_SEASON
        text = back(league=titled(league), away=outages.words(now - since), until=due_words(until))
        posts.announce(tx, league, "outage", text, now)
        if signup:
            posts.refresh_sign_up(tx, league, now)

    await context.write_league(league_id, change)
