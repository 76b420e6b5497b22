"""All use cases together, wired: what the user interface talks to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from discord.ext.commands import Cog

from bot.cluster.jobs import Jobs
from bot.cluster.leases import LeaseKind
from bot.common.clock import BackgroundJob, Clock
from bot.common.metrics import Metrics
from bot.common.workers import Renderer
from bot.discord.commands import GamePicker
from bot.engine.access import GameLookup, Looking, Sight
from bot.engine.context import Context
from bot.engine.deadlines import Deadlines
from bot.engine.desk import Desks
from bot.engine.orders import Orders
from bot.engine.outages import SharedUptime, Uptime
from bot.engine.resolve import Resolving
from bot.engine.turns import Turns
from bot.features.absence.absences import Absences
from bot.features.absence.commands import AwayCommands
from bot.features.analysis.analyses import Analyses
from bot.features.analysis.buttons import AnalysisButtons
from bot.features.board_links.buttons import BoardLinkButtons
from bot.features.board_links.links import BoardLinks
from bot.features.boards.board import Boards
from bot.features.boards.buttons import BoardButtons
from bot.features.boards.desk import BoardDesk
from bot.features.calendars.calendars import Calendars
from bot.features.calendars.commands import CalendarCommands
from bot.features.computers.playing import Computers
from bot.features.conditional_orders.commands import AheadButtons, AheadCommands
from bot.features.conditional_orders.planning import Planning
from bot.features.direct_messages.missed_messages import Inbox, MissedMessages
from bot.features.direct_messages.text_commands import TextCommands
from bot.features.history.commands import HistoryButtons, HistoryCommands
from bot.features.history.exporting import GameExport
from bot.features.history.importing import GameImport
from bot.features.history.pages import HistoryPages
from bot.features.history.replays import Replays
from bot.features.info.commands import InfoButtons, InfoCommands
from bot.features.info.game_views import GameViews, RulePages
from bot.features.integrity.commands import VerifyButtons, VerifyCommand
from bot.features.integrity.fair_play import FairPlay
from bot.features.integrity.verifying import Verification
from bot.features.leagues.buttons import LeagueButtons, SignUpMessage
from bot.features.leagues.commands import LeagueCommands
from bot.features.leagues.league_lookup import Picking
from bot.features.leagues.season.game_opening import Opening, Places
from bot.features.leagues.season.league_file import LeagueExport
from bot.features.leagues.season.organising import Founding, Organising
from bot.features.leagues.season.results import Settling
from bot.features.leagues.season.rounds import Rounds, Seasons
from bot.features.leagues.season.signup import SignUp
from bot.features.leagues.views.overview import Overview
from bot.features.leagues.views.tables import Composing, LeagueViews
from bot.features.learn.commands import LearnButtons, LearnCommands
from bot.features.learn.learning import Learning
from bot.features.letters.commands import LetterButtons, LetterCommands
from bot.features.letters.reading import Letterbox
from bot.features.letters.writing import Letters, Threads
from bot.features.lobby.commands import LobbyButtons, LobbyCommands
from bot.features.lobby.computers import LobbyComputers
from bot.features.lobby.lobby import Lobby
from bot.features.moderation.commands import GmButtons, GmCommands, LogCommand, PenaltyCommand
from bot.features.moderation.gm import Gm
from bot.features.moderation.log_view import LogView
from bot.features.moderation.penalties import Penalties
from bot.features.moderation.running_options import Running
from bot.features.muting.muting import ChannelPermissions, Muting
from bot.features.play.commands import DeskButtons, OrderCommands
from bot.features.practice.commands import PracticeButtons, PracticeCommands
from bot.features.practice.practice import Practice
from bot.features.privacy.commands import PrivacyButtons, PrivacyCommands
from bot.features.privacy.data_export import DataExport
from bot.features.privacy.forgetting import Forgetting
from bot.features.profiles.commands import LeaderboardButtons, ProfileCommands
from bot.features.profiles.leaderboard import Leaderboards
from bot.features.profiles.profile import Profiles
from bot.features.puzzles.commands import PuzzleButtons, PuzzleCommands
from bot.features.puzzles.posting import PuzzlePosts
from bot.features.puzzles.solving import Solving
from bot.features.ratings.ledger import Ledger
from bot.features.reminders.commands import ReminderCommands
from bot.features.reminders.reminders import Reminders, ReminderSettings
from bot.features.sandbox.buttons import SandboxButtons
from bot.features.sandbox.commands import SandboxCommands
from bot.features.sandbox.origins import Origins
from bot.features.sandbox.sandbox import Sandbox
from bot.features.sandbox.screens import Screens
from bot.features.server_settings.commands import SetupCommands
from bot.features.server_settings.who_may_open import Permissions
from bot.features.substitutes.commands import SubstituteButtons, SubstituteCommands
from bot.features.substitutes.handover import Moving
from bot.features.substitutes.substitution import Substitutes
from bot.features.threads.keep_open import ThreadKeeper, ThreadUnarchiver
from bot.features.votes.commands import VoteButtons, VoteCommands
from bot.features.votes.voting import Voting
from bot.features.webhooks.webhooks import Webhooks
from bot.outbox import deliverability
from bot.outbox.messenger import Messenger
from bot.storage.database import Database
from bot.storage.outbox import SLOTS
from bot.storage.records import BoardKind
from bot.wiring import hooks, outbox


class Services:
    """One running Fieldpost: open database in, use cases out. `begin` starts the timers."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        renderer: Renderer,
        messenger: Messenger,
        threads: Threads | None = None,
        channel_permissions: ChannelPermissions | None = None,
        places: Places | None = None,
        *,
        sight: Sight | None = None,
        inbox: Inbox | None = None,
        defaults: Mapping[str, Any] | None = None,
        faults: Path | None = None,
        new_dms_a_minute: int = 0,
        thread_unarchiver: ThreadUnarchiver | None = None,
        shared: bool = False,
        metrics: Metrics | None = None,
        web: str = "",
    ) -> None:
        """defaults, faults, metrics, web: see `Context`; new_dms_a_minute: see `Outbox`
        shared: other processes work on this database; see `begin_shared`"""
        self.context = Context(
            db,
            clock,
            renderer,
            defaults=defaults,
            faults=faults,
            hooks=hooks(bool(web)),
            metrics=metrics,
            web=web,
        )
        self.looking = Looking(self.context, sight)
        self.turns = Turns(self.context)
        self.lobby = Lobby(self.context, self.turns)
        self.lobby_computers = LobbyComputers(self.lobby)
        self.desks = Desks(self.context)
        self.resolving = Resolving(self.context, self.turns)
        self.orders = Orders(self.context, self.turns, self.resolving)
        self.game_lookup = GameLookup(self.context, self.looking)
        self.voting = Voting(self.context, self.resolving, self.turns)
        self.penalties = Penalties(self.context, self.resolving, self.turns, self.voting)
        self.gm = Gm(self.context, self.resolving, self.voting)
        self.running = Running(self.context, self.voting)
        self.logview = LogView(self.context)
        self.permissions = Permissions(self.context)
        self.game_views = GameViews(self.context, self.looking)
        self.rules = RulePages(self.context.games, self.context.presenters, self.context.renderer)
        self.verification = Verification(self.context)
        self.fair_play = FairPlay(self.context)
        self.history_pages, self.game_export = HistoryPages(self.context), GameExport(self.context)
        self.game_import = GameImport(self.context)
        self.replays = Replays(self.context)
        self.letters = Letters(self.context, self.looking, threads)
        self.letterbox = Letterbox(self.context)
        self.planning = Planning(self.context)
        self.text_commands = TextCommands(
            self.context,
            self.looking,
            self.game_lookup,
            self.orders,
            self.game_views,
            self.letters,
            self.planning,
        )
        self.leagues, self.picking = Founding(self.context), Picking(self.context)
        self.signup, self.organise = SignUp(self.context), Organising(self.context)
        self.signup_post = SignUpMessage(self.context, self.signup)
        self.league_views = LeagueViews(self.context)
        self.league_list, self.league_export = Overview(self.context), LeagueExport(self.context)
        self.boards = Boards(self.context)
        self.solving = Solving(self.context, self.boards)
        self.puzzle_posts = PuzzlePosts(self.context, self.solving)
        composing = Composing(self.context, self.signup, self.league_views)
        self.outbox = outbox(
            self.context,
            messenger,
            self.desks,
            self.lobby,
            composing,
            self.puzzle_posts,
            new_dms_a_minute=new_dms_a_minute,
        )
        opening = Opening(self.context, self.turns, places)
        self.seasons = Seasons(
            self.context, Settling(self.context), Rounds(self.context, self.turns), opening
        )
        self.deadlines = Deadlines(self.context, self.resolving, self.turns)
        self.reminders, self.reminder_settings = Reminders(self.context), ReminderSettings(self.context)
        self.deadlines.on("remind", self.reminders.look)
        self.deadlines.on("vote", self.voting.due)
        self.uptime = (SharedUptime if shared else Uptime)(self.context, self.deadlines)
        self.seasons.reachable = self.uptime.reachable
        self.seasons.still = lambda: self.deadlines.still
        self.missed_messages = MissedMessages(self.context, self.text_commands, self.deadlines, inbox)
        self.muting, self.thread_keeper = (
            Muting(self.context, channel_permissions),
            ThreadKeeper(self.context, thread_unarchiver),
        )
        self.computers = Computers(self.context, self.orders, self.turns, self.letters, self._stands_still)
        self.analyses = Analyses(self.context)
        self.absences = Absences(self.context)
        self.substitutes = Substitutes(self.context, self.looking)
        self.moving = Moving(self.context, messenger, threads)
        self.practice = Practice(self.context, self.boards)
        self.learning = Learning(self.context, self.boards, self.practice)
        self.sandbox = Sandbox(self.context, self.boards)
        sandbox_desk = BoardDesk(self.context, self.boards, self.sandbox)
        self.board_desks: dict[BoardKind, BoardDesk] = {
            "practice": BoardDesk(self.context, self.boards, self.practice),
            "lesson": BoardDesk(self.context, self.boards, self.learning),
            "sandbox": sandbox_desk,
            "puzzle": BoardDesk(self.context, self.boards, self.solving),
        }
        self.sandbox_origins = Origins(self.context, self.boards, sandbox_desk, self.history_pages)
        self.sandbox_screens = Screens(self.context, self.boards, self.sandbox, sandbox_desk)
        self.board_links, self.calendars = BoardLinks(self.context), Calendars(self.context)
        self.webhooks = Webhooks(self.context)
        self.data_export = DataExport(self.context)
        self.forgetting = Forgetting(self.context, self.orders, self.signup, self.outbox.settled)
        self.ledger = Ledger(self.context)
        self.profiles, self.leaderboards = Profiles(self.context), Leaderboards(self.context)
        self._closed = False

    @property
    def jobs(self) -> dict[str, BackgroundJob]:
        """What one process at a time does in the background, by the name of its lease."""
        return {
            "leagues": self.seasons,
            "ratings": self.ledger,
            "muting": self.muting,
            "handovers": self.moving,
            "threads": self.thread_keeper,
            "reminders": self.reminders,  # games of older versions; what is due, any process does
            "forgetting": self.forgetting,
            "computers": self.computers,
            "puzzles": self.puzzle_posts,
            "analyses": self.analyses,
        }

    def kinds(self) -> list[LeaseKind]:
        """What several processes share out among them: each of these leases is held by one. Deadlines, votes
        and reminders that are due any of them works off, the game's row locked; commands and presses are
        answered where they arrive; missed mail is read by who holds the first shard."""
        return [
            LeaseKind("outbox", tuple(str(slot) for slot in range(SLOTS)), self.outbox),
            LeaseKind("job", tuple(self.jobs), Jobs(self.jobs)),
        ]

    async def begin_shared(self) -> None:
        """The same as `begin` for one of several processes: what it does follows from the leases it takes."""
        self.outbox.share()
        for job in self.jobs.values():
            await job.rest(0)
        self.listen()
        self.context.db.on("leagues", self.seasons.wake, self.seasons.note_changed)
        self.context.renderer.warm_boards(self.context.games)

    async def begin(self) -> None:
        """Pick up where the last run stopped. Call it once Discord can be reached."""
        self.listen()
        await self.outbox.recover()
        await self.reminders.begin()
        await self.forgetting.begin()
        await self.reached()
        # Not before: sign-up may have closed in an outage.
        self.context.db.on("leagues", self.seasons.wake, self.seasons.note_changed)
        self.seasons.wake()
        self.muting.wake()
        self.thread_keeper.wake()
        self.context.renderer.warm_boards(self.context.games)

    def listen(self) -> None:
        """After a commit those are woken for whom something was queued in it."""
        db = self.context.db
        db.on("outbox", self.outbox.wake)
        db.on("deadlines", self.deadlines.wake)
        db.on("muting", self.muting.wake, self.muting.note_changed)
        db.on("handover", self.moving.wake)
        db.on("ratings", self.ledger.wake)
        db.on("computers", self.computers.wake, self.computers.note_changed)
        db.on("puzzles", self.puzzle_posts.wake)
        db.on("analyses", self.analyses.wake)

    def _stands_still(self, guild_id: int | None) -> bool:
        """Whether nobody can act in the games of a server, because Discord cannot be reached."""
        still = self.deadlines.still
        return self.deadlines.held or (still is not None and still.has(guild_id))

    async def reached(self, shard: int = 0) -> None:
        """Discord can be reached by this shard, for the first time or again."""
        await self.uptime.begin(shard)
        self.context.db.wake_all()

    async def acted(self, user_id: int) -> None:
        """Somebody has pressed a button or given a command."""
        await deliverability.acted(self.context, user_id)

    async def close(self) -> None:
        """Finish what is under way. Closed twice is closed once."""
        if self._closed:
            return
        self._closed = True
        self.context.db.off()
        await self.missed_messages.close()
        await self.seasons.close()
        await self.uptime.close()
        await self.deadlines.close()
        await self.muting.close()
        await self.thread_keeper.close()
        await self.moving.close()
        await self.forgetting.close()
        await self.ledger.close()
        await self.computers.close()
        await self.puzzle_posts.close()
        await self.analyses.close()
        self.practice.ahead.close()
        await self.outbox.close()
        self.context.renderer.close()
        await self.context.db.close()


