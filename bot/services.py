"""All use cases together, wired: what the user interface talks to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.common.clock import Clock
from bot.common.render import Renderer
from bot.engine.access import Looking, Sight
from bot.engine.context import Core
from bot.engine.deadlines import Deadlines
from bot.engine.desk import Desks
from bot.engine.game_lookup import Which
from bot.engine.orders import Orders
from bot.engine.outages.uptime import Uptime
from bot.engine.pauses import Pausing
from bot.engine.resolve import Resolving
from bot.engine.turns import Turns
from bot.features.absence.absences import Absences
from bot.features.conditional_orders.planning import Planning
from bot.features.direct_messages.mail import Mail
from bot.features.direct_messages.missed import Inbox, Missed
from bot.features.history.exporting import Exporting
from bot.features.history.history import Stepping
from bot.features.history.importing import Importing
from bot.features.history.replays import Replays
from bot.features.info.info import Records
from bot.features.integrity.verifying import Verifying
from bot.features.leagues.model.league_lookup import Picking
from bot.features.leagues.model.venues import Places
from bot.features.leagues.season.exporting import LeagueExport
from bot.features.leagues.season.founding import Founding
from bot.features.leagues.season.opening import Opening
from bot.features.leagues.season.organising import Organising
from bot.features.leagues.season.rounds import Rounds
from bot.features.leagues.season.seasons import Seasons
from bot.features.leagues.season.settling import Settling
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.views.composing import Composing
from bot.features.leagues.views.overview import Overview
from bot.features.leagues.views.views import LeagueViews
from bot.features.letters.letterbox import Letterbox
from bot.features.letters.press import Press, Threads
from bot.features.lobby.lobby import Lobby
from bot.features.moderation.gm import Gm
from bot.features.moderation.log_view import LogView
from bot.features.moderation.penalties import Penalties
from bot.features.moderation.running_options import Running
from bot.features.muting.muting import Hush, Quiet
from bot.features.privacy.forgetting import Forgetting
from bot.features.privacy.gathering import Gathering
from bot.features.profiles.leaderboard import Leaderboards
from bot.features.profiles.profile import Profiles
from bot.features.ratings.ledger import Ledger
from bot.features.reminders.reminders import Reminders
from bot.features.reminders.settings import ReminderSettings
from bot.features.server_settings.permissions import Permissions
from bot.features.substitutes.handover_jobs import Moving
from bot.features.substitutes.substitution import Substitutes
from bot.features.threads.keep_open import Awake, Keeper
from bot.features.votes.voting import Voting
from bot.outbox import deliverability
from bot.outbox.delivery import Outbox
from bot.outbox.messenger import Messenger
from bot.storage.database import Database


class House:
    """One running Fieldpost: open database in, use cases out. `begin` starts the timers."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        renderer: Renderer,
        messenger: Messenger,
        threads: Threads | None = None,
        quiet: Quiet | None = None,
        places: Places | None = None,
        *,
        sight: Sight | None = None,
        inbox: Inbox | None = None,
        defaults: Mapping[str, Any] | None = None,
        faults: Path | None = None,
        new_dms_a_minute: int = 0,
        keeper: Keeper | None = None,
    ) -> None:
        """defaults, faults: see `Core`; new_dms_a_minute: see `Outbox`"""
        self.core = Core(db, clock, renderer, defaults=defaults, faults=faults)
        self.looking = Looking(self.core, sight)
        self.turns = Turns(self.core)
        self.lobby = Lobby(self.core, self.turns)
        self.desks = Desks(self.core)
        self.resolving = Resolving(self.core, self.turns)
        self.orders = Orders(self.core, self.turns, self.resolving)
        self.which = Which(self.core, self.looking)
        self.voting = Voting(self.core, self.resolving, self.turns)
        self.penalties = Penalties(self.core, self.resolving, self.turns, self.voting)
        self.gm = Gm(self.core, self.resolving, self.voting)
        self.running = Running(self.core, self.voting)
        self.logview = LogView(self.core)
        self.permissions = Permissions(self.core)
        self.records = Records(self.core, self.looking)
        self.verifying = Verifying(self.core)
        self.stepping, self.exporting = Stepping(self.core), Exporting(self.core)
        self.importing = Importing(self.core)
        self.replays = Replays(self.core)
        self.press = Press(self.core, self.looking, threads)
        self.letterbox = Letterbox(self.core)
        self.planning = Planning(self.core)
        self.mail = Mail(
            self.core, self.looking, self.which, self.orders, self.records, self.press, self.planning
        )
        self.leagues, self.picking = Founding(self.core), Picking(self.core)
        self.signup, self.organise = SignUp(self.core), Organising(self.core, self.leagues)
        self.league_views = LeagueViews(self.core)
        self.league_list, self.league_export = Overview(self.core), LeagueExport(self.core)
        composing = Composing(self.core, self.signup, self.league_views)
        composers = {"league": composing.sign_up, "standings": composing.standings}
        self.outbox = Outbox(
            self.core, self.desks, self.lobby, messenger, composers, new_dms_a_minute=new_dms_a_minute
        )
        opening = Opening(self.core, self.turns, places)
        self.seasons = Seasons(self.core, Settling(self.core), Rounds(self.core, self.turns), opening)
        self.deadlines = Deadlines(self.core, self.resolving, self.turns)
        self.reminders, self.reminder_settings = Reminders(self.core), ReminderSettings(self.core)
        self.deadlines.on("remind", self.reminders.look)
        self.deadlines.on("vote", self.voting.due)
        self.deadlines.on("resume", Pausing(self.core, self.resolving).due)
        self.uptime = Uptime(self.core, self.deadlines)
        self.seasons.reachable = self.uptime.reachable
        self.missed = Missed(self.core, self.mail, self.deadlines, inbox)
        self.hush, self.awake = Hush(self.core, quiet), Awake(self.core, keeper)
        self.absences = Absences(self.core)
        self.substitutes = Substitutes(self.core, self.looking)
        self.moving = Moving(self.core, messenger, threads)
        self.gathering = Gathering(self.core)
        self.forgetting = Forgetting(self.core, self.orders, self.signup, self.outbox.settled)
        self.ledger = Ledger(self.core)
        self.profiles, self.leaderboards = Profiles(self.core), Leaderboards(self.core)

    async def begin(self) -> None:
        """Pick up where the last run stopped. Call it once Discord can be reached."""
        self.core.woken += [self.outbox.wake, self.deadlines.wake, self.hush.wake, self.moving.wake]
        self.core.woken.append(self.ledger.wake)
        await self.outbox.recover()
        await self.reminders.begin()
        await self.forgetting.begin()
        await self.reached()
        self.core.woken.append(self.seasons.wake)  # not before: sign-up may have closed in an outage
        self.seasons.wake()
        self.hush.wake()
        self.awake.wake()

    async def reached(self) -> None:
        """Discord can be reached, for the first time or again."""
        await self.uptime.begin()
        self.core.wake()

    async def acted(self, user_id: int) -> None:
        """Somebody has pressed a button or given a command."""
        await deliverability.acted(self.core, user_id)

    async def close(self) -> None:
        self.core.woken.clear()
        await self.missed.close()
        await self.seasons.close()
        await self.uptime.close()
        await self.deadlines.close()
        await self.hush.close()
        await self.awake.close()
        await self.moving.close()
        await self.forgetting.close()
        await self.ledger.close()
        await self.outbox.close()
        self.core.renderer.close()
        await self.core.db.close()
