"""Turns that play themselves: nothing can be decided, or what was given ahead fits.

The core calls `plays_itself` when a turn opens; `apply` then, or before it resolves a turn that plays itself;
and when a deadline has passed. `apply` does nothing twice: a plan that was used or trimmed counts as given
then, and only what was given before a turn opened plays in it.

Nobody but its owner learns of a plan that has not played: what is dropped is told on the owner's desk alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from adjudicator.game import Seat, texts
from bot.common.message import fit
from bot.engine import posts
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.conditional_orders.lines import Choice, Line, Replies, lasts, read_kept
from bot.features.conditional_orders.matching import Decision, decide, past_of
from bot.storage import drafts
from bot.storage.database import Tx
from bot.storage.records import Draft, Plan


def forced(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether the only legal sheet of an owing seat is the default of the rules, such as a forced pass. One
    legal move alone is not: that it came at once would tell, under fog, what can move."""
    if snapshot.phase.key == "setup" or (snapshot.presenter.many and not snapshot.adjusting):
        return False
    view = snapshot.view(seat)
    default = snapshot.game.default(view)
    return bool(default) and sorted(texts(default or ())) == sorted(texts(snapshot.game.legal(view)))


async def plays_itself(tx: Tx, snapshot: GameSnapshot) -> bool:
    """Whether the open turn would play itself now: every owing seat is ready, or forced, or has a plan that
    fits."""
    if not snapshot.phase.owing or taken_back(snapshot):
        return False
    kept = await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
    planned: Mapping[Seat, Plan] | None = None
    for seat in sorted(snapshot.phase.owing):
        draft = kept.get(snapshot.sheet(seat))
        if draft is not None and not draft.ready:
            return False
        if draft is not None or forced(snapshot, seat):
            continue
        planned = await store.of_table(tx, snapshot.table.id) if planned is None else planned
        decision = await _decision(tx, snapshot, seat, planned.get(seat))
        if decision is None or not decision.sheet or not _sends(snapshot, seat, decision):
            return False
    return True


async def apply(tx: Tx, snapshot: GameSnapshot, now: float, *, late: bool = False) -> None:
    """Put on the sheets of the owing seats what plays itself, as ready drafts; where something is there
    already it stays. Plans are trimmed, their owners told.

    late: the deadline has passed, so what waits in a queue counts, too
    """
    planned = await store.of_table(tx, snapshot.table.id)
    kept = dict(await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn))
    for seat in sorted(snapshot.phase.owing):
        must, draft = forced(snapshot, seat), kept.get(snapshot.sheet(seat))
        decision = await _decision(
            tx, snapshot, seat, planned.get(seat), must=must, late=late and draft is None
        )
        if draft is not None:
            if (
                decision is not None
                and decision.sheet
                and tuple(texts(decision.sheet)) != tuple(draft.orders)
            ):
                decision = _instead(snapshot, seat, planned[seat], decision)
            if decision is not None:
                await _keep(tx, snapshot, planned[seat], decision, now)
            continue
        sends = decision is not None and (late or _sends(snapshot, seat, decision))
        if decision is not None:
            held = "" if sends or not decision.sheet else _held(decision)
            await _keep(tx, snapshot, planned[seat], decision, now, held)
        if taken_back(snapshot) and not late:
            continue
        if decision is not None and decision.sheet:
            put = await _put(tx, snapshot, seat, texts(decision.sheet), now, ready=sends)
            if sends:
                await _tell(tx, snapshot, seat, decision, now)
        elif must:
            default = snapshot.game.default(snapshot.view(seat)) or ()
            put = await _put(tx, snapshot, seat, texts(default), now, ready=True)
        else:
            continue
        kept[put.seat] = put


def _instead(snapshot: GameSnapshot, seat: Seat, plan: Plan, decision: Decision) -> Decision:
    """What is left when the owner has other orders on the sheet: replies are over, a queue is not begun."""
    if snapshot.presenter.many:
        return Decision(left=tuple(read_kept(snapshot, seat, plan.lines)))
    lines = read_kept(snapshot, seat, plan.lines)
    return Decision(left=tuple(line for line in lines if not isinstance(line, Replies)), gone=decision.gone)


def taken_back(snapshot: GameSnapshot) -> bool:
    """Whether the open turn was brought back by an undo: whoever did that wants to look at it."""
    return any(step.kind == "undo" for step in snapshot.since)


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


async def _put(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, orders: Sequence[str], now: float, *, ready: bool
) -> Draft:
    draft = Draft(
        table_id=snapshot.table.id,
        seat=snapshot.sheet(seat),
        turn=snapshot.phase.turn,
        orders=tuple(orders),
        ready=ready,
        user_id=snapshot.player(seat).user_id,
        at=now,
    )
    await drafts.put(tx, draft)
    return draft


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
    await posts.tell(tx, snapshot.table, user, key, fit(text, posts.MOST_POST), now)
