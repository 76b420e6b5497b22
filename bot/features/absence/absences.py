"""/away: absences that players announce, for all their games; deadlines wait for them (see vacation.py)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.common.clock import DAY, span_words
from bot.common.errors import Refused
from bot.common.message import plain_name, when
from bot.engine import posts, timing
from bot.engine.context import Context
from bot.engine.time_words import UTC, read_when, read_zone
from bot.features.absence import vacation
from bot.storage import people, tables
from bot.storage.database import Tx
from bot.storage.records import PLAYING, Away
from bot.storage.rows import append

AHEAD = DAY
"""So many seconds before it begins an absence is announced."""
LONGEST = 60 * DAY
MOST = 5
"""So many absences may stand at a time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wrote: the first and the last day, "" not said; a time zone, "" the one known."""

    first: str = ""
    last: str = ""
    zone: str = ""


class Absences:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def announce(self, user_id: int, asked: Asked) -> str:
        """Announce an absence in all games; return the answer to the player. Raises Refused."""
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            zone = await self._zone(tx, user_id, asked.zone)
            absence, clipped = _read(user_id, asked, zone, now)
            if len(await people.absences(tx, [user_id], now)) >= MOST:
                raise Refused(f"{MOST} absences are announced already. `/back` takes them back.")
            await append(tx, absence)
            games = [seated.table.id for seated in await tables.of_user(tx, user_id, PLAYING)]
        told = [f"You are away {_words(absence)}."]
        if clipped:
            told.append("It counts from then on: an absence is announced 24 hours ahead.")
        for table_id in games:
            told.append(await self._spread(table_id, user_id, absence))
        if not games:
            told.append("You play in no game now; games that you join wait for you too.")
        told.append(f"-# Days are those of {zone}. `/back` when you are back early.")
        return "\n".join(line for line in told if line)

    async def _spread(self, table_id: str, user_id: int, absence: Away) -> str:
        """Tell a game of it, and move its deadline if it is covered; return a line for the player."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            now = self.context.clock.now()
            snapshot = await self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            if seat is None or snapshot.over:
                return ""
            days, league = await vacation.left(tx, snapshot, seat), await vacation.league_of(tx, snapshot)
            if not days:
                where = f"in its league `{league}`" if league else "there"
                return f"- `{table_id}` waits for you no more: no vacation is left {where}."
            text = f"{snapshot.names()[seat]} announces an absence {_words(absence)}."
            key = f"away/{user_id}/{absence.announced_at:.3f}"
            await posts.say(tx, snapshot.table, key, text, now)
            await posts.log(tx, snapshot.table, "away", text, now)
            await timing.wait_for_absences(tx, snapshot, now)
            together = f" for all games of league `{league}` together" if league else ""
            return f"- `{table_id}` waits for you, up to {span_words(days)}{together}."

    async def back(self, user_id: int) -> str:
        """Take all absences back that are not over; deadlines that wait come as if a turn began now."""
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            kept = await people.absences(tx, [user_id], now)
            if not await people.cancel_absences(tx, user_id, now):
                raise Refused("You have announced no absence. `/away` does, with `from` and `to`.")
            games = [seated.table.id for seated in await tables.of_user(tx, user_id, PLAYING)]
        for table_id in games:
            await self._return(table_id, user_id)
        begun = any(absence.from_at <= now for absence in kept)
        return "Welcome back! Deadlines wait for you no more." if begun else "Your absence is taken back."

    async def _return(self, table_id: str, user_id: int) -> None:
        """Bring a deadline that waits for this player alone nearer, and give back the days not needed."""
        async with self.context.lock(table_id), self.context.db.begin() as tx:
            now = self.context.clock.now()
            snapshot = await self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            if seat is None or snapshot.over:
                return
            text = f"{snapshot.names()[seat]} is not away any more."
            fresh, kept = timing.due(snapshot, now), await timing.time_left(tx, snapshot, now)
            paid = await vacation.waiting(tx, snapshot, kept.known)
            if fresh is not None and kept.due_at is not None and list(paid) == [user_id]:
                spared = min(kept.due_at - fresh, paid[user_id])
                if spared > 0:
                    await vacation.give_back(tx, snapshot, user_id, spared)
                    due = await timing.put_off(tx, snapshot, kept.due_at - spared, now)
                    text += f" {timing.told(snapshot, due, now)}"
            await posts.say(tx, snapshot.table, f"back/{user_id}/{now:.3f}", text, now)
            await posts.log(tx, snapshot.table, "away", text, now)

    async def shown(self, user_id: int, zone: str = "") -> str:
        """Show what the user has announced, and the vacation left in each game. zone: as in `Asked`"""
        now = self.context.clock.now()
        async with self.context.db.begin() as tx:
            kept = await people.absences(tx, [user_id], now)
            zone = await self._zone(tx, user_id, zone)
            lines = [f"You are away {_words(absence)}." for absence in kept] or [
                "You have announced no absence. Announce one 24 hours ahead, such as "
                "`/away from:fri to:1 dec`: "
                "deadlines wait for you until its end."
            ]
            for seated in await tables.of_user(tx, user_id, PLAYING):
                snapshot = await self.context.snapshot(tx, seated.table.id)
                days = await vacation.left(tx, snapshot, str(seated.seat))
                left = f"{span_words(days)} of vacation left" if days else "no vacation left"
                if league := await vacation.league_of(tx, snapshot):
                    left += f" in league `{league}`, for all its games together"
                lines.append(f"- `{seated.table.id}` {plain_name(seated.table.name)}: {left}")
        lines.append(f"-# Days are those of {zone}: `zone` changes that. `/back` takes absences back.")
        return "\n".join(lines)

    async def _zone(self, tx: Tx, user_id: int, said: str) -> str:
        """The user's time zone; one that is said is remembered."""
        if not said.strip():
            return str((await people.get(tx, user_id)).settings.get("zone") or UTC)
        zone = read_zone(said)
        await people.update_settings(tx, user_id, {"zone": zone})
        return zone


def _read(user_id: int, asked: Asked, zone: str, now: float) -> tuple[Away, bool]:
    """The absence that is meant, and whether it begins later than was said. Raises Refused."""
    earliest = now + AHEAD
    first = read_when(asked.first, zone, now) if asked.first.strip() else earliest
    if not asked.last.strip():
        raise Refused("Until when are you away? Give `to`, such as `2026-12-01`, `fri 18:00` or `in 10d`.")
    last = read_when(asked.last, zone, now, end=True)
    if last <= earliest:
        raise Refused(
            f"An absence is announced 24 hours ahead: the earliest begins {when(earliest, 'f')}, and yours "
            f"would be over {when(last, 'f')}. If a deadline is near, ask the others for time with `/vote`."
        )
    if last <= first:
        raise Refused(f"That ends {when(last, 'f')}, before it begins {when(first, 'f')}.")
    if last - max(first, now) > LONGEST:
        raise Refused("An absence lasts 60 days at most. `/substitute ask` looks for somebody for your seat.")
    begin = max(first, earliest)
    clipped = bool(asked.first.strip()) and begin - first >= 60
    return Away(user_id=user_id, from_at=begin, to_at=last, announced_at=now), clipped


def _words(absence: Away) -> str:
    return f"from {when(absence.from_at, 'f')} to {when(absence.to_at, 'f')}"
