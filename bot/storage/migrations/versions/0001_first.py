"""The first schema.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID, NEVER_REUSE_IDS

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables in an empty database."""
    op.create_table(
        "kv",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_kv")),
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("dm_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("last_dm_id", sa.BigInteger(), nullable=True),
        sa.Column("reachable", sa.Boolean(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
    )
    op.create_index(op.f("ix_people_dm_channel_id"), "people", ["dm_channel_id"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("deadline_spec", sa.Text(), nullable=True),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("lobby_message_id", sa.BigInteger(), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=True),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.CheckConstraint("seating IN ('lot', 'choice')", name=op.f("ck_tables_seating")),
        sa.CheckConstraint("status IN ('lobby', 'playing', 'over', 'closed')", name=op.f("ck_tables_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_channel_id_status"), "tables", ["channel_id", "status"], unique=False)
    op.create_index(op.f("ix_tables_guild_id"), "tables", ["guild_id"], unique=False)
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.Column("extended", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deadlines_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"], unique=False)
    op.create_table(
        "desks",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_desks_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_desks")),
    )
    op.create_index(op.f("ix_desks_user_id"), "desks", ["user_id"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_drafts_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_drafts")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.Double(), nullable=False),
        sa.Column("tried_at", sa.Double(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("sent_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("sent_at", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "status IN ('queued', 'sending', 'sent', 'failed', 'dropped')", name=op.f("ck_outbox_status")
        ),
        sa.CheckConstraint("(user_id IS NULL) <> (channel_id IS NULL)", name=op.f("ck_outbox_one_target")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_outbox_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sa.UniqueConstraint("nonce", name=op.f("uq_outbox_nonce")),
        **NEVER_REUSE_IDS,
    )
    op.create_index(op.f("ix_outbox_lane_tried_at"), "outbox", ["lane", "tried_at"], unique=False)
    op.create_index(op.f("ix_outbox_status_lane_id"), "outbox", ["status", "lane", "id"], unique=False)
    op.create_table(
        "players",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("wish", sa.Text(), nullable=True),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_players_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_players")),
        sa.UniqueConstraint("table_id", "seat", name=op.f("uq_players_table_id_seat")),
    )
    op.create_index(op.f("ix_players_user_id"), "players", ["user_id"], unique=False)
    op.create_table(
        "seeds",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seeds_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_seeds")),
    )
    op.create_table(
        "steps",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=True),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('start', 'resolve', 'declare')", name=op.f("ck_steps_kind")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_steps_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_steps")),
    )
