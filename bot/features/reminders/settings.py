"""/reminders: what somebody has chosen, shown and changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine.context import Context
from bot.engine.reminder_times import Wishes, read_leads
from bot.engine.time_words import UTC, QuietHours, local, read_zone
from bot.features.reminders.reminders import look_anew
from bot.outbox import deliverability
from bot.storage import people, tables
from bot.storage.records import PLAYING

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
        async with self.context.db.begin() as tx:
            person = await people.get(tx, user_id)
            settings = dict(person.settings)
            if asked.changes:
                changes = _read(asked, settings) | {"leads_at": now}
                settings = dict(await people.update_settings(tx, user_id, changes))
                for seated in await tables.of_user(tx, user_id, PLAYING):
                    await look_anew(tx, seated.table.id, now)
            tried = await deliverability.try_anew(tx, user_id, now)
        return Message("\n".join(_told(Wishes.of(settings), person.reachable, tried, now)))


def _read(asked: Asked, settings: dict[str, Any]) -> dict[str, Any]:
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
        hours = QuietHours.read(asked.quiet)
        if not found.get("zone") and not settings.get("zone"):
            raise Refused(f"{hours} in which time zone? Name it too, with `zone`: such as `Europe/Rome`.")
        found["quiet"] = str(hours)
    return found


def _told(wishes: Wishes, reachable: bool | None, tried: bool, now: float) -> list[str]:
    if wishes.on:
        lines = [f"**Reminders are on:** {wishes.lead_words}, if your orders are not sent by then."]
    else:
        lines = ["**Reminders are off.** Your order desk still comes when a turn opens."]
    if wishes.quiet is not None:
        zone = wishes.zone or UTC
        clock = f"{local(now, zone):%H:%M}"
        lines.append(
            f"**Quiet hours:** {wishes.quiet}, {zone} (where it is {clock} now). What comes then makes no "
            "sound; reminders come after them, or before them if it would be too late."
        )
    else:
        lines.append("**Quiet hours:** none.")
    if not tried:
        lines.append("**Direct messages:** I can write to you.")
    elif reachable is False:
        lines.append(
            f"**Direct messages:** I could not write to you. I try it again now. {deliverability.REMEDY}"
        )
    else:
        lines.append("**Direct messages:** I write to you now, to see whether I can.")
    return [
        *lines,
        "-# Change it with `on`, `before` (such as `12h 1h`), `quiet` (`22:00-08:00`) and `zone`.",
    ]
