"""What the towns of test_chaos.py have found, each as small as it can be."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from tests.bot.nemein import in_office
from tests.bot.parts import PostOffice
from tests.bot.transactions import looking


@pytest.mark.parametrize("text", [";", " ", "\n"])
async def test_no_order_beside_a_draft_is_refused(office: PostOffice, text: str) -> None:
    """A text without an order was taken for a declaration, where a turn is a line of actions."""
    code = await in_office(office)
    async with looking(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
    [seat] = snapshot.phase.owing
    user = snapshot.player(seat).user_id
    order = next(order for order in snapshot.game.legal(snapshot.view(seat)) if str(order) != "end")
    await office.services.orders.give(code, user, str(order))
    with pytest.raises(Refused, match="No order given"):
        await office.services.orders.give(code, user, text)
