"""The Discord client: it constructs the services, registers the commands and passes on what users do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot import logs, queue, services, web
from bot.cluster.leases import LeaseKind
from bot.cluster.requests import SHARES, Requests
from bot.common.clock import Clock, SharedClock, SystemClock
from bot.common.errors import Refused
from bot.common.message import Kind, Press
from bot.common.metrics import Metrics
from bot.common.workers import Elsewhere, Renderer
from bot.discord import text
from bot.discord.answer import guarded
from bot.discord.channel_sight import DiscordSight
from bot.discord.client import Interaction
from bot.discord.command_sync import sync_commands
from bot.discord.components import Dispatcher, Values
from bot.discord.convert import MenuItem, PressItem, read_form
from bot.discord.messenger import DiscordMessenger
from bot.discord.rest_trace import rest_trace
from bot.discord.servers import Servers
from bot.discord.session_limit import Starts
from bot.discord.shard_leases import ShardLeases
from bot.discord.shards import IdentifyPace, Shards
from bot.discord.threads import DiscordThreads
from bot.engine.house_rules import read_defaults
from bot.engine.outages import SharedUptime
from bot.features.direct_messages.discord_inbox import DiscordInbox, written_by_person
from bot.features.leagues.discord_channels import DiscordPlaces
from bot.features.muting.discord_permissions import DiscordChannelPermissions
from bot.jobs import JOBS
from bot.outbox.delivery import MAX_PER_SECOND
from bot.services import Services
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.dialect import conninfo, is_shareable

if TYPE_CHECKING:
    from bot.cluster.member import Member
    from bot.cluster.store import State
    from bot.monitoring.server import Monitor
    from bot.web.server import WebServer

log = logging.getLogger(__name__)

AGAIN_S = 1.0
"""Seconds until something is tried again that the database did not store."""
MAX_RATE_LIMIT_WAIT_S = 30.0
"""Longest wait of discord.py for a rate limit, the least that can be set. Longer waits become
`discord.RateLimited`: a person is told how long, and the outbox sends elsewhere meanwhile."""
_HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_")
"""What discord.py calls the tasks that answer commands, presses and events."""

# This bot has no voice: no warnings about libraries for it.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def intents() -> discord.Intents:
    """Ask for as few as possible: servers with their channels, and direct messages; none is privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.dm_messages = True
    return wanted


