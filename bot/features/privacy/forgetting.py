"""/privacy forget: everything that goes on for the user is given up, then a pseudonym takes the user's place.

Three steps. First games are conceded, lobbies and leagues left, each in a transaction of its own, as if the
user did it. Then one transaction puts a new negative id into every row that others need and deletes the rest;
it does nothing unless all was given up. What is left to do then (names in texts) stands in a row of that same
transaction and is done in small pieces, so that nobody else waits long; every piece may be done twice, and
the next start goes on after a kill. Where Discord still has to do its part (permissions that silence took,
private threads, the last desk), the row waits for that, and mentions are looked for once more.

The pseudonym is one for all games of the user, so standings, results and others' ratings come out as before.
Nothing that is stored leads from it back to the user. Whoever comes back later is a new person to the bot.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from adjudicator.text import Text, listing
from bot.common.clock import BackgroundJob, Timer
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id, former, plain_name
from bot.engine import posts, presence
from bot.engine.context import Context
from bot.engine.orders import Orders
from bot.engine.receipts import game_id, imported
from bot.features.history import importing
from bot.features.leagues import posts as league_posts
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.season import text as league_words
from bot.features.leagues.season.signup import SignUp
from bot.features.lobby import options
from bot.features.privacy import store, text
from bot.features.privacy.pseudonyms import Pseudonymizer, forms, shared
from bot.features.substitutes import handover
from bot.storage import players, tables
from bot.storage.columns import Personal
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, League, Sitting
from bot.storage.records import (
    ACTIVE,
    LOBBY,
    OVER,
    PLAYING,
    Desk,
    Draft,
    ForgetJob,
    FormerPlayer,
    LogEntry,
    Player,
    Table,
    VacationUse,
    Value,
)
from bot.storage.rows import find, first, read_value, remove, save

log = logging.getLogger(__name__)

MOST_NAMED, MOST_LABELLED = 15, 5
"""The most games listed by their codes, and the most with what they are."""
NUMBER = "former"
"""Key in `kv`: the number of the newest pseudonym."""
AGAIN = 60.0
"""Seconds until what waits for Discord is looked at again."""
ROUNDS = 5
"""How often everything is given up again if something new comes up meanwhile."""

Settled = Callable[[int], Awaitable[None]]
"""Waits until no direct message to this user is under way."""
HELD = (Personal.WORDS, Personal.VALUES, Personal.THEIRS)
PIECE = 200
"""The most rows that one transaction changes."""
TEXTS: Mapping[str, Sequence[str]] = {
    table: [column for place, column in store.columns(*HELD) if place == table]
    for table in dict.fromkeys(place for place, _ in store.columns(*HELD))
}
"""Columns with texts, by their tables."""
COUNTED = ("log", "outbox", "league_log", "letters")
"""Tables that are read by and by, in the order of their ids."""


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
        """Return whether something is to be given up first."""
        return bool(self.games or self.lobbies or self.leagues)

    @property
    def digest(self) -> str:
        """Tells whether what was asked about has changed since."""
        told = repr((self.games, self.lobbies, self.leagues, self.hosted, self.organised))
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def words(self) -> list[str]:
        """Return what happens to them, a line each."""
        told = [
            self._line(self.games, "games", text.CONCEDES, text.CONCEDES_MANY),
            self._line(self.lobbies, "games", text.LEAVES_GAMES, text.LEAVES_GAMES_MANY),
            self._line(self.leagues, "leagues", text.LEAVES_LEAGUES, text.LEAVES_LEAGUES_MANY),
            self._line(self.hosted, "games", text.HOSTLESS, text.HOSTLESS_MANY),
            self._line(self.organised, "leagues", text.UNORGANISED, text.UNORGANISED_MANY),
        ]
        return [line for line in told if line]

    def _line(self, codes: Sequence[str], key: str, some: Text, many: Text) -> str:
        """Nobody knows games by their codes; so a few are told with more, and many are counted."""
        if not codes:
            return ""
        if len(codes) > MOST_NAMED:
            return many(n=len(codes))
        labels = self.labels if len(codes) <= MOST_LABELLED else {}
        named = [
            text.LABELLED(code=code, label=labels[code]) if code in labels else f"`{code}`" for code in codes
        ]
        return some(n=len(codes), **{key: listing(named, "and")})


def ties(context: Context, tx: Tx, user_id: int) -> Ties:
    """Return what the user is tied to now."""
    games, labels = list[str](), dict[str, str]()
    for seated in tables.of_user(tx, user_id, PLAYING):
        snapshot = context.snapshot(tx, seated.table.id)
        labels[seated.table.id] = _label(snapshot.game.name, seated.table.channel_id)
        if seated.seat is not None and snapshot.plays(seated.seat):
            games.append(seated.table.id)
    lobbies = tables.of_user(tx, user_id, LOBBY)
    joined = [seated.table.id for seated in lobbies]
    labels |= {one.table.id: _label(one.table.name, one.table.channel_id) for one in lobbies}
    opened = store.of_user(tx, "tables", "host_id", user_id)
    labels |= {row["id"]: _label(row["name"], row["channel_id"]) for row in opened}
    organised = store.of_user(tx, "leagues", "host_id", user_id)
    member = league_store.leagues_of_user(tx, user_id)
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
    return name if channel_id is None else text.PLACE(game=name, channel=channel_id)


def known(tx: Tx, user_id: int, name: str, guild_id: int | None) -> bool:
    """Whether anything is stored of the user, or of somebody with this name who has ruled in this server."""
    held = store.columns(Personal.PSEUDONYM, Personal.DELETED, Personal.GIVEN_BACK)
    for table, column in held:
        if store.has(tx, table, column, user_id):
            return True
    return ruled(tx, name, guild_id)


class Forgetting(BackgroundJob):
    def __init__(
        self, context: Context, orders: Orders, signup: SignUp, settled: Settled | None = None
    ) -> None:
        self.context = context
        self._orders = orders
        self._signup = signup
        self._settled = settled
        self._timer = Timer(self.finish)

    async def begin(self) -> None:
        """Finish what the last run left undone."""

        def change(tx: Tx) -> list[ForgetJob]:
            presence.tidy_seats(tx)
            return find(tx, ForgetJob)

        left = await self.context.db.write(change)
        if left:
            self._timer.now()

    # -- asking

    async def question(self, user_id: int, name: str, guild_id: int | None, moderator: bool) -> Message:
        """Return what would happen, and a button that does it. The others as in `forget`"""
        tied = await self.context.db.read(self._tied, user_id, name, guild_id if moderator else None)
        return Message(text.NOTHING) if tied is None else _question(tied)

    def _tied(self, tx: Tx, user_id: int, name: str, moderated: int | None) -> Ties | None:
        """What the user is in the middle of; None: nothing is known of the user."""
        return ties(self.context, tx, user_id) if known(tx, user_id, name, moderated) else None

    # -- doing it

    async def forget(
        self, user_id: int, name: str, guild_id: int | None, moderator: bool, asked: str
    ) -> Message:
        """Forget the user; the answer.

        name: what the user is called now;  guild_id: the server where this was asked, None in direct messages
        moderator: whether the user may rule in games of that server
        asked: what the question was about; if that has changed since, it is asked again
        """

        def change(tx: Tx) -> tuple[Ties, int]:
            tied = ties(self.context, tx, user_id)
            if tied.hold:
                return tied, 0
            job = plan(tx, user_id, _next(tx), name, guild_id, moderator)
            self._rename(tx, job, tied)
            return tied, job.new

        async with self.context.lock(f"forget/{user_id}"), self.context.lock(f"dm/{user_id}"):
            known = await self.context.db.read(self._tied, user_id, name, guild_id if moderator else None)
            if known is None:
                return Message(text.NOTHING)
            tied = known
            if tied.digest != asked:
                return _question(tied, text.ASK_AGAIN)
            for _ in range(ROUNDS):
                await self._give_up(user_id, tied)
                tied, new = await self.context.db.write(change)
                if not tied.hold:
                    break
            else:
                raise Refused(text.STUCK)
            self.context.db.wake_all()
            if self._settled is not None:
                await self._settled(user_id)
            await self.finish()
        log.info("user forgotten")  # neither who, nor which pseudonym
        return Message(text.DONE(former=former(new)))

    async def finish(self) -> None:
        """Do what is left to do; what waits for Discord is looked at again later."""
        if await finish(self.context):
            self._timer.later(AGAIN)

    # -- giving up

    async def _give_up(self, user_id: int, tied: Ties) -> None:
        for league_id in tied.leagues:
            with suppress(Refused):  # it is over, or the user was taken out
                await self._signup.withdraw(league_id, user_id)
        for table_id in tied.lobbies:
            await self._leave(table_id, user_id)
        for table_id in tied.games:
            with suppress(Refused):  # it is over
                await self._orders.declare(table_id, user_id, "concede")

    async def _leave(self, table_id: str, user_id: int) -> None:
        """Leave a lobby. Who opened it hands it on to whoever joined first; if nobody has, it is closed."""

        def change(tx: Tx) -> None:
            table, now = self.context.table(tx, table_id), self.context.clock.now()
            if table.status != "lobby":
                return
            remove(tx, Player, table_id=table.id, user_id=user_id)
            others = players.of_table(tx, table.id)
            closed = table.host_id == user_id and not others
            if closed:
                tables.set_status(tx, table.id, "closed")
                importing.drop(tx, table.id)
            elif table.host_id == user_id:
                tables.change(tx, table.id, host_id=others[0].user_id, host_by_player=False)
                head = text.NEW_HOST_HEAD(game=table.name, code=table.id)
                told = f"{head}\n{text.NEW_HOST(name=plain_name(others[0].name))}"
                posts.say(tx, table, f"host/{now:.3f}", told, now)
            if len(others) < 2:
                options.forget(tx, table.id)
            posts.edit_lobby(tx, table, now, bare=closed)

        await self.context.write_game(table_id, change)

    # -- the one transaction

    def _rename(self, tx: Tx, job: Job, tied: Ties) -> None:
        """Put a pseudonym into the user's place everywhere."""
        context, now, user_id, new = self.context, self.context.clock.now(), job.old, job.new
        for seated in tables.of_user(tx, user_id, PLAYING):
            self._rise(tx, seated.table, str(seated.seat), user_id)
        for seated in tables.of_user(tx, user_id, OVER):
            remove(tx, Desk, table_id=seated.table.id, user_id=user_id)
        for code in tied.hosted:
            self._hostless(tx, context.table(tx, code), now)
        for code in tied.organised:
            league = first(tx, League, id=code)
            if league is not None:
                told = league_words.ORGANISER_GONE(league=titled(league))
                league_posts.announce(tx, league, "organiser", told, now)
                league_posts.refresh_sign_up(tx, league, now)
        for left in find(tx, FormerPlayer, user_id=user_id):
            played = context.table(tx, left.table_id)
            if left.seat is not None and played.status == "playing":
                presence.remember_seat(tx, played.id, user_id, left.seat)
        store.drop_posts(tx, user_id, "the user is forgotten")
        for table, column in store.columns(Personal.DELETED):
            if table != "outbox":  # in small pieces, later: there may be many
                store.remove(tx, table, column, user_id)
        for table, column in store.columns(Personal.PSEUDONYM):
            called = store.name_column(table)
            values = {called: former(new)} if called is not None else {}
            store.rename(tx, table, column, user_id, new, **values)
        _vacations(tx, user_id, new)
        presence.tidy_seats(tx)
        save(tx, ForgetJob(number=-new, job=asdict(job)))
        tx.wakes("forgotten")

    def _rise(self, tx: Tx, table: Table, seat: str, user_id: int) -> None:
        """The user's seat in a game that goes on: its orders go, and Discord follows."""
        snapshot = self.context.snapshot(tx, table.id)
        sharing = snapshot.game.sharing(snapshot.state, seat)
        if not any(other != seat and other in snapshot.living for other in sharing):
            remove(tx, Draft, table_id=table.id, seat=snapshot.sheet(seat))
        presence.remember_seat(tx, table.id, user_id, seat)
        handover.follow(tx, table.id, seat, user_id)

    def _hostless(self, tx: Tx, table: Table, now: float) -> None:
        if table.guild_id is None:
            return
        posts.log(tx, table, "transfer", text.NO_HOST, now)
        heading = text.NO_HOST_HEAD(game=table.name, code=table.id)
        posts.say(tx, table, f"host/{now:.3f}", f"{heading}\n{text.NO_HOST}", now)


