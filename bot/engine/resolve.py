"""Resolving a turn with the sheets there are: as soon as nobody is missing, at its deadline, or by hand.

Whether nobody is missing is looked at here alone.
"""

from __future__ import annotations

import json
import logging
import os
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from adjudicator.game import Seat
from bot.common.errors import Conflict, Refused
from bot.engine import order_sheets, post_words, posts, timing
from bot.engine import text as words
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.storage import drafts, players, steps, tables
from bot.storage.database import DatabaseFault, Tx
from bot.storage.records import LogEntry, Step, Table
from bot.storage.rows import find

log = logging.getLogger(__name__)

UNREAD = 5
"""Seconds that a turn of several sheets waits at least, once all are ready, while messages of an outage are
read: there may be more of them about it, and somebody may be waiting until theirs are read."""


class Resolving:
    def __init__(self, context: Context, turns: Turns) -> None:
        self.context = context
        self.turns = turns

    def due(self, tx: Tx, snapshot: GameSnapshot) -> float | None:
        """When the open turn resolves if nobody is missing; None: somebody is, or the game is paused. After a
        fault of ours everybody who is ready anew makes us try again. Computers take nothing back, so nobody
        waits for them to."""
        stopped = snapshot.pause is not None and snapshot.pause.cause != "fault"
        if not snapshot.phase.owing or stopped or self.context.missing(tx, snapshot):
            return None
        if snapshot.pause is not None:
            return self.context.clock.now()
        begun = self.context.early_at(tx, snapshot)
        if begun is not None:  # who is ready once more holds nobody up
            return begun
        sheets = {snapshot.sheet(seat) for seat in snapshot.phase.owing if not snapshot.computer(seat)}
        stepwise = snapshot.phase.number is not None and not snapshot.phase.sealed
        house = snapshot.house_rules
        alone = 0 if stepwise else house.takeback_seconds
        undo = max(house.undo_seconds, UNREAD if self.context.reads_mail(tx) else 0)
        waits = undo if len(sheets) > 1 else alone if sheets else 0
        return self.context.clock.now() + waits

    def complete(self, tx: Tx, snapshot: GameSnapshot) -> GameSnapshot:
        """After anything that may have made the turn complete, but for a seat's own Ready (a declaration, a
        ruling, another player on a seat, the end of a pause): resolve it, or let the time to undo begin."""
        over = snapshot.outcome is not None or snapshot.pause is not None
        timing.cancel_early(tx, snapshot)  # the others may think again
        due = None if over else self.due(tx, snapshot)
        if due is None:
            return snapshot
        now = self.context.clock.now()
        if due <= now:
            return self.resolve(tx, snapshot)
        timing.schedule_early(tx, snapshot, due, now)
        posts.edit_ready_count(tx, snapshot, now)
        return snapshot

    def resolve(self, tx: Tx, snapshot: GameSnapshot, *, closing: bool = False) -> GameSnapshot:
        """Resolve the turn with every sheet there is (the deadline; or all are ready). Whoever gave nothing
        takes the default of the rules, and so does a unit without an order. If it cannot be resolved, all is
        as it was, but the game is paused, and everybody is told.

        closing: time is up, so where a turn takes several resolutions the default ends it after the sheet
        """

        def resolving() -> GameSnapshot:
            return self.unguarded(tx, snapshot, closing=closing)

        after = caught(self.context, tx, snapshot, resolving)
        return self.context.snapshot(tx, snapshot.table.id) if after is None else after

    def unguarded(self, tx: Tx, snapshot: GameSnapshot, *, closing: bool = False) -> GameSnapshot:
        """The same, for callers that look after faults themselves: it raises what goes wrong."""
        metrics = self.context.metrics
        with metrics.timing(partial(metrics.resolved, snapshot.table.game)):
            return self._resolve(tx, snapshot, closing)

    def _resolve(self, tx: Tx, snapshot: GameSnapshot, closing: bool) -> GameSnapshot:
        stepwise = snapshot.phase.number is not None and not snapshot.phase.sealed
        kept = drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
        orders: dict[Seat, Sequence[Any]] = {}
        defaults: set[Seat] = set()
        taken: set[Seat] = set()
        done: set[Seat] = set()
        for seat in sorted(snapshot.phase.owing):
            sheet, view = snapshot.sheet(seat), snapshot.view(seat)
            if sheet in done:  # one sheet of several seats counts once
                continue
            done.add(sheet)
            given = ()
            if sheet in kept:
                given = tuple(o for text in kept[sheet].orders for o in snapshot.game.parse(view, text))
            default = snapshot.game.default(view)
            if not given and default is not None:
                (taken if sheet in kept and kept[sheet].ready else defaults).add(seat)
                orders[seat] = default
            elif given and default is not None and closing and stepwise:
                orders[seat] = snapshot.game.join(view, given, default)
            elif given and default is not None and snapshot.presenter.many:
                orders[seat] = snapshot.game.join(view, default, given)
            elif given:
                orders[seat] = given
        return self.turns.resolve(tx, snapshot, orders, defaults, taken)


