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
    _consent()
    _closed_messages()
    _seeds_of_undos()
    _inherited_drafts()


def _consent() -> None:
    """Votes on what a game master asks for; how a host came to be one. Before this nothing said so but the
    log, which has no ids: in games under way a host whom a host made counts as one made by a player."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("host_by_player", sa.Boolean(), nullable=False, server_default=sa.text("false"))
        )
    games = sa.table("tables", *map(sa.column, ("id", "status", "host_by_player")))
    log = sa.table("log", *map(sa.column, ("table_id", "act", "text")))
    handed = sa.select(log.c.table_id).where(log.c.act == "transfer", log.c.text.like("%(host) has made %"))
    op.execute(
        games.update()
        .where(games.c.status == "playing", games.c.id.in_(handed))
        .values(host_by_player=sa.true())
    )
    with op.batch_alter_table("votes") as votes:
        votes.add_column(sa.Column("deed", sa.JSON(), nullable=False, server_default=sa.text("'{}'")))
        votes.drop_constraint(op.f("ck_votes_kind"), type_="check")
        votes.create_check_constraint(
            op.f("ck_votes_kind"),
            "kind IN ('extend', 'pause', 'draw', 'end', 'undo', 'force', 'replace', 'penalise', 'options')",
        )


def _closed_messages() -> None:
    """Whoever could not be written to before is written to once more."""
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("closed_at", sa.Double()))
        people.add_column(
            sa.Column("closed_times", sa.Integer(), nullable=False, server_default=sa.text("0"))
        )


def _seeds_of_undos() -> None:
    """An undo may name a new seed. Those of before kept theirs."""
    with op.batch_alter_table("steps") as steps:
        steps.add_column(sa.Column("commitment", sa.Text()))


def _inherited_drafts() -> None:
    """Orders that the player before has left. Those that are there count, as they did when they were left."""
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("inherited", sa.Boolean(), nullable=False, server_default=sa.false()))
