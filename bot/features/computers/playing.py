"""Computers play: a row says which seat is to think, a worker thinks, and its orders are given as any are.

The row is stored in the transaction in which the seat comes to owe something, and goes in that in which the
orders are given. So a kill loses nothing, and a thought that comes twice, or too late, counts once. Thinking
takes no lock and no transaction. A thought that fails is tried again, and then something legal is played.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from adjudicator.codec import canonical
from adjudicator.game import AnyGame, Seat, texts
from bot.common.clock import AFTER_ERROR_S, BackgroundJob, Timer
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.tasks import end
from bot.engine import house_rules
from bot.engine.context import Context
from bot.engine.orders import Orders
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.features.computers import store, text
from bot.features.computers.seats import goes_on, put_right, wanted
from bot.features.computers.thinking import Written, agrees, think
from bot.features.computers.warming import warm
from bot.features.letters import store as letter_store
from bot.features.letters.addressing import ALL, MOST_SIGNS, sealed, seats_of
from bot.features.letters.writing import Letters
from bot.storage import outbox, tables
from bot.storage.computers import level_of
from bot.storage.database import DatabaseFault, Tx
from bot.storage.errors import Conflict
from bot.storage.records import EVERYONE, Letter, Thinking
from bot.storage.rows import first, remove, save
from engines.simple import random_sheet

log = logging.getLogger(__name__)

AT_ONCE = 4
"""So many seats are thought about at the same time."""
MOST_ROWS = 500
"""So many rows are looked at."""
SECONDS = 60.0
"""A thought that takes longer is given up."""
TRIES = 3
"""So many thoughts on one turn may fail before something legal is played without any."""
PACE_S, POSTED_S = 2.0, 60.0
"""Where no person acts, seconds between two turns at least; so long the next one waits until the last is
posted."""
LOOK_S = 1.0
MOST_LETTERS = 10
"""So many letters a thought may send, and so many of a turn it reads from each side."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer is to think about; `view` is all that it may see.

    owes: whether it owes orders; else it is asked whether it takes a draw
    """

    row: Thinking
    user_id: int
    game: AnyGame
    view: str
    owes: bool
    seed: int
    letters: tuple[Written, ...]
    talks: bool


class Computers(BackgroundJob):
    """Plays for all seats that computers hold. `wake` after anything that may let one think."""

    def __init__(
        self,
        context: Context,
        orders: Orders,
        turns: Turns,
        letters: Letters,
        still: Callable[[int | None], bool] = lambda _: False,
    ) -> None:
        """still: whether the games of a server stand still, because Discord cannot be reached"""
        self.context = context
        self._orders, self._turns, self._letters = orders, turns, letters
        self._still = still
        self._timer = Timer(self._run)
        self._busy: dict[tuple[str, Seat], asyncio.Task[None]] = {}
        self._later: dict[tuple[str, Seat], float] = {}
        """Seats that wait until their last turn is posted."""
        self._added = set[str]()
        """Games to get ready for, because a computer was added to them."""
        self._ready = False
        """Whether we got ready for all the others."""

    def note_changed(self, codes: Iterable[str]) -> None:
        """Computers were added to these games; `wake` follows."""
        if self._ready:
            self._added |= set(codes)

    async def rest(self, seconds: float) -> None:
        self._ready = False
        await super().rest(seconds)
        await self._stop()

    async def close(self) -> None:
        await super().close()
        await self._stop()

    async def _stop(self) -> None:
        """Thoughts are not waited for: they are thought again."""
        await end(self._busy.values())

    async def _run(self) -> None:
        await self._begin()
        await self._get_ready()

    async def _begin(self) -> None:
        """Let the first ones think."""
        now = self.context.clock.now()
        rows = await self.context.db.read(store.waiting, MOST_ROWS)
        there = {(row.table_id, row.seat) for row in rows}
        self._later = {key: until for key, until in self._later.items() if key in there}
        for row in rows:
            key = row.table_id, row.seat
            if key in self._busy or max(row.due_at, self._later.get(key, 0.0)) > now:
                continue
            if len(self._busy) >= AT_ONCE:
                return  # the next one that is done wakes us
            self._busy[key] = asyncio.create_task(self._one(row))
        ahead = [max(row.due_at, self._later.get((row.table_id, row.seat), 0.0)) for row in rows]
        if soon := [due for due in ahead if due > now]:
            self._timer.later(max(min(soon) - now, 0.05))

    async def _get_ready(self) -> None:
        """Start the processes that think, for computers that nobody has let think yet."""
        if self._ready and not self._added:
            return
        added, self._added = self._added, set()
        found = await self.context.db.read(self._games, added if self._ready else None)
        self._ready = True
        for game, number in found.items():
            warm(self.context, game, number)

    def _games(self, tx: Tx, codes: Collection[str] | None) -> dict[AnyGame, int]:
        """The games with computers, each with how many a table has at the most."""
        found = dict[AnyGame, int]()
        for code, number in store.seated(tx, codes).items():
            table = tables.get(tx, code)
            game = self.context.rules.get((table.game, table.rules_version)) if table is not None else None
            if game is not None:
                found[game] = max(number, found.get(game, 0))
        return found

    async def _one(self, row: Thinking) -> None:
        """Whatever one game does, the others go on."""
        key, wakes = (row.table_id, row.seat), True
        try:
            await self._play(row)
        except asyncio.CancelledError:
            wakes = False
            raise
        except (Conflict, DatabaseFault) as quicker:  # none of the computer's faults
            log.info("computer put off", extra={"table": row.table_id, "reason": type(quicker).__name__})
            self._later[key] = self.context.clock.now() + AFTER_ERROR_S
        except Exception as error:
            # Never the error's words: they may quote orders.
            named = {"table": row.table_id, "seat": row.seat, "error": type(error).__name__}
            log.error("computer not played", extra=named)
            self._later[key] = self.context.clock.now() + AFTER_ERROR_S * 10
        finally:
            del self._busy[key]
            if wakes:
                self._timer.now()

    async def _play(self, row: Thinking) -> None:
        found = await self.context.db.read(self._question, row)
        if found is None:
            await self.context.write_game(row.table_id, self._tidy, row.table_id)
        elif not isinstance(found, Question):
            self._later[row.table_id, row.seat] = found
        else:
            await self._answer(found)

    # -- what is asked

    def _question(self, tx: Tx, row: Thinking) -> Question | float | None:
        """What this seat is to think about; when to look again; None: nothing, or the game is to end."""
        table, now = tables.get(tx, row.table_id), self.context.clock.now()
        if table is None or table.status != "playing":
            return None
        if self._still(table.guild_id):
            return now + AFTER_ERROR_S
        snapshot = self.context.snapshot(tx, row.table_id)
        if row.seat not in wanted(tx, snapshot) or not goes_on(snapshot):
            return None
        if (until := self._pace(tx, snapshot, now)) is not None:
            return until
        rules = house_rules.of(table.settings)
        talks = "press" in snapshot.presenter.house_options and rules.press != "none"
        done = row.seat in snapshot.phase.owing and self._is_ready(tx, snapshot, row.seat)
        return Question(
            row=replace(row, turn=snapshot.stamp),
            user_id=snapshot.player(row.seat).user_id,
            game=snapshot.game,
            view=canonical(snapshot.game.show(snapshot.view(row.seat))),
            owes=row.seat in snapshot.phase.owing and not done,
            seed=_seed(tx, snapshot, row),
            letters=_letters(tx, snapshot, row.seat) if talks else (),
            talks=talks and not snapshot.presenter.silent,
        )

    def _is_ready(self, tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
        return seat not in self.context.missing(tx, snapshot)

    def _pace(self, tx: Tx, snapshot: GameSnapshot, now: float) -> float | None:
        """When to look again, while people have not seen yet what came before; None: it may think. What a
        person waits for is thought about at once."""
        step, people = snapshot.step, set(snapshot.people)
        if step.kind != "resolve" or snapshot.phase.goes_on:
            return None
        if people & {*snapshot.phase.owing, *step.orders}:
            return None
        if now < step.at + PACE_S:
            return step.at + PACE_S
        waits = now < step.at + POSTED_S and outbox.unfinished(tx, snapshot.table.id)
        return now + LOOK_S if waits else None

    # -- the answer

    async def _answer(self, asked: Question) -> None:
        row = asked.row
        try:
            if asked.owes:
                thought = await self.context.renderer.think(think, *self._task(asked), seconds=SECONDS)
                orders, letters = thought
            else:
                given = (asked.game.key, asked.game.rules_version, asked.view, asked.seed)
                agreed = await self.context.renderer.think(agrees, *given, seconds=SECONDS)
                orders, letters = ("draw",) if agreed else (), ()
            await self._write_letters(asked, letters)
            await self._give(asked, orders)
        except (Conflict, DatabaseFault):
            raise
        except Refused as late:
            await self.context.write_game(row.table_id, self._tidy, row.table_id)
            there = await self.context.db.read(first, Thinking, table_id=row.table_id, seat=row.seat)
            if there is not None and there.turn == row.turn:  # the game has not moved on: it is no use
                await self._failed(asked, late)
        except Exception as error:
            await self._failed(asked, error)

    def _task(self, asked: Question) -> tuple[Any, ...]:
        level = int(level_of(asked.user_id))
        game = asked.game.key, asked.game.rules_version
        return (*game, asked.view, level, asked.seed, asked.letters, asked.talks)

    async def _give(self, asked: Question, orders: tuple[str, ...]) -> None:
        row = asked.row

        def done(tx: Tx) -> None:
            remove(tx, Thinking, table_id=row.table_id, seat=row.seat)

        if asked.owes or orders:
            await self._orders.play(row.table_id, asked.user_id, orders, row.turn, done)
        else:
            await self.context.write_game(row.table_id, done)

    async def _failed(self, asked: Question, error: Exception) -> None:
        """Try again, or play something legal."""
        row = asked.row
        named = {"table": row.table_id, "seat": row.seat, "turn": row.turn, "tries": row.tries + 1}
        why = str(error) if isinstance(error, JobFailed) else type(error).__name__  # no words of a view
        log.warning("a computer's thought failed", extra={**named, "why": why})
        if row.tries + 1 < TRIES:

            def again(tx: Tx) -> None:
                kept = first(tx, Thinking, table_id=row.table_id, seat=row.seat)
                if kept is not None and kept.turn == row.turn:
                    save(tx, replace(kept, tries=row.tries + 1, due_at=self.context.clock.now() + LOOK_S))

            await self.context.write_game(row.table_id, again)
            return
        log.error("a computer plays without a thought", extra=named)
        if not asked.owes:
            await self._give(asked, ())
            return
        snapshot = await self.context.db.read(self.context.snapshot, row.table_id)
        await self._give(asked, await asyncio.to_thread(_anything, snapshot, row.seat, asked.seed))

    def _tidy(self, tx: Tx, table_id: str) -> None:
        """Let the rows say what is true. A game without people ends."""
        table, now = tables.get(tx, table_id), self.context.clock.now()
        if table is None or table.status != "playing":
            remove(tx, Thinking, table_id=table_id)
            return
        snapshot = self.context.snapshot(tx, table_id)
        if goes_on(snapshot) or snapshot.over:
            put_right(tx, snapshot, now)
        else:
            self._turns.break_off(tx, snapshot, text.NOBODY_LEFT, now)

    # -- letters

    async def _write_letters(self, asked: Question, letters: tuple[Written, ...]) -> None:
        """Send what a thought wants to say. What the table does not allow is left unsaid."""
        row = asked.row
        for number, (_, to, said) in enumerate(letters[:MOST_LETTERS] if asked.talks else ()):
            source = f"computer-{row.seat}-{row.turn}-{number}"
            whom = ALL[0] if to == EVERYONE else sealed([to])
            sent = {"table_id": row.table_id, "sender_seat": row.seat, "text": said[:MOST_SIGNS]}
            if await self.context.db.read(first, Letter, **sent, sender_user=asked.user_id) is not None:
                continue  # before a kill; posts to computers alone leave no trace of it
            try:
                await self._letters.write(row.table_id, asked.user_id, whom, said[:MOST_SIGNS], source=source)
            except Refused as refused:
                log.info("letter not sent", extra={"table": row.table_id, "reason": type(refused).__name__})


def _letters(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> tuple[Written, ...]:
    """The letters of this turn and the one before that a seat has sent or got, oldest first. Unsigned ones
    are left out: nobody knows whose they are."""
    found = letter_store.of_seat(tx, snapshot.table.id, seat, limit=200)
    newest = [one for one in reversed(found) if one.turn >= snapshot.phase.turn - 1 and not one.anonymous]
    return tuple(
        (letter.sender_seat, to, letter.text)
        for letter in newest
        for to in (seats_of(letter) or (EVERYONE,))
        if seat in (letter.sender_seat, to) or to == EVERYONE
    )


def _seed(tx: Tx, snapshot: GameSnapshot, row: Thinking) -> int:
    """What decides between equal orders. It follows from the game's secret seed, so that nobody can work a
    thought out beforehand, and tells nothing of it."""
    secret = bytes.fromhex(tables.seed_of(tx, row.table_id) or "")
    about = f"think/{row.table_id}/{row.seat}/{snapshot.stamp}/{row.tries}"
    return int.from_bytes(hmac.digest(secret, about.encode(), "sha256")[:8])


def _anything(snapshot: GameSnapshot, seat: Seat, seed: int) -> tuple[str, ...]:
    """What the rules play for a seat that gives nothing, or anything that is legal."""
    view = snapshot.view(seat)
    sheet = snapshot.game.default(view) or random_sheet(snapshot.game, view, Random(seed))
    return tuple(texts(sheet))
