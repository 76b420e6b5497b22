"""How many are ready: a line below the post that called for orders, edited while its turn lasts."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.game import Seat
from bot.common.message import when
from bot.engine import posts
from bot.engine.snapshot import GameSnapshot
from bot.storage.database import Tx

EVERY = 4.0
"""Seconds: however many get ready in that time, the post is edited once."""


async def edit(tx: Tx, snapshot: GameSnapshot, now: float) -> None:
    """Queue the edit that tells how many are ready, unless the table hides that. Changes that come close
    together share one edit."""
    if _tells_ready(snapshot) and snapshot.since:
        window = int(now / EVERY)
        await _put(tx, snapshot, str(window), now, (window + 1) * EVERY)


async def close(tx: Tx, before: GameSnapshot, now: float) -> None:
    """Queue the edit that takes the line away when the turn is over."""
    if _tells_ready(before) and before.since:
        await _put(tx, before, "over", now, now)


async def _put(tx: Tx, snapshot: GameSnapshot, when: str, now: float, not_before: float) -> None:
    table = snapshot.table
    change = posts.Edit(call=f"{table.id}/{posts.call_key(snapshot.called)}", turn=snapshot.phase.turn)
    await posts.edit(tx, table, f"{snapshot.mark}/tally/{when}", change, now, not_before)


def _tells_ready(snapshot: GameSnapshot) -> bool:
    return (
        "ready" in snapshot.presenter.house_options and snapshot.house_rules.ready and snapshot.phase.sealed
    )


def words(snapshot: GameSnapshot, missing: Collection[Seat], soon: float | None = None) -> str:
    """Say how many are ready, as everyone may know; "" where that is not told.

    missing: the seats that are not
    soon:    when the turn resolves because all are
    """
    owing = len(snapshot.phase.owing)
    if not _tells_ready(snapshot) or owing < 2:
        return ""
    done = owing - len(missing)
    then = f" · the turn {resolves(snapshot, soon)}" if soon is not None and not missing else ""
    return f"**{done} of {owing}** {'is' if done == 1 else 'are'} ready{then}"


def resolves(snapshot: GameSnapshot, soon: float) -> str:
    """Say when the turn resolves because all are ready: "resolves in a minute unless somebody changes
    orders". For desks too, which are not edited when somebody else is not ready any more."""
    unless = " unless somebody changes orders" if len(snapshot.phase.owing) > 1 else ""
    return f"resolves {when(soon)}{unless}"
