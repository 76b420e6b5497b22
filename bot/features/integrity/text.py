"""Fair play: how a game can be checked"""

from __future__ import annotations

from adjudicator.text import Text

VERIFY_COMMAND = "Check every result of a finished game, for everyone to see"

FAIR = Text(
    """### Fair play · {game} `{code}`
**Chance:** every flip, roll and lot comes from a secret seed, fixed before the first player joined. Its SHA-256 has stood in the channel since then, so nobody could change it.
**Orders:** when secret orders are locked, one digest over all of them is posted before anyone sees a result.
**At the end** seed and orders are opened, and anyone can recompute everything.""",
    game="Nemein",
    code="y5v7",
)
SEED_PROMISE = Text("Seed SHA-256: `{digest}`", digest="630dcd2966c4…")
SEED_OPEN = Text("Seed: `{seed}`\nSHA-256: `{digest}`", seed="0001020304…", digest="630dcd2966c4…")
LOCK = Text("Newest lock, {what}: `{digest}`", what="turn 3", digest="9f2c…")
RECEIPT = Text("Your receipt in it: `{sha256}`", sha256="a1b2…")
RECEIPT_OPEN = Text("Your receipt in it: `{sha256}`, salt `{salt}`", sha256="a1b2…", salt="00ff…")
FILE = "The file lists every lock, with all sheets that are open."
CHECK_LATER = "You can check it when the game is over."
CHECK = "Check it now"
