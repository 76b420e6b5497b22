"""Orders given ahead, in the turns for which they were given: which line fits what happened, what it plays,
and what is left of the plan.

The engine asks (`plays`) when a turn opens, and has them played (`play`) then, or before it resolves a turn
that plays itself, and when a deadline has passed. `play` does nothing twice: a plan that was used or trimmed
counts as given then, and only what was given before a turn opened plays in it.

`decide` is pure. What others did is compared as everybody may know it, never with what is hidden in fog.
Nobody but its owner learns of a plan that has not played: what is dropped is told on the owner's desk alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Seat, texts
from bot.common.message import fit
from bot.engine import lineage as undone
from bot.engine import post_words, posts
from bot.engine.order_sheets import put_sheet
from bot.engine.presence import gone
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.conditional_orders import text as words
from bot.features.conditional_orders.lines import (
    Choice,
    Condition,
    Line,
    Link,
    Queue,
    Replies,
    lasts,
    read_kept,
    stepwise,
)
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Draft, Plan, Step
from bot.storage.rows import first, remove, save

FARTHEST = 60
"""So many steps back a seat's own last turn is looked for."""


@dataclass(frozen=True)
class Played:
    """What a seat did in a step. before: the state that it saw, which everybody else saw with it."""

    seat: Seat
    orders: tuple[str, ...]
    before: Any


@dataclass(frozen=True)
class Past:
    """What happened since a seat's own last turn, oldest first.

    began: when that own turn had opened; 0.0 if there was none
    undone: when a turn was taken back last; 0.0 if none was
    """

    played: tuple[Played, ...] = ()
    began: float = 0.0
    undone: float = 0.0


@dataclass(frozen=True)
class Decision:
    """What a plan does now.

    sheet:    the orders that it gives; () none
    line:     the line that gave them, as it was
    left:     what stays of the plan
    notes:    why something is gone, for the owner
    complete: whether the sheet may be sent; otherwise the owner looks first
    gone:     what does not fit any more
    """

    sheet: tuple[Any, ...] = ()
    line: str = ""
    left: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    complete: bool = True
    gone: tuple[Line, ...] = ()


