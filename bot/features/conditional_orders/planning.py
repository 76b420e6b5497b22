"""Giving orders ahead: writing, seeing and clearing one's own plan. What becomes of it is in ahead.py."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import Button, Field, Form, Message, buttons, clip, custom_id, fit
from bot.engine import posts
from bot.engine.context import Core
from bot.engine.message_times import Said, changes_plan
from bot.engine.order_sheets import refusal
from bot.engine.snapshot import Loaded
from bot.features.conditional_orders import store
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

Also = Callable[[Tx, Message], Awaitable[None]]
"""What is to be true together with a plan: done in its transaction."""
MOST_ON_DESK = 400
_HEAD = re.compile(r"\s*ahead\b[:\s]*", re.IGNORECASE)
_NONE = ("clear", "none", "off")


class Planning:
    def __init__(self, core: Core) -> None:
        self.core = core

    async def show(self, table_id: str, user_id: int) -> Message:
        """What the user has given ahead; for their eyes alone."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id)
            return shown(loaded, seat, await plan_of(tx, loaded, seat))

    async def form(self, table_id: str, user_id: int) -> Form:
        """The window in which all of it is written."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id)
            _must_play(loaded, seat)
            plan = await plan_of(tx, loaded, seat)
        kept = [text for text in plan.lines if isinstance(text, str)] if plan is not None else []
        hint = f"A line each, such as {' or '.join(examples(loaded, seat))}"
        field = Field(
            "lines",
            "Your orders ahead",
            clip(hint, 100),
            "\n".join(kept),
            long=True,
            required=False,
            most=MOST_TEXT,
        )
        ident = custom_id("plan", loaded.table.id, seat, loaded.stamp)
        return Form(ident, f"Ahead in {loaded.table.id}", (field,))

    async def reads(self, table_id: str, user_id: int, text: str) -> bool:
        """Whether a message could be orders ahead in this game."""
        async with self.core.db.read() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id)
        try:
            return bool(read_typed(loaded, seat, _HEAD.sub("", text, count=1)))
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
        async with self.core.lock(table_id), self.core.db.begin() as tx:
            loaded, seat = await self.core.seated(tx, table_id, user_id)
            plan = await plan_of(tx, loaded, seat)
            if turn is not None and turn != loaded.stamp:
                raise Refused(
                    f"Game `{loaded.table.id}` has gone on meanwhile, so nothing is stored. This is what you "
                    f"wrote:\n```\n{clip(typed.replace('`', chr(39)), MOST_TEXT)}\n```"
                )
            if whole or typed.strip():
                await changes_plan(tx, loaded, seat, said, self.core.clock.now())
            if typed.strip().lower() in _NONE or (whole and not typed.strip()):
                await store.clear(tx, loaded.table.id, seat)
                done = "Cleared: nothing is given ahead any more." if plan is not None else ""
                message = shown(loaded, seat, None, done)
            elif not typed.strip():
                message = shown(loaded, seat, plan)
            else:
                _must_play(loaded, seat)
                before = read_kept(loaded, seat, plan.lines) if plan is not None and not whole else []
                lines = _read(loaded, seat, typed, before)
                plan = Plan(
                    table_id=loaded.table.id,
                    seat=seat,
                    lines=tuple(map(str, lines)),
                    user_id=user_id,
                    at=self.core.clock.now(),
                )
                await store.put(tx, plan)
                message = shown(loaded, seat, plan, _noted(loaded, seat, lines))
            if also is not None:
                await also(tx, message)
        self.core.wake()
        return message


async def plan_of(tx: Tx, loaded: Loaded, seat: Seat) -> Plan | None:
    """The plan of the seat's player."""
    plan = await store.get(tx, loaded.table.id, seat)
    return plan if plan is not None and plan.user_id == loaded.player(seat).user_id else None


def notes_of(loaded: Loaded, plan: Plan | None) -> list[str]:
    """What became of the plan when the open turn began, and its owner is to know."""
    if plan is None or plan.at < loaded.since[0].at:
        return []
    return [str(line["note"]) for line in plan.lines if isinstance(line, dict) and "note" in line]


