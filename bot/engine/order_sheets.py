"""Reading orders: what somebody wrote, and the sheet with it in it, or a refusal that names what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import lines
from bot.common.errors import Refused
from bot.common.message import clip
from bot.engine import desk_posts, timing
from bot.engine.snapshot import GameSnapshot
from bot.presenters.phrases import seats_named
from bot.storage import drafts
from bot.storage.database import Tx

MOST_WRONG = 6
"""So many wrong orders of one message are told in full."""
MOST_INSTEAD = 4
"""So many orders that would work are told with each of them."""


def order_error(*errors: OrderError, names: Mapping[Seat, str] | None = None) -> str:
    """Refused orders as a person reads them: each order, why, and some that would work. names: of the seats,
    so that reasons have them as people write them, and orders about own units alone come first"""
    told = [_wrong(error, names or {}) for error in errors[:MOST_WRONG]]
    if len(errors) > MOST_WRONG:
        told.append(f"… and {len(errors) - MOST_WRONG} more.")
    return "\n".join([*told, "Nothing has changed."])


def look_error(error: OrderError) -> str:
    """What was not understood of somebody who only wants to look, in one line."""
    return _wrong(error, {}).replace(f"\n{_WORK}", " Try").replace(f"\n{_SOME}", " Try")


_WORK, _SOME = "This would work:", "This would work, among others:"


def _wrong(error: OrderError, names: Mapping[Seat, str]) -> str:
    order = f"`{clip(plain_order(error.order), 80)}`: " if error.order else ""
    reason = seats_named(error.reason, names)
    reason = reason if order else reason[:1].upper() + reason[1:]
    text = f"{order}{clip(reason, 400)}{'' if reason[-1:] in '.?!' else '.'}"
    said = error.reason.lower()
    unsaid = [word for word in error.instead if word not in said and _target(word) not in said]
    if unsaid:
        unsaid.sort(key=lambda word: any(part in names for part in word.split()))
        shown = ", ".join(f"`{word}`" for word in unsaid[:MOST_INSTEAD])
        text += f"\n{_SOME if len(unsaid) > MOST_INSTEAD else _WORK} {shown}"
    return text


def _target(order: str) -> str:
    """Where an order leads to, as a reason may have named it already.

    >>> _target("e7xe6"), _target("A4s-B4n"), _target("1 move upper_hudson")
    ('e6', 'b4n', 'upper hudson')
    """
    last = (order.split() or [""])[-1].lower()
    return re.split(r"[-x*](?=[a-z]\d+[ns]?$)", last)[-1].replace("_", " ")


def plain_order(text: str) -> str:
    """What somebody typed, safe inside a code span."""
    return text.replace("`", "'").replace("\n", " ")


def read_sheet(
    snapshot: GameSnapshot, seat: Seat, draft: Sequence[Any], text: str
) -> tuple[Sequence[Any], Sequence[Any]]:
    """The orders in a text, and the sheet with them in it. Raises Refused."""
    game, view = snapshot.game, snapshot.view(seat)
    try:
        orders = _parsed(snapshot, view, draft, text)
        said = [order for order in orders if isinstance(order, Declare)]
        if said and len(said) < len(orders):
            # The rules take both; but what is declared takes effect at once, and the rest is a draft.
            alone = OrderError(str(said[0]), "this stands alone, in a message without other orders")
            raise Refused(refusal(snapshot, alone))
        if said:
            game.check(view, orders)
            return orders, orders
        sheet = game.join(view, draft, orders)
        game.check(view, sheet)
    except OrderError as error:
        wrong = _each_wrong(snapshot, seat, draft, text) if snapshot.presenter.many else []
        raise Refused(refusal(snapshot, *(wrong or [error]))) from None
    return orders, sheet


def _parsed(snapshot: GameSnapshot, view: Any, draft: Sequence[Any], text: str) -> Sequence[Any]:
    """The orders in a text. Where a line is given bit by bit, what is left out is what fits after the part of
    it that stays: "split c2" may mean the unit that the line brings there."""
    game = snapshot.game
    try:
        return game.parse(view, text)
    except OrderError as alone:
        kept = tuple(draft) if snapshot.phase.number is not None else ()
        while kept:
            try:
                orders = game.parse(view, "; ".join([*texts(kept), text]))[len(kept) :]
            except OrderError:
                break
            sheet = game.join(view, draft, orders)
            stays = sheet[: len(sheet) - len(orders)]
            if orders and stays == kept:
                return orders
            kept = stays if len(stays) < len(kept) else ()
        raise alone


def _each_wrong(snapshot: GameSnapshot, seat: Seat, draft: Sequence[Any], text: str) -> list[OrderError]:
    """What is wrong with each single order of a text; [] if only all of them together do not do."""
    game, view = snapshot.game, snapshot.view(seat)
    found = []
    for line in lines(text):
        try:
            game.check(view, game.join(view, draft, game.parse(view, line)))
        except OrderError as error:
            found.append(error)
    return found


def refusal(snapshot: GameSnapshot, *errors: OrderError) -> str:
    """Refused orders as a person reads them, with the game's code: somebody may play several."""
    return f"{order_error(*errors, names=snapshot.seat_names())}\n-# Game `{snapshot.table.id}`"


# -- Drafts after something that happened out of turn: a concession or a ruling may have changed the board


async def recheck(tx: Tx, snapshot: GameSnapshot, why: str, now: float, *, everyone: bool = False) -> None:
    """The same turn goes on: orders that are not legal any more are taken back, whoever gave them gets a new
    desk that says so, and time to think again. They would keep the turn from resolving.

    why: what happened, as half a sentence;  everyone: all who owe an order get a new desk
    """
    table, turn = snapshot.table, snapshot.phase.turn
    owing = {seat: snapshot.sheet(seat) for seat in sorted(snapshot.phase.owing)}
    kept = await drafts.of_table(tx, table.id, turn)
    wrong = {
        sheet for sheet in set(owing.values()) & set(kept) if not _good(snapshot, sheet, kept[sheet].orders)
    }
    for sheet in sorted(wrong):
        await drafts.clear(tx, table.id, sheet)
    if wrong:
        await timing.cancel_early(tx, snapshot)
    due = timing.due(snapshot, now)
    if wrong and due is not None:
        await timing.give_at_least(tx, snapshot, due, now)
    for seat, sheet in owing.items():
        if sheet in wrong:
            gone = ", ".join(f"`{order}`" for order in kept[sheet].orders)
            note = f"{why}, and {gone} is not legal any more: give a new order."
        elif everyone:
            note = f"{why}: look at the board again."
        else:
            continue
        await desk_posts.put(
            tx, snapshot, seat, f"{table.id}/{snapshot.step.seq}/again/{seat}", now, note=note
        )


def _good(snapshot: GameSnapshot, seat: Seat, orders: Sequence[str]) -> bool:
    """Whether the orders on a sheet are legal as the board stands."""
    view = snapshot.view(seat)
    try:
        read = [order for text in orders for order in snapshot.game.parse(view, text)]
        if read:  # an empty sheet takes the default of the rules
            snapshot.game.check(view, read)
    except OrderError:
        return False
    return True
