"""Time that the bot owes: that of an outage is given back to turns, and what was set by a clock that was
ahead does not take so much longer. Moments that people have chosen, such as the dates of a league, stay.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from bot.common.clock import Timer, span_text
from bot.common.errors import Refused
from bot.common.message import due_words
from bot.engine import post_words, posts, text, timing
from bot.engine.context import Context
from bot.engine.deadlines import Deadlines
from bot.engine.hooks import Job
from bot.engine.snapshot import GameSnapshot
from bot.storage import deadlines, outbox
from bot.storage.database import Tx
from bot.storage.deadlines import Part
from bot.storage.errors import Conflict
from bot.storage.records import Deadline, DeadlineKind, Value
from bot.storage.rows import read_value, save

log = logging.getLogger(__name__)

KINDS: tuple[DeadlineKind, ...] = ("turn", "early", "vote", "resume")
"""The rows that a clock that was ahead has set too late, in the order in which they are brought back."""
SLACK = 60.0
"""Seconds by which clocks may differ."""
WAIT = 300.0
"""So long may a post wait that was put off by a clock that was ahead."""
SHORT = 60.0
"""An outage of fewer seconds moves only what passed in it."""


def later(due_at: float, since: float, now: float, least: float) -> float | None:
    """When something is due after nobody could act from `since` until `now`; None: as before, at `due_at`.
    What passed has as much time as it had left then, and at least `least` seconds; what comes near has
    `least` seconds, or as many as it had.

    >>> later(500.0, 100.0, 1000.0, 60.0), later(110.0, 100.0, 1000.0, 60.0)
    (1400.0, 1060.0)
    >>> later(1030.0, 100.0, 1000.0, 60.0), later(1100.0, 100.0, 1000.0, 60.0)
    (1060.0, None)
    >>> later(90.0, 100.0, 1000.0, 60.0), later(1030.0, 970.0, 1000.0, 60.0)
    (None, None)
    """
    outage = now - since
    if outage <= 0 or due_at <= since:
        return None
    if due_at <= now:
        return max(due_at + outage, now + least)
    least = min(least, due_at - since)
    return now + least if outage >= SHORT and due_at < now + least else None


def near(tx: Tx, kind: DeadlineKind, gone_at: float, now: float, part: Part | None) -> list[Deadline]:
    """The rows of which an outage from `gone_at` until now may have taken time."""
    return deadlines.between(tx, kind, gone_at, now + timing.LEAST, part)


def words(seconds: float) -> str:
    """How long an outage took, in whole minutes.

    >>> words(20.0), words(7300.0)
    ('1m', '122m')
    """
    return span_text(max(round(seconds / 60), 1) * 60)


# -- an outage


async def turn(context: Context, row: Deadline, gone_at: float, now: float) -> None:
    """Move a deadline of which an outage took time. A turn for which nobody is waited any more needs none."""

    def change(tx: Tx) -> None:
        try:
            snapshot = context.snapshot(tx, row.table_id)
        except Refused:
            return
        kept = deadlines.get(tx, row.table_id)
        if kept != row or snapshot.phase.turn != row.turn or not context.missing(tx, snapshot):
            return
        since = max(gone_at, timing.set_at(row))  # of what was set meanwhile the outage took no more
        due, passed = later(row.due_at, since, now, timing.least_time(snapshot, now)), row.due_at <= now
        if due is None:
            return
        due = timing.put_off(tx, snapshot, due, now)
        # Of several who give orders in secret nobody is to see who has sent some.
        late = snapshot.phase.owing if snapshot.phase.sealed else context.missing(tx, snapshot)
        users = [snapshot.player(seat).user_id for seat in sorted(late)]
        away, told = words(now - since), text.AWAY_PASSED if passed else text.AWAY_CLOSE
        lines = [
            post_words.headline(snapshot, text.I_WAS_AWAY),
            told(span=away, what=snapshot.phase_word, due=due_words(due)),
            post_words.for_users(users),
        ]
        key = f"outage/{snapshot.mark}/{round(row.due_at)}"
        rows = [post_words.turn_buttons(snapshot)]
        posts.say(tx, snapshot.table, key, "\n".join(lines), now, mentions=users, rows=rows)
        posts.log(tx, snapshot.table, "outage", text.LOG_AWAY(span=away), now)
        tx.log(log, "outage credited", table=row.table_id, seconds=round(now - since))

    await context.write_game(row.table_id, change)


# -- a clock that was ahead


async def put_right(context: Context) -> None:
    """Bring everything back that was set in the future. The clock is right now: the caller knows."""
    now = context.clock.now()

    def change(tx: Tx) -> list[Deadline]:
        outbox.not_later(tx, now + WAIT)
        return [row for kind in KINDS for row in deadlines.all_of(tx, kind)]

    for row in await context.db.write(change):
        if timing.set_at(row) - now > SLACK:
            try:
                await _bring_back(context, row)
            except Exception as error:  # whatever one table does, the others are put right
                told = {"table": row.table_id, "kind": row.kind, "error": type(error).__name__}
                log.error("deadline not brought back", extra=told)


async def _bring_back(context: Context, row: Deadline) -> None:
    def change(tx: Tx) -> None:
        now = context.clock.now()
        if deadlines.get(tx, row.table_id, row.kind) != row:
            return
        try:
            snapshot = context.snapshot(tx, row.table_id)
        except Refused:
            return
        ahead = timing.set_at(row) - now
        if row.kind in _BRING:
            _BRING[row.kind](tx, snapshot, row, ahead, now)
        for brought_back in snapshot.hooks.brought_back:
            brought_back(tx, snapshot, row, ahead, now)
        tx.log(log, "deadline brought back", table=row.table_id, kind=row.kind)

    await context.write_game(row.table_id, change)


def _turn(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    """It has as much time, from now on, as it had when that was set: nobody has less for it."""
    if snapshot.phase.turn != row.turn:
        return
    due = timing.put_off(tx, snapshot, row.due_at - ahead, now)
    told = text.CLOCK_TURN(what=snapshot.phase_word, due=due_words(due))
    posts.say(tx, snapshot.table, f"clock/{snapshot.mark}/{now:.3f}", _headed(snapshot, told), now)
    posts.log(tx, snapshot.table, "clock", told, now)


def _early(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))


def _resume(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    if snapshot.pause is None or snapshot.pause.until is None:
        return
    until = snapshot.pause.until - ahead
    save(tx, replace(snapshot.pause, at=min(snapshot.pause.at, now), until=until))
    deadlines.put(tx, replace(row, due_at=until, began_at=now))
    told = text.CLOCK_PAUSE(until=due_words(until))
    posts.say(tx, snapshot.table, f"clock/pause/{now:.3f}", _headed(snapshot, told), now)
    posts.log(tx, snapshot.table, "clock", told, now)


def _headed(snapshot: GameSnapshot, told: str) -> str:
    return f"{post_words.headline(snapshot, text.THE_CLOCK)}\n{told}"


_Bring = Callable[[Tx, GameSnapshot, Deadline, float, float], None]
_BRING: dict[DeadlineKind, _Bring] = {"turn": _turn, "early": _early, "resume": _resume}
"""By the kind of row. Votes are brought back by their feature; reminders follow their turn's."""


