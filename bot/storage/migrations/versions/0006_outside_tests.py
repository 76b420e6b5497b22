"""What tests from outside asked for.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import BIG_ID

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function for each concern, so that each can be read alone."""
    _leagues()


def _leagues() -> None:
    """What rounds are paired from is kept from now on. Results that are there are noted as such: so the next
    round can be drawn again, although those before it cannot."""
    with op.batch_alter_table("entrants") as entrants:
        entrants.add_column(sa.Column("rating", sa.Integer()))
    op.create_table(
        "league_rounds",
        sa.Column("league_id", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("out", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_league_rounds_league_id")),
        sa.PrimaryKeyConstraint("league_id", "round", name=op.f("pk_league_rounds")),
    )
    op.create_table(
        "settlements",
        sa.Column("id", BIG_ID, nullable=False),
        sa.Column("league_id", sa.Text(), nullable=False),
        sa.Column("fixture_id", BIG_ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("numbers", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "cause IN ('game', 'ruling', 'bye', 'left', 'end', 'before')", name=op.f("ck_settlements_cause")
        ),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_settlements_league_id")),
        sa.ForeignKeyConstraint(["fixture_id"], ["fixtures.id"], name=op.f("fk_settlements_fixture_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settlements")),
    )
    op.create_index("ix_settlements_league_id_id", "settlements", ["league_id", "id"])
    fixtures = sa.table("fixtures", *map(sa.column, ("id", "league_id", "settled_at", "numbers", "result")))
    leagues = sa.table("leagues", *map(sa.column, ("id", "round")))
    names = ("fixture_id", "league_id", "round", "at", "cause", "numbers", "result")
    settlements = sa.table("settlements", *map(sa.column, names))
    known = (
        sa.select(
            *(fixtures.c.id, fixtures.c.league_id, leagues.c.round),
            *(sa.func.coalesce(fixtures.c.settled_at, 0.0), sa.literal("before")),
            *(fixtures.c.numbers, fixtures.c.result),
        )
        .join_from(fixtures, leagues, leagues.c.id == fixtures.c.league_id)
        .where(fixtures.c.result.is_not(None))
        .order_by(fixtures.c.id)
    )
    op.execute(settlements.insert().from_select(names, known))
