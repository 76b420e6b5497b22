"""Reading orders: what somebody wrote, and the sheet with it in it, or a refusal that names what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.errors import OrderError
from adjudicator.game import Declare, Seat, texts
from adjudicator.text import lines
from bot.common.errors import Refused
from bot.engine.order_errors import order_error
from bot.engine.snapshot import Loaded


def read_sheet(
    loaded: Loaded, seat: Seat, draft: Sequence[Any], text: str
) -> tuple[Sequence[Any], Sequence[Any]]:
    """The orders in a text, and the sheet with them in it. Raises Refused."""
    game, view = loaded.game, loaded.view(seat)
    try:
        orders = _parsed(loaded, view, draft, text)
        said = [order for order in orders if isinstance(order, Declare)]
        if said and len(said) < len(orders):
            # The rules take both; but what is declared takes effect at once, and the rest is a draft.
            alone = OrderError(str(said[0]), "this stands alone, in a message without other orders")
            raise Refused(refusal(loaded, alone))
        if said:
            game.check(view, orders)
            return orders, orders
        sheet = game.join(view, draft, orders)
        game.check(view, sheet)
    except OrderError as error:
        wrong = _each_wrong(loaded, seat, draft, text) if loaded.presenter.many else []
        raise Refused(refusal(loaded, *(wrong or [error]))) from None
    return orders, sheet


def _parsed(loaded: Loaded, view: Any, draft: Sequence[Any], text: str) -> Sequence[Any]:
    """The orders in a text. Where a line is given bit by bit, what is left out is what fits after the part of
    it that stays: "split c2" may mean the unit that the line brings there."""
    game = loaded.game
    try:
        return game.parse(view, text)
    except OrderError as alone:
        kept = tuple(draft) if loaded.phase.number is not None else ()
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


def _each_wrong(loaded: Loaded, seat: Seat, draft: Sequence[Any], text: str) -> list[OrderError]:
    """What is wrong with each single order of a text; [] if only all of them together do not do."""
    game, view = loaded.game, loaded.view(seat)
    found = []
    for line in lines(text):
        try:
            game.check(view, game.join(view, draft, game.parse(view, line)))
        except OrderError as error:
            found.append(error)
    return found


def refusal(loaded: Loaded, *errors: OrderError) -> str:
    """Refused orders as a person reads them, with the game's code: somebody may play several."""
    return f"{order_error(*errors, names=loaded.seat_names())}\n-# Game `{loaded.table.id}`"
