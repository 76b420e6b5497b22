"""On PostgreSQL two games resolve at the same moment, each in its own transaction."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from adjudicator.cic import Cic
from tests.bot.parts import CHANNEL, DAY, HOST, PostOffice

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


async def test_two_games_resolve_at_the_same_moment_and_every_channel_stays_in_order(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each waits, in the middle of its resolution, until the other is in the middle of its own. The same
    people play both, so their direct messages come from both."""
    codes = [await office.game(channel=CHANNEL + number) for number in range(2)]
    for code in codes:
        await office.orders.give(code, HOST, "e7-e6")
    await office.deliver()
    resolve, both, first = Cic.resolve, threading.Barrier(2), {0, 1}

    def slow(self: Cic, *given: Any) -> Any:
        if first:
            first.pop()
            both.wait(30)
        return resolve(self, *given)

    monkeypatch.setattr(Cic, "resolve", slow)
    told = {place: len(posts) for place, posts in office.messenger.channels.items()}
    await office.pass_time(DAY + 1)
    assert not first and [(await office.table(code)).turn for code in codes] == [1, 1]
    for number, code in enumerate(codes):
        new = office.messenger.texts(CHANNEL + number)[told[CHANNEL + number] :]
        assert sum("Amphibian e7-e6" in text for text in new) == 1, code
    of = {post.id: post.table_id for post in await office.posts()}
    for place, posts in office.messenger.channels.items():
        for code in codes:
            new = [ident for ident, _ in posts[told.get(place, 0) :] if of[ident] == code]
            assert new == sorted(new), place
