"""The two tiers of tests: `make test` runs a share of the random play, `make soak` all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


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
