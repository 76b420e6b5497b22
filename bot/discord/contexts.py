"""Declare where a command can be used, and by whom, as docs/hosting.md lists them.

Discord knows three contexts (servers, direct messages with the bot, other private channels) and two ways to
install an application: in a server, or for oneself. Who has it for themselves can type commands in servers
that the bot is not in, so these tell only what concerns the user, and only to the user.
"""

from __future__ import annotations

from typing import TypeVar

from discord import app_commands

Command = TypeVar("Command")
"""A command, a group or a cog of them."""


def in_servers(command: Command) -> Command:
    """It is about a server, or somebody's rights there: nowhere else."""
    app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)(command)
    return app_commands.allowed_installs(guilds=True, users=False)(command)


def with_players(command: Command) -> Command:
    """It is about a game: in servers with the bot, and in direct messages with it."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)
    return app_commands.allowed_installs(guilds=True, users=False)(command)


def everywhere(command: Command) -> Command:
    """It is about the user alone, or the same for all: also for those who install the bot for themselves."""
    app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)
