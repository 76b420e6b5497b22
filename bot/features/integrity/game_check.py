"""The rows of one table against each other: its status, who sits there, its clock, and what it asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.chance import commitment
from adjudicator.codec import canonical
from adjudicator.game import AnyGame
from adjudicator.registry import for_record
from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.engine import timing
from bot.engine.context import Context
from bot.engine.origin import imported
from bot.engine.schedule import read_spec
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.features.leagues import store as league_store
from bot.storage import deadlines, pauses, players, seeds, sittings, steps
from bot.storage.database import Tx
from bot.storage.records import ACTIVE, Step, Table


@dataclass
class Findings:
    """faults: one line each; notes: what could not be looked at, and is no fault"""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    games: int = 0
    steps: int = 0
    leagues: int = 0
    ratings: int = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    def broken(self, where: str, what: str, error: Exception) -> None:
        """Something that cannot even be read. The error's words may hold orders, so its kind is all that is
        told."""
        self.fault(where, f"{what} ({type(error).__name__})")

    def lines(self) -> list[str]:
        """What there is to read, one line each: the notes, then the faults."""
        return [*(f"note: {note}" for note in self.notes), *self.faults]


_HARMLESS = "the seed does not f(?:it|ollow)|a commitment is|the state after it"
"""What is said of a step and tells nothing of it."""
MOST = 2**31 - 1
"""More than a game has steps."""


async def look_at_steps(context: Context, tx: Tx, table: Table, found: Findings) -> bool:
    """Replay the game; False if it cannot be read, so that nothing else can be said of it."""
    where = f"game {table.id}"
    try:
        context.game_of(table)
    except Refused:
        told = f"version {table.rules_version} of the rules of {table.game} is not here"
        if table.status in ACTIVE:
            found.fault(where, f"{told}: it cannot go on")
        else:
            found.notes.append(f"{where}: {told}: it is not replayed")
        return False
    try:
        kept = await steps.between(tx, table.id, 0, MOST)
        told_seqs = [step.seq for step in kept]
        if told_seqs != list(range(1, table.seq + 1)):
            found.fault(where, f"its steps should be 1 to {table.seq}; there are {_numbers(told_seqs)}")
            return False
        if not kept:  # a lobby, or one that was closed
            await _look_at_seed(tx, table, found)
            return True
        found.faults += [f"{where}: {fault}" for fault in written_otherwise(kept)]
        undone = sum(step.kind == "undo" for step in kept)
        if undone != table.undone:
            found.fault(where, f"{undone} turns were taken back, the table says {table.undone}")
        snapshot = await context.snapshot(tx, table.id)
        record = await exporting.whole(tx, snapshot, secrets=True)
        report = verify(for_record(context.rules, record), record)
    except Exception as error:
        found.broken(where, "it cannot be read", error)
        return False
    found.steps += report.turns
    faults = list(report.faults)
    if table.status != "over":
        faults = _without_orders(faults)
    found.faults += [f"{where}: {fault}" for fault in faults]
    found.notes += [f"{where}: {note}" for note in report.notes]
    return True


async def _look_at_seed(tx: Tx, table: Table, found: Findings) -> None:
    """What was published before the start still binds."""
    seed = await seeds.get(tx, table.id)
    if seed is None or commitment(bytes.fromhex(seed)) != table.commitment:
        found.fault(f"game {table.id}", "its seed does not fit the commitment that was published")


def written_otherwise(kept: Sequence[Step]) -> list[str]:
    """States that are not stored as they are written now: the same, but in other bytes.

    >>> step = Step(table_id="k7f3", seq=3, turn=1, kind="resolve", state='{"a":1}', at=0.0)
    >>> from dataclasses import replace
    >>> written_otherwise([step, replace(step, seq=4, state='{"a": 1}')])
    ['step 3: its state is not in canonical form']
    """
    return [
        f"step {step.seq - 1}: its state is not in canonical form"
        for step in kept
        if canonical(json.loads(step.state)) != step.state
    ]


def _without_orders(faults: Sequence[str]) -> list[str]:
    """Of a game that goes on: which steps are wrong, and not what they hold. Whoever hosts the bot may play
    in it.

    >>> _without_orders(["step 3: the events differ: [] is right", "step 3: e7 is yours", "no seed"])
    ['step 3: replayed, it does not come out as it is stored', 'no seed']
    >>> _without_orders(["step 3: the seed does not fit the commitment that was published"])
    ['step 3: the seed does not fit the commitment that was published']
    """
    told = []
    for fault in faults:
        step = re.match(rf"step \d+:(?! (?:{_HARMLESS}))", fault)
        told.append(f"{step[0]} replayed, it does not come out as it is stored" if step else fault)
    return list(dict.fromkeys(told))


def _numbers(seqs: Sequence[int]) -> str:
    """Numbers as people write them.

    >>> _numbers([1, 2, 3, 5, 7, 8]), _numbers([])
    ('1 to 3, 5, 7 to 8', 'none')
    """
    runs: list[list[int]] = []
    for seq in seqs:
        if runs and seq == runs[-1][-1] + 1:
            runs[-1][1:] = [seq]
        else:
            runs.append([seq])
    return ", ".join(" to ".join(map(str, run)) for run in runs) or "none"


async def look_at_rows(context: Context, tx: Tx, table: Table, found: Findings) -> None:
    """Compare them; the game's steps have been looked at."""
    where = f"game {table.id}"
    try:
        game = context.game_of(table)
        if canonical_options(game, table) != dict(table.options):
            found.fault(where, "its options are not complete ones of this game")
        look_at_deadline(table.deadline_spec, where, found)
        league = table.origin.get("league")
        if league is not None and await league_store.fixture_at_table(tx, table.id) is None:
            found.fault(where, f"it is a game of league {league}, which does not know it")
        begun = table.seq > 0
        if begun != (table.status in ("playing", "over")):
            found.fault(where, f"it is {table.status!r} with {table.seq} steps")
        elif begun:
            snapshot = await context.snapshot(tx, table.id)
            await _look_at_seats(tx, snapshot, found)
            _look_at_status(snapshot, found)
        if table.status == "playing" and begun:
            await _look_at_clock(context, tx, await context.snapshot(tx, table.id), found)
        else:
            await _look_for_clock(tx, table, found)
    except Exception as error:
        found.broken(where, "its rows cannot be read", error)