class Fieldpost(commands.Bot):
    """The bot. `services`, `dispatcher` and `starts` are there once `setup_hook` has run."""

    services: Services
    dispatcher: Dispatcher
    starts: Starts
    shared = False
    """Whether it may be one of several processes."""

    def __init__(self, settings: Settings, clock: Clock, monitor: Monitor | None = None) -> None:
        """monitor: where the bot tells how it is; None: nowhere"""
        self.metrics = Metrics() if monitor is None else monitor.metrics
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents(),
            help_command=None,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=MAX_RATE_LIMIT_WAIT_S,
            http_trace=rest_trace(self.metrics),
        )
        self.settings = settings
        self._monitor = monitor
        self._clock = clock
        self._begun = self._leaving = self._connected = False
        self._queue: Elsewhere | None = None
        self._web: WebServer | None = None
        self._renewing: asyncio.Task[None] | None = None
        self.tree.on_error = self._on_command_error  # type: ignore[method-assign]
        self.tree.interaction_check = self._met  # type: ignore[method-assign]
        self._servers = Servers(self)
        self._sight = DiscordSight(self._servers)

    async def setup_hook(self) -> None:
        """Open the database, register buttons and commands. Runs once, before the gateway connects."""
        db = await Database.open(self.settings.database)
        if self._monitor is not None:
            self._monitor.watch(db, self._clock)
            self._monitor.checks["discord"] = self.all_connected
            self._monitor.metrics.read("shards", lambda: self.shard_count or 1)
            self._monitor.metrics.read("shards_connected", self.shards_connected)
        self._queue = await queue.joined(self.settings.database, JOBS)
        renderer = Renderer(
            self.settings.render_processes, self._queue, self.metrics, self.settings.think_processes
        )
        messenger, threads = DiscordMessenger(self), DiscordThreads(self, self._servers)
        self.services = Services(
            db,
            self._clock,
            renderer,
            messenger,
            threads,
            DiscordChannelPermissions(self, self._servers),
            DiscordPlaces(self, self._servers),
            sight=self._sight,
            inbox=DiscordInbox(self),
            defaults=read_defaults(self.settings.defaults),
            faults=self.settings.faults,
            new_dms_a_minute=self.settings.new_dms_a_minute,
            thread_unarchiver=threads,
            shared=self.shared,
            metrics=self.metrics,
            web=self.settings.pages,
        )
        messenger.outbox = self.services.outbox
        self.services.uptime.renew = self._renew
        self.starts = Starts(db, self._clock, self.settings.counted_as)
        self.dispatcher = Dispatcher(self.services.looking, self._sight, services.buttons(self.services))
        self.add_dynamic_items(PressItem, MenuItem)
        for cog in services.commands(self.services):
            await self.add_cog(cog)
        await sync_commands(self, db, self.settings.guild)
        self._web = await web.serve(self.settings, self.services)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count the new session, see `Starts`."""
        try:
            await self.starts.begun()
        except Exception:  # connecting must not fail for it
            log.exception("a start was not noted")
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_ready(self) -> None:
        """Go on with what waits: the bot is connected, maybe again."""
        self._connected = True
        with self._unless_leaving():
            if not self._begun:
                self._begun = True
                await self.services.begin()
                log.info("ready", extra={"servers": len(self.guilds)})
            else:
                await self.services.reached()
            await self._learn_names()

    async def _learn_names(self, shard_id: int | None = None) -> None:
        """Note what servers are called now. shard_id: those of this shard; None: all that are here"""
        here = [guild for guild in self.guilds if shard_id is None or guild.shard_id == shard_id]
        await self.services.permissions.called({guild.id: guild.name for guild in here if guild.name})

    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """A server may be called something else now."""
        if before.name != after.name:
            with self._unless_leaving():
                await self.services.permissions.called({after.id: after.name})

    async def on_connect(self) -> None:
        """Read first what was written before this new session."""
        with self._unless_leaving():
            await self.services.missed_messages.begin()

    async def on_resumed(self) -> None:
        self._connected = True
        with self._unless_leaving():
            await self.services.reached()

    @contextmanager
    def _unless_leaving(self) -> Iterator[None]:
        """What begins when a connection is there may come when the bot is on its way out, and its database
        closed: then it is left to the next run."""
        try:
            yield
        except Exception as error:
            if not self._leaving:
                raise
            log.info("left to the next run", extra={"reason": type(error).__name__})

    async def on_disconnect(self) -> None:
        """Stop the clock: nobody can act until discord.py has connected again."""
        self._connected = False
        if self._begun and not self._leaving:
            self.services.uptime.lost()

    def _renew(self) -> bool:
        """Connect anew, after the process was stopped or the machine slept: nobody knows whether Discord is
        still there. `on_resumed` or `on_ready` follows, with all that was missed. False: not connected."""
        if not isinstance(self.ws, DiscordWebSocket):
            return False
        self._renewing = asyncio.create_task(self.ws.close())
        return True

    async def on_message(self, message: discord.Message) -> None:
        """Read direct messages: orders and a few words. In servers the bot reads nothing."""
        written = written_by_person(message) if message.guild is None else None
        if written is not None:
            await self.services.missed_messages.arrived(message.author.id, message.channel.id, written)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Run forms; discord.py runs buttons, menus and commands. Whoever acts may be written to again, and
        tells what time it is."""
        if self._begun:
            await self.services.uptime.told_time(interaction.created_at.timestamp())
        if interaction.type is not discord.InteractionType.autocomplete:
            await self.services.acted(interaction.user.id)
        if interaction.type is discord.InteractionType.modal_submit and interaction.data:
            read = read_form(dict(interaction.data))
            if read is not None:
                press, values = read
                await self.run_act(interaction, "form", press, values)

    async def run_act(self, interaction: Interaction, kind: Kind, press: Press, values: Values = ()) -> None:
        """See `Client`."""
        self._tell_log(interaction)
        logs.about(table=press.table)
        await self._servers.complete(interaction)
        await self.dispatcher.run(interaction, kind, press, values)

    async def read_mail(self, user_id: int) -> None:
        """See `Client`."""
        await self.services.missed_messages.wait(user_id)

    async def _met(self, interaction: Interaction) -> bool:
        """Note who is here, before every command and every autocomplete."""
        self._tell_log(interaction)
        await self._servers.complete(interaction)
        self._sight.met(interaction)
        return True

    def _tell_log(self, interaction: Interaction) -> None:
        """Say in the log which shard this arrived by, where there are several."""
        if self.shard_count is not None:
            logs.about(shard=((interaction.guild_id or 0) >> 22) % self.shard_count)

    async def _on_command_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        cause: Exception = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("nothing offered", extra={"reason": type(cause).__name__})
            return
        if isinstance(error, app_commands.CheckFailure):
            cause = Refused(str(error) or text.NOT_YOURS)
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            cause = Refused(text.CHANGED)
        name = interaction.command.qualified_name if interaction.command else "?"
        async with guarded(interaction, f"/{name}"):
            raise cause

    async def close(self) -> None:
        """Finish what is under way, then leave. What waits is in the database."""
        if hasattr(self, "services") and not self._leaving:
            self._leaving = True
            self.services.replays.close()  # a long one would hold us up
            if self._web is not None:
                await self._web.close()
            await self._finish()
            await self.services.close()
            if self._queue is not None:
                await self._queue.close()
        await self.disconnect()
        await super().close()

    async def _finish(self) -> None:
        """Let what people have asked for be done, for a moment."""
        under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLERS)]
        if under_way:
            await asyncio.wait(under_way, timeout=5)

    async def disconnect(self) -> None:
        """Leave the gateway, before all else is closed."""

    def shards_connected(self) -> int:
        """How many shards this process has connected; without shards, one or none."""
        return int(self._connected)

    def all_connected(self) -> bool:
        """Whether this process is connected by all shards that it holds."""
        return self._connected


