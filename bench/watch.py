"""How long an event loop was blocked, by what, and how much memory its processes took."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

TICK = 0.002
SUSPECT = 0.02
"""From so many seconds on a gap is looked into."""
_OURS = ("/adjudicator/", "/bot/", "/maps/")


class Watch:
    """A ticker in the loop, and a thread that looks what the loop does while it does not tick.

    gaps: for each tick, how late it came and how much of that this process computed, in seconds. On a machine
    with other work a tick is late though nothing blocked: what was computed meanwhile bounds what we did.
    """

    def __init__(self) -> None:
        self.gaps: list[tuple[float, float]] = []
        self.found: list[tuple[float, Counter[str]]] = []
        self.collected = 0.0
        self._at = time.perf_counter()
        self._seen: Counter[str] = Counter()
        self._begun = 0.0
        self._done = threading.Event()
        self._loop_thread = threading.get_ident()

    def start(self) -> None:
        """Begin, in the loop that is to be watched."""
        gc.callbacks.append(self._collecting)
        threading.Thread(target=self._look, daemon=True).start()
        self._task = asyncio.create_task(self._tick())

    def stop(self) -> None:
        gc.callbacks.remove(self._collecting)
        self._done.set()
        self._task.cancel()

    async def _tick(self) -> None:
        while True:
            self._at, computed = time.perf_counter(), time.process_time()
            self._seen = Counter()
            await asyncio.sleep(TICK)
            late = time.perf_counter() - self._at - TICK
            self.gaps.append((late, min(late, time.process_time() - computed)))
            if late > SUSPECT:
                self.found.append((self.gaps[-1][1], self._seen))

    def _look(self) -> None:
        frames = sys._current_frames
        while not self._done.wait(0.004):
            if time.perf_counter() - self._at > TICK + SUSPECT / 2:
                self._seen[_told(frames()[self._loop_thread])] += 1

    def _collecting(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.perf_counter()
        else:
            self.collected = max(self.collected, time.perf_counter() - self._begun)

    def longest(self) -> tuple[float, float]:
        """The longest time without a tick, and the longest that was computed in one, in seconds."""
        return max(late for late, _ in self.gaps), max(own for _, own in self.gaps)

    def culprits(self, most: int = 8) -> list[str]:
        """Where the longest gaps were spent, a line each."""
        worst = sorted(self.found, key=lambda found: found[0], reverse=True)[:most]
        return [
            f"{own * 1000:6.1f} ms  " + "; ".join(f"{where} ×{n}" for where, n in seen.most_common(3))
            for own, seen in worst
        ]


def _told(frame: FrameType | None) -> str:
    """The innermost calls of a stack, and the innermost three of ours."""
    names: list[str] = []
    first = ""
    while frame is not None:
        code = frame.f_code
        name = f"{Path(code.co_filename).stem}.{code.co_name}:{frame.f_lineno}"
        first = first or name
        if any(part in code.co_filename for part in _OURS) and len(names) < 3:
            names.append(name)
        frame = frame.f_back
    inner = [] if names and names[0] == first else [first]
    return " < ".join([*inner, *names])


def megabytes(pid: int | None = None) -> float:
    """The most memory that a process has had; of this one unless given."""
    status = Path(f"/proc/{pid or 'self'}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def children() -> list[int]:
    """The processes that this one started and that still run."""
    listed = Path("/proc/self/task").glob("*/children")
    return [int(pid) for file in listed for pid in file.read_text().split()]
