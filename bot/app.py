"""The Discord client: it opens the house, registers the commands and passes on what users do."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket

from bot.common.clock import Clock, SystemClock
from bot.common.errors import Refused
from bot.common.render import Renderer
from bot.discord.access import DiscordSight
from bot.discord.answer import guarded
from bot.discord.error_codes import FINAL, TROUBLE, meaning, reason
from bot.discord.error_words import passes
from bot.discord.forms import read_form
from bot.discord.items import MenuItem, PressItem
from bot.discord.messenger import DiscordMessenger
from bot.discord.router import Router
from bot.discord.starts import Starts
from bot.discord.threads import DiscordThreads
from bot.engine.house_rules import read_defaults
from bot.features.absence.commands import AwayCommands
from bot.features.conditional_orders.commands import AheadCommands
from bot.features.direct_messages.inbox import DiscordInbox, written_by_person
from bot.features.history.commands import ArchiveCommands
from bot.features.history.replay_command import ReplayCommand
from bot.features.info.commands import InfoCommands
from bot.features.leagues.channels import DiscordPlaces
from bot.features.leagues.commands import LeagueCommands
from bot.features.letters.commands import PressCommands
from bot.features.lobby.commands import GameCommands
from bot.features.moderation.commands import GmCommands, LogCommand
from bot.features.moderation.penalty_commands import PenaltyCommands
from bot.features.muting.channel_permissions import DiscordQuiet
from bot.features.play.commands import OrderCommands
from bot.features.privacy.commands import PrivacyCommands
from bot.features.profiles.commands import ProfileCommands
from bot.features.reminders.commands import ReminderCommands
from bot.features.server_settings.commands import SetupCommands
from bot.features.substitutes.commands import SubstituteCommands
from bot.features.votes.commands import VoteCommands
from bot.services import Services
from bot.settings import Settings, SettingsError
from bot.storage import kv
from bot.storage.database import Database

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
"""Seconds for which discord.py waits when Discord allows no more of a call, the least that can be set. Longer
waits become `discord.RateLimited`: a person is told how long, and the outbox sends elsewhere meanwhile."""
_COMMANDS, _REGISTERED_IN = "commands", "commands_in"
"""Keys: what was registered; the servers ("" all of them) where it may be."""

_HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_")
"""What discord.py calls the tasks that answer commands, presses and events."""

# This bot has no voice: no warnings about libraries for it.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def intents() -> discord.Intents:
    """As few as possible: servers and their channels, and direct messages. None of them is privileged."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.dm_messages = True
    return wanted


