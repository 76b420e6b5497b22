"""What tests from outside asked for.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function for each concern, so that each can be read alone."""
