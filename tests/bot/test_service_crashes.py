"""A fault at any statement of any transaction leaves all as it was, and the same act works after it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.features.moderation.game_masters import Ruler
from tests.bot.crashes import Crash, crash_at, crash_in_commit
from tests.bot.newyork import HAMBLET, SEVEN, STORM, TOWER, TROUBLE, new_york, place, storm
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, STRANGER, THIRD, PostOffice
from tests.bot.silent import nme

JUDGE = Ruler(STRANGER, "Eve", 1, True)
Act = Callable[[PostOffice, str], Awaitable[Any]]


async def clear(office: PostOffice, code: str) -> Any:
    return await office.orders.clear(code, HOST, (await office.table(code)).turn)


async def deadline(office: PostOffice, code: str) -> Any:
    """As the timer does it, without what it does about faults."""
    from bot.storage import deadlines

    [due] = await office.read(deadlines.due, office.clock.now(), ["turn"])
    return await office.services.deadlines._pass(due)


async def mail(office: PostOffice, code: str) -> Any:
    return await office.services.text_commands.read(HOST, 777, "e7-e6")


ACTS: dict[str, Act] = {
    "create": lambda office, code: office.lobby(HOST, channel=CHANNEL + 7),
    "join": lambda office, code: office.services.lobby.join(code, GUEST, "Ben"),
    "wish": lambda office, code: office.services.lobby.wish(code, HOST, "light"),
    "new_options": lambda office, code: office.services.lobby.set_options(code, HOST, {"teams": "dark"}),
    "start": lambda office, code: office.services.lobby.start(code, HOST),
    "give": lambda office, code: office.orders.give(code, HOST, "e7-e6"),
    "resolve": lambda office, code: office.orders.give(code, HOST, "e7-e6", send=True),
    "offer": lambda office, code: office.orders.declare(code, GUEST, "draw"),
    "concede": lambda office, code: office.orders.declare(code, HOST, "concede"),
    "capture": lambda office, code: office.orders.give(code, GUEST, "e5xh8", send=True),
    "reveal": lambda office, code: office.orders.give(code, GUEST, "enhance e1", send=True),
    "give_sheet": lambda office, code: office.orders.give(code, TOWER, "2 s 1 to harlem; 3 hold", send=True),
    "last_ready": lambda office, code: office.orders.send(code, HAMBLET),
    "last_concedes": lambda office, code: office.orders.declare(code, HAMBLET, "concede"),
    "not_ready": lambda office, code: office.orders.unsend(code, TOWER),
    "penalise": lambda office, code: office.services.penalties.rule(
        code, JUDGE, "black", "penalty", "A1", "talked"
    ),
    "forfeit": lambda office, code: office.services.penalties.rule(
        code, JUDGE, "black", "forfeit", "", "talked"
    ),
    "clear": clear,
    "deadline": deadline,
}
"""What is done, by its name."""


async def drafted_nme(office: PostOffice) -> str:
    """Black's draft is of the Infantry that a penalty will take."""
    code, sits = await nme(office)
    await office.orders.give(code, sits["black"], "A1-B1")
    return code


async def sheets(office: PostOffice) -> str:
    code = await new_york(office)
    await office.orders.give(code, TOWER, "1 harlem", send=True)
    return code


async def sheets_but_one(office: PostOffice) -> str:
    """With everything that can happen in a turn, and choices that are owed after it."""
    code = await new_york(office)
    await place(office, code, TROUBLE)
    for user in SEVEN[:6]:
        if user in STORM:
            await office.orders.give(code, user, STORM[user])
        await office.orders.send(code, user)
    return code


async def due_sheets(office: PostOffice) -> str:
    code = await sheets(office)
    office.clock.time += DAY + 1
    return code


async def due_choices(office: PostOffice) -> str:
    code = await storm(office)
    office.clock.time += DAY + 1
    return code


async def lobby_of_one(office: PostOffice) -> str:
    return (await office.lobby(HOST)).id


async def lobby_of_two(office: PostOffice) -> str:
    return (await office.lobby(HOST, GUEST)).id


