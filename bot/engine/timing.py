"""The clock of a table: when its turn is due, put off, stopped and going on again.

Functions inside a transaction. Every change of a turn's deadline goes through here, so that reminders are
looked at anew and nothing runs on while a table is paused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.common.clock import DAY, HOUR, span_words
from bot.common.message import due_words
from bot.engine import text
from bot.engine.schedule import Spec, read_spec
from bot.engine.snapshot import GameSnapshot
from bot.engine.time_words import first_reminder
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline, Pause, PauseCause, Table
from bot.storage.rows import remove, save
from maps.text import capitalized

LEAST = HOUR
"""Seconds to act that everybody has after a pause or an outage; never more than a quarter of a turn."""


def spec_of(table: Table) -> Spec:
    """How long the turns of a table take."""
    return read_spec(table.deadline_spec or "none")


def due(snapshot: GameSnapshot, now: float) -> float | None:
    """When the open turn is due if it begins now; None: no deadline."""
    seconds = snapshot.house_rules.adjustment_seconds if snapshot.adjusting else None
    return spec_of(snapshot.table).due(now, seconds)


def turn_seconds(snapshot: GameSnapshot, now: float) -> float:
    """About how long the open turn may take; a day where there is no deadline."""
    whole = spec_of(snapshot.table).turn_seconds(now) or DAY
    return min(whole, snapshot.house_rules.adjustment_seconds) if snapshot.adjusting else whole


def least_time(snapshot: GameSnapshot, now: float) -> float:
    """The time to act that everybody has, whatever happened."""
    return min(LEAST, turn_seconds(snapshot, now) / 4)


def due_again(snapshot: GameSnapshot, now: float) -> float:
    """When the open turn is due if it gets as much time again from now; where turns end at dates, at one."""
    moment = due(snapshot, now)
    return now + turn_seconds(snapshot, now) if moment is None else moment


def set_at(row: Deadline) -> float:
    """When the moment of a row was set last; 0.0: long ago, it is not known. It is in the future if the clock
    was ahead then, and was set back since."""
    return float(row.data.get("set", row.began_at or 0.0))


def skip_quiet_hours(table: Table, moment: float) -> float:
    """The same moment, or the end of the days and hours in which nothing of this table is due."""
    return spec_of(table).after(moment, 0.0)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The deadline of an open turn; in a pause, when it would be if the game went on now.

    known: the moment that was told last; None: none, or the time has changed in the pause
    data:  what is to be remembered of the turn
    """

    due_at: float | None
    known: float | None
    data: Mapping[str, Any] = field(default_factory=dict)


def time_left(tx: Tx, snapshot: GameSnapshot, now: float) -> TimeLeft:
    """How much time the open turn has, whether the clock runs or not."""
    if snapshot.pause is not None:
        left, data = snapshot.pause.left, snapshot.pause.data
        return TimeLeft(now + left if left is not None else None, data.get("due"), data.get("data", {}))
    kept = deadlines.get(tx, snapshot.table.id)
    if kept is None or kept.turn != snapshot.phase.turn:
        return TimeLeft(None, None)
    return TimeLeft(kept.due_at, kept.due_at, kept.data)


def told(snapshot: GameSnapshot, due_at: float, now: float) -> str:
    """Say when the open turn is due; in a pause, how much of it is left."""
    what = capitalized(snapshot.phase_word)
    if snapshot.pause is not None:
        return text.HAS_TIME(what=what, span=span_words(due_at - now))
    return text.IS_DUE(what=what, due=due_words(due_at))


def open_turn(tx: Tx, snapshot: GameSnapshot, now: float) -> float | None:
    """The time of a new turn begins; when it is due, None: no deadline, or the table is paused."""
    moment = due(snapshot, now)
    if moment is None or snapshot.pause is not None:
        deadlines.drop(tx, snapshot.table.id, "turn", "early", "remind")
        if moment is not None and snapshot.pause is not None:
            # who is away then is looked at when it goes on
            _keep(tx, snapshot.pause, moment - now)
        return None
    deadlines.drop(tx, snapshot.table.id, "early")  # the others are replaced
    moment = _waited(tx, snapshot, moment, now)
    _put(tx, Deadline(table_id=snapshot.table.id, turn=snapshot.phase.turn, due_at=moment, began_at=now), now)
    return moment


