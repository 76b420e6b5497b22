"""Everything in a database, moved to an empty one of either kind: all of it, or nothing. The source stays as
it was."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, text

from . import copying, migrations, whole
from .copying import Progress
from .dialect import name_of, url_of
from .errors import StorageError


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved, and is the same in both."""

    games: int
    rows: int
    digest: str
    revision: str


def move(source: str, target: str, check: Callable[[Connection, str], object], progress: Progress) -> Moved:
    """Copy all rows, in one transaction of the target.

    check: looks at a database before anything is copied, and at the other one before that is stored; raises
    if it is not to be moved

    StorageError if a bot runs on either, the source is not of this version, or the target is not empty.
    """
    given, made = name_of(url_of(source)), name_of(url_of(target))
    if url_of(source) == url_of(target):
        raise StorageError(f"{given}: it is there already; give the address of another database")
    with whole.reading(source, alone=True) as old:
        revision = migrations.must_be_newest(old, given)
        with whole.writing(target, revision) as new:
            check(old, given)
            rows = copying.copy(old, new, progress)
            check(new, made)
            games = old.execute(text("SELECT count(*) FROM tables")).scalar_one()
    return Moved(games, rows.count, rows.digest, revision)
