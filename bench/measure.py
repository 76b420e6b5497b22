"""How the measurements measure, and how they say what they found."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter, process_time


def first(run: Callable[[], object]) -> None:
    """Run once and say how long it took: with nothing kept from an earlier run."""
    started = perf_counter()
    run()
    print(f"first picture, caches empty: {(perf_counter() - started) * 1000:.0f} ms")


def timed(run: Callable[[], bytes], taken: list[float]) -> int:
    """Run once, note the milliseconds of the process's own time, and return the size of the picture."""
    started = process_time()
    size = len(run())
    taken.append((process_time() - started) * 1000)
    return size


def show(times: Mapping[str, Sequence[float]], sizes: Mapping[str, int]) -> None:
    """A line for each kind of picture: milliseconds and bytes."""
    for name, taken in times.items():
        p95 = statistics.quantiles(taken, n=20)[-1]
        middle = statistics.median(taken)
        print(f"{name:9} median {middle:7.2f} ms   p95 {p95:7.2f} ms   {sizes[name]:7} bytes")


def speed(count: Callable[[], int]) -> float:
    """What was counted, a second."""
    begun = perf_counter()
    number = count()
    return number / (perf_counter() - begun)


def beside_chess(
    what: str,
    game: str,
    ours: Callable[[], int],
    theirs: Callable[[], int],
    rounds: int,
    target: float | None = None,
) -> float:
    """The median ratio of what `ours` and python-chess count a second, in rounds that begin in turn."""
    mine, chesses = list[float](), list[float]()
    for number in range(rounds):
        order = [(mine, ours), (chesses, theirs)]
        for found, count in order if number % 2 == 0 else reversed(order):
            found.append(speed(count))
    here, there = statistics.median(mine), statistics.median(chesses)
    ratio = statistics.median(a / b for a, b in zip(mine, chesses, strict=True))
    word = ""
    if target is not None:
        word = f"   target {target:.1f}: {'reached' if ratio >= target else 'MISSED'}"
    print(f"{what:<44} {game} {here:>12,.0f}   python-chess {there:>12,.0f}   ratio {ratio:5.2f}{word}")
    return ratio
