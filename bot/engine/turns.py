"""Turns: start, resolve, declare. Each is one transaction: the new state, its events and orders, the
next deadline and everything that is to be posted, or nothing at all."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.chance import HmacChance, Lot
from adjudicator.codec import canonical, event_to_json
from adjudicator.game import Resolution, Seat, texts
from adjudicator.records import digest_of
from bot.common.message import Button, fit
from bot.engine import house_rules, lineage, order_sheets, post_words, posts, presence, receipts, text, timing
from bot.engine.context import Context
from bot.engine.receipts import game_id, make_seals
from bot.engine.snapshot import GameSnapshot
from bot.presenters.colours import BRAND, OVER, seat_colour
from bot.storage import drafts, steps, tables
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Step, StepKind, Table
from bot.storage.rows import append

log = logging.getLogger(__name__)


class Turns:
    def __init__(self, context: Context) -> None:
        self.context = context

    def begin(self, tx: Tx, table: Table, lots: Sequence[Lot], chance: HmacChance) -> None:
        """The first state of a table whose players are seated. The lots stand before its events."""
        context, now = self.context, self.context.clock.now()
        game = context.game_of(table)
        resolution = game.start(table.options, chance)
        tables.change(tx, table.id, started_at=now)
        opened = Resolution(resolution.state, (*lots, *resolution.events))
        self._store(tx, table, "start", None, {}, opened, {})
        snapshot = context.snapshot(tx, table.id)
        for seat in snapshot.seats:
            player = snapshot.player(seat)
            sitting = Sitting(
                table_id=table.id, seat=seat, user_id=player.user_id, name=player.name, from_at=now
            )
            append(tx, sitting)
        due = timing.open_turn(tx, snapshot, now)
        called, users = post_words.calling(snapshot, due)
        seats = "\n".join(f"- {name}" for name in snapshot.names().values())
        agreed = [
            *snapshot.presenter.option_lines(table.options),
            *house_rules.lines(
                table.settings, table.deadline_spec, several=house_rules.at_once(game, table.options)
            ),
        ]
        blocks = [
            post_words.headline(snapshot, text.GAME_BEGINS),
            seats,
            *post_words.silence(snapshot),
            f"-# {' · '.join(agreed)}",
        ]
        posts.report(
            tx,
            snapshot,
            blocks,
            now,
            below=[called],
            call=post_words.call(snapshot, due),
            mentions=users,
            rows=[post_words.turn_buttons(snapshot)],
            tally=snapshot.phase.turn,
            colour=BRAND,
        )
        posts.desks_to_owing(tx, snapshot, now)
        for begun in snapshot.hooks.game_begun:
            begun(tx, snapshot, now)
        snapshot.owed(tx, now)

    def resolve(
        self,
        tx: Tx,
        snapshot: GameSnapshot,
        orders: Mapping[Seat, Sequence[Any]],
        defaults: Collection[Seat] = (),
        taken: Collection[Seat] = (),
    ) -> GameSnapshot:
        """Resolve the turn with these orders. Raises OrderError, and stores nothing, if they do not do.

        defaults, taken: the seats that gave nothing, and those that said they were ready so
        """
        chance = self._chance(tx, snapshot)
        resolution = snapshot.game.resolve(snapshot.state, orders, chance)
        told = {seat: texts(listed) for seat, listed in orders.items()}
        seals: dict[Seat, dict[str, str]] = {}
        if snapshot.phase.sealed:
            table, turn, now = snapshot.table, snapshot.phase.turn, self.context.clock.now()
            seals = make_seals(game_id(table), turn, told, defaults, taken)
            digest = digest_of(seals, snapshot.seats)
            said = text.FAIR_LOCK(code=table.id, what=snapshot.title, digest=digest)
            posts.fair_play(tx, table, f"sealed/{snapshot.mark}", said, now)
        lineage.keep_idle(tx, snapshot.table, {*defaults, *taken})
        return self._advance(tx, snapshot, "resolve", None, told, resolution, seals=seals)

    def declare(
        self, tx: Tx, snapshot: GameSnapshot, seat: Seat, what: str, why: str = "", *, told: bool = True
    ) -> GameSnapshot:
        """Concede, offer or accept a draw, or what a game master rules; `why` is told with it. Raises
        OrderError. told: whether a declaration that lets the turn go on gets a post"""
        resolution = snapshot.game.declare(snapshot.state, seat, what)
        return self._advance(tx, snapshot, "declare", seat, {seat: [what]}, resolution, why, told=told)

    def break_off(self, tx: Tx, snapshot: GameSnapshot, why: str, now: float) -> GameSnapshot:
        """End the game here, without a result; the table as it is then. Its state stays as it was. Orders
        of the open turn are thrown away, unread; all else is published as at any end, the seed too.

        why: who decided that, a sentence for everybody
        """
        table = snapshot.table
        drafts.clear_table(tx, table.id, snapshot.phase.turn)
        posts.close_ready_count(tx, snapshot, now)
        timing.close(tx, table.id)
        presence.close_seats(tx, table.id)
        tables.finish(tx, table.id, None, now)
        after = replace(snapshot, table=replace(table, status="over", outcome=None, ended_at=now), pause=None)
        for ended in snapshot.hooks.game_over:
            ended(tx, after, now)
        users = after.users
        lines = [
            post_words.headline(after, text.BROKEN_OFF),
            text.BROKEN_OFF_SO(why=why, what=snapshot.phase_word),
            *post_words.ending(after),
        ]
        posts.say(
            tx,
            table,
            "broken-off",
            "\n".join(lines),
            now,
            mentions=users,
            rows=[post_words.over_buttons(table.id, after.phase.turn)],
            seq=table.seq,
        )
        for user_id in users:
            told = text.OVER_BROKEN_OFF(code=table.id, channel=table.channel_id, why=why)
            posts.tell(tx, table, user_id, f"over/{user_id}", told, now)
        return after

    def _chance(self, tx: Tx, snapshot: GameSnapshot) -> HmacChance:
        seed = receipts.newest_seed(tx, snapshot.table)
        return HmacChance(seed, game_id(snapshot.table), snapshot.game.drawn(snapshot.state))

    def _store(
        self,
        tx: Tx,
        table: Table,
        kind: StepKind,
        seat: Seat | None,
        orders: Mapping[Seat, Sequence[str]],
        resolution: Resolution[Any],
        seals: Mapping[Seat, Mapping[str, str]],
    ) -> Step:
        """The step itself. Conflict if another process was quicker: no turn resolves twice."""
        game = self.context.game_of(table)
        turn = game.phase(resolution.state).turn
        tables.advance(tx, table.id, table.seq, table.seq + 1, turn)
        step = Step(
            table_id=table.id,
            seq=table.seq + 1,
            turn=table.turn,
            kind=kind,
            seat=seat,
            orders=orders,
            events=[event_to_json(event) for event in resolution.events],
            state=canonical(game.dump(resolution.state)),
            at=self.context.clock.now(),
            seals=seals,
        )
        steps.add(tx, step)
        return step

    def _advance(
        self,
        tx: Tx,
        before: GameSnapshot,
        kind: StepKind,
        seat: Seat | None,
        orders: Mapping[Seat, Sequence[str]],
        resolution: Resolution[Any],
        why: str = "",
        seals: Mapping[Seat, Mapping[str, str]] | None = None,
        *,
        told: bool = True,
    ) -> GameSnapshot:
        table, now = before.table, self.context.clock.now()
        step = self._store(tx, table, kind, seat, orders, resolution, seals or {})
        turn = before.game.phase(resolution.state).turn
        goes_on = kind == "declare" and turn == before.phase.turn
        after = replace(
            before,
            table=replace(table, seq=table.seq + 1, turn=turn),
            step=step,
            state=resolution.state,
            since=(*before.since, step) if goes_on else (step,),
        )
        # What the log says of a turn: never an order.
        tx.log(log, "step", table=table.id, kind=kind, seq=after.table.seq, turn=after.table.turn)
        if after.outcome is not None:
            drafts.clear_table(tx, table.id, before.phase.turn)
            posts.close_ready_count(tx, before, now)
            self._finish(tx, before, after, now, why)
        elif after.phase.turn != before.phase.turn:
            drafts.clear_table(tx, table.id, before.phase.turn)
            posts.close_ready_count(tx, before, now)
            due = timing.go_on(tx, after, now)
            self._announce(tx, before, after, due, now, why)
        elif told:
            self._announce_declaration(tx, after, now, why)
            posts.edit_ready_count(tx, after, now)
        if after.outcome is None and (kind == "resolve" or why):
            posts.fallen(tx, before, after, now, why)
        for hook in after.hooks.game_moved if after.outcome is None else after.hooks.game_over:
            hook(tx, after, now)
        if after.outcome is None:
            after.owed(tx, now)
        return after

    def _announce(
        self,
        tx: Tx,
        before: GameSnapshot,
        after: GameSnapshot,
        due: float | None,
        now: float,
        why: str,
    ) -> None:
        itself = after.pause is None and order_sheets.plays_itself(tx, after)
        called, users = post_words.calling(after, due, itself=itself)
        heading = text.SET_UP_DONE if before.phase.key == "setup" else before.title
        many = after.presenter.many  # its table is among the details
        posts.report(
            tx,
            after,
            [*post_words.narration(after, heading, why), *([] if many else post_words.summary(after))],
            now,
            below=[post_words.next_called(after, called)],
            call=post_words.call(after, due),
            mentions=users,
            rows=[post_words.turn_buttons(after)],
            tally=after.phase.turn,
            colour=_next_colour(after),
        )
        if itself:
            timing.run_now(tx, after, now)
        else:
            order_sheets.play_automatically(tx, after, now)
            posts.desks_to_owing(tx, after, now)
        if after.presenter.many:
            posts.news(tx, before, after, now)

    def _announce_declaration(self, tx: Tx, after: GameSnapshot, now: float, why: str) -> None:
        """A draw offer, a concession or a ruling that lets the turn go on: everyone is told."""
        [what] = after.step.orders[str(after.step.seat)]
        ruled = post_words.ruled(after)
        users = [
            player.user_id
            for player in after.players
            if (ruled or player.seat != after.step.seat)
            and after.game.declarations(after.state, player.seat or "")  # who is out has no say any more
        ]
        blocks = post_words.narration(after, after.title, why)
        rows: list[tuple[Button, ...]] = []
        seq = None
        if what == "draw":
            rows = [(post_words.draw_button(after.table.id, after.stamp),)]
        elif not after.presenter.many:  # the board is another, and whose turn it is may be
            called, _ = post_words.calling(
                after, None
            )  # no time: drafts that are looked at again may move it
            blocks.append(post_words.next_called(after, called))
            rows, seq = [post_words.turn_buttons(after)], after.step.seq
        said = "\n".join([*blocks, post_words.for_users(users)])
        key = posts.call_key(after.step)
        colour = seat_colour(after.game.key, after.step.seat)
        posts.say(tx, after.table, key, said, now, mentions=users, rows=rows, seq=seq, colour=colour)

    def _finish(self, tx: Tx, before: GameSnapshot, after: GameSnapshot, now: float, why: str) -> None:
        """The end: the result, the seed, and nothing is owed any more."""
        table, outcome = after.table, after.outcome
        assert outcome is not None
        timing.close(tx, table.id)
        presence.close_seats(tx, table.id)
        told = {"reason": outcome.reason, "places": dict(outcome.places)}
        tables.finish(tx, table.id, told, now)
        users = after.users
        result = after.result(outcome)
        result = post_words.not_conceded(result) if why else result
        blocks = [
            *post_words.narration(after, text.GAME_OVER, why),
            *post_words.summary(after),
            "\n".join([result, *post_words.places(after, outcome)]),
            *post_words.ending(after),
        ]
        rows = [post_words.over_buttons(table.id, after.phase.turn)]
        call = text.CALL_OVER(game=after.game.name, code=table.id)
        posts.report(tx, after, blocks, now, mentions=users, rows=rows, call=call, colour=OVER)
        for player in after.players:
            news = after.news(player.seat) if after.presenter.many and player.seat else []
            over = text.OVER(code=table.id, channel=table.channel_id, result=result)
            shown = fit("\n".join([over, *news]), post_words.MOST_POST)
            posts.tell(tx, table, player.user_id, f"over/{player.user_id}", shown, now)


def _next_colour(snapshot: GameSnapshot) -> int:
    """The colour of the seat that is to move; of several, none."""
    owing = snapshot.phase.owing
    return seat_colour(snapshot.game.key, next(iter(owing)) if len(owing) == 1 else None)
