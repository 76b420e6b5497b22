"""After somebody was forgotten: direct messages are deleted, and names and mentions in texts replaced, in
small pieces, so that nobody else waits long. What is to be done stands in a row until all of it is done;
every piece may be done twice. Where Discord still has to do its part (permissions that silence took, private
threads, the last desk), the row waits for that, and mentions are looked for once more."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.common.message import former, plain_name
from bot.engine.context import Context
from bot.engine.origin import game_id, imported
from bot.features.history import resuming
from bot.features.leagues import store as league_store
from bot.features.privacy import store
from bot.features.privacy.pseudonyms import Pseudonymizer, forms, shared
from bot.storage import players, publiclog, sittings, tables
from bot.storage import tables as games_stored
from bot.storage.columns import Personal
from bot.storage.database import Tx
from bot.storage.records import ForgetJob, Table
from bot.storage.rows import find, remove, save

HELD = (Personal.WORDS, Personal.VALUES, Personal.THEIRS)
PIECE = 200
"""So many rows a transaction changes at most."""
TEXTS: Mapping[str, Sequence[str]] = {
    table: [column for place, column in store.columns(*HELD) if place == table]
    for table in dict.fromkeys(place for place, _ in store.columns(*HELD))
}
"""Columns with texts, by their tables."""
COUNTED = ("log", "outbox", "league_log", "letters")
"""Tables that are read by and by, in the order of their ids."""


@dataclass(frozen=True, slots=True)
class Job:
    """names: all that the user was called, as stored;  title: what the user is called now where that
    was asked;  games, leagues: the user's own, by their codes;  guild: the server in whose games the
    user may have ruled as a moderator, 0 none;  hosted: the user's games that have had no other host. So
    nobody takes a game master's name out of the log by taking it on;  done: all but for what Discord has
    to do"""

    old: int
    new: int
    names: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    leagues: tuple[str, ...] = ()
    title: str = ""
    guild: int = 0
    hosted: tuple[str, ...] = ()
    done: bool = False

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Job:
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
        }
        return cls(**values)


async def plan(tx: Tx, old: int, new: int, name: str, guild_id: int | None, moderator: bool) -> Job:
    """What is to be done, before the user's rows are renamed; copies of the user's games are renamed here."""
    names, games, leagues = set[str](), set[str](), set[str]()
    for table in ("players", "sittings", "entrants", "ratings"):
        names |= set(await store.distinct(tx, table, "name", "user_id", old))
    for table in ("players", "sittings"):
        games |= set(await store.distinct(tx, table, "table_id", "user_id", old))
    hosted = await store.distinct(tx, "tables", "id", "host_id", old)
    games |= set(hosted)
    games |= set(await _rename_in_copies(tx, old, new, names))
    games |= {row["table_id"] for row in await store.of_user(tx, "letters", "sender_user", old)}
    leagues |= set(await store.distinct(tx, "entrants", "league_id", "user_id", old))
    leagues |= set(await store.distinct(tx, "leagues", "id", "host_id", old))
    guild = guild_id if moderator and guild_id is not None else 0
    alone = []
    for code in hosted:
        log = await publiclog.of_table(tx, code, await publiclog.count(tx, code))
        alone += [code] if all(line.act != "transfer" for line in log) else []
    told = tuple(sorted(one for one in names if one.strip()))
    return Job(
        old, new, told, tuple(sorted(games)), tuple(sorted(leagues)), name.strip(), guild, tuple(alone)
    )


async def finish(context: Context) -> bool:
    """Do all that is to be done; whether something waits for Discord."""
    async with context.db.read() as tx:
        jobs = await find(tx, ForgetJob)
    waits = False
    for row in jobs:
        async with context.lock(f"forgetting/{row.number}"):
            job = Job.read(row.job)
            doing = _Doing(context, job)
            if not job.done:
                await doing.all()
            if await _pending(context, job.old):
                waits = True
                async with context.db.begin() as tx:
                    await save(tx, replace(row, job=asdict(replace(job, done=True))))
                continue
            await doing.mentions()
            async with context.db.begin() as tx:
                await store.forget_shell(tx, job.old)  # what was under way may have noted its channel
                await remove(tx, ForgetJob, number=row.number)
    return waits


async def _pending(context: Context, user_id: int) -> bool:
    """Whether Discord has still to do something for the user."""
    async with context.db.read() as tx:
        for table, column in store.columns(Personal.GIVEN_BACK):
            if await store.has(tx, table, column, user_id):
                return True
    return False


class _Doing:
    def __init__(self, context: Context, job: Job) -> None:
        self.context = context
        self.job = job
        title = (job.title,) if job.title else ()
        self._everywhere = Pseudonymizer(job.old, job.new, job.names, titles=title)
        self._mention = replace(self._everywhere, names=(), titles=())
        self._known: dict[str, Pseudonymizer] = {}
        """How the user is called in each of the user's own games and leagues."""
        self._others: frozenset[str] = frozenset()
        """Games of others in the same servers."""

    async def all(self) -> None:
        """Everything."""
        while await self._forget_posts():
            pass
        for code in self.job.games:
            self._known[code] = await self._in_game(code)
        for code in self.job.leagues:
            self._known[code] = await self._in_league(code)
        if self.job.guild:
            async with self.context.db.read() as tx:
                self._others = frozenset(await store.tables_of_guilds(tx, [self.job.guild]))
        for table, columns in TEXTS.items():
            await self._texts(table, columns, _needles(self._everywhere))

    async def mentions(self) -> None:
        """Mentions alone, which may have come since."""
        while await self._forget_posts():
            pass
        self._known, self._others = {}, frozenset()
        for table, columns in TEXTS.items():
            await self._texts(table, columns, _needles(self._mention))

    async def _forget_posts(self) -> bool:
        async with self.context.db.begin() as tx:
            return await store.forget_posts(tx, self.job.old, PIECE) == PIECE

    async def _in_game(self, code: str) -> Pseudonymizer:
        """The user's names in a game, and which of them somebody else there has, too."""
        async with self.context.db.read() as tx:
            table = await tables.get(tx, code)
            seated, sat = await players.of_table(tx, code), await sittings.of_table(tx, code)
        everybody = [(player.user_id, player.name, player.seat) for player in seated]
        everybody += [(sitting.user_id, sitting.name, sitting.seat) for sitting in sat]
        others = {name for user, name, _ in everybody if user != self.job.new}
        seats, words = set[str](), set[str]()
        if table is not None and table.game in self.context.presenters:
            word = self.context.presenters[table.game].seat_name
            seats = {word(seat) for user, _, seat in everybody if user == self.job.new and seat}
            words = {word(seat).lower() for _, _, seat in everybody if seat}
            words |= {part for name in words for part in name.split()}
        return replace(
            self._everywhere,
            others=shared(self.job.names, others),
            seats=tuple(sorted(seats)),
            words=frozenset(words),
            **self._as_ruler(table),
        )

    def _as_ruler(self, table: Table | None) -> dict[str, Any]:
        """As what the user may have ruled in a game, and whether also by the name of this moment: the log has
        no ids. Where there was another host that name may be theirs."""
        if table is None:
            return {"roles": (), "titles": ()}
        moderates = self.job.guild and table.guild_id == self.job.guild
        alone = table.id in self.job.hosted
        hosts = alone or table.host_id == self.job.new
        roles = [role for role, may in (("host", hosts), ("moderator", moderates)) if may]
        return {"roles": tuple(roles), "titles": self._everywhere.titles if moderates or alone else ()}

    async def _in_league(self, code: str) -> Pseudonymizer:
        async with self.context.db.read() as tx:
            others = {
                one.name for one in await league_store.entrants_of(tx, code) if one.user_id != self.job.new
            }
        return replace(self._everywhere, others=shared(self.job.names, others), titles=())

    async def _texts(self, table: str, columns: Sequence[str], needles: Collection[str]) -> None:
        """Replace names and mentions in these columns. Rows are looked for outside of a write transaction:
        that may take a moment where there are many."""
        after = 0 if table in COUNTED else None
        while True:
            async with self.context.db.read() as tx:
                limit = PIECE if after is not None else None
                found = await store.holding(tx, table, columns, needles, after=after, limit=limit)
            if found:
                async with self.context.db.begin() as tx:
                    for old in found:
                        row = await store.again(tx, table, old)
                        fresh = {column: self._fresh(table, row, column) for column in columns if row}
                        if row and any(fresh[column] != row[column] for column in columns):
                            await store.rewrite(tx, table, row, fresh)
            if after is None or len(found) < PIECE:
                return
            after = found[-1]["id"]

    def _fresh(self, table: str, row: Mapping[str, Any], column: str) -> Any:
        """What stands in a column then."""
        value, code = row[column], _home(table, row)
        if column in ("key", "lane"):
            return self._everywhere.key(value)
        if store.kind(table, column) is Personal.THEIRS:
            return self._mention.value(value)
        if code in self._known:
            return self._known[code].value(value)
        if code in self._others:
            return replace(self._everywhere, roles=("moderator",)).value(value, ruler=True)
        return self._mention.value(value)


