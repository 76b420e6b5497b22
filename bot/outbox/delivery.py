"""The outbox: everything queued in a transaction leaves after it, once, in order, also after a crash.

A post is marked as being sent before it leaves. If the answer is lost (a cut connection, a kill), its
mark is looked for where it should stand before it is sent again; its nonce is the same each time.

What the posts say is none of its business: whoever declares a kind of post composes it (`PostHooks`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial

from bot.common.clock import Timer
from bot.common.errors import Refused
from bot.common.message import Message
from bot.common.payloads import HooksByKind, Payload, PostHooks, Unreadable, load
from bot.common.tasks import end
from bot.engine.context import Context
from bot.engine.posts import Edit, Say, TablePost
from bot.outbox import deliverability
from bot.outbox.messenger import Messenger, NoNewDms, Sent, Unreachable, Unsure
from bot.storage import outbox, people, tables
from bot.storage.database import Tx
from bot.storage.errors import Conflict
from bot.storage.records import Post
from bot.storage.rows import find, first

log = logging.getLogger(__name__)

MAX_UNDER_WAY = 8
"""Posts being sent at the same time, each in a lane of its own."""
MAX_MEANWHILE = 1
"""The same while many games are due."""
MAX_PER_SECOND = 20
"""Posts begun in one second: under half of what Discord allows a bot."""
MAX_ATTEMPTS = 12
"""After so many a post that Discord refuses is given up."""
MAX_EDIT_ATTEMPTS = 3
"""The same for an edit, which is only for comfort."""
SEND_TIMEOUT_S = 120.0
"""Seconds for one attempt: a call that never returns would hold its lane for ever."""
RETRY_S = 5.0
"""Seconds to the second attempt after a fault without a delay of its own; each further one waits twice as
long."""
EDIT_RETRY_S = 2.0
"""The same for an edit of a post that is on its way itself."""
MAX_RETRY_S = 300.0
"""Seconds between two attempts."""
SETTLE_TIMEOUT_S, CLOSE_TIMEOUT_S = 10.0, 5.0
"""Seconds that posts under way get to end, when something waits for them and when the bot stops."""
HOLD_S = 1.0
"""Seconds until a post is looked at again that must not leave yet."""
MAX_REMEMBERED = 1000
"""Posts whose words are remembered as they stand; of older ones nobody gets ready any more."""

Waits = Callable[[Tx, Post], bool]
"""Returns whether a post must not leave now."""
Lost = Callable[[Tx, Post, float], None]
"""Queues what is said when a post of no table cannot be delivered to its channel."""


async def _at_once() -> None:
    """There is one process: it is sure."""


class Outbox:
    """Sends what is queued. A post of no table whose channel is gone is `lost`."""

    def __init__(
        self,
        context: Context,
        messenger: Messenger,
        hooks: HooksByKind,
        *,
        waits: Collection[Waits] = (),
        lost: Collection[Lost] = (),
        new_dms_a_minute: int = 0,
    ) -> None:
        """Set up the outbox; `wake` makes it look for posts.

        hooks:            how each kind of post leaves
        waits, lost:      asked or told in this order, in the transaction that marks the post
        new_dms_a_minute: limit of conversations begun; 0: none
        """
        self.context = context
        self._messenger = messenger
        self._hooks = hooks
        self._waits = waits
        self._lost = lost
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._begun: list[float] = []
        self._new_dms_a_minute = new_dms_a_minute
        self._first = ""
        """The lane in which a conversation is begun at this moment: one at a time, "" none."""
        self._shown: dict[int, str] = {}
        """The words of posts that are edited, as they stand in their channels."""
        self._slots: set[int] | None = None
        """The parts of the lanes that this process sends, of several; None: it sends all."""
        self.per_second: Callable[[], float] = lambda: MAX_PER_SECOND
        """How many posts may begin in a second."""
        self.sure: Callable[[], Awaitable[None]] = _at_once
        """Returns when nobody else can be sending what this process sends."""
        self._timer = Timer(self._drain)

    def wake(self) -> None:
        """Look for posts that are due."""
        self._timer.now()

    async def recover(self, slot: int | None = None) -> None:
        """After a start, queue the posts again that were under way; see `Messenger.find`. slot: only those of
        this part of the lanes"""
        now = self.context.clock.now()

        def change(tx: Tx) -> None:
            for post in find(tx, Post, status="sending"):
                here = not post.lane.startswith(outbox.AWAY)
                if here and (slot is None or outbox.slot_of(post.lane) == slot):
                    outbox.retry(tx, post.id, now, "restarted while it was being sent")

        await self.context.db.write(change)
        self.wake()

    # -- several processes: each sends some parts of the lanes (`bot.cluster.leases.Holder`)

    def share(self) -> None:
        """Send nothing but what is taken from now on."""
        self._slots = set()

    async def take(self, name: str, _: object) -> None:
        """Send this part of the lanes. Another process may have been sending there, and is gone."""
        await self.recover(int(name))
        self._shown.clear()  # others have edited meanwhile
        if self._slots is not None:
            self._slots.add(int(name))
        self.wake()

    async def give_back(self, name: str) -> Mapping[str, object] | None:
        """Send this part no more. Posts under way get a moment to end; others look for those that do not."""
        if self._slots is not None:
            self._slots.discard(int(name))
        await self._end(
            [task for lane, task in self._busy.items() if outbox.slot_of(lane) == int(name)], CLOSE_TIMEOUT_S
        )
        return None

    async def drop(self) -> None:
        """Send nothing any more, not even what is under way."""
        if self._slots is not None:
            self._slots.clear()
        await self._end(list(self._busy.values()), 0.0)

    @staticmethod
    async def _end(tasks: Collection[asyncio.Task[None]], seconds: float) -> None:
        if not tasks:
            return
        _, slow = await asyncio.wait(tasks, timeout=seconds)
        await end(slow)

    def _sends(self, post: Post) -> bool:
        return self._slots is None or outbox.slot_of(post.lane) in self._slots

    async def dm_channel(self, user_id: int) -> int | None:
        """Return the user's DM channel, if one was opened before."""
        return await self.context.db.read(lambda tx: people.get(tx, user_id).dm_channel_id)

    async def dm_opened(self, user_id: int, channel_id: int | None) -> None:
        """Remember a DM channel; None: forget the one that was remembered."""
        await self.context.db.write(people.set_dm_channel, user_id, channel_id)

    async def is_unclaimed(self, message_id: int) -> bool:
        """Return whether a message in Discord is none of those known to be some post's."""
        return await self.context.db.read(lambda tx: first(tx, Post, message_id=message_id) is None)

    async def settled(self, user_id: int) -> None:
        """Wait until no direct message to this user is under way, for a moment at most."""
        task = self._busy.get(f"u:{user_id}")
        if task is not None:
            await asyncio.wait([task], timeout=SETTLE_TIMEOUT_S)

    async def close(self) -> None:
        """Let the posts under way finish, for a moment; start no others."""
        await self._timer.close()
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=CLOSE_TIMEOUT_S)

    # -- what leaves when

    async def _drain(self) -> None:
        """Send what is due, lane by lane, and set the timer for the rest."""
        due, later = await self.context.db.read(self._due, now := self.context.clock.now())
        for post in due:
            await self._pace()
            if not self._sends(post):  # given back meanwhile
                if self._first == post.lane:
                    self._first = ""
                continue
            task = asyncio.create_task(self._one(post), name=f"post {post.id}")
            self._busy[post.lane] = task
            task.add_done_callback(partial(self._done, post.lane))
        if not due and later is not None and later > now:
            self._timer.later(later - now)

    def _due(self, tx: Tx, now: float) -> tuple[list[Post], float | None]:
        """Return what is to leave now; if that is nothing, when something will be. A post that begins a
        conversation waits for its turn, and holds no other up."""
        most = MAX_MEANWHILE if self.context.resolving else MAX_UNDER_WAY
        room, busy, closed = max(most - len(self._busy), 0), tuple(self._busy), now - deliverability.CLOSED_S
        opens_at = deliverability.first_message_at(tx, now)
        first: list[Post] = []
        slots = None if self._slots is None else frozenset(self._slots)
        if room and not self._first and opens_at <= now:
            first = outbox.next_due(tx, now, busy, 1, first=True, closed_since=closed, slots=slots)
        due, room = first, room - len(first)
        if room:
            due = due + outbox.next_due(tx, now, busy, room, first=False, closed_since=closed, slots=slots)
        if first:
            self._first = first[0].lane
        if due:
            return due, None
        known = outbox.earliest_due(tx, busy, first=False, closed_since=closed, slots=slots)
        new = outbox.earliest_due(tx, busy, first=True, closed_since=closed, slots=slots)
        moments = [known, None if new is None else max(new, opens_at)]
        return due, min((moment for moment in moments if moment is not None), default=None)

    def _done(self, lane: str, _: asyncio.Task[None]) -> None:
        self._busy.pop(lane, None)
        if lane == self._first:
            self._first = ""
        self._timer.now()

    async def _pace(self) -> None:
        loop = asyncio.get_running_loop()
        self._begun = [moment for moment in self._begun if moment > loop.time() - 1]
        if len(self._begun) >= max(self.per_second(), 1):
            await asyncio.sleep(self._begun[0] + 1 - loop.time())
        self._begun.append(loop.time())

    # -- one post

    async def _one(self, post: Post) -> None:
        try:
            await self._deliver(post)
        except Conflict:
            log.warning("post taken", extra={"post": post.id})
        except Exception as error:  # the queue must go on, whatever one post does
            log.exception("post failed", extra={"post": post.id, "table": post.table_id})
            try:
                await self._again(post, type(error).__name__, RETRY_S, patient=False)
            except Exception:  # the database itself fails: do not try again at once
                log.exception("post not put off", extra={"post": post.id})
                await asyncio.sleep(RETRY_S)

    async def _deliver(self, post: Post) -> None:
        said = load(post.payload)
        if isinstance(said, Edit):
            async with self.context.lock(f"lobby/{post.table_id}"):  # its lobby may be shown anew by a press
                await self._edit(post, said)
            return
        hooks = self._hooks.get(type(said))
        if hooks is None:
            await self._unreadable(post, said)
            return
        try:
            message = await hooks.message(post, said)
        except Refused as stale:  # nobody needs it any more
            await self._withdraw(post, said, hooks, str(stale))
            return
        except Exception:
            # so that the attempt counts, and is put off
            await self.context.db.write(outbox.mark_sending, post.id, self.context.clock.now())
            raise
        message = await deliverability.hushed(self.context, post, message)
        if not await self._may_leave(post, said):
            return
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                sent = await self._put(post, said, hooks, message)
        except Unreachable as reason:
            await self._give_up(post, said, str(reason), closed=True)
        except NoNewDms as reason:
            await self._hold(post, reason)
        except Unsure as reason:
            await self._again(post, str(reason), reason.seconds, patient=reason.patient)
        except TimeoutError:
            await self._again(post, "no answer", RETRY_S, patient=True)
        else:
            try:
                await self._arrived(post, said, hooks, sent)
            except Conflict:  # its seat was handed over while it was under way
                if hooks.late is not None:
                    await hooks.late(post, said, sent)
                raise
            if isinstance(said, TablePost) and said.tally is not None:
                self._remember(post.id, message.words)

    async def _put(self, post: Post, said: Payload, hooks: PostHooks[Payload], message: Message) -> Sent:
        """Put a post in the place of the message that stands for it; if none does, find or send it."""
        await self.sure()
        if hooks.stands is not None:
            stands = await self.context.db.read(hooks.stands, post, said)
            if stands is not None:
                try:
                    await self._messenger.replace(stands, post, message)
                except Unreachable:  # somebody has deleted it
                    log.info("sent anew", extra={"post": post.id, "table": post.table_id})
                else:
                    return stands
        sent = await self._messenger.find(post, message) if post.attempts else None
        return sent or await self._messenger.send(post, message)

    async def _withdraw(self, post: Post, said: Payload, hooks: PostHooks[Payload], why: str) -> None:
        """Drop a post that nobody needs any more. An earlier attempt may have put it there, or its line."""
        if post.attempts and hooks.late is not None:
            try:
                sent = await self._messenger.find(post, Message(why))
            except Unsure as reason:
                await self._again(post, str(reason), reason.seconds, patient=reason.patient)
                return
            if sent is not None:
                await hooks.late(post, said, sent)
        await self._drop(post, why)

    async def _unreadable(self, post: Post, said: Payload) -> None:
        """Give a post up that this version cannot compose."""
        why = said.why if isinstance(said, Unreadable) else f"nobody composes a {said.tag} post"
        log.error("post unreadable", extra={"post": post.id, "table": post.table_id, "reason": why})
        await self.context.db.write(outbox.fail, post.id, why)

    async def _may_leave(self, post: Post, said: Payload) -> bool:
        """Mark the post as being sent, unless it is to wait, or its user cannot be written to anyway."""
        now = self.context.clock.now()

        def change(tx: Tx) -> tuple[bool, bool]:
            for waits in self._waits:
                if waits(tx, post):
                    outbox.put_off(tx, post.id, now + HOLD_S)
                    return False, False
            closed = post.user_id is not None and deliverability.is_closed(tx, post.user_id, now)
            begins = post.user_id is not None and people.get(tx, post.user_id).dm_channel_id is None
            if begins and not closed and deliverability.first_message_at(tx, now) > now:
                outbox.put_off(tx, post.id, now + HOLD_S)  # another process has begun one meanwhile
                return False, False
            if closed:
                self._instead(tx, post, said, "closed messages", now)
            else:
                outbox.mark_sending(tx, post.id, now)
                if begins:
                    deliverability.begin_conversation(tx, now, self._new_dms_a_minute)
            return not closed, closed

        leaves, closed = await self.context.db.write(change)
        if closed:
            self.wake()
        return leaves

    async def _arrived(self, post: Post, said: Payload, hooks: PostHooks[Payload], sent: Sent) -> None:
        now = self.context.clock.now()

        def change(tx: Tx) -> (Callable[[], Awaitable[None]]) | None:
            outbox.mark_sent(tx, post.id, sent.channel_id, sent.message_id, now)
            if post.user_id is not None:
                people.set_dm_channel(tx, post.user_id, sent.channel_id)
                deliverability.note(tx, post.user_id, True, now)
                if people.get(tx, post.user_id).last_dm_id is None:
                    deliverability.conversation_begun(tx)
                    # From here on, what the user writes while the bot is away will be read.
                    people.set_last_dm(tx, post.user_id, sent.message_id)
            return hooks.arrived(tx, post, said, sent) if hooks.arrived is not None else None

        after = await self.context.db.write(change)
        if after is not None:
            await after()

    # -- edits of posts that stand

    async def _edit(self, post: Post, change: Edit) -> None:
        """Bring a post up to date, as it is to read now."""
        call = await self.context.db.read(first, Post, key=change.call)
        called = load(call.payload) if call is not None else None
        hooks = self._hooks.get(type(called)) if called is not None else None
        if call is None or hooks is None or hooks.edited is None or call.status in ("failed", "dropped"):
            await self._drop(post, "there is nothing to edit")
            return
        message = await hooks.edited(call, called)
        message = message.bare if change.bare else message
        if isinstance(called, Say) and self._shown.get(call.id) == message.words and not change.bare:
            await self._drop(post, "there is nothing to edit")
            return
        await self.context.db.write(outbox.mark_sending, post.id, self.context.clock.now())
        channel_id, message_id = call.sent_channel_id, call.message_id
        if channel_id is None or message_id is None:  # it is on its way itself
            await self._again(post, "the post is not there yet", EDIT_RETRY_S, patient=True)
            return
        try:
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await self.sure()
                await self._messenger.edit(Sent(channel_id, message_id), message)
        except (Unreachable, Unsure, TimeoutError) as reason:
            if isinstance(reason, Unreachable) or post.attempts + 1 >= MAX_EDIT_ATTEMPTS:
                await self.context.db.write(outbox.fail, post.id, str(reason))
            else:
                await self._again(post, str(reason), RETRY_S, patient=True)
            return
        if isinstance(called, Say):  # presses edit the others, too
            self._remember(call.id, message.words)
        elif self._slots is not None and (await hooks.edited(call, called)).words != message.words:
            await self._again(post, "a press was quicker, elsewhere", EDIT_RETRY_S, patient=True)
            return
        await self.context.db.write(
            outbox.mark_sent, post.id, channel_id, message_id, self.context.clock.now()
        )

    def _remember(self, post_id: int, text: str) -> None:
        self._shown[post_id] = text
        while len(self._shown) > MAX_REMEMBERED:
            del self._shown[next(iter(self._shown))]

    # -- posts that do not get through

    async def _drop(self, post: Post, why: str) -> None:
        await self.context.db.write(outbox.drop, post.id, why)

    async def _hold(self, post: Post, refusal: NoNewDms) -> None:
        """Let the post wait, and others go on: Discord lets the bot begin no conversations for now."""
        user, now = post.user_id, self.context.clock.now()
        wait = await self.context.db.write(deliverability.conversation_refused, now, refusal.seconds)
        log.warning(
            "Discord refuses first messages to users: they wait, all else goes on",
            extra={"reason": str(refusal), "minutes": round(wait / 60)},
        )

        def change(tx: Tx) -> None:
            if user is not None and people.get(tx, user).last_dm_id is None:
                # Nothing has arrived there: the conversation is still to begin.
                people.set_dm_channel(tx, user, None)
                outbox.hold(tx, post.id, now, str(refusal))
            else:
                outbox.retry(tx, post.id, now + wait, str(refusal))

        await self.context.db.write(change)

    async def _again(self, post: Post, reason: str, seconds: float, *, patient: bool) -> None:
        """Try the post again later, or give it up after its last attempt. patient: it has no last one"""
        if not patient and post.attempts + 1 >= MAX_ATTEMPTS:
            await self._give_up(post, load(post.payload), f"given up after {MAX_ATTEMPTS} attempts: {reason}")
            return
        wait = min(seconds * 2 ** min(post.attempts, 8), MAX_RETRY_S)
        await self.context.db.write(outbox.retry, post.id, self.context.clock.now() + wait, reason)

    async def _give_up(self, post: Post, said: Payload, reason: str, *, closed: bool = False) -> None:
        """Say what the post said elsewhere. closed: Discord has said that this user or channel cannot be
        written to"""
        log.warning("post undeliverable", extra={"post": post.id, "table": post.table_id, "reason": reason})

        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            if post.user_id is not None and closed:
                deliverability.note(tx, post.user_id, False, now)
            self._instead(tx, post, said, reason, now)

        await self.context.db.write(change)
        self.wake()

    def _instead(self, tx: Tx, post: Post, said: Payload, reason: str, now: float) -> None:
        """Mark the post as failed, and queue what its kind says instead: a mention in the table's channel for
        a direct message, direct messages for a channel's post."""
        outbox.fail(tx, post.id, reason)
        table = tables.get(tx, post.table_id) if post.table_id is not None else None
        if table is None and post.user_id is None:
            for lost in self._lost:
                lost(tx, post, now)
        hooks = self._hooks.get(type(said))
        if table is not None and table.status != "closed" and hooks is not None and hooks.instead is not None:
            hooks.instead(tx, post, said, table, now)
