"""Silence: in a game whose rules demand it the players may not write in its channel while it runs.

What is to be silent is read from the tables in play, what was taken from the rows of `silences`; a job makes
the second fit the first: of a game in which something changed, and of all at every start. A row is stored
before anything is taken, with what stood there, and deleted after all of it was given back: so whatever is
killed in between is done again, and nobody stays silenced.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from adjudicator.text import listing
from bot.common.clock import BackgroundJob, Timer
from bot.common.errors import NotAllowed
from bot.common.message import plain_name
from bot.engine import posts
from bot.engine.context import Context
from bot.features.muting import store, text
from bot.outbox.messenger import Unsure
from bot.storage import players, tables
from bot.storage.database import Tx
from bot.storage.records import Player, Silence, Table
from bot.storage.rows import find, remove, save

log = logging.getLogger(__name__)

ABOVE, GONE = "above", "gone"
"""Why a single player is not silenced: nothing binds this user; the user is not in the server."""
LONGEST_WAIT = 300.0
PATIENCE = 120.0
"""Timeout for one table, in seconds."""
UNTIL_ALLOWED = 3600.0
"""Seconds until giving back is tried again where the bot lacks the permission."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a channel stands, before anything is taken there.

    channel_id: where the permissions are: the channel itself, or the one that the thread is in
    take:       the permissions that can be taken from players
    left:       what should be taken too and cannot be, in words
    stands:     what each player's own entry says of these permissions; None: the player has no entry
    above:      players whom nothing binds;  gone: those who are not in the server
    thread:     whether it is a thread
    """

    channel_id: int
    take: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    stands: Mapping[int, Mapping[str, bool | None] | None] = field(default_factory=dict)
    above: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    thread: bool = False


class ChannelPermissions(Protocol):
    """Permissions in Discord, as silence needs them. Everything may be done twice."""

    async def look(self, channel_id: int, users: Collection[int]) -> Look:
        """Raises NotAllowed or Unsure."""

    async def take(self, channel_id: int, user_id: int, permissions: Collection[str], reason: str) -> None:
        """Deny these in the user's own entry; all else in it stays. Raises NotAllowed or Unsure."""

    async def give_back(
        self, channel_id: int, user_id: int, before: Mapping[str, bool | None], made: bool, reason: str
    ) -> None:
        """Let the user's entry say again what it said before, where it still denies; `made`: an entry that
        says nothing any more goes. A channel that is gone needs nothing. Raises NotAllowed or Unsure."""


