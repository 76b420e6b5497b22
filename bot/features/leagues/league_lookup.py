"""Which league is meant, and who may look after it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, get_args

from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.context import Context
from bot.features.leagues import store
from bot.features.server_settings.who_may_open import Asker
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, League, LeagueStatus
from bot.storage.rows import first

_LETTERS, _DIGITS = "abcdefghjkmnpqrstuvwxyz", "23456789"
OVER: tuple[LeagueStatus, ...] = ("over",)
STATUS = {
    "signup": "open for players",
    "running": "under way",
    "paused": "paused",
    "over": "over",
    "cancelled": "cancelled",
}
"""How a league stands, in words."""
Asked = Literal["any", "open", "signup", "over"]
_FITS: Mapping[Asked, Collection[LeagueStatus]] = {
    "any": get_args(LeagueStatus),
    "open": OPEN,
    "signup": OPEN,
    "over": OVER,
}
_NONE: Mapping[Asked, str] = {
    "any": "This server has no league. `/league create` makes one.",
    "open": "No league is open in this server. `/league list` has those that are over.",
    "signup": "No league is open in this server. `/league list` has those that are over.",
    "over": "No league of this server is over: the next season begins after one.",
}


def new_league_code() -> str:
    """A league's code, such as lg4k7: no game's code begins with two letters."""
    return "lg" + "".join(secrets.choice(signs) for signs in (_DIGITS, _LETTERS, _DIGITS))


def heading(league: League, text: str) -> str:
    """The first line of what is told of a league."""
    return f"### {titled(league)} `{league.id}` · {text}"


def named(league: League) -> str:
    """A league's name with its season, from the second one on."""
    return league.name if league.season == 1 else f"{league.name}, season {league.season}"


def titled(league: League) -> str:
    """The same for Markdown. Of a long name the end goes, never the season."""
    name = plain_name(league.name)
    return name if league.season == 1 else f"{name}, season {league.season}"


async def league_of(tx: Tx, league_id: str) -> League:
    """The league. Raises Refused."""
    found = await first(tx, League, id=league_id.strip().lower())
    if found is None:
        raise Refused(f"I know no league `{clip(plain_name(league_id), 20)}`. `/league list` has them all.")
    return found


async def member(tx: Tx, league: League, user_id: int, *, own: bool = False) -> Entrant:
    """The user as an entrant. Raises Refused. own: the user asks for himself"""
    found = await first(tx, Entrant, league_id=league.id, user_id=user_id)
    if found is None:
        who = "You are" if own else "That user is"
        raise Refused(f"{who} not in {titled(league)}.")
    return found


def must_organise(league: League, asker: Asker) -> None:
    """Refuse whoever is neither the organiser nor may manage the server."""
    if asker.guild_id != league.guild_id or (asker.user_id != league.host_id and not asker.manager):
        raise Refused(
            f"Only the organiser of league `{league.id}`, <@{league.host_id}>, or whoever may manage the "
            "server, may do that."
        )


def must_go_on(league: League) -> None:
    """Refuse a league that has ended."""
    if league.status not in OPEN:
        raise Refused(f"League `{league.id}` is {STATUS[league.status]}.")


def _which(found: Sequence[League]) -> Refused:
    told = listing([f"`{league.id}` {titled(league)}" for league in found[:10]], "or")
    return Refused(f"Which league? Name one with `league:` {told}.")


class Picking:
    """Which league a command means."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def pick(
        self,
        guild_id: int,
        channel_id: int | None,
        typed: str | None,
        asked: Asked = "any",
        *,
        place: int | None = None,
        game: str = "",
        user: int = 0,
    ) -> str:
        """The code of the league that is named, else of the game that is named or played here, else that of
        this channel, else the server's only one; open ones first, then the newest. Raises Refused.

        asked: "open", "signup" or "over": the command does nothing with others
        place: the thread or channel itself;  game: a code;  user: of several the one with this player
        """
        async with self.context.db.read() as tx:
            if typed:
                return (await self._named(tx, guild_id, typed, asked)).id
            played = (
                await store.fixture_by_code(tx, guild_id, game.strip().strip("`").lower()) if game else None
            )
            if played is None and place is not None and asked != "over":
                played = await store.fixture_in_place(tx, guild_id, place)
            if played is not None:
                return played.league_id
            open_ = await store.leagues_of_guild(tx, guild_id) if asked != "over" else []
            past = await store.leagues_of_guild(tx, guild_id, OVER) if asked in ("any", "over") else []
            own = {league.id for league in await store.leagues_of_user(tx, user)} if user else set[str]()
        local = [league for league in open_ if league.channel_id == channel_id]
        if not local:
            ended = [league for league in past if league.channel_id == channel_id]
            if ended:
                return ended[0].id
        if not open_ and not past:
            raise Refused(_NONE[asked])
        # A season that is over may be looked at; what is opened after it is to be the one that was meant.
        found = local or open_ or (past if asked == "over" else past[:1])
        if asked == "signup":
            found = [league for league in found if league.status == "signup"] or found
        found = [league for league in found if league.id in own] or found
        if len(found) == 1:
            return found[0].id
        raise _which(found)

    async def _named(self, tx: Tx, guild_id: int, typed: str, asked: Asked) -> League:
        """By code; by the whole name; by a part of it. Of a league's seasons the open one, or the newest."""
        said = " ".join(typed.split()).casefold()
        found = await store.search_leagues(tx, guild_id, said.partition(", season ")[0])
        for league in found:
            if league.id == said:
                return league
        if not found:
            raise Refused(
                f"This server has no league “{clip(plain_name(typed), 40)}”. `/league list` has them all."
            )
        found = [
            league for league in found if said in (league.name.casefold(), named(league).casefold())
        ] or found
        found = [league for league in found if league.status in _FITS[asked]] or found
        found = [league for league in found if league.status in OPEN] or found
        before = {league.previous for league in found}
        newest = [league for league in found if league.id not in before]
        if len(newest) > 1:
            raise _which(newest)
        return newest[0]

    async def choices(self, guild_id: int, typed: str) -> list[tuple[str, str]]:
        """Codes and what they are, for autocomplete; open ones first."""
        async with self.context.db.read() as tx:
            found = await store.search_leagues(tx, guild_id, typed)
        found.sort(key=lambda league: league.status not in OPEN)
        return [
            (league.id, clip(f"{league.id} · {named(league)} · {STATUS[league.status]}", 100))
            for league in found
        ]
