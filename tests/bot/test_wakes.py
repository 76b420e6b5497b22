"""Who is woken after a commit: those for whom something was queued in it, and nobody else."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import get_args

from bot.storage.database import Topic
from tests.bot.leagues.league_parts import hall
from tests.bot.newyork import GREENE, new_york
from tests.bot.parts import GUEST, HOST, PostOffice


class Spy:
    """Stands in the place of all jobs, and notes who would be woken."""

    def __init__(self, office: PostOffice) -> None:
        self._woken: set[Topic] = set()
        for topic in get_args(Topic):
            office.context.db.on(topic, partial(self._woken.add, topic))

    def take(self) -> set[Topic]:
        """Who was woken since the last time."""
        woken = set(self._woken)
        self._woken.clear()
        return woken


async def test_a_draft_wakes_nobody(office: PostOffice) -> None:
    code = await office.game()
    spy = Spy(office)
    await office.orders.give(code, HOST, "e7-e6")
    await office.orders.give(code, HOST, "d8-d7")
    assert spy.take() == set()


async def test_an_order_that_does_not_resolve_wakes_the_outbox_alone(office: PostOffice) -> None:
    """It tells how many are ready."""
    code = await new_york(office)
    spy = Spy(office)
    await office.orders.give(code, GREENE, "1 hold", send=True)
    assert spy.take() == {"outbox"}


async def test_a_resolution_wakes_the_outbox_and_the_clock(office: PostOffice) -> None:
    code = await office.game()
    spy = Spy(office)
    assert (await office.orders.give(code, HOST, "e7-e6", send=True)).resolved
    assert spy.take() == {"outbox", "deadlines"}


async def test_the_end_of_a_game_wakes_who_counts_it(office: PostOffice) -> None:
    code = await office.game()
    spy = Spy(office)
    await office.orders.declare(code, GUEST, "concede")
    assert spy.take() == {"outbox", "muting", "ratings", "leagues"}


async def test_a_letter_wakes_the_outbox_alone(office: PostOffice) -> None:
    code = await new_york(office)
    spy = Spy(office)
    await office.services.letters.write(code, GREENE, "papst", "Shall we?", source="i1")
    assert spy.take() == {"outbox"}


async def test_a_sign_up_wakes_the_outbox_alone(tmp_path: Path) -> None:
    async with hall(tmp_path / "fieldpost.sqlite3") as here:
        spy = Spy(here.office)
        code = await here.league(players=0, start=False)
        assert spy.take() == {"outbox", "leagues"}
        await here.services.signup.join(code, HOST, "Ada")
        assert spy.take() == {"outbox"}