async def game(office: PostOffice) -> str:
    return await office.game()


async def drafted(office: PostOffice) -> str:
    code = await office.game()
    await office.orders.give(code, HOST, "d8-d7")
    return code


async def nearly_over(office: PostOffice) -> str:
    code = await office.game()
    for user, order in ((HOST, "f7-e5"), (GUEST, "b2xe5"), (HOST, "g7-f7")):
        await office.send(code, user, order)
    return code


async def nearly_revealed(office: PostOffice) -> str:
    code = await office.game(options="enhanced=1")
    await office.send(code, HOST, "enhance e7")
    return code


async def due(office: PostOffice) -> str:
    code = await office.game()
    office.clock.time += DAY + 1
    return code


async def due_with_draft(office: PostOffice) -> str:
    code = await drafted(office)
    office.clock.time += DAY + 1
    return code


async def due_again(office: PostOffice) -> str:
    code = await due(office)
    await deadline(office, code)
    office.clock.time += DAY + 1
    return code


async def due_in_setup(office: PostOffice) -> str:
    code = await office.game(HOST, GUEST, THIRD, options="enhanced=1 teams=dark")
    office.clock.time += DAY + 1
    return code


CASES: list[tuple[Callable[[PostOffice], Awaitable[str]], str]] = [
    (lobby_of_one, "create"),
    (lobby_of_one, "join"),
    (lobby_of_two, "wish"),
    (lobby_of_two, "new_options"),
    (lobby_of_two, "start"),
    (game, "give"),
    (game, "resolve"),
    (drafted, "resolve"),
    (drafted, "clear"),
    (game, "offer"),
    (game, "concede"),
    (nearly_over, "capture"),
    (nearly_revealed, "reveal"),
    (due, "deadline"),
    (due_with_draft, "deadline"),
    (due_again, "deadline"),
    (due_in_setup, "deadline"),
    (drafted_nme, "penalise"),
    (drafted_nme, "forfeit"),
    (sheets, "give_sheet"),
    (sheets, "not_ready"),
    (sheets_but_one, "last_ready"),
    (sheets_but_one, "last_concedes"),
    (due_sheets, "deadline"),
    (due_choices, "deadline"),
]


@pytest.mark.parametrize(("before", "act"), CASES, ids=lambda step: getattr(step, "__name__", step))
async def test_all_or_nothing(
    office: PostOffice, before: Callable[[PostOffice], Awaitable[str]], act: str
) -> None:
    code, deed = await before(office), ACTS[act]
    await office.services.outbox.close()  # what waits by the real clock would leave in the middle of it
    kept = await office.dump()
    with crash_in_commit(office), pytest.raises(Crash):
        await deed(office, code)
    assert await office.dump() == kept
    number, crashed = 0, True
    while crashed:
        number += 1
        with crash_at(office, number) as begun:
            try:
                await deed(office, code)
            except Crash:
                assert await office.dump() == kept, f"half done at statement {number}: {begun[-1]}"
            else:
                crashed = False
    assert number > 2, "the transaction has statements"
    after = await office.dump()
    assert after != kept
    if after["steps"] != kept["steps"]:
        assert after["tables"] != kept["tables"] and after["outbox"] != kept["outbox"]


@pytest.mark.postgresql
async def test_a_dm_is_answered_once_whenever_its_reading_breaks(office: PostOffice) -> None:
    """Act and answer are two transactions: read again after a crash, there is one effect and one answer."""
    code = await game(office)
    number, crashed = 0, True
    while crashed:
        number += 1
        with crash_at(office, number):
            try:
                await mail(office, code)
            except Crash:
                continue
            crashed = False
    assert number > 5
    await mail(office, code)
    posts = await office.posts()
    assert sum(post.key == "dm/777" for post in posts) == 1
    assert "`e7-e6`" in (await office.desk(code, HOST)).words


async def test_a_refusal_in_the_middle_undoes_what_stood_before_it(office: PostOffice) -> None:
    code = await game(office)
    kept = await office.dump()
    with pytest.raises(Refused):
        await office.orders.give(code, HOST, "draw; draw")
    assert await office.dump() == kept
