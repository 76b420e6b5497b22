"""What this process may use of its machine."""

from __future__ import annotations

import os
from pathlib import Path

MOST_THINKERS = 4
THINKER_BYTES = 150 << 20
"""A process that thinks takes less."""
SHARE = 4
"""Processes that think take one part in so many of the memory."""
BUSY = 2
_CGROUP = Path("/sys/fs/cgroup")


def cores() -> int:
    """How many processors there are for this process; a container may have less than its machine."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota, _, period = _limit("cpu.max").partition(" ")
    if quota.isdigit() and period.isdigit():
        there = min(there, -(-int(quota) // int(period)))
    return max(1, there)


def memory() -> int:
    """How many bytes of memory there are, for a container as many as it may take."""
    limit = _limit("memory.max")
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # not on every system
        there = SHARE * THINKER_BYTES
    return min(there, int(limit)) if limit.isdigit() else there


def thinkers() -> int:
    """How many processes may think at the same time: one a core, as far as there is memory for them."""
    return max(1, min(MOST_THINKERS, cores(), memory() // SHARE // THINKER_BYTES))


def is_busy() -> bool:
    """Whether the whole machine has had more than twice as much to do as it can, for a minute."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > BUSY * (os.cpu_count() or 1)


def _limit(name: str) -> str:
    """What a control group of Linux (version 2) has for this process; "" where there is none."""
    try:
        return (_CGROUP / name).read_text().strip()
    except OSError:
        return ""
