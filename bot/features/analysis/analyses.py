"""What decided a finished game, for everyone who may look at it.

The first who asks stores a row, and a worker studies the game, a step at a time, with what the rest of the
bot leaves of the machine. Each step's study is a row too, so a kill loses one step's work at most. When all
are there they are summed up in one transaction, and their rows go.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from json import loads

from adjudicator.codec import canonical
from bot.common.clock import AFTER_ERROR_S, BackgroundJob, Timer
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.message import MOST_CARD, Button, Message, Picture, buttons, clip, custom_id, fit
from bot.engine import lineage, post_words
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.analysis import store, text
from bot.features.analysis.studying import study
from bot.features.analysis.telling import graph_of, told_of
from bot.storage import steps, tables
from bot.storage.database import DatabaseFault, Tx
from bot.storage.errors import Conflict
from bot.storage.records import Analysed, AnalysedStep, Step, Table
from bot.storage.rows import first, remove, save
from engines.analysis import Analysis, analysis_from_json, analysis_to_json, study_from_json, sum_up
from maps.analysis import alt, draw

log = logging.getLogger(__name__)

SECONDS = 900.0
"""A step that takes longer is given up."""
TRIES = 3
"""So many times a step may fail before the analysis is given up."""
STUDIED = ("start", "resolve", "declare")
LEAST_TURNS = 2
"""In a shorter game nothing can have turned."""


@dataclass(frozen=True, slots=True)
class _Course:
    """The steps of a game that count, and how many sheets were resolved in them."""

    seqs: tuple[int, ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class _Work:
    """The next step that is to be studied. before: None at the start"""

    table: Table
    step: Step
    before: Step | None
    decisions: int


class Analyses(BackgroundJob):
    """Shows analyses, and makes them in the background."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._timer = Timer(self._run)
        self._thought: asyncio.Future[str] | None = None
        self._stopped = False

    # -- what is shown

    async def show(self, table_id: str) -> Message:
        """Return the analysis, or how far it is; who asks first has it made. Raises Refused for a game that
        is not over, was broken off or has one turn."""
        snapshot, row, done, total, ahead = await self.context.db.read(self._look, table_id)
        if row is None:
            await self.context.db.write(self._ask, snapshot.table.id)
            snapshot, row, done, total, ahead = await self.context.db.read(self._look, table_id)
        if row is not None and row.result is not None:
            return await self._shown(snapshot, analysis_from_json(row.result))
        ident = custom_id("analysis", snapshot.table.id, None, snapshot.stamp, "now")
        head = post_words.headline(snapshot, text.HEAD)
        if row is not None and row.due_at is None:
            again = custom_id("analysis", snapshot.table.id, None, snapshot.stamp, "again")
            told = text.FAILED(code=snapshot.table.id)
            return Message(f"{head}\n{told}", rows=(buttons(Button(again, text.TRY_AGAIN)),))
        told = text.UNDER_WAY(done=done, all=total) + (f" {text.NEXT(n=ahead)}" if ahead else "")
        return Message(f"{head}\n{told}", rows=(buttons(Button(ident, text.REFRESH, "primary")),))

    async def again(self, table_id: str) -> Message:
        """Have an analysis made anew that was given up, and show how far it is."""

        def change(tx: Tx) -> None:
            row = first(tx, Analysed, table_id=table_id)
            if row is not None and row.result is None and row.due_at is None:
                save(tx, replace(row, due_at=self.context.clock.now(), tries=0))
                tx.wakes("analyses")

        await self.context.db.write(change)
        return await self.show(table_id)

    def _look(self, tx: Tx, table_id: str) -> tuple[GameSnapshot, Analysed | None, int, int, int]:
        """Return the game, its analysis, how many steps of how many were studied, and how many games wait
        before it. Raises Refused."""
        snapshot = self.context.snapshot(tx, table_id)
        table = snapshot.table
        if table.status != "over":
            raise Refused(text.RUNNING(code=table.id))
        if table.outcome is None:
            raise Refused(text.BROKEN_OFF(code=table.id))
        heads = {head.seq: head for head in store.heads(tx, table.id)}
        course = _course(tx, table, heads.values())
        if sum(heads[seq].kind == "resolve" for seq in course.seqs) < LEAST_TURNS:
            raise Refused(text.TOO_SHORT(code=table.id))
        row = first(tx, Analysed, table_id=table.id)
        waits = row is not None and row.due_at is not None
        ahead = store.before(tx, row.due_at or 0.0, table.id) if waits and row is not None else 0
        return snapshot, row, store.count(tx, table.id), len(course.seqs), ahead

    def _ask(self, tx: Tx, table_id: str) -> None:
        if first(tx, Analysed, table_id=table_id) is None:  # else somebody else was faster
            now = self.context.clock.now()
            save(tx, Analysed(table_id=table_id, asked_at=now, due_at=now))
            tx.wakes("analyses")

    async def _shown(self, snapshot: GameSnapshot, found: Analysis) -> Message:
        graph = graph_of(snapshot, found)
        data = await self.context.renderer.work(draw, graph)
        picture = Picture(f"{snapshot.table.id}-analysis.png", data, clip(alt(graph), 1024))
        head, told = post_words.headline(snapshot, text.HEAD), "\n".join(told_of(snapshot, found))
        body = fit(told, MOST_CARD - len(head) - len(text.SCALE) - 10)
        return Message(head, picture, (body,), small=text.SCALE)

    # -- the work

    async def rest(self, seconds: float) -> None:
        self._stop()
        await super().rest(seconds)

    async def close(self) -> None:
        self._stop()
        await super().close()

    def go_on(self) -> None:
        self._stopped = False
        super().go_on()

    def _stop(self) -> None:
        """A step is not waited for: it is studied again."""
        self._stopped = True
        if self._thought is not None:
            self._thought.cancel()
        self.context.renderer.studied()

    async def _run(self) -> None:
        """Study a step after the other, the game that has waited longest first."""
        while not self._stopped:
            row = await self.context.db.read(store.waiting)
            if row is None:
                self.context.renderer.studied()
                return
            if (wait := (row.due_at or 0.0) - self.context.clock.now()) > 0:
                self._timer.later(wait)
                return
            try:
                await self._one(row)
            except (Conflict, DatabaseFault):  # nothing is wrong with the game
                raise
            except Exception as error:
                await self._failed(row, error)

    async def _one(self, row: Analysed) -> None:
        work = await self.context.db.read(self._next, row.table_id)
        if work is None:
            await self.context.db.write(self._finish, row.table_id)
            return
        table, step = work.table, work.step
        told = {
            "number": step.seq - 1,  # a record counts from 0
            "kind": step.kind,
            "orders": {seat: list(orders) for seat, orders in step.orders.items()},
            "events": [dict(event) for event in step.events],
        }
        self._thought = asyncio.ensure_future(
            self.context.renderer.study(
                study,
                table.game,
                table.rules_version,
                canonical(dict(table.options)),
                canonical(told),
                work.before.state if work.before is not None else "",
                step.state,
                work.decisions,
                seconds=SECONDS,
            )
        )
        try:
            found = loads(await self._thought)
        finally:
            self._thought = None

        def keep(tx: Tx) -> None:
            kept = first(tx, Analysed, table_id=table.id)
            if kept is not None and kept.due_at is not None:
                save(tx, AnalysedStep(table_id=table.id, seq=step.seq, study=found))
                if kept.tries:
                    save(tx, replace(kept, tries=0))

        await self.context.db.write(keep)

    def _next(self, tx: Tx, table_id: str) -> _Work | None:
        """Return what is to be studied next; None: all is."""
        table = tables.get(tx, table_id)
        assert table is not None, "its row is there"
        course, there = _course(tx, table, store.heads(tx, table_id)), store.studied(tx, table_id)
        for before, seq in zip((None, *course.seqs), course.seqs, strict=False):
            if seq not in there:
                step = steps.at(tx, table_id, seq)
                earlier = steps.at(tx, table_id, before) if before is not None else None
                return _Work(table, step, earlier, course.decisions)
        return None

    def _finish(self, tx: Tx, table_id: str) -> None:
        row = first(tx, Analysed, table_id=table_id)
        if row is None or row.due_at is None:
            return
        found = sum_up([study_from_json(one) for one in store.studies(tx, table_id)])
        save(tx, replace(row, due_at=None, tries=0, result=analysis_to_json(found)))
        remove(tx, AnalysedStep, table_id=table_id)

    async def _failed(self, row: Analysed, error: Exception) -> None:
        """Try again a little later, and at last no more."""
        named = {"table": row.table_id, "tries": row.tries + 1}
        why = str(error) if isinstance(error, JobFailed) else type(error).__name__  # no words of a state
        log.warning("a step could not be analysed", extra={**named, "why": why})

        def change(tx: Tx) -> None:
            kept = first(tx, Analysed, table_id=row.table_id)
            if kept is None or kept.due_at is None:
                return
            later = self.context.clock.now() + AFTER_ERROR_S if kept.tries + 1 < TRIES else None
            save(tx, replace(kept, tries=kept.tries + 1, due_at=later))

        await self.context.db.write(change)


def _course(tx: Tx, table: Table, heads: Iterable[store.StepHead]) -> _Course:
    """Return the steps that led to the end; a new seed of a game that came here changes nothing."""
    by_seq = {head.seq: head for head in heads}
    line = [seq for seq in lineage.of(tx, table).line(table.seq) if by_seq[seq].kind in STUDIED]
    sheets = sum(len(by_seq[seq].orders) for seq in line if by_seq[seq].kind == "resolve")
    return _Course(tuple(reversed(line)), sheets)
