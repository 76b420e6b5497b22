"""Which league is meant, and who may look after it."""

from __future__ import annotations

import secrets

from adjudicator.text import listing
from bot.service.core import Core
from bot.service.errors import Refused
from bot.service.lobbies.permissions import Asker
from bot.service.message import clip, plain_name
from bot.storage import entrants, leagues
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, Entrant, League, LeagueStatus

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


def new_league_code() -> str:
    """A league's code, such as lg4k7: no game's code is as long."""
    return "lg" + "".join(secrets.choice(signs) for signs in (_DIGITS, _LETTERS, _DIGITS))


def heading(league: League, text: str) -> str:
    """The first line of what is told of a league."""
    return f"### {plain_name(named(league))} `{league.id}` · {text}"


def named(league: League) -> str:
    """A league's name with its season, from the second one on."""
    return league.name if league.season == 1 else f"{league.name}, season {league.season}"


async def league_of(tx: Tx, league_id: str) -> League:
    """The league. Raises Refused."""
    found = await leagues.get(tx, league_id.strip().lower())
    if found is None:
        raise Refused(f"I know no league `{clip(plain_name(league_id), 20)}`. `/league list` has them all.")
    return found


async def member(tx: Tx, league: League, user_id: int, *, own: bool = False) -> Entrant:
    """The user as an entrant. Raises Refused. own: the user asks for himself"""
    found = await entrants.get(tx, league.id, user_id)
    if found is None:
        who = "You are" if own else "That user is"
        raise Refused(f"{who} not in {plain_name(named(league))}.")
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


class Picking:
    """Which league a command means."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def pick(self, guild_id: int, channel_id: int | None, typed: str | None) -> str:
        """The code of the league that is named, else that of this channel, else the server's only open one;
        where none is open, the newest. Raises Refused."""
        async with self.core.db.read() as tx:
            if typed:
                return (await self._named(tx, guild_id, typed)).id
            here = await leagues.of_guild(tx, guild_id)
        if not here:
            async with self.core.db.read() as tx:
                past = await leagues.of_guild(tx, guild_id, OVER)
            if past:
                return past[0].id
            raise Refused("This server has no league. `/league create` makes one.")
        local = [league for league in here if league.channel_id == channel_id]
        for found in (local, here):
            if len(found) == 1:
                return found[0].id
        named_ = listing(
            [f"`{league.id}` {plain_name(league.name)}" for league in (local or here)[:10]], "or"
        )
        raise Refused(f"Which league? Name one with `league:` {named_}.")

    async def _named(self, tx: Tx, guild_id: int, typed: str) -> League:
        found = await leagues.search_leagues(tx, guild_id, typed, 2)
        exact = [league for league in found if league.id == typed.strip().lower()]
        if not found:
            raise Refused(
                f"This server has no league “{clip(plain_name(typed), 40)}”. `/league list` has them all."
            )
        return (exact or found)[0]

    async def choices(self, guild_id: int, typed: str) -> list[tuple[str, str]]:
        """Codes and what they are, for autocomplete; open ones first."""
        async with self.core.db.read() as tx:
            found = await leagues.search_leagues(tx, guild_id, typed)
        found.sort(key=lambda league: league.status not in OPEN)
        return [
            (league.id, clip(f"{league.id} · {named(league)} · {STATUS[league.status]}", 100))
            for league in found
        ]