# -- A turn that cannot be resolved is a fault of ours: it must not cost anybody a game. What the resolution
# had done is undone, what players had given stays. The game is paused, its players and its game master are
# told a number, and under that number stands what somebody needs who looks into it. The bot and all other
# games go on.


def caught(
    context: Context, tx: Tx, snapshot: GameSnapshot, resolving: Callable[[], GameSnapshot]
) -> GameSnapshot | None:
    """Do this, or none of it: if it fails, the game is paused and told so, and the answer is None."""
    try:
        with tx.begin_nested():
            return resolving()
    except (Conflict, Refused, DatabaseFault):  # the database is none of the game's faults
        raise
    except Exception as error:
        stop(context, tx, snapshot.table, error)
        return None


def stop(context: Context, tx: Tx, table: Table, error: Exception) -> None:
    """Pause a game whose turn cannot be resolved, keep what is needed to find out why, and tell everybody."""
    newest, now = steps.newest(tx, table.id), context.clock.now()
    before = len(find(tx, LogEntry, table_id=table.id, act="fault"))
    # The same if this transaction has to run again: one fault has one number, and one file.
    about = f"{table.id}/{newest.seq if newest is not None else 0}/{before}"
    number = blake2b(about.encode(), digest_size=4).hexdigest()
    # Neither the words of the error nor its traceback: they may hold orders.
    log.error(
        "turn not resolved",
        extra={"fault": number, "table": table.id, "turn": table.turn, "error": type(error).__name__},
    )
    kept = _keep(context, tx, table, newest, error, number)
    why = words.FAULT_WHY(number=number)
    timing.pause(tx, table, "fault", why, now, error=number)
    posts.log(tx, table, "fault", words.FAULT_LOG(number=number), now)
    everyone = [player.user_id for player in players.of_table(tx, table.id)]
    users = list(dict.fromkeys([*everyone, table.host_id]))
    told = words.FAULT_POST(game=table.name, code=table.id, number=number)
    told = words.FAULT_POST_FILE(post=told, number=number) if kept else told
    said = f"{told}\n{post_words.for_users(users)}"
    posts.say(tx, table, f"fault/{number}", said, now, mentions=users)


def _keep(context: Context, tx: Tx, table: Table, newest: Step | None, error: Exception, number: str) -> bool:
    """Write the file for whoever looks into it: the state and the orders, but not the secret seed."""
    if context.faults is None:
        return False
    told: dict[str, Any] = {
        "fault": number,
        "table": table.id,
        "game": table.game,
        "rules_version": table.rules_version,
        "options": dict(table.options),
        "turn": table.turn,
        "state": json.loads(newest.state) if newest is not None else None,
        "orders": {
            seat: list(draft.orders) for seat, draft in drafts.of_table(tx, table.id, table.turn).items()
        },
        "error": "".join(traceback.format_exception(error)),
    }
    text = json.dumps(told, ensure_ascii=False, indent=1)
    try:
        _write(context.faults / f"{number}.json", text)
    except OSError as wrong:
        log.error("fault not kept", extra={"fault": number, "error": type(wrong).__name__})
        return False
    return True


def _write(path: Path, text: str) -> None:
    """It holds sealed orders: only the bot's host may read it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file_number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file_number, "w", encoding="utf-8") as file:
        file.write(text)


async def stop_unread(context: Context, table_id: str, error: Exception) -> None:
    """As `stop`, in a transaction of its own: for a game that cannot even be read."""

    def change(tx: Tx) -> None:
        table = tables.get(tx, table_id)
        if table is not None and table.status == "playing":
            stop(context, tx, table, error)

    await context.write_game(table_id, change)


# -- The end of a pause


def go_on(
    context: Context, resolving: Resolving, tx: Tx, snapshot: GameSnapshot, said: str, now: float
) -> GameSnapshot:
    """A paused game goes on; the table as it is then. said: why, a sentence for everybody"""
    due = timing.resume(tx, snapshot, now)
    posts.log(tx, snapshot.table, "resume", said, now)
    after = context.snapshot(tx, snapshot.table.id)
    itself = order_sheets.plays_itself(tx, after)  # all may have sent while it was paused
    call, users = post_words.calling(after, due, itself=itself)
    lines = [post_words.headline(after, words.GAME_GOES_ON), words.GOES_ON_BECAUSE(why=said), call]
    rows = [post_words.turn_buttons(after)]
    key, told = f"goes-on/{now:.3f}", "\n".join(lines)
    posts.say(tx, after.table, key, told, now, mentions=users, rows=rows)
    if itself:
        timing.run_now(tx, after, now)
        return after
    posts.desks_to_owing(tx, after, now)  # who has one of this turn gets no other
    return resolving.complete(tx, after)
