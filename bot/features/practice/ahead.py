"""Computers whose orders are due together with a person's think while the person decides.

Their thoughts see nothing of what the person writes, so it makes no difference but to the wait. It is one
thought after the other, for one board of each person, so that nobody else waits long. Nothing of it is
stored; what was not thought ahead is thought when it is needed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass, field

from adjudicator.game import Seat

MOST = 100
"""So many people are thought ahead for; who came first is dropped."""

Thought = tuple[tuple[str, ...], object]
Thinks = Callable[[Seat], Awaitable[Thought]]


@dataclass(slots=True)
class _Turn:
    position: Hashable
    thoughts: dict[Seat, asyncio.Task[Thought]] = field(default_factory=dict)
    going: asyncio.Task[None] | None = None

    def stop(self, *, all_of_it: bool) -> None:
        """Begin no further thought. all_of_it: nobody wants the others any more"""
        if self.going is not None:
            self.going.cancel()
        for task in self.thoughts.values() if all_of_it else ():
            task.cancel()


class Ahead:
    def __init__(self) -> None:
        self._turns: dict[int, _Turn] = {}

    def begin(self, user_id: int, position: Hashable, seats: Sequence[Seat], thinks: Thinks) -> None:
        """Think for these seats in the background, unless that is done or under way. What was thought for
        another position of the user's is dropped."""
        there = self._turns.get(user_id)
        if there is not None and there.position == position:
            return
        if there is not None:
            self._turns.pop(user_id).stop(all_of_it=True)
        elif len(self._turns) >= MOST:
            self._turns.pop(next(iter(self._turns))).stop(all_of_it=True)
        made = self._turns[user_id] = _Turn(position)
        made.going = asyncio.create_task(_each(made, seats, thinks))

    def take(self, user_id: int, position: Hashable) -> dict[Seat, asyncio.Task[Thought]]:
        """The thoughts on a position that were begun; the caller has them from now on."""
        there = self._turns.get(user_id)
        if there is None or there.position != position:
            return {}
        self._turns.pop(user_id).stop(all_of_it=False)
        return there.thoughts

    def close(self) -> None:
        for turn in self._turns.values():
            turn.stop(all_of_it=True)
        self._turns.clear()


async def _each(turn: _Turn, seats: Sequence[Seat], thinks: Thinks) -> None:
    for seat in seats:
        task = turn.thoughts[seat] = asyncio.ensure_future(_thought(thinks, seat))
        await asyncio.wait([task])
        if task.cancelled() or task.exception() is not None:
            return  # it is thought again when it is needed


async def _thought(thinks: Thinks, seat: Seat) -> Thought:
    return await thinks(seat)
