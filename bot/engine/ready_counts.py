"""How many are ready: a line below the post that called for orders, which is edited while its turn lasts."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.game import Seat
from bot.common.message import when
from bot.engine import posts
from bot.engine.snapshot import GameSnapshot
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Step, Table

EVERY = 4.0
"""Seconds: however many get ready in that time, the post is edited once."""


async def edit(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue the edit that tells how many are ready, unless the table hides that. Changes that come close
    together share one edit."""
    if not _tells_ready(snapshot) or not snapshot.since:
        return
    turn, window = snapshot.phase.turn, int(now / EVERY)
    due = (window + 1) * EVERY
    await _put(tx, snapshot.table, f"{snapshot.mark}/tally/{window}", snapshot.called, turn, now, due)


async def close(tx: Tx, before: GameSnapshot, now: float) -> None:
    """Queue the edit that takes it away when the turn is over."""
    if _tells_ready(before) and before.since:
        turn = before.phase.turn
        await _put(tx, before.table, f"{before.mark}/tally/over", before.called, turn, now, now)


async def _put(
    tx: Tx, table: Table, key: str, opened: Step, turn: int, now: float, not_before: float
) -> None:
    await outbox.put(
        tx,
        key=f"{table.id}/{key}",
        payload={"kind": "tally", "call": f"{table.id}/{posts.call_key(opened)}", "turn": turn},
        created_at=now,
        channel_id=table.channel_id,
        table_id=table.id,
        not_before=not_before,
        lane=f"t:{table.id}",  # of its own: no post waits for it
    )


def _tells_ready(snapshot: GameSnapshot) -> bool:
    return (
        "ready" in snapshot.presenter.house_options and snapshot.house_rules.ready and snapshot.phase.sealed
    )


def words(snapshot: GameSnapshot, missing: Collection[Seat], soon: float | None = None) -> str:
    """How many are ready, as everyone may know; "" where that is not told. missing: those that are not

    soon: when the turn resolves because all are"""
    owing = len(snapshot.phase.owing)
    if not _tells_ready(snapshot) or owing < 2:
        return ""
    done = owing - len(missing)
    then = f" · the turn {resolves(snapshot, soon)}" if soon is not None and not missing else ""
    return f"**{done} of {owing}** {'is' if done == 1 else 'are'} ready{then}"


def resolves(snapshot: GameSnapshot, soon: float) -> str:
    """When the turn resolves because all are ready, for desks that are not edited when somebody else is not
    ready any more: "resolves in a minute unless somebody changes orders"."""
    unless = " unless somebody changes orders" if len(snapshot.phase.owing) > 1 else ""
    return f"resolves {when(soon)}{unless}"
