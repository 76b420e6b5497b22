"""When an order was given, and what follows if it comes late: an order in a message that is older than the
newest change of the sheet, or than the open turn, does nothing.

Two clocks may differ by seconds: Discord's, which the ids of messages and presses tell, and ours, which steps
have. No moment of one is ever compared with one of the other:

- the changes of a sheet are kept by Discord's clock, whoever asked for them in whatever way;
- the opening of a turn is ours. A message that arrives as it is written was written when it arrived, by our
  clock; for one that is read later the two are brought together (`apart`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import when
from bot.engine.snapshot import GameSnapshot
from bot.storage import changes, outbox
from bot.storage.database import Tx
from bot.storage.records import ChangeOf

_EPOCH = 1_420_070_400.0
"""Discord's ids count from here, in seconds since 1970."""
_POSTS = 10
"""So many of our newest posts tell how far the clocks are apart."""


@dataclass(frozen=True, slots=True)
class Said:
    """When somebody asked for something.

    at:   by Discord's clock
    here: the same by ours, of a message; None: a press or a command, which is dealt with at once
    """

    at: float
    here: float | None = None


def told_at(ident: int) -> float:
    """When a message, a press or a command was made, by Discord's clock; ident: its id.

    >>> told_at(175928847299117063)
    1462015105.796
    """
    return _EPOCH + (ident >> 22) / 1000


async def apart(tx: Tx) -> float:
    """By how many seconds our clock is ahead of Discord's, at most: a post has its id before its answer is
    here, so the quickest of the newest ones tells it best. Without any, infinitely: then nothing is late."""
    found = await outbox.newest_sent(tx, _POSTS)
    gaps = [sent_at - told_at(message_id) for message_id, sent_at in found]
    return min(gaps, default=inf)


async def changes_sheet(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """The seat's sheet is changed by what was said. Raises Refused if that comes late."""
    await _changes(tx, snapshot, seat, snapshot.sheet(seat), "sheet", said or Said(now), now)


async def changes_plan(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """As `changes_sheet`, of what the seat gives ahead."""
    await _changes(tx, snapshot, seat, seat, "ahead", said or Said(now), now)


async def must_be_timely(tx: Tx, snapshot: GameSnapshot, seat: Seat, said: Said | None, now: float) -> None:
    """Refuse what was said before the sheet's newest change, or before the turn opened."""
    if said is not None:
        await _judge(tx, snapshot, seat, snapshot.sheet(seat), "sheet", said, now)


async def _changes(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, whose: str, what: ChangeOf, said: Said, now: float
) -> None:
    await _judge(tx, snapshot, seat, whose, what, said, now)
    await changes.note(tx, snapshot.table.id, whose, what, said.at)


async def _judge(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, whose: str, what: ChangeOf, said: Said, now: float
) -> None:
    if said.here is None:
        return
    late = f"Your message from {when(said.at, 't')} came in late: "
    # Whoever goes on with a turn has opened it anew by orders of their own, which count below.
    goes_on = snapshot.phase.goes_on and seat in snapshot.phase.owing
    # A turn that opened in the future: our clock was set back since, and says nothing of it.
    if said.here < snapshot.called.at <= now and not goes_on:
        raise Refused(f"{late}{snapshot.phase_word} has opened since, so I did nothing with it.")
    known = await changes.newest(tx, snapshot.table.id, whose, what)
    if known is not None and said.at < known:
        changed = "your orders were" if what == "sheet" else "what you give ahead was"
        raise Refused(f"{late}{changed} changed after it, so I left everything as it is.")