def _home(table: str, row: Mapping[str, Any]) -> str:
    """The code of the game or league that a row belongs to; "" none."""
    key = str(row.get("key", "")).split("/")
    if table == "outbox" and key[0] == "league" and len(key) > 1:
        return key[1]
    return str(row.get("table_id") or row.get("league_id") or row.get("id") or "")


def _needles(naming: Pseudonymizer) -> set[str]:
    """What rows have in them that may have to change, as plain text or inside JSON."""
    found = {str(naming.old)}
    for form in forms((*naming.names, *naming.titles)):
        found |= {form, json.dumps(form, ensure_ascii=False)[1:-1]}
    return found


async def ruled(tx: Tx, name: str, guild_id: int | None) -> bool:
    """Whether a moderator of this name has ruled in a game of the server, as its log says."""
    if guild_id is None:
        return False
    games = await store.tables_of_guilds(tx, [guild_id])
    needles = [f"{plain_name(name)} (moderator)"]
    return bool(games) and bool(
        await store.holding(tx, "log", ["text"], needles, where={"table_id": games}, limit=1)
    )


async def _rename_in_copies(tx: Tx, old: int, new: int, names: Collection[str]) -> list[str]:
    """Put the pseudonym in place of the user's names in copies of the user's own games, on the user's own
    seats; the codes of the copies. To be done before the user's own rows are renamed."""
    seats = {
        (row["table_id"], row["seat"])
        for table in ("players", "sittings")
        for row in await store.of_user(tx, table, "user_id", old)
    }
    needles = [f'"{code}"' for code in sorted({code for code, _ in seats})]
    found = []
    for row in await store.holding(tx, "tables", ["origin"], needles):
        table = await games_stored.get(tx, row["id"])
        if table is None or not imported(table):
            continue
        code = game_id(table)
        for player in await players.of_table(tx, table.id):
            if player.user_id < 0 and (code, player.seat) in seats and player.name in names:
                await store.rename(tx, "players", "user_id", player.user_id, player.user_id, name=former(new))
                found.append(table.id)
        for seat, name in (await resuming.seated_before(tx, table.id)).items():
            if (code, seat) in seats and name in names:
                await resuming.renamed(tx, table.id, seat, former(new))
                found.append(table.id)
    return sorted(set(found))
