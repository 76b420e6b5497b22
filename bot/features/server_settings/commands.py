"""/setup; what Discord says of somebody who opens a game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import in_servers
from bot.features.server_settings import text
from bot.features.server_settings.who_may_open import MOST_GAMES, Asker, Permissions

Place = app_commands.AppCommandChannel | app_commands.AppCommandThread
Number = app_commands.Range[int, 0, MOST_GAMES]


class SetupCommands(commands.Cog):
    """For those who manage the server. Discord shows them the commands; the service looks once more."""

    setup = in_servers(
        app_commands.Group(
            name="setup",
            description=text.SETUP,
            default_permissions=discord.Permissions(manage_guild=True),
        )
    )

    def __init__(self, permissions: Permissions) -> None:
        self._permissions = permissions

    @setup.command(name="roles", description=text.ROLES)
    @app_commands.describe(add=text.ROLES_ADD, remove=text.ROLES_REMOVE, everyone=text.ROLES_EVERYONE)
    async def roles(
        self,
        interaction: Interaction,
        add: discord.Role | None = None,
        remove: discord.Role | None = None,
        everyone: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        done = await self._permissions.roles(asker(interaction), _id(add), _id(remove), everyone)
        await show(interaction, done)

    @setup.command(name="channels", description=text.CHANNELS)
    @app_commands.describe(
        add=text.CHANNELS_ADD, remove=text.CHANNELS_REMOVE, anywhere=text.CHANNELS_ANYWHERE
    )
    async def channels(
        self,
        interaction: Interaction,
        add: Place | None = None,
        remove: Place | None = None,
        anywhere: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        done = await self._permissions.channels(asker(interaction), _id(add), _id(remove), anywhere)
        await show(interaction, done)

    @setup.command(name="limits", description=text.LIMITS)
    @app_commands.describe(server=text.LIMITS_SERVER, host=text.LIMITS_HOST)
    async def limits(
        self, interaction: Interaction, server: Number | None = None, host: Number | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await self._permissions.limits(asker(interaction), server, host))

    @setup.command(name="organisers", description=text.ORGANISERS)
    @app_commands.describe(
        add=text.ORGANISERS_ADD, remove=text.ORGANISERS_REMOVE, nobody=text.ORGANISERS_NOBODY
    )
    async def organisers(
        self,
        interaction: Interaction,
        add: discord.Role | None = None,
        remove: discord.Role | None = None,
        nobody: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        done = await self._permissions.organisers(asker(interaction), _id(add), _id(remove), nobody)
        await show(interaction, done)

    @setup.command(name="show", description=text.SHOW)
    async def show(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await self._permissions.show(asker(interaction)))


def _id(named: discord.Role | Place | None) -> int | None:
    return named.id if named else None


def asker(interaction: Interaction) -> Asker:
    """The user with the roles, and where this was asked. What a single channel grants does not count."""
    user, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(user, discord.Member):
        raise Refused(text.SERVERS_ONLY)
    return Asker(
        guild_id=guild.id,
        user_id=user.id,
        roles=frozenset(role.id for role in user.roles),
        manager=user.guild_permissions.manage_guild,
        places=_places(interaction, guild),
        known=frozenset(role.id for role in guild.roles),
    )


def _places(interaction: Interaction, guild: discord.Guild) -> frozenset[int]:
    """The channel, the one that it is a thread of, and their category."""
    found = {interaction.channel_id}
    channel: Any = interaction.channel
    if isinstance(channel, discord.Thread):
        found.add(channel.parent_id)
        channel = guild.get_channel(channel.parent_id)
    found.add(getattr(channel, "category_id", None))
    return frozenset(place for place in found if place is not None)
