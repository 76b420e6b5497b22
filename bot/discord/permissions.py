"""What the bot needs to be allowed in a channel before it begins anything there."""

from __future__ import annotations

from collections.abc import Iterable

import discord

from adjudicator.text import listing
from bot.common.errors import Refused
from bot.discord import text
from bot.discord.client import Interaction

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")


def lacking(interaction: Interaction, *, thread: bool = False) -> list[str]:
    """What the bot needs for a game in the channel where this is asked, and has not.

    thread: for one in a new thread of it
    """
    granted, needed = interaction.app_permissions, list(NEEDED)
    if thread:
        needed.append("create_public_threads")
    if thread or isinstance(interaction.channel, discord.Thread):
        needed.append("send_messages_in_threads")
    if isinstance(interaction.channel, discord.Thread):
        needed.remove("send_messages")
    return [key for key in needed if not getattr(granted, key)]


def listed(keys: Iterable[str]) -> str:
    """Name permissions as Discord does."""
    return listing([f"**{text.PERMISSIONS[key]}**" for key in keys], "and")


def can_post(interaction: Interaction, *, thread: bool = False) -> None:
    """Refuse, naming what is missing, before anything is made here; thread: in a new thread."""
    if thread and isinstance(interaction.channel, discord.Thread):
        raise Refused(text.NO_THREAD_IN_THREAD)
    if missing := lacking(interaction, thread=thread):
        raise Refused(text.LACKING(permissions=listed(missing)))
