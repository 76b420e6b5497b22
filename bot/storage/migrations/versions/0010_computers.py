"""Computers: which seats are to be thought about.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "thinking",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_thinking_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_thinking")),
    )
    op.create_index("ix_thinking_due_at", "thinking", ["due_at"])
