"""Reading orders: what somebody wrote, and the sheet with it in it, or a refusal that names what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import lines
from bot.common.errors import Refused
from bot.engine.order_errors import order_error
from bot.engine.snapshot import GameSnapshot


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
