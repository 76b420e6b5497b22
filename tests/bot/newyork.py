"""New York 2047 for tests of the bot: seven users on its seats, and positions in the middle of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import update

from adjudicator.codec import canonical
from bot.storage import schema, steps
from tests.bot.parts import FOURTH, GUEST, HOST, THIRD, PostOffice
from tests.bot.transactions import looking, writing

TOWER, PAPST, ROSSONI, CHRISTOFORI, DUNNING, GREENE, HAMBLET = SEVEN = (
    HOST,
    GUEST,
    THIRD,
    FOURTH,
    15,
    16,
    17,
)
"""The users, by the seats that they have."""

TROUBLE: Mapping[str, Any] = {
    "units": {
        "tower": {"1": "hell_gate", "2": "long_island_city"},
        "papst": {"1": "flushing"},
        "rossoni": {"1": "arthur_avenue"},
        "christofori": {"1": "gravesend_bay", "2": "bay_ridge"},
        "dunning": {"1": "canarsie"},
        "greene": {"1": "jamaica", "2": "jamaica", "3": "jamaica", "4": "jamaica", "5": "jamaica"},
        "hamblet": {"1": "jersey_city"},
    },
    "control": {"mott_haven": "papst"},
}
"""Tower can take Papst's home base, who then has two star spaces to move to; Christofori can take Dunning's,
who has no other; Greene has two units more than its limit."""

STORM = {TOWER: "2 move astoria", CHRISTOFORI: "2 move coney_island"}
"""What brings it about: Papst and Greene have to choose, Dunning is out."""


async def new_york(office: PostOffice, **given: Any) -> str:
    """A game in play, the seven users in the order of the seats."""
    return await office.game(*SEVEN, game_key="newyork2047", **given)


async def place(office: PostOffice, code: str, position: Mapping[str, Any]) -> None:
    """Put the pieces so, in the turn that is open."""
    context = office.services.context
    async with writing(context.db) as tx:
        snapshot = context.snapshot(tx, code)
        newest = steps.newest(tx, code)
        assert newest is not None
        was = json.loads(newest.state)
        kept = {key: was[key] for key in ("turn", "season", "phase", "year")}
        state = canonical(snapshot.game.dump(snapshot.game.position({**kept, **position})))
        s = schema.steps
        where = (s.c.table_id == code, s.c.seq == newest.seq)
        tx.execute(update(s).where(*where).values(state=state))


async def all_ready(office: PostOffice, code: str, orders: Mapping[int, str] | None = None) -> None:
    """Everybody who owes gives these orders, or none, and is ready: the turn resolves."""
    async with looking(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
    owing = [snapshot.player(seat).user_id for seat in snapshot.seats if seat in snapshot.phase.owing]
    for user in owing:
        if text := (orders or {}).get(user):
            await office.services.orders.give(code, user, text)
        given = await office.services.orders.send(code, user)
    assert given.resolved


async def storm(office: PostOffice, **given: Any) -> str:
    """A game in the adjustment after its first turn; all is posted."""
    code = await new_york(office, **given)
    await place(office, code, TROUBLE)
    await all_ready(office, code, STORM)
    await office.deliver()
    return code
