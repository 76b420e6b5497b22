"""The two simplest engines, for every game: what the others are measured against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Seat, texts
from engines.engine import Engine, Level, Task, Thought
from engines.shown import choices

_SEED = bytes(32)


class RandomEngine:
    """Orders anything that is legal. of: the game's engine, which knows what a view leaves open"""

    def __init__(self, of: Engine) -> None:
        self.game: AnyGame = of.game
        self._of = of

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        state = self._of.sample(task.view, random)
        view = self.game.view(state, task.view["seat"])
        return Thought(tuple(texts(random_sheet(self.game, view, random))), 0, "Anything goes.", 1)

    def sample(self, view: Mapping[str, Any], random: Random) -> Any:
        return self._of.sample(view, random)

    def judge(self, state: Any, seat: Seat) -> int:
        return self._of.judge(state, seat)

    def nodes(self, level: Level) -> int:
        return 1


class GreedyEngine(RandomEngine):
    """Orders what looks best right after it, if the others do nothing. Of sheets with many lines it looks at
    a few random ones."""

    SHEETS = 40

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        state = self._of.sample(task.view, random)
        seat = task.view["seat"]
        view = self.game.view(state, seat)
        best: tuple[int, tuple[str, ...]] | None = None
        nodes = 0
        for sheet in self._sheets(view, random):
            after = self._after(state, seat, sheet)
            nodes += 1
            if after is not None and (best is None or self._of.judge(after, seat) > best[0]):
                best = self._of.judge(after, seat), tuple(texts(sheet))
        if best is None:
            return super().think(task)
        return Thought(best[1], best[0], "It looks best right now.", nodes)

    def _sheets(self, view: Any, random: Random) -> Iterator[tuple[Any, ...]]:
        first = choices(self.game, view, ())
        if any(self.game.unit_of(order) for order in first) or view.phase.key == "setup":
            for _ in range(self.SHEETS):
                yield random_sheet(self.game, view, random)
        else:
            random.shuffle(first)
            yield from ((order,) for order in first)

    def _after(self, state: Any, seat: Seat, sheet: tuple[Any, ...]) -> Any | None:
        """Return the state after a sheet, the others taking their defaults; None: they have none."""
        orders = {seat: sheet}
        for other in self.game.phase(state).owing - {seat}:
            default = self.game.default(self.game.view(state, other))
            if default is None:
                return None
            orders[other] = default
        chance = HmacChance(_SEED, "greedy", self.game.drawn(state))
        return self.game.resolve(state, orders, chance).state


def random_sheet(game: AnyGame, view: Any, random: Random) -> tuple[Any, ...]:
    """Return a legal sheet of orders for the view's seat: an order for each line of it, or the one order of a
    turn. In a set-up it is one of the examples, completed."""
    for _ in range(20):
        sheet = _filled(game, view, random)
        try:
            game.check(view, sheet)
        except OrderError:  # two lines that each are legal, but not together
            continue
        return sheet
    default = game.default(view)
    if default is None:
        raise ValueError("no legal sheet was found")
    return tuple(default)


def _filled(game: AnyGame, view: Any, random: Random) -> tuple[Any, ...]:
    sheet: tuple[Any, ...] = ()
    while found := choices(game, view, sheet):
        joined = game.join(view, sheet, (random.choice(found),))
        if joined == sheet:
            break
        sheet = tuple(joined)
        if view.phase.key == "setup" and not choices(game, view, sheet):
            break
    return sheet
