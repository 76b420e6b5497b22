"""The outbox: everything queued in a transaction leaves after it, once, in order, also after a crash.

A post is marked as being sent before it leaves. If the answer is lost (a cut connection, a kill), its
marker is looked for where it should stand before it is sent again; its nonce is the same each time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from bot.common.errors import Refused
from bot.common.message import File, Message, Picture, Rows, buttons
from bot.common.payloads import Payload, Unreadable, load
from bot.common.timer import Timer
from bot.engine import chance_posts, posts, ready_counts
from bot.engine.context import Context
from bot.engine.desk import Desks
from bot.engine.snapshot import stamp
from bot.features.leagues.model.posts import SignUpPost
from bot.features.leagues.store import leagues
from bot.features.lobby.lobby import Lobby
from bot.features.reminders import reminders
from bot.features.substitutes import handover
from bot.features.votes import posts as voteposts
from bot.outbox import deliverability, first_messages, undelivered
from bot.outbox.messenger import Messenger, NoNewDms, Sent, Unreachable, Unsure, marker
from bot.storage import desks, outbox, people, tables
from bot.storage.database import Tx
from bot.storage.errors import Conflict
from bot.storage.records import Desk, Post

log = logging.getLogger(__name__)

Compose = Callable[[Post, Any], Awaitable[Message]]
"""Makes up the message of a post, with its payload."""
AT_ONCE = 8
"""Posts under way at the same time, each in a lane of its own."""
A_SECOND = 20
"""Posts begun in one second at the most: under half of what Discord allows a bot."""
ATTEMPTS = 12
"""After so many a post that Discord refuses is given up."""
LONGEST_WAIT = 300.0
PATIENCE = 120.0
"""So many seconds a post may be under way."""
TALLIES = 1000
"""So many posts with a tally are remembered as they stand; of older ones nobody gets ready any more."""
EDITS = 3
"""So many attempts has an edit that is only for comfort."""
UNDRAWN = 3
"""After so many attempts a turn whose picture cannot be drawn is told without it."""


class Outbox:
    def __init__(
        self,
        context: Context,
        desks: Desks,
        lobby: Lobby,
        messenger: Messenger,
        composers: Mapping[type[Payload], Compose] | None = None,
        *,
        new_dms_a_minute: int = 0,
    ) -> None:
        """composers: what makes up the messages of other kinds of posts, when they leave
        new_dms_a_minute: so many conversations are begun at the most; 0: as many as there are"""
        self.context = context
        self._desks = desks
        self._lobby = lobby
        self._messenger = messenger
        self._composers = dict(composers or {})
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._begun: list[float] = []
        self._new_dms_a_minute = new_dms_a_minute
        self._first = ""
        """The lane in which a conversation is begun at this moment: one at a time, "" none."""
        self._shown: dict[int, str] = {}
        """The words of the posts that have a tally, as they stand in their channels."""
        self._timer = Timer(self._drain)

    def wake(self) -> None:
        """Something may be due."""
        self._timer.now()

    async def recover(self) -> None:
        """After a start: posts that were under way are tried again, after a look at what arrived."""
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            for post in await outbox.unconfirmed(tx):
                await outbox.retry(tx, post.id, now, "restarted while it was being sent")
        self.wake()

    async def dm_channel(self, user_id: int) -> int | None:
        """The user's DM channel, if one was opened before."""
        async with self.context.db.read() as tx:
            return (await people.get(tx, user_id)).dm_channel_id

    async def dm_opened(self, user_id: int, channel_id: int | None) -> None:
        """Remember a DM channel; None: what was remembered is none any more."""
        async with self.context.db.begin() as tx:
            await people.set_dm_channel(tx, user_id, channel_id)

    async def settled(self, user_id: int) -> None:
        """Wait until no direct message to this user is under way, for a moment at most."""
        task = self._busy.get(f"u:{user_id}")
        if task is not None:
            await asyncio.wait([task], timeout=10)

    async def close(self) -> None:
        """Let the posts under way finish, for a moment; start no others."""
        await self._timer.close()
        if self._busy:
            await asyncio.wait(self._busy.values(), timeout=5)

    async def _drain(self) -> None:
        """Send what is due, lane by lane, and set the timer for the rest."""
        async with self.context.db.read() as tx:
            due, later = await self._due(tx, now := self.context.clock.now())
        for post in due:
            await self._pace()
            task = asyncio.create_task(self._one(post), name=f"post {post.id}")
            self._busy[post.lane] = task
            task.add_done_callback(partial(self._done, post.lane))
        if not due and later is not None and later > now:
            self._timer.later(later - now)

    async def _due(self, tx: Tx, now: float) -> tuple[list[Post], float | None]:
        """What is to leave now; if that is nothing, when something will be. A post that begins a conversation
        waits for its turn, and holds no other up."""
        room, busy, closed = AT_ONCE - len(self._busy), tuple(self._busy), now - deliverability.CLOSED_FOR
        opens_at = await first_messages.opens_at(tx, now)
        first: list[Post] = []
        if room and not self._first and opens_at <= now:
            first = await outbox.next_due(tx, now, busy, 1, first=True, closed_since=closed)
        due, room = first, room - len(first)
        if room:
            due = due + await outbox.next_due(tx, now, busy, room, first=False, closed_since=closed)
        if first:
            self._first = first[0].lane
        if due:
            return due, None
        known = await outbox.earliest_due(tx, busy, first=False, closed_since=closed)
        new = await outbox.earliest_due(tx, busy, first=True, closed_since=closed)
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
        if len(self._begun) >= A_SECOND:
            await asyncio.sleep(self._begun[0] + 1 - loop.time())
        self._begun.append(loop.time())

    async def _one(self, post: Post) -> None:
        try:
            await self._deliver(post)
        except Conflict:
            log.warning("post taken", extra={"post": post.id})
        except Exception as error:  # the queue must go on, whatever one post does
            log.exception("post failed", extra={"post": post.id, "table": post.table_id})
            try:
                await self._again(post, type(error).__name__, 5.0, patient=False)
            except Exception:  # the database itself fails: do not try again at once
                log.exception("post not put off", extra={"post": post.id})
                await asyncio.sleep(5)

    async def _deliver(self, post: Post) -> None:
        payload = load(post.payload)
        if isinstance(payload, Unreadable):
            log.error(
                "post unreadable", extra={"post": post.id, "table": post.table_id, "reason": payload.why}
            )
            async with self.context.db.begin() as tx:
                await outbox.fail(tx, post.id, payload.why)
            return
        if isinstance(payload, posts.Edit):
            async with self.context.lock(f"lobby/{post.table_id}"):  # its lobby may be shown anew by a press
                await self._edit(post, payload)
            return
        try:
            message = await self._compose(post, payload)
        except Refused as stale:  # nobody needs it any more
            async with self.context.db.begin() as tx:
                await outbox.drop(tx, post.id, str(stale))
            return
        except Exception:
            async with self.context.db.begin() as tx:  # so that the attempt counts, and is put off
                await outbox.mark_sending(tx, post.id, self.context.clock.now())
            raise
        message = (await deliverability.hushed(self.context, post, message)).with_footer(marker(post))
        if not await self._may_leave(post):
            return
        try:
            async with asyncio.timeout(PATIENCE):  # one that never answers would hold its lane for ever
                sent = await self._messenger.find(post, marker(post)) if post.attempts else None
                sent = sent or await self._messenger.send(post, message)
        except Unreachable as reason:
            await self._give_up(post, str(reason), closed=True)
        except NoNewDms as reason:
            await self._hold(post, reason)
        except Unsure as reason:
            await self._again(post, str(reason), reason.seconds, patient=reason.patient)
        except TimeoutError:
            await self._again(post, "no answer", 5.0, patient=True)
        else:
            try:
                await self._arrived(post, payload, sent)
            except Conflict:  # its seat was handed over while it was under way
                await self._late(post, payload, sent)
                raise
            if isinstance(payload, posts.TablePost) and payload.tally is not None:
                self._remember(post.id, message.text)

    async def _may_leave(self, post: Post) -> bool:
        """Mark the post as being sent, unless it is to wait, or its user cannot be written to anyway."""
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            if await handover.waits(tx, post):
                await outbox.put_off(tx, post.id, now + 1.0)
                return False
            closed = post.user_id is not None and await deliverability.is_closed(tx, post.user_id, now)
            if closed:
                await undelivered.instead(tx, post, "closed messages", now)
            else:
                await outbox.mark_sending(tx, post.id, now)
                if post.user_id is not None and (await people.get(tx, post.user_id)).dm_channel_id is None:
                    await first_messages.begin(tx, now, self._new_dms_a_minute)
        if closed:
            self.context.wake()
        return not closed

    async def _hold(self, post: Post, refusal: NoNewDms) -> None:
        """Discord lets the bot begin no conversations for now. The post waits; others go on."""
        assert post.user_id is not None
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            wait = await first_messages.refused(tx, now, refusal.seconds)
        log.warning(
            "Discord refuses first messages to users: they wait, all else goes on",
            extra={"reason": str(refusal), "minutes": round(wait / 60)},
        )
        async with self.context.db.begin() as tx:
            if (await people.get(tx, post.user_id)).last_dm_id is None:
                # Nothing has arrived there: the conversation is still to begin.
                await people.set_dm_channel(tx, post.user_id, None)
                await outbox.hold(tx, post.id, now, str(refusal))
            else:
                await outbox.retry(tx, post.id, now + wait, str(refusal))

    async def _late(self, post: Post, payload: Payload, sent: Sent) -> None:
        """Close a desk that nobody was to get any more."""
        if isinstance(payload, posts.DeskPost) and post.table_id and post.user_id:
            desk = Desk(
                table_id=post.table_id,
                user_id=post.user_id,
                seat=payload.seat,
                turn=payload.turn,
                channel_id=sent.channel_id,
                message_id=sent.message_id,
            )
            await self._messenger.retire(desk, handover.CLOSED.format(table=post.table_id))

    def _remember(self, post_id: int, text: str) -> None:
        self._shown[post_id] = text
        while len(self._shown) > TALLIES:
            del self._shown[next(iter(self._shown))]

    async def _edit(self, post: Post, change: posts.Edit) -> None:
        """Bring the tally under a turn's post up to date, as it is now."""
        async with self.context.db.read() as tx:
            call = await outbox.by_key(tx, change.call)
            called = load(call.payload) if call is not None else None
            text = await self._words(tx, call, called) if call is not None and called is not None else ""
        rows: Rows | None = () if change.bare else None
        if call is not None and called is not None and type(called) in self._composers:
            message = await self._composers[type(called)](call, called)
            text, rows = message.text, message.rows
        words = Message(text).with_footer(marker(call)).text if call is not None else ""
        same = call is not None and self._shown.get(call.id) == words and rows is None
        if call is None or same or call.status in ("failed", "dropped"):
            async with self.context.db.begin() as tx:
                await outbox.drop(tx, post.id, "there is nothing to edit")
            return
        async with self.context.db.begin() as tx:
            await outbox.mark_sending(tx, post.id, self.context.clock.now())
        channel_id, message_id = call.sent_channel_id, call.message_id
        if channel_id is None or message_id is None:  # it is on its way itself
            await self._again(post, "the post is not there yet", 2.0, patient=True)
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._messenger.edit(Sent(channel_id, message_id), words, rows=rows)
        except (Unreachable, Unsure, TimeoutError) as reason:
            if isinstance(reason, Unreachable) or post.attempts + 1 >= EDITS:
                async with self.context.db.begin() as tx:
                    await outbox.fail(tx, post.id, str(reason))
            else:
                await self._again(post, str(reason), 5.0, patient=True)
            return
        if isinstance(called, posts.Say):  # presses edit the others, too
            self._remember(call.id, words)
        async with self.context.db.begin() as tx:
            await outbox.mark_sent(tx, post.id, channel_id, message_id, self.context.clock.now())

    async def _words(self, tx: Tx, post: Post, payload: Payload) -> str:
        """The words of a "say", with its tally as long as its turn lasts, or how its vote stands; those of a
        lobby."""
        if isinstance(payload, posts.LobbyPost):
            return (await self._lobby.shown(tx, post.table_id or "")).text
        if not isinstance(payload, posts.Say):
            return ""  # made up as a whole
        if not isinstance(payload, posts.TablePost):
            return payload.text
        text, turn, vote = payload.text, payload.tally, payload.vote
        if vote is not None and post.table_id is not None:
            return (
                f"{text}\n{await voteposts.words(tx, await self.context.snapshot(tx, post.table_id), vote)}"
            )
        if turn is None or post.table_id is None:
            return text
        snapshot = await self.context.snapshot(tx, post.table_id)
        calls = post.key == f"{post.table_id}/{posts.call_key(snapshot.called)}"  # a turn may come again
        if snapshot.phase.turn != turn or snapshot.over or not calls:
            return text
        missing, soon = await self.context.missing(tx, snapshot), await self.context.soon(tx, snapshot)
        told = ready_counts.words(snapshot, missing, soon)
        return f"{text}\n-# {told}" if told else text

    async def _compose(self, post: Post, payload: Payload) -> Message:
        """The message of a post, made up now. Refused: it is not needed any more."""
        table_id = post.table_id or ""
        if isinstance(payload, posts.LobbyPost):
            return await self._lobby.message(table_id)
        if type(payload) in self._composers:
            return await self._composers[type(payload)](post, payload)
        if isinstance(payload, reminders.Reminder):
            return await reminders.message(self.context, post, payload)
        if isinstance(payload, posts.DeskPost):
            assert post.user_id is not None
            return await self._desks.desk(
                table_id,
                post.user_id,
                turn=payload.turn,
                note=payload.note or "",
                news=payload.news is not False,
            )
        assert isinstance(payload, posts.Say)
        files: posts.Files = ()
        steps = {"seq": payload.seq}
        if isinstance(payload, posts.TablePost):
            steps["thrown"], files = payload.thrown, payload.files
        drawn: list[Picture] = []
        for kind, seq in steps.items():
            if seq is None:
                continue
            try:
                drawn += await chance_posts.drawn(self.context, table_id, seq, kind)
            except Exception:
                if post.attempts < UNDRAWN:
                    raise
                log.exception("picture left out", extra={"post": post.id, "table": table_id})
        async with self.context.db.read() as tx:
            text = await self._words(tx, post, payload)
        first = drawn.pop(0) if drawn else None
        return Message(
            text,
            first,
            tuple(buttons(*row) for row in payload.rows),
            payload.mentions,
            tuple(File(name, told.encode()) for name, told in files),
            tuple(drawn),
        )

    async def _arrived(self, post: Post, payload: Payload, sent: Sent) -> None:
        now, old = self.context.clock.now(), None
        async with self.context.db.begin() as tx:
            await outbox.mark_sent(tx, post.id, sent.channel_id, sent.message_id, now)
            if post.user_id is not None:
                await people.set_dm_channel(tx, post.user_id, sent.channel_id)
                await deliverability.note(tx, post.user_id, True, now)
                if (await people.get(tx, post.user_id)).last_dm_id is None:
                    await first_messages.arrived(tx)
                    # From here on, what the user writes while the bot is away will be read.
                    await people.set_last_dm(tx, post.user_id, sent.message_id)
            if isinstance(payload, posts.LobbyPost) and post.table_id:
                await tables.set_lobby_message(tx, post.table_id, sent.message_id)
            if isinstance(payload, SignUpPost):
                await leagues.change(tx, payload.league, message_id=sent.message_id)
            if isinstance(payload, posts.DeskPost) and post.table_id and post.user_id:
                old = await desks.get(tx, post.table_id, post.user_id)
                await desks.put(
                    tx,
                    Desk(
                        table_id=post.table_id,
                        user_id=post.user_id,
                        seat=payload.seat,
                        turn=payload.turn,
                        channel_id=sent.channel_id,
                        message_id=sent.message_id,
                    ),
                )
        if isinstance(payload, posts.DeskPost) and old is not None and old.message_id != sent.message_id:
            await self._retire(old, payload.turn)
        if isinstance(payload, posts.Say) and payload.seq is not None and post.table_id:
            await self._tidy(post.table_id)

    async def _tidy(self, table_id: str) -> None:
        """Take the menus off the desks of turns that are over."""
        async with self.context.db.begin() as tx:
            table = await tables.get(tx, table_id)
            stale = [
                desk
                for desk in await desks.of_table(tx, table_id)
                if table is not None and (desk.turn != stamp(table, table.turn) or table.status != "playing")
            ]
            for desk in stale:
                await desks.forget(tx, table_id, desk.user_id)
        for desk in stale:
            await self._retire(desk, None)

    async def _retire(self, desk: Desk, turn: int | None) -> None:
        """turn: that of the desk which takes its place, None: no other does."""
        over = f"Turn {desk.turn + 1} of game `{desk.table_id}` is over."
        async with self.context.db.read() as tx:
            snapshot = await self.context.snapshot(tx, desk.table_id)
        if snapshot.table.undone > 0:  # a desk's number is a stamp then, and where turns take steps no turn's
            over = f"This desk of game `{desk.table_id}` is closed: its turn is over, or was taken back."
        elif snapshot.phase.number is not None:
            over = f"Game `{desk.table_id}` has gone on: this desk is closed."
        newer = f"Your newest order desk of game `{desk.table_id}` is further down."
        await self._messenger.retire(desk, newer if turn == desk.turn else over)

    async def _again(self, post: Post, reason: str, seconds: float, *, patient: bool) -> None:
        if not patient and post.attempts + 1 >= ATTEMPTS:
            await self._give_up(post, f"given up after {ATTEMPTS} attempts: {reason}")
            return
        wait = min(seconds * 2 ** min(post.attempts, 8), LONGEST_WAIT)
        async with self.context.db.begin() as tx:
            await outbox.retry(tx, post.id, self.context.clock.now() + wait, reason)

    async def _give_up(self, post: Post, reason: str, *, closed: bool = False) -> None:
        """A DM that cannot be delivered is called out in the table's channel instead; a channel's post comes
        to the players as a DM. closed: Discord has said that this user or channel cannot be written to"""
        log.warning("post undeliverable", extra={"post": post.id, "table": post.table_id, "reason": reason})
        async with self.context.db.begin() as tx:
            await undelivered.instead(tx, post, reason, self.context.clock.now(), closed=closed)
        self.context.wake()