# -- Outages: while the bot, or Discord, was out of reach nobody could act: what passed is moved


log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two signs of life."""
GAP = 30.0
"""So many seconds without a sign of life are an outage. A bot that is only busy is not that late: it lets
others run after every game that it resolves, and a sign of life waits for no transaction. If one is ten
seconds late all the same nobody was answered meanwhile (Discord waits three), so that it is right to give
that time back. What is shorter is not noticed."""
_KEY, _PARTS = "alive", "shards_out"


@dataclass(frozen=True, slots=True)
class Signs:
    """last: the newest sign of life;  highest: the one with the latest time, which is another one after the
    clock was set back. Seconds since 1970."""

    last: float
    highest: float

    @classmethod
    def read(cls, stored: str | None) -> Signs | None:
        """From what is stored; older versions stored the last one alone.

        >>> Signs.read("5.0"), Signs.read("5.0 9.0"), Signs.read(None)
        (Signs(last=5.0, highest=5.0), Signs(last=5.0, highest=9.0), None)
        """
        if not stored:
            return None
        last, _, highest = stored.partition(" ")
        return cls(float(last), float(highest or last))

    def __str__(self) -> str:
        return f"{self.last!r} {self.highest!r}"

    def at(self, now: float) -> Signs:
        """With another sign of life, now.

        >>> Signs(50.0, 50.0).at(20.0).at(30.0), Signs(30.0, 50.0).at(60.0)
        (Signs(last=30.0, highest=50.0), Signs(last=60.0, highest=60.0))
        """
        return Signs(now, max(now, self.highest))

    def before(self, now: float) -> float:
        """The newest sign of life that is not in the future; `now` itself if all are. A clock that was wrong
        and is set right again takes no time but that since it was right.

        >>> Signs(20.0, 50.0).before(40.0), Signs(20.0, 50.0).before(60.0), Signs(20.0, 50.0).before(10.0)
        (20.0, 50.0, 10.0)
        """
        return max((sign for sign in (self.last, self.highest) if sign <= now), default=now)


class Uptime:
    """Notes that the bot can be reached, and gives the time back when it could not.

    Discord tells the events of a server to one of the bot's shards, and direct messages to the first. Without
    the first nobody may be able to act: all games stand still. Without another one its servers' games do.
    """

    def __init__(self, context: Context, clock: Deadlines) -> None:
        self.context = context
        self._clock = clock
        self._timer, self._notes = Timer(self._beat), Timer(self._note)
        self._begun = False
        self._signs: Signs | None = None
        self._gone_at: float | None = None
        self._unsure = False
        """Whether a gap was found, and nobody knows yet if Discord's connection has outlived it."""
        self._shards = 1
        self._parts: dict[int, float] = {}
        """Since when the games of a shard stand still for themselves."""
        self._back: set[int] = set()
        """Those of them that are there again, but were not given their time back yet."""
        self._noted_parts: str | None = None
        self._one = asyncio.Lock()
        self.renew: Callable[[], bool] = lambda: False
        """Called once after a gap. True: Discord is asked anew, and `begin` or `lost` will be called; until
        then the clock is held. False: there is nothing to ask."""
        clock.watch = self.look

    def reachable(self) -> bool:
        """Whether people can act now, as far as is known; looks for a gap first."""
        self.look()
        return not (self._begun and self._clock.held)

    def look(self) -> None:
        """Note a sign of life. If the one before it is too old nobody was there since then: the clock is held
        before anything that is due costs somebody something."""
        if not self._begun:
            return
        now, before = self.context.clock.now(), self._signs
        self._signs = before.at(now) if before is not None else Signs(now, now)
        if before is None or self._gone_at is not None:
            return
        if now < before.last - GAP:
            log.warning("the clock was set back", extra={"seconds": round(before.last - now)})
        elif now - before.before(now) >= GAP:
            self._gone_at, self._unsure, self._clock.held = before.before(now), True, True
            log.warning("no sign of life for a while", extra={"seconds": round(now - self._gone_at)})
            self._timer.now()

    def spread(self, shards: int) -> None:
        """The bot's servers are spread over so many shards, all of which are out of reach yet. Call it once,
        before `begin`."""
        self._shards = shards
        self._parts = dict.fromkeys(range(1, shards), self.context.clock.now())
        self._stand()

    def _stand(self) -> None:
        """Say which games stand still."""
        self._clock.still = self._part(self._parts) if self._parts else None

    def _part(self, shards: Iterable[int]) -> Part:
        return Part(self._shards, frozenset(shards))

    def lost(self, shard: int = 0) -> None:
        """The bot cannot be reached by this shard any more: no time of its games runs out until `begin`."""
        self.look()
        if shard:
            since = self.context.clock.now() if self._gone_at is None else self._gone_at
            self._parts.setdefault(shard, since)
            self._back.discard(shard)
            self._stand()
            return
        self._unsure = False  # it connects anew by itself
        if self._gone_at is None:
            self._gone_at = self.context.clock.now()
        self._clock.held = True

    async def begin(self, shard: int = 0) -> None:
        """The bot can be reached by this shard, for the first time or again: look how long it could not. If
        it is lost while the time is given back, the clock stays held, and the next outage began at that
        moment."""
        async with self._one:
            self.look()
            if shard:
                if shard in self._parts:
                    self._back.add(shard)
                if self._begun and self._gone_at is None:
                    await self._begin_parts()
                return
            now, gone_at = self.context.clock.now(), self._gone_at
            if self._begun:
                self._gone_at, self._unsure = None, False
            else:  # if it is gone already, it was lost while it began
                told, parts = await self.context.db.read(
                    lambda tx: (Signs.read(read_value(tx, _KEY)), read_value(tx, _PARTS))
                )
                gone_at = told.before(now) if told is not None else None
                if gone_at is not None:
                    gone_at = self._recall(parts, gone_at)
                self._signs = told.at(now) if told is not None else Signs(now, now)
                self._begun = True
            self._timer.later(EVERY)
            if gone_at is not None and gone_at < now:
                try:
                    # The games of the shards that are still out get theirs when those are back.
                    others = self._part(set(range(self._shards)) - set(self._parts))
                    await self._give_back(gone_at, now, others if self._parts else None)
                except BaseException:  # the database itself fails: the next beat tries again
                    self._gone_at, self._unsure = gone_at, True
                    raise
            if self._gone_at is None:
                self._clock.held = False
                self._timer.now()
                await self._begin_parts()

    async def _begin_parts(self) -> None:
        """Let the games of the shards go on that are there again."""
        for shard in sorted(self._back & set(self._parts)):
            since, now = self._parts.pop(shard), self.context.clock.now()
            self._back.discard(shard)
            try:
                if since < now:
                    await self._give_back(since, now, self._part([shard]))
            except BaseException:  # the next beat tries again
                self._parts[shard] = since
                self._back.add(shard)
                raise
            finally:  # it may have been lost meanwhile
                self._stand()
            self._notes.now()

    def _recall(self, stored: str | None, gone_at: float) -> float:
        """Since when all were gone, as the last run has noted it; and each shard that was out before."""
        self._noted_parts = stored
        noted: dict[str, Any] = json.loads(stored) if stored else {"count": self._shards, "since": {}}
        since = {int(shard): at for shard, at in noted["since"].items()}
        if (
            noted["count"] != self._shards
        ):  # the servers are spread anew: whose games stood still, nobody knows
            gone_at = min([gone_at, *since.values()])
            since = {}
        for shard in self._parts:
            self._parts[shard] = min(self._parts[shard], gone_at, since.get(shard, gone_at))
        return gone_at

    async def told_time(self, now: float) -> None:
        """Discord says what time it is. If the clock was set back before, and is right now, it was ahead."""
        signs = self._signs
        if signs is None or signs.highest - signs.last <= SLACK:
            return
        if abs(now - self.context.clock.now()) <= SLACK:
            self._signs = Signs(signs.last, signs.last)  # no sign of life was really in the future
            log.warning("the clock was ahead", extra={"seconds": round(signs.highest - signs.last)})
            await put_right(self.context)
            self.context.db.wake_all()

    async def close(self) -> None:
        self.look()
        await self._timer.close()
        await self._note()
        await self._notes.close()

    async def _beat(self) -> None:
        self.look()
        self._timer.later(EVERY)
        if self._unsure:
            self._unsure = False
            if not self.renew():
                await self.begin()
                self.context.db.wake_all()
        elif self._back:
            await self.begin(next(iter(self._back)))
            self.context.db.wake_all()
        self._notes.now()  # apart: a transaction may have to wait

    async def _note(self) -> None:
        if not self._begun or self._clock.held:
            return
        told = json.dumps({"count": self._shards, "since": self._parts}) if self._parts else ""
        signs, changed = str(self._signs), told != (self._noted_parts or "")

        def note(tx: Tx) -> None:
            save(tx, Value(key=_KEY, value=signs))
            if changed:
                save(tx, Value(key=_PARTS, value=told))

        await self.context.db.write(note)
        self._noted_parts = told

    async def _give_back(self, gone_at: float, now: float, part: Part | None = None) -> None:
        """Whatever one table or league does, the others get their time. part: only these; None: all"""

        def look(tx: Tx) -> list[tuple[str, Callable[[], Awaitable[None]]]]:
            turns = near(tx, "turn", gone_at, now, part)
            jobs: list[tuple[str, Job]] = [
                (row.table_id, partial(turn, self.context, row, gone_at, now)) for row in turns
            ]
            for over in self.context.hooks.outage_over:
                jobs += over(self.context, tx, gone_at, now, part)
            return jobs

        jobs = await self.context.db.read(look)
        for name, job in jobs:
            try:
                await job()
            except Conflict:
                log.warning("an outage met a quicker change", extra={"table": name})
            except Exception as error:
                log.error("outage not credited", extra={"table": name, "error": type(error).__name__})


