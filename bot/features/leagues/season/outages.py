"""An outage takes no time of a league's: sign-up, or the end of its season, is put off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.common.message import due_words
from bot.engine import outages, timing
from bot.engine.context import Context
from bot.engine.hooks import Job
from bot.features.leagues.model import posts
from bot.features.leagues.model.plan import Plan
from bot.features.leagues.season import dates
from bot.features.leagues.store import leagues
from bot.storage.database import Tx
from bot.storage.league_records import OPEN

_NEWEST = 50


async def outage_over(context: Context, tx: Tx, gone_at: float, now: float) -> Sequence[tuple[str, Job]]:
    """All leagues that are open: each looks whether the outage has taken time of it."""
    return [
        (league.id, partial(give_back, context, league.id, gone_at, now))
        for league in await leagues.all_with(tx, OPEN)
    ]


async def give_back(context: Context, league_id: str, gone_at: float, now: float) -> None:
    """Put off what passed, or comes near, after nobody could act from `gone_at` until now. A round that
    begins late takes nothing from anybody."""
    async with context.lock(f"league/{league_id}"), context.db.begin() as tx:
        league = await leagues.get(tx, league_id)
        if league is None or league.status not in ("signup", "running"):
            return
        signup = league.status == "signup"
        moment = league.next_at if signup else dates.time_up(league, Plan.read(league.plan))
        entries = await leagues.log_of(tx, league_id, _NEWEST)
        since = max([gone_at, *(entry.at for entry in entries if entry.act == "outage")])  # not twice
        until = outages.later(moment, since, now, timing.LEAST) if moment is not None else None
        if until is None:
            return
        await leagues.change(tx, league_id, next_at=until)
        what = "sign-up stays open" if signup else "the season goes on"
        away = outages.words(now - since)
        text = f"For {away} nobody could reach me. You get that time back: {what} until {due_words(until)}."
        await posts.announce(tx, league, "outage", "I was away", text, now)
        if signup:
            await posts.signed_up(tx, league, now)
