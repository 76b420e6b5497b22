"""Players may vote on a link with which anyone can look at their game.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("votes") as votes:
        votes.drop_constraint(op.f("ck_votes_kind"), type_="check")
        votes.create_check_constraint(
            op.f("ck_votes_kind"),
            "kind IN ('extend', 'pause', 'draw', 'end', 'undo', 'force', 'replace', 'penalise', 'options', "
            "'link')",
        )