def desk_lines(loaded: Loaded, plan: Plan | None) -> list[str]:
    """The plan on its owner's desk."""
    told = notes_of(loaded, plan)
    kept = [f"`{line}`" for line in plan.lines if isinstance(line, str)] if plan is not None else []
    if kept:
        short = [line for at, line in enumerate(kept) if len(" · ".join(kept[: at + 1])) <= MOST_ON_DESK]
        more = "" if len(short) == len(kept) else " · more: `/ahead`"
        told.append(f"Given ahead: {' · '.join(short)}{more}")
    return told


def shown(loaded: Loaded, seat: Seat, plan: Plan | None, note: str = "") -> Message:
    """A plan with its buttons. note: what was done just now"""
    table = loaded.table
    kept = [text for text in plan.lines if isinstance(text, str)] if plan is not None else []
    lines = [
        posts.headline(loaded, "orders ahead"),
        f"You are **{loaded.presenter.seat_name(seat)}** in <#{table.channel_id}>. Nobody else sees this.",
        *notes_of(loaded, plan),
        *([note] if note else []),
        *([f"- `{text}`" for text in kept] or ([] if note else ["Nothing is given ahead."])),
    ]
    such = " · ".join(f"`{text}`" for text in examples(loaded, seat))
    lines.append(f"-# Such as {such}")
    edit = Button(custom_id("ahead", table.id, seat, loaded.stamp), "Write…")
    clear = Button(custom_id("aheadclear", table.id, seat, loaded.stamp), "Clear", disabled=not kept)
    return Message(fit("\n".join(lines), posts.MOST_POST), rows=(buttons(edit, clear),))


_DECLARED = re.compile(r"; there are also draw and concede|, draw and concede")
"""What games say of orders, but is never given ahead."""


def _must_play(loaded: Loaded, seat: Seat) -> None:
    if not loaded.game.declarations(loaded.state, seat):
        raise Refused(f"You are out of game `{loaded.table.id}`: there is nothing to give ahead.")


def _read(loaded: Loaded, seat: Seat, text: str, before: Sequence[Line]) -> list[Line]:
    """What was written, added to what was there. Raises Refused."""
    try:
        new = read_typed(loaded, seat, text)
    except OrderError as error:
        shown = tuple(examples(loaded, seat))
        reason = _DECLARED.sub("", error.reason)
        told = refusal(loaded, type(error)(error.order, reason, error.instead or shown))
        if set(error.instead) <= set(shown):  # examples are no orders of this position
            told = told.replace("This would work:", "It is written like this, with orders of your game:")
        raise Refused(told) from None
    lines = [line for line in before if not any(_replaces(each, line) for each in new)]
    lines += new
    if len(lines) > MOST_LINES or sum(len(str(line)) + 1 for line in lines) > MOST_TEXT:
        raise Refused(
            f"That would be {len(lines)} lines; {MOST_LINES} lines and {MOST_TEXT} signs are the most. "
            f"`ahead clear` forgets those that are there. Nothing has changed.\n-# Game `{loaded.table.id}`"
        )
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


def _noted(loaded: Loaded, seat: Seat, lines: Sequence[Line]) -> str:
    """What is good to know about lines that were just stored."""
    told = ["Stored."]
    if loaded.presenter.many:
        told.append("It is used as far as it is needed and possible.")
        short = [f"`{line}`" for line in lines if not lasts(loaded, seat, line)]
        if short:
            told.append(f"For this turn alone: {listing(short, 'and')}.")
        return " ".join(told)
    if seat in loaded.phase.owing and loaded.phase.key != "setup":
        told.append("It is your turn now: this is for the turns after it, so send your order as well.")
    open_ended = stepwise(loaded) and any(
        turn[-1] not in ("end", "end turn")
        for line in lines
        for turn in (
            line.turns if isinstance(line, Queue) else [link.reply for link in getattr(line, "links", ())]
        )
    )
    if open_ended:
        told.append("A turn without `end` goes on after it, and waits for you.")
    told.append("Whether an order is possible is seen when its turn comes.")
    return " ".join(told)
