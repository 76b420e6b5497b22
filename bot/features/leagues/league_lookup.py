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
from bot.features.leagues import text as words
from bot.features.server_settings.who_may_open import Asker
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, League, LeagueStatus
from bot.storage.rows import first

_LETTERS, _DIGITS = "abcdefghjkmnpqrstuvwxyz", "23456789"
OVER: tuple[LeagueStatus, ...] = ("over",)
ACCENTS: Mapping[LeagueStatus, int] = {
    "signup": 0x3BA55D,
    "running": 0x5865F2,
    "paused": 0xFAA61A,
    "over": 0xC9A227,
    "cancelled": 0x747F8D,
}
"""The colour of a league's posts and pages, by how it stands."""
Asked = Literal["any", "open", "signup", "over"]
_FITS: Mapping[Asked, Collection[LeagueStatus]] = {
    "any": get_args(LeagueStatus),
    "open": OPEN,
    "signup": OPEN,
    "over": OVER,
}
_NONE: Mapping[Asked, str] = {
    "any": words.NO_LEAGUE,
    "open": words.NONE_OPEN,
    "signup": words.NONE_OPEN,
    "over": words.NONE_OVER,
}


def new_league_code() -> str:
    """A league's code, such as lg4k7: no game's code begins with two letters."""
    return "lg" + "".join(secrets.choice(signs) for signs in (_DIGITS, _LETTERS, _DIGITS))


def heading(league: League, what: str) -> str:
    """The first line of what is told of a league."""
    return words.HEADING(league=titled(league), what=what)


def named(league: League) -> str:
    """A league's name with its season, from the second one on."""
    return _season(league, league.name)


def titled(league: League) -> str:
    """The same for Markdown. Of a long name the end goes, never the season."""
    return _season(league, plain_name(league.name))


def _season(league: League, name: str) -> str:
    return name if league.season == 1 else words.SEASON(league=name, n=league.season)


def league_of(tx: Tx, league_id: str) -> League:
    """The league. Raises Refused."""
    found = first(tx, League, id=league_id.strip().lower())
    if found is None:
        raise Refused(words.UNKNOWN(typed=clip(plain_name(league_id), 20)))
    return found


def member(tx: Tx, league: League, user_id: int, *, own: bool = False) -> Entrant:
    """The user as an entrant. Raises Refused. own: the user asks for himself"""
    found = first(tx, Entrant, league_id=league.id, user_id=user_id)
    if found is None:
        raise Refused((words.NOT_IN if own else words.OTHER_NOT_IN)(league=titled(league)))
    return found


def must_organise(league: League, asker: Asker) -> None:
    """Refuse whoever is neither the organiser nor may manage the server."""
    if asker.guild_id != league.guild_id or (asker.user_id != league.host_id and not asker.manager):
        raise Refused(words.ORGANISER_ONLY(organiser=f"<@{league.host_id}>", league=titled(league)))


def must_go_on(league: League) -> None:
    """Refuse a league that has ended."""
    if league.status not in OPEN:
        raise Refused((words.OVER if league.status == "over" else words.CANCELLED)(league=titled(league)))


def _which(found: Sequence[League]) -> Refused:
    told = listing([f"`{league.id}` {titled(league)}" for league in found[:10]], "or")
    return Refused(words.WHICH(leagues=told))


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

        def look(tx: Tx) -> str:
            if typed:
                return self._named(tx, guild_id, typed, asked).id
            played = store.fixture_by_code(tx, guild_id, game.strip().strip("`").lower()) if game else None
            if played is None and place is not None and asked != "over":
                played = store.fixture_in_place(tx, guild_id, place)
            if played is not None:
                return played.league_id
            open_ = store.leagues_of_guild(tx, guild_id) if asked != "over" else []
            past = store.leagues_of_guild(tx, guild_id, OVER) if asked in ("any", "over") else []
            own = {league.id for league in store.leagues_of_user(tx, user)} if user else set[str]()
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

        return await self.context.db.read(look)

    def _named(self, tx: Tx, guild_id: int, typed: str, asked: Asked) -> League:
        """By code; by the whole name; by a part of it. Of a league's seasons the open one, or the newest."""
        said = " ".join(typed.split()).casefold()
        found = store.search_leagues(tx, guild_id, said.partition(", season ")[0])
        for league in found:
            if league.id == said:
                return league
        if not found:
            raise Refused(words.UNKNOWN_NAME(typed=clip(plain_name(typed), 40)))
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
        found = await self.context.db.read(store.search_leagues, guild_id, typed)
        found.sort(key=lambda league: league.status not in OPEN)
        return [(league.id, clip(_choice(league), 100)) for league in found]


def _choice(league: League) -> str:
    return words.CHOICE(league=named(league), status=words.STATUS[league.status], code=league.id)
