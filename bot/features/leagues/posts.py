"""What a league posts: rows of the outbox and lines of its public log, in the transaction that makes
them true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.common.message import Button
from bot.common.payloads import Payload, kind, queue
from bot.engine import post_words, posts
from bot.features.leagues import text as words
from bot.features.leagues.league_lookup import titled
from bot.storage.database import Tx
from bot.storage.league_records import League, LeagueLogEntry
from bot.storage.records import Post
from bot.storage.rows import append, first

_SIGN_UP = "signup"


@kind("league")
@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpPost(Payload):
    """How a league stands, with the buttons for signing up."""

    league: str


@kind("standings")
@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPost(Payload):
    """A text, and below it the table of a division: as it is when the post leaves, or after this round."""

    league: str
    division: int
    text: str
    after: int = 0

    @property
    def told(self) -> str:
        return self.text


def say(
    tx: Tx,
    league: League,
    key: str,
    text: str,
    now: float,
    *,
    mentions: Iterable[int] = (),
    rows: tuple[tuple[Button, ...], ...] = (),
) -> None:
    """Queue a post to the league's channel, in as many parts as it needs; the last has the buttons."""
    parts = post_words.split(text.split("\n"))
    for number, part in enumerate(parts, 1):
        below = rows if number == len(parts) else ()
        said = posts.Say(text=part, mentions=tuple(mentions), rows=below)
        _put(tx, league, f"{key}/{number}", said, now)


def sign_up(tx: Tx, league: League, now: float) -> None:
    """Queue the post with the buttons for signing up."""
    _put(tx, league, _SIGN_UP, SignUpPost(league=league.id), now)


def refresh_sign_up(tx: Tx, league: League, now: float, why: str = "") -> None:
    """Queue an edit of the sign-up post: it shows how the league stands. why: for edits of one moment"""
    change = posts.Edit(call=f"league/{league.id}/{_SIGN_UP}")
    _put(tx, league, f"{_SIGN_UP}/{now:.3f}{why}", change, now, lane=f"t:{league.id}")


def standings(
    tx: Tx, league: League, key: str, text: str, now: float, division: int = 1, *, after: int = 0
) -> None:
    """Queue a post with the table of a division, as it is when the post leaves; or after this round."""
    table = StandingsPost(league=league.id, division=division, text=text, after=after)
    _put(tx, league, key, table, now)


def tell(tx: Tx, league: League, user_id: int, key: str, text: str, now: float) -> None:
    """Queue a direct message."""
    queue(tx, f"league/{league.id}/{key}", posts.Say(text=text, fallback=""), now, user_id=user_id)


def unreachable(tx: Tx, post: Post, now: float) -> None:
    """Tell a league's organiser, once a round for each channel, that its channel cannot be posted to."""
    _, _, rest = post.key.partition("league/")
    league = first(tx, League, id=rest.partition("/")[0]) if rest else None
    if league is None:
        return
    text = words.UNREACHABLE(channel=f"<#{post.channel_id}>", league=titled(league))
    tell(tx, league, league.host_id, f"unreachable/{post.channel_id}/{league.round}", text, now)


def note(tx: Tx, league: League, act: str, text: str, now: float) -> None:
    """Add a line to the league's public log. act: a word;  text: for everybody, with who and why"""
    append(tx, LeagueLogEntry(league_id=league.id, at=now, round=league.round, act=act, text=text))


def announce(tx: Tx, league: League, act: str, text: str, now: float, log: str = "") -> None:
    """Tell the channel and the log. log: what stands there, if it is not the same"""
    say(tx, league, f"{act}/{now:.3f}", text, now)
    note(tx, league, act, log or text, now)


def _put(tx: Tx, league: League, key: str, payload: Payload, now: float, lane: str | None = None) -> None:
    place = league.channel_id
    queue(tx, f"league/{league.id}/{key}", payload, now, channel_id=place, lane=lane)