def look_at_deadline(spec: str | None, where: str, found: Findings) -> None:
    """How long turns take, as it is stored, is what the bot itself would write."""
    try:
        same = spec is None or str(read_spec(spec)) == spec
    except Refused:
        same = False
    if not same:
        found.fault(where, f"its turns take {spec!r}, which is no deadline as it is written here")


def canonical_options(game: AnyGame, table: Table) -> dict[str, object]:
    """The options as the game completes them."""
    return dict(game.options(table.options))


def _look_at_status(snapshot: GameSnapshot, found: Findings) -> None:
    table, where = snapshot.table, f"game {snapshot.table.id}"
    if snapshot.phase.turn != table.turn:
        found.fault(where, f"turn {snapshot.phase.turn} is open, the table says {table.turn}")
    over = table.status == "over"
    if table.started_at is None:
        found.fault(where, "it has begun, and nothing says when")
    if over != (table.ended_at is not None):
        found.fault(where, f"it is {table.status!r}, and {'nothing says when' if over else 'has an end'}")
    if not over and (snapshot.outcome is not None or table.outcome is not None):
        found.fault(where, "it has a result and still goes on")


async def _look_at_seats(tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """Every seat has one player, who sits there according to the list of sittings too."""
    table, where = snapshot.table, f"game {snapshot.table.id}"
    if imported(table) and table.status == "over":  # nobody here has played it
        return
    seated = await players.of_table(tx, table.id)
    taken = sorted(str(player.seat) for player in seated)
    if taken != sorted(snapshot.seats):
        found.fault(where, f"its seats are {sorted(snapshot.seats)}, its players sit on {taken}")
        return
    sat = await sittings.of_table(tx, table.id)
    for player in seated:
        mine = [sitting for sitting in sat if sitting.seat == player.seat]
        now = [sitting.user_id for sitting in mine if sitting.until_at is None]
        if now != [player.user_id]:
            found.fault(where, f"seat {player.seat}: the list of who sat there does not end with its player")


async def _look_at_clock(context: Context, tx: Tx, snapshot: GameSnapshot, found: Findings) -> None:
    """A turn with a time limit has a deadline, a paused one has none: so no game stands still unseen."""
    where = f"game {snapshot.table.id}"
    row = await deadlines.get(tx, snapshot.table.id)
    early = await deadlines.get(tx, snapshot.table.id, "early")
    if snapshot.pause is not None:
        if row is not None or early is not None:
            found.fault(where, "it is paused, and its clock runs")
        return
    if row is not None and row.turn != snapshot.phase.turn:
        found.fault(where, f"turn {snapshot.phase.turn} is open, its deadline is one of turn {row.turn}")
    limited = timing.due(snapshot, context.clock.now()) is not None
    if row is None and limited and snapshot.outcome is None:
        found.fault(where, "its turns have a time limit, and the open one has no deadline")


async def _look_for_clock(tx: Tx, table: Table, found: Findings) -> None:
    """Where nothing is played nothing is due."""
    where = f"game {table.id}"
    for kind in deadlines.KINDS:
        if await deadlines.get(tx, table.id, kind) is not None:
            found.fault(where, f"it is not in play, and has a deadline ({kind})")
    if await pauses.get(tx, table.id) is not None:
        found.fault(where, "it is not in play, and is paused")
