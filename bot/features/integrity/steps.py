"""A game replayed from its steps: the same orders with the same chance give the same events and states, byte
for byte, also where a turn was taken back or another seed took its place."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from adjudicator.chance import commitment
from adjudicator.codec import canonical
from adjudicator.registry import for_record
from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.engine.context import Context
from bot.features.history import exporting
from bot.features.integrity.findings import Findings
from bot.storage import seeds, steps
from bot.storage.database import Tx
from bot.storage.records import ACTIVE, Step, Table

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
