"""``python -m bench``: every measurement, each in a process of its own, one after the other."""

from __future__ import annotations

import subprocess
import sys

ORDER = (
    *("rules", "turns", "pictures", "replay", "orders", "statements", "database", "players"),
    *("clock", "mail", "ratings", "pairing", "byes", "season", "web", "practice", "computers", "host"),
)


def main() -> int:
    """Run the named measurements, or all; the exit code is 1 if one of them could not run."""
    wanted = sys.argv[1:] or ORDER
    failed = 0
    for name in wanted:
        print(f"== {name} ==", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"bench.{name}"], check=False).returncode != 0
        print(flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
