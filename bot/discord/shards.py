"""Hold any of the bot's shards in one client. Which ones may change while it runs.

discord.py opens its shards once, and serves their reconnects one after the other. Here each shard has a task
of its own: one that waits to identify, or cannot connect, holds up no other. A shard can be handed over to
another process, which resumes its session: nothing that Discord sends meanwhile is lost or arrives twice.

This leans on inner parts of discord.py 2.7; tests/e2e/test_shards.py fails when they change.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

if TYPE_CHECKING:
    from discord.state import AutoShardedConnectionState

log = logging.getLogger(__name__)

MayIdentify = Callable[[int], Awaitable[object]]
"""Returns when this shard may identify: one in 5 seconds for each ``shard_id % max_concurrency`` of all the
bot's processes together. It may be cancelled, and it is asked again before every further IDENTIFY."""

CONNECT_TIMEOUT_S, CLOSE_TIMEOUT_S = 60.0, 3.0
"""Timeouts of a connection's handshake and of its farewell, in seconds."""
LASTING_S, LONGEST_WAIT_S, AT_ONCE_EVERY_S = 60.0, 60.0, 5.0
"""Seconds after which a connection counts as sound; the longest wait between two tries; how long ago the last
try without a wait must be for the next one."""
IDENTIFY_EVERY_S = 5.5
"""Seconds between two IDENTIFYs of the same key: Discord asks for 5, as they arrive there."""
END_SESSION, KEEP_SESSION = 1000, 4000
"""Codes to close a connection with: Discord forgets its session, or keeps it for some minutes."""
_TROUBLE = (OSError, aiohttp.ClientError, TimeoutError, discord.HTTPException, discord.GatewayNotFound)


@dataclass(frozen=True, slots=True)
class Session:
    """Where a shard goes on: all that a RESUME says but the token."""

    id: str
    sequence: int
    gateway: str


@dataclass(eq=False)
class _Held:
    """One shard that is held here. socket: None before its first connection; up_at: when its events began to
    arrive, 0.0 while they do not"""

    task: asyncio.Task[None]
    socket: DiscordWebSocket | None = None
    session: Session | None = None
    up_at: float = 0.0


