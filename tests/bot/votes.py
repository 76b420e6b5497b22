"""Votes for tests without Discord: calling them, the buttons, what became of them."""

from __future__ import annotations

from bot.common.message import Message
from bot.features.votes import posts, store
from bot.features.votes.motions import Act
from bot.storage.records import Vote
from tests.bot.clocks import logged
from tests.bot.parts import CHANNEL, PostOffice
from tests.bot.transactions import looking


async def held(office: PostOffice, code: str) -> list[Vote]:
    """Every vote of the table, oldest first."""
    async with looking(office.services.context.db) as tx:
        return store.of_table(tx, code, None)


async def newest(office: PostOffice, code: str) -> Vote:
    return (await held(office, code))[-1]


async def call(office: PostOffice, code: str, user: int, act: Act, said: str = "") -> Vote:
    await office.services.voting.call(code, user, act, said)
    return await newest(office, code)


async def cast(office: PostOffice, code: str, user: int, *, yes: bool = True) -> str:
    """Press a button of the newest vote."""
    return await office.services.voting.cast(code, user, (await newest(office, code)).id, yes)


async def all_agree(office: PostOffice, code: str) -> None:
    """Everybody who still plays votes yes on the newest vote, which passes."""
    snapshot = await office.snapshot(code)
    for seat in snapshot.living:
        if (await newest(office, code)).status == "open":
            await cast(office, code, snapshot.player(seat).user_id)
    assert (await newest(office, code)).status == "passed"


async def log(office: PostOffice, code: str) -> list[str]:
    """The public log, oldest first."""
    return [entry.text for entry in await logged(office, code)]


async def post(office: PostOffice, code: str) -> Message:
    """The newest vote's post, as it stands in the channel."""
    vote = await newest(office, code)
    for _ in range(2):  # an edit waits until its post is there
        await office.pass_time(5)
    key = f"{code}/{posts.key(vote)}"
    [ident] = [one.id for one in await office.posts() if one.key == key]
    return next(message for number, message in office.messenger.channels[CHANNEL] if number == ident)
