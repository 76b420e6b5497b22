"""The check of a finished game in front of everyone: every result recomputed, every step replayed."""

from __future__ import annotations

import asyncio

from adjudicator.chance import in_words
from adjudicator.receipt import outcome, receipt
from adjudicator.registry import for_record
from adjudicator.replay import Drawn, Report, verify
from bot.common.errors import Refused
from bot.common.message import File, Message, clip
from bot.engine import post_words, receipts
from bot.engine.context import Context
from bot.engine.receipts import published
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.features.integrity import text
from bot.storage.database import Tx

MOST_WORDS = 1900
"""Characters of the message; all results are in the receipt, as many as fit are in the message."""
MOST_FAULTS = 8
MOST_SEEDS = 3
"""The most seeds listed that followed from another because a turn was taken back; the newest ones."""
MOST_NOTES = 3
"""The most lines about what cannot be checked."""


class Verification:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def may(self, table_id: str) -> None:
        """Refuse a game that cannot be verified yet."""

        def look(tx: Tx) -> None:
            _must_be_over(tx, self.context.snapshot(tx, table_id))

        await self.context.db.read(look)

    async def verified(self, table_id: str) -> Message:
        """Every result recomputed now, with the record and a receipt to check outside. Whoever asks: see
        `may`."""

        def look(tx: Tx) -> tuple[GameSnapshot, exporting.Record]:
            snapshot = self.context.snapshot(tx, table_id)
            _must_be_over(tx, snapshot)
            record = exporting.whole(tx, snapshot)
            return snapshot, record

        snapshot, record = await self.context.db.read(look)
        rules = for_record(self.context.rules, record)
        report = await asyncio.to_thread(verify, rules, record)  # a long game takes a while
        lines = _true(snapshot, report) if report.ok else _false(snapshot, report)
        code = snapshot.table.id
        files = (
            File(f"{code}-record.json", exporting.written(record)),
            File(f"{code}-receipt.txt", receipt(report).encode()),
        )
        return Message("\n".join(lines), files=files)


def _must_be_over(tx: Tx, snapshot: GameSnapshot) -> None:
    if snapshot.table.status != "over":
        hashes = [f"`{each['commitment']}`" for each in receipts.promised_seeds(tx, snapshot.table)]
        told = text.NOT_OVER if len(hashes) == 1 else text.NOT_OVER_SEEDS
        raise Refused(told(code=snapshot.table.id, digests=", ".join(hashes)))


def _true(snapshot: GameSnapshot, report: Report) -> list[str]:
    word = text.TRUE_PARTLY if report.notes else text.TRUE
    word = word if published(snapshot.table) else text.TRUE_OF_RECORD
    head = [
        post_words.headline(snapshot, word),
        *_seeds(snapshot, report),
        text.REPLAYED(n=report.turns),
        *([text.TAKEN_BACK(n=report.undone)] if report.undone else []),
        *([text.LOCKED(n=report.seals)] if report.seals else []),
    ]
    foot = text.CHECK_YOURSELF(code=snapshot.table.id)
    if not report.drawn and report.results:
        return [*head, foot]
    if not report.drawn:
        return [*head, text.NO_CHANCE, foot]
    told = [_told(snapshot, one) for one in report.drawn]
    head.append(text.RESULTS(n=len(told)))
    return [*head, *_fitting(told, MOST_WORDS - len("\n".join([*head, foot]))), foot]


def _seeds(snapshot: GameSnapshot, report: Report) -> list[str]:
    """The newest seed that follows from no other, and what follows from it; the others are in the receipt.
    What is not checked, too."""
    [*_, source] = (one for one in report.sources if not one.follows)
    told, later = [], [one for one in report.sources if one.follows and one.step > source.step]
    if source.seed is not None:
        here, step = published(snapshot.table), source.step
        if step:
            told.append((text.SEED_FITS_HERE if here else text.SEED_OF_RECORD_FROM)(step=step))
        else:
            told.append(text.SEED_FITS if here else text.SEED_OF_RECORD)
        told.append(text.SEED_SHOWN(seed=source.seed.hex(), digest=source.commitment))
        told += [
            text.SEED_NEXT(step=one.step, seed=one.seed.hex(), digest=one.commitment)
            for one in later[-MOST_SEEDS:]
            if one.seed is not None
        ]
        if len(later) > MOST_SEEDS:
            told.append(text.MORE_SEEDS(n=len(later) - MOST_SEEDS))
        if not here:
            told.append(text.NAMES_OF_RECORD)
    notes = [text.NOT_CHECKED(note=note) for note in report.notes[:MOST_NOTES]]
    if len(report.notes) > MOST_NOTES:
        notes.append(text.MORE_NOT_CHECKED(n=len(report.notes) - MOST_NOTES))
    return [*told, *notes]


def _false(snapshot: GameSnapshot, report: Report) -> list[str]:
    """Return the words for a game that does not verify."""
    faults = [text.FAULT_LINE(fault=clip(fault, 200)) for fault in report.faults[:MOST_FAULTS]]
    if len(report.faults) > MOST_FAULTS:
        faults.append(text.MORE_IN_FILE(n=len(report.faults) - MOST_FAULTS))
    return [post_words.headline(snapshot, text.FALSE), *faults]


def _told(snapshot: GameSnapshot, one: Drawn) -> str:
    """One result in words: "turn 3 · South · flip #5: heads ✓"."""
    said = {
        "turn": one.when,
        "kind": in_words(one.proof.event)[0],
        "n": one.proof.n,
        "result": outcome(one),
        "mark": "✓" if one.proof.ok else "✗",
    }
    if one.seat is None:
        return text.RESULT(**said)
    return text.RESULT_OF(**said, side=snapshot.seat_names().get(one.seat, one.seat))


def _fitting(told: list[str], room: int) -> list[str]:
    """Return as many lines as fit into so many characters, and how many more there are.

    >>> _fitting(["one", "two"], 10), _fitting(["a result in many words"] * 3, 60)
    (['one', 'two'], ['a result in many words', '… and 2 more, all in the file'])
    """
    if len("\n".join(told)) + 1 <= room:
        return told
    found = list(told)
    while found:
        found.pop()
        shown = [*found, text.MORE_IN_FILE(n=len(told) - len(found))]
        if len("\n".join(shown)) + 1 <= room:
            return shown
    return [text.ALL_IN_FILE(n=len(told))]
