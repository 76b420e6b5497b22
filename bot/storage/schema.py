"""The tables of the database as they are now: their columns are the fields of the records.

A change here needs a migration: a test compares the two.
"""

from typing import Any

from sqlalchemy import CheckConstraint, Index, MetaData, Table, TextClause, UniqueConstraint, text

from . import columns, league_records, records
from .dialect import NEVER_REUSE_IDS, of_some

# Named constraints: SQLite can only change a table by copying it, and Alembic loses the nameless ones.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


of: dict[type, Table] = {}
"""The table of each record."""


def _table(name: str, record: Any, *items: Any, **keywords: Any) -> Table:
    of[record] = columns.table(metadata, name, record, *items, **keywords)
    return of[record]


UNCOUNTED = text("ended_at IS NOT NULL AND NOT counted")
"""Of a table: it is over, and the ledger has not looked at it. In these words SQLite knows its index; told of
the status, it would take another one."""
OPEN = text("status IN ('lobby', 'playing')")
NOT_OVER = text("NOT over")
"""Of a player: the game is still to come, or under way."""
_ARRIVED = text("message_id IS NOT NULL")


def _part(*columns: str, where: TextClause) -> Index:
    """An index of some rows: what is done with does not make it grow."""
    return Index(None, *columns, **of_some(where))


tables = _table(
    "tables",
    records.Table,
    Index(None, "channel_id", "status", "created_at"),
    Index(None, "status", "ended_at"),
    Index(None, "guild_id", "created_at"),
    _part("guild_id", where=OPEN),
    _part("ended_at", "id", where=UNCOUNTED),
)
seeds = _table("seeds", records.Seed)
players = _table(
    "players",
    records.Player,
    UniqueConstraint("table_id", "seat"),
    Index(None, "user_id", "joined_at"),
    _part("user_id", where=NOT_OVER),
)
steps = _table("steps", records.Step)
drafts = _table("drafts", records.Draft)
changes = _table("changes", records.Change)
deadlines = _table("deadlines", records.Deadline)
thinking = _table("thinking", records.Thinking)
analyses = _table("analyses", records.Analysed)
analysed_steps = _table("analysed_steps", records.AnalysedStep)
pauses = _table("pauses", records.Pause)
votes = _table("votes", records.Vote, Index(None, "table_id", "status"))
ballots = _table("ballots", records.Ballot)
log = _table("log", records.LogEntry, Index(None, "table_id", "id"))
plans = _table("plans", records.Plan)
away = _table("away", records.Away)
servers = _table("servers", records.Server)
outbox = _table(
    "outbox",
    records.Post,
    CheckConstraint("(user_id IS NULL) <> (channel_id IS NULL)", name="one_target"),
    Index(None, "status", "lane", "id"),  # the head of each lane
    Index(None, "lane", "tried_at"),  # when a lane was served last
    _part("message_id", where=_ARRIVED),
    **NEVER_REUSE_IDS,
)
people = _table("people", records.Person)
desks = _table("desks", records.Desk)
letters = _table(
    "letters",
    records.Letter,
    Index(None, "table_id", "id"),
    Index(None, "table_id", "number", unique=True),
)
silences = _table("silences", records.Silence)
idle_seats = _table("idle_seats", records.IdleSeats)
former_players = _table("former_players", records.FormerPlayer)
forgotten_seats = _table("forgotten_seats", records.ForgottenSeat)
handovers = _table("handovers", records.Handover)
vacation_uses = _table("vacation_uses", records.VacationUse)
letter_threads = _table("letter_threads", records.LetterThread)
option_changes = _table("option_changes", records.OptionChange)
imports = _table("imports", records.Import)
boards = _table("boards", records.Board)
board_steps = _table("board_steps", records.BoardStep)
lessons_done = _table("lessons_done", records.LessonDone)
puzzle_places = _table("puzzle_places", records.PuzzlePlace)
puzzle_answers = _table("puzzle_answers", records.PuzzleAnswer)
web_sessions = _table("web_sessions", records.WebSession)
forget_jobs = _table("forget_jobs", records.ForgetJob)
kv = _table("kv", records.Value)
processes = _table("processes", records.Process, **NEVER_REUSE_IDS)
leases = _table("leases", records.Lease)

leagues = _table("leagues", league_records.League)
league_seeds = _table("league_seeds", league_records.LeagueSeed)
entrants = _table("entrants", league_records.Entrant)
fixtures = _table(
    "fixtures",
    league_records.Fixture,
    Index(None, "league_id", "round", "board", unique=True),
    Index(None, "table_id", unique=True),
)
league_rounds = _table("league_rounds", league_records.Round)
settlements = _table("settlements", league_records.Settlement, Index(None, "league_id", "id"))
league_log = _table("league_log", league_records.LeagueLogEntry, Index(None, "league_id", "id"))
sittings = _table("sittings", league_records.Sitting, Index(None, "table_id", "id"))
results = _table(
    "results",
    league_records.GameResult,
    Index(None, "guild_id", "game", "ended_at"),
    Index(None, "user_id", "guild_id", "game", "ended_at", "table_id"),
)
ratings = _table("ratings", league_records.Rating)
rated = _table("rated", league_records.Rated)