class ShardedFieldpost(Fieldpost, commands.AutoShardedBot):
    """The bot on several shards. `gateway` is there once it connects.

    It begins when the first one is ready, by which direct messages come. While another one is out, the games
    of its servers stand still, and no others.
    """

    gateway: Shards

    def __init__(self, settings: Settings, clock: Clock, monitor: Monitor | None = None) -> None:
        super().__init__(settings, clock, monitor)
        self._counted = False

    async def connect(self, *, reconnect: bool = True) -> None:
        """Open all shards, and hold them until the bot is closed."""
        recommended, _, limit = await self.http.get_bot_gateway()
        count = self.settings.shards or recommended
        self.gateway = Shards(self, count, IdentifyPace(limit["max_concurrency"]))
        log.info("shards", extra={"count": count})
        self.services.uptime.spread(count)
        for shard_id in range(count):
            self.gateway.open(shard_id)
        await self.gateway.serve()

    def is_ready(self) -> bool:
        return hasattr(self, "gateway") and 0 in self.gateway.connected

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Count one session a start, however many shards. `Shards` paces them."""
        if not self._counted:
            self._counted = True
            await super().before_identify_hook(shard_id, initial=True)

    async def on_ready(self) -> None:
        """Each shard says so for itself."""

    async def on_connect(self) -> None: ...

    async def on_resumed(self) -> None: ...

    async def on_disconnect(self) -> None: ...

    async def on_shard_connect(self, shard_id: int) -> None:
        if shard_id == 0:
            await Fieldpost.on_connect(self)

    async def on_shard_ready(self, shard_id: int) -> None:
        if shard_id == 0:
            await Fieldpost.on_ready(self)
        else:
            await self.on_shard_resumed(shard_id)
            with self._unless_leaving():
                await self._learn_names(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        with self._unless_leaving():
            await self.services.reached(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        if not self._leaving:
            self.services.uptime.lost(shard_id)

    def _renew(self) -> bool:
        return bool(self.gateway.renew())

    async def disconnect(self) -> None:
        if hasattr(self, "gateway"):
            await self.gateway.close_all()

    def shards_connected(self) -> int:
        return len(self.gateway.connected) if hasattr(self, "gateway") else 0

    def all_connected(self) -> bool:
        return self.shards_connected() > 0 and self.gateway.connected == self.gateway.held


class SharedFieldpost(ShardedFieldpost):
    """One of several equal processes on one database. It holds those shards whose leases it has, and does
    what else its leases say (`Services.kinds`). `member` is there once it connects."""

    member: Member
    shared = True

    async def connect(self, *, reconnect: bool = True) -> None:
        """Join the other processes, and hold a share of the shards until the bot is closed."""
        from bot.cluster.member import Member  # it needs the driver

        clock = self._clock if isinstance(self._clock, SharedClock) else None
        db = self.services.context.db
        self.member = Member(
            db, conninfo(self.settings.database), self.settings.process_name, version(), clock
        )
        recommended, _, limit = await self.http.get_bot_gateway()
        count = await self.member.shards(self.settings.shards or 0, recommended)
        log.info("shards", extra={"count": count})
        self._leases = ShardLeases(self.member, limit["max_concurrency"], self._closed)
        self.gateway = self._leases.gateway = Shards(self, count, self._leases.may_identify)
        self.services.uptime.spread(count)
        self.member.connected, self.member.is_cut = self._leases.connected, self._leases.is_cut
        self.member.seen = self._seen
        requests = Requests()
        self._pace(requests)
        self.services.outbox.per_second = lambda: MAX_PER_SECOND * requests.share
        self.services.outbox.sure = self.member.sure
        await self.services.begin_shared()
        if self._monitor is not None:
            self._monitor.checks["leases"] = lambda: self.member.is_sure
            self._monitor.metrics.read("leases_held", lambda: len(self.member.held))
        await self.member.begin(
            count,
            [
                LeaseKind("shard", _names(count), self._leases, slowly=True, always=True),
                LeaseKind("requests", _names(SHARES), requests, always=True),
                *self.services.kinds(),
            ],
        )
        await self.gateway.serve()

    def _pace(self, requests: Requests) -> None:
        """Make no more requests than are this process's share, and none while others may have taken its
        place. Answers to interactions go another way."""
        request = self.http.request

        async def paced(*given: Any, **named: Any) -> Any:
            await requests.pass_one()
            await self.member.sure()
            return await request(*given, **named)

        self.http.request = paced  # type: ignore[method-assign]

    def _seen(self, state: State) -> None:
        leases = {shard_id: state.leases.get(f"shard/{shard_id}") for shard_id in range(self.gateway.count)}
        reached = {shard_id: lease.alive_at if lease else None for shard_id, lease in leases.items()}
        assert isinstance(self.services.uptime, SharedUptime)
        self.services.uptime.seen(reached, state.now)

    async def _closed(self, shard_id: int) -> bool:
        """Whether another process may go on with this shard's session. It begins a new one, and reads all
        mail, if some is unread, or was told here and may not be stored any more."""
        missed = self.services.missed_messages
        if shard_id:
            return True
        if self.member.is_sure:
            await missed.settle()
        if not missed.unsure:
            return True
        await missed.stop()
        return False

    def is_ready(self) -> bool:
        return hasattr(self, "gateway") and bool(self.gateway.connected)

    async def on_shard_ready(self, shard_id: int) -> None:
        await self._reached(shard_id)
        with self._unless_leaving():
            await self._learn_names(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        await self._reached(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._leases.lost(shard_id)

    async def _reached(self, shard_id: int) -> None:
        """Let the games of a shard go on, once all time is given back that nobody reached it."""
        self._leases.arrived(shard_id)
        while shard_id in self._leases.there and not self._leaving:
            try:
                await self.services.reached(shard_id)
            except Exception as error:  # the database fails, or others hold the shard now
                log.warning("a shard's games stand still", extra={"reason": type(error).__name__})
                await asyncio.sleep(AGAIN_S)
            else:
                break
        self._leases.goes_on(shard_id)
        if not self._begun:
            self._begun = True
            log.info("ready", extra={"servers": len(self.guilds)})

    async def _finish(self) -> None:
        """Hand over what this process holds. What was delivered here is answered here."""
        if hasattr(self, "member"):
            await self.member.leave(super()._finish)
        else:
            await super()._finish()

    def all_connected(self) -> bool:
        return hasattr(self, "gateway") and self.gateway.connected == self.gateway.held


def _names(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(count))


def version() -> str:
    """The version that is installed; "checkout" where none is."""
    try:
        return metadata.version("fieldpost")
    except metadata.PackageNotFoundError:
        return "checkout"


def create_bot(
    settings: Settings, clock: Clock | None = None, *, monitor: Monitor | None = None
) -> Fieldpost:
    """Make the bot, not yet connected. clock: for tests;  monitor: where it tells how it is"""
    if settings.shards is None:
        return Fieldpost(settings, clock or SystemClock(), monitor)
    if is_shareable(settings.database):
        return SharedFieldpost(settings, clock or SharedClock(), monitor)
    log.info("this process holds all shards: several processes need PostgreSQL (docs/hosting.md)")
    return ShardedFieldpost(settings, clock or SystemClock(), monitor)
