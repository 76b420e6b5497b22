"""The demo's server: who is on it and where they can talk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from discord import Permissions
from PIL import Image, ImageDraw, ImageFont
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import ChannelType

from demo.walltime import DemoEnv, WallClock

BOT_NAME = "Fieldpost"
GUILD_NAME = "The Map Room"
CHANNELS = {
    "war-room": "Games by mail. Type / to see what the bot can do.",
    "new-york": "Seven factions, sealed orders, spring and fall.",
    "silent-war": "Never Make Enemies: three armies, and nobody talks about the game.",
    "coins": "Nemein: a handful of coins each, and flips that anyone can check.",
    "military-chess": "WW3: secret formations, dice for the order, the last Base wins.",
    "league": "Leagues: rounds, tables, ratings. /league shows what there is.",
}
"""Each with its topic, in the order of `World`'s fields."""
# The page's frame has the same colours, in the same order (static/frame.js).
COLOURS = {
    "Ada": "#c2453c",
    "Ben": "#3b7dd8",
    "Chris": "#2f8f4e",
    "Dana": "#a05ac8",
    "Emil": "#b7791f",
    "Fay": "#178a8a",
    "Gus": "#8a5a44",
}
PLAYERS = tuple(COLOURS)
MODERATOR = "Ada"
"""Who looks after the server: not one of those whom silence binds."""
BOT_COLOUR = "#5b4a2f"
MOST_CALLS = 99
"""More than these are not counted for the page."""
AVATAR = "0" * 32  # Discord names an avatar by a hash of this form

PlaceKind = Literal["channel", "thread", "dm"]


class WorldError(Exception):
    """A stored world that lacks the demo's server, channel or players."""


@dataclass(frozen=True)
class Place:
    """Somewhere one user can read: ``last`` is the newest message of somebody else, 0 if none; ``calls`` are
    the newest ones that notify the user; ``called`` is whom the newest call there names, 0 if nobody."""

    id: int
    kind: PlaceKind
    name: str
    last: int
    calls: tuple[int, ...]
    called: int


@dataclass(frozen=True)
class World:
    """Handles for playing as the users, e.g. ``await world.players["Ada"].slash(world.war_room, …)``."""

    env: DemoEnv
    guild: GuildHandle
    war_room: ChannelHandle
    new_york: ChannelHandle
    silent_war: ChannelHandle
    coins: ChannelHandle
    military_chess: ChannelHandle
    league: ChannelHandle
    players: dict[str, MemberActor]

    def viewer(self, user_id: int, channel_id: int) -> tuple[MemberActor | UserHandle, ChannelHandle]:
        """The handles for looking at a channel as a user; KeyError unless that user can read it."""
        player = next((one for one in self.players.values() if one.id == user_id), None)
        backend = self.env.backend
        if player is None or not channel_accessible(backend, channel_id, user_id, history=True):
            raise KeyError(channel_id)
        channel = backend.channels[channel_id]
        if channel.guild_id is None:
            return player.user, ChannelHandle(self.env, None, channel)
        return player, ChannelHandle(self.env, self.guild, channel)

    def places(self, user_id: int) -> Iterator[Place]:
        """What a user can open: text channels each followed by its threads, then the DM with the bot."""
        backend = self.env.backend
        guild = backend.guilds[self.guild.id]
        threads = [backend.channels[one] for one in guild.thread_ids]
        for channel in (backend.channels[one] for one in guild.channel_ids):
            if channel.type == ChannelType.TEXT and self._can_read(channel, user_id):
                yield self._place(channel, "channel", channel.name or "", user_id)
                for thread in threads:
                    if thread.parent_id == channel.id and self._can_read(thread, user_id):
                        yield self._place(thread, "thread", thread.name or "", user_id)
        yield self._place(backend.get_dm_channel(user_id), "dm", backend.bot_user.name, user_id)

    def _can_read(self, channel: Channel, user_id: int) -> bool:
        return channel_accessible(self.env.backend, channel.id, user_id, history=True)

    def _place(self, channel: Channel, kind: PlaceKind, name: str, user_id: int) -> Place:
        messages = self.env.backend.messages.get(channel.id, {})
        others = [one for one in messages.values() if one.author_id != user_id and one.visible_to(user_id)]
        calls = [one.id for one in others if kind == "dm" or user_id in one.ping_user_ids]
        called = next((one.ping_user_ids[0] for one in reversed(others) if one.ping_user_ids), 0)
        last = max((one.id for one in others), default=0)
        return Place(channel.id, kind, name, last, tuple(calls[-MOST_CALLS:]), called)

    def threads(self, channel: ChannelHandle) -> list[ChannelHandle]:
        """The threads of a channel, the oldest first."""
        backend = self.env.backend
        found = [backend.channels[one] for one in backend.guilds[self.guild.id].thread_ids]
        return [ChannelHandle(self.env, self.guild, one) for one in found if one.parent_id == channel.id]

    async def until(self, condition: Callable[[], object], limit: float = 30.0) -> None:
        """Wait for something the bot does by itself; TimeoutError after ``limit`` seconds.

        For seeding: an action returns when it is answered, posts of the outbox come later.
        """
        async with asyncio.timeout(limit):
            while not condition():  # noqa: ASYNC110 - anything in the world can be asked
                await asyncio.sleep(0.02)


