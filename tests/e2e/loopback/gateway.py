"""The gateway: HELLO, IDENTIFY with a shard, RESUME with replay, heartbeats, zlib-stream.

A session belongs to one shard, of as many as its IDENTIFY has named. It outlives its WebSocket: events go on
being numbered and buffered, and a RESUME replays what the bot missed, until the client closes with 1000 or
1001, or `Limits.resume_seconds` have passed. Several live sessions of one shard all get its events.

discord.py 2.7.1 asks for ``zlib-stream`` unless the `zstandard` package is installed; for any other
compression the loopback answers in plain text frames, which discord.py reads as well.
"""

from __future__ import annotations

import asyncio
import copy
import json
import math
import os
import time
import zlib
from collections import Counter, deque
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from aiohttp import WSMsgType, web
from simcord import intents as simcord_intents
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible

from .limits import Limits

Payload = dict[str, Any]
CHANNEL_EVENTS = ("MESSAGE_", "TYPING_START", "CHANNEL_PINS_UPDATE")
GUILD_EVENTS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
"""Their ``id`` is the server's."""
_ACK_S = 0.01
"""Seconds until a heartbeat is acknowledged."""
ENDED = (1000, 1001)
"""A client that closes with one of these ends its session."""


def shard_of(guild_id: int | None, count: int) -> int:
    """The shard that is told of a server; direct messages go to the first.

    >>> shard_of(None, 8), shard_of((19 << 22) + 5, 8)
    (0, 3)
    """
    return 0 if guild_id is None else (guild_id >> 22) % count


