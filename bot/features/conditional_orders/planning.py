"""Giving orders ahead: writing, seeing and clearing one's own plan. What becomes of it is in playing.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Field, Form, Message, buttons, clip, custom_id, fit
from bot.engine import post_words
from bot.engine.context import Context
from bot.engine.order_sheets import Said, changes_plan, refusal
from bot.engine.snapshot import GameSnapshot
from bot.features.conditional_orders import store
from bot.features.conditional_orders import text as words
from bot.features.conditional_orders.lines import (
    MOST_LINES,
    MOST_TEXT,
    Line,
    Queue,
    Replies,
    examples,
    lasts,
    read_kept,
    read_typed,
    stepwise,
)
from bot.storage.database import Tx
from bot.storage.records import Plan
from bot.storage.rows import remove, save

Also = Callable[[Tx, Message], None]
"""What is to be true together with a plan: done in its transaction."""
MOST_ON_DESK = 400
_HEAD = re.compile(r"\s*ahead\b[:\s]*", re.IGNORECASE)
_NONE = ("clear", "none", "off")


class Planning:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def show(self, table_id: str, user_id: int) -> Message:
        """What the user has given ahead; for their eyes alone."""

        def look(tx: Tx) -> Message:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            return shown(snapshot, seat, plan_of(tx, snapshot, seat))

        return await self.context.db.read(look)

    async def form(self, table_id: str, user_id: int) -> Form:
        """The window in which all of it is written."""

        def look(tx: Tx) -> tuple[str, GameSnapshot, Plan | None]:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            _must_play(snapshot, seat)
            plan = plan_of(tx, snapshot, seat)
            return seat, snapshot, plan

        seat, snapshot, plan = await self.context.db.read(look)
        kept = [text for text in plan.lines if isinstance(text, str)] if plan is not None else []
        hint = words.FORM_HINT(example=examples(snapshot, seat)[0])
        field = Field(
            "lines",
            words.FORM_LABEL,
            clip(hint, 100),
            "\n".join(kept),
            long=True,
            required=False,
            most=MOST_TEXT,
        )
        ident = custom_id("plan", snapshot.table.id, seat, snapshot.stamp, kind="form")
        return Form(ident, words.FORM_TITLE(code=snapshot.table.id), (field,))

    async def reads(self, table_id: str, user_id: int, text: str) -> bool:
        """Whether a message could be orders ahead in this game."""
        snapshot, seat = await self.context.db.read(self.context.seated, table_id, user_id)
        try:
            return bool(read_typed(snapshot, seat, _HEAD.sub("", text, count=1)))
        except OrderError:
            return False

    async def give(
        self,
        table_id: str,
        user_id: int,
        text: str,
        *,
        turn: int | None = None,
        whole: bool = False,
        also: Also | None = None,
        said: Said | None = None,
    ) -> Message:
        """Add what is written to the user's plan, or clear it. Raises Refused; nothing has changed then.

        turn:  the stamp of the one that was open when this was written
        whole: it is all of the plan: what is not in it is gone
        said:  when; None: now
        """
        typed = text if whole else _HEAD.sub("", text, count=1)

        def change(tx: Tx) -> Message:
            snapshot, seat = self.context.seated(tx, table_id, user_id)
            plan = plan_of(tx, snapshot, seat)
            if turn is not None and turn != snapshot.stamp:
                kept = clip(typed.replace("`", "'"), MOST_TEXT)
                raise Refused(words.MOVED_ON(code=snapshot.table.id, typed=kept))
            if whole or typed.strip():
                changes_plan(tx, snapshot, seat, said, self.context.clock.now())
            if typed.strip().lower() in _NONE or (whole and not typed.strip()):
                remove(tx, Plan, table_id=snapshot.table.id, seat=seat)
                done = words.CLEARED if plan is not None else ""
                message = shown(snapshot, seat, None, done)
            elif not typed.strip():
                message = shown(snapshot, seat, plan)
            else:
                _must_play(snapshot, seat)
                before = read_kept(snapshot, seat, plan.lines) if plan is not None and not whole else []
                lines = _read(snapshot, seat, typed, before)
                plan = Plan(
                    table_id=snapshot.table.id,
                    seat=seat,
                    lines=tuple(map(str, lines)),
                    user_id=user_id,
                    at=self.context.clock.now(),
                )
                save(tx, plan)
                message = shown(snapshot, seat, plan, _noted(snapshot, seat, lines))
            if also is not None:
                also(tx, message)
            return message

        return await self.context.write_game(table_id, change)


def plan_of(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> Plan | None:
    """The plan of the seat's player."""
    plan = store.get(tx, snapshot.table.id, seat)
    return plan if plan is not None and plan.user_id == snapshot.player(seat).user_id else None


