"""Permissions in Discord, for games that are played in silence.

Players lose what they could write with by an entry of their own in the channel's permissions; everybody
else there is left alone. A thread is not locked: Discord greys out the buttons in locked threads. It has no
entries of its own, so its players lose "Send Messages in Threads" in the channel that it is in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

import discord

from bot.common.errors import NotAllowed
from bot.discord.error_codes import asking, is_gone
from bot.discord.servers import Servers
from bot.features.muting import text
from bot.features.muting.muting import Look

_CHANNEL = text.PERMISSIONS
"""What is taken in a channel: all that one could say something with. The first is what matters."""
_THREAD = {name: _CHANNEL[name] for name in ("send_messages_in_threads",)}
"""What is taken for a thread: elsewhere in its channel one may talk."""
_MEMBER: Literal[1] = 1
"""The kind of an entry that is a user's, not a role's."""


class DiscordChannelPermissions:
    """See `ChannelPermissions` of bot/features/muting/muting.py."""

    def __init__(self, client: discord.Client, servers: Servers) -> None:
        self._client, self._servers = client, servers

    async def look(self, channel_id: int, users: Collection[int]) -> Look:
        with asking(text.LACKING_MANAGE):
            channel = await self._servers.channel(channel_id)
            thread = isinstance(channel, discord.Thread)
            home = await self._home(channel.parent_id) if isinstance(channel, discord.Thread) else channel
            if not isinstance(home, discord.abc.GuildChannel):
                raise NotAllowed(text.NO_PERMISSIONS)
            wanted = _THREAD if thread else _CHANNEL
            may = _may_take(home)
            if not home.permissions_for(home.guild.me).manage_roles:
                raise NotAllowed(text.LACKING_MANAGE)
            if not getattr(may, next(iter(wanted))):
                raise NotAllowed(text.LACKING(permission=next(iter(wanted.values()))))
            take = tuple(name for name in wanted if getattr(may, name))
            stands: dict[int, Mapping[str, bool | None] | None] = {}
            above, gone = set(), set()
            for user in users:
                entry = _entry(home, user)
                stands[user] = None if entry is None else {name: getattr(entry, name) for name in take}
                try:
                    member = await home.guild.fetch_member(user)
                except discord.HTTPException as error:
                    if not is_gone(error):
                        raise
                    gone.add(user)
                    continue
                if member.id == home.guild.owner_id or member.guild_permissions.administrator:
                    above.add(user)
            left = tuple(f"**{words}**" for name, words in wanted.items() if name not in take)
        return Look(home.id, take, left, stands, frozenset(above), frozenset(gone), thread)

    async def take(self, channel_id: int, user_id: int, permissions: Collection[str], reason: str) -> None:
        with asking(text.LACKING_MANAGE):
            home = await self._home(channel_id)
            entry = _entry(home, user_id) or discord.PermissionOverwrite()
            if any(getattr(entry, name) is not False for name in permissions):
                entry.update(**dict.fromkeys(permissions, False))
                await self._put(channel_id, user_id, entry, reason)

    async def give_back(
        self, channel_id: int, user_id: int, before: Mapping[str, bool | None], made: bool, reason: str
    ) -> None:
        with asking(text.LACKING_MANAGE):
            try:
                home = await self._home(channel_id)
            except discord.HTTPException as error:
                if not is_gone(error):
                    raise
                return
            entry = _entry(home, user_id)
            # What says something else by now, somebody has set since: it stays.
            back = {
                n: was
                for n, was in before.items()
                if entry and getattr(entry, n) is False and was is not False
            }
            if entry is None or not back:
                return
            entry.update(**back)
            try:
                if made and entry.is_empty():
                    await self._client.http.delete_channel_permissions(channel_id, user_id, reason=reason)
                else:
                    await self._put(channel_id, user_id, entry, reason)
            except discord.HTTPException as error:
                if not is_gone(error):  # it went in this moment
                    raise

    async def _home(self, channel_id: int) -> Any:
        """A channel as Discord has it now: what is kept in memory may be older than our own last change."""
        return await self._servers.channel(channel_id)

    async def _put(
        self, channel_id: int, user_id: int, entry: discord.PermissionOverwrite, reason: str
    ) -> None:
        """`set_permissions` would do, but for those who have left the server meanwhile."""
        allow, deny = entry.pair()
        await self._client.http.edit_channel_permissions(
            channel_id, user_id, str(allow.value), str(deny.value), _MEMBER, reason=reason
        )


def _entry(home: discord.abc.GuildChannel, user_id: int) -> discord.PermissionOverwrite | None:
    """Return the user's own entry in a channel's permissions."""
    return next((entry for target, entry in home.overwrites.items() if target.id == user_id), None)


def _may_take(home: discord.abc.GuildChannel) -> discord.Permissions:
    """The permissions that the bot may change for others: what it has itself in the server or the category,
    or all if the channel grants it Manage Permissions. Source: Discord, Edit Channel Permissions."""
    me = home.guild.me
    own = {me.id, *(role.id for role in me.roles)}
    if any(entry.manage_roles for target, entry in home.overwrites.items() if target.id in own):
        return discord.Permissions.all()
    if home.category is not None:
        return home.category.permissions_for(me) | me.guild_permissions
    return me.guild_permissions