def commands(services: Services) -> list[Cog]:
    """The slash commands, each class with the use cases that it needs."""
    s = services
    games = GamePicker(s.game_lookup, s.game_views.choices)
    return [
        LobbyCommands(s.permissions, s.lobby, s.lobby_computers),
        InfoCommands(games, s.game_views, s.rules, s.league_views.below),
        OrderCommands(games, s.desks, s.orders, s.game_views),
        AheadCommands(games, s.planning),
        LetterCommands(games, s.letters, s.letterbox),
        VoteCommands(games, s.voting),
        SubstituteCommands(games, s.looking, s.substitutes),
        AwayCommands(s.absences),
        ReminderCommands(s.reminder_settings),
        HistoryCommands(games, s.history_pages, s.replays, s.game_export, s.game_import, s.lobby.deadlines),
        VerifyCommand(games, s.verification),
        GmCommands(games, s.gm, s.running, s.penalties),
        PenaltyCommand(games, s.penalties),
        LogCommand(games, s.logview),
        LeagueCommands(
            s.looking,
            s.picking,
            s.permissions,
            s.lobby,
            s.leagues,
            s.organise,
            s.signup_post,
            s.signup,
            s.league_views,
            s.league_list,
            s.league_export,
        ),
        ProfileCommands(s.profiles, s.leaderboards),
        LearnCommands(s.learning),
        PracticeCommands(s.practice, s.board_desks["practice"]),
        SandboxCommands(games, s.sandbox_origins, s.sandbox_screens, s.board_desks["sandbox"]),
        PuzzleCommands(s.solving, s.board_desks["puzzle"]),
        SetupCommands(s.permissions, s.puzzle_posts, s.webhooks),
        PrivacyCommands(s.data_export, s.forgetting, s.solving),
        *([CalendarCommands(s.calendars)] if s.context.web else []),
    ]


