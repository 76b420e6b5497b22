"""What ties a user to games and leagues that go on: what is to be given up before the user is forgotten."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.text import counted, listing
from bot.common.message import plain_name
from bot.engine.context import Context
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import titled
from bot.features.privacy import personal_data, renaming, store
from bot.storage import tables
from bot.storage.columns import Personal
from bot.storage.database import Tx
from bot.storage.league_records import OPEN
from bot.storage.records import ACTIVE, LOBBY, PLAYING

MOST_NAMED, MOST_LABELLED = 15, 5
"""So many games are told by their codes; so many with what they are."""


@dataclass(frozen=True, slots=True)
class Ties:
    """By their codes.

    games:     in play, with a seat that still plays
    lobbies:   joined, or opened by the user
    leagues:   those not over in which the user takes part, or stands in
    hosted:    games in play of which the user is the host;  organised: leagues not over
    labels:    what each of them is, and where
    """

    games: tuple[str, ...] = ()
    lobbies: tuple[str, ...] = ()
    leagues: tuple[str, ...] = ()
    hosted: tuple[str, ...] = ()
    organised: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def hold(self) -> bool:
        """Whether something is to be given up first."""
        return bool(self.games or self.lobbies or self.leagues)

    @property
    def digest(self) -> str:
        """Tells whether what was asked about has changed since."""
        told = repr((self.games, self.lobbies, self.leagues, self.hosted, self.organised))
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def words(self) -> list[str]:
        """What happens to them, a line each."""
        found = []
        if self.games:
            found.append(f"you give up {self._codes(self.games, 'game')}, at once and for good")
        if self.lobbies:
            found.append(f"you leave {self._codes(self.lobbies, 'game')} before {_it(self.lobbies)} begins")
        if self.leagues:
            found.append(f"you leave {self._codes(self.leagues, 'league')}")
        if self.hosted:
            told = self._codes(self.hosted, "game")
            found.append(f"{told} will have no host: moderators look after {_them(self.hosted)}")
        if self.organised:
            told, them = self._codes(self.organised, "league"), _them(self.organised)
            found.append(f"{told} will have no organiser: whoever may manage the server looks after {them}")
        return found

    def _codes(self, codes: Sequence[str], word: str) -> str:
        """Nobody knows games by their codes; so a few are told with more."""
        if len(codes) > MOST_NAMED:
            return counted(len(codes), word)
        labels = self.labels if len(codes) <= MOST_LABELLED else {}
        told = [f"`{code}` ({labels[code]})" if code in labels else f"`{code}`" for code in codes]
        return f"{word if len(codes) == 1 else f'{word}s'} {listing(told, 'and')}"


async def ties(context: Context, tx: Tx, user_id: int) -> Ties:
    """What the user is tied to now."""
    games, labels = list[str](), dict[str, str]()
    for seated in await tables.of_user(tx, user_id, PLAYING):
        snapshot = await context.snapshot(tx, seated.table.id)
        labels[seated.table.id] = _label(snapshot.game.name, seated.table.channel_id)
        if seated.seat is not None and snapshot.plays(seated.seat):
            games.append(seated.table.id)
    lobbies = await tables.of_user(tx, user_id, LOBBY)
    joined = [seated.table.id for seated in lobbies]
    labels |= {one.table.id: _label(one.table.name, one.table.channel_id) for one in lobbies}
    opened = await store.of_user(tx, "tables", "host_id", user_id)
    labels |= {row["id"]: _label(row["name"], row["channel_id"]) for row in opened}
    organised = await store.of_user(tx, "leagues", "host_id", user_id)
    member = await league_store.leagues_of_user(tx, user_id)
    labels |= {league.id: titled(league) for league in member}
    labels |= {row["id"]: plain_name(row["name"]) for row in organised if row["id"] not in labels}
    return Ties(
        tuple(sorted(games)),
        tuple(sorted({*joined, *(row["id"] for row in opened if row["status"] in LOBBY)})),
        tuple(sorted(league.id for league in member)),
        tuple(row["id"] for row in opened if row["status"] in ACTIVE and row["status"] not in LOBBY),
        tuple(row["id"] for row in organised if row["status"] in OPEN),
        labels,
    )


def _label(name: str, channel_id: int | None) -> str:
    return name if channel_id is None else f"{name} in <#{channel_id}>"


async def known(tx: Tx, user_id: int, name: str, guild_id: int | None) -> bool:
    """Whether anything is stored of the user, or of somebody with this name who has ruled in this server."""
    held = personal_data.columns(Personal.PSEUDONYM, Personal.DELETED, Personal.GIVEN_BACK)
    for table, column in held:
        if await store.has(tx, table, column, user_id):
            return True
    return await renaming.ruled(tx, name, guild_id)


def _them(codes: Sequence[str]) -> str:
    return "it" if len(codes) == 1 else "them"


def _it(codes: Sequence[str]) -> str:
    return "it" if len(codes) == 1 else "each"