def notes_of(snapshot: GameSnapshot, plan: Plan | None) -> list[str]:
    """What became of the plan when the open turn began, and its owner is to know."""
    if plan is None or plan.at < snapshot.since[0].at:
        return []
    return [str(line["note"]) for line in plan.lines if isinstance(line, dict) and "note" in line]


def desk_lines(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> list[str]:
    """The plan on its owner's desk."""
    plan = plan_of(tx, snapshot, seat)
    told = notes_of(snapshot, plan)
    kept = [f"`{line}`" for line in plan.lines if isinstance(line, str)] if plan is not None else []
    if kept:
        short = [line for at, line in enumerate(kept) if len(" · ".join(kept[: at + 1])) <= MOST_ON_DESK]
        said = words.ON_DESK if len(short) == len(kept) else words.ON_DESK_MORE
        told.append(said(lines=" · ".join(short)))
    return told


def shown(snapshot: GameSnapshot, seat: Seat, plan: Plan | None, note: str = "") -> Message:
    """A plan with its buttons. note: what was done just now"""
    table = snapshot.table
    kept = [text for text in plan.lines if isinstance(text, str)] if plan is not None else []
    lines = [
        post_words.headline(snapshot, words.HEAD),
        words.YOU_ARE(seat=snapshot.presenter.seat_name(seat), channel=table.channel_id),
        *notes_of(snapshot, plan),
        *([note] if note else []),
        *([words.LINE(line=text) for text in kept] or ([] if note else [words.NONE])),
        words.EXAMPLES(examples=" · ".join(f"`{text}`" for text in examples(snapshot, seat))),
    ]
    edit = Button(custom_id("ahead", table.id, seat, snapshot.stamp), words.WRITE)
    clear = Button(custom_id("aheadclear", table.id, seat, snapshot.stamp), words.CLEAR, disabled=not kept)
    return Message(fit("\n".join(lines), post_words.MOST_POST), rows=(buttons(edit, clear),))


def _must_play(snapshot: GameSnapshot, seat: Seat) -> None:
    if not snapshot.game.declarations(snapshot.state, seat):
        raise Refused(words.YOU_ARE_OUT(code=snapshot.table.id))


def _read(snapshot: GameSnapshot, seat: Seat, text: str, before: Sequence[Line]) -> list[Line]:
    """What was written, added to what was there. Raises Refused."""
    try:
        new = read_typed(snapshot, seat, text)
    except OrderError as error:
        shown = tuple(examples(snapshot, seat))
        such = set(error.instead) <= set(shown)  # examples are no orders of this position
        wrong = type(error)(error.order, error.reason, error.instead or shown)
        raise Refused(refusal(snapshot, wrong, such=such)) from None
    lines = [line for line in before if not any(_replaces(each, line) for each in new)]
    lines += new
    if len(lines) > MOST_LINES or sum(len(str(line)) + 1 for line in lines) > MOST_TEXT:
        code = snapshot.table.id
        raise Refused(words.TOO_MUCH(n=len(lines), lines=MOST_LINES, characters=MOST_TEXT, code=code))
    return lines


def _replaces(new: Line, old: Line) -> bool:
    """Whether a new line takes an old one's place: the same in other words, the same case with another reply,
    or with more after it; a queue takes the place of a queue."""
    if str(new) == str(old) or (isinstance(new, Queue) and isinstance(old, Queue)):
        return True
    if not isinstance(new, Replies) or not isinstance(old, Replies):
        return False
    first, was = new.links[0], old.links[0]
    other = first.conditions == was.conditions and first.reply != was.reply
    return other or new.links[: len(old.links)] == old.links


def _noted(snapshot: GameSnapshot, seat: Seat, lines: Sequence[Line]) -> str:
    """What is good to know about lines that were just stored."""
    if snapshot.presenter.many:
        told = [words.STORED_CHOICES]
        short = [f"`{line}`" for line in lines if not lasts(snapshot, seat, line)]
        if short:
            told.append(words.THIS_TURN_ONLY(lines=listing(short, "and")))
        return " ".join(told)
    owes = seat in snapshot.phase.owing and snapshot.phase.key != "setup"
    told = [words.STORED_NOW if owes else words.STORED]
    open_ended = stepwise(snapshot) and any(
        turn[-1] not in ("end", "end turn")
        for line in lines
        for turn in (
            line.turns if isinstance(line, Queue) else [link.reply for link in getattr(line, "links", ())]
        )
    )
    if open_ended:
        told.append(words.OPEN_ENDED)
    told.append(words.CHECKED_LATER)
    return " ".join(told)
