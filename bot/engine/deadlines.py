"""What happens when a deadline comes. The work is done first, the row goes after it, in one transaction.

One timer sleeps until the earliest row of all tables, of whichever kind; each kind has its handler.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence

from adjudicator.game import Seat, shared_complete
from adjudicator.text import listing
from bot.common.clock import AFTER_ERROR_S, Timer
from bot.common.message import due_words
from bot.engine import order_sheets, post_words, posts, presence, resolve, text, timing
from bot.engine.context import Context
from bot.engine.order_sheets import recheck
from bot.engine.presence import newcomer, stuck
from bot.engine.resolve import Resolving
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.storage import deadlines, drafts, players
from bot.storage.database import DatabaseFault, Tx
from bot.storage.errors import Busy, Conflict, Fenced, StorageError
from bot.storage.records import Deadline, DeadlineKind

log = logging.getLogger(__name__)

Handler = Callable[[Deadline], Awaitable[None]]
"""Takes the table's lock and a transaction of its own. It may be called for a row that is not true any more,
and deletes it, or moves it on."""

AT_A_TIME = 200
"""So many deadlines are worked off before others are told of them."""
AT_ONCE = 8
"""So many games are worked on at the same time: what waits for the database together is stored together."""
SHARED_AT_A_TIME = 64
"""The same where several processes do it."""
TO_THINK = 60.0
"""Seconds that a turn waits for computers when its deadline comes first."""
FEW_MISSED = 2
"""So many deadlines in a row are missed by who has left a game, where the table does not say how many."""
PUT_OFF = 60.0
"""Seconds until a row whose handler failed is tried again."""


class Deadlines:
    """Sleeps until the earliest deadline of all tables."""

    def __init__(self, context: Context, resolving: Resolving, turns: Turns) -> None:
        self.context = context
        self._resolving = resolving
        self._turns = turns
        self._timer = Timer(self._run)
        self._unwell = False
        """Whether the database has failed since the last look."""
        self._handlers: dict[DeadlineKind, Handler] = {
            "turn": self._pass,
            "early": self._early,
            "resume": self._resume,
        }
        self.held = True
        """Whether Discord is out of reach, as it is until `Uptime.begin` has given back the time of which it
        was: then nobody can act, no turn resolves and no vote lapses."""
        self.still: deadlines.Part | None = None
        """The games of which alone this is so, while Discord can be reached for the others."""
        self.watch: Callable[[], object] = lambda: None
        """Called before anything that is due: it holds the clock if it finds that nobody was there."""

    def on(self, kind: DeadlineKind, handler: Handler) -> None:
        """Who deals with rows of this kind."""
        self._handlers[kind] = handler

    def wake(self) -> None:
        """Deadlines may have changed."""
        self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    async def _run(self) -> None:
        self.watch()
        if self.context.reading:  # we are woken when that is done
            return
        now = self.context.clock.now()

        def look(tx: Tx) -> list[Deadline]:
            return [] if self.context.reads_mail(tx) else deadlines.due(tx, now, self._kinds(), self.still)

        due = await self.context.db.read(look)
        more = self.context.shared and len(due) > SHARED_AT_A_TIME
        if more:  # the other processes work on the same ones: begin anywhere, and look soon what is left
            due = random.sample(due, SHARED_AT_A_TIME)
        self.context.resolving = len(due) > AT_ONCE
        try:
            for at in range(0, len(due), AT_A_TIME):
                with self.context.db.waking_later():
                    await self._all(due[at : at + AT_A_TIME])
        finally:
            self.context.resolving = False
        if self._unwell:
            self._unwell = False
            self._timer.later(AFTER_ERROR_S)
            return
        if more:
            self._timer.now()
            return
        earliest = await self.context.db.read(deadlines.earliest, self._kinds(), self.still)
        if earliest is not None:
            self._timer.later(max(earliest.due_at - self.context.clock.now(), 0.05))

    async def _all(self, due: Sequence[Deadline]) -> None:
        """Work these off, a few games at the same time, the rows of each in their order."""
        games: dict[str, list[Deadline]] = {}
        for row in due:
            games.setdefault(row.table_id, []).append(row)
        left = iter(games.values())

        async def some() -> None:
            for rows in left:
                for row in rows:
                    await self._one(row)

        await asyncio.gather(*(some() for _ in range(min(AT_ONCE, len(games)))))

    def _kinds(self) -> set[DeadlineKind]:
        """The kinds that somebody deals with now."""
        return set(self._handlers) - (set(deadlines.STANDING) if self.held else set())

    async def _one(self, row: Deadline) -> None:
        """Whatever one table does, the others go on."""
        try:
            await self._handlers[row.kind](row)
        except (Busy, Fenced):  # another process does it
            log.debug("deadline left to others", extra={"table": row.table_id})
        except Conflict:
            log.warning("deadline met a quicker change", extra={"table": row.table_id})
        except (DatabaseFault, StorageError) as error:  # none of the game's faults: it is due all the same
            log.warning(
                "deadline waits for the database",
                extra={"table": row.table_id, "kind": row.kind, "reason": type(error).__name__},
            )
            self._unwell = True
        except Exception as error:
            log.error(
                "deadline not met",
                extra={"table": row.table_id, "kind": row.kind, "error": type(error).__name__},
            )
            await self._failed(row, error)

    async def _failed(self, row: Deadline, error: Exception) -> None:
        """A turn that cannot be dealt with waits until somebody looks; anything else is tried again."""
        try:
            if row.kind in ("turn", "early"):
                await resolve.stop_unread(self.context, row.table_id, error)

            def change(tx: Tx) -> None:
                kept = deadlines.get(tx, row.table_id, row.kind)
                if kept == row:
                    deadlines.move(tx, kept, self.context.clock.now() + PUT_OFF)

            await self.context.db.write(change)
        except Exception as again:  # the database itself fails: the timer tries again
            log.error("deadline not put off", extra={"error": type(again).__name__})
            await asyncio.sleep(1)

    # -- all are ready, or the turn plays itself

    async def _early(self, row: Deadline) -> None:
        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            kept = deadlines.get(tx, row.table_id, "early")
            if kept is None or kept.due_at > now:
                return
            snapshot = self.context.snapshot(tx, row.table_id)
            deadlines.drop(tx, row.table_id, "early")
            if snapshot.outcome is not None or snapshot.phase.turn != kept.turn or snapshot.pause is not None:
                return
            if "itself" in kept.data:
                order_sheets.play_automatically(tx, snapshot, now)
            if snapshot.phase.owing and not self.context.missing(tx, snapshot):
                self._resolving.resolve(tx, snapshot)
            elif "itself" in kept.data:  # something came between, and nobody has been called yet
                self._call(tx, snapshot, now)

        await self.context.take_game(row.table_id, change)

    def _call(self, tx: Tx, snapshot: GameSnapshot, now: float) -> None:
        kept = deadlines.get(tx, snapshot.table.id)
        call, users = post_words.calling(snapshot, kept.due_at if kept is not None else None)
        told = f"{post_words.headline(snapshot, snapshot.title)}\n{call}"
        rows = [post_words.turn_buttons(snapshot)]
        key = f"called/{snapshot.mark}/{now:.3f}"  # after a pause the same turn may be called again
        posts.say(tx, snapshot.table, key, told, now, mentions=users, rows=rows)
        posts.desks_to_owing(tx, snapshot, now)

    # -- a pause is over

    async def _resume(self, row: Deadline) -> None:
        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            kept = deadlines.get(tx, row.table_id, "resume")
            if kept is None or kept.due_at > now:
                return
            snapshot = self.context.snapshot(tx, row.table_id)
            if snapshot.pause is None or snapshot.over:
                deadlines.drop(tx, row.table_id, "resume")
                return
            resolve.go_on(self.context, self._resolving, tx, snapshot, text.PAUSE_OVER, now)

        await self.context.take_game(row.table_id, change)

    # -- time is up

    async def _pass(self, row: Deadline) -> None:
        """Drafts count, sent or not, and orders given ahead; who gave nothing has a time of grace. Then the
        policy of the table: the default of the rules, an extension, or giving up.
        Source: Common rules, Deadlines."""

        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            kept = deadlines.get(tx, row.table_id)
            if kept is None or kept.turn != row.turn or kept.due_at > now:
                return
            snapshot = self.context.snapshot(tx, row.table_id)
            if snapshot.outcome is not None or snapshot.phase.turn != kept.turn or snapshot.pause is not None:
                deadlines.drop(tx, kept.table_id, "turn")
                return
            if timing.wait_for_absences(tx, snapshot, now):
                return
            order_sheets.play_automatically(tx, snapshot, now, late=True)
            given = drafts.counting(tx, kept.table_id, kept.turn)
            missing = sorted(shared_complete(snapshot.game, snapshot.state, set(given)))
            absent = [seat for seat in missing if not snapshot.computer(seat)]
            if len(absent) < len(missing):  # these always give something, and nobody has missed anything
                timing.put_off(tx, snapshot, now + TO_THINK, now)
                snapshot.owed(tx, now)
                return
            # who goes on has moved in this turn: the default ends it, if there is one
            if not absent or (snapshot.phase.goes_on and not stuck(snapshot, absent)):
                self._resolving.resolve(tx, snapshot, closing=True)
            elif not self._grace(tx, snapshot, kept, absent, now):
                self._absent(tx, snapshot, kept, absent, now)

        await self.context.take_game(row.table_id, change)

    def _grace(
        self, tx: Tx, snapshot: GameSnapshot, kept: Deadline, absent: Sequence[Seat], now: float
    ) -> bool:
        """Some more time for those who gave nothing, once a turn; not if all of them are long gone."""
        seconds = min(snapshot.house_rules.grace_minutes * 60.0, timing.turn_seconds(snapshot, now) / 4)
        gone = all(presence.gone(snapshot, snapshot.player(seat)) for seat in absent)
        if kept.data.get("grace") or kept.extended or seconds <= 0 or gone:
            return False
        due = timing.put_off(tx, snapshot, now + seconds, now, grace=True)
        told = text.GRACE(users=_called(snapshot, absent), until=due_words(due))
        key = f"grace/{snapshot.mark}/{round(due)}"  # once a seat is out the same turn may open anew
        _say_late(tx, snapshot, key, told, absent, now)
        return True

    def _absent(
        self, tx: Tx, snapshot: GameSnapshot, kept: Deadline, absent: Sequence[Seat], now: float
    ) -> None:
        """What the table agreed on for those who gave nothing. Who took a seat over in this turn has missed
        nothing with it: the default of the rules counts, where there is one."""
        rules, table_id = snapshot.house_rules, kept.table_id
        new = {seat for seat in absent if newcomer(snapshot, seat)}
        streaks = {}
        for seat in absent:
            streaks[seat] = snapshot.player(seat).streak
            if not snapshot.phase.goes_on and seat not in new and not kept.data.get("counted"):
                streaks[seat] = players.add_missed(tx, table_id, snapshot.player(seat).user_id).streak
        told = snapshot.named(absent)
        posts.log(tx, snapshot.table, "missed", text.MISSED_DEADLINE(players=told), now)
        nothing = stuck(snapshot, absent)
        if rules.absence == "computer":
            left = {seat: streaks[seat] for seat in absent if _abandoned(snapshot, kept, seat, streaks[seat])}
            if self._played_on(tx, snapshot, left, now):
                return
        spared = [seat for seat in nothing if seat in new]
        late = {"extend": list(absent), "forfeit": spared}.get(rules.absence, nothing)
        out = nothing
        if rules.absence == "forfeit":
            out = [seat for seat in absent if seat not in new or seat in nothing]
        again = [seat for seat in late if snapshot.player(seat).extensions < rules.extensions]
        extends = kept.extended == 0 and bool(again)
        gone = () if extends else out
        if extends:
            self._extend(tx, snapshot, kept, again, out, now)
        for seat in absent:  # the reason is told before the seat is offered for it
            last = extends and seat in nothing
            if seat not in gone and rules.substitutes and (streaks[seat] >= rules.substitutes or last):
                why = text.LAST_EXTENSION if last else text.IN_A_ROW(n=streaks[seat])
                for missed in snapshot.hooks.deadline_missed:
                    missed(tx, snapshot, seat, why, now)
        if out and not extends:
            self._forfeit(tx, snapshot, out, now)
        elif not extends:
            self._resolving.resolve(tx, snapshot, closing=True)

    def _played_on(self, tx: Tx, snapshot: GameSnapshot, left: Mapping[Seat, int], now: float) -> bool:
        """Whether somebody plays some of these seats on, which have missed so many deadlines in a row; then
        the turn waits for them."""
        taken = False
        for seat, streak in left.items():
            why = text.IN_A_ROW(n=streak)
            for play_on in snapshot.hooks.seat_abandoned:
                taken = play_on(self.context, tx, snapshot, seat, why, now) or taken
        if taken:
            after = self.context.snapshot(tx, snapshot.table.id)
            timing.put_off(tx, after, now + TO_THINK, now, counted=True)
        return taken

    def _extend(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        kept: Deadline,
        late: Sequence[Seat],
        out: Sequence[Seat],
        now: float,
    ) -> None:
        """Once a turn, and so many times a seat in a game."""
        due = timing.put_off(tx, snapshot, timing.due_again(snapshot, now), now, extended=kept.extended + 1)
        for seat in late:
            players.add_extension(tx, kept.table_id, snapshot.player(seat).user_id)
        told = (text.EXTENDED_THEN_OUT if out else text.EXTENDED_THEN_DEFAULT)(
            users=_called(snapshot, late), until=due_words(due)
        )
        _say_late(tx, snapshot, f"extended/{snapshot.mark}/{round(due)}", told, late, now)
        line = text.LOG_EXTENDED(players=snapshot.named(late))
        posts.log(tx, snapshot.table, "extend", line, now)

    def _forfeit(self, tx: Tx, snapshot: GameSnapshot, out: Sequence[Seat], now: float) -> None:
        """These seats gave nothing, and have nothing coming: they give up. If that is all who still play,
        nobody has won: whose name comes first must not decide."""
        opened = snapshot.phase.turn
        if set(snapshot.living) <= set(out):
            why = text.ALL_TOO_LATE
            for seat in out:
                players.change(tx, snapshot.table.id, snapshot.player(seat).user_id, forfeited_at=now)
            posts.log(tx, snapshot.table, "forfeit", why, now)
            self._turns.break_off(tx, snapshot, why, now)
            return
        for seat in out:
            if not snapshot.plays(seat):
                continue
            why = text.OUT_TOO_LATE(player=snapshot.names()[seat])
            players.change(tx, snapshot.table.id, snapshot.player(seat).user_id, forfeited_at=now)
            snapshot = self._turns.declare(tx, snapshot, seat, "concede", why)
            posts.log(tx, snapshot.table, "forfeit", why, now)
            if snapshot.outcome is not None:
                return
        if snapshot.phase.turn == opened:  # a teammate, or the others, go on with the same turn
            timing.open_turn(tx, snapshot, now)
            recheck(tx, snapshot, text.ARE_OUT(players=snapshot.named(out), n=len(out)), now)
            self._resolving.complete(tx, snapshot)


def _abandoned(snapshot: GameSnapshot, kept: Deadline, seat: Seat, streak: int) -> bool:
    """Whether somebody else is to play a seat on that has given nothing: the rules have nothing for it, its
    player is gone, or has missed too many deadlines."""
    no_default = bool(stuck(snapshot, [seat]))
    if newcomer(snapshot, seat):
        return no_default and kept.extended > 0
    most = snapshot.house_rules.substitutes or FEW_MISSED
    return no_default or presence.gone(snapshot, snapshot.player(seat)) or streak >= most


def _say_late(tx: Tx, snapshot: GameSnapshot, key: str, told: str, seats: Sequence[Seat], now: float) -> None:
    users, rows = [snapshot.player(seat).user_id for seat in seats], [post_words.turn_buttons(snapshot)]
    said = f"{post_words.headline(snapshot, text.DEADLINE_PASSED)}\n{told}"
    posts.say(tx, snapshot.table, key, said, now, mentions=users, rows=rows)


def _called(snapshot: GameSnapshot, seats: Sequence[Seat]) -> str:
    return listing([f"<@{snapshot.player(seat).user_id}>" for seat in seats], "and")
