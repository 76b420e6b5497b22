"""What follows a handover in Discord: the leaver's last desk is closed, and in the private threads of the
seat the new player takes the leaver's place.

What is to be done stands in rows of the handover's own transaction; a row goes when all of it is done. Every
step may be done twice, so a kill anywhere only means that it is done again.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

from bot.common.errors import NotAllowed
from bot.common.payloads import load
from bot.common.timer import Timer
from bot.engine import desk_posts, posts
from bot.engine.context import Context
from bot.features.letters.writing import Threads
from bot.features.substitutes import handover
from bot.outbox.messenger import Messenger, Unsure
from bot.storage import desks, outbox, players, tables
from bot.storage.database import Tx
from bot.storage.records import Handover, LetterThread, Table
from bot.storage.rows import find, save

log = logging.getLogger(__name__)

SOON, LONGEST_WAIT, PATIENCE = 2.0, 300.0, 60.0
"""Seconds: until it is tried again; at most; so many may one handover take."""


class Moving:
    """Does what handovers leave to be done."""

    def __init__(self, context: Context, messenger: Messenger, threads: Threads | None) -> None:
        self.context = context
        self._messenger = messenger
        self._threads = threads
        self._timer = Timer(self._run)
        self._rest: dict[tuple[str, str, int], tuple[float, int]] = {}
        """What waits after a failure: until when, and after how many."""

    def wake(self) -> None:
        """Somebody may have left a seat."""
        self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    async def _run(self) -> None:
        async with self.context.db.read() as tx:
            found = await find(tx, Handover)
        self._rest = {key: rest for key, rest in self._rest.items() if key in {_key(job) for job in found}}
        for job in found:
            await self._try(job)
        if self._rest:
            soonest = min(until for until, _ in self._rest.values())
            self._timer.later(max(soonest - self.context.clock.now(), 0.05))

    async def _try(self, job: Handover) -> bool:
        """Whether all of it is done now. What failed a moment ago rests; others go on."""
        until, failures = self._rest.pop(_key(job), (0.0, 0))
        if until > self.context.clock.now():
            self._rest[_key(job)] = until, failures
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                if await self._follow(job):
                    return True
        except (Unsure, TimeoutError) as reason:
            log.warning("handover put off", extra={"table": job.table_id, "reason": type(reason).__name__})
        except Exception:  # a fault of ours: the posts to the threads wait, the others go on
            log.exception("handover not followed", extra={"table": job.table_id})
        wait = min(SOON * 2 ** min(failures, 8), LONGEST_WAIT)
        self._rest[_key(job)] = self.context.clock.now() + wait, failures + 1
        return False

    async def _follow(self, job: Handover) -> bool:
        await self._close_desk(job)
        done, waits = set(), False
        for thread in job.threads:
            async with self.context.db.read() as tx:
                on_its_way = await self._sending(tx, job, thread)
                out, into = await self._who(tx, job)
            try:
                if self._threads is not None:
                    await self._threads.swap(thread, out, into)
            except NotAllowed as reason:
                await self._abandon(job, thread, str(reason))
            if on_its_way:  # it may still call the leaver in
                waits = True
                continue
            done.add(thread)
        async with self.context.db.begin() as tx:
            await handover.settled(tx, job, done if waits else None)
        return not waits

    async def _close_desk(self, job: Handover) -> None:
        async with self.context.db.read() as tx:
            desk = await desks.get(tx, job.table_id, job.leaver)
            back = await players.get(tx, job.table_id, job.leaver) is not None
        if desk is None or back:
            return
        await self._messenger.retire(desk, desk_posts.CLOSED.format(table=job.table_id))
        async with self.context.db.begin() as tx:
            await desks.forget(tx, job.table_id, job.leaver)

    async def _who(self, tx: Tx, job: Handover) -> tuple[int | None, int | None]:
        """Who is to go and who is to come, as the seats are now: they may have been handed over once more, or
        their player was forgotten."""
        now = await players.user_of(tx, job.table_id, job.seat)
        out = job.leaver if job.leaver != now and job.leaver > 0 else None
        return out, now if now is not None and now > 0 else None

    async def _sending(self, tx: Tx, job: Handover, thread: int) -> bool:
        found = await outbox.unfinished(tx, job.table_id)
        return any(post.channel_id == thread and post.status == "sending" for post in found)

    async def _abandon(self, job: Handover, thread: int, why: str) -> None:
        """The leaver cannot be taken out: nothing of ours goes into that thread any more. Its seats are told
        by direct message: who writes to whom is nobody else's affair."""
        log.warning("thread given up", extra={"table": job.table_id, "reason": why})
        async with self.context.db.begin() as tx:
            table = await tables.get(tx, job.table_id)
            known = await find(tx, LetterThread, thread_id=thread, state="open")
            if table is None:
                return
            now, seated = self.context.clock.now(), await players.of_table(tx, table.id)
            for opened in known:
                await save(tx, replace(opened, state="given_up"))
                seats = opened.seats.split(",")
                text = (
                    f"I may not take the former player of a seat out of <#{thread}> in game `{table.id}` "
                    f"({why}), who can still read what is written there. Your next letter opens another "
                    "thread: write on there."
                )
                for user in [player.user_id for player in seated if player.seat in seats]:
                    await posts.tell(tx, table, user, f"thread/{thread}/{user}", text, now)
            await self._divert(tx, table, thread, {player.user_id for player in seated}, now)

    async def _divert(self, tx: Tx, table: Table, thread: int, users: set[int], now: float) -> None:
        """Letters on their way to the thread come as direct messages."""
        for post in await outbox.unfinished(tx, table.id):
            if post.channel_id != thread or post.status != "queued":
                continue
            await outbox.drop(tx, post.id, "the thread was given up")
            said = load(post.payload)
            if not isinstance(said, posts.Say):
                continue
            for user in sorted(users & set(said.only or ())):
                await posts.tell(tx, table, user, f"instead/{post.id}/{user}", said.text, now)


def _key(job: Handover) -> tuple[str, str, int]:
    return job.table_id, job.seat, job.leaver
