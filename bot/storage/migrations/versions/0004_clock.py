"""The clock: several moments a table, pauses, votes, the public log, orders given ahead, absences, servers.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every deadline there is becomes that of its turn; steps may be taken back."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(_count("undone"))
    with op.batch_alter_table("players") as players:
        players.add_column(_count("streak"))
        players.add_column(_count("extensions"))
        players.add_column(sa.Column("away_used", sa.Double(), nullable=False, server_default=sa.text("0")))
        players.add_column(sa.Column("offered_at", sa.Double()))
        players.add_column(_text("offered_why"))
    with op.batch_alter_table("steps") as steps:
        steps.add_column(sa.Column("back_to", sa.Integer()))
        steps.drop_constraint(op.f("ck_steps_kind"), type_="check")
        steps.create_check_constraint(
            op.f("ck_steps_kind"), "kind IN ('start', 'resolve', 'declare', 'undo')"
        )
    _deadlines()
    _new_tables()


def _deadlines() -> None:
    with op.batch_alter_table("deadlines") as deadlines:
        deadlines.add_column(sa.Column("kind", sa.Text(), nullable=False, server_default="turn"))
        deadlines.add_column(sa.Column("began_at", sa.Double()))
        deadlines.add_column(_json("data"))
        deadlines.drop_constraint(op.f("pk_deadlines"), type_="primary")
        deadlines.create_primary_key(op.f("pk_deadlines"), ["table_id", "kind"])
        deadlines.create_check_constraint(
            op.f("ck_deadlines_kind"), "kind IN ('turn', 'early', 'remind', 'vote', 'resume')"
        )
    with op.batch_alter_table("deadlines") as deadlines:
        deadlines.alter_column("kind", server_default=None)


def _new_tables() -> None:
    op.create_table(
        "pauses",
        _table_id(),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("until", sa.Double()),
        sa.Column("left", sa.Double()),
        _json("data"),
        _text("error"),
        sa.CheckConstraint("cause IN ('vote', 'master', 'fault')", name=op.f("ck_pauses_cause")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_pauses_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_pauses")),
    )
    op.create_table(
        "votes",
        sa.Column("id", BIG_ID, nullable=False),
        _table_id(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("caller_seat", sa.Text(), nullable=False),
        sa.Column("caller_user", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.Double()),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("lapses_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double()),
        sa.CheckConstraint("kind IN ('extend', 'pause', 'draw', 'end')", name=op.f("ck_votes_kind")),
        sa.CheckConstraint("status IN ('open', 'passed', 'failed', 'lapsed')", name=op.f("ck_votes_status")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_votes_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_votes")),
    )
    op.create_index("ix_votes_table_id_status", "votes", ["table_id", "status"])
    op.create_table(
        "ballots",
        sa.Column("vote_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["vote_id"], ["votes.id"], name=op.f("fk_ballots_vote_id")),
        sa.PrimaryKeyConstraint("vote_id", "seat", name=op.f("pk_ballots")),
    )
    op.create_table(
        "log",
        sa.Column("id", BIG_ID, nullable=False),
        _table_id(),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_log_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
    )
    op.create_index("ix_log_table_id_id", "log", ["table_id", "id"])
    op.create_table(
        "plans",
        _table_id(),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("lines", sa.JSON(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_plans_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_plans")),
    )
    op.create_table(
        "away",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("from_at", sa.Double(), nullable=False),
        sa.Column("to_at", sa.Double(), nullable=False),
        sa.Column("announced_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_away")),
    )
    op.create_index("ix_away_user_id", "away", ["user_id"])
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.Text(), nullable=False)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=sa.text("0"))


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''"))


def _json(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.JSON(), nullable=False, server_default=sa.text("'{}'"))
