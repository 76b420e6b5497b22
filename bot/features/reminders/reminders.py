"""Reminders of deadlines: to those who owe orders and have not sent them, each once, in words that are made
up when it leaves; and /reminders, what somebody has chosen.

A table's row of kind 'remind' is the next moment to look at it: `began_at` is when its deadline was set or
moved, "looked" in its data until when it was looked at. What came due in between is sent, of several the
newest. Whoever cannot be written to is mentioned in the table's channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from adjudicator.game import Seat
from bot.common.clock import DAY, BackgroundJob, Timer, span_words
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id, when
from bot.common.payloads import HooksByKind, Payload, PostHooks, kind, load, optional, queue
from bot.engine.context import Context
from bot.engine.desk import example
from bot.engine.presence import out_next
from bot.engine.snapshot import GameSnapshot
from bot.engine.text import ALLOW_MESSAGES, MY_ORDERS
from bot.engine.time_words import UTC, Moment, QuietHours, Wishes, local, read_leads, read_zone
from bot.features.reminders import text
from bot.outbox import deliverability
from bot.storage import deadlines, outbox, people, tables
from bot.storage.database import Tx
from bot.storage.records import PLAYING, Deadline, Desk, Person, Post, Table
from bot.storage.rows import first

IDLE = DAY
"""Seconds after the deadline to the next look where nothing is left to remind of; before that the turn is
over, and its row gone with it."""


@kind("remind")
@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(Payload):
    """A reminder, in words that are made up when it leaves."""

    seat: Seat
    user: int
    mark: str
    """The turn it is about; see `GameSnapshot.mark`."""
    due: float
    """The deadline that it is about."""
    lead: float
    """Seconds before the deadline."""
    instead: bool | None = optional()
    """True: in the channel, because the direct message could not be delivered."""

    @property
    def told(self) -> str:
        return text.A_REMINDER


class Reminders(BackgroundJob):
    """Looks whom to remind."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._timer = Timer(self.begin)

    async def begin(self) -> None:
        """Tables whose deadline has no row beside it (those of older versions) get one."""
        now = self.context.clock.now()

        def change(tx: Tx) -> None:
            for row in deadlines.without(tx, "turn", "remind"):
                look = replace(row, kind="remind", due_at=now, began_at=now, extended=0, data={})
                deadlines.put(tx, look)

        await self.context.db.write(change)

    async def look(self, row: Deadline) -> None:
        """Remind whoever is to be reminded of this table now, and find the next moment."""

        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            kept = deadlines.get(tx, row.table_id, "remind")
            turn = deadlines.get(tx, row.table_id)
            if kept is None or kept.due_at > now:
                return
            snapshot = self.context.snapshot(tx, row.table_id)
            if turn is None or turn.due_at <= now:  # paused, over, or about to be dealt with
                deadlines.drop(tx, row.table_id, "remind")
                return
            began = kept.began_at if kept.began_at is not None else kept.due_at
            looked = float(kept.data.get("looked", began))
            later = [turn.due_at + IDLE]
            missing = self.context.missing(tx, snapshot)
            for seat in sorted(snapshot.phase.owing):
                person = people.get(tx, snapshot.player(seat).user_id)
                wishes = Wishes.of(person.settings)
                moments = wishes.moments(began, turn.due_at)
                later += [moment.at for moment in moments if moment.at > now]
                passed = [one for one in moments if max(looked, wishes.since) < one.at <= now]
                if passed and (seat in missing or _unseen(snapshot, person)):
                    _remind(tx, snapshot, seat, person, turn, passed[-1], now)
            deadlines.move(tx, kept, min(later), began_at=began, data={"looked": now})

        await self.context.take_game(row.table_id, change)


def look_anew(tx: Tx, table_id: str, now: float) -> None:
    """Somebody at this table wishes to be reminded at other moments."""
    kept = deadlines.get(tx, table_id, "remind")
    if kept is not None:
        began = kept.began_at if kept.began_at is not None else kept.due_at
        deadlines.move(tx, kept, now, began_at=began)


def _unseen(snapshot: GameSnapshot, person: Person) -> bool:
    """Whether a reminder is to come in the channel whether or not the orders are there, as if nobody knew."""
    return snapshot.hides_ready and person.reachable is False


