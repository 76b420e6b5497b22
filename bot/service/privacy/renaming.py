"""After somebody was forgotten: direct messages are deleted, and names and mentions in texts replaced, in
small pieces, so that nobody else waits long. What is to be done stands in a row until all of it is done;
every piece may be done twice. Where Discord still has to do its part (permissions that silence took, private
threads, the last desk), the row waits for that, and mentions are looked for once more."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.service.core import Core
from bot.service.message import plain_name
from bot.service.privacy import places
from bot.service.privacy.words import Renaming, forms, shared
from bot.storage import entrants, kv, players, privacy, sittings, tables
from bot.storage.database import Tx

JOB = "forgetting"
"""Keys in `kv`: what is to be done."""
PIECE = 200
"""So many rows a transaction changes at most."""
TEXTS = (("log", ("text",)), ("pauses", ("why",)), ("outbox", ("payload", "key")))
"""Texts of a game, by the column `table_id`."""
LEAGUE_TEXTS = (("league_log", ("text",)), ("entrants", ("why",)))
"""Texts of a league, by the column `league_id`."""


@dataclass(frozen=True, slots=True)
class Job:
    """names: all that the user is called;  games, leagues: the user's own, by their codes;  guilds: servers
    in whose other games the user may have ruled;  done: all but for what Discord has to do"""

    old: int
    new: int
    names: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    leagues: tuple[str, ...] = ()
    guilds: tuple[int, ...] = ()
    done: bool = False

    def stored(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, text: str) -> Job:
        stored: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in json.loads(text).items()
        }
        return cls(**stored)


async def plan(tx: Tx, old: int, new: int, name: str, guild_id: int | None) -> Job:
    """What is to be done, before the user's rows are renamed."""
    names, games, leagues = {name}, set[str](), set[str]()
    for table in ("players", "sittings", "entrants", "ratings"):
        names |= set(await privacy.distinct(tx, table, "name", "user_id", old))
    for table in ("players", "sittings"):
        games |= set(await privacy.distinct(tx, table, "table_id", "user_id", old))
    games |= set(await privacy.distinct(tx, "tables", "id", "host_id", old))
    games |= {row["table_id"] for row in await privacy.of_user(tx, "letters", "sender_user", old)}
    leagues |= set(await privacy.distinct(tx, "entrants", "league_id", "user_id", old))
    leagues |= set(await privacy.distinct(tx, "leagues", "id", "host_id", old))
    guilds = {guild_id}
    for code in games:
        game = await tables.get(tx, code)
        guilds.add(game.guild_id if game is not None else None)
    known = tuple(sorted(guild for guild in guilds if guild is not None))
    told = tuple(sorted(one for one in names if one.strip()))
    return Job(old, new, told, tuple(sorted(games)), tuple(sorted(leagues)), known)


async def finish(core: Core) -> bool:
    """Do all that is to be done; whether something waits for Discord."""
    async with core.db.read() as tx:
        jobs = await kv.beginning(tx, f"{JOB}/")
    waits = False
    for key, text in jobs.items():
        async with core.lock(key):
            job = Job.read(text)
            doing = _Doing(core, job)
            if not job.done:
                await doing.all()
            if await _pending(core, job.old):
                waits = True
                async with core.db.begin() as tx:
                    await kv.put(tx, key, json.dumps(replace(job, done=True).stored()))
                continue
            await doing.mentions()
            async with core.db.begin() as tx:
                await privacy.forget_shell(tx, job.old)  # what was under way may have noted its channel
                await kv.forget(tx, key)
    return waits


async def _pending(core: Core, user_id: int) -> bool:
    """Whether Discord has still to do something for the user."""
    async with core.db.read() as tx:
        for table, column in places.columns(places.GIVEN_BACK):
            if await privacy.of_user(tx, table, column, user_id):
                return True
        return any(key.endswith(f"/{user_id}") for key in await kv.beginning(tx, "handover/"))


