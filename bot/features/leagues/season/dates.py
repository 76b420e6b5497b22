"""When the next round of a league begins, and when its season ends."""

from __future__ import annotations

from bot.common.clock import DAY
from bot.common.message import due_words
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.store import leagues
from bot.storage.database import Tx
from bot.storage.league_records import League

_MOST_LOG = 10_000


def first_round(plan: Plan, closed: float) -> float:
    """When round 1 begins after sign-up has closed: at the first date of the calendar from then on. At once
    where there are no dates: the calendar is a span, or results say when rounds begin."""
    return closed if plan.pace == "results" else plan.spec.first(closed)


def begin_words(plan: Plan, closes: float) -> str:
    """What is told of a league whose sign-up is open."""
    return f"Sign-up closes {due_words(closes)}. Round 1 begins {due_words(first_round(plan, closes))}."


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


async def anew(tx: Tx, league: League, plan: Plan, total: int, now: float) -> float | None:
    """The same for the newest round, after the plan was changed. A date that would be over is counted from
    now: no round begins without notice."""
    if not league.round:
        return first_round(plan, now)
    began = next(
        (
            entry.at
            for entry in await leagues.log_of(tx, league.id, _MOST_LOG)
            if entry.act == "round" and entry.round == league.round
        ),
        now,
    )
    found = after_round(league, plan, league.round, total, began)
    return found if found is None or found > now else after_round(league, plan, league.round, total, now)