def new_backend() -> Backend:
    """An empty Discord whose clock runs with the machine's."""
    backend = Backend(clock=WallClock())
    backend.bot_user.name = BOT_NAME
    backend.bot_user.avatar = AVATAR
    _give_avatar(backend, backend.bot_user.id, BOT_NAME[0], BOT_COLOUR)
    return backend


def build(env: DemoEnv) -> World:
    """Make the server, its channels and its members; call before the bot starts."""
    guild = env.create_guild(GUILD_NAME)
    for name, topic in CHANNELS.items():
        guild.create_text_channel(name, topic=topic)
    moderators = guild.create_role(
        "Moderators", permissions=Permissions(manage_messages=True, manage_guild=True)
    )
    for name in PLAYERS:
        user = env.create_user(name.lower(), global_name=name, avatar=AVATAR)
        _give_avatar(env.backend, user.id, name[0], COLOURS[name])
        guild.add_member(user, roles=[moderators] if name == MODERATOR else ())
        env.backend.get_dm_channel(user.id)
    return find(env)


def _give_avatar(backend: Backend, user_id: int, letter: str, colour: str) -> None:
    """Store a picture where SimCord's page looks for the user's avatar."""
    image = Image.new("RGB", (96, 96), colour)
    font = ImageFont.load_default(size=52)
    ImageDraw.Draw(image).text((48, 46), letter, fill="white", font=font, anchor="mm")
    out = BytesIO()
    image.save(out, "PNG")
    backend.cdn._blobs[f"{CDN_BASE}/avatars/{user_id}/{AVATAR}.png"] = out.getvalue()


def find(env: DemoEnv) -> World:
    """The demo's server in a world made by :func:`build`, perhaps in an earlier run."""
    backend = env.backend
    record = next((one for one in backend.guilds.values() if one.name == GUILD_NAME), None)
    if record is None:
        raise WorldError(f"no server named {GUILD_NAME!r}")
    guild = GuildHandle(env, record)
    lacking = [name for name in CHANNELS if name not in guild.channels]
    if lacking:
        raise WorldError(f"no channel named {lacking[0]!r}")
    places = [guild.channels[name] for name in CHANNELS]
    by_name = {user.global_name: user for user in backend.users.values() if user.id in record.members}
    missing = [name for name in PLAYERS if name not in by_name]
    if missing:
        raise WorldError(f"no member named {missing[0]!r}")
    players = {name: MemberActor(env, guild, UserHandle(env, by_name[name])) for name in PLAYERS}
    return World(env, guild, *places, players)