def past_of(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Past:
    """What others did since the seat's own last turn; what was taken back does not count."""
    gone = undone.of(tx, snapshot.table)
    found: list[Step] = []
    own = False
    for seq in islice(gone.line(snapshot.step.seq), FARTHEST):
        step = snapshot.step if seq == snapshot.step.seq else steps.at(tx, snapshot.table.id, seq)
        found.insert(0, step)
        if own:
            break
        if step.kind == "start" or step.seals:  # nobody sees what others do in a set-up
            break
        own = step.kind == "resolve" and seat in step.orders
    before = found.pop(0) if own and len(found) > 1 else None
    played: list[Played] = []
    for was, step in pairwise(found):
        if step.kind == "resolve":
            state = snapshot.game.load(json.loads(was.state))
            played += [Played(other, tuple(orders), state) for other, orders in step.orders.items()]
    back = first(tx, Step, table_id=snapshot.table.id, seq=max(gone.back)) if gone.back else None
    return Past(tuple(played), before.at if before is not None else 0.0, back.at if back is not None else 0.0)


def happened(snapshot: GameSnapshot, played: Sequence[Played], condition: Condition) -> bool:
    """Whether what a condition names was done. A line of actions holds if all of them were done, among
    others; with `end` it is the whole turn."""
    done = [each for each in played if condition.means(each.seat)]
    if not stepwise(snapshot):
        return any(
            _heard(snapshot, one, condition.orders) == _heard(snapshot, one, one.orders) for one in done
        )
    if not done:
        return False
    wanted = _heard(snapshot, done[0], condition.orders)
    given = [order for one in done for order in _heard(snapshot, one, one.orders) or []]
    if not wanted:
        return False
    asked, there = (Counter(order for order in some if order != "end") for some in (wanted, given))
    return asked == there if "end" in wanted else asked <= there


def _heard(snapshot: GameSnapshot, played: Played, orders: Sequence[str]) -> list[str] | None:
    """Orders of a seat as everybody may know them, read on the board of then; None: they are none there."""
    seen = snapshot.game.view(played.before, None)
    try:
        return [snapshot.presenter.heard(order) for order in snapshot.game.parse(seen, "; ".join(orders))]
    except OrderError:
        return None


def decide(
    snapshot: GameSnapshot,
    seat: Seat,
    plan: Sequence[Line],
    past: Past,
    *,
    forced: bool = False,
    late: bool = False,
) -> Decision:
    """Return what a plan does in the open turn, and what is left of it.

    forced: the seat can do nothing but what the rules do for it, so a queue waits
    late:   the deadline has passed: a queue counts also if it was meant for later turns, conditions do not
    """
    if snapshot.presenter.many:
        return _choose(snapshot, seat, plan)
    chains = [line for line in plan if isinstance(line, Replies)]
    queues = [line for line in plan if isinstance(line, Queue)]
    notes: list[str] = []
    kept: list[Line] = list(chains) if late or not past.played else []
    gone: list[Line] = []
    if not kept:
        fits = [line for line in chains if _fits(snapshot, past, line.links[0])]
        for line in fits:
            sheet, wrong = legal_sheet(snapshot, seat, line.links[0].reply)
            if sheet:
                rest = [
                    Replies(each.links[1:])
                    for each in fits
                    if each.links[1:] and _same(snapshot, seat, each, sheet)
                ]
                return Decision(sheet, str(line), (*rest, *queues))
            notes.append(wrong)
        gone = list(chains)
    if queues and not forced:
        head = queues[0]
        sheet, wrong = legal_sheet(snapshot, seat, head.turns[0])
        if sheet:
            rest_of = [Queue(head.turns[1:])] if head.turns[1:] else []
            return Decision(sheet, str(head), (*kept, *rest_of, *queues[1:]), tuple(notes), gone=tuple(gone))
        if late:
            return Decision(left=(*kept, *queues))
        notes.append(wrong)
        gone, queues = [*gone, *queues], []
    return Decision(left=(*kept, *queues), notes=tuple(notes), gone=tuple(gone))


def _fits(snapshot: GameSnapshot, past: Past, link: Link) -> bool:
    return all(happened(snapshot, past.played, condition) for condition in link.conditions)


def _same(snapshot: GameSnapshot, seat: Seat, line: Replies, sheet: Sequence[Any]) -> bool:
    """Whether a line that fits gives this same reply: then it goes on, too."""
    return texts(legal_sheet(snapshot, seat, line.links[0].reply)[0]) == texts(sheet)


def legal_sheet(snapshot: GameSnapshot, seat: Seat, orders: Sequence[str]) -> tuple[tuple[Any, ...], str]:
    """The sheet that these orders make now, and why not if it is ()."""
    game, view = snapshot.game, snapshot.view(seat)
    try:
        sheet = game.join(view, (), game.parse(view, "; ".join(orders)))
        game.check(view, sheet)
    except OrderError as error:
        return (), words.NOT_POSSIBLE(orders="; ".join(orders), why=error.reason.rstrip("."))
    return tuple(sheet), ""


def _choose(snapshot: GameSnapshot, seat: Seat, plan: Sequence[Line]) -> Decision:
    """The choices of an adjustment: of those given ahead, in their order, as many as are possible."""
    game, view = snapshot.game, snapshot.view(seat)
    sheet: tuple[Any, ...] = ()
    if not snapshot.adjusting or seat not in snapshot.phase.owing:
        return Decision(left=tuple(plan))
    used: list[Line] = []
    for line in plan:
        assert isinstance(line, Choice)
        try:
            more = game.join(view, (), (*sheet, *game.parse(view, line.order)))
            game.check(view, more)
        except OrderError:
            continue
        sheet, used = more, [*used, line]
    complete = bool(sheet) and not any(True for _ in game.legal(view, sheet))
    left = tuple(line for line in plan if line not in used)
    return Decision(sheet, "; ".join(map(str, used)), left, complete=complete)


def plays(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether a seat's plan has a whole sheet for the open turn, which it may send."""
    decision = _decision(tx, snapshot, seat, store.of_table(tx, snapshot.table.id).get(seat))
    return decision is not None and bool(decision.sheet) and _sends(snapshot, seat, decision)


def play(
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
    plan = store.of_table(tx, snapshot.table.id).get(seat)
    decision = _decision(tx, snapshot, seat, plan, must=forced, late=late and draft is None)
    if plan is None or decision is None:
        return None
    if draft is not None:
        if decision.sheet and tuple(texts(decision.sheet)) != tuple(draft.orders):
            decision = _instead(snapshot, seat, plan, decision)
        _keep(tx, snapshot, plan, decision, now)
        return None
    sends = late or _sends(snapshot, seat, decision)
    _keep(tx, snapshot, plan, decision, now, "" if sends or not decision.sheet else _held(decision))
    if not decision.sheet or (snapshot.brought_back and not late):
        return None
    put = put_sheet(tx, snapshot, seat, texts(decision.sheet), now, ready=sends)
    if sends:
        _tell(tx, snapshot, seat, decision, now)
    return put


def taken_back(tx: Tx, table_id: str, turn: int) -> dict[int, str]:
    """Forget all plans when a turn is taken back; return what their owners are told, by user."""
    planned = {plan.user_id for plan in store.of_table(tx, table_id).values()}
    remove(tx, Plan, table_id=table_id)
    return dict.fromkeys(planned, words.TAKEN_BACK)


def game_over(tx: Tx, after: GameSnapshot, now: float) -> None:
    """Forget all plans of a game that is broken off: nobody plays them any more."""
    if after.outcome is None:
        remove(tx, Plan, table_id=after.table.id)


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


def _decision(
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
    past = past_of(tx, snapshot, seat)
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


def _keep(tx: Tx, snapshot: GameSnapshot, plan: Plan, decision: Decision, now: float, held: str = "") -> None:
    """Store what is left of a plan, with notes for the next desk."""
    notes = [held] if held else []
    if decision.gone:
        told = ", ".join(f"`{line}`" for line in decision.gone)
        why = " ".join(decision.notes)
        notes.append(words.GONE_WHY(lines=told, why=why) if why else words.GONE(lines=told))
    lines = [*map(str, decision.left), *({"note": note} for note in notes)]
    if lines:  # it counts as given now, in the open turn, whose step may be a moment younger
        at = max(now, snapshot.since[0].at)
        save(tx, replace(plan, lines=lines, at=at))
    else:
        remove(tx, Plan, table_id=snapshot.table.id, seat=plan.seat)


def _held(decision: Decision) -> str:
    if not decision.complete:
        return words.HELD_CHOICE(line=decision.line)
    return words.HELD_DRAW(line=decision.line)


def _tell(tx: Tx, snapshot: GameSnapshot, seat: Seat, decision: Decision, now: float) -> None:
    """A direct message to the owner."""
    given = {
        "code": snapshot.table.id,
        "channel": snapshot.table.channel_id,
        "what": snapshot.title,
        "orders": ", ".join(f"`{order}`" for order in decision.sheet),
        "line": decision.line,
    }
    text = words.PLAYED_LAST(**given)
    if decision.left:
        text = words.PLAYED(**given, left=", ".join(f"`{line}`" for line in decision.left))
    user = snapshot.player(seat).user_id
    key = f"ahead/{snapshot.mark}/{seat}/{now:.3f}"  # one may be taken back, and another one given
    posts.tell(tx, snapshot.table, user, key, fit(text, post_words.MOST_POST), now)
