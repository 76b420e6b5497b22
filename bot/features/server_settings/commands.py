"""/setup; what Discord says of somebody who opens a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.errors import Refused
from bot.common.message import Message
from bot.discord.answer import show
from bot.discord.client import Interaction
from bot.discord.commands import in_servers
from bot.features.server_settings import text
from bot.features.server_settings.who_may_open import MOST_GAMES, Asker, Permissions

Place = app_commands.AppCommandChannel | app_commands.AppCommandThread
Number = app_commands.Range[int, 0, MOST_GAMES]
Hour = app_commands.Range[int, 0, 23]


class DailyPuzzles(Protocol):
    """The puzzle of the day, as this needs it."""

    async def turn_on(self, guild_id: int, channel_id: int, hour: int | None) -> Message:
        """Post one each day at that hour, UTC; None: as before, or the default."""

    async def told(self, guild_id: int) -> str:
        """Say where they are posted, a line of the settings."""

    async def turn_off(self, guild_id: int) -> Message:
        """Post no more."""


class ToldPrograms(Protocol):
    """The programs that are told of the server's public games, as this needs them."""

    async def add(self, guild_id: int, url: str) -> Message:
        """Tell this address from now on. Raises Refused."""

    async def remove(self, guild_id: int, url: str) -> Message:
        """Tell it nothing more. Raises Refused."""

    async def told(self, guild_id: int) -> str:
        """Say which there are, a line of the settings; "" where there cannot be any."""


class SetupCommands(commands.Cog):
    """For those who manage the server. Discord shows them the commands; the service looks once more."""

    setup = in_servers(
        app_commands.Group(
            name="setup",
            description=text.SETUP,
            default_permissions=discord.Permissions(manage_guild=True),
        )
    )

    def __init__(self, permissions: Permissions, puzzles: DailyPuzzles, webhooks: ToldPrograms) -> None:
        self._permissions, self._puzzles, self._webhooks = permissions, puzzles, webhooks

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

    @setup.command(name="puzzle", description=text.PUZZLE)
    @app_commands.describe(channel=text.PUZZLE_CHANNEL, hour=text.PUZZLE_HOUR, off=text.PUZZLE_OFF)
    async def puzzle(
        self,
        interaction: Interaction,
        channel: Place | None = None,
        hour: Hour | None = None,
        off: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who = asker(interaction)
        if not who.manager:
            raise Refused(text.MANAGERS_ONLY)
        if off:
            await show(interaction, await self._puzzles.turn_off(who.guild_id))
            return
        place = channel.id if channel is not None else interaction.channel_id
        if place is None or not _can_post(interaction, place):
            raise Refused(text.PUZZLE_LACKS(channel=f"<#{place}>"))
        await show(interaction, await self._puzzles.turn_on(who.guild_id, place, hour))

    @setup.command(name="web", description=text.WEB)
    @app_commands.describe(
        add=text.WEB_ADD, remove=text.WEB_REMOVE, everywhere=text.WEB_EVERYWHERE, off=text.WEB_OFF
    )
    async def web(
        self,
        interaction: Interaction,
        add: Place | None = None,
        remove: Place | None = None,
        everywhere: bool = False,
        off: bool = False,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who = asker(interaction)
        await show(interaction, await self._permissions.pages(who, _id(add), _id(remove), everywhere, off))

    @setup.command(name="webhook", description=text.WEBHOOK)
    @app_commands.describe(add=text.WEBHOOK_ADD, remove=text.WEBHOOK_REMOVE)
    async def webhook(
        self, interaction: Interaction, add: str | None = None, remove: str | None = None
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who = asker(interaction)
        if not who.manager:
            raise Refused(text.MANAGERS_ONLY)
        if (add is None) == (remove is None):
            raise Refused(text.NAME_ADDRESS)
        if add is not None:
            await show(interaction, await self._webhooks.add(who.guild_id, add))
        else:
            await show(interaction, await self._webhooks.remove(who.guild_id, remove or ""))

    @setup.command(name="show", description=text.SHOW)
    async def show(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        who = asker(interaction)
        shown = await self._permissions.show(who)
        more = [await self._puzzles.told(who.guild_id), await self._webhooks.told(who.guild_id), text.HINT]
        lines = "\n".join(line for line in more if line)
        await show(interaction, replace(shown, text=shown.text.replace(text.HINT, lines)))


def _can_post(interaction: Interaction, channel_id: int) -> bool:
    """Whether the bot may post pictures in a channel of the server, or in a thread."""
    guild = interaction.guild
    place = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or not isinstance(place, discord.TextChannel | discord.Thread):
        return False
    granted = place.permissions_for(guild.me)
    sends = granted.send_messages_in_threads if isinstance(place, discord.Thread) else granted.send_messages
    return granted.view_channel and sends and granted.attach_files


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
        server=guild.name,
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
