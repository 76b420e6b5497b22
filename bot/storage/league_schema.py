"""The tables of leagues, and of what stays of a player's games: who sat where, results, ratings."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    text,
)

from .dialect import BIG_ID
from .league_records import Cause, EntrantStatus, FixtureStatus, LeagueStatus
from .schema import metadata, one_of


def _league_id(*, primary_key: bool = False) -> Column[str]:
    return Column("league_id", Text, ForeignKey("leagues.id"), primary_key=primary_key, nullable=False)


def _table_id(*, primary_key: bool = False, nullable: bool = False) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=primary_key, nullable=nullable)


leagues = Table(
    "leagues",
    metadata,
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("deadline_spec", Text),
    Column("host_id", BigInteger, nullable=False),
    Column("status", Text, nullable=False, index=True),
    Column("plan", JSON, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("previous", Text),
    Column("next_at", Double),
    Column("digest_at", Double),
    Column("message_id", BigInteger),
    Column("created_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    one_of("status", LeagueStatus),
)

# Apart from `leagues`, as the seeds of games are apart from theirs.
league_seeds = Table(
    "league_seeds", metadata, _league_id(primary_key=True), Column("seed", Text, nullable=False)
)

entrants = Table(
    "entrants",
    metadata,
    _league_id(primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    Column("joined_at", Double, nullable=False),
    Column("left_round", Integer),
    Column("why", Text, nullable=False, server_default=text("''")),
    Column("rating", Integer),
    one_of("status", EntrantStatus),
)

fixtures = Table(
    "fixtures",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _league_id(),
    Column("round", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("numbers", JSON, nullable=False),
    Column("code", Text),
    Column("place_id", BigInteger),
    _table_id(nullable=True),
    Column("status", Text, nullable=False, index=True),
    Column("result", JSON(none_as_null=True)),
    Column("opened_at", Double),
    Column("settled_at", Double),
    one_of("status", FixtureStatus),
    Index(None, "league_id", "round", "board", unique=True),
    Index(None, "table_id", unique=True),
)

# What a round was paired from, and how each game came to count: so anybody can draw a round again.
league_rounds = Table(
    "league_rounds",
    metadata,
    _league_id(primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("out", JSON, nullable=False),
)

settlements = Table(
    "settlements",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _league_id(),
    Column("fixture_id", BIG_ID, ForeignKey("fixtures.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("cause", Text, nullable=False),
    Column("numbers", JSON, nullable=False),
    Column("result", JSON, nullable=False),
    one_of("cause", Cause),
    Index(None, "league_id", "id"),
)

league_log = Table(
    "league_log",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _league_id(),
    Column("at", Double, nullable=False),
    Column("round", Integer, nullable=False),
    Column("act", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index(None, "league_id", "id"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("id", BIG_ID, primary_key=True),
    _table_id(),
    Column("seat", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("from_at", Double, nullable=False),
    Column("until_at", Double),
    Column("missed", Integer, nullable=False, server_default=text("0")),
    Index(None, "table_id", "id"),
)

results = Table(
    "results",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("shared", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("began", Boolean, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu_after", Double),
    Column("sigma_after", Double),
    Column("ended_at", Double, nullable=False),
    Index(None, "guild_id", "game", "ended_at"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("name", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

# A row for each finished table that was looked at: no restart counts it twice.
rated = Table("rated", metadata, _table_id(primary_key=True), Column("at", Double, nullable=False))
