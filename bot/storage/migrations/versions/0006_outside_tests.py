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
    _players_who_left()


def _players_who_left() -> None:
    """Since when a player is not in the game's server."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("left_at", sa.Double()))
