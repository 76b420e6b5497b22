"""Absences that players announced: a deadline waits for them, as far as each one's days of vacation go."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.game import Seat, shared_complete
from adjudicator.text import listing
from bot.common.clock import span_words
from bot.common.message import due_words, when
from bot.engine import posts, public_log
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.absence import budgets
from bot.storage import away as absences
from bot.storage import drafts
from bot.storage.database import Tx
from bot.storage.records import Away

_LEAST = 1.0
"""Seconds: for less no deadline moves. What is left of a vacation is a float."""


async def due(tx: Tx, snapshot: GameSnapshot, due: float, now: float) -> float:
    """When a turn is due that would be at `due`: not before the absences end that cover that moment, of those
    whose orders are missing. The days are taken off their vacation, and everybody is told. Where nobody is to
    see who has sent orders it waits for all who owe some: that it moves, or does not, would tell."""
    users = {snapshot.player(seat).user_id: seat for seat in snapshot.phase.owing}
    announced: dict[Seat, list[Away]] = {seat: [] for seat in snapshot.phase.owing}
    for absence in await absences.of_users(tx, list(users), now):
        announced[users[absence.user_id]].append(absence)
    if not any(announced.values()):
        return due
    sheets = await drafts.of_table(tx, snapshot.table.id, snapshot.phase.turn)
    sent = {seat for seat, sheet in sheets.items() if sheet.ready}
    owing = shared_complete(snapshot.game, snapshot.state, sent)
    if owing and snapshot.hides_ready:
        owing = snapshot.phase.owing
    left = {seat: await budgets.left(tx, snapshot, seat) for seat in owing}
    moved, used = move(due, _sheets(snapshot, owing), announced, left)
    if moved - due < _LEAST:
        return due
    # Not in hours or on days in which nothing is due here; what that adds costs nobody anything.
    moved = read_spec(snapshot.table.deadline_spec or "none").after(moved, 0.0)
    paid = {snapshot.player(seat).user_id: seconds for seat, seconds in used.items()}
    await budgets.pay(tx, snapshot, due, moved, paid)
    spent = [seat for seat in sorted(used) if left[seat] - used[seat] < _LEAST]
    await _tell(tx, snapshot, used, spent, moved, now)
    return moved


def move(
    due: float,
    sheets: Collection[Collection[Seat]],
    announced: Mapping[Seat, Collection[Away]],
    left: Mapping[Seat, float],
) -> tuple[float, dict[Seat, float]]:
    """Where a deadline moves, and the seconds that each seat pays for it.

    sheets: the seats that fill in one sheet together: while one of them is there, nobody waits
    left:   the seconds of vacation that each seat has

    >>> gone = Away(user_id=1, from_at=100.0, to_at=200.0, announced_at=0.0)
    >>> move(150.0, [["dark"]], {"dark": [gone]}, {"dark": 1000.0})
    (200.0, {'dark': 50.0})
    >>> move(150.0, [["dark"]], {"dark": [gone]}, {"dark": 20.0})
    (170.0, {'dark': 20.0})
    >>> move(150.0, [["dark", "air"]], {"dark": [gone], "air": []}, {"dark": 1000.0, "air": 1000.0})
    (150.0, {})
    """
    used: dict[Seat, float] = {}
    while True:
        targets: dict[Seat, float] = {}
        for sheet in sheets:
            ends = [_end(due, announced[seat], left[seat] - used.get(seat, 0.0)) for seat in sheet]
            targets |= dict.fromkeys(sheet, min(ends))
        later = max(targets.values(), default=due)
        if later <= due:
            return due, used
        for seat, target in targets.items():
            if target > due:
                used[seat] = used.get(seat, 0.0) + target - due
        due = later


def _end(due: float, announced: Collection[Away], left: float) -> float:
    """How long a deadline waits for one player: `due` itself if it does not."""
    ends = [absence.to_at for absence in announced if absence.from_at <= due < absence.to_at]
    return max(min(max(ends, default=due), due + left), due)


def _sheets(snapshot: GameSnapshot, owing: Collection[Seat]) -> list[list[Seat]]:
    sheets: dict[Seat, list[Seat]] = {}
    for seat in sorted(owing):
        sheets.setdefault(snapshot.sheet(seat), []).append(seat)
    return list(sheets.values())


async def _tell(
    tx: Tx,
    snapshot: GameSnapshot,
    used: Mapping[Seat, float],
    spent: Sequence[Seat],
    moved: float,
    now: float,
) -> None:
    """spent: whose vacation is used up with that"""
    names = snapshot.named(sorted(used))
    until = due_words(moved)
    verb = "is" if len(used) == 1 else "are"
    text = f"{names} {verb} away, as announced: {snapshot.phase_word} is due {until}."
    if spent:
        whose, league = snapshot.named(spent), await budgets.league_of(tx, snapshot)
        where = f"league `{league}`" if league else "this game"
        text += f" After that no deadline of {where} waits for {whose} any more: the vacation is used up."
    await posts.say(tx, snapshot.table, f"away/{snapshot.mark}/{now:.3f}/{round(moved)}", text, now)
    paid = listing([f"{snapshot.names()[seat]} {span_words(used[seat])}" for seat in sorted(used)], "and")
    line = (
        f"{snapshot.phase_word.capitalize()} waits for announced absences until {when(moved, 'f')}: {paid}."
    )
    await public_log.note(tx, snapshot.table, "away", line, now)
