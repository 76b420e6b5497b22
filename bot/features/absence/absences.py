"""/away: absences that players announce, for all their games; deadlines wait for them (see vacation.py)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.common.clock import DAY, span_words
from bot.common.errors import Refused
from bot.common.message import plain_name, when
from bot.engine import posts, timing
from bot.engine.context import Context
from bot.engine.time_words import UTC, read_when, read_zone
from bot.features.absence import text, vacation
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

        def change(tx: Tx) -> tuple[str, Away, bool, list[str]]:
            zone = self._zone(tx, user_id, asked.zone)
            absence, clipped = _read(user_id, asked, zone, now)
            if len(people.absences(tx, [user_id], now)) >= MOST:
                raise Refused(text.TOO_MANY(most=MOST))
            append(tx, absence)
            games = [seated.table.id for seated in tables.of_user(tx, user_id, PLAYING)]
            return zone, absence, clipped, games

        zone, absence, clipped, games = await self.context.db.write(change)
        told = [text.ABSENCE(**_when(absence))]
        if clipped:
            told.append(text.COUNTS_LATER)
        for table_id in games:
            told.append(await self._spread(table_id, user_id, absence))
        if not games:
            told.append(text.NO_GAMES)
        told.append(text.DAYS_OF(zone=zone))
        return "\n".join(line for line in told if line)

    async def _spread(self, table_id: str, user_id: int, absence: Away) -> str:
        """Tell a game of it, and move its deadline if it is covered; return a line for the player."""

        def change(tx: Tx) -> str:
            now = self.context.clock.now()
            snapshot = self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            if seat is None or snapshot.over:
                return ""
            days, league = vacation.left(tx, snapshot, seat), vacation.league_of(tx, snapshot)
            if not days:
                spent = {"code": table_id}
                return text.GAME_SPENT_LEAGUE(**spent, league=league) if league else text.GAME_SPENT(**spent)
            told = text.ANNOUNCED(who=snapshot.names()[seat], **_when(absence))
            key = f"away/{user_id}/{absence.announced_at:.3f}"
            posts.say(tx, snapshot.table, key, told, now)
            posts.log(tx, snapshot.table, "away", told, now)
            timing.wait_for_absences(tx, snapshot, now)
            given = {"code": table_id, "span": span_words(days)}
            return text.GAME_WAITS_LEAGUE(**given, league=league) if league else text.GAME_WAITS(**given)

        return await self.context.write_game(table_id, change)

    async def back(self, user_id: int) -> str:
        """Take all absences back that are not over; deadlines that wait come as if a turn began now."""
        now = self.context.clock.now()

        def change(tx: Tx) -> tuple[list[Away], list[str]]:
            kept = people.absences(tx, [user_id], now)
            if not people.cancel_absences(tx, user_id, now):
                raise Refused(text.NOTHING_TO_CANCEL)
            games = [seated.table.id for seated in tables.of_user(tx, user_id, PLAYING)]
            return kept, games

        kept, games = await self.context.db.write(change)
        for table_id in games:
            await self._return(table_id, user_id)
        begun = any(absence.from_at <= now for absence in kept)
        return text.WELCOME_BACK if begun else text.TAKEN_BACK

    async def _return(self, table_id: str, user_id: int) -> None:
        """Bring a deadline that waits for this player alone nearer, and give back the days not needed."""

        def change(tx: Tx) -> None:
            now = self.context.clock.now()
            snapshot = self.context.snapshot(tx, table_id)
            seat = snapshot.seat_of(user_id)
            if seat is None or snapshot.over:
                return
            told = text.IS_BACK(who=snapshot.names()[seat])
            fresh, kept = timing.due(snapshot, now), timing.time_left(tx, snapshot, now)
            paid = vacation.waiting(tx, snapshot, kept.known)
            if fresh is not None and kept.due_at is not None and list(paid) == [user_id]:
                spared = min(kept.due_at - fresh, paid[user_id])
                if spared > 0:
                    vacation.give_back(tx, snapshot, user_id, spared)
                    due = timing.put_off(tx, snapshot, kept.due_at - spared, now)
                    due_now = timing.told(snapshot, due, now)
                    told = text.IS_BACK_DUE(who=snapshot.names()[seat], due=due_now)
            posts.say(tx, snapshot.table, f"back/{user_id}/{now:.3f}", told, now)
            posts.log(tx, snapshot.table, "away", told, now)

        await self.context.write_game(table_id, change)

    async def shown(self, user_id: int, zone: str = "") -> str:
        """Show what the user has announced, and the vacation left in each game. zone: as in `Asked`"""
        now = self.context.clock.now()

        def look(tx: Tx) -> str:
            kept = people.absences(tx, [user_id], now)
            known = self._zone(tx, user_id, zone)
            lines = [text.ABSENCE(**_when(absence)) for absence in kept] or [text.NO_ABSENCE]
            for seated in tables.of_user(tx, user_id, PLAYING):
                snapshot = self.context.snapshot(tx, seated.table.id)
                days = vacation.left(tx, snapshot, str(seated.seat))
                given = {"code": seated.table.id, "game": plain_name(seated.table.name)}
                league = vacation.league_of(tx, snapshot)
                if days and league:
                    lines.append(text.LEFT_LEAGUE(**given, span=span_words(days), league=league))
                elif days:
                    lines.append(text.LEFT(**given, span=span_words(days)))
                else:
                    none = (
                        text.LEFT_NONE_LEAGUE(**given, league=league) if league else text.LEFT_NONE(**given)
                    )
                    lines.append(none)
            lines.append(text.DAYS_CHANGE(zone=known))
            return "\n".join(lines)

        return await self.context.db.write(look)

    def _zone(self, tx: Tx, user_id: int, said: str) -> str:
        """The user's time zone; one that is said is remembered."""
        if not said.strip():
            return str(people.get(tx, user_id).settings.get("zone") or UTC)
        zone = read_zone(said)
        people.update_settings(tx, user_id, {"zone": zone})
        return zone


def _read(user_id: int, asked: Asked, zone: str, now: float) -> tuple[Away, bool]:
    """The absence that is meant, and whether it begins later than was said. Raises Refused."""
    earliest = now + AHEAD
    first = read_when(asked.first, zone, now) if asked.first.strip() else earliest
    if not asked.last.strip():
        raise Refused(text.UNTIL_WHEN)
    last = read_when(asked.last, zone, now, end=True)
    if last <= earliest:
        raise Refused(text.TOO_SOON(last=when(last, "f"), earliest=when(earliest, "f")))
    if last <= first:
        raise Refused(text.ENDS_FIRST(last=when(last, "f"), first=when(first, "f")))
    if last - max(first, now) > LONGEST:
        raise Refused(text.TOO_LONG)
    begin = max(first, earliest)
    clipped = bool(asked.first.strip()) and begin - first >= 60
    return Away(user_id=user_id, from_at=begin, to_at=last, announced_at=now), clipped


def _when(absence: Away) -> dict[str, str]:
    return {"first": when(absence.from_at, "f"), "last": when(absence.to_at, "f")}
