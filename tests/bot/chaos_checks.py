"""What must hold in a town (chaos.py) after every act."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from adjudicator.replay import verify
from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine import lineage, timing
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.conditional_orders.lines import examples
from bot.features.history import exporting
from bot.features.votes import store as votes
from bot.storage import drafts, schema, steps
from bot.storage.database import Tx
from bot.storage.records import Deadline, Post, Step
from bot.storage.rows import fetch, first
from tests.bot.transactions import looking

if TYPE_CHECKING:
    from tests.bot.chaos_world import World


async def everything(town: World, *, settled: bool) -> None:
    assert not town.alarm.rung, "logged as an error:\n" + "\n".join(town.alarm.rung)
    context = town.services.context
    async with looking(context.db) as tx:
        now = town.clock.now()
        due = fetch(tx, select(schema.deadlines), Deadline)
        posts = [row._mapping for row in tx.execute(select(schema.outbox))]
        for code in town.memory:
            snapshot = context.snapshot(tx, code)
            mine = {row.kind: row for row in due if row.table_id == code}
            assert len(mine) == sum(row.table_id == code for row in due)
            _table(town, tx, snapshot, mine, now, settled)
            if snapshot.table.status == "playing" and "early" not in mine:
                _called(snapshot, [post for post in posts if post["table_id"] == code])
        if settled:
            _settled(town, due, posts, now)


def _settled(town: World, due: list[Deadline], posts: list[Any], now: float) -> None:
    if not town.lost:
        late = [row for row in due if row.due_at < now - 1]
        assert not late, f"past and not dealt with: {late}"
        stuck = [post["key"] for post in posts if post["status"] == "sending"]
        assert not stuck, f"sending for ever: {stuck}"
        heads: dict[str, Any] = {}
        for post in sorted(posts, key=lambda row: row["id"]):
            if post["status"] in ("queued", "sending"):
                heads.setdefault(post["lane"], post)
        stuck = [post["key"] for post in heads.values() if post["not_before"] < now - 1]
        assert not stuck, f"queued and not sent: {stuck}"
    failed = [
        (post["key"], post["error"])
        for post in posts
        if post["status"] == "failed"
        and post["error"] not in ("closed", "closed messages", "cut")
        and post["payload"]["kind"] != "tally"
    ]
    assert not failed, f"failed: {failed}"
    twice: dict[int, int] = {}
    for here in town.messenger.channels.values():
        for number, _ in here:
            twice[number] = twice.get(number, 0) + 1
    again = [number for number, times in twice.items() if times > 1]
    assert not again, f"sent twice: {[post['key'] for post in posts if post['id'] in again]}"


def _table(
    town: World, tx: Tx, snapshot: GameSnapshot, due: dict[str, Deadline], now: float, settled: bool
) -> None:
    table, code, pause = snapshot.table, snapshot.table.id, snapshot.pause
    where = f"{code} ({table.game}, turn {snapshot.phase.turn}, {table.status})"
    _steps(town, tx, snapshot)
    held = votes.of_table(tx, code)
    if table.status != "playing":
        assert not due, f"{where}: over, but {due}"
        assert pause is None and not held, f"{where}: over, but paused or voting"
        assert not drafts.of_table(tx, code, snapshot.phase.turn), f"{where}: over, but drafts"
        return
    turn = snapshot.phase.turn
    assert snapshot.outcome is None and snapshot.phase.owing, where
    assert table.turn == turn
    assert ("vote" in due) == bool(held), f"{where}: votes {held}, rows {due}"
    for kind in ("turn", "early"):
        if kind in due:
            assert due[kind].turn == turn, f"{where}: a row of another turn: {due[kind]}"
    missing = town.services.context.missing(tx, snapshot)
    if "early" in due and "itself" not in due["early"].data:
        assert not missing, f"{where}: it would resolve without {missing}: {due}"
    if pause is not None:
        assert not {"turn", "early", "remind"} & set(due), f"{where}: paused, but {due}"
        assert ("resume" in due) == (pause.until is not None), f"{where}: {pause} {due}"
        assert pause.cause != "vote" or pause.until is not None, f"{where}: {pause}"
        if pause.cause == "fault":
            kept = town.path.parent / "faults" / f"{pause.error}.json"
            error = json.loads(kept.read_text())["error"]
            assert "InjectedFault" in error, f"{where}: {error}"
    else:
        assert "resume" not in due, f"{where}: not paused, but {due}"
        assert "remind" not in due or "turn" in due, f"{where}: reminders of nothing: {due}"
        moves = "turn" in due or "early" in due
        timeless = timing.spec_of(table).due(now) is None
        assert moves or (timeless and missing), f"{where}: nothing moves it on: {due}, missing {missing}"
        assert missing or "early" in due, f"{where}: all are ready, and nothing happens: {due}"
    # caps
    before = town.memory[code].setdefault("caps", {})
    caps = {"voted": sum(v.kind == "extend" for v in votes.of_table(tx, code, "passed"))}
    caps["pauses"] = sum(v.kind == "pause" and bool(v.amount) for v in votes.of_table(tx, code, "passed"))
    most = {"voted": snapshot.house_rules.extensions, "pauses": 2}
    for player in snapshot.players:
        caps[f"e{player.user_id}"] = player.extensions
        most[f"e{player.user_id}"] = snapshot.house_rules.extensions
        used = player.away_used
        cap = snapshot.house_rules.vacation_days * 86400
        assert used <= max(cap, before.get(f"a{player.user_id}", 0)) + 1, f"{where}: away {used} of {cap}"
        before[f"a{player.user_id}"] = used
    for key, count in caps.items():
        allowed = max(most[key], before.get("most", {}).get(key, 0))
        assert count <= max(before.get(key, 0), allowed), f"{where}: {key} {count}, at most {allowed}"
        before[key] = count
    before["most"] = most
    row = due.get("turn")
    if row is not None:
        assert row.extended <= 1 and row.data.get("voted", 0) <= 1, f"{where}: {row}"


def _steps(town: World, tx: Tx, snapshot: GameSnapshot) -> None:
    """Steps chain: each begins in the turn that the one before it (of those that hold) opened."""
    memory, code = town.memory[snapshot.table.id], snapshot.table.id
    seen = memory.setdefault("steps", 0)
    newest = steps.newest(tx, code)
    assert newest is not None and newest.seq == snapshot.table.seq
    if newest.seq == seen:
        return
    table, game = snapshot.table, snapshot.game
    taken = lineage.of(tx, table)
    for step in steps.between(tx, code, max(seen, 1), newest.seq):
        line = list(taken.line(step.seq - 1)) if step.kind not in ("start", "undo") else []
        if not line:
            continue
        was = first(tx, Step, table_id=code, seq=line[0])
        assert was is not None
        opened = game.phase(game.load(json.loads(was.state))).turn
        assert step.turn == opened, (
            f"{code}: step {step.seq} of turn {step.turn} after one that opened {opened}"
        )
    memory["steps"] = newest.seq


def _called(snapshot: GameSnapshot, posts: list[Any]) -> None:
    """Everybody who owes has a desk of the open turn in the outbox."""
    since = snapshot.called.at
    for seat in snapshot.phase.owing & set(snapshot.people):
        user = snapshot.player(seat).user_id
        desks = [
            post
            for post in posts
            if post["user_id"] == user
            and post["payload"]["kind"] == "desk"
            and post["payload"]["seat"] == seat
            and post["payload"]["turn"] == snapshot.stamp
            and post["created_at"] >= since - 0.5
            and post["status"] != "dropped"
        ]
        dropped = [
            post["error"] for post in posts if post["user_id"] == user and post["status"] == "dropped"
        ][-3:]
        assert desks, (
            f"{snapshot.table.id} ({snapshot.table.game}): {seat} ({user}) owes turn {snapshot.phase.turn} "
            f"since {since} and has no desk; dropped: {dropped}; pause {snapshot.pause}"
        )


async def all_sent(town: World) -> None:
    async with looking(town.services.context.db) as tx:
        left = [
            (row.key, row.status, row.error)
            for row in tx.execute(
                select(schema.outbox).where(schema.outbox.c.status.in_(("queued", "sending")))
            )
        ]
    assert not left, f"never sent: {left}"


async def verified(town: World, code: str) -> None:
    async with looking(town.services.context.db) as tx:
        snapshot = town.services.context.snapshot(tx, code)
        record = exporting.whole(tx, snapshot)
    report = verify(town.services.context.games, record)
    assert report.ok, f"{code}: {report.faults}"
    await town.services.verification.verified(code)


async def refused_everywhere(town: World, code: str, user: int) -> None:
    services = town.services
    acts = {
        "give": services.orders.give(code, user, "draw"),
        "send": services.orders.send(code, user),
        "unsend": services.orders.unsend(code, user),
        "clear": services.orders.clear(code, user, 1),
        "declare": services.orders.declare(code, user, "concede"),
        "ahead": services.planning.show(code, user),
        "plan": services.planning.give(code, user, "clear"),
        "desk": services.desks.desk(code, user),
        "vote": services.voting.call(code, user, "end"),
        "ask": services.substitutes.ask(code, user),
        "letter": services.letters.write(code, user, "all", "x", source=f"x{town.clock.now()}"),
    }
    for name, act in acts.items():
        try:
            await act
        except Refused:
            continue
        raise AssertionError(f"{name} is open to {user}, who has left {code}")


async def leaks(town: World, code: str | None, user: int | None, message: Message, post: Post | None) -> None:
    """Nothing that leaves has an order, a plan or a letter that is not its reader's.

    user: who reads it, None: a channel; code: the table, None: not known
    """
    told = "\n".join([message.text, repr(message.rows), *(file.data.decode() for file in message.files)])
    pictures = [message.picture, *message.pictures]
    told += "\n".join(picture.alt for picture in pictures if picture is not None)
    for other, memory in town.memory.items():
        for mark, seats in memory.get("letters", {}).items():
            if mark in told:
                snapshot = await town.snapshot(other)
                readers = {snapshot.player(seat).user_id for seat in seats}
                over = snapshot.table.status == "over"
                assert user in readers or over, (
                    f"letter {mark} of {seats} reaches {user or 'a channel'}: {told}"
                )
    context = town.services.context
    if code is None or town.services is None or code not in town.memory:
        return
    async with looking(context.db) as tx:
        snapshot = context.snapshot(tx, code)
        if snapshot.table.status != "playing":
            return
        if post is not None and post.payload["kind"] in ("desk", "remind"):
            assert snapshot.seat_of(user or 0) is not None or user is None, (
                f"{post.key} for {user}, who has left"
            )
        planned = store.of_table(tx, code)
        kept = drafts.of_table(tx, code, snapshot.phase.turn)
        seat = snapshot.seat_of(user or 0)
        own = set(examples(snapshot, seat)) if seat is not None else set()
        for plan in planned.values():
            own |= {str(line) for line in plan.lines if plan.user_id == user}
        for plan in planned.values():
            for line in plan.lines:
                text = str(line)
                if (
                    plan.user_id != user
                    and text not in own
                    and text.startswith(("if ", "queue "))
                    and text.lower() in told.lower()
                ):
                    raise AssertionError(
                        f"plan {text!r} of {plan.user_id} reaches {user or 'a channel'}: {told}"
                    )
        known: set[str] | None = None
        for sheet, draft in kept.items():
            readers = {snapshot.player(seat).user_id for seat in snapshot.game.sharing(snapshot.state, sheet)}
            if user in readers:
                continue
            for text in draft.orders:
                if len(text) < 6 or not re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", told):
                    continue
                if known is None:
                    known = _known(tx, snapshot, user)
                assert text in known, (
                    f"order {text!r} of {sheet} reaches {user or 'a channel'} ({post}): {told}"
                )


def _known(tx: Tx, snapshot: GameSnapshot, user: int | None) -> set[str]:
    """Orders that may be read in other places: published ones, the reader's own possible ones."""
    found = set()
    for step in steps.between(tx, snapshot.table.id, 1, snapshot.table.seq):
        for orders in step.orders.values():
            found |= set(orders)
    seat = snapshot.seat_of(user) if user is not None else None
    if seat is not None:
        found |= {str(order) for order in snapshot.game.legal(snapshot.view(seat))}
    return found
