"""Who may open games, where, and how many: the service alone."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.common.message import Message
from bot.features.server_settings import text as setup_words
from bot.features.server_settings.who_may_open import MOST, Asker
from bot.storage import tables
from bot.storage.records import Server
from bot.storage.rows import find, save
from tests.bot.parts import CHANNEL, GUEST, HOST, PostOffice
from tests.bot.transactions import looking, writing

GUILD, CATEGORY, OTHER = 1, 700, 501
EVERYBODY, HOSTS, LEAGUE, DELETED = GUILD, 31, 32, 39
KNOWN = frozenset({EVERYBODY, HOSTS, LEAGUE})
ADMIN = Asker(GUILD, 90, manager=True, places=frozenset({CHANNEL}), known=KNOWN)
ADA = Asker(GUILD, HOST, roles=frozenset({EVERYBODY}), places=frozenset({CHANNEL, CATEGORY}), known=KNOWN)


async def refused(act: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as found:
        await act
    assert "\n" not in str(found.value)
    return str(found.value)


def lines(message: Message) -> list[str]:
    return [line.partition(":** ")[2] for line in message.text.split("\n")[1:4]]


async def test_at_first_everyone_may_open_games_anywhere(office: PostOffice) -> None:
    permissions = office.services.permissions
    await permissions.may_open(ADA)
    assert lines(await permissions.show(ADMIN)) == [
        "everyone",
        "in every channel",
        "no limit (0 now)",
    ]


async def test_roles(office: PostOffice) -> None:
    permissions = office.services.permissions
    said = await permissions.roles(ADMIN, add=HOSTS)
    assert lines(said)[0] == f"<@&{HOSTS}> and {setup_words.MANAGERS}"
    why = await refused(permissions.may_open(ADA))
    assert why == setup_words.MAY_NOT_OPEN(who=f"<@&{HOSTS}> and {setup_words.MANAGERS}")
    await permissions.may_open(replace(ADA, roles=frozenset({EVERYBODY, HOSTS})))
    await permissions.may_open(replace(ADA, manager=True))
    await permissions.may_open(replace(ADA, guild_id=2))
    await permissions.roles(ADMIN, add=LEAGUE, remove=HOSTS)
    assert f"<@&{LEAGUE}>" in await refused(permissions.may_open(replace(ADA, roles=frozenset({HOSTS}))))
    assert lines(await permissions.roles(ADMIN, everyone=True))[0] == "everyone"
    await permissions.may_open(ADA)


async def test_the_role_of_everyone_is_no_role(office: PostOffice) -> None:
    permissions = office.services.permissions
    await permissions.roles(ADMIN, add=HOSTS)
    assert lines(await permissions.roles(ADMIN, add=EVERYBODY))[0] == "everyone"


async def test_a_deleted_role_opens_the_door_to_nobody(office: PostOffice) -> None:
    permissions = office.services.permissions
    await permissions.roles(replace(ADMIN, known=KNOWN | {DELETED}), add=DELETED)
    assert f"1 deleted role and {setup_words.MANAGERS}" in await refused(permissions.may_open(ADA))
    assert lines(await permissions.show(ADMIN))[0].startswith("1 deleted role")
    said = await permissions.roles(ADMIN, add=HOSTS)
    assert lines(said)[0] == f"<@&{HOSTS}> and {setup_words.MANAGERS}"


async def test_channels(office: PostOffice) -> None:
    permissions = office.services.permissions
    await permissions.channels(ADMIN, add=OTHER)
    for asker in (ADA, replace(ADA, manager=True)):
        assert await refused(permissions.may_open(asker)) == setup_words.NOT_HERE(
            command="/game new", channels=f"<#{OTHER}>"
        )
    await permissions.may_open(replace(ADA, places=frozenset({555, OTHER})))  # a thread of it
    assert lines(await permissions.channels(ADMIN, add=CATEGORY))[1] == (
        f"in <#{OTHER}> and <#{CATEGORY}>, and their threads"
    )
    await permissions.may_open(ADA)
    await permissions.channels(ADMIN, remove=CATEGORY)
    await refused(permissions.may_open(ADA))
    await permissions.channels(ADMIN, anywhere=True)
    await permissions.may_open(ADA)


async def test_games_at_a_time_in_the_server(office: PostOffice) -> None:
    permissions = office.services.permissions
    await office.game()
    second = await office.lobby(GUEST, channel=OTHER)
    said = await permissions.limits(ADMIN, games=2)
    assert lines(said)[2] == "2 in this server (2 now)"
    assert await refused(permissions.may_open(ADA)) == setup_words.SERVER_FULL(n=2)
    await permissions.may_open(replace(ADA, guild_id=2))
    await office.services.lobby.close(second.id, GUEST)
    await permissions.may_open(ADA)


async def test_games_at_a_time_of_one_host(office: PostOffice) -> None:
    permissions = office.services.permissions
    first = await office.game()
    await permissions.limits(ADMIN, games=5)
    await permissions.limits(ADMIN, hosted=1)
    why = await refused(permissions.may_open(ADA))
    assert why == setup_words.HOST_FULL(n=1, codes=f"`{first}`")
    await permissions.may_open(replace(ADA, user_id=GUEST))
    async with writing(office.services.context.db) as tx:
        tables.finish(tx, first, None, 1.0)
    await permissions.may_open(ADA)
    said = await permissions.limits(ADMIN, hosted=0)
    assert lines(said)[2].startswith("5 in this server (")


async def test_what_makes_no_sense_is_refused(office: PostOffice) -> None:
    permissions = office.services.permissions
    assert await refused(permissions.roles(ADMIN)) == setup_words.NAME_ROLE(all="everyone")
    assert await refused(permissions.channels(ADMIN)) == setup_words.NAME_CHANNEL(all="anywhere")
    for act in (
        permissions.roles(ADMIN, add=HOSTS, everyone=True),
        permissions.channels(ADMIN, 7, None, True),
    ):
        assert "use it alone" in await refused(act)
    assert await refused(permissions.limits(ADMIN)) == setup_words.GIVE_NUMBER
    assert "from 1 to 1000" in await refused(permissions.limits(ADMIN, games=-1))
    assert await refused(permissions.channels(ADMIN, remove=OTHER)) == setup_words.LIST_EMPTY(
        one=f"<#{OTHER}>"
    )
    await permissions.roles(ADMIN, add=HOSTS)
    why = await refused(permissions.roles(ADMIN, remove=LEAGUE))
    assert why == setup_words.NOT_LISTED(one=f"<@&{LEAGUE}>", listed=f"<@&{HOSTS}>")
    for number in range(MOST):
        await permissions.channels(ADMIN, add=10**19 + number)
    assert await refused(permissions.channels(ADMIN, add=OTHER)) == setup_words.LIST_FULL(most=MOST)
    assert len((await permissions.show(ADMIN)).text) < 2000


async def test_other_settings_of_the_server_stay(office: PostOffice) -> None:
    async with writing(office.services.context.db) as tx:
        save(tx, Server(guild_id=GUILD, settings={"language": "en"}))
    await office.services.permissions.limits(ADMIN, games=3)
    async with looking(office.services.context.db) as tx:
        assert find(tx, Server, guild_id=GUILD)[0].settings["language"] == "en"


async def test_who_may_make_leagues(office: PostOffice) -> None:
    permissions = office.services.permissions
    await permissions.may_organise(ADMIN)
    why = await refused(permissions.may_organise(ADA))
    assert why == setup_words.MAY_NOT_ORGANISE(who=setup_words.MANAGERS)
    said = await permissions.organisers(ADMIN, add=LEAGUE)
    assert f"**Who may make leagues:** <@&{LEAGUE}> and {setup_words.MANAGERS}" in said.text
    await permissions.may_organise(replace(ADA, roles=frozenset({EVERYBODY, LEAGUE})))
    await refused(permissions.may_organise(replace(ADA, guild_id=2, roles=frozenset({LEAGUE}))))
    await permissions.may_open(ADA)
    await permissions.organisers(ADMIN, add=EVERYBODY, remove=LEAGUE)
    await permissions.may_organise(ADA)
    await permissions.channels(ADMIN, add=OTHER)
    for asker in (ADA, ADMIN):
        assert (await refused(permissions.may_organise(asker))).endswith(
            f"Use `/league create` in <#{OTHER}>."
        )
    await permissions.may_organise(replace(ADA, places=frozenset({OTHER})))
    await permissions.organisers(ADMIN, nobody=True)
    assert f"Only these can: {setup_words.MANAGERS}" in await refused(permissions.may_organise(ADA))
    assert "*Manage Server*" in await refused(permissions.organisers(ADA, add=EVERYBODY))
    assert "`nobody: True`" in await refused(permissions.organisers(ADMIN))
    await permissions.roles(ADMIN, add=HOSTS)
    await permissions.organisers(ADMIN, add=LEAGUE)
    said = await permissions.show(ADMIN)
    assert f"<@&{HOSTS}>" in said.text and f"<@&{LEAGUE}>" in said.text
