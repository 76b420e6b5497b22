"""Leagues, who sat where, results and ratings; tables say where they come from.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those who sit at tables now are noted as having sat there from the start."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("origin", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
    op.create_index("ix_tables_status_ended_at", "tables", ["status", "ended_at"])
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("forfeited_at", sa.Double()))
    with op.batch_alter_table("steps") as steps:
        steps.drop_constraint(op.f("ck_steps_kind"), type_="check")
        steps.create_check_constraint(
            op.f("ck_steps_kind"), "kind IN ('start', 'resolve', 'declare', 'undo', 'reseed')"
        )
    _leagues()
    _fixtures()
    _results()
    _sittings()


def _sittings() -> None:
    players = sa.table("players", *map(sa.column, ("table_id", "seat", "user_id", "name", "joined_at")))
    there = (players.c.table_id, players.c.seat, players.c.user_id, players.c.name, players.c.joined_at)
    kept = sa.select(*there).where(players.c.seat.is_not(None)).order_by(players.c.table_id, players.c.seat)
    names = ("table_id", "seat", "user_id", "name", "from_at")
    sittings = sa.table("sittings", *map(sa.column, names))
    op.execute(sittings.insert().from_select(names, kept))


def _leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("name", "game")),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("options", "settings")),
        sa.Column("deadline_spec", sa.Text()),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("drawn", "round", "season")),
        sa.Column("previous", sa.Text()),
        *(sa.Column(name, sa.Double()) for name in ("next_at", "digest_at")),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("created_at", sa.Double(), nullable=False),
        *(sa.Column(name, sa.Double()) for name in ("started_at", "ended_at")),
        sa.CheckConstraint(
            "status IN ('signup', 'running', 'paused', 'over', 'cancelled')", name=op.f("ck_leagues_status")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
    )
    op.create_index("ix_leagues_guild_id", "leagues", ["guild_id"])
    op.create_index("ix_leagues_status", "leagues", ["status"])
    op.create_table(
        "league_seeds",
        _league_id(),
        sa.Column("seed", sa.Text(), nullable=False),
        _of_league("league_seeds"),
        sa.PrimaryKeyConstraint("league_id", name=op.f("pk_league_seeds")),
    )
    op.create_table(
        "entrants",
        _league_id(),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("left_round", sa.Integer()),
        sa.Column("why", sa.Text(), nullable=False, server_default=sa.text("''")),
        _of_league("entrants"),
        sa.CheckConstraint("status IN ('in', 'reserve', 'out')", name=op.f("ck_entrants_status")),
        sa.PrimaryKeyConstraint("league_id", "user_id", name=op.f("pk_entrants")),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "league_log",
        sa.Column("id", BIG_ID, nullable=False),
        _league_id(),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _of_league("league_log"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_log")),
    )
    op.create_index("ix_league_log_league_id_id", "league_log", ["league_id", "id"])


def _fixtures() -> None:
    op.create_table(
        "fixtures",
        sa.Column("id", BIG_ID, nullable=False),
        _league_id(),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "division", "board")),
        sa.Column("numbers", sa.JSON(), nullable=False),
        sa.Column("code", sa.Text()),
        sa.Column("place_id", sa.BigInteger()),
        sa.Column("table_id", sa.Text()),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("result", sa.JSON()),
        *(sa.Column(name, sa.Double()) for name in ("opened_at", "settled_at")),
        _of_league("fixtures"),
        _of_table("fixtures"),
        sa.CheckConstraint("status IN ('planned', 'playing', 'done')", name=op.f("ck_fixtures_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixtures")),
    )
    op.create_index("ix_fixtures_status", "fixtures", ["status"])
    op.create_index(
        "ix_fixtures_league_id_round_board", "fixtures", ["league_id", "round", "board"], unique=True
    )
    op.create_index("ix_fixtures_table_id", "fixtures", ["table_id"], unique=True)


def _results() -> None:
    op.create_table(
        "sittings",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("from_at", sa.Double(), nullable=False),
        sa.Column("until_at", sa.Double()),
        sa.Column("missed", sa.Integer(), nullable=False, server_default=sa.text("0")),
        _of_table("sittings"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sittings")),
    )
    op.create_index("ix_sittings_user_id", "sittings", ["user_id"])
    op.create_index("ix_sittings_table_id_id", "sittings", ["table_id", "id"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("place", "shared", "seats")),
        sa.Column("began", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("turns", "missed")),
        *(sa.Column(name, sa.Double()) for name in ("mu_before", "sigma_before", "mu_after", "sigma_after")),
        sa.Column("ended_at", sa.Double(), nullable=False),
        _of_table("results"),
        sa.PrimaryKeyConstraint("table_id", "seat", "user_id", name=op.f("pk_results")),
    )
    op.create_index("ix_results_user_id", "results", ["user_id"])
    op.create_index("ix_results_guild_id_game_ended_at", "results", ["guild_id", "game", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Double(), nullable=False) for name in ("mu", "sigma")),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "rated",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        _of_table("rated"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_rated")),
    )


def _league_id() -> sa.Column[str]:
    return sa.Column("league_id", sa.Text(), nullable=False)


def _of_league(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f(f"fk_{name}_league_id"))


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id"))