def _remind(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, person: Person, turn: Deadline, moment: Moment, now: float
) -> None:
    reminder = Reminder(seat=seat, user=person.user_id, mark=snapshot.mark, due=turn.due_at, lead=moment.lead)
    unseen = _unseen(snapshot, person)
    queue(
        tx,
        f"{_keys(snapshot, seat, turn)}{moment.lead:.0f}/{person.user_id}",
        reminder,
        now,
        channel_id=snapshot.table.channel_id if unseen else None,
        user_id=None if unseen else person.user_id,
        table_id=snapshot.table.id,
    )


def _keys(snapshot: GameSnapshot, seat: Seat, turn: Deadline) -> str:
    """How the keys of all reminders begin that a seat gets of this deadline."""
    return f"{snapshot.table.id}/remind/{snapshot.mark}/{turn.due_at:.0f}/{seat}/"


def _in_channel_instead(tx: Tx, post: Post, reminder: Reminder, table: Table, now: float) -> None:
    """Queue in the channel what could not be written to its user; see `message` for where it is not sent."""
    if post.user_id is None:
        return
    instead, key = replace(reminder, instead=True), f"{post.key}/channel"
    queue(tx, key, instead, now, channel_id=table.channel_id, table_id=table.id)


def post_hooks(context: Context) -> HooksByKind:
    """Return how reminders leave."""
    return {
        Reminder: PostHooks(message=partial(message, context), instead=_in_channel_instead),
    }


async def message(context: Context, post: Post, reminder: Reminder) -> Message:
    """Compose a reminder as it is true now. Raises Refused if it is not any more, and must not go out."""

    def look(tx: Tx) -> Message:
        snapshot = context.snapshot(tx, post.table_id or "")
        turn = deadlines.get(tx, snapshot.table.id)
        secret, instead = snapshot.hides_ready, bool(reminder.instead)
        unseen = secret and post.user_id is None and not instead
        owing = snapshot.phase.owing if unseen else context.missing(tx, snapshot)
        if turn is None or turn.due_at != reminder.due or turn.due_at <= context.clock.now():
            raise Refused("the deadline has moved, or passed, or no time runs")
        if snapshot.mark != reminder.mark and not snapshot.phase.goes_on:
            raise Refused("the turn is over")
        seat = snapshot.seat_of(reminder.user)
        if seat != reminder.seat or seat not in owing:
            raise Refused("no order is missing from this player")
        newest = outbox.newest_of(tx, _keys(snapshot, seat, turn))
        said = load(newest.payload) if newest is not None else None
        if isinstance(said, Reminder) and said.lead < reminder.lead:  # this one was held up
            raise Refused("a later one says the same")
        if secret and instead:
            raise Refused("nobody is to see who has sent nothing")
        if post.user_id is None:
            return _in_channel(snapshot, seat, reminder.user, turn, unseen, context.clock.now())
        given, ready = context.draft(tx, snapshot, seat)
        place, left = _place(tx, snapshot, reminder.user), context.inherited(tx, snapshot, seat)
        return _direct(snapshot, seat, turn, place, given, ready, left, context.clock.now())

    return await context.db.read(look)


def _place(tx: Tx, snapshot: GameSnapshot, user: int) -> str:
    """Where somebody gives orders."""
    desk = first(tx, Desk, table_id=snapshot.table.id, user_id=user)
    if desk is None or desk.turn != snapshot.stamp:
        return text.MY_ORDERS_IN(channel=snapshot.table.channel_id)
    return text.YOUR_DESK(channel=desk.channel_id, message=desk.message_id)


def _direct(
    snapshot: GameSnapshot,
    seat: Seat,
    turn: Deadline,
    place: str,
    draft: Sequence[Any],
    ready: bool,
    left: bool,
    now: float,
) -> Message:
    """left: the player before has left the draft, and nobody has said to keep it"""
    many, said = snapshot.presenter.many, example(snapshot, seat)
    if left:
        state = text.LEFT(place=place)
    elif draft and not ready:
        state = (text.NOT_READY if many else text.NOT_SENT)(place=place)
    else:
        written = f"{snapshot.table.id} {said}".strip()
        state = (text.MISSING_MANY if many else text.MISSING)(place=place, example=written)
    then = [] if draft and not left else _then(snapshot, seat, turn)
    told = " ".join([*_late(turn), state, *then])
    return Message("\n".join([_due(snapshot, turn, now), told, text.SETTINGS_HINT]))


