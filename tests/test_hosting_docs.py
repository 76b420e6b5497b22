"""What docs/hosting.md tells hosts to write down is safe to run."""

from __future__ import annotations

import re
from pathlib import Path

UNIT = (Path(__file__).parents[1] / "docs" / "hosting.md").read_text("utf-8").partition("```ini")[2]


def number(key: str) -> int:
    [found] = re.findall(rf"^{key}=(\d+)", UNIT.partition("```")[0], re.MULTILINE)
    return int(found)


def test_the_unit_never_uses_up_a_days_connections() -> None:
    """Discord allows 1,000 in a day. An outage of the network for a day must not end the service."""
    assert re.search(r"^StartLimitIntervalSec=1d$", UNIT, re.MULTILINE)
    assert 24 * 3600 / number("RestartSec") < number("StartLimitBurst") < 1000
