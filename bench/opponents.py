"""Two textbook opponents that the engines are measured against, for every game whose seats take turns.

Both know a game through its protocol alone, besides the worth of its pieces. So they are slow: compare nodes,
not time. What they have to choose before the first turn they choose at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from adjudicator.chance import Chance, HmacChance
from adjudicator.game import AnyGame, Outcome, Seat, texts
from engines.engine import WIN, Engine, Task, Thought
from engines.shown import choices
from engines.simple import RandomEngine

WORTH: Mapping[str, Mapping[str, int]] = {
    "cic": {"A": 1, "K": 1, "T": 2, "S": 3, "D": 3, "H": 4, "F": 4, "B": 5, "C": 7},
    "nme": {"I": 1, "S": 3, "N": 3, "A": 5, "P": 20},
    "ww3": {"N": 9, "A": 7, "T": 6, "C": 5, "P": 4, "S": 3, "B": 20},
}
"""What a piece is worth, by game and letter. Nemein's coins are worth what is written on them."""

_LAST = 1000 * WIN


class _Textbook(RandomEngine):
    def think(self, task: Task) -> Thought:
        if task.view["phase"] == "setup":
            return super().think(task)
        random = Random(task.seed)
        state = self._of.sample(task.view, random)
        table = _Table(self.game, task.view, random)
        order, value, nodes = self._search(table, state, task)
        return Thought(tuple(texts([order])), max(-WIN, min(WIN, value)), "It looked ahead.", nodes)

    def _search(self, table: _Table, state: Any, task: Task) -> tuple[Any, int, int]:
        """Return an order, its value and how many positions were made."""
        raise NotImplementedError


class PlainAlphaBeta(_Textbook):
    """Counts material two turns deep, its own and the reply, by alpha-beta; more than two seats: all of the
    others are against it. Coins are the mean of both sides."""

    TURNS = 2
    MOST = 100_000
    """Limits the positions of one thought; no game reaches it but with very long turns."""

    def _search(self, table: _Table, state: Any, task: Task) -> tuple[Any, int, int]:
        best: tuple[float, Any] | None = None
        orders = table.orders(state)
        table.random.shuffle(orders)
        for order in orders:
            low = best[0] if best else -float("inf")
            value = self._after(table, state, order, self.TURNS, low, float("inf"))
            if best is None or value > best[0]:
                best = value, order
        assert best is not None
        return best[1], round(best[0]), table.made

    def _after(self, table: _Table, state: Any, order: Any, turns: int, low: float, high: float) -> float:
        """Return the value of an order, the mean of what its coins may make of it."""
        found = list(table.outcomes(state, order))
        if len(found) > 1:
            low, high = -float("inf"), float("inf")
        return sum(
            self._value(table, after, turns - (not table.goes_on(after)), low, high) for after in found
        ) / len(found)

    def _value(self, table: _Table, state: Any, turns: int, low: float, high: float) -> float:
        mover = table.mover(state)
        if mover is None or turns <= 0 or table.made >= self.MOST:
            return table.material(state)
        ours = mover in table.friends
        best = -float("inf") if ours else float("inf")
        for order in table.orders(state):
            value = self._after(table, state, order, turns, low, high)
            if ours:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best


@dataclass(slots=True)
class _Tried:
    """What an order has brought so far. total: rewards, 0 to 1 each, of the team that gave it"""

    visits: int = 0
    total: float = 0.0
    below: dict[str, _Tried] = field(default_factory=dict)


class Uct(_Textbook):
    """Upper confidence bounds on trees, with random playouts. A node is a position made, in the tree or in a
    playout; a playout that is not over after `LENGTH` turns is judged by material. Coins fall anew on every
    way down."""

    EXPLORE = 0.7
    LENGTH = 40

    def nodes(self, level: Any) -> int:
        return self._of.nodes(level)

    def _search(self, table: _Table, state: Any, task: Task) -> tuple[Any, int, int]:
        budget = task.nodes or self._of.nodes(task.level)
        root = _Tried()
        orders = {str(order): order for order in table.orders(state)}
        while table.made < budget and len(orders) > 1:
            self._descend(table, state, root)
        if not root.below:
            return next(iter(orders.values())), 0, table.made
        best = max(root.below, key=lambda text: (root.below[text].visits, root.below[text].total))
        tried = root.below[best]
        return orders[best], round((2 * tried.total / tried.visits - 1) * WIN), table.made

    def _descend(self, table: _Table, state: Any, node: _Tried) -> None:
        path: list[tuple[Seat, _Tried]] = []
        node.visits += 1
        while (mover := table.mover(state)) is not None:
            text, order = self._pick(table, node, table.orders(state))
            state = table.after(state, order)
            new = text not in node.below
            node = node.below.setdefault(text, _Tried())
            path.append((mover, node))
            node.visits += 1
            if new:
                break
        rewards = table.rewards(self._playout(table, state))
        for seat, tried in path:
            tried.total += rewards[seat]

    def _pick(self, table: _Table, node: _Tried, orders: list[Any]) -> tuple[str, Any]:
        listed = [(str(order), order) for order in orders]
        fresh = [each for each in listed if each[0] not in node.below]
        if fresh:
            return table.random.choice(fresh)
        total = log(node.visits)

        def bound(each: tuple[str, Any]) -> float:
            tried = node.below[each[0]]
            return tried.total / tried.visits + self.EXPLORE * sqrt(total / tried.visits)

        return max(listed, key=bound)

    def _playout(self, table: _Table, state: Any) -> Any:
        for _ in range(self.LENGTH):
            if table.mover(state) is None:
                break
            state = table.after(state, table.random.choice(table.orders(state)))
        return state


