"""What the bot needs to be allowed in a channel before it begins anything there."""

from __future__ import annotations

import discord

from bot.common.errors import Refused
from bot.discord.client import Interaction

_NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


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