class Fieldpost(commands.Bot):
    """The bot. `house`, `router` and `starts` are there once `setup_hook` has run."""

    services: Services
    router: Router
    starts: Starts

    def __init__(self, settings: Settings, clock: Clock) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents(),
            help_command=None,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self.settings = settings
        self._clock = clock
        self._begun = self._leaving = False
        self._renewing: asyncio.Task[None] | None = None
        self.tree.on_error = self._on_command_error  # type: ignore[method-assign]
        self.tree.interaction_check = self._met  # type: ignore[method-assign]
        self._sight = DiscordSight(self)

    async def setup_hook(self) -> None:
        """Open the database, register buttons and commands. Runs once, before the gateway connects."""
        db = await Database.open(self.settings.database)
        renderer = Renderer(self.settings.render_processes)
        messenger, threads = DiscordMessenger(self), DiscordThreads(self)
        self.services = Services(
            db,
            self._clock,
            renderer,
            messenger,
            threads,
            DiscordQuiet(self),
            DiscordPlaces(self),
            sight=self._sight,
            inbox=DiscordInbox(self),
            defaults=read_defaults(self.settings.defaults),
            faults=self.settings.faults,
            new_dms_a_minute=self.settings.new_dms_a_minute,
            keeper=threads,
        )
        messenger.outbox = self.services.outbox
        self.services.uptime.renew = self._renew
        self.starts = Starts(db, self._clock)
        self.router = Router(self.services, self._sight)
        self.add_dynamic_items(PressItem, MenuItem)
        for cog in (GameCommands(self.services, self.router), OrderCommands(self.services, self.router)):
            await self.add_cog(cog)
        for talk in (PressCommands(self.services, self.router), PenaltyCommands(self.services, self.router)):
            await self.add_cog(talk)
        await self.add_cog(ArchiveCommands(self.services))
        await self.add_cog(InfoCommands(self.services, self.router))
        await self.add_cog(SetupCommands(self.services, self.router))
        await self.add_cog(ReminderCommands(self.services))
        await self.add_cog(GmCommands(self.services, self.router))
        await self.add_cog(LogCommand(self.services, self.router))
        await self.add_cog(AheadCommands(self.services, self.router))
        await self.add_cog(AwayCommands(self.services, self.router))
        await self.add_cog(PrivacyCommands(self.services, self.router))
        await self.add_cog(SubstituteCommands(self.services, self.router))
        await self.add_cog(VoteCommands(self.services, self.router))
        await self.add_cog(ProfileCommands(self.services))
        await self.add_cog(ReplayCommand(self.services))
        await self.add_cog(LeagueCommands(self.services))
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, only when they changed: it allows that a few times a day. They are in
        all servers, or in the one that is set; from where they were before they are taken back."""
        guild = discord.Object(self.settings.guild) if self.settings.guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        told = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        text = json.dumps([self.application_id, self.settings.guild, told], sort_keys=True, default=str)
        fingerprint = hashlib.sha256(text.encode()).hexdigest()
        here = str(self.settings.guild or "")
        async with self.services.context.db.read() as tx:
            known = await kv.get(tx, _COMMANDS)
            kept = await kv.get(tx, _REGISTERED_IN)
        # Where nothing is kept they may be everywhere: then they would be in one server twice.
        places = json.loads(kept) if kept is not None else [""] * bool(here)
        if known == fingerprint and places == [here]:
            return
        others = sorted({*places} - {here})
        # Before anything is sent: a kill must leave none behind.
        await self._remember_commands(known or "", [here, *others])
        try:
            await self.tree.sync(guild=guild)
        except TROUBLE as error:
            if guild is not None and meaning(error) in FINAL:
                raise SettingsError(
                    f"FIELDPOST_GUILD is {guild.id}: Discord lets me register no commands there "
                    f"({reason(error)}); invite the bot to that server first, with the link in README.md"
                ) from error
            if not passes(error) or not known:
                raise
            log.warning("commands not registered", extra={"reason": type(error).__name__})  # the former stay
            return
        log.info("commands registered", extra={"count": len(told), "server": here or "all"})
        left = [place for place in others if not await self._take_commands_back(place)]
        await self._remember_commands(fingerprint, [here, *left])

    async def _remember_commands(self, fingerprint: str, places: list[str]) -> None:
        async with self.services.context.db.begin() as tx:
            await kv.put(tx, _COMMANDS, fingerprint)
            await kv.put(tx, _REGISTERED_IN, json.dumps(places))

    async def _take_commands_back(self, place: str) -> bool:
        """Remove the commands of a server ("": those of all). False: the next start tries again."""
        application = self.application_id or 0
        try:
            if place:
                await self.http.bulk_upsert_guild_commands(application, int(place), [])
            else:
                await self.http.bulk_upsert_global_commands(application, [])
        except TROUBLE as error:
            if meaning(error) not in FINAL:  # else we have left that server, and the commands with us
                log.warning("commands not taken back", extra={"reason": reason(error), "server": place})
                return False
        log.info("commands taken back", extra={"server": place or "all"})
        return True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """A new session begins: it is counted, see `Starts`."""
        try:
            await self.starts.begun()
        except Exception:  # connecting must not fail for it
            log.exception("a start was not noted")
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_ready(self) -> None:
        """Connected, maybe again: go on with what waits."""
        if not self._begun:
            self._begun = True
            await self.services.begin()
            log.info("ready", extra={"servers": len(self.guilds)})
        else:
            await self.services.reached()

    async def on_connect(self) -> None:
        """A new session: what was written before it is read first."""
        await self.services.missed.begin()

    async def on_resumed(self) -> None:
        await self.services.reached()

    async def on_disconnect(self) -> None:
        """discord.py connects again by itself; until then nobody can act."""
        if self._begun and not self._leaving:
            self.services.uptime.lost()

    def _renew(self) -> bool:
        """The process was stopped, or the machine slept. Whether Discord is still there nobody knows, so the
        connection is made anew: `on_resumed` or `on_ready` follows, and all that was missed comes with it.
        False: there is no connection of Discord's."""
        if not isinstance(self.ws, DiscordWebSocket):
            return False
        self._renewing = asyncio.create_task(self.ws.close())
        return True

    async def on_message(self, message: discord.Message) -> None:
        """Direct messages are orders and a few words; in servers the bot reads nothing."""
        written = written_by_person(message) if message.guild is None else None
        if written is not None:
            await self.services.missed.arrived(message.author.id, message.channel.id, written)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms only: buttons, menus and commands have their own ways. Whoever acts may be written to again,
        and tells what time it is."""
        if self._begun:
            await self.services.uptime.told_time(interaction.created_at.timestamp())
        if interaction.type is not discord.InteractionType.autocomplete:
            await self.services.acted(interaction.user.id)
        if interaction.type is discord.InteractionType.modal_submit and interaction.data:
            read = read_form(dict(interaction.data))
            if read is not None:
                await self.router.submit(interaction, *read)

    async def _met(self, interaction: discord.Interaction[Any]) -> bool:
        """Before every command and everything that is offered while one is typed."""
        self._sight.met(interaction)
        return True

    async def _on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        cause: Exception = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("nothing offered", extra={"reason": type(cause).__name__})
            return
        if isinstance(error, app_commands.CheckFailure):
            cause = Refused(str(error) or "You may not use this command here.")
        elif isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            cause = Refused("That command has changed since Discord showed it to you: reload Discord.")
        name = interaction.command.qualified_name if interaction.command else "?"
        async with guarded(interaction, f"/{name}"):
            raise cause

    async def close(self) -> None:
        """Finish what is under way, then leave. What waits is in the database."""
        if hasattr(self, "services") and not self._leaving:
            self._leaving = True
            self.services.replays.close()  # a long one would hold us up
            under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith(_HANDLERS)]
            if under_way:
                await asyncio.wait(under_way, timeout=5)
            await self.services.close()
        await super().close()


def create_bot(settings: Settings, clock: Clock | None = None) -> Fieldpost:
    """The bot, not yet connected. `clock` is for tests."""
    return Fieldpost(settings, clock or SystemClock())
