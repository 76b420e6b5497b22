"""What a host with millions of finished games looks for: each finds its rows by an index.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.dialect import of_some

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function for each concern, so that each can be read alone."""
    _counted_games()
    _messages()
    _newest_games()
    _open_games()
    _people()
    _codes()


def _counted_games() -> None:
    """The ledger finds the games that it has not counted without looking at all the others."""
    # Not a batch: that would copy the table, which a column with a default does not need.
    op.add_column(
        "tables", sa.Column("counted", sa.Boolean(), nullable=False, server_default=sa.text("false"))
    )
    games = sa.table("tables", *map(sa.column, ("id", "counted")))
    rated = sa.table("rated", sa.column("table_id"))
    op.execute(games.update().where(games.c.id.in_(sa.select(rated.c.table_id))).values(counted=sa.true()))
    where = sa.text("ended_at IS NOT NULL AND NOT counted")
    op.create_index(op.f("ix_tables_ended_at_id"), "tables", ["ended_at", "id"], **of_some(where))


def _messages() -> None:
    """Whether a message in Discord is some post's."""
    where = sa.text("message_id IS NOT NULL")
    op.create_index(op.f("ix_outbox_message_id"), "outbox", ["message_id"], **of_some(where))


def _newest_games() -> None:
    """Of a server, a channel and a user, without reading all that these ever had."""
    for table, former, columns in (
        ("tables", "guild_id", ("guild_id", "created_at")),
        ("tables", "channel_id_status", ("channel_id", "status", "created_at")),
        ("players", "user_id", ("user_id", "joined_at")),
    ):
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)
        op.drop_index(op.f(f"ix_{table}_{former}"), table)


def _open_games() -> None:
    """Of a server and a user, without reading those that are over."""
    op.add_column("players", sa.Column("over", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    tables = sa.table("tables", *map(sa.column, ("id", "status")))
    players = sa.table("players", *map(sa.column, ("table_id", "over")))
    ended = sa.select(tables.c.id).where(tables.c.status.in_(("over", "closed")))
    op.execute(players.update().where(players.c.table_id.in_(ended)).values(over=sa.true()))
    for table, column, condition in (
        ("players", "user_id", "NOT over"),
        ("tables", "guild_id", "status IN ('lobby', 'playing')"),
    ):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], **of_some(sa.text(condition)))


def _people() -> None:
    """A person's results in a server, and where a person is silenced."""
    columns = ["user_id", "guild_id", "game", "ended_at", "table_id"]
    op.create_index(op.f(f"ix_results_{'_'.join(columns)}"), "results", columns)
    op.drop_index(op.f("ix_results_user_id"), "results")
    op.create_index(op.f("ix_silences_user_id"), "silences", ["user_id"])


def _codes() -> None:
    """Whether a code is spoken for by a league's game."""
    op.create_index(op.f("ix_fixtures_code"), "fixtures", ["code"])
