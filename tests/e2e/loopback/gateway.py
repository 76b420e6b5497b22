"""The gateway: HELLO, IDENTIFY, RESUME with replay, heartbeats, zlib-stream.

Sessions outlive their WebSocket: events go on being numbered and buffered, and a RESUME replays what the bot
missed. discord.py 2.7.1 asks for ``zlib-stream`` unless the `zstandard` package is installed; for any other
compression the loopback answers in plain text frames, which discord.py reads as well.
"""

from __future__ import annotations

import asyncio
import copy
import json
import os
import zlib
from collections import Counter, deque
from collections.abc import Callable, Mapping
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


@dataclass(eq=False)
class Session:
    """One IDENTIFY. ``outbox`` exists while a WebSocket serves it; ``sent`` is what a RESUME can replay."""

    id: str
    intents: discord.Intents
    seq: int = 0
    sent: deque[Payload] = field(default_factory=lambda: deque(maxlen=20_000))
    outbox: asyncio.Queue[Payload] | None = None

    def push(self, event: str, data: Mapping[str, Any]) -> None:
        self.seq += 1
        frame = {"op": 0, "t": event, "s": self.seq, "d": data}
        self.sent.append(frame)
        if self.outbox is not None:
            self.outbox.put_nowait(frame)


class Gateway:
    """Serves WebSockets and publishes the backend's events to every session.

    ``counts`` has ``identify``, ``resume``, ``replayed``, ``heartbeat``, ``refused``.
    """

    def __init__(self, backend: Backend, limits: Limits, token: str, notify: Callable[[], None]) -> None:
        self.backend, self.limits, self.token = backend, limits, token
        self.url = ""
        self.heartbeat_seconds = 41.25
        self.mute = False  # True: heartbeats are not acknowledged
        self.closed = False  # True: handshakes answer 503
        self.presences: list[Payload] = []
        self.counts: Counter[str] = Counter()
        self.sessions: dict[str, Session] = {}
        self._sockets: dict[web.WebSocketResponse, Session | None] = {}
        self._notify = notify

    @property
    def is_connected(self) -> bool:
        """A bot is identified and its WebSocket is open."""
        return any(session.outbox is not None for session in self.sessions.values())

    # --------------------------------------------------------------------------------- publishing

    def publish(self, event: str, payload: Mapping[str, Any]) -> None:
        """Give an event to all sessions that their intents and the bot's permissions let see it."""
        if event.startswith(CHANNEL_EVENTS) and payload.get("guild_id") is not None:
            channel_id = int(payload["channel_id"])
            if not channel_accessible(self.backend, channel_id, self.backend.bot_user.id):
                return
        for session in self.sessions.values():
            gate = simcord_intents.required_intent(event, payload)
            if gate is None or getattr(session.intents, gate):
                session.push(event, self._shaped(session, event, payload))

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

    async def drop(self, *, forget: bool = False, code: int = 4000) -> None:
        """Close all WebSockets. The bot RESUMEs; with ``forget`` it must IDENTIFY anew, events are lost."""
        if forget:
            self.sessions.clear()
        for socket, session in list(self._sockets.items()):
            if session is not None:
                session.outbox = None
            await socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Op 7, which Discord sends every few hours."""
        for session in self.sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait({"op": 7, "d": None})

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
                session.outbox = None
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
                outbox.put_nowait({"op": 11})
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
        if data.get("presence"):
            self.presences.append(data["presence"])
        session = Session(os.urandom(8).hex(), intents, outbox=outbox)
        self.sessions[session.id] = self._sockets[socket] = session
        ready = {
            "v": 10,
            "user": dict(serializers.user_payload(self.backend.bot_user)),
            "session_id": session.id,
            "guilds": [{"id": str(guild_id), "unavailable": True} for guild_id in self.backend.guilds],
            "resume_gateway_url": self.url,
            "application": {"id": str(self.backend.application_id), "flags": 0},
            "private_channels": [],
        }
        session.push("READY", ready)
        for guild in self.backend.guilds.values():
            payload = serializers.guild_create_payload(self.backend, guild)
            session.push("GUILD_CREATE", self._shaped(session, "GUILD_CREATE", payload))
        self.counts["identify"] += 1
        return None

    def _resume(
        self, socket: web.WebSocketResponse, outbox: asyncio.Queue[Payload], data: Payload
    ) -> int | None:
        session = self.sessions.get(data["session_id"])
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
