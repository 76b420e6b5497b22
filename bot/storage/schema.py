"""The tables of the database as they are now. A change here needs a migration: a test compares the two."""

from typing import Any, get_args

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from .dialect import BIG_ID, NEVER_REUSE_IDS
from .records import (
    ChangeOf,
    DeadlineKind,
    PauseCause,
    PostStatus,
    Seating,
    SilenceStatus,
    StepKind,
    TableStatus,
    VoteKind,
    VoteStatus,
)

# Text without a length: SQLite would not enforce one, so only PostgreSQL would ever refuse a row.
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


def one_of(column: str, literal: object) -> CheckConstraint:
    allowed = ", ".join(f"'{value}'" for value in get_args(literal))
    return CheckConstraint(f"{column} IN ({allowed})", name=column)


def _table_id(*, primary_key: bool = False, nullable: bool = False) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=primary_key, nullable=nullable)


def _added_json(name: str) -> Column[Any]:
    """A column that rows of older versions did not have: they read it as empty."""
    return Column(name, JSON, nullable=False, server_default=text("'{}'"))


def _added_count(name: str) -> Column[int]:
    """A column that rows of older versions did not have: they read it as 0."""
    return Column(name, Integer, nullable=False, server_default=text("0"))


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger, index=True),
    Column("channel_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("deadline_spec", Text),
    Column("seating", Text, nullable=False),
    Column("lobby_message_id", BigInteger),
    Column("turn", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("outcome", JSON(none_as_null=True)),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    _added_json("settings"),
    _added_count("undone"),
    _added_json("origin"),
    Column("host_by_player", Boolean, nullable=False, server_default=text("false")),
    one_of("status", TableStatus),
    one_of("seating", Seating),
    Index(None, "channel_id", "status"),
    Index(None, "status", "ended_at"),
)

# Apart from `tables`, so that no SELECT of a table can carry the secret.
seeds = Table(
    "seeds",
    metadata,
    _table_id(primary_key=True),
    Column("seed", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    _table_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", Text, nullable=False),
    Column("wish", Text),
    Column("seat", Text),
    Column("joined_at", Double, nullable=False),
    Column("missed", Integer, nullable=False),
    _added_count("streak"),
    _added_count("extensions"),
    Column("away_used", Double, nullable=False, server_default=text("0")),
    Column("offered_at", Double),
    Column("offered_why", Text, nullable=False, server_default=text("''")),
    Column("forfeited_at", Double),
    Column("left_at", Double),
    UniqueConstraint("table_id", "seat"),
)

steps = Table(
    "steps",
    metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Text),
    Column("orders", JSON, nullable=False),
    Column("events", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("at", Double, nullable=False),
    _added_json("seals"),
    Column("back_to", Integer),
    Column("commitment", Text),
    one_of("kind", StepKind),
)

drafts = Table(
    "drafts",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("orders", JSON, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("inherited", Boolean, nullable=False, server_default=false()),
)

# Apart from `drafts`: a sheet that was cleared, or resolved, was changed at some moment, too.
changes = Table(
    "changes",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("at", Double, nullable=False),
    one_of("what", ChangeOf),
)

deadlines = Table(
    "deadlines",
    metadata,
    _table_id(primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("due_at", Double, nullable=False, index=True),
    Column("extended", Integer, nullable=False),
    Column("began_at", Double),
    _added_json("data"),
    one_of("kind", DeadlineKind),
)

pauses = Table(
    "pauses",
    metadata,
    _table_id(primary_key=True),
    Column("cause", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("until", Double),
    Column("left", Double),
    _added_json("data"),
    Column("error", Text, nullable=False, server_default=text("''")),
    one_of("cause", PauseCause),
)

votes = Table(
    "votes",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _table_id(),
    Column("kind", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("caller_seat", Text, nullable=False),
    Column("caller_user", BigInteger, nullable=False),
    Column("amount", Double),
    Column("secret", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("lapses_at", Double, nullable=False),
    Column("closed_at", Double),
    _added_json("deed"),
    one_of("kind", VoteKind),
    one_of("status", VoteStatus),
    Index(None, "table_id", "status"),
)

ballots = Table(
    "ballots",
    metadata,
    Column("vote_id", BigInteger, ForeignKey("votes.id"), primary_key=True, autoincrement=False),
    Column("seat", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("yes", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _table_id(),
    Column("at", Double, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("act", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "table_id", "id"),
)

plans = Table(
    "plans",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("lines", JSON, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
)

away = Table(
    "away",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("from_at", Double, nullable=False),
    Column("to_at", Double, nullable=False),
    Column("announced_at", Double, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", JSON, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    _table_id(nullable=True),
    Column("user_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("lane", Text, nullable=False),
    Column("payload", JSON, nullable=False),
    Column("nonce", Text, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("not_before", Double, nullable=False),
    Column("tried_at", Double),
    Column("error", Text),
    Column("sent_channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("created_at", Double, nullable=False),
    Column("sent_at", Double),
    one_of("status", PostStatus),
    CheckConstraint("(user_id IS NULL) <> (channel_id IS NULL)", name="one_target"),
    Index(None, "status", "lane", "id"),  # the head of each lane
    Index(None, "lane", "tried_at"),  # when a lane was served last
    **NEVER_REUSE_IDS,
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("dm_channel_id", BigInteger, index=True),
    Column("last_dm_id", BigInteger),
    Column("reachable", Boolean),
    Column("closed_at", Double),
    _added_count("closed_times"),
    Column("settings", JSON, nullable=False),
)

desks = Table(
    "desks",
    metadata,
    _table_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("seat", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
)

letters = Table(
    "letters",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _table_id(),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("sender_seat", Text, nullable=False),
    Column("sender_user", BigInteger, nullable=False),
    Column("recipients", JSON, nullable=False),
    Column("anonymous", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "table_id", "id"),
    Index(None, "table_id", "number", unique=True),
)

silences = Table(
    "silences",
    metadata,
    _table_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("before", JSON, nullable=False),
    Column("made", Boolean, nullable=False),
    Column("status", Text, nullable=False),
    Column("why", Text, nullable=False),
    one_of("status", SilenceStatus),
)

kv = Table(
    "kv",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