def _in_channel(
    snapshot: GameSnapshot, seat: Seat, user: int, turn: Deadline, unseen: bool, now: float
) -> Message:
    called = text.CALLED_UNSEEN if unseen else text.CALLED
    told = called(user=user, seat=snapshot.presenter.seat_name(seat), due=_due(snapshot, turn, now))
    button = Button(custom_id("desk", snapshot.table.id, None, snapshot.stamp), MY_ORDERS, "primary")
    return Message(told, rows=(buttons(button),), mentions=(user,))


def _due(snapshot: GameSnapshot, turn: Deadline, now: float) -> str:
    """What is due, in which game, and when."""
    if snapshot.adjusting:
        said = text.DUE_CHOICES
    elif snapshot.presenter.many:
        said = text.DUE_MANY
    else:
        said = text.DUE_REST if snapshot.phase.goes_on else text.DUE
    return said(
        game=snapshot.game.name,
        code=snapshot.table.id,
        left=span_words(max(turn.due_at - now, 60.0)),
        due=when(turn.due_at, "f"),
    )


def _late(turn: Deadline) -> list[str]:
    if turn.extended:
        return [text.EXTENSION]
    return [text.GRACE] if turn.data.get("grace") else []


def _then(snapshot: GameSnapshot, seat: Seat, turn: Deadline) -> list[str]:
    """What follows for a seat that gives nothing now, if that is its end."""
    if not out_next(snapshot, turn, seat):
        return []
    offered = snapshot.player(seat).offered_at is not None
    return [text.OUT_NEXT_OFFERED if offered else text.OUT_NEXT]


_NO_HOURS = ("none", "off", "no", "never", "-")


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wrote; None and "": not said."""

    on: bool | None = None
    before: str = ""
    quiet: str = ""
    zone: str = ""

    @property
    def changes(self) -> bool:
        return self.on is not None or bool(self.before.strip() or self.quiet.strip() or self.zone.strip())


class ReminderSettings:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def ask(self, user_id: int, asked: Asked) -> Message:
        """Change what is said, and show what holds. Whoever could not be written to is written to anew."""
        now = self.context.clock.now()

        def change(tx: Tx) -> tuple[Person, dict[str, Any], bool]:
            person = people.get(tx, user_id)
            settings = dict(person.settings)
            if asked.changes:
                changes = _read(asked) | {"leads_at": now}
                settings = dict(people.update_settings(tx, user_id, changes))
                for seated in tables.of_user(tx, user_id, PLAYING):
                    look_anew(tx, seated.table.id, now)
            tried = deliverability.try_anew(tx, user_id, now)
            return person, settings, tried

        person, settings, tried = await self.context.db.write(change)
        return Message("\n".join(_told(Wishes.of(settings), person.reachable, tried, now)))


def _read(asked: Asked) -> dict[str, Any]:
    """What is to be stored. Raises Refused."""
    found: dict[str, Any] = {}
    if asked.on is not None:
        found["reminders"] = None if asked.on else False
    if asked.before.strip():
        found["leads"] = list(read_leads(asked.before)) or None
    if asked.zone.strip():
        found["zone"] = read_zone(asked.zone)
    if asked.quiet.strip().lower() in _NO_HOURS:
        found["quiet"] = None
    elif asked.quiet.strip():
        found["quiet"] = str(QuietHours.read(asked.quiet))
    return found


def _told(wishes: Wishes, reachable: bool | None, tried: bool, now: float) -> list[str]:
    lines = [text.ARE_ON(leads=wishes.lead_words)] if wishes.on else [text.ARE_OFF]
    if wishes.quiet is not None:
        clock = f"{local(now, wishes.zone or UTC):%H:%M}"
        if wishes.zone:
            lines.append(text.QUIET_HOURS(hours=wishes.quiet, zone=wishes.zone, clock=clock))
        else:
            lines.append(text.QUIET_HOURS_UTC(hours=wishes.quiet, clock=clock))
    else:
        lines.append(text.NO_QUIET_HOURS)
        lines += [text.ZONE_OF_YOURS(zone=wishes.zone)] if wishes.zone else []
    if not tried:
        lines.append(text.CAN_WRITE)
    elif reachable is False:
        lines.append(text.COULD_NOT_WRITE(remedy=ALLOW_MESSAGES))
    else:
        lines.append(text.TRYING)
    return [*lines, text.HOW_TO]
