"""Direct messages that were written while the bot could not be reached: they are read before anything else.

Everyone who plays and has a conversation with the bot is looked at, several at a time, at a pace that leaves
room for posts. Meanwhile no row of the clock runs (`Context.reading`), and whoever presses a button or writes
waits for what they wrote before; they are looked at first. All of that has a limit: after it the rest is read
beside everything else, and orders that come late do nothing (`bot.engine.order_sheets`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from bot.common.tasks import end
from bot.engine.context import READING, Context
from bot.engine.deadlines import Deadlines
from bot.engine.order_sheets import Said, apart, told_at
from bot.features.direct_messages import text
from bot.features.direct_messages.text_commands import TextCommands
from bot.outbox.messenger import Unsure
from bot.storage import people
from bot.storage.database import Tx
from bot.storage.errors import Fenced
from bot.storage.records import Value
from bot.storage.rows import save

log = logging.getLogger(__name__)

AT_A_TIME = 5
"""Conversations that are fetched at the same time."""
A_SECOND = 25
"""Fetches per second: Discord allows 50 calls, and the outbox makes up to 20."""
PATIENCE = 10.0
"""Seconds for one call; discord.py tries again by itself, for much longer."""
LIMIT = 60.0
"""Seconds until the clock runs and nobody waits any more, however much is unread."""
WAIT = 10.0
"""Seconds that somebody waits at most for what they wrote before."""
SETTLE = 3.0
"""Seconds for which a message that has come in is waited for before another process gets the first shard."""
PAUSE, LONGEST_PAUSE = 1.0, 15.0
"""Seconds after a call that failed, twice as many after each further one."""


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """A direct message of somebody."""

    message_id: int
    text: str
    reply_to: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a conversation: what was written to the bot, oldest first. after: the id of the message after
    which it goes on; None: that is all"""

    written: Sequence[DirectMessage]
    after: int | None = None


class Inbox(Protocol):
    """Discord, as this needs it."""

    async def page(self, channel_id: int, after: int) -> Page:
        """Return what comes after this message; nothing if that may not be read. Raises Unsure."""

    async def say(self, channel_id: int, text: str) -> None:
        """Say this there, if that is possible."""


@dataclass(eq=False)
class _Box:
    """What somebody may have written. go: nobody need wait for it any more; newest: the newest message that
    was read though older ones may not be"""

    user_id: int
    channel_id: int
    after: int
    go: asyncio.Event = field(default_factory=asyncio.Event)
    newest: int = 0


