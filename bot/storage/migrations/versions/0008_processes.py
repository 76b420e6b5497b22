"""Several processes: who is there, and who holds what.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID, NEVER_REUSE_IDS

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("schema", sa.Text(), nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("reaches", sa.Boolean(), nullable=False),
        sa.Column("leaving", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
        **NEVER_REUSE_IDS,
    )
    op.create_table(
        "leases",
        sa.Column("key", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("process", BIG_ID, nullable=True),
        sa.Column("term", sa.Integer(), nullable=False),
        sa.Column("until", sa.Double(), nullable=True),
        sa.Column("alive_at", sa.Double(), nullable=True),
        sa.Column("session", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["process"], ["processes.id"], name=op.f("fk_leases_process")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_leases")),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
