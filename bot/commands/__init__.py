"""The commands of ``python -m bot``: one module each, with ``main(argv) -> exit code``.

A new command is a module here and a line in `COMMANDS`. It prints for people: what was done on stdout,
progress on stderr, and what stops it as one line, which `Stop`, SettingsError and StorageError become.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from adjudicator.text import listing, nearest
from bot.common.errors import SettingsError
from bot.storage.errors import StorageError

DONE, FAULTY, REFUSED = 0, 1, 2
"""Exit codes: done; it was looked at and something is wrong with it; it could not be done as asked."""

COMMANDS: Mapping[str, str] = {
    "run": "run the bot, as without a command",
    "backup": "copy the database to a file, also while the bot runs",
    "restore": "put a backup in the database's place",
    "move": "copy everything to another database, from SQLite to PostgreSQL or back",
    "health": "ask the running bot how it is; for containers and supervisors",
    "check": "replay every stored game, and compare all that is stored",
    "ratings": "are the stored ratings those of the stored games? --recount stores these",
    "export": "write the record of a game to a file",
    "league": "check the file of a league's season",
    "web": "serve the pages beside the bots of this database, which must be PostgreSQL",
    "worker": "do work for the bots of this database: pictures, replays, pairings, imports",
}
"""Every command with what it does, for --help. Only the one that is asked for is imported."""


PROGRAM = "fieldpost" if Path(sys.argv[0]).name == "fieldpost" else "python -m bot"
"""How this program was called, for its help."""


class Stop(Exception):  # noqa: N818 - the end of a command, told in one line
    """What was wrong and what would work, in one line. code: the exit code"""

    def __init__(self, line: str, code: int = REFUSED) -> None:
        super().__init__(line)
        self.code = code


def main(argv: Sequence[str]) -> int:
    """Run a command; without one, the bot. The exit code: see DONE, FAULTY, REFUSED and `run`."""
    name, *rest = argv or ["run"]
    if name in ("-h", "--help", "help"):
        print(usage())
        return DONE
    try:
        if name not in COMMANDS:
            meant = listing(nearest(name, COMMANDS))
            hint = f"did you mean {meant}?" if meant else "--help lists them"
            raise Stop(f"there is no command {name!r}; {hint}")
        code: int = import_module(f"bot.commands.{name}").main(rest)
    except Stop as end:
        return complain(str(end), end.code)
    except (SettingsError, StorageError) as error:
        return complain(str(error))
    except KeyboardInterrupt:
        return complain("stopped")
    return code


def usage() -> str:
    """What --help prints."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {told}" for name, told in COMMANDS.items()]
    head = [f"usage: {PROGRAM} [COMMAND] [...]", "", "Fieldpost: war games by mail in Discord.", ""]
    return "\n".join([*head, *lines, "", f"{PROGRAM} COMMAND --help says more about each."])


def arguments(name: str, told: str | None = None) -> argparse.ArgumentParser:
    """A parser for a command's arguments; what it refuses ends the program with exit code 2.

    told: the module's docstring, which begins with how it is called, in double backquotes, and a colon
    """
    words = COMMANDS[name] if told is None else told.partition("``: ")[2]
    return argparse.ArgumentParser(prog=f"{PROGRAM} {name}", description=words)


def complain(line: str, code: int = REFUSED) -> int:
    """The one line for the host, on stderr."""
    print(f"fieldpost: {' '.join(line.split())}", file=sys.stderr)
    return code
