"""How the databases find what the bot asks for: no statement of play reads a table that grows from one end to
the other."""

from __future__ import annotations

import pytest

from bench.plans import Statements, noted, scans
from bot.storage.database import Tx
from tests.bot.parts import DAY, GUEST, HOST, PostOffice

GROWING = {"tables", "seeds", "players", "steps", "drafts", "changes", "deadlines", "outbox", "log"}
GROWING |= {"letters", "sittings", "results", "rated", "ratings", "votes", "people", "desks", "fixtures"}
ENDS_SOON = {"ix_deadlines_due_at", "ix_tables_ended_at_id"}
"""Indexes that are read from their beginning until a row fits: one of the first does. The second has none
but games that are still to be counted."""

pytestmark = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


async def test_no_statement_of_play_reads_a_whole_table(office: PostOffice) -> None:
    seen, services = Statements(), office.services
    for channel in range(5):
        await office.game(channel=20 + channel)
    await services.begin()
    with noted(seen):
        code = await office.game(channel=40)
        await office.deliver()
        await office.orders.give(code, HOST, "e7-e6")
        await office.send(code, HOST, "e7-e6")
        await office.deliver()
        await office.desk(code, GUEST)
        await office.pass_time(DAY + 1)
        await office.orders.declare(code, HOST, "concede")
        await office.deliver()
        await office.wake()
        owed = await services.game_lookup.owed(HOST)
        await services.game_views.mine(HOST, owed)
        await services.game_views.choices(HOST, 1, "")
        await services.game_views.choices(HOST, 1, "k")
        await services.game_lookup.pick(HOST, None, 20)
        await services.leaderboards.page(1, "cic", 0, HOST)
        await services.profiles.message(1, HOST, "Ada", None)
        await services.outbox.is_unclaimed(12345)

    def look(tx: Tx) -> dict[str, list[str]]:
        found = {}
        if tx.dialect.name == "postgresql":  # of a small table it would always read all
            tx.exec_driver_sql("SET enable_seqscan = off")
        for sql in seen.times:
            plan = tx.run(seen.plan, sql)
            if scans(sql, plan, GROWING, ENDS_SOON):
                found[sql] = plan
        return found

    found = await office.read(look)
    told = "\n\n".join("\n".join([sql, *plan]) for sql, plan in found.items())
    assert not found, told
    assert len(seen.times) > 40
