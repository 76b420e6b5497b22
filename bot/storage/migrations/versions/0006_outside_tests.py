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
    _consent()
    _closed_messages()
    _seeds_of_undos()
    _inherited_drafts()
    _leagues()
    _players_who_left()
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
        drafts.add_column(
            sa.Column("inherited", sa.Boolean(), nullable=False, server_default=sa.text("false"))
        )


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


def _players_who_left() -> None:
    """Since when a player is not in the game's server."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("left_at", sa.Double()))


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
