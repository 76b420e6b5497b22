"""The two tiers: `make test` is short, `make soak` has all there is.

A test with the mark `soak` runs in `make soak` alone, or when it is asked for by its mark (`-m soak`). A test
that has a short form and a long one looks at `SOAK`.

FIELDPOST_SOAK=1: the long tier.
FIELDPOST_SEED: of what is drawn by lot there. It fixes what is done and where a kill is aimed; processes are
not deterministic, so a failure need not come back.
FIELDPOST_KILLS: how often each of the random tests kills the bot in the long tier.
"""

from __future__ import annotations

import os

SOAK = os.environ.get("FIELDPOST_SOAK") == "1"
SEED = int(os.environ.get("FIELDPOST_SEED", "1"))
KILLS = int(os.environ.get("FIELDPOST_KILLS", "200"))