class MissedMessages:
    """Reads what was missed, and what comes."""

    def __init__(
        self, context: Context, text_commands: TextCommands, clock: Deadlines, inbox: Inbox | None
    ) -> None:
        self.context = context
        self._text_commands = text_commands
        self._clock = clock
        self._inbox = inbox
        self._boxes: dict[int, _Box] = {}
        """Of everyone whose messages may be unread."""
        self._queue: OrderedDict[int, _Box] = OrderedDict()
        """Of these, the ones that nobody looks at now; the first is next."""
        self._listed = asyncio.Event()
        self._listed.set()
        self._apart = 0.0
        self._calls: deque[float] = deque(maxlen=A_SECOND)
        """When the newest calls were made."""
        self._read = 0
        self._under_way = 0
        """Messages that have come in, and are not dealt with yet."""
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._left = False
        """Whether some are left to whoever begins the next session of the first shard."""
        self._workers: set[asyncio.Task[None]] = set()
        self._limit: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def unread(self) -> int:
        """Return how many people may have written something that is not read yet."""
        return len(self._boxes) + self._left

    @property
    def unsure(self) -> int:
        """The same, and how many messages are being dealt with: nobody knows yet whether what they say will
        be stored."""
        return self.unread + self._under_way

    async def begin(self) -> None:
        """A new session: look what was written before it. Returns as soon as it is known where to look."""
        if self._inbox is None or self._closed:
            return
        self.context.reading = self._left = True
        await self._tell()
        self._listed.clear()
        loop = asyncio.get_running_loop()
        if self._limit is not None:
            self._limit.cancel()
        self._limit = loop.call_later(LIMIT, self._too_long)
        try:

            def look(tx: Tx) -> list[tuple[int, int, int]]:
                found = people.in_play(tx)
                self._apart = apart(tx)
                return found

            found = await self.context.db.read(look)
        finally:
            self._listed.set()
        for user_id, channel_id, after in found:
            before = self._boxes.get(user_id)
            box = _Box(user_id, channel_id, after, newest=before.newest if before is not None else 0)
            if before is not None:
                before.go.set()
            self._boxes[user_id] = self._queue[user_id] = box
        self._left = False
        self._workers = {task for task in self._workers if not task.done()}
        for _ in range(min(AT_A_TIME, len(self._queue)) - len(self._workers)):
            self._workers.add(asyncio.create_task(self._work()))
        self._done()

    async def wait(self, user_id: int) -> None:
        """Until what this user wrote before is read, or that takes too long."""
        if not self.context.reading:
            return
        try:
            async with asyncio.timeout(WAIT):
                await self._listed.wait()
                while (box := self._boxes.get(user_id)) is not None and not box.go.is_set():
                    if user_id in self._queue:
                        self._queue.move_to_end(user_id, last=False)
                    await box.go.wait()
                    await self._listed.wait()
        except TimeoutError:
            log.info("somebody waited for their mail in vain")

    async def arrived(self, user_id: int, channel_id: int, written: DirectMessage) -> None:
        """A direct message comes in: act on it, after what the same user wrote before."""
        self._under_way += 1
        self._quiet.clear()
        try:
            await self._arrived(user_id, channel_id, written)
        except Fenced:
            self._left = True
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()

    async def settle(self) -> None:
        """Wait until what has come in is dealt with, for a moment at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._quiet.wait(), SETTLE)

    async def _arrived(self, user_id: int, channel_id: int, written: DirectMessage) -> None:
        said = Said(told_at(written.message_id), self.context.clock.now())
        if self.context.reading or self._clock.held:  # it may have been written long before
            said = self._late(written, await self.context.db.read(apart))
        await self.wait(user_id)
        if not await self._act(user_id, channel_id, written, said):
            return
        box = self._boxes.get(user_id)
        if box is not None:
            box.newest = max(box.newest, written.message_id)
        else:
            await self._text_commands.seen(user_id, written.message_id)

    async def stop(self) -> None:
        """Another process reads what is unread, with the first shard."""
        workers, self._workers = self._workers, set()
        await end(workers)
        self._release()
        self._boxes.clear()
        self._queue.clear()

    async def close(self) -> None:
        """Look no further; what is under way is finished."""
        self._closed = True
        if self._limit is not None:
            self._limit.cancel()
        for box in self._boxes.values():
            box.go.set()
        if self._workers:
            _, slow = await asyncio.wait(self._workers, timeout=5)
            for task in slow:
                task.cancel()

    def _late(self, written: DirectMessage, gap: float) -> Said:
        at = told_at(written.message_id)
        return Said(at, min(at + gap, self.context.clock.now()))

    async def _act(self, user_id: int, channel_id: int, written: DirectMessage, said: Said) -> bool:
        """Read one message; False if that went wrong, and its writer is asked to send it again. Raises Fenced
        if another process is to read it."""
        assert self._inbox is not None
        try:
            await self.context.db.write(people.set_dm_channel, user_id, channel_id)
            await self._text_commands.read(
                user_id, written.message_id, written.text, written.reply_to, said=said, last=False
            )
        except Fenced:
            raise
        except Exception:
            log.exception("a direct message could not be read")
            await self._inbox.say(channel_id, text.SORRY)
            return False
        return True

    # -- one after the other, several at a time

    async def _work(self) -> None:
        pause = PAUSE
        while self._queue and not self._closed:
            user_id, box = self._queue.popitem(last=False)
            try:
                if not await self._look(box) and self._boxes.get(user_id) is box:
                    self._queue[user_id] = box
                    self._queue.move_to_end(user_id, last=False)
                pause = PAUSE
            except (Unsure, TimeoutError) as reason:
                if self._boxes.get(user_id) is box:
                    self._queue[user_id] = box
                log.info("missed messages cannot be read yet", extra={"reason": str(reason) or "no answer"})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except Fenced:
                self._left = True
                return
            except Exception:
                log.exception("missed messages could not be read")
                self._finish(box)

    async def _look(self, box: _Box) -> bool:
        """Read the next part of somebody's messages; True if that was all."""
        assert self._inbox is not None
        await self._pace()
        async with asyncio.timeout(PATIENCE):
            page = await self._inbox.page(box.channel_id, box.after)
        for written in page.written:
            await self._act(box.user_id, box.channel_id, written, self._late(written, self._apart))
            self._read += 1
        if page.after is not None:
            box.after = page.after
            await self._text_commands.seen(box.user_id, page.after)
            return False
        newest = max(box.newest, *(written.message_id for written in page.written), 0)
        self._finish(box)
        if newest:
            await self._text_commands.seen(box.user_id, newest)
        return True

    async def _pace(self) -> None:
        """Until it is time for the next call."""
        loop = asyncio.get_running_loop()
        at = max(loop.time(), self._calls[0] + 1.0 if len(self._calls) == A_SECOND else 0.0)
        self._calls.append(at)
        await asyncio.sleep(at - loop.time())

    def _finish(self, box: _Box) -> None:
        if self._boxes.get(box.user_id) is box:
            del self._boxes[box.user_id]
        box.go.set()
        self._done()

    def _done(self) -> None:
        if not self._boxes and self._listed.is_set():
            if self._read:
                log.info("missed messages read", extra={"count": self._read})
            self._read = 0
            self._release()

    def _too_long(self) -> None:
        log.warning("missed messages are read in the background", extra={"count": len(self._boxes)})
        self._release()

    def _release(self) -> None:
        """The clock runs, and nobody waits."""
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        for box in self._boxes.values():
            box.go.set()
        if self.context.reading:
            self.context.reading = False
            self.context.db.wake_all()
            if self.context.shared:
                task = asyncio.create_task(self._tell())
                self._workers.add(task)
                task.add_done_callback(self._workers.discard)

    async def _tell(self) -> None:
        """Tell the other processes whether mail is read here."""
        if not self.context.shared:
            return
        until = self.context.clock.now() + LIMIT if self.context.reading else 0.0

        def change(tx: Tx) -> None:
            save(tx, Value(key=READING, value=repr(until)))
            tx.wakes("deadlines")

        try:
            await self.context.db.write(change)
        except Exception as error:  # they wait for it, but not for ever
            log.warning("others do not know about mail", extra={"reason": type(error).__name__})
