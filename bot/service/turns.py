"""Turns: start, resolve, declare. Each is one transaction: the new state, its events and orders, the
next deadline and everything that is to be posted, or nothing at all."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.chance import HmacChance, Lot
from adjudicator.codec import canonical, event_to_json
from adjudicator.game import Event, Resolution, Seat, texts
from bot.service import posts
from bot.service.clock import span_seconds
from bot.service.core import Core, Loaded
from bot.storage import deadlines, drafts, seeds, steps, tables
from bot.storage.database import Tx
from bot.storage.records import Step, StepKind, Table

log = logging.getLogger(__name__)


class Turns:
    def __init__(self, core: Core) -> None:
        self.core = core

    async def begin(self, tx: Tx, table: Table, lots: Sequence[Lot], chance: HmacChance) -> None:
        """The first state of a table whose players are seated. The lots stand before its events."""
        core, now = self.core, self.core.clock.now()
        game = core.games[table.game]
        resolution = game.start(table.options, chance)
        await tables.set_started(tx, table.id, now)
        await self._store(
            tx, table, "start", None, {}, Resolution(resolution.state, (*lots, *resolution.events))
        )
        loaded = await core.loaded(tx, table.id)
        due = await self._set_deadline(tx, loaded, now)
        call, users = posts.calling(loaded, due)
        seats = "\n".join(f"- {name}" for name in loaded.names().values())
        text = "\n".join(
            [
                posts.headline(loaded, "the game begins"),
                seats,
                "",
                *(f"-# {line}" for line in loaded.presenter.option_lines(table.options)),
                f"-# Chance can be checked at the end. SHA-256 of the secret seed: `{table.commitment}`",
                call,
            ]
        )
        rows = [posts.turn_buttons(table.id, loaded.phase.turn)]
        await posts.say(tx, table, "start", text, now, mentions=users, rows=rows, seq=loaded.step.seq)
        await posts.desks(tx, loaded, now)

    async def resolve(self, tx: Tx, loaded: Loaded, orders: Mapping[Seat, Sequence[Any]]) -> Loaded:
        """Resolve the turn with these orders. Raises OrderError, and stores nothing, if they do not do."""
        chance = await self._chance(tx, loaded)
        resolution = loaded.game.resolve(loaded.state, orders, chance)
        told = {seat: texts(listed) for seat, listed in orders.items()}
        return await self._advance(tx, loaded, "resolve", None, told, resolution)

    async def declare(self, tx: Tx, loaded: Loaded, seat: Seat, what: str, why: str = "") -> Loaded:
        """Concede, offer or accept a draw; `why` is told with it. Raises OrderError."""
        resolution = loaded.game.declare(loaded.state, seat, what)
        return await self._advance(tx, loaded, "declare", seat, {seat: [what]}, resolution, why)

    async def _chance(self, tx: Tx, loaded: Loaded) -> HmacChance:
        seed = await seeds.get(tx, loaded.table.id)
        assert seed is not None
        return HmacChance(bytes.fromhex(seed), loaded.table.id, loaded.game.drawn(loaded.state))

    async def _store(
        self,
        tx: Tx,
        table: Table,
        kind: StepKind,
        seat: Seat | None,
        orders: Mapping[Seat, Sequence[str]],
        resolution: Resolution[Any],
    ) -> Step:
        """The step itself. Conflict if another process was quicker: no turn resolves twice."""
        game = self.core.games[table.game]
        turn = game.phase(resolution.state).turn
        await tables.advance(tx, table.id, table.seq, table.seq + 1, turn)
        step = Step(
            table_id=table.id,
            seq=table.seq + 1,
            turn=table.turn,
            kind=kind,
            seat=seat,
            orders=orders,
            events=[event_to_json(event) for event in resolution.events],
            state=canonical(game.dump(resolution.state)),
            at=self.core.clock.now(),
        )
        await steps.append(tx, step)
        return step

    async def _advance(
        self,
        tx: Tx,
        before: Loaded,
        kind: StepKind,
        seat: Seat | None,
        orders: Mapping[Seat, Sequence[str]],
        resolution: Resolution[Any],
        why: str = "",
    ) -> Loaded:
        table, now = before.table, self.core.clock.now()
        step = await self._store(tx, table, kind, seat, orders, resolution)
        after = replace(
            before,
            table=replace(table, seq=table.seq + 1, turn=before.game.phase(resolution.state).turn),
            step=step,
            state=resolution.state,
        )
        # What the log says of a turn: never an order.
        log.info(
            "step", extra={"table": table.id, "kind": kind, "seq": after.table.seq, "turn": after.table.turn}
        )
        if after.outcome is not None:
            await drafts.clear_table(tx, table.id, before.phase.turn)
            await self._finish(tx, after, resolution.events, now, why)
        elif after.phase.turn != before.phase.turn:
            await drafts.clear_table(tx, table.id, before.phase.turn)
            due = await self._set_deadline(tx, after, now)
            await self._announce(tx, before, after, resolution.events, due, now, why)
        else:
            await self._announce_declaration(tx, after, resolution.events, now, why)
        return after

    async def _set_deadline(self, tx: Tx, loaded: Loaded, now: float) -> float | None:
        span = span_seconds(loaded.table.deadline_spec)
        if span is None:
            return None
        await deadlines.set(tx, loaded.table.id, loaded.phase.turn, now + span)
        return now + span

    async def _drop_deadline(self, tx: Tx, table_id: str) -> None:
        kept = await deadlines.get(tx, table_id)
        if kept is not None:
            await deadlines.delete(tx, table_id, kept.turn)

    async def _announce(
        self,
        tx: Tx,
        before: Loaded,
        after: Loaded,
        events: Sequence[Event],
        due: float | None,
        now: float,
        why: str,
    ) -> None:
        call, users = posts.calling(after, due)
        heading = "the set-up is done" if before.phase.key == "setup" else f"turn {before.number}"
        text = posts.narration(after, events, heading, why)
        text = f"{text}\n-# {after.presenter.phase_line(after.view(None))}\n{call}"
        rows = [posts.turn_buttons(after.table.id, after.phase.turn)]
        seq = after.table.seq
        await posts.say(tx, after.table, f"step/{seq}", text, now, mentions=users, rows=rows, seq=seq)
        await posts.desks(tx, after, now)

    async def _announce_declaration(
        self, tx: Tx, after: Loaded, events: Sequence[Event], now: float, why: str
    ) -> None:
        """A draw offer, or a teammate's concession: the turn goes on, everyone is told."""
        others = [player.user_id for player in after.players if player.seat != after.step.seat]
        text = f"{posts.narration(after, events, f'turn {after.number}', why)}\n{posts.for_users(others)}"
        row = []
        if after.step.orders.get(str(after.step.seat)) == ("draw",):
            row.append(posts.draw_button(after.table.id, after.phase.turn))
        await posts.say(
            tx, after.table, f"step/{after.table.seq}", text, now, mentions=others, rows=[row] if row else []
        )

    async def _finish(self, tx: Tx, after: Loaded, events: Sequence[Event], now: float, why: str) -> None:
        """The end: the result, the seed, and nothing is owed any more."""
        table, outcome = after.table, after.outcome
        assert outcome is not None
        await self._drop_deadline(tx, table.id)
        told = {"reason": outcome.reason, "places": dict(outcome.places)}
        await tables.finish(tx, table.id, told, now)
        seed = await seeds.get(tx, table.id)
        users = [player.user_id for player in after.players]
        text = "\n".join(
            [
                posts.narration(after, events, "the game is over", why),
                after.presenter.result(outcome, after.names()),
                *posts.places(after, outcome.places),
                f"-# The secret seed was `{seed}`: `/verify` checks every result.",
                posts.for_users(users),
            ]
        )
        rows = [posts.over_buttons(table.id, after.phase.turn)]
        key = f"step/{table.seq}"
        await posts.say(tx, table, key, text, now, mentions=users, rows=rows, seq=table.seq)
        result = after.presenter.result(outcome, after.names())
        for user in users:
            words = f"Game `{table.id}` in <#{table.channel_id}> is over. {result}"
            await posts.tell(tx, table, user, f"over/{user}", words, now)
