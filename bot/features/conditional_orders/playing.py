"""Orders given ahead, in the turns for which they were given.

The engine asks (`plays`) when a turn opens, and has them played (`play`) then, or before it resolves a turn
that plays itself, and when a deadline has passed. `play` does nothing twice: a plan that was used or trimmed
counts as given then, and only what was given before a turn opened plays in it.

Nobody but its owner learns of a plan that has not played: what is dropped is told on the owner's desk alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.game import Seat, texts
from bot.common.message import fit
from bot.engine import post_words, posts
from bot.engine.automatic_turns import put_sheet
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.conditional_orders.lines import Choice, Line, Replies, lasts, read_kept
from bot.features.conditional_orders.matching import Decision, decide, past_of
from bot.storage.database import Tx
from bot.storage.records import Draft, Plan


async def plays(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether a seat's plan has a whole sheet for the open turn, which it may send."""
    decision = await _decision(tx, snapshot, seat, (await store.of_table(tx, snapshot.table.id)).get(seat))
    return decision is not None and bool(decision.sheet) and _sends(snapshot, seat, decision)


async def play(
    tx: Tx,
    snapshot: GameSnapshot,
    seat: Seat,
    draft: Draft | None,
    now: float,
    *,
    forced: bool,
    late: bool,
) -> Draft | None:
    """Put on a seat's sheet what was given ahead for the open turn, and return it; None: nothing, or the
    sheet has something already (`draft`). The plan is trimmed, its owner told.

    forced: the seat has no choice;  late: the deadline has passed, so what waits in a queue counts, too
    """
    plan = (await store.of_table(tx, snapshot.table.id)).get(seat)
    decision = await _decision(tx, snapshot, seat, plan, must=forced, late=late and draft is None)
    if plan is None or decision is None:
        return None
    if draft is not None:
        if decision.sheet and tuple(texts(decision.sheet)) != tuple(draft.orders):
            decision = _instead(snapshot, seat, plan, decision)
        await _keep(tx, snapshot, plan, decision, now)
        return None
    sends = late or _sends(snapshot, seat, decision)
    await _keep(tx, snapshot, plan, decision, now, "" if sends or not decision.sheet else _held(decision))
    if not decision.sheet or (snapshot.brought_back and not late):
        return None
    put = await put_sheet(tx, snapshot, seat, texts(decision.sheet), now, ready=sends)
    if sends:
        await _tell(tx, snapshot, seat, decision, now)
    return put


async def taken_back(tx: Tx, table_id: str, turn: int) -> dict[int, str]:
    """Forget all plans when a turn is taken back: they were for what would have come. What their owners are
    told, by user."""
    planned = {plan.user_id for plan in (await store.of_table(tx, table_id)).values()}
    await store.clear(tx, table_id)
    return dict.fromkeys(planned, "What you had ordered ahead is dropped.")


async def game_over(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Forget all plans of a game that is broken off: nobody plays them any more."""
    if after.outcome is None:
        await store.clear(tx, after.table.id)


def _instead(snapshot: GameSnapshot, seat: Seat, plan: Plan, decision: Decision) -> Decision:
    """What is left when the owner has other orders on the sheet: replies are over, a queue is not begun."""
    if snapshot.presenter.many:
        return Decision(left=tuple(read_kept(snapshot, seat, plan.lines)))
    lines = read_kept(snapshot, seat, plan.lines)
    return Decision(left=tuple(line for line in lines if not isinstance(line, Replies)), gone=decision.gone)


def offered_draw(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether others offer a draw that the seat may still agree to: then it looks itself before it moves."""
    offers = frozenset(getattr(snapshot.state, "offers", ()))
    return not snapshot.presenter.many and bool(offers - {seat}) and seat not in offers


def _sends(snapshot: GameSnapshot, seat: Seat, decision: Decision) -> bool:
    return decision.complete and not offered_draw(snapshot, seat)


async def _decision(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, plan: Plan | None, *, must: bool = False, late: bool = False
) -> Decision | None:
    """What the seat's plan does in the open turn; None: nothing, and it stays as it is."""
    player = snapshot.player(seat)
    if plan is None or plan.user_id != player.user_id or gone(snapshot, player):
        return None
    if snapshot.phase.key == "setup" or snapshot.phase.goes_on:
        return None
    before = plan.at < snapshot.since[0].at
    if not before and not late:
        return None
    lines = read_kept(snapshot, seat, plan.lines)
    if snapshot.presenter.many and not snapshot.adjusting:
        return Decision(left=tuple(line for line in lines if lasts(snapshot, seat, line)))
    past = await past_of(tx, snapshot, seat)
    stale: Sequence[Line] = ()
    if past.undone > plan.at:
        stale = [line for line in lines if not isinstance(line, Choice)]
    elif plan.at < past.began:  # the seat has moved since, and not as it was planned
        stale = [line for line in lines if isinstance(line, Replies)]
    fresh = [line for line in lines if line not in stale]
    found = decide(snapshot, seat, fresh, past, forced=must, late=not before)
    if late and not before and not found.sheet and not stale:
        return None
    return replace(found, gone=(*stale, *found.gone))


async def _keep(
    tx: Tx, snapshot: GameSnapshot, plan: Plan, decision: Decision, now: float, held: str = ""
) -> None:
    """Store what is left of a plan, with notes for the next desk."""
    notes = [held] if held else []
    if decision.gone:
        told = ", ".join(f"`{line}`" for line in decision.gone)
        why = "".join(f" {note}." for note in decision.notes)
        notes.append(f"What you gave ahead does not fit any more, so it is gone: {told}.{why}")
    lines = [*map(str, decision.left), *({"note": note} for note in notes)]
    if lines:  # it counts as given now, in the open turn, whose step may be a moment younger
        at = max(now, snapshot.since[0].at)
        await store.put(tx, replace(plan, lines=lines, at=at))
    else:
        await store.clear(tx, snapshot.table.id, plan.seat)


def _held(decision: Decision) -> str:
    if not decision.complete:
        return f"Given ahead: `{decision.line}`. Something is left to choose."
    return f"A draw is offered, so what you gave ahead (`{decision.line}`) is not sent yet."


async def _tell(tx: Tx, snapshot: GameSnapshot, seat: Seat, decision: Decision, now: float) -> None:
    """A direct message to the owner."""
    sent = ", ".join(f"`{order}`" for order in decision.sheet)
    still = [f"`{line}`" for line in decision.left]
    after = f"Still ahead: {', '.join(still)}." if still else "Nothing more is given ahead."
    text = (
        f"Game `{snapshot.table.id}` in <#{snapshot.table.channel_id}>, {snapshot.title}: I sent {sent} for "
        "you, "
        f"as you gave it ahead: `{decision.line}`. {after}"
    )
    user = snapshot.player(seat).user_id
    key = f"ahead/{snapshot.mark}/{seat}/{now:.3f}"  # one may be taken back, and another one given
    await posts.tell(tx, snapshot.table, user, key, fit(text, post_words.MOST_POST), now)
