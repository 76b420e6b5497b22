"""Handing a seat over to another player, in one transaction, and what follows in Discord.

From its commit on the seat is the new player's: who may see and do what is looked up by user, so nothing of
the seat is shown to the leaver any more; what was queued for the leaver is dropped in the same transaction.
Two things are in Discord's hands: the leaver's last desk, and who is in the seat's private threads. They are
noted as rows, and done after the commit by `Moving`, as often as it takes: every step may be done twice, so a
kill anywhere only means that it is done again. Until a thread is settled no post of ours goes there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace

from adjudicator.game import Seat
from bot.common.clock import BackgroundJob, Timer
from bot.common.errors import NotAllowed, Refused
from bot.common.message import plain_name
from bot.common.payloads import load
from bot.engine import post_words, posts, presence, timing
from bot.engine import text as engine_text
from bot.engine.context import Context
from bot.engine.presence import ASKED, LEFT, PLAYED_ON
from bot.engine.snapshot import GameSnapshot, must_be_played
from bot.features.absence import vacation
from bot.features.letters import store
from bot.features.letters.writing import Threads
from bot.features.substitutes import text
from bot.features.votes import posts as voteposts
from bot.outbox.messenger import Messenger, Unsure
from bot.storage import drafts, outbox, players, tables
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Desk, Draft, FormerPlayer, Handover, LetterThread, Plan, Player, Post, Table
from bot.storage.rows import append, find, first, remove, save

log = logging.getLogger(__name__)


# -- who may


def may_take(tx: Tx, snapshot: GameSnapshot, seat: Seat, user_id: int) -> None:
    """Refuses somebody who may not play this seat."""
    table = snapshot.table
    must_be_played(table)
    if not snapshot.plays(seat):
        raise Refused(text.OUT(who=snapshot.names()[seat], code=table.id))
    if snapshot.seat_of(user_id) is not None:
        raise Refused(text.PLAYS_ALREADY(code=table.id))
    before = held(tx, table.id, user_id) or presence.held_seat(tx, table.id, user_id)
    if before not in (None, seat):
        side = snapshot.presenter.seat_name(str(before))
        raise Refused(text.KNOWS_SECRETS(side=side, code=table.id))
    if snapshot.presenter.rulings and user_id == table.host_id:
        raise Refused(text.HOST_RULES(code=table.id))


def held(tx: Tx, table_id: str, user_id: int) -> Seat | None:
    """The seat that somebody has left in a game, or None."""
    former = first(tx, FormerPlayer, table_id=table_id, user_id=user_id)
    return former.seat if former is not None else None


# -- the handover


def hand_over(
    context: Context,
    tx: Tx,
    snapshot: GameSnapshot,
    seat: Seat,
    user_id: int,
    name: str,
    why: str,
    now: float,
    ruled: str = "",
) -> GameSnapshot:
    """Give a seat to a new player, and tell everybody; the table as it is then. Raises Refused.

    The caller holds the table's lock.
    why: half a sentence that all read, "2 deadlines missed in a row", or what is stored of an offer
    ruled: instead of it, the sentences of a game master
    """
    may_take(tx, snapshot, seat, user_id)
    table, old = snapshot.table, snapshot.player(seat)
    used = vacation.before(tx, table.id, user_id)
    vacation.leave(tx, old, seat)
    players.replace(
        tx,
        table.id,
        old.user_id,
        user_id,
        name=name,
        joined_at=now,
        missed=used.missed,
        extensions=used.extensions,
        away_used=used.away_used,
    )
    players.rise(tx, table.id, old.user_id, now, old.missed)
    sitting = Sitting(table_id=table.id, seat=seat, user_id=user_id, name=name, from_at=now)
    append(tx, sitting)
    draft = _draft(tx, snapshot, seat, old.user_id, user_id)
    planned = remove(tx, Plan, table_id=table.id, seat=seat)
    outbox.drop_for(tx, table.id, old.user_id, "the seat was handed over")
    _correct(tx, table.id, old.user_id, user_id)
    follow(tx, table.id, seat, old.user_id)
    after = replace(snapshot, players=tuple(players.of_table(tx, table.id)))
    if draft is not None and draft.ready:
        timing.cancel_early(tx, after)
        posts.desks_to_sharing(tx, after, seat, now)
        posts.edit_ready_count(tx, after, now)
    due = _time(tx, after, seat, now)
    written = len(store.of_seat(tx, table.id, seat, limit=1000))
    voteposts.look_again(tx, after, now)
    _tell(tx, snapshot, after, seat, why.rstrip(". "), ruled, due, now)
    _welcome(tx, after, seat, old.name, draft, planned, written, now)
    after.owed(tx, now)
    # Neither what was handed over, nor how much.
    tx.log(log, "seat handed over", table=table.id, turn=snapshot.phase.turn)
    return after


def _draft(tx: Tx, snapshot: GameSnapshot, seat: Seat, leaver: int, user_id: int) -> Draft | None:
    """The sheet goes over, and is not ready any more; the leaver's, as it was. It counts when the new player
    keeps it; what a teammate gave, or is there to answer for, is the team's, and counts on."""
    turn, sheet = snapshot.phase.turn, snapshot.sheet(seat)
    draft = drafts.get(tx, snapshot.table.id, sheet, turn)
    if draft is None or draft.user_id != leaver:
        return None
    alone = len(snapshot.game.sharing(snapshot.state, seat)) == 1
    if draft.orders:
        drafts.put(tx, replace(draft, user_id=user_id, ready=False, inherited=alone))
    else:  # nothing, said to be all: nobody has said so now
        remove(tx, Draft, table_id=snapshot.table.id, seat=sheet)
    return draft