@dataclass(eq=False)
class Session:
    """One IDENTIFY. ``outbox`` exists while a WebSocket serves it; ``sent`` is what a RESUME can replay."""

    id: str
    intents: discord.Intents
    shard: int = 0
    count: int = 1
    seq: int = 0
    sent: deque[Payload] = field(default_factory=lambda: deque(maxlen=20_000))
    outbox: asyncio.Queue[Payload] | None = None
    left_at: float = 0.0

    def takes(self, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether this session's shard is told of an event."""
        if event == "USER_UPDATE":
            return True
        guild_id = payload.get("id" if event in GUILD_EVENTS else "guild_id")
        return shard_of(None if guild_id is None else int(guild_id), self.count) == self.shard

    def push(self, event: str, data: Mapping[str, Any]) -> None:
        self.seq += 1
        frame = {"op": 0, "t": event, "s": self.seq, "d": data}
        self.sent.append(frame)
        if self.outbox is not None:
            self.outbox.put_nowait(frame)

    def leave(self) -> None:
        """Its WebSocket has gone."""
        self.outbox, self.left_at = None, time.monotonic()


@dataclass
class Delivery:
    """The sessions that were given an interaction while it could be answered."""

    until: float
    sessions: set[str] = field(default_factory=set)


class Gateway:
    """Serves WebSockets and publishes the backend's events to the sessions of their shard.

    ``counts`` has ``identify``, ``resume``, ``replayed``, ``heartbeat``, ``refused``;
    ``too_soon`` is an IDENTIFY within the seconds in which Discord allows no other of its key.
    """

    def __init__(self, backend: Backend, limits: Limits, token: str, notify: Callable[[], None]) -> None:
        self.backend, self.limits, self.token = backend, limits, token
        self.url = ""
        self.heartbeat_seconds = 41.25
        self.mute = False  # True: heartbeats are not acknowledged
        self.closed = False  # True: handshakes answer 503
        self.down: Container[int] = ()  # shards with an outage: IDENTIFY and RESUME are cut
        self.presences: list[Payload] = []
        self.counts: Counter[str] = Counter()
        self.sessions: dict[str, Session] = {}
        self.deliveries: dict[int, Delivery] = {}  # by interaction
        self._identified: dict[int, float] = {}  # by ``shard_id % max_concurrency``
        self._sockets: dict[web.WebSocketResponse, Session | None] = {}
        self._notify = notify

    @property
    def is_connected(self) -> bool:
        """A bot is identified and its WebSocket is open."""
        return bool(self.live)

    @property
    def live(self) -> Counter[int]:
        """How many WebSockets serve each shard now."""
        return Counter(session.shard for session in self.sessions.values() if session.outbox is not None)

    @property
    def undelivered(self) -> int:
        """Interactions that no session was given in time: their users see "did not respond"."""
        return sum(not delivery.sessions for delivery in self.deliveries.values())

    @property
    def delivered_twice(self) -> int:
        """Interactions that more than one session was given."""
        return sum(len(delivery.sessions) > 1 for delivery in self.deliveries.values())

    # --------------------------------------------------------------------------------- publishing

    def publish(self, event: str, payload: Mapping[str, Any]) -> None:
        """Give an event to all sessions of its shard that their intents and the bot's permissions let see
        it."""
        self._forget_old()
        if event == "INTERACTION_CREATE":
            until = time.monotonic() + self.limits.interaction_seconds
            self.deliveries[int(payload["id"])] = Delivery(until)
        if event.startswith(CHANNEL_EVENTS) and payload.get("guild_id") is not None:
            channel_id = int(payload["channel_id"])
            if not channel_accessible(self.backend, channel_id, self.backend.bot_user.id):
                return
        for session in self.sessions.values():
            gate = simcord_intents.required_intent(event, payload)
            if session.takes(event, payload) and (gate is None or getattr(session.intents, gate)):
                session.push(event, self._shaped(session, event, payload))
                if session.outbox is not None:
                    self._delivered(session, event, payload)

    def _delivered(self, session: Session, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            delivery = self.deliveries[int(payload["id"])]
            if time.monotonic() < delivery.until:
                delivery.sessions.add(session.id)

    def _forget_old(self) -> None:
        """Drop the sessions that can no longer be resumed."""
        oldest = time.monotonic() - self.limits.resume_seconds
        for session in list(self.sessions.values()):
            if session.outbox is None and session.left_at < oldest:
                del self.sessions[session.id]

    def _shaped(self, session: Session, event: str, payload: Mapping[str, Any]) -> Payload:
        """A copy as this session may see it: no content without the intent, no member lists."""
        shaped: Payload = copy.deepcopy(dict(payload))
        bot_id = self.backend.bot_user.id
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not session.intents.message_content:
            simcord_intents.censor_message(shaped, bot_id, backend=self.backend)
        if event == "GUILD_CREATE":
            simcord_intents.prune_guild_create(shaped, session.intents, bot_id)
        return shaped

    # ------------------------------------------------------------------------------------- faults

    async def drop(self, *, forget: bool = False, code: int = 4000, shard: int | None = None) -> None:
        """Close the WebSockets of a shard, or all. The bot RESUMEs; with ``forget`` it must IDENTIFY anew,
        events are lost."""
        for session in list(self.sessions.values()):
            if forget and shard in (None, session.shard):
                del self.sessions[session.id]
        for socket, served in list(self._sockets.items()):
            if shard is None or (served is not None and served.shard == shard):
                if served is not None:
                    served.leave()
                await socket.close(code=code)

    def ask_to_reconnect(self, shard: int | None = None) -> None:
        """Op 7, which Discord sends every few hours."""
        for session in self.sessions.values():
            if session.outbox is not None and shard in (None, session.shard):
                session.outbox.put_nowait({"op": 7, "d": None})

    async def start_outage(self, *shards: int) -> None:
        """Discord's own outage of these shards: they are cut, and no one can connect to them."""
        self.down = shards
        for shard in shards:
            await self.drop(shard=shard)

    def end_outage(self) -> None:
        self.down = ()

    # ------------------------------------------------------------------------------------ serving

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One WebSocket, from HELLO to its end."""
        if self.closed:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=1 << 20)
        await socket.prepare(request)
        outbox: asyncio.Queue[Payload] = asyncio.Queue()
        packer = zlib.compressobj() if request.query.get("compress") == "zlib-stream" else None
        pump = asyncio.create_task(_pump(socket, outbox, packer))
        self._sockets[socket] = None
        outbox.put_nowait({"op": 10, "d": {"heartbeat_interval": int(self.heartbeat_seconds * 1000)}})
        try:
            async for message in socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                frame = json.loads(message.data)
                close_code = self._receive(socket, outbox, frame["op"], frame.get("d"))
                self._notify()
                if close_code is not None:
                    await socket.close(code=close_code)
        finally:
            pump.cancel()
            session = self._sockets.pop(socket)
            if session is not None and session.outbox is outbox:
                session.leave()
                if socket.close_code in ENDED:
                    self.sessions.pop(session.id, None)
            self._notify()
        return socket

    def _receive(
        self, socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload], op: int, data: Any
    ) -> int | None:
        """Handle one frame; a number closes the socket with that code."""
        session = self._sockets[socket]
        if op == 1:
            self.counts["heartbeat"] += 1
            if not self.mute:
                # Not at once: discord.py notes the time after sending, and would take it for 41 s late.
                asyncio.get_running_loop().call_later(_ACK_S, outbox.put_nowait, {"op": 11})
        elif op == 2:
            return self._identify(socket, outbox, data)
        elif op == 3:
            self.presences.append(data)
        elif op == 6:
            return self._resume(socket, outbox, data)
        elif op == 8 and session is not None:
            self._send_members(session, data)
        return None

    def _identify(
        self, socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload], data: Payload
    ) -> int | None:
        intents = discord.Intents._from_value(data["intents"])
        if data["token"] != self.token:
            self.counts["refused"] += 1
            return 4004
        if simcord_intents.missing_privileged_intents(intents, self.limits.approved_intents):
            self.counts["refused"] += 1
            return 4014
        shard, count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            self.counts["refused"] += 1
            return 4010
        if shard in self.down:
            return 4000
        if self._is_too_soon(shard):
            self.counts["too_soon"] += 1
            outbox.put_nowait({"op": 9, "d": False})
            return None
        if data.get("presence"):
            self.presences.append(data["presence"])
        session = Session(os.urandom(8).hex(), intents, shard, count, outbox=outbox)
        self.sessions[session.id] = self._sockets[socket] = session
        guilds = [guild for guild in self.backend.guilds.values() if shard_of(guild.id, count) == shard]
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "session_id": session.id,
            "shard": [shard, count],
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "resume_gateway_url": self.url,
            "application": {"id": str(self.backend.application_id), "flags": 0},
            "private_channels": [],
        }
        session.push("READY", ready)
        for guild in guilds:
            payload = serializers.guild_create_payload(self.backend, guild)
            session.push("GUILD_CREATE", self._shaped(session, "GUILD_CREATE", payload))
        self.counts["identify"] += 1
        return None

    def _is_too_soon(self, shard: int) -> bool:
        """Whether another shard of the same key has identified in the last `Limits.identify_seconds`."""
        key, now = shard % self.limits.max_concurrency, time.monotonic()
        if now - self._identified.get(key, -math.inf) < self.limits.identify_seconds:
            return True
        self._identified[key] = now
        return False

    def _resume(
        self, socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload], data: Payload
    ) -> int | None:
        session = self.sessions.get(data["session_id"])
        if session is not None and session.shard in self.down:
            return 4000
        lost = session is not None and session.sent and data["seq"] + 1 < session.sent[0]["s"]
        if session is None or lost or data["token"] != self.token:
            self.counts["refused"] += 1
            outbox.put_nowait({"op": 9, "d": False})
            return None
        self._sockets[socket] = session
        session.outbox = outbox
        for frame in session.sent:
            if frame["s"] > data["seq"]:
                outbox.put_nowait(frame)
                self.counts["replayed"] += 1
                self._delivered(session, frame["t"], frame["d"])
        session.push("RESUMED", {})
        self.counts["resume"] += 1
        return None

    def _send_members(self, session: Session, data: Payload) -> None:
        """Op 8 answered in one chunk: by ``user_ids``, or all whose name starts with ``query``."""
        guild = self.backend.guilds.get(int(data["guild_id"]))
        members = list(guild.members.values()) if guild is not None else []
        wanted = data.get("user_ids") or []
        if wanted:
            ids = {int(user_id) for user_id in (wanted if isinstance(wanted, list) else [wanted])}
            members = [member for member in members if member.user_id in ids]
        elif query := (data.get("query") or "").lower():
            users = self.backend.users
            members = [m for m in members if users[m.user_id].name.lower().startswith(query)]
        if data.get("limit"):
            members = members[: data["limit"]]
        chunk = {
            "guild_id": data["guild_id"],
            "members": [serializers.member_payload(self.backend, guild, m) for m in members] if guild else [],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
        }
        session.push("GUILD_MEMBERS_CHUNK", chunk)


async def _pump(socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload], packer: Any) -> None:
    """The only writer of a socket, so that compressed frames keep their order."""
    while True:
        raw = json.dumps(await outbox.get())
        try:
            if packer is None:
                await socket.send_str(raw)
            else:
                await socket.send_bytes(packer.compress(raw.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
        except ConnectionError:  # the bot is gone; its session keeps the event for a RESUME
            return
