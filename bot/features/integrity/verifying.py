"""The check of a finished game in front of everyone: every result recomputed, every step replayed."""

from __future__ import annotations

import asyncio

from adjudicator.chance import in_words
from adjudicator.receipt import outcome, receipt
from adjudicator.registry import for_record
from adjudicator.replay import Drawn, Report, verify
from adjudicator.text import counted
from bot.common.errors import Refused
from bot.common.message import File, Message, clip
from bot.engine import post_words, receipts
from bot.engine.context import Context
from bot.engine.receipts import published
from bot.engine.snapshot import GameSnapshot
from bot.features.history import exporting
from bot.storage.database import Tx

MOST_WORDS = 1900
"""Signs of the message; all results are in the receipt, as many as fit are in the message."""
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
        async with self.context.db.read() as tx:
            await _must_be_over(tx, await self.context.snapshot(tx, table_id))

    async def verified(self, table_id: str) -> Message:
        """Every result recomputed now, with the record and a receipt to check outside. Whoever asks: see
        `may`."""
        async with self.context.db.read() as tx:
            snapshot = await self.context.snapshot(tx, table_id)
            await _must_be_over(tx, snapshot)
            record = await exporting.whole(tx, snapshot)
        rules = for_record(self.context.rules, record)
        report = await asyncio.to_thread(verify, rules, record)  # a long game takes a while
        lines = _true(snapshot, report) if report.ok else _false(snapshot, report)
        code = snapshot.table.id
        files = (
            File(f"{code}-record.json", exporting.written(record)),
            File(f"{code}-receipt.txt", receipt(report).encode()),
        )
        return Message("\n".join(lines), files=files)


async def _must_be_over(tx: Tx, snapshot: GameSnapshot) -> None:
    if snapshot.table.status != "over":
        hashes = [f"`{each['commitment']}`" for each in await receipts.promised_seeds(tx, snapshot.table)]
        seed = "its secret seed is" if len(hashes) == 1 else "its secret seeds are"
        told = "Its SHA-256" if len(hashes) == 1 else "Their SHA-256, each since the one before was replaced"
        raise Refused(
            f"Game `{snapshot.table.id}` is not over: {seed} published at the end. "
            f"{told}: {', '.join(hashes)}"
        )


def _true(snapshot: GameSnapshot, report: Report) -> list[str]:
    fits = "fits its" if report.seals == 1 else "fit their"
    word = "all that can be checked is true" if report.notes else "every result is true"
    word = word if published(snapshot.table) else "every result follows from its record"
    head = [
        post_words.headline(snapshot, word),
        *_seeds(snapshot, report),
        f"- {counted(report.turns, 'step')} replayed, the same to the last byte",
        *(
            [f"- {counted(report.undone, 'time')} a turn was taken back: both are replayed"]
            if report.undone
            else []
        ),
        *([f"- {counted(report.seals, 'sealed sheet')} {fits} SHA-256"] if report.seals else []),
    ]
    check = f"python -m adjudicator verify {snapshot.table.id}-record.json"
    foot = f"-# Check it yourself: `{check}`; the receipt says how without it."
    if not report.drawn and report.results:
        return [*head, foot]
    if not report.drawn:
        return [*head, "- Nothing in this game was left to chance: there is no result to recompute", foot]
    told = [_told(snapshot, one) for one in report.drawn]
    head.append(f"- {counted(len(told), 'chance result')}, recomputed from the seed:")
    return [*head, *_fitting(told, MOST_WORDS - len("\n".join([*head, foot]))), foot]


def _seeds(snapshot: GameSnapshot, report: Report) -> list[str]:
    """The newest seed that follows from no other, and what follows from it; the others are in the receipt.
    What is not checked, too."""
    [*_, source] = (one for one in report.sources if not one.follows)
    told, later = [], [one for one in report.sources if one.follows and one.step > source.step]
    if source.seed is not None:
        since = f"from step {source.step} on" if source.step else "at the start"
        if published(snapshot.table):
            since = f"with step {source.step}, when the game came here" if source.step else since
            told.append(f"- The seed fits the SHA-256 that was published {since}")
        else:
            told.append(
                f"- The seed fits the SHA-256 that its record names {since}, and that nobody here has seen"
            )
        told.append(f"  - seed `{source.seed.hex()}`\n  - SHA-256 `{source.commitment}`")
        told += [
            f"- From step {one.step} on, where a turn was taken back: the seed that follows from it\n"
            f"  - seed `{one.seed.hex()}`\n  - SHA-256 `{one.commitment}`"
            for one in later[-MOST_SEEDS:]
            if one.seed is not None
        ]
        if len(later) > MOST_SEEDS:
            told.append(f"… and {len(later) - MOST_SEEDS} before that, all in the receipt")
        if not published(snapshot.table):
            told.append("- Names and letters are as its record has them: nothing shows that they are true")
    notes = [f"- Not checked: {note}" for note in report.notes[:MOST_NOTES]]
    if len(report.notes) > MOST_NOTES:
        notes.append(f"… and {len(report.notes) - MOST_NOTES} more, all in the receipt")
    return [*told, *notes]


def _false(snapshot: GameSnapshot, report: Report) -> list[str]:
    """Return the words for a game that does not verify."""
    faults = [f"- {clip(fault, 200)}" for fault in report.faults[:MOST_FAULTS]]
    if len(report.faults) > MOST_FAULTS:
        faults.append(f"… and {len(report.faults) - MOST_FAULTS} more, all in the file")
    return [post_words.headline(snapshot, "this game does not verify"), *faults]


def _told(snapshot: GameSnapshot, one: Drawn) -> str:
    """One result in words: "turn 3 · South · flip #5: heads ✓"."""
    seat = [snapshot.seat_names().get(one.seat, one.seat)] if one.seat is not None else []
    kind = in_words(one.proof.event)[0]
    mark = "✓" if one.proof.ok else "✗"
    return " · ".join([one.when, *seat, f"{kind} #{one.proof.n}: {outcome(one)} {mark}"])


def _fitting(told: list[str], room: int) -> list[str]:
    """Return as many lines as fit into so many signs, and how many more there are.

    >>> _fitting(["one", "two"], 10), _fitting(["a result in many words"] * 3, 60)
    (['one', 'two'], ['a result in many words', '… and 2 more, all in the file'])
    """
    if len("\n".join(told)) + 1 <= room:
        return told
    found = list(told)
    while found:
        found.pop()
        shown = [*found, f"… and {len(told) - len(found)} more, all in the file"]
        if len("\n".join(shown)) + 1 <= room:
            return shown
    return [f"{len(told)}, all in the file"]