def _time(tx: Tx, snapshot: GameSnapshot, seat: Seat, now: float) -> float | None:
    """Give a new player who owes an order half a turn at least, once a turn; return the deadline if moved."""
    kept = timing.time_left(tx, snapshot, now)
    if snapshot.computer(seat) or seat not in snapshot.phase.owing:
        return None
    if kept.due_at is None or kept.data.get("handed"):
        return None
    half = timing.turn_seconds(snapshot, now) / 2
    due = now + half if snapshot.pause is not None else timing.spec_of(snapshot.table).after(now, half)
    if kept.due_at >= due:
        return None
    return timing.put_off(tx, snapshot, due, now, handed=True)


def follow(tx: Tx, table_id: str, seat: Seat, leaver: int) -> None:
    """Note what is to be done in Discord for somebody who leaves a seat."""
    tx.wakes("handover")
    threads = _threads(tx, table_id, seat)
    save(tx, Handover(table_id=table_id, seat=seat, leaver=leaver, threads=threads))


def _threads(tx: Tx, table_id: str, seat: Seat) -> tuple[int, ...]:
    """The private threads that a seat writes in (bot/features/letters/writing.py)."""
    known = find(tx, LetterThread, table_id=table_id, state="open")
    return tuple(thread.thread_id for thread in known if seat in thread.seats.split(","))


def _correct(tx: Tx, table_id: str, leaver: int, user_id: int) -> None:
    """Posts on their way to channels. A mention in a private thread pulls somebody in: it is the new
    player's, and so is the call of the turn. What called the leaver, because direct messages are closed,
    calls nobody any more."""
    for post in outbox.unfinished(tx, table_id):
        said = load(post.payload)
        if not isinstance(said, posts.Say):
            continue
        calls = isinstance(said, posts.TablePost) and said.tally is not None and leaver in said.mentions
        if said.only is not None or calls:
            outbox.set_payload(tx, post.id, _instead(said, leaver, user_id).dump())
        elif post.key.startswith(f"{table_id}/fallback/") and said.mentions == (leaver,):
            outbox.drop(tx, post.id, "the seat was handed over")