class Muting(BackgroundJob):
    """Keeps the channels of silent games silent, and gives back what it took."""

    def __init__(self, context: Context, permissions: ChannelPermissions | None) -> None:
        self.context = context
        self._permissions = permissions
        self._timer = Timer(self._run)
        self._rest: dict[tuple[str, str], tuple[float, int]] = {}
        """What waits after a failure, by deed and table: until when, and after how many."""
        self._tried: set[str] = set()
        """Tables whose refusals stand: at the next start somebody may have granted what was missing."""
        self._all = True
        """Whether all games are to be looked at, not only these:"""
        self._changed: set[str] = set()
        self._told = False
        """Whether the next `wake` is about them."""

    def note_changed(self, codes: Iterable[str]) -> None:
        """These games may have begun or ended, or changed hands; `wake` follows."""
        changed = set(codes)
        self._told = bool(changed)
        if not self._all:
            self._changed |= changed

    def wake(self) -> None:
        """Look at the games that were noted a moment ago; at all, if none was."""
        self._all = self._all or not self._told
        self._told = False
        if self._permissions is not None:
            self._timer.now()

    async def rest(self, seconds: float) -> None:
        self._all = True  # another process does this meanwhile
        await super().rest(seconds)

    async def _run(self) -> None:
        silent = [key for key, presenter in self.context.presenters.items() if presenter.silent]
        everywhere, codes = self._all, self._changed | {code for _, code in self._rest}
        self._all, self._changed = False, set()

        def look(tx: Tx) -> tuple[list[Silence], list[Table], dict[str, list[Player]]]:
            looked_at = sorted(codes.union(store.unsettled(tx, silent) if everywhere else ()))
            found = [table for code in looked_at if (table := tables.get(tx, code)) is not None]
            playing = [table for table in found if table.status == "playing" and table.game in silent]
            seated = {
                table.id: [one for one in players.of_table(tx, table.id) if one.user_id > 0]
                for table in playing
            }
            return [row for code in looked_at for row in find(tx, Silence, table_id=code)], playing, seated

        try:
            kept, playing, seated = await self.context.db.read(look)
        except BaseException:
            self._all = True
            raise
        over: dict[str, list[Silence]] = {}
        for row in kept:
            if row.user_id not in {player.user_id for player in seated.get(row.table_id, ())}:
                over.setdefault(row.table_id, []).append(row)
        # First what is to be silent, so that nobody can speak between two games in one channel.
        # Of one table both, where a seat was handed over.
        deeds = {
            ("begin", table.id): partial(self._begin, table, seated[table.id])
            for table in playing
            if self._wanting(table, seated[table.id], kept)
        } | {("end", table_id): partial(self._end, table_id, rows) for table_id, rows in over.items()}
        self._rest = {what: rest for what, rest in self._rest.items() if what in deeds}
        for what, deed in deeds.items():
            await self._try(what, deed)
        if self._rest:
            soonest = min(until for until, _ in self._rest.values())
            self._timer.later(max(soonest - self.context.clock.now(), 0.05))

    def _wanting(self, table: Table, seated: Sequence[Player], kept: Sequence[Silence]) -> bool:
        """Return whether somebody at this table is neither silenced nor known to be out of reach."""
        known = {row.user_id: row.status for row in kept if row.table_id == table.id}
        done = {"set", "refused"} if table.id in self._tried else {"set"}
        return any(known.get(player.user_id) not in done for player in seated)

    async def _try(self, what: tuple[str, str], deed: Callable[[], Awaitable[None]]) -> None:
        """Do it, unless it failed a moment ago. What fails is tried again later; other tables go on."""
        until, failures = self._rest.get(what, (0.0, 0))
        if until > self.context.clock.now():
            return
        self._rest.pop(what, None)
        table_id = what[1]
        wait = min(5.0 * 2 ** min(failures, 8), LONGEST_WAIT)
        try:
            async with asyncio.timeout(PATIENCE):
                await deed()
            return
        except TimeoutError:
            log.warning("silence put off", extra={"table": table_id, "reason": "no answer"})
        except Unsure as reason:
            log.warning("silence put off", extra={"table": table_id, "reason": str(reason)})
            wait = max(wait, reason.seconds)
        except NotAllowed:
            wait = UNTIL_ALLOWED
        except Exception:  # a fault of ours must not keep others silenced
            log.exception("silence failed", extra={"table": table_id})
        self._rest[what] = (self.context.clock.now() + wait, failures + 1)

    # -- taking

    async def _begin(self, table: Table, seated: Sequence[Player]) -> None:
        permissions, users = self._permissions, [player.user_id for player in seated]
        assert permissions is not None
        why, look = "", Look(table.channel_id or 0)
        try:
            if table.channel_id is None:
                raise NotAllowed(text.NO_CHANNEL)
            look = await permissions.look(table.channel_id, users)
        except NotAllowed as refused:
            why = str(refused)

        def begin(tx: Tx) -> tuple[set[int], list[Silence]]:
            known = {row.user_id for row in find(tx, Silence, table_id=table.id)}
            rows = [self._planned(tx, table, user, look, why) for user in users]
            for row in rows:
                save(tx, row)
            return known, rows

        known, rows = await self.context.db.write(begin)
        done = [await self._taken(row) if row.status == "begun" else row for row in rows]

        def end(tx: Tx) -> None:
            for row in done:
                save(tx, row)
            # Who took a seat over is told of apart; else it is the same as before, and said once.
            new = [row for row in done if row.user_id not in known] if known else []
            told = _told(new or done, {player.user_id: player.name for player in seated}, look)
            key = "/".join(["silence", *(str(row.user_id) for row in new)])
            if told:
                posts.say(tx, table, key, told, self.context.clock.now())

        await self.context.db.write(end)
        self._tried.add(table.id)
        log.info("silence", extra={"table": table.id, "set": sum(row.status == "set" for row in done)})

    async def _taken(self, row: Silence) -> Silence:
        """Take what the row says; the row as it is then."""
        assert self._permissions is not None
        try:
            await self._permissions.take(row.channel_id, row.user_id, row.before, _reason(row.table_id))
        except NotAllowed as refused:
            return replace(row, status="refused", why=str(refused))
        return replace(row, status="set")

    def _planned(self, tx: Tx, table: Table, user: int, look: Look, why: str) -> Silence:
        """Return the row of a player, as it is to be stored before anything is taken."""
        kept = find(tx, Silence, user_id=user)
        # Wherever its channel is: a look that was refused may not know where the permissions are.
        own = next((row for row in kept if row.table_id == table.id), None)
        if own is not None and own.status == "set":
            return own  # what somebody gave back since stays given
        others = [row for row in kept if row.table_id != table.id and row.channel_id == look.channel_id]
        why = why or (ABOVE if user in look.above else GONE if user in look.gone else "")
        if why:
            row = own or Silence(table_id=table.id, user_id=user, channel_id=look.channel_id)
            return replace(row, status="refused", why=why)
        stands = look.stands.get(user)
        before = {name: (stands or {}).get(name) for name in look.take}
        made = stands is None
        # What a table took is not what stood there before it: another's row, or the own of a try that was
        # cut short, knows better.
        for row in (*others, *([own] if own else [])):
            # The own row's permissions stay in it, also those that the bot may not take any more: all that
            # was taken is given back.
            before |= {name: was for name, was in row.before.items() if name in before or row is own}
            made = row.made if row.before else made
        return Silence(table_id=table.id, user_id=user, channel_id=look.channel_id, before=before, made=made)

    # -- giving back

    async def _end(self, table_id: str, rows: Sequence[Silence]) -> None:
        permissions, refused = self._permissions, NotAllowed()
        assert permissions is not None
        stuck = []
        for row in rows:
            same = await self.context.db.read(find, Silence, user_id=row.user_id, channel_id=row.channel_id)
            held = {name for other in same if other.table_id != row.table_id for name in other.before}
            before = {name: was for name, was in row.before.items() if name not in held}
            try:
                if before:
                    await permissions.give_back(
                        row.channel_id, row.user_id, before, row.made, _reason(table_id)
                    )
            except NotAllowed as reason:
                stuck.append(row)
                refused = reason
                continue
            await self.context.db.write(remove, Silence, table_id=row.table_id, user_id=row.user_id)
        self._tried.discard(table_id)
        if stuck:
            await self._say_stuck(table_id, stuck, str(refused))
            raise refused

    async def _say_stuck(self, table_id: str, rows: Sequence[Silence], why: str) -> None:
        """Once: a moderator can do what the bot may not do any more."""

        def change(tx: Tx) -> None:
            table = self.context.table(tx, table_id)
            who = listing([f"<@{row.user_id}>" for row in rows], "and")
            told = text.STUCK(who=who, channel=rows[0].channel_id, why=why)
            posts.say(tx, table, "unsilence", told, self.context.clock.now())

        await self.context.db.write(change)


def _reason(table_id: str) -> str:
    """For the server's audit log."""
    return text.AUDIT(code=table_id)


def _told(rows: Sequence[Silence], names: Mapping[int, str], look: Look) -> str:
    """Return what could not be set, a line for each reason; "" if all is."""
    reasons: dict[str, list[int]] = {}
    for row in rows:
        if row.status == "refused":
            reasons.setdefault(row.why, []).append(row.user_id)
    lines = []
    for why, users in reasons.items():
        if why == ABOVE:
            who = listing([plain_name(names[user]) for user in users], "and")
            lines.append(text.ABOVE(who=who, n=len(users)))
        elif why != GONE:
            lines.append((text.THREAD_OPEN if look.thread else text.CHANNEL_OPEN)(why=why))
    if look.left and any(row.status == "set" for row in rows):
        lines.append(text.LEFT_OPEN(permissions=listing(list(look.left), "and"), n=len(look.left)))
    return "\n".join(lines)
