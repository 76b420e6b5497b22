"""Where the commands are registered: in all servers or in one, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.errors import SettingsError
from tests.bot.transactions import writing
from tests.bot.world import World


def registered(world: World) -> set[int | None]:
    """The servers that have commands of ours; None: all."""
    return {place for place, commands in world.env.backend.commands.items() if commands}


async def moves(world: World, guild: int | None) -> None:
    """The host sets FIELDPOST_GUILD, and starts the bot again."""
    world.settings = replace(world.settings, guild=guild)
    await world.restart()


async def test_they_follow_the_setting(world: World) -> None:
    here, there = world.guild.id, world.env.create_guild("Admirals").id
    assert registered(world) == {None}
    for guild in (here, there, None, here, None):
        await moves(world, guild)
        assert registered(world) == {guild}
    before = len(world.env.http_requests)
    await world.restart()
    assert not any(asked.method == "PUT" for asked in world.env.http_requests[before:]), "not again"


async def test_what_was_left_behind_before_anything_was_remembered(world: World) -> None:
    """The database of an older version: they may be everywhere."""
    async with writing(world.bot.services.context.db) as tx:
        tx.exec_driver_sql("delete from kv where key = 'commands_in'")
    await moves(world, world.guild.id)
    assert registered(world) == {world.guild.id}


async def test_a_mishap_on_the_way_leaves_nothing_behind(world: World) -> None:
    here = world.guild.id
    await moves(world, here)
    world.env.inject_error("PUT", f"/applications/*/guilds/{here}/commands", status=503)
    await moves(world, None)
    assert registered(world) == {here, None}
    await world.restart()
    assert registered(world) == {None}, "the next start does what is left to do"


async def test_the_old_commands_stay_while_discord_takes_no_new_ones(world: World) -> None:
    world.env.inject_error("PUT", "/applications/*/guilds/*/commands", status=429)
    await moves(world, world.guild.id)
    assert registered(world) == {None}
    await world.restart()
    assert registered(world) == {world.guild.id}


async def test_a_server_that_was_left_needs_nothing(world: World) -> None:
    here = world.guild.id
    await moves(world, here)
    world.env.inject_error("PUT", f"/applications/*/guilds/{here}/commands", status=403, code=50001)
    await moves(world, None)
    before = len(world.env.http_requests)
    await world.restart()
    assert not any(asked.method == "PUT" for asked in world.env.http_requests[before:])


async def test_a_server_where_the_bot_is_not(world: World) -> None:
    world.env.inject_error("PUT", "/applications/*/guilds/*/commands", status=403, code=50001)
    with pytest.raises(SettingsError, match="invite the bot to that server first"):
        await moves(world, 12345)
