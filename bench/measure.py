"""How the measurements measure, and how they say what they found."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from statistics import median, quantiles
from time import perf_counter, process_time

Runs = Iterable[tuple[str, Callable[[], bytes]]]
"""Pictures to draw one after the other, by name; the next is made when the one before is drawn."""


def argument(usual: int, at: int = 1) -> int:
    """Return a number given on the command line."""
    return int(sys.argv[at]) if len(sys.argv) > at else usual


def word(reached: bool) -> str:
    """Return what is said of a target."""
    return "reached" if reached else "MISSED"


def target(text: str, reached: bool, goal: str) -> bool:
    """Print what was found beside its target; returns whether that is reached."""
    print(f"{text}   target {goal}: {word(reached)}", flush=True)
    return reached


def row(name: str, seconds: Sequence[float], more: str = "", wide: int = 14) -> None:
    """Print a line: the median and the 95th percentile."""
    slow = quantiles(seconds, n=20)[-1]
    print(f"{name:<{wide}} median {median(seconds) * 1000:7.2f} ms   95 % {slow * 1000:7.2f} ms   {more}")


def pictures(rounds: int, turns: Iterable[Runs]) -> dict[str, float]:
    """Time the pictures of some turns, and print a line for each kind; returns their medians.

    The very first is drawn with nothing kept from before. Counted is the process's own time, which a busy
    machine changes least.
    """
    source = iter(turns)
    _, first = next(iter(next(source)))
    begun = perf_counter()
    first()
    print(f"first picture, caches empty: {(perf_counter() - begun) * 1000:.0f} ms")
    times, sizes = defaultdict[str, list[float]](list), dict[str, int]()
    for runs in islice(source, rounds):
        for name, run in runs:
            begun = process_time()
            sizes[name] = len(run())
            times[name].append(process_time() - begun)
    for name, taken in times.items():
        row(name, taken, f"{sizes[name]:7} bytes")
    return {name: median(taken) for name, taken in times.items()}


def ratio(what: str, found: float, *, most: float | None = None, least: float | None = None) -> bool:
    """Print a ratio with its target, if it has one; returns whether that is reached."""
    target = most if most is not None else least
    if target is None:
        print(f"{what:<22} {found:6.2f}")
        return True
    reached = found <= target if most is not None else found >= target
    print(f"{what:<22} {found:6.2f}   target {'≤' if most is not None else '≥'} {target:g}: {word(reached)}")
    return reached


def speed(count: Callable[[], int]) -> float:
    """Return how many were counted in a second."""
    begun = perf_counter()
    return count() / (perf_counter() - begun)


def beside(
    what: str, ours: Callable[[], float], theirs: Callable[[], float], rounds: int, least: float | None = None
) -> bool:
    """Compare two speeds in rounds that begin in turn, by the median of their ratios."""
    mine, others = list[float](), list[float]()
    for at in range(rounds):
        order = [(mine, ours), (others, theirs)]
        for found, run in order if at % 2 == 0 else reversed(order):
            found.append(run())
    print(f"{what:<46} ours {median(mine):>11,.0f}   theirs {median(others):>11,.0f}   ", end="")
    return ratio("ratio", median(a / b for a, b in zip(mine, others, strict=True)), least=least)
