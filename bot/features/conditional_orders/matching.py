"""What was given ahead against what happened: which line fits, what it plays, and what is left of the plan.

`decide` is pure. What others did is compared as everybody may know it, never with what is hidden in fog.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Seat, texts
from bot.engine import lineage as undone
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders.lines import Choice, Condition, Line, Link, Queue, Replies, stepwise
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Step

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


async def past_of(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Past:
    """What others did since the seat's own last turn; what was taken back does not count."""
    gone = await undone.of(tx, snapshot.table)
    found: list[Step] = []
    own = False
    for seq in islice(gone.line(snapshot.step.seq), FARTHEST):
        step = snapshot.step if seq == snapshot.step.seq else await steps.at(tx, snapshot.table.id, seq)
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
    back = await steps.get(tx, snapshot.table.id, max(gone.back)) if gone.back else None
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
    """What a plan does in the open turn, and what is left of it.

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
        return (), f"`{'; '.join(orders)}` is not possible now: {error.reason}"
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
