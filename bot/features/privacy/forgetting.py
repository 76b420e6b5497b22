"""/privacy forget: everything that goes on for the user is given up, then a pseudonym takes the user's place.

Three steps. First games are conceded, lobbies and leagues left, each in a transaction of its own, as if the
user did it. Then one transaction puts a new negative id into every row that others need and deletes the rest;
it does nothing unless all was given up. What is left to do then (names in texts) stands in a row of that same
transaction and is done in small pieces (`renaming.py`), after a kill by the next start.

The pseudonym is one for all games of the user, so standings, results and others' ratings come out as before.
Nothing that is stored leads from it back to the user. Whoever comes back later is a new person to the bot.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from adjudicator.text import counted, listing
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id, former, plain_name
from bot.common.timer import Timer
from bot.engine import forgotten_seats, posts, public_log
from bot.engine.context import Context
from bot.engine.orders import Orders
from bot.features.history import resuming
from bot.features.leagues import posts as league_posts
from bot.features.leagues import store as league_store
from bot.features.leagues.league_lookup import titled
from bot.features.leagues.season.signup import SignUp
from bot.features.lobby import options
from bot.features.privacy import renaming, store
from bot.features.privacy.renaming import Job
from bot.features.substitutes import handover
from bot.storage import desks, drafts, kv, players, tables
from bot.storage.columns import Personal
from bot.storage.database import Tx
from bot.storage.league_records import OPEN
from bot.storage.records import ACTIVE, LOBBY, OVER, PLAYING, ForgetJob, FormerPlayer, Table, VacationUse
from bot.storage.rows import find, save

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
    held = store.columns(Personal.PSEUDONYM, Personal.DELETED, Personal.GIVEN_BACK)
    for table, column in held:
        if await store.has(tx, table, column, user_id):
            return True
    return await renaming.ruled(tx, name, guild_id)


def _them(codes: Sequence[str]) -> str:
    return "it" if len(codes) == 1 else "them"


def _it(codes: Sequence[str]) -> str:
    return "it" if len(codes) == 1 else "each"


log = logging.getLogger(__name__)

NUMBER = "former"
"""Key in `kv`: the number of the newest pseudonym."""
AGAIN = 60.0
"""Seconds until what waits for Discord is looked at again."""
ROUNDS = 5
"""So many times all is given up, if something new comes up meanwhile."""
NOTHING = "I know nothing about you: nothing is stored. There is nothing to forget."
_STAYS = (
    "What stays: games with their orders and letters, tables of leagues and results, under a name such as “a "
    "former player 12”, from which nothing leads back to you. Messages that stand in Discord stay there. "
    "`/privacy export` gives you a copy of your data before."
)

Settled = Callable[[int], Awaitable[None]]
"""Waits until no direct message to this user is under way."""


class Forgetting:
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
        async with self.context.db.begin() as tx:
            await forgotten_seats.tidy(tx)
            left = await find(tx, ForgetJob)
        if left:
            self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    # -- asking

    async def question(self, user_id: int, name: str, guild_id: int | None, moderator: bool) -> Message:
        """What would happen, and a button that does it. The others as in `forget`"""
        async with self.context.db.read() as tx:
            if not await known(tx, user_id, name, guild_id if moderator else None):
                return Message(NOTHING)
            tied = await ties(self.context, tx, user_id)
        return _question(tied)

    # -- doing it

    async def forget(
        self, user_id: int, name: str, guild_id: int | None, moderator: bool, asked: str
    ) -> Message:
        """Forget the user; the answer.

        name: what the user is called now;  guild_id: the server where this was asked, None in direct messages
        moderator: whether the user may rule in games of that server
        asked: what the question was about; if that has changed since, it is asked again
        """
        async with self.context.lock(f"forget/{user_id}"), self.context.lock(f"dm/{user_id}"):
            async with self.context.db.read() as tx:
                if not await known(tx, user_id, name, guild_id if moderator else None):
                    return Message(NOTHING)
                tied = await ties(self.context, tx, user_id)
            if tied.digest != asked:
                return _question(tied, "Something has changed since you asked. ")
            for _ in range(ROUNDS):
                await self._give_up(user_id, tied)
                async with self.context.db.begin() as tx:
                    tied = await ties(self.context, tx, user_id)
                    if not tied.hold:
                        job = await renaming.plan(tx, user_id, await _next(tx), name, guild_id, moderator)
                        await self._rename(tx, job, tied)
                        new = job.new
                        break
            else:
                raise Refused("You are still in a game or league that I cannot take you out of. Try again.")
            self.context.db.wake_all()
            if self._settled is not None:
                await self._settled(user_id)
            await self.finish()
        log.info("user forgotten")  # neither who, nor which pseudonym
        return Message(
            f"Done: you are forgotten. In what stays you are “{former(new)}” now. If you play again, I do "
            "not know you."
        )

    async def finish(self) -> None:
        """Do what is left to do; what waits for Discord is looked at again later."""
        if await renaming.finish(self.context):
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
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            table, now = await self.context.table(tx, table_id), self.context.clock.now()
            if table.status != "lobby":
                return
            await players.leave(tx, table.id, user_id)
            others = await players.of_table(tx, table.id)
            closed = table.host_id == user_id and not others
            if closed:
                await tables.set_status(tx, table.id, "closed")
                await resuming.drop(tx, table.id)
            elif table.host_id == user_id:
                await tables.set_host(tx, table.id, others[0].user_id)
                text = (
                    f"### {table.name} `{table.id}` · a new host\nThe host has left. "
                    f"{plain_name(others[0].name)}, who joined first, is the host now."
                )
                await posts.say(tx, table, f"host/{now:.3f}", text, now)
            if len(others) < 2:
                await options.forget(tx, table.id)
            await posts.edit_lobby(tx, table, now, bare=closed)

    # -- the one transaction

    async def _rename(self, tx: Tx, job: Job, tied: Ties) -> None:
        """Put a pseudonym into the user's place everywhere."""
        context, now, user_id, new = self.context, self.context.clock.now(), job.old, job.new
        for seated in await tables.of_user(tx, user_id, PLAYING):
            await self._rise(tx, seated.table, str(seated.seat), user_id)
        for seated in await tables.of_user(tx, user_id, OVER):
            await desks.forget(tx, seated.table.id, user_id)
        for code in tied.hosted:
            await self._hostless(tx, await context.table(tx, code), now)
        for code in tied.organised:
            league = await league_store.find_league(tx, code)
            if league is not None:
                text = "The organiser has left. Whoever may manage this server looks after the league now."
                await league_posts.announce(tx, league, "organiser", "no organiser", text, now)
                await league_posts.signed_up(tx, league, now)
        for left in await find(tx, FormerPlayer, user_id=user_id):
            played = await context.table(tx, left.table_id)
            if left.seat is not None and played.status == "playing":
                await forgotten_seats.remember(tx, played.id, user_id, left.seat)
        await store.drop_posts(tx, user_id, "the user is forgotten")
        for table, column in store.columns(Personal.DELETED):
            if table != "outbox":  # in small pieces, later: there may be many
                await store.remove(tx, table, column, user_id)
        for table, column in store.columns(Personal.PSEUDONYM):
            called = store.name_column(table)
            values = {called: former(new)} if called is not None else {}
            await store.rename(tx, table, column, user_id, new, **values)
        await _vacations(tx, user_id, new)
        await forgotten_seats.tidy(tx)
        await save(tx, ForgetJob(number=-new, job=asdict(job)))

    async def _rise(self, tx: Tx, table: Table, seat: str, user_id: int) -> None:
        """The user's seat in a game that goes on: its orders go, and Discord follows."""
        snapshot = await self.context.snapshot(tx, table.id)
        sharing = snapshot.game.sharing(snapshot.state, seat)
        if not any(other != seat and other in snapshot.living for other in sharing):
            await drafts.clear(tx, table.id, snapshot.sheet(seat))
        await forgotten_seats.remember(tx, table.id, user_id, seat)
        await handover.follow(tx, table.id, seat, user_id)

    async def _hostless(self, tx: Tx, table: Table, now: float) -> None:
        if table.guild_id is None:
            return
        text = "The host has left: moderators of this server rule now, and can name another host with `/gm`."
        await public_log.note(tx, table, "transfer", text, now)
        heading = f"### {table.name} `{table.id}` · no host"
        await posts.say(tx, table, f"host/{now:.3f}", f"{heading}\n{text}", now)


