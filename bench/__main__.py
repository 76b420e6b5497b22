"""``python -m bench``: every measurement, each in a process of its own, one after the other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ORDER = (
    "rules",
    "nme_rules",
    "new_games",
    "turns",
    "pictures",
    "map_pictures",
    "nme_picture",
    "replay",
    "orders",
    "statements",
    "clock",
    "mail",
    "ratings",
    "pairing",
    "byes",
    "season",
)


def main() -> int:
    """Run the named measurements, or all; the exit code is 1 if one of them could not run."""
    here = Path(__file__).parent
    wanted = sys.argv[1:] or [name for name in ORDER if (here / f"{name}.py").exists()]
    failed = 0
    for name in wanted:
        print(f"== {name} ==", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode != 0
        print(flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