class Shards:
    """The shards of a client that is logged in. Its events tell how they are: ``shard_connect`` (a new
    session), ``shard_ready`` (its servers are known), ``shard_resumed``, ``shard_disconnect``.

    Nothing here is called by other threads. `serve` runs instead of `discord.Client.connect`.
    """

    def __init__(self, client: discord.AutoShardedClient, count: int, may_identify: MayIdentify) -> None:
        """count: of all shards of the bot"""
        self._client, self._may_identify = client, may_identify
        self.count = count
        self._held: dict[int, _Held] = {}
        self._renewing = set[asyncio.Task[None]]()
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        client.shard_count = self._state.shard_count = count
        client._reconnect = True  # `Shard` reads it
        # discord.py calls `on_ready` when all of these are: it has no word for some of them.
        self._state.shard_ids = range(count)

    @property
    def held(self) -> frozenset[int]:
        """The shards that were opened, and not closed since."""
        return frozenset(self._held)

    @property
    def connected(self) -> frozenset[int]:
        """Those of which events arrive."""
        return frozenset(shard_id for shard_id, held in self._held.items() if held.up_at)

    def shard_of(self, guild_id: int | None) -> int:
        """Return the shard that is told of a server; of direct messages the first one is (None)."""
        return 0 if guild_id is None else (guild_id >> 22) % self.count

    def open(self, shard_id: int, session: Session | None = None) -> None:
        """Hold a shard from now on: connect, and connect again whenever that is lost.

        session: what another process has left of it. If Discord has forgotten it, a new one is begun. Of a
        shard that goes on with a session discord.py's cache has no servers: only a new one is told them.
        """
        if not 0 <= shard_id < self.count:
            raise ValueError(f"there is no shard {shard_id} of {self.count}")
        if shard_id in self._held:
            return
        task = asyncio.create_task(self._serve(shard_id), name=f"shard-{shard_id}")
        task.add_done_callback(self._ended)
        self._held[shard_id] = _Held(task, session=session)

    async def close(self, shard_id: int, *, hand_over: bool = False) -> Session | None:
        """Hold a shard no longer; without effect if it is not held. discord.py forgets its servers.

        hand_over: Discord keeps the session for some minutes; the result is what `open` needs elsewhere, None
        if there is no session yet. Events that were not passed on here will arrive there.
        """
        held = self._held.pop(shard_id, None)
        if held is None:
            return None
        held.task.cancel()
        await asyncio.wait({held.task})
        session = self._session(held)
        if held.socket is not None:
            await _farewell(held.socket, KEEP_SESSION if hand_over else END_SESSION)
        if shard_id not in self._held:  # opened again meanwhile
            self._forget(shard_id)
        return session if hand_over else None

    async def close_all(self, *, hand_over: bool = False) -> dict[int, Session]:
        """Close all of them at once, and end `serve`."""
        shards = sorted(self._held)
        left = await asyncio.gather(*(self.close(each, hand_over=hand_over) for each in shards))
        if not self._over.done():
            self._over.set_result(None)
        return {shard_id: session for shard_id, session in zip(shards, left, strict=True) if session}

    async def serve(self) -> None:
        """Wait until `close_all`. Raises what nobody can go on after: a refused token, intents or shard."""
        await asyncio.shield(self._over)

    def renew(self, shards: Iterable[int] | None = None) -> frozenset[int]:
        """Connect these anew, or all, with the sessions that they have: nobody knows whether Discord is still
        there. Returns those that were connected: ``shard_resumed`` or ``shard_ready`` follows for each."""
        renewed = self.connected & (self.held if shards is None else frozenset(shards))
        for shard_id in renewed:
            socket = self._held[shard_id].socket
            if socket is not None:
                task = asyncio.create_task(_farewell(socket, KEEP_SESSION))
                task.add_done_callback(self._renewing.discard)
                self._renewing.add(task)
        return renewed

    # -- one shard

    async def _serve(self, shard_id: int) -> None:
        held, backoff, at_once = self._held[shard_id], ExponentialBackoff(), -math.inf
        while True:
            held.socket, held.up_at = None, 0.0
            try:
                if held.session is None:
                    await self._may_identify(shard_id)
                async with asyncio.timeout(CONNECT_TIMEOUT_S):
                    held.socket = await self._connect(shard_id, held)
                while True:
                    await held.socket.poll_event()
            except ReconnectWebSocket as asked:
                held.session = self._session(held) if asked.resume else None
                reason = asked.op
            except discord.ConnectionClosed as closed:
                if closed.code == 4014:
                    raise discord.PrivilegedIntentsRequired(shard_id) from None
                if closed.code != END_SESSION:
                    raise
                held.session, reason = None, str(closed.code)
            except _TROUBLE as trouble:
                held.session, reason = self._session(held), type(trouble).__name__
            if held.socket is not None:
                await _farewell(held.socket, KEEP_SESSION)
            if held.up_at:
                self._client.dispatch("disconnect")
                self._client.dispatch("shard_disconnect", shard_id)
            now = time.monotonic()
            if held.up_at and now - held.up_at >= LASTING_S:
                backoff = ExponentialBackoff()
            wait = min(backoff.delay(), LONGEST_WAIT_S)
            if held.up_at and now - at_once >= AT_ONCE_EVERY_S:  # whoever presses a button now waits for it
                wait, at_once = 0.0, now
            told = {"shard": shard_id, "reason": reason, "seconds": round(wait, 1)}
            log.info("shard connects again", extra=told)
            held.up_at = 0.0
            await asyncio.sleep(wait)

    async def _connect(self, shard_id: int, held: _Held) -> DiscordWebSocket:
        client, session = self._client, held.session
        if session is None:
            socket = await DiscordWebSocket.from_client(client, shard_id=shard_id)
        else:
            address = type(DiscordWebSocket.DEFAULT_GATEWAY)
            socket = await DiscordWebSocket.from_client(
                client,
                shard_id=shard_id,
                resume=True,
                session=session.id,
                sequence=session.sequence,
                gateway=address(session.gateway),
            )

        def is_up(_: object) -> None:
            if held.socket is socket:
                held.up_at = time.monotonic()

        for event in ("READY", "RESUMED"):
            socket.wait_for(event, lambda _: True).add_done_callback(is_up)
        # For `client.shards`, `client.latencies`, and whatever sends something over a server's connection.
        self._sockets[shard_id] = Shard(socket, client, lambda _: None)
        return socket

    def _session(self, held: _Held) -> Session | None:
        """Return where a shard can go on."""
        socket = held.socket
        if socket is None:  # it never connected since
            return held.session
        if socket.session_id is None or socket.sequence is None:
            return None
        return Session(socket.session_id, socket.sequence, str(socket.gateway))

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None and not self._over.done():
            self._over.set_exception(error)

    def _forget(self, shard_id: int) -> None:
        """Let discord.py forget what it knows by this shard."""
        state = self._state
        self._sockets.pop(shard_id, None)
        state._ready_states.pop(shard_id, None)
        waiting = state._ready_tasks.pop(shard_id, None)
        if waiting is not None:
            waiting.cancel()
        state.clear_chunk_requests(shard_id)
        for guild in [guild for guild in state.guilds if guild.shard_id == shard_id]:
            state._remove_guild(guild)

    @property
    def _state(self) -> AutoShardedConnectionState[Any]:
        return self._client._connection

    @property
    def _sockets(self) -> dict[int, Shard]:
        found: dict[int, Shard] = self._client._AutoShardedClient__shards  # type: ignore[attr-defined]
        return found


class IdentifyPace:
    """`MayIdentify` for a process that holds all shards alone."""

    def __init__(self, concurrency: int, seconds: float | None = None) -> None:
        self._seconds = IDENTIFY_EVERY_S if seconds is None else seconds
        self._locks = [asyncio.Lock() for _ in range(max(concurrency, 1))]
        self._next = [0.0] * len(self._locks)

    async def __call__(self, shard_id: int) -> None:
        key = shard_id % len(self._locks)
        async with self._locks[key]:
            await asyncio.sleep(self._next[key] - time.monotonic())
            self._next[key] = time.monotonic() + self._seconds


async def _farewell(socket: DiscordWebSocket, code: int) -> None:
    """Close a connection. Whoever does not answer is not waited for."""
    try:
        async with asyncio.timeout(CLOSE_TIMEOUT_S):
            await socket.close(code)
    except (*_TROUBLE, RuntimeError) as error:
        log.info("shard closed without an answer", extra={"reason": type(error).__name__})
