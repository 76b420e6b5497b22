"""Signs of life, by a wall clock that somebody may set: what tells how long nobody was there.

Only the wall clock can tell it. The clock of the event loop stands still while a machine sleeps, but runs on
while a process is stopped, and starts anew with each; the wall clock shows both, and every restart.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signs:
    """last: the newest sign of life;  highest: the one with the latest time, which is another one after the
    clock was set back. Seconds since 1970."""

    last: float
    highest: float

    @classmethod
    def read(cls, text: str | None) -> Signs | None:
        """From what is stored; older versions stored the last one alone.

        >>> Signs.read("5.0"), Signs.read("5.0 9.0"), Signs.read(None)
        (Signs(last=5.0, highest=5.0), Signs(last=5.0, highest=9.0), None)
        """
        if not text:
            return None
        last, _, highest = text.partition(" ")
        return cls(float(last), float(highest or last))

    def __str__(self) -> str:
        return f"{self.last!r} {self.highest!r}"

    def at(self, now: float) -> Signs:
        """With another sign of life, now.

        >>> Signs(50.0, 50.0).at(20.0).at(30.0), Signs(30.0, 50.0).at(60.0)
        (Signs(last=30.0, highest=50.0), Signs(last=60.0, highest=60.0))
        """
        return Signs(now, max(now, self.highest))

    def before(self, now: float) -> float:
        """The newest sign of life that is not in the future; `now` itself if all are. A clock that was wrong
        and is set right again takes no time but that since it was right.

        >>> Signs(20.0, 50.0).before(40.0), Signs(20.0, 50.0).before(60.0), Signs(20.0, 50.0).before(10.0)
        (20.0, 50.0, 10.0)
        """
        return max((sign for sign in (self.last, self.highest) if sign <= now), default=now)