def _next(tx: Tx) -> int:
    """Return a pseudonym's id that nobody has had."""
    number = int(read_value(tx, NUMBER) or 0) + 1
    save(tx, Value(key=NUMBER, value=str(number)))
    return -number


def _vacations(tx: Tx, old: int, new: int) -> None:
    """Put the pseudonym into what is noted of vacations, by users' ids."""
    for use in find(tx, VacationUse):
        noted = _exchanged(dict(use.noted), str(old), str(new))
        if noted != use.noted:
            save(tx, replace(use, noted=noted))


def _exchanged(value: Any, old: str, new: str) -> Any:
    """The same with another key.

    >>> _exchanged({"due": 5.0, "turns": {"3": {"11": 4.0}}}, "11", "-1")
    {'due': 5.0, 'turns': {'3': {'-1': 4.0}}}
    """
    if not isinstance(value, dict):
        return value
    return {new if key == old else key: _exchanged(held, old, new) for key, held in value.items()}


def _question(tied: Ties, ask: str = text.ASK) -> Message:
    told = "\n".join([ask, *tied.words(), text.DELETED, text.STAYS])
    yes = Button(custom_id("forgetyes", "me", None, 0, tied.digest), text.YES, "danger")
    no = Button(custom_id("forgetno", "me", None, 0), text.NO)
    return Message(told, rows=(buttons(yes, no),))