def go_on(tx: Tx, after: GameSnapshot, now: float) -> float | None:
    """A turn that goes on keeps its time, also one that was put off; when it is due."""
    kept = deadlines.get(tx, after.table.id) if after.phase.goes_on else None
    if kept is None:
        return open_turn(tx, after, now)
    deadlines.drop(tx, kept.table_id, "early")
    deadlines.put(tx, replace(kept, turn=after.phase.turn))
    for continued in after.hooks.turn_continued:
        continued(tx, after, kept.turn)
    return kept.due_at


def run_now(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """The open turn plays itself: with orders given ahead, or because nothing else is possible."""
    row = Deadline(
        table_id=snapshot.table.id,
        kind="early",
        turn=snapshot.phase.turn,
        due_at=now,
        began_at=now,
        data={"itself": True},
    )
    deadlines.put(tx, row)


def schedule_early(tx: Tx, snapshot: GameSnapshot, due_at: float, now: float) -> None:
    """All are ready: the turn resolves then, unless somebody is not any more."""
    row = Deadline(
        table_id=snapshot.table.id, kind="early", turn=snapshot.phase.turn, due_at=due_at, began_at=now
    )
    deadlines.put(tx, row)


def cancel_early(tx: Tx, snapshot: GameSnapshot) -> None:
    """Somebody is not ready any more: the turn does not resolve early."""
    kept = deadlines.get(tx, snapshot.table.id, "early")
    if kept is not None and "itself" not in kept.data:
        deadlines.drop(tx, snapshot.table.id, "early")


def put_off(tx: Tx, snapshot: GameSnapshot, due_at: float, now: float, **data: Any) -> float:
    """Move the deadline of the open turn, to this moment or to a later one: not into days and hours that do
    not count, nor into announced absences. The moment. A table without a deadline gets one.

    A paused table's turn gets as much more, or less, time than it had left.
    data: what is to be remembered of it
    """
    if snapshot.pause is not None:
        _keep(tx, snapshot.pause, due_at - now, **data)
        return due_at
    due_at = _waited(tx, snapshot, skip_quiet_hours(snapshot.table, due_at), now)
    kept = deadlines.get(tx, snapshot.table.id)
    if kept is None or kept.turn != snapshot.phase.turn:
        kept = Deadline(table_id=snapshot.table.id, turn=snapshot.phase.turn, due_at=due_at, began_at=now)
    extended = int(data.pop("extended", kept.extended))
    moved = replace(kept, due_at=due_at, extended=extended, data={**kept.data, **data})
    _put(tx, moved, now)
    return due_at


def annotate(tx: Tx, snapshot: GameSnapshot, now: float, **data: Any) -> None:
    """Note this of the open turn; its deadline stays where it is."""
    stopped = deadlines.pause_of(tx, snapshot.table.id)
    if stopped is not None and stopped.left is not None:
        _keep(tx, stopped, stopped.left, **data)
        return
    kept = deadlines.get(tx, snapshot.table.id)
    if kept is not None and kept.turn == snapshot.phase.turn:
        _put(tx, replace(kept, data={**kept.data, **data}), now)


def give_at_least(tx: Tx, snapshot: GameSnapshot, due_at: float, now: float) -> None:
    """Put the deadline of the open turn off to this moment, unless it has more time already."""
    if snapshot.pause is not None:
        left = snapshot.pause.left
        enough = left is not None and left >= due_at - now
    else:
        kept = deadlines.get(tx, snapshot.table.id)
        enough = kept is not None and kept.turn == snapshot.phase.turn and kept.due_at >= due_at
    if not enough:
        put_off(tx, snapshot, due_at, now)


def wait_for_absences(tx: Tx, snapshot: GameSnapshot, now: float) -> bool:
    """Whether the deadline of the open turn falls into announced absences; then it is moved to their end."""
    kept = deadlines.get(tx, snapshot.table.id)
    if kept is None or kept.turn != snapshot.phase.turn or snapshot.pause is not None:
        return False
    due_at = _waited(tx, snapshot, kept.due_at, now)
    if due_at <= kept.due_at:
        return False
    _put(tx, replace(kept, due_at=due_at), now)
    return True


def pause(
    tx: Tx,
    table: Table,
    cause: PauseCause,
    why: str,
    now: float,
    *,
    until: float | None = None,
    error: str = "",
) -> Pause:
    """Stop the table's clock. What was left of the turn is kept; a former pause is replaced, and what it
    had kept stays.

    why: for all to read;  until: when it goes on by itself
    """
    before = deadlines.pause_of(tx, table.id)
    kept = deadlines.get(tx, table.id)
    left = before.left if before is not None else None
    data = dict(before.data) if before is not None else {}
    if kept is not None:
        left = max(kept.due_at - now, 0.0)
        ago = now - kept.began_at if kept.began_at is not None else 0.0
        data = {"turn": kept.turn, "extended": kept.extended, "ago": ago, "data": dict(kept.data)}
        data["due"] = kept.due_at
    deadlines.drop(tx, table.id, "turn", "early", "remind", "resume")
    stopped = Pause(
        table_id=table.id, cause=cause, why=why, at=now, until=until, left=left, data=data, error=error
    )
    save(tx, stopped)
    if until is not None:
        deadlines.put(
            tx, Deadline(table_id=table.id, kind="resume", turn=table.turn, due_at=until, began_at=now)
        )
    return stopped


def resume(tx: Tx, snapshot: GameSnapshot, now: float) -> float | None:
    """The table's clock goes on: with the time that was left, and at least some to act; when the turn is due.
    The caller looks whether the turn is complete (`Resolving.complete`), with `snapshot` read anew."""
    stopped = snapshot.pause
    if stopped is None:
        return None
    remove(tx, Pause, table_id=snapshot.table.id)
    deadlines.drop(tx, snapshot.table.id, "resume")
    if snapshot.outcome is not None or snapshot.table.status != "playing":
        return None
    if stopped.left is None:
        moment = due(snapshot, now)
        if moment is None:
            return None
    else:
        moment = skip_quiet_hours(snapshot.table, now + max(stopped.left, least_time(snapshot, now)))
        for shifted in snapshot.hooks.deadline_shifted:
            shifted(tx, snapshot.table.id, stopped.data.get("due"), moment)
    moment = _waited(tx, snapshot, moment, now)
    same = stopped.data.get("turn") == snapshot.phase.turn
    row = Deadline(
        table_id=snapshot.table.id,
        turn=snapshot.phase.turn,
        due_at=moment,
        extended=int(stopped.data.get("extended", 0)) if same else 0,
        began_at=now - float(stopped.data.get("ago", 0.0)) if same else now,
        data=stopped.data.get("data", {}) if same else {},
    )
    _put(tx, row, now)
    return moment


def close(tx: Tx, table_id: str) -> None:
    """The game is over: nothing is due any more."""
    deadlines.drop(tx, table_id)
    remove(tx, Pause, table_id=table_id)


def _waited(tx: Tx, snapshot: GameSnapshot, due_at: float, now: float) -> float:
    """When the open turn is due that would be then: features may have it wait for somebody."""
    for setting in snapshot.hooks.deadline_setting:
        due_at = setting(tx, snapshot, due_at, now)
    return due_at


def _put(tx: Tx, row: Deadline, now: float) -> None:
    """Store when the open turn is due, and that this was set now."""
    began = min(row.began_at, now) if row.began_at is not None else None  # the clock may have been ahead
    turn = replace(row, began_at=began, data={**row.data, "set": now})
    look = Deadline(
        table_id=row.table_id,
        kind="remind",
        turn=row.turn,
        due_at=first_reminder(now, row.due_at),
        began_at=now,
    )
    deadlines.put(tx, turn, look)


def _keep(tx: Tx, stopped: Pause, left: float, **data: Any) -> None:
    extended = int(data.pop("extended", stopped.data.get("extended", 0)))
    inner = {**stopped.data.get("data", {}), **data}
    known = {key: value for key, value in stopped.data.items() if key != "due"}
    save(tx, replace(stopped, left=max(left, 0.0), data={**known, "extended": extended, "data": inner}))