class _Table:
    """A game through its protocol, as one seat searches it. made: positions so far"""

    def __init__(self, game: AnyGame, view: Mapping[str, Any], random: Random) -> None:
        self.random, self.made = random, 0
        self._game, self._worth = game, WORTH.get(game.key, {})
        self._seats = tuple(view["seats"])
        self._teams = game.teams(view["options"])
        self.friends = self._friends(view["seat"])
        self._chance = HmacChance(random.randbytes(32), "opponent")

    def _friends(self, seat: Seat) -> tuple[Seat, ...]:
        return next(team for team in self._teams if seat in team)

    def mover(self, state: Any) -> Seat | None:
        return min(self._game.phase(state).owing, default=None)

    def goes_on(self, state: Any) -> bool:
        """Tell whether whoever moves is in the middle of a turn."""
        return self._game.phase(state).goes_on

    def orders(self, state: Any) -> list[Any]:
        return choices(self._game, self._game.view(state, self.mover(state)), ())

    def after(self, state: Any, order: Any) -> Any:
        return self._made(state, order, self._chance)

    def outcomes(self, state: Any, order: Any) -> Iterator[Any]:
        """Make the states that an order may lead to: two where a coin is flipped."""
        first = self._game.drawn(state)
        tails, heads = _Coin(False, first), _Coin(True, first)
        yield self._made(state, order, tails)
        if tails.n > first:
            yield self._made(state, order, heads)

    def _made(self, state: Any, order: Any, chance: Chance) -> Any:
        self.made += 1
        return self._game.resolve(state, dict.fromkeys(self._game.phase(state).owing, (order,)), chance).state

    def material(self, state: Any) -> float:
        """Return what the friends have more than the others; the end counts more than all pieces."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return (2 * _reward(outcome, self.friends) - 1) * _LAST
        held = self._held(state)
        mine = sum(held[seat] for seat in self.friends if seat in held)
        rivals = [worth for seat, worth in held.items() if seat not in self.friends]
        return mine - sum(rivals) / max(1, len(rivals))

    def rewards(self, state: Any) -> dict[Seat, float]:
        """Return 0 (worst) to 1 for each seat: by the places, or by its share of the pieces."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return {seat: _reward(outcome, team) for team in self._teams for seat in team}
        held = self._held(state)
        total = sum(held.values()) or 1
        even = 1 / len(self._teams)
        return {
            seat: max(0.0, min(1.0, 0.5 + 0.5 * (sum(held.get(each, 0) for each in team) / total - even)))
            for team in self._teams
            for seat in team
        }

    def _held(self, state: Any) -> dict[Seat, float]:
        """Weigh the pieces of each side. A team's are those of its first seat. An army that is no seat's,
        Gray's in Protect the Ally, is left out."""
        if self._game.key == "nemein":
            found = dict.fromkeys(self._seats, 0.0)
            for stack in state.tiles:
                if stack is not None:
                    coins = stack.housed + sum(stack.loose)
                    found[stack.owner] += 100 * coins / state.money(stack.owner).whole
            return found
        first = {team[0].partition("-")[0]: team[0] for team in self._teams}
        return {
            first[side]: float(sum(self._worth[letter] for letter in pieces.values()))
            for side, pieces in self._game.dump(state)["pieces"].items()
            if side in first
        }


class _Coin:
    """Chance in which every coin falls on the same side."""

    def __init__(self, heads: bool, n: int) -> None:
        self._heads, self._n = heads, n

    @property
    def n(self) -> int:
        return self._n

    def coin(self) -> bool:
        self._n += 1
        return self._heads

    def below(self, n: int) -> int:
        self._n += 1
        return 0


def _reward(outcome: Outcome, team: tuple[Seat, ...]) -> float:
    """Return which part of the others a team is placed before, 0 to 1; an equal place is half."""
    own = outcome.places[team[0]]
    others = [place for seat, place in outcome.places.items() if seat not in team]
    return sum((place > own) + (place == own) / 2 for place in others) / len(others)


def opponents(of: Engine) -> Mapping[str, Engine]:
    """Return both by name. of: the game's engine"""
    return {"alphabeta": PlainAlphaBeta(of), "uct": Uct(of)}