# -- names in texts


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


def plan(tx: Tx, old: int, new: int, name: str, guild_id: int | None, moderator: bool) -> Job:
    """What is to be done, before the user's rows are renamed; copies of the user's games are renamed here."""
    names, games, leagues = set[str](), set[str](), set[str]()
    for table in ("players", "sittings", "entrants", "ratings"):
        names |= set(store.distinct(tx, table, "name", "user_id", old))
    for table in ("players", "sittings"):
        games |= set(store.distinct(tx, table, "table_id", "user_id", old))
    hosted = store.distinct(tx, "tables", "id", "host_id", old)
    games |= set(hosted)
    games |= set(_rename_in_copies(tx, old, new, names))
    games |= {row["table_id"] for row in store.of_user(tx, "letters", "sender_user", old)}
    leagues |= set(store.distinct(tx, "entrants", "league_id", "user_id", old))
    leagues |= set(store.distinct(tx, "leagues", "id", "host_id", old))
    guild = guild_id if moderator and guild_id is not None else 0
    alone = []
    for code in hosted:
        log = find(tx, LogEntry, table_id=code)
        alone += [code] if all(line.act != "transfer" for line in log) else []
    told = tuple(sorted(one for one in names if one.strip()))
    return Job(
        old, new, told, tuple(sorted(games)), tuple(sorted(leagues)), name.strip(), guild, tuple(alone)
    )


