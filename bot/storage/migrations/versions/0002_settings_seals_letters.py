"""House options of a table, seals of a step, letters.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns, empty in the rows that there are, and one table."""
    for table, column in (("tables", "settings"), ("steps", "seals")):
        op.add_column(table, sa.Column(column, sa.JSON(), server_default=sa.text("'{}'"), nullable=False))
    op.create_table(
        "letters",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("sender_seat", sa.Text(), nullable=False),
        sa.Column("sender_user", sa.BigInteger(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_letters_table_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    op.create_index(op.f("ix_letters_table_id_id"), "letters", ["table_id", "id"], unique=False)
    op.create_index(op.f("ix_letters_table_id_number"), "letters", ["table_id", "number"], unique=True)
