"""The two tiers: `make test` is short, `make soak` has all there is.

A test with the mark `soak` runs in `make soak` alone, or when it is asked for by its mark (`-m soak`). A test
that has a short form and a long one looks at `SOAK`.

FIELDPOST_SOAK=1: the long tier.
FIELDPOST_SEED: of what is drawn by lot there. It fixes what is done and where a kill is aimed; processes are
not deterministic, so a failure need not come back.
FIELDPOST_KILLS: how often each of the random tests kills the bot in the long tier.
FIELDPOST_FAULTS: how many faults several bots and their database have there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

SOAK = os.environ.get("FIELDPOST_SOAK") == "1"
SEED = int(os.environ.get("FIELDPOST_SEED", "1"))
KILLS = int(os.environ.get("FIELDPOST_KILLS", "200"))
FAULTS = int(os.environ.get("FIELDPOST_FAULTS", "500"))


def batches(quick: int, every: int) -> list[Any]:
    """Numbers from 0 for a test of random play, a seed each: the first `quick` run in `make test`, the
    others, up to `every`, in `make soak`."""
    return sample(range(every), range(quick))


def sample(every: Sequence[Any], quick: Iterable[int]) -> list[Any]:
    """Parameters of a test, tuples where it has several: those at the places `quick` run in `make test`, the
    others in `make soak`."""
    places, found = set(quick), []
    for place, one in enumerate(every):
        values = one if isinstance(one, tuple) else (one,)
        found.append(pytest.param(*values, marks=[] if place in places else [pytest.mark.soak]))
    return found
