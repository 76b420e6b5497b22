"""Threads and channels in Discord, for the games of leagues.

A place is known by its name, which has its game's code in it: one that was made before a kill or a lost
answer is found again. The limits are Discord's: 50 channels a category, 500 a server with the categories,
1000 active threads a server.
"""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from operator import attrgetter
from typing import Any

import discord

from adjudicator.text import listing
from bot.common.errors import NotAllowed
from bot.discord.error_codes import asking, is_gone
from bot.discord.servers import Servers
from bot.discord.threads import CROWDED, FULL_OF_THREADS, WEEK, public_kind
from bot.features.leagues import text as words
from bot.features.leagues.plan import Where
from bot.features.leagues.season.game_opening import Made

MOST_NAME = 100
IN_CATEGORY, IN_SERVER, MOST_THREADS = 50, 500, 1000
_PUT_AWAY = 25
"""So many quiet threads of ours are put away at a time where there are too many active ones."""
_ARCHIVED = 300
"""So many archived threads are searched for one that was made before."""
_PATIENCE = 45.0
"""Seconds for one place, Discord's own waiting times included: other leagues wait meanwhile."""
_FULL_SERVER = 30013
_THREAD_NEEDS = ("view_channel", "create_public_threads", "send_messages_in_threads")
_CHANNEL_NEEDS = ("view_channel", "manage_channels")
_POST_NEEDS = ("view_channel", "send_messages", "attach_files", "read_message_history")


class DiscordPlaces:
    """See `Places` of bot/features/leagues/season/game_opening.py."""

    def __init__(self, client: discord.Client, servers: Servers) -> None:
        self._client, self._servers = client, servers
        self._listed: dict[int, dict[str, int]] = {}
        """For each league's channel our threads by name, as Discord has told; forgotten after any doubt."""
        self._looking: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        """For each server, while it is looked what there is: games are opened several at once."""

    async def make(
        self, guild_id: int, channel_id: int, name: str, where: Where, category: str, members: Sequence[int]
    ) -> Made:
        """Members come in with the first post, which mentions them: Discord adds to a thread whom a message
        in it calls. A channel is for all who see the league's."""
        async with _asking():
            home = await self._home(channel_id)
            if where == "threads":
                return Made(await self._thread(home, thread_name(name)))
            async with self._looking[guild_id]:
                room = await self._channel(home, channel_name(name), thread_name(category))
            if room is not None:
                return Made(room)
            return Made(await self._thread(home, thread_name(name)), words.NO_CHANNELS_LEFT(most=IN_SERVER))

    async def _home(self, channel_id: int) -> discord.TextChannel:
        """The league's channel."""
        try:
            found = self._client.get_channel(channel_id) or await self._servers.channel(channel_id)
        except discord.HTTPException as error:
            if not is_gone(error):
                raise
            raise NotAllowed(words.CHANNEL_GONE) from None
        if not isinstance(found, discord.TextChannel):
            raise NotAllowed(words.NOT_A_TEXT_CHANNEL)
        return found

    # -- threads

    async def _thread(self, home: discord.TextChannel, name: str) -> int:
        granted = home.permissions_for(home.guild.me)
        _must_have(_THREAD_NEEDS, granted, home.id)
        try:
            async with self._looking[home.guild.id]:
                known = await self._known(home)
            if name in known and await self._is_there(known[name]):
                return known[name]
            if len(home.guild.threads) >= CROWDED:
                await self._put_away(home.guild)
            known[name] = (await self._open(home, name)).id
        except BaseException:  # whatever it was: it may have arrived
            self._listed.pop(home.id, None)
            raise
        return known[name]

    async def _open(self, home: discord.TextChannel, name: str, *, again: bool = True) -> discord.Thread:
        try:
            return await home.create_thread(name=name, type=public_kind(home), auto_archive_duration=WEEK)
        except discord.HTTPException as error:
            if error.code != FULL_OF_THREADS:
                raise
            if not again:
                raise NotAllowed(words.NO_THREADS_LEFT(most=MOST_THREADS)) from error
        await self._put_away(home.guild)
        return await self._open(home, name, again=False)

    async def _known(self, home: discord.TextChannel) -> dict[str, int]:
        """Our threads of this channel by name. Asked of Discord at first, and again after any doubt: what is
        kept in memory from its events may lack the newest."""
        if home.id in self._listed:
            return self._listed[home.id]
        me = home.guild.me.id
        active = [thread for thread in await home.guild.active_threads() if thread.parent_id == home.id]
        archived = []
        if home.permissions_for(home.guild.me).read_message_history:
            archived = [thread async for thread in home.archived_threads(limit=_ARCHIVED)]
        # The oldest of a name, should there be two.
        ours = sorted(
            (thread for thread in [*active, *archived] if thread.owner_id == me), key=attrgetter("id")
        )
        self._listed[home.id] = {thread.name: thread.id for thread in reversed(ours)}
        return self._listed[home.id]

    async def _is_there(self, thread_id: int) -> bool:
        try:
            thread = await self._client.fetch_channel(thread_id)
        except discord.HTTPException as error:
            if not is_gone(error):
                raise
            return False
        return isinstance(thread, discord.Thread) and not thread.locked

    async def _put_away(self, guild: discord.Guild) -> None:
        """Archive our quietest threads. A post brings each of them back."""
        ours = [thread for thread in await guild.active_threads() if thread.owner_id == guild.me.id]
        ours.sort(key=lambda thread: thread.last_message_id or thread.id)
        for thread in ours[:_PUT_AWAY]:
            await thread.edit(archived=True)

    # -- channels

    async def _channel(self, beside: discord.TextChannel, name: str, category: str) -> int | None:
        """A channel in one of the league's categories; None: the server has no room for more.

        beside: the league's own; who sees it sees the games, and nobody else"""
        guild = beside.guild
        there = await guild.fetch_channels()
        for old in there:
            if isinstance(old, discord.TextChannel) and old.name == name:
                return old.id
        _must_have(_CHANNEL_NEEDS, guild.me.guild_permissions)
        if len(there) >= IN_SERVER:
            return None
        home = _roomy(there, category)
        try:
            if isinstance(home, str):
                home = await guild.create_category(home, overwrites=_seen(beside))
            return (await guild.create_text_channel(name, category=home)).id
        except discord.HTTPException as error:
            if error.code == _FULL_SERVER:
                return None
            raise


