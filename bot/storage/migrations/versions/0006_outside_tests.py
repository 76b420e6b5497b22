"""What tests from outside asked for.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function for each concern, so that each can be read alone."""
    _seeds_of_undos()
    _inherited_drafts()


def _seeds_of_undos() -> None:
    """An undo may name a new seed. Those of before kept theirs."""
    with op.batch_alter_table("steps") as steps:
        steps.add_column(sa.Column("commitment", sa.Text()))


def _inherited_drafts() -> None:
    """Orders that the player before has left. Those that are there count, as they did when they were left."""
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("inherited", sa.Boolean(), nullable=False, server_default=sa.false()))
