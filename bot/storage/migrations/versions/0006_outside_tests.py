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
    _changes()


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


def _changes() -> None:
    """When each sheet was changed last; of those that are there now it is known."""
    op.create_table(
        "changes",
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("table_id", "seat", "what")),
        sa.Column("at", sa.Double(), nullable=False),
        sa.CheckConstraint("what IN ('sheet', 'ahead')", name=op.f("ck_changes_what")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_changes_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", "what", name=op.f("pk_changes")),
    )
    columns = ("table_id", "seat", "what", "at")
    changes = sa.table("changes", *map(sa.column, columns))
    for name, what in (("drafts", "sheet"), ("plans", "ahead")):
        kept = sa.table(name, *map(sa.column, ("table_id", "seat", "at")))
        there = sa.select(kept.c.table_id, kept.c.seat, sa.literal_column(f"'{what}'"), kept.c.at)
        op.execute(changes.insert().from_select(columns, there))