async def finish(context: Context) -> bool:
    """Do all that is to be done; whether something waits for Discord."""
    jobs = await context.db.read(find, ForgetJob)
    waits = False
    for row in jobs:
        async with context.lock(f"forgetting/{row.number}"):
            job = Job.read(row.job)
            doing = _Doing(context, job)
            if not job.done:
                await doing.all()
            if await context.db.read(_pending, job.old):
                waits = True
                await context.db.write(_all_but_discord, row, job)
                continue
            await doing.mentions()
            await context.db.write(_done, row.number, job)
    return waits


def _all_but_discord(tx: Tx, row: ForgetJob, job: Job) -> None:
    if first(tx, ForgetJob, number=row.number) is not None:  # else another process has done all of it
        save(tx, replace(row, job=asdict(replace(job, done=True))))


def _done(tx: Tx, number: int, job: Job) -> None:
    store.forget_shell(tx, job.old)  # what was under way may have noted its channel
    remove(tx, ForgetJob, number=number)


def _pending(tx: Tx, user_id: int) -> bool:
    """Return whether Discord has still to do something for the user."""
    given_back = store.columns(Personal.GIVEN_BACK)
    return any(store.has(tx, table, column, user_id) for table, column in given_back)


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
            self._others = await self.context.db.read(
                lambda tx: frozenset(store.tables_of_guilds(tx, [self.job.guild]))
            )
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
        return await self.context.db.write(lambda tx: store.forget_posts(tx, self.job.old, PIECE) == PIECE)

    async def _in_game(self, code: str) -> Pseudonymizer:
        """Return the user's names in a game, and which of them somebody else there has, too."""

        def look(tx: Tx) -> tuple[Table | None, list[Sitting], list[Player]]:
            table = tables.get(tx, code)
            seated, sat = players.of_table(tx, code), find(tx, Sitting, table_id=code)
            return table, sat, seated

        table, sat, seated = await self.context.db.read(look)
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
        def look(tx: Tx) -> set[str]:
            return {one.name for one in league_store.entrants_of(tx, code) if one.user_id != self.job.new}

        others = await self.context.db.read(look)
        return replace(self._everywhere, others=shared(self.job.names, others), titles=())

    async def _texts(self, table: str, columns: Sequence[str], needles: Collection[str]) -> None:
        """Replace names and mentions in these columns. Rows are looked for outside of a write transaction:
        that may take a moment where there are many."""
        after = 0 if table in COUNTED else None
        while True:
            limit = PIECE if after is not None else None
            found = await self.context.db.read(
                store.holding, table, columns, needles, after=after, limit=limit
            )
            if found:
                await self.context.db.write(self._rewrite, table, columns, found)
            if after is None or len(found) < PIECE:
                return
            after = found[-1]["id"]

    def _rewrite(
        self, tx: Tx, table: str, columns: Sequence[str], found: Sequence[Mapping[str, Any]]
    ) -> None:
        for old in found:
            row = store.again(tx, table, old)
            fresh = {column: self._fresh(table, row, column) for column in columns if row}
            if row and any(fresh[column] != row[column] for column in columns):
                store.rewrite(tx, table, row, fresh)

    def _fresh(self, table: str, row: Mapping[str, Any], column: str) -> Any:
        """Return what stands in a column then."""
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
    """Return the code of the game or league that a row belongs to; "" none."""
    key = str(row.get("key", "")).split("/")
    if table == "outbox" and key[0] == "league" and len(key) > 1:
        return key[1]
    return str(row.get("table_id") or row.get("league_id") or row.get("id") or "")


