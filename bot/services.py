"""All use cases together, wired: what the user interface talks to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.service.absence.absences import Absences
from bot.service.absence.moving import Moving
from bot.service.absence.taking import Substitutes
from bot.service.archive.exporting import Exporting
from bot.service.archive.importing import Importing
from bot.service.archive.replaying import Replays
from bot.service.archive.stepping import Stepping
from bot.service.clock import Clock
from bot.service.clockwork.awake import Awake, Keeper
from bot.service.clockwork.deadlines import Deadlines
from bot.service.clockwork.pausing import Pausing
from bot.service.clockwork.uptime import Uptime
from bot.service.core import Core
from bot.service.desk import Desks
from bot.service.leagues.composing import Composing
from bot.service.leagues.exporting import LeagueExport
from bot.service.leagues.founding import Founding
from bot.service.leagues.opening import Opening
from bot.service.leagues.organising import Organising
from bot.service.leagues.overview import Overview
from bot.service.leagues.picking import Picking
from bot.service.leagues.places import Places
from bot.service.leagues.rounds import Rounds
from bot.service.leagues.seasons import Seasons
from bot.service.leagues.settling import Settling
from bot.service.leagues.signup import SignUp
from bot.service.leagues.views import LeagueViews
from bot.service.letters.letterbox import Letterbox
from bot.service.letters.press import Press, Threads
from bot.service.lobbies.lobby import Lobby
from bot.service.lobbies.permissions import Permissions
from bot.service.looking import Looking, Sight
from bot.service.mail import Mail
from bot.service.mastery.gm import Gm
from bot.service.mastery.logview import LogView
from bot.service.mastery.penalties import Penalties
from bot.service.mastery.running import Running
from bot.service.missed import Inbox, Missed
from bot.service.orders import Orders
from bot.service.planned.planning import Planning
from bot.service.posting.messenger import Messenger
from bot.service.posting.outbox import Outbox
from bot.service.privacy.forgetting import Forgetting
from bot.service.privacy.gathering import Gathering
from bot.service.ratings.leaderboard import Leaderboards
from bot.service.ratings.ledger import Ledger
from bot.service.ratings.profile import Profiles
from bot.service.records import Records
from bot.service.reminding import reach
from bot.service.reminding.reminder_settings import ReminderSettings
from bot.service.reminding.reminders import Reminders
from bot.service.render import Renderer
from bot.service.resolving import Resolving
from bot.service.silence import Hush, Quiet
from bot.service.turns import Turns
from bot.service.verifying import Verifying
from bot.service.votes.voting import Voting
from bot.service.which import Which
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
        await reach.acted(self.core, user_id)

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
