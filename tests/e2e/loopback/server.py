"""The loopback Discord itself: one backend, one HTTP port, one gateway, in the test's own event loop."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from aiohttp import web
from simcord._clock import Clock
from simcord.backend import Backend, models
from simcord.enums import ChannelType, MessageType

from .faults import Call, Faults, path_matches
from .gateway import Gateway
from .journal import Journal, PostCount, Sighting
from .limits import Limits
from .rest import LoopbackCdn, Rest
from .users import User
from .world import Channel, Guild, Post

if TYPE_CHECKING:
    from .process import BotProcess

T = TypeVar("T")
PATIENCE = float(os.environ.get("FIELDPOST_LOOPBACK_PATIENCE", "1"))
"""So many times as long everything may take."""
SURE = 90.0
"""Seconds that anything may take that must happen: the machine may be busy with much else."""
HOPED_FOR = 5.0
"""Who waits less seconds than this goes on without it, or wants that it does not happen."""
TOKEN = "loopback.fake.token"


class WallClock(Clock):
    """Real time. Never on a whole second: SimCord compares timestamps as text."""

    def now(self) -> dt.datetime:
        now = dt.datetime.now(dt.UTC)
        return now if now.microsecond else now.replace(microsecond=1)


class LoopbackBackend(Backend):
    """SimCord's backend, but a thread takes in the members whom a message there calls, and a private one is
    not announced in its parent channel."""

    def commit_message(self, message: models.Message, *, broadcast: bool = True) -> models.Message:
        channel = self.channels[message.channel_id]
        if channel.is_thread:
            members = self.guilds[channel.guild_id or 0].members
            for user_id in filter(members.__contains__, message.ping_user_ids):
                self.add_thread_member(channel.id, user_id)
        return super().commit_message(message, broadcast=broadcast)

    def create_system_message(
        self, channel_id: int, message_type: MessageType, author_id: int, **more: Any
    ) -> models.Message:
        target = self.channels.get(more.get("target_channel_id") or 0)
        is_private = target is not None and target.type == ChannelType.PRIVATE_THREAD
        if message_type == MessageType.THREAD_CREATED and is_private:
            return models.Message(id=0, channel_id=channel_id, author_id=author_id)  # stored nowhere
        return super().create_system_message(channel_id, message_type, author_id, **more)


class Loopback:
    """A Discord for one test: ``async with Loopback() as discord: ...``

    Leaving the block kills every bot process that was started against it, closes the port, and fails with
    what the bot asked for and the backend does not know (``gaps``), so that no such answer goes unnoticed.
    """

    def __init__(self, *, limits: Limits | None = None, token: str = TOKEN, port: int = 0) -> None:
        """port: 0 a free one"""
        self.limits = limits or Limits()
        self.token = token
        self.backend = LoopbackBackend(clock=WallClock())
        self.cdn = self.backend.cdn = LoopbackCdn()
        self.faults = Faults()
        self.gateway = Gateway(self.backend, self.limits, token, self.notify)
        self.journal = Journal(self.backend, self.gateway)
        self.rest = Rest(self)
        self.closed_dms: set[int] = set()
        self.gaps: list[str] = []
        self.processes: list[BotProcess] = []
        self.port = port
        self.app = web.Application(client_max_size=256 << 20)
        self._changed = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self.backend.subscribers.append(self._on_event)

    async def __aenter__(self) -> Loopback:
        app = self.app
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_route("*", "/api/v10/{tail:.*}", self.rest.handle)
        app.router.add_get("/attachments/{tail:.*}", self.cdn.handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]
        self.cdn.base_url = f"http://127.0.0.1:{self.port}"
        self.gateway.url = f"ws://127.0.0.1:{self.port}/gateway"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            for process in self.processes:
                await process.close()
        finally:
            await self.gateway.drop()
            assert self._runner is not None
            await self._runner.cleanup()
        if kind is None and self.gaps:
            raise AssertionError("the loopback has no answer to:\n" + "\n".join(self.gaps))

    def _on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        nonce, author = self.rest.sending_nonce, payload.get("author") or {}
        if event == "MESSAGE_CREATE" and nonce is not None and author["id"] == str(self.backend.bot_user.id):
            self.journal.nonces[int(payload["id"])] = nonce
            payload = {**payload, "nonce": nonce}
        self.journal.event(event, payload)
        self.gateway.publish(event, payload)
        self.notify()

    # ------------------------------------------------------------------------------------ waiting

    def notify(self) -> None:
        """Something has changed: conditions in `until` are looked at again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, condition: Callable[[], T], *, timeout: float = 10.0, what: str = "") -> T:
        """Wait until ``condition()`` is true and return its value.

        AssertionError after ``timeout`` seconds, but not before `SURE` if they are `HOPED_FOR` or more (on a
        busy machine after `PATIENCE` times as many), with the end of the bots' output.
        """
        loop = asyncio.get_running_loop()
        timeout = (max(timeout, SURE) if timeout >= HOPED_FOR else timeout) * PATIENCE
        end = loop.time() + timeout
        while not (value := condition()):
            left = end - loop.time()
            if left <= 0:
                raise AssertionError(
                    f"{what or condition} did not happen in {timeout} s\n{self.bot_output()}"
                )
            with contextlib.suppress(TimeoutError):
                # wait_for may swallow a cancellation that comes together with a change.
                async with asyncio.timeout(min(left, 0.1)):
                    await self._changed.wait()
        return value

    def bot_output(self, lines: int = 25) -> str:
        """The last lines of all bot processes, for error messages."""
        return "\n".join(f"[bot] {line}" for process in self.processes for line in process.lines[-lines:])

    # -------------------------------------------------------------------------------------- world

    def guild(self, name: str = "War Room", *, shard: int | None = None) -> Guild:
        """A new server, with the bot in it (all permissions but administrator).

        shard: of the `Limits.shards`, the one whose server it is to be
        """
        if shard is None:
            return Guild(self, self.backend.create_guild(name))
        made = self.backend.create_guild(name, shard_id=shard, shard_count=self.limits.shards)
        return Guild(self, made)

    def user(self, name: str) -> User:
        """A new person, in no server yet."""
        return User(self, self.backend.make_user(name))

    @property
    def bot_id(self) -> int:
        return self.backend.bot_user.id

    def dm(self, user: User) -> Channel:
        """The direct messages between a person and the bot."""
        return Channel(self, self.backend.get_dm_channel(user.id))

    def channel(self, channel_id: int) -> Channel:
        return Channel(self, self.backend.get_channel(channel_id))

    @property
    def has_commands(self) -> bool:
        return any(self.backend.commands.values())

    @property
    def calls(self) -> list[Call]:
        """All REST calls of all bots, oldest first."""
        return self.rest.calls

    def calls_to(self, method: str, path: str) -> list[Call]:
        """The REST calls with this method whose path fits the pattern (see `faults.path_matches`)."""
        return [call for call in self.calls if call.method == method and path_matches(path, call.path)]

    async def start_outage(self) -> None:
        """All REST calls and gateway handshakes answer 503, and the open WebSockets are cut."""
        self.faults.outage = self.gateway.closed = True
        await self.gateway.drop()

    def end_outage(self) -> None:
        self.faults.outage = self.gateway.closed = False

    # ----------------------------------------------------------------------------------- judgement

    def seen_by(self, user: User) -> list[Sighting]:
        """Everything that this person could have received, then or by reading back."""
        return self.journal.seen_by(user.id)

    def leaks(self, user: User, *needles: str | bytes) -> list[Sighting]:
        """The sightings of this person, own words apart, that contain any of the needles."""
        seen = [sighting for sighting in self.seen_by(user) if not sighting.own]
        return [sighting for sighting in seen if any(sighting.contains(needle) for needle in needles)]

    def assert_no_leak(self, user: User, *needles: str | bytes) -> None:
        found = self.leaks(user, *needles)
        assert not found, f"{user.name} could see {needles}: " + "; ".join(
            f"{sighting.kind} in {sighting.where}: {sighting.text[:200]!r}" for sighting in found
        )

    def count_posts(
        self, channel: Channel, expected: Iterable[str], *, pattern: str | None = None
    ) -> PostCount:
        """Lost, doubled and unexpected posts of the bot in a channel (see `Journal.count_posts`)."""
        return self.journal.count_posts(channel.id, expected, pattern=pattern)

    def assert_posted_once(
        self, channel: Channel, expected: Iterable[str], *, pattern: str | None = None
    ) -> None:
        """Each marker stands in exactly one message that the bot ever sent to this channel."""
        count = self.count_posts(channel, expected, pattern=pattern)
        assert count.is_clean, f"{count}\n{self.bot_output()}"

    def post(self, message_id: int) -> Post:
        """Any message ever created, deleted ones too."""
        return Post(self, self.journal.messages[message_id])
