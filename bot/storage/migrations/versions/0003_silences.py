"""What games of silence have taken from their players in a channel.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add one table."""
    op.create_table(
        "silences",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("made", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.CheckConstraint("status IN ('begun', 'set', 'refused')", name=op.f("ck_silences_status")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_silences_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_silences")),
    )
