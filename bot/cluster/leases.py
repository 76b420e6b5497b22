"""What one process at a time does: leases of several kinds, and who does it while they are held.

This is without a driver, so that what holds leases needs none where there is one process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Held:
    """A lease that was just taken. since: of a shard, when it was last seen connected; session: where it can
    go on"""

    key: str
    term: int
    since: float | None
    session: Mapping[str, Any] | None


class Holder(Protocol):
    """What a process does with its leases of one kind. Their names are what follows the kind."""

    async def take(self, name: str, held: Held) -> None:
        """It is ours from now on. Returns soon."""

    async def give_back(self, name: str) -> Mapping[str, Any] | None:
        """End what goes on under it; what the next one needs to go on."""

    async def drop(self) -> None:
        """None is ours any more: when this returns nothing goes on under any of them."""


@dataclass(frozen=True)
class LeaseKind:
    """Leases of one kind, of which each process holds its share.

    slowly: one after the other is given back
    always: held also by a process that does not know yet whether it reaches Discord
    """

    name: str
    names: tuple[str, ...]
    holder: Holder
    slowly: bool = False
    always: bool = False

    def key(self, name: str) -> str:
        return f"{self.name}/{name}"