OUT_S = 45.0
"""A shard is out if no process has reached it for so many seconds. A process that dies, or does not reach
Discord, is replaced in less, and no time is given back for that: what is shorter than `GAP` a single process
does not notice either."""


class SharedUptime(Uptime):
    """The same for one of several processes: what is out is what none of them reaches. When each shard was
    reached last, by whichever process, stands in rows: `seen` is told of them. Who reaches a shard that was
    out gives the time back, and only then it counts as reached."""

    def __init__(self, context: Context, clock: Deadlines) -> None:
        super().__init__(context, clock)
        self._reached: dict[int, float | None] = {}
        self._out: frozenset[int] = frozenset()

    def spread(self, shards: int) -> None:
        self._shards = shards

    def seen(self, reached: Mapping[int, float | None], now: float) -> None:
        """When each shard was reached last; None: never."""
        before = self._clock.held, self._clock.still
        self._reached = dict(reached)
        self._out = frozenset(shard for shard, at in reached.items() if at is None or now - at >= OUT_S)
        others = self._out - {0}
        self._clock.held, self._clock.still = 0 in self._out, self._part(others) if others else None
        if (self._clock.held, self._clock.still) != before:
            self.context.db.wake_all()

    def look(self) -> None:
        """A process that was stopped has lost its leases: what it writes is not stored."""

    def reachable(self) -> bool:
        return not self._clock.held

    def lost(self, shard: int = 0) -> None:
        """Others take it, or nobody can: `seen` tells."""

    async def begin(self, shard: int = 0) -> None:
        """This process reaches a shard: give back the time for which nobody did."""
        async with self._one:
            since, now = self._reached.get(shard), self.context.clock.now()
            if since is None or now - since < OUT_S:
                return
            if shard:
                await self._give_back(since, now, self._part([shard]))
            else:  # without the first all games stood still; those of others that are out get theirs later
                there = self._part(set(range(self._shards)) - (self._out - {0}))
                await self._give_back(since, now, there if self._out - {0} else None)

    async def close(self) -> None:
        """There is nothing to end."""
