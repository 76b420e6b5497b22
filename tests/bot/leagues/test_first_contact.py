"""Whoever signs up for a league is written to then, not when the first round begins for all at once."""

from __future__ import annotations

from pathlib import Path

from bot.outbox.messenger import Unreachable
from bot.storage.records import Post
from tests.bot.leagues.league_parts import HALL, asker, hall


async def test_the_first_message_comes_at_sign_up(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3", new_dms_a_minute=1) as place:
        code = await place.league(3, start=False, plan="least=2")
        await place.services.signup.join(code, 200, "Spare", True)
        await place.office.deliver()
        dms = place.office.messenger.dms
        for number, user in enumerate((101, 102, 103, 200), 1):
            assert sum(bool(dms(one)) for one in (101, 102, 103, 200)) == number
            [text] = dms(user)
            assert f"`{code}`" in text and "I'll message you here when" in text
            await place.office.pass_time(60)
        # Who leaves and comes back is known.
        await place.services.signup.withdraw(code, 101)
        await place.services.signup.join(code, 101, "P101")
        await place.office.deliver()
        assert len(dms(101)) == 1
        # So in the first round nobody is written to for the first time.
        await place.services.signup.withdraw(code, 103)
        await place.services.organise.start(code, asker())
        await place.office.pass_time(0)
        assert len(dms(101)) + len(dms(102)) == 3, "a desk"


async def test_who_takes_no_messages_is_not_called_out_for_that(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:

        async def closed(post: Post) -> None:
            if post.user_id == 101:
                raise Unreachable("403 50007")

        place.office.messenger.before = closed
        code = await place.league(2, start=False)
        await place.office.deliver()
        assert await place.office.reachable(101) is False and await place.office.reachable(102) is True
        assert not any("<@101>" in text for text in place.office.messenger.texts(HALL)), code
