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
    _closed_messages()


def _closed_messages() -> None:
    """Whoever could not be written to before is written to once more."""
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("closed_at", sa.Double()))
        people.add_column(
            sa.Column("closed_times", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )
