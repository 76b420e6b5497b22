"""What happens when a deadline comes. The work is done first, the row goes after it, in one transaction."""

from __future__ import annotations

import logging

from adjudicator.game import Seat, shared_complete
from adjudicator.text import listing
from bot.service import posts
from bot.service.core import Core, Loaded
from bot.service.message import when
from bot.service.orders import Orders
from bot.service.recheck import recheck
from bot.service.timer import Timer
from bot.service.turns import Turns, turn_seconds
from bot.storage import deadlines, drafts, players, tables
from bot.storage.database import Tx
from bot.storage.errors import Conflict
from bot.storage.records import Deadline

log = logging.getLogger(__name__)


class Deadlines:
    """Sleeps until the earliest deadline of all tables."""

    def __init__(self, core: Core, orders: Orders, turns: Turns) -> None:
        self.core = core
        self._orders = orders
        self._turns = turns
        self._timer = Timer(self._run)

    def wake(self) -> None:
        """Deadlines may have changed."""
        self._timer.now()

    async def close(self) -> None:
        await self._timer.close()

    async def _run(self) -> None:
        now = self.core.clock.now()
        async with self.core.db.read() as tx:
            due = await deadlines.due(tx, now)
        for deadline in due:
            try:
                await self._pass(deadline)
            except Conflict:
                log.warning("deadline met a quicker change", extra={"table": deadline.table_id})
            except Exception:  # a fault of ours: this game waits, nobody is punished, the others go on
                log.exception("a turn did not resolve at its deadline", extra={"table": deadline.table_id})
                await self._stop(deadline)
        if due:
            self.core.wake()
        async with self.core.db.read() as tx:
            earliest = await deadlines.earliest(tx)
        if earliest is not None:
            self._timer.later(max(earliest.due_at - self.core.clock.now(), 1.0 if due else 0.05))

    async def _pass(self, deadline: Deadline) -> None:
        """One deadline. Drafts count, sent or not; an absent seat takes the default of the rules; without
        one the turn is extended once, then the seat concedes. Source: Common rules, Deadlines."""
        async with self.core.lock(deadline.table_id), self.core.db.begin() as tx:
            kept = await deadlines.get(tx, deadline.table_id)
            if kept is None or kept.turn != deadline.turn or kept.due_at > self.core.clock.now():
                return
            loaded = await self.core.loaded(tx, deadline.table_id)
            if loaded.outcome is not None or loaded.phase.turn != kept.turn:
                await deadlines.delete(tx, kept.table_id, kept.turn)
                return
            given = await drafts.of_table(tx, kept.table_id, kept.turn)
            absent = sorted(shared_complete(loaded.game, loaded.state, set(given)))
            for seat in () if loaded.phase.goes_on else absent:  # it has moved in this turn
                await players.add_missed(tx, kept.table_id, loaded.player(seat).user_id)
            stuck = [seat for seat in absent if loaded.game.default(loaded.view(seat)) is None]
            if not stuck:
                await self._orders.resolve_drafts(tx, loaded, closing=True)
            elif kept.extended == 0:
                await self._extend(tx, loaded, kept, stuck)
            else:
                await self._forfeit(tx, loaded, kept, stuck)

    async def _stop(self, deadline: Deadline) -> None:
        """Take the deadline off a game whose turn cannot be resolved, and say so."""
        async with self.core.lock(deadline.table_id), self.core.db.begin() as tx:
            table = await tables.get(tx, deadline.table_id)
            if table is None or not await deadlines.delete(tx, table.id, deadline.turn):
                return
            text = (
                f"### {table.name} `{table.id}` · the turn could not be resolved\n"
                "This is a fault of mine. Your orders are kept and the deadline is off: send them to go on."
            )
            await posts.say(tx, table, f"stuck/{deadline.turn}", text, self.core.clock.now())

    async def _extend(self, tx: Tx, loaded: Loaded, kept: Deadline, stuck: list[Seat]) -> None:
        now = self.core.clock.now()
        due = now + (turn_seconds(loaded) or 86400.0)
        await deadlines.extend(tx, kept.table_id, kept.turn, due)
        users = [loaded.player(seat).user_id for seat in stuck]
        called = listing([f"<@{user}>" for user in users], "and")
        text = (
            f"{posts.headline(loaded, 'the deadline has passed')}\n{called} gave no order. "
            f"The turn is extended once, until {when(due, 'f')} ({when(due)}); after that the seat concedes."
        )
        rows = [posts.turn_buttons(loaded)]
        key = f"extended/{kept.turn}"
        await posts.say(tx, loaded.table, key, text, now, mentions=users, rows=rows)

    async def _forfeit(self, tx: Tx, loaded: Loaded, kept: Deadline, stuck: list[Seat]) -> None:
        """The seats that gave nothing twice concede."""
        for seat in stuck:
            why = f"{loaded.names()[seat]} gave no order twice in a row, and so gives up the game."
            loaded = await self._turns.declare(tx, loaded, seat, "concede", why)
            if loaded.outcome is not None:
                return
        if loaded.phase.turn == kept.turn:  # a teammate, or the others, go on with the same turn
            gone = listing([loaded.names()[seat] for seat in stuck], "and")
            await recheck(tx, loaded, f"{gone} gave up", self.core.clock.now())
            loaded = await self._orders.resolve_if_complete(tx, loaded)
        if loaded.outcome is None and loaded.phase.turn == kept.turn:
            span = turn_seconds(loaded) or 86400.0
            await deadlines.set(tx, kept.table_id, kept.turn, self.core.clock.now() + span)
