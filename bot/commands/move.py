"""``python -m bot move FROM TO``: copy everything to an empty database, from SQLite to PostgreSQL or back.

FROM and TO are what FIELDPOST_DATABASE may be: the path of a SQLite file, or postgresql://user@host/name. A
password is better in PGPASSWORD or ~/.pgpass than here, where others on this machine can read it. Stop all
bots first: this refuses while one runs on either. Both are checked, as by `python -m bot check`, and all rows
are compared; then everything is there, or, if anything is wrong, nothing. FROM stays as it is. Exit code 0:
it is done; 2: it is not, and TO has not changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from adjudicator.text import counted
from bot.commands import DONE, Stop, arguments, progress
from bot.commands.check import look_at
from bot.storage import moving
from bot.storage.dialect import name_of, url_of


def main(argv: Sequence[str]) -> int:
    parser = arguments("move", __doc__)
    parser.add_argument("source", metavar="FROM", help="the database that has the games")
    parser.add_argument("target", metavar="TO", help="an empty one; a SQLite file is made")
    parser.add_argument("--force", action="store_true", help="also when the check finds faults")
    parser.add_argument("--quick", action="store_true", help="compare the rows, but replay no games")
    asked = parser.parse_args(argv)

    told = set[str]()

    def check(connection: Connection, name: str) -> None:
        """Print what is wrong with it, and was not with the first. Raises Stop if that is in the way."""
        if asked.quick:
            return
        found = look_at(connection)
        for line in found.lines():
            if line not in told:
                print(f"{name}: {line}")
        told.update(found.lines())
        if found.faults and not asked.force:
            raise Stop(
                f"{name}: the check found {counted(len(found.faults), 'fault')} in it, and nothing is moved; "
                "--force moves it all the same"
            )

    moved = moving.move(asked.source, asked.target, check, progress.rows)
    source, target = name_of(url_of(asked.source)), name_of(url_of(asked.target))
    password = ", with the password in place of ***" if url_of(asked.target).password else ""
    print(
        f"{target}: {counted(moved.games, 'game')}, {counted(moved.rows, 'row')}, schema {moved.revision}; "
        f"the same as in {source}, digest {moved.digest}\n"
        f"Now set FIELDPOST_DATABASE={target} in .env{password}, and start the bot.\n"
        f"Keep {source} until you are certain, and start no bot on it: what is played from now on is in the "
        "new database alone. To go back later, move that to a new place."
    )
    return DONE
