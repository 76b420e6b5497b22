"""Bringing a database to the schema of this version, with Alembic.

A new migration: put `versions/NNNN_what.py` beside the others, with `down_revision` naming the one before;
`tests/bot/storage/test_migrations.py` says what is still missing against `schema.py`.
"""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from ..dialect import check_foreign_keys, living_processes, must_be_unicode
from ..errors import StorageError


class OlderProcesses(StorageError):  # noqa: N818 - not an error: it is waited for
    """Others that run need the schema as it is."""


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings: our folder, and the connection to work on."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


@cache
def known() -> ScriptDirectory:
    """Return the migrations of this version, read once a process."""
    return ScriptDirectory.from_config(config())


def newest() -> str:
    """Return the revision that this version needs."""
    head = known().get_current_head()
    assert head is not None
    return head


def revision_of(connection: Connection, name: str) -> str | None:
    """The schema's revision, None for an empty database. StorageError for another program's."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is None and inspect(connection).get_table_names():
        raise StorageError(f"{name}: not a Fieldpost database; give the path of another file")
    return current


def make(connection: Connection, revision: str) -> None:
    """Make all tables of this revision in an empty database, inside the caller's transaction."""
    must_be_unicode(connection, str(connection.engine.url.database))
    command.upgrade(config(connection), revision)


def must_be_newest(connection: Connection, name: str) -> str:
    """The schema's revision. StorageError unless it is this version's."""
    current = known_revision(connection, name)
    if current is None:
        raise StorageError(f"{name}: there is nothing in it; give the address of another database")
    if current != newest():
        raise StorageError(
            f"{name}: made by an older Fieldpost (schema {current}, this one has {newest()}); start this "
            "version's bot on it once, and stop it"
        )
    return current


def known_revision(connection: Connection, name: str) -> str | None:
    """As `revision_of`. StorageError also for that of a newer version."""
    scripts = known()
    current = revision_of(connection, name)
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise StorageError(
            f"{name}: made by a newer Fieldpost (schema {current}, this one knows up to "
            f"{scripts.get_current_head()}); start that version, or put back a backup from before the upgrade"
        )
    return current


def upgrade(connection: Connection, name: str) -> None:
    """Bring the database to the newest schema, all or nothing, inside the caller's transaction.

    The transaction must hold the write lock, so that no other process upgrades meanwhile.
    Raises StorageError before any change for a database of a newer version, or of something else.
    `name` is what the message calls it. Raises OlderProcesses while some run that need the schema as it is.
    """
    must_be_unicode(connection, name)
    if known_revision(connection, name) != newest():
        if there := living_processes(connection):
            raise OlderProcesses(f"{name}: {', '.join(there)} of another version run on it; stop these first")
        command.upgrade(config(connection), "head")
        check_foreign_keys(connection)
