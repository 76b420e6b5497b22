"""What the bot notes about its own work. `Metrics` drops it all; `bot/monitoring` keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

Drawn = Literal["board", "chance"]
"""A picture of a board, or an animation of coins or dice."""


class Metrics:
    """Takes notes and keeps none of them. Any thread may call it.

    No argument may be a name, a code of a game, or an id of a user, server or channel: it becomes a label.
    """

    def resolved(self, game: str, seconds: float) -> None:
        """Note that a turn was resolved. game: its rules, such as "nme"; seconds: how long that took"""

    def drawn(self, what: Drawn, seconds: float) -> None:
        """Note that something was drawn. seconds: from the request on, waiting for a process included"""

    def worked(self, job: str, seconds: float) -> None:
        """Note that a worker has done a job of the queue. job: its name there, such as "picture\""""

    def called(self, route: str, status: str) -> None:
        """Note an answer of Discord's to a REST call. route: a template, "GET /channels/{}/messages"; status:
        the HTTP status, or "none" if no answer arrived"""

    def limited(self, scope: str) -> None:
        """Note that Discord refused a call for its rate (429). scope: user, global, shared or unknown"""

    @contextmanager
    def timing(self, note: Callable[[float], None]) -> Iterator[None]:
        """Call `note` with the seconds that the block took, unless it raises."""
        begun = time.perf_counter()
        yield
        note(time.perf_counter() - begun)