class _Doing:
    def __init__(self, core: Core, job: Job) -> None:
        self.core = core
        self.job = job
        self._everywhere = Renaming(job.old, job.new, job.names)

    async def all(self) -> None:
        while await self._forget_posts():
            pass
        for code in self.job.games:
            naming = await self._in_game(code)
            for table, columns in TEXTS:
                await self._texts(table, columns, naming, {"table_id": [code]})
            await self._texts("tables", ("origin",), naming, {"id": [code]})
        for code in self.job.leagues:
            naming = await self._in_league(code)
            for table, columns in LEAGUE_TEXTS:
                await self._texts(table, columns, naming, {"league_id": [code]})
            await self._texts("outbox", ("payload",), naming, {}, f"league/{code}/")
        async with self.core.db.read() as tx:
            others = set(await privacy.tables_of_guilds(tx, self.job.guilds)) - set(self.job.games)
        for table, columns in TEXTS if others else ():
            await self._texts(table, columns, self._everywhere, {"table_id": others}, ruler=True)

    async def mentions(self) -> None:
        """Mentions, everywhere."""
        while await self._forget_posts():
            pass
        mentions = replace(self._everywhere, names=())
        for table, columns in (*TEXTS, *LEAGUE_TEXTS, ("letters", ("text",)), ("tables", ("origin",))):
            await self._texts(table, columns, mentions, {})

    async def _forget_posts(self) -> bool:
        async with self.core.db.begin() as tx:
            return await privacy.forget_posts(tx, self.job.old, PIECE) == PIECE

    async def _in_game(self, code: str) -> Renaming:
        """The user's names in a game, and which of them somebody else there has, too."""
        async with self.core.db.read() as tx:
            table = await tables.get(tx, code)
            seated, sat = await players.of_table(tx, code), await sittings.of_table(tx, code)
        everybody = [(player.user_id, player.name, player.seat) for player in seated]
        everybody += [(sitting.user_id, sitting.name, sitting.seat) for sitting in sat]
        others = {name for user, name, _ in everybody if user != self.job.new}
        seats, words = set[str](), set[str]()
        if table is not None and table.game in self.core.presenters:
            word = self.core.presenters[table.game].seat_name
            seats = {word(seat) for user, _, seat in everybody if user == self.job.new and seat}
            words = {word(seat).lower() for _, _, seat in everybody if seat}
            words |= {part for name in words for part in name.split()}
        return replace(
            self._everywhere,
            others=shared(self.job.names, others),
            seats=tuple(sorted(seats)),
            words=frozenset(words),
        )

    async def _in_league(self, code: str) -> Renaming:
        async with self.core.db.read() as tx:
            others = {one.name for one in await entrants.of_league(tx, code) if one.user_id != self.job.new}
        return replace(self._everywhere, others=shared(self.job.names, others))

    async def _texts(
        self,
        table: str,
        columns: Sequence[str],
        naming: Renaming,
        where: Mapping[str, Any],
        begins: str = "",
        *,
        ruler: bool = False,
    ) -> None:
        """Replace names and mentions in these columns. begins: only posts with such a key"""
        needles = _needles(naming, ruler)
        after = 0 if table in ("log", "outbox", "league_log", "letters") else None
        while True:
            async with self.core.db.begin() as tx:
                found = await privacy.holding(
                    tx,
                    table,
                    columns,
                    needles,
                    where=where,
                    after=after,
                    limit=PIECE if after is not None else None,
                )
                for row in found:
                    if begins and not row["key"].startswith(begins):
                        continue
                    fresh = {column: self._fresh(column, row[column], naming, ruler) for column in columns}
                    if any(fresh[column] != row[column] for column in columns):
                        await privacy.rewrite(tx, table, row, fresh)
            if after is None or len(found) < PIECE:
                return
            after = found[-1]["id"]

    @staticmethod
    def _fresh(column: str, value: Any, naming: Renaming, ruler: bool) -> Any:
        if column == "key":
            return naming.key(value)
        return naming.value(value, ruler=ruler)


def _needles(naming: Renaming, ruler: bool) -> set[str]:
    """What rows have in them that may have to change, as plain text or inside JSON."""
    found = {str(naming.old)}
    for form in forms(naming.names):
        for spelt in (form, json.dumps(form, ensure_ascii=False)[1:-1]):
            found |= {f"{spelt} (", f"made {spelt} the"} if ruler else {spelt}
    return found


async def ruled(tx: Tx, name: str, guild_id: int | None) -> bool:
    """Whether somebody of this name has ruled in a game of the server, as its log says."""
    if guild_id is None:
        return False
    games = await privacy.tables_of_guilds(tx, [guild_id])
    needles = [f"{plain_name(name)} (moderator)", f"{plain_name(name)} (host)"]
    return bool(games) and bool(
        await privacy.holding(tx, "log", ["text"], needles, where={"table_id": games}, limit=1)
    )