def buttons(services: Services) -> list[object]:
    """The handlers of buttons, menus and forms, each class with the use cases that it needs."""
    s = services
    return [
        LobbyButtons(s.context, s.lobby, s.lobby_computers),
        InfoButtons(s.game_views, s.rules),
        DeskButtons(s.desks, s.orders, s.game_views),
        AheadButtons(s.planning),
        BoardButtons(s.boards, s.board_desks),
        BoardLinkButtons(s.board_links),
        PracticeButtons(s.practice, s.board_desks),
        PuzzleButtons(s.solving, s.board_desks["puzzle"]),
        LearnButtons(s.learning, s.board_desks["lesson"]),
        SandboxButtons(s.boards, s.sandbox, s.sandbox_origins, s.sandbox_screens, s.board_desks["sandbox"]),
        LetterButtons(s.letters, s.letterbox),
        VoteButtons(s.voting),
        SubstituteButtons(s.substitutes),
        HistoryButtons(s.history_pages, s.replays),
        AnalysisButtons(s.analyses),
        VerifyButtons(s.verification, s.fair_play),
        GmButtons(s.gm, s.running, s.penalties, s.logview),
        LeagueButtons(s.signup_post, s.signup, s.organise, s.league_views),
        LeaderboardButtons(s.leaderboards),
        PrivacyButtons(s.forgetting),
    ]
