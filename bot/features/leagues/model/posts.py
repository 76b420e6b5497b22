"""What a league posts: rows of the outbox and lines of its public log, in the transaction that makes
them true.

Payloads have a `kind` of their own where the message is made up when it is sent: "league" the sign-up post,
"standings" the table of a division below a text. See `bot.engine.posts` for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.engine import posts
from bot.features.leagues.model.league_lookup import heading
from bot.features.leagues.store import leagues
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.league_records import League, LeagueLogEntry

_SIGN_UP = "signup"


async def say(
    tx: Tx, league: League, key: str, text: str, now: float, *, mentions: Iterable[int] = ()
) -> None:
    """Queue a post to the league's channel, in as many parts as it needs."""
    for number, part in enumerate(posts.split(text.split("\n")), 1):
        payload = {"kind": "say", "text": part, "mentions": list(mentions), "rows": [], "seq": None}
        await _put(tx, league, f"{key}/{number}", payload, now)


async def sign_up(tx: Tx, league: League, now: float) -> None:
    """Queue the post with the buttons for signing up."""
    await _put(tx, league, _SIGN_UP, {"kind": "league", "league": league.id}, now)


async def signed_up(tx: Tx, league: League, now: float) -> None:
    """Queue an edit of the sign-up post: it shows how the league stands."""
    payload = {"kind": "tally", "call": f"league/{league.id}/{_SIGN_UP}"}
    await _put(tx, league, f"{_SIGN_UP}/{now:.3f}", payload, now, lane=f"t:{league.id}")


async def standings(
    tx: Tx, league: League, key: str, text: str, now: float, division: int = 1, *, after: int = 0
) -> None:
    """Queue a post with the table of a division, as it is when the post leaves; or after this round."""
    payload: dict[str, Any] = {
        "kind": "standings",
        "league": league.id,
        "division": division,
        "text": text,
        "after": after,
    }
    await _put(tx, league, key, payload, now)


async def tell(tx: Tx, league: League, user_id: int, key: str, text: str, now: float) -> None:
    """Queue a direct message."""
    payload = posts.direct(text)
    await outbox.put(tx, key=f"league/{league.id}/{key}", payload=payload, created_at=now, user_id=user_id)


async def note(tx: Tx, league: League, act: str, text: str, now: float) -> None:
    """Add a line to the league's public log. act: a word;  text: for everybody, with who and why"""
    await leagues.note(
        tx, LeagueLogEntry(league_id=league.id, at=now, round=league.round, act=act, text=text)
    )


async def announce(tx: Tx, league: League, act: str, title: str, text: str, now: float) -> None:
    """Tell the channel and the log."""
    await say(tx, league, f"{act}/{now:.3f}", f"{heading(league, title)}\n{text}", now)
    await note(tx, league, act, text, now)


async def _put(
    tx: Tx, league: League, key: str, payload: Mapping[str, Any], now: float, lane: str | None = None
) -> None:
    await outbox.put(
        tx,
        key=f"league/{league.id}/{key}",
        payload=payload,
        created_at=now,
        channel_id=league.channel_id,
        lane=lane,
    )
