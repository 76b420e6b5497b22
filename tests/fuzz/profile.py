"""Hypothesis without luck: the same examples in every run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from tests.tiers import sample

settings.register_profile(
    "fieldpost",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("fieldpost")
FIELDPOST = settings.get_profile("fieldpost")
LONG = 20
"""So many times more examples has a long run."""


def fuzzed(
    examples: int, *values: SearchStrategy[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test with so many examples of these values, and in `make soak` with many more."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @pytest.mark.parametrize("most", sample([examples, LONG * examples], [0]))
        def run(most: int) -> None:
            settings(FIELDPOST, max_examples=most)(given(*values)(test))()

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return decorate
