"""A cache whose entries expire, each after its own time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    def __init__(self, now: Callable[[], float], most: int) -> None:
        """most: entries that are held; one more takes the place of the oldest"""
        self._now, self._most = now, most
        self._held: dict[K, tuple[float, V]] = {}

    def get(self, key: K) -> V | None:
        until, value = self._held.get(key, (0.0, None))
        return value if until > self._now() else None

    def put(self, key: K, value: V, seconds: float) -> None:
        if len(self._held) >= self._most:
            now = self._now()
            self._held = {key: one for key, one in self._held.items() if one[0] > now}
            while len(self._held) >= self._most:  # the oldest
                del self._held[next(iter(self._held))]
        self._held.pop(key, None)
        self._held[key] = self._now() + seconds, value