def _needles(naming: Pseudonymizer) -> set[str]:
    """Return what rows have in them that may have to change, as plain text or inside JSON."""
    found = {str(naming.old)}
    for form in forms((*naming.names, *naming.titles)):
        found |= {form, json.dumps(form, ensure_ascii=False)[1:-1]}
    return found


def ruled(tx: Tx, name: str, guild_id: int | None) -> bool:
    """Return whether a moderator of this name has ruled in a game of the server, as its log says."""
    if guild_id is None:
        return False
    games = store.tables_of_guilds(tx, [guild_id])
    needles = [f"{plain_name(name)} (moderator)"]
    return bool(games) and bool(
        store.holding(tx, "log", ["text"], needles, where={"table_id": games}, limit=1)
    )


def _rename_in_copies(tx: Tx, old: int, new: int, names: Collection[str]) -> list[str]:
    """Put the pseudonym in place of the user's names in copies of the user's own games, on the user's own
    seats; the codes of the copies. To be done before the user's own rows are renamed."""
    seats = {
        (row["table_id"], row["seat"])
        for table in ("players", "sittings")
        for row in store.of_user(tx, table, "user_id", old)
    }
    needles = [f'"{code}"' for code in sorted({code for code, _ in seats})]
    found = []
    for row in store.holding(tx, "tables", ["origin"], needles):
        table = tables.get(tx, row["id"])
        if table is None or not imported(table):
            continue
        code = game_id(table)
        for player in players.of_table(tx, table.id):
            if player.user_id < 0 and (code, player.seat) in seats and player.name in names:
                store.rename(tx, "players", "user_id", player.user_id, player.user_id, name=former(new))
                found.append(table.id)
        for seat, name in importing.seated_before(tx, table.id).items():
            if (code, seat) in seats and name in names:
                importing.renamed(tx, table.id, seat, former(new))
                found.append(table.id)
    return sorted(set(found))
