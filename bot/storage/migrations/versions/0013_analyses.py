"""Analyses: what decided a finished game, and how far the work on it is.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("asked_at", sa.Double(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_analyses_table_id")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_analyses")),
    )
    op.create_index("ix_analyses_due_at", "analyses", ["due_at"])
    op.create_table(
        "analysed_steps",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("study", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_analysed_steps_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_analysed_steps")),
    )