async def _next(tx: Tx) -> int:
    """A pseudonym's id that nobody has had."""
    number = int(await kv.get(tx, NUMBER) or 0) + 1
    await kv.put(tx, NUMBER, str(number))
    return -number


async def _vacations(tx: Tx, old: int, new: int) -> None:
    """Put the pseudonym into what is noted of vacations, by users' ids."""
    for use in await find(tx, VacationUse):
        noted = _exchanged(dict(use.noted), str(old), str(new))
        if noted != use.noted:
            await save(tx, replace(use, noted=noted))


def _exchanged(value: Any, old: str, new: str) -> Any:
    """The same with another key.

    >>> _exchanged({"due": 5.0, "turns": {"3": {"11": 4.0}}}, "11", "-1")
    {'due': 5.0, 'turns': {'3': {'-1': 4.0}}}
    """
    if not isinstance(value, dict):
        return value
    return {new if key == old else key: _exchanged(held, old, new) for key, held in value.items()}


def _question(tied: Ties, before: str = "") -> Message:
    happens = "".join(f"\n- {line}" for line in tied.words())
    text = (
        f"{before}**Do you want to be forgotten?** This cannot be taken back.{happens}\n- your settings, "
        "time zone, announced absences, ratings, orders ahead, drafts, and my copies of what I wrote to you "
        f"are deleted; reminders stop\n{_STAYS}"
    )
    yes = Button(custom_id("forgetyes", "me", None, 0, tied.digest), "Yes, forget me", "danger")
    no = Button(custom_id("forgetno", "me", None, 0), "No, I stay")
    return Message(text, rows=(buttons(yes, no),))