def _seen(channel: discord.TextChannel) -> dict[Any, discord.PermissionOverwrite]:
    """Who may see a channel, as entries for another one. The bot may not give what it has not itself."""
    return {
        target: discord.PermissionOverwrite(view_channel=entry.view_channel)
        for target, entry in channel.overwrites.items()
        if entry.view_channel is not None
    }


def _roomy(there: Sequence[discord.abc.GuildChannel], title: str) -> discord.CategoryChannel | str:
    """The first of the league's categories that has room, or the name of the next one to be made."""
    number, name = 1, title
    while True:
        home = next(
            (one for one in there if isinstance(one, discord.CategoryChannel) and one.name == name), None
        )
        if home is None:
            return name
        if sum(one.category_id == home.id for one in there) < IN_CATEGORY:
            return home
        number += 1
        name = f"{title[: MOST_NAME - 10]} {number}"


def missing(here: discord.Permissions, server: discord.Permissions, where: str) -> str:
    """What the bot lacks for a league, in words; "" nothing. here: in the league's channel"""
    needed = _POST_NEEDS if where == "channels" else (*_POST_NEEDS, *_THREAD_NEEDS)
    lacking = [key for key in needed if not getattr(here, key)]
    if where == "channels":
        lacking += [key for key in _CHANNEL_NEEDS if not getattr(server, key)]
    return ", ".join(words.PERMISSIONS[key] for key in dict.fromkeys(lacking))


def thread_name(text: str) -> str:
    """A name that Discord keeps as it is: on one line, not too long.

    >>> thread_name("  k7f3  Round 1:\\nAda - Ben ")
    'k7f3 Round 1: Ada - Ben'
    """
    return " ".join(text.split())[:MOST_NAME].rstrip() or "game"


def channel_name(text: str) -> str:
    """A channel's name, which Discord has in small letters, with hyphens and without other signs.

    >>> channel_name("k7f3 Round 1: Ada - Ben")
    'k7f3-round-1-ada-ben'
    >>> channel_name("Échec & (mat)!"), channel_name("!!!")
    ('échec-mat', 'game')
    """
    return re.sub(r"[\W_]+", "-", text.lower()).strip("-")[:MOST_NAME].rstrip("-") or "game"


def _must_have(needed: Sequence[str], granted: discord.Permissions, channel: int = 0) -> None:
    """channel: where it must have them; 0: in the whole server"""
    lacking = [f"**{words.PERMISSIONS[key]}**" for key in needed if not getattr(granted, key)]
    if lacking:
        told = listing(lacking, "and")
        if channel:
            raise NotAllowed(words.LACKING(place=f"<#{channel}>", permissions=told))
        raise NotAllowed(words.LACKING_IN_SERVER(permissions=told))


@asynccontextmanager
async def _asking() -> AsyncIterator[None]:
    """Whatever Discord or the network answers becomes NotAllowed or Unsure."""
    with asking(words.NOT_LET.template):
        async with asyncio.timeout(_PATIENCE):
            yield