def _instead(said: posts.Say, leaver: int, user_id: int) -> posts.Say:
    """Call the new player in the leaver's place.

    >>> said = posts.Say(text="For <@1> and <@2>", below=("Next: <@2>",), mentions=(1, 2), only=(1, 2))
    >>> called = _instead(said, 2, 3)
    >>> called.text, called.below, called.mentions, called.only
    ('For <@1> and <@3>', ('Next: <@3>',), (1, 3), (1, 3))
    """

    def named(told: str) -> str:
        return told.replace(f"<@{leaver}>", f"<@{user_id}>")

    def changed(users: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(user_id if user == leaver else user for user in users)

    return replace(
        said,
        # A letter's own words hold no mention: those are broken up when it is written.
        text=named(said.text),
        below=tuple(map(named, said.below)) if said.below is not None else None,
        mentions=changed(said.mentions),
        only=changed(said.only) if said.only is not None else None,
    )


# -- telling


def _tell(
    tx: Tx,
    before: GameSnapshot,
    after: GameSnapshot,
    seat: Seat,
    why: str,
    ruled: str,
    due: float | None,
    now: float,
) -> None:
    table, old, new = after.table, before.player(seat), after.player(seat)
    said = {"name": plain_name(new.name), "side": after.presenter.seat_name(seat)}
    replaced, there = plain_name(old.name), {"code": table.id, "channel": table.channel_id}
    if ruled:
        line = text.NEW_PLAYER_RULED(**said, before=replaced, why=ruled)
        gone = text.TAKEN_RULED(**said, **there, why=ruled)
    elif why == PLAYED_ON:
        line, gone = text.NEW_PLAYER_BACK(**said, before=replaced), ""
    elif why == ASKED:
        line, gone = text.NEW_PLAYER_ASKED(**said, before=replaced), text.TAKEN_ASKED(**said, **there)
    else:
        why = text.WHY_LEFT if why == LEFT else why
        line = text.NEW_PLAYER(**said, before=replaced, why=why)
        gone = text.TAKEN(**said, **there, why=why)
    more = [text.KEEPS_ALL]
    if due is not None:
        more.append(timing.told(after, due, now))
    heading = post_words.headline(after, text.NEW_PLAYER_HEAD)
    key = f"handover/{seat}/{now:.3f}"
    posts.say(tx, table, key, f"{heading}\n{line}\n{' '.join(more)}", now)
    posts.log(tx, table, "replace", line, now)
    if due is not None:
        put_off = text.MORE_TIME(due=timing.told(after, due, now))
        posts.log(tx, table, "extend", put_off, now)
    posts.tell(tx, table, old.user_id, f"{key}/gone", gone, now)


def _welcome(
    tx: Tx,
    after: GameSnapshot,
    seat: Seat,
    before: str,
    draft: Draft | None,
    planned: int,
    written: int,
    now: float,
) -> None:
    """What the new player has, then the desk, with the news and the draft."""
    table, user = after.table, after.player(seat).user_id
    before = plain_name(before)
    said = {"side": after.presenter.seat_name(seat), "channel": table.channel_id, "before": before}
    lines = [
        post_words.headline(after, text.WELCOME_HEAD),
        text.WELCOME_LETTERS(**said, n=written) if written else text.WELCOME(**said),
    ]
    if draft is not None and draft.orders:
        left = text.LEFT_ORDERS if after.presenter.many else text.LEFT_ORDER
        alone = len(after.game.sharing(after.state, seat)) == 1
        lines.append(left(before=before) if alone else text.TEAM_ORDER)
    if planned:
        lines.append(text.AHEAD_DROPPED)
    key = f"handover/{seat}/{now:.3f}"
    posts.tell(tx, table, user, f"{key}/welcome", "\n".join(lines), now)
    posts.put_desk(tx, after, seat, f"{table.id}/{key}/desk", now)


# -- what is still to be done


def settled(tx: Tx, job: Handover, threads: Collection[int] | None = None) -> None:
    """Note that a job is done; or only for these of its threads."""
    tx.wakes("outbox")  # posts have waited for it
    if threads is None:
        remove(tx, Handover, table_id=job.table_id, seat=job.seat, leaver=job.leaver)
    else:
        left = [thread for thread in job.threads if thread not in threads]
        save(tx, replace(job, threads=left))


def waits(tx: Tx, post: Post) -> bool:
    """Return whether a post to a private thread must not leave now: somebody has to leave it first, or what
    was read of the post is out of date."""
    said = load(post.payload)
    if not isinstance(said, posts.Say) or said.only is None:
        return False
    now = first(tx, Post, id=post.id)
    if now is None or now.payload != post.payload:
        return True
    return any(post.channel_id in job.threads for job in find(tx, Handover))


SOON, LONGEST_WAIT, PATIENCE = 2.0, 300.0, 60.0
"""Seconds: until it is tried again; at most; so many may one handover take."""


class Moving(BackgroundJob):
    """Does what handovers leave to be done."""

    def __init__(self, context: Context, messenger: Messenger, threads: Threads | None) -> None:
        self.context = context
        self._messenger = messenger
        self._threads = threads
        self._timer = Timer(self._run)
        self._rest: dict[tuple[str, str, int], tuple[float, int]] = {}
        """What waits after a failure: until when, and after how many."""

    async def _run(self) -> None:
        found = await self.context.db.read(find, Handover)
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

            def look(tx: Tx, thread: int = thread) -> tuple[bool, int | None, int | None]:
                on_its_way = self._sending(tx, job, thread)
                out, into = self._who(tx, job)
                return on_its_way, out, into

            on_its_way, out, into = await self.context.db.read(look)
            try:
                if self._threads is not None:
                    await self._threads.swap(thread, out, into)
            except NotAllowed as reason:
                await self._abandon(job, thread, str(reason))
            if on_its_way:  # it may still call the leaver in
                waits = True
                continue
            done.add(thread)
        await self.context.db.write(settled, job, done if waits else None)
        return not waits

    async def _close_desk(self, job: Handover) -> None:
        def look(tx: Tx) -> tuple[Desk | None, bool]:
            desk = first(tx, Desk, table_id=job.table_id, user_id=job.leaver)
            back = first(tx, Player, table_id=job.table_id, user_id=job.leaver) is not None
            return desk, back

        desk, back = await self.context.db.read(look)
        if desk is None or back:
            return
        await self._messenger.retire(desk, engine_text.DESK_CLOSED(code=job.table_id))
        await self.context.db.write(remove, Desk, table_id=job.table_id, user_id=job.leaver)

    def _who(self, tx: Tx, job: Handover) -> tuple[int | None, int | None]:
        """Return who is to go and who is to come, as the seats are now: they may have changed hands again."""
        player = first(tx, Player, table_id=job.table_id, seat=job.seat)
        now = None if player is None else player.user_id
        out = job.leaver if job.leaver != now and job.leaver > 0 else None
        return out, now if now is not None and now > 0 else None

    def _sending(self, tx: Tx, job: Handover, thread: int) -> bool:
        found = outbox.unfinished(tx, job.table_id)
        return any(post.channel_id == thread and post.status == "sending" for post in found)

    async def _abandon(self, job: Handover, thread: int, why: str) -> None:
        """The leaver cannot be taken out: nothing of ours goes into that thread any more. Its seats are told
        by direct message: who writes to whom is nobody else's affair."""
        log.warning("thread given up", extra={"table": job.table_id, "reason": why})

        def change(tx: Tx) -> None:
            table = tables.get(tx, job.table_id)
            known = find(tx, LetterThread, thread_id=thread, state="open")
            if table is None:
                return
            now, seated = self.context.clock.now(), players.of_table(tx, table.id)
            for opened in known:
                save(tx, replace(opened, state="given_up"))
                seats = opened.seats.split(",")
                told = text.THREAD_OPEN(thread=thread, code=table.id, why=why)
                for user in [player.user_id for player in seated if player.seat in seats]:
                    posts.tell(tx, table, user, f"thread/{thread}/{user}", told, now)
            self._divert(tx, table, thread, {player.user_id for player in seated}, now)

        await self.context.db.write(change)

    def _divert(self, tx: Tx, table: Table, thread: int, users: set[int], now: float) -> None:
        """Letters on their way to the thread come as direct messages."""
        for post in outbox.unfinished(tx, table.id):
            if post.channel_id != thread or post.status != "queued":
                continue
            outbox.drop(tx, post.id, "the thread was given up")
            said = load(post.payload)
            if not isinstance(said, posts.Say):
                continue
            for user in sorted(users & set(said.only or ())):
                posts.tell(tx, table, user, f"instead/{post.id}/{user}", said.text, now)


def _key(job: Handover) -> tuple[str, str, int]:
    return job.table_id, job.seat, job.leaver
