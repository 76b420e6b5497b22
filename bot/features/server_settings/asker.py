"""Who asks in Discord, as `bot.features.server_settings.permissions` needs to know it."""

from __future__ import annotations

from typing import Any

import discord

from bot.common.errors import Refused
from bot.features.server_settings.permissions import Asker

Interaction = discord.Interaction[Any]

_NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


def asker(interaction: Interaction) -> Asker:
    """The user with the roles, and where this was asked. What a single channel grants does not count."""
    user, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(user, discord.Member):
        raise Refused("That works in a server's channel only.")
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


def lacking(interaction: Interaction, *, thread: bool = False) -> list[str]:
    """What the bot needs for a game in the channel where this is asked, and has not, in Discord's words.

    thread: for one in a new thread of it
    """
    granted, needed = interaction.app_permissions, dict(_NEEDED)
    if thread:
        needed |= {"create_public_threads": "Create Public Threads"}
    if thread or isinstance(interaction.channel, discord.Thread):
        needed |= {"send_messages_in_threads": "Send Messages in Threads"}
    if isinstance(interaction.channel, discord.Thread):
        needed.pop("send_messages")
    return [name for key, name in needed.items() if not getattr(granted, key)]


def can_post(interaction: Interaction, *, thread: bool = False) -> None:
    """Refuse, naming what is missing, before anything is made here; thread: in a new thread."""
    if thread and isinstance(interaction.channel, discord.Thread):
        raise Refused("This is a thread already, and threads have no threads. Use `where: here`.")
    missing = ", ".join(lacking(interaction, thread=thread))
    if missing:
        raise Refused(f"I lack permissions in this channel: {missing}. Ask a moderator to grant them.")
