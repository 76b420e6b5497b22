"""Nemein's engine: a set-up, then turn after turn, each answered up to its next coin flip."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from adjudicator.game import AnyGame, Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.orders import Action, End, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import MOVE, State
from engines.engine import WIN, Level, Task, Thought
from engines.nemein.evaluate import WON, evaluate, finished
from engines.nemein.manners import is_hopeless, is_time_to_offer, patience
from engines.nemein.position import NOBODY, Position, ground_of, of_state
from engines.nemein.search import Line, Search, at_sight
from engines.nemein.setups import set_up
from engines.nemein.turns import Step
from engines.nemein.words import chosen, sentence
from engines.shown import open_state


@dataclass(frozen=True, slots=True)
class _Strength:
    """nodes: positions a turn
    depth: turns ahead, at most; even, as a search that ends with one's own turn plays no better than one that
           ends a turn sooner
    noise: how far a position may be misjudged
    """

    nodes: int
    depth: int
    noise: int


STRENGTHS = {
    Level.RECRUIT: _Strength(400, 1, 3_000),
    Level.SERGEANT: _Strength(1_000, 2, 2_050),
    Level.CAPTAIN: _Strength(1_500, 2, 400),
    Level.GENERAL: _Strength(28_000, 4, 0),
}


class NemeinEngine:
    """Plays Nemein. Nothing is hidden in it but the set-up, so a view is a state."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    @property
    def game(self) -> AnyGame:
        return self._game

    def think(self, task: Task) -> Thought:
        random, state = Random(task.seed), self.sample(task.view, Random(0))
        seat, strength = task.view["seat"], STRENGTHS[task.level]
        if state.phase == "setup":
            sheet = set_up(state.options, seat, task.level, random)
            return Thought(tuple(map(str, sheet)), 0, chosen(state.options, seat, sheet[0]), 1)
        position = of_state(ground_of(state.options), state)
        search = Search(strength.nodes if task.nodes is None else task.nodes, random, strength.noise)
        found = search.best(position, state.stage, strength.depth)
        value, said = found.value, sentence(position, found.line, found.value)
        if strength.noise and abs(value) <= WON // 2:
            value = at_sight(found.line, position.mover)  # the best of many misjudgements is far too high
        texts = tuple(map(str, _orders(position, found.line)))
        if is_hopeless(position, value):
            return Thought(("concede",), -WIN, "Concedes: there is nothing left to hope for.", found.nodes)
        even = abs(value) <= patience(position)
        if set(state.offers) - {seat} and (even or -WON // 2 < value < 0):
            return Thought(("draw",), scaled(value), "Agrees to a draw.", found.nodes)
        if even and state.stage == MOVE and not state.offers and is_time_to_offer(position):
            return Thought(("draw", *texts), scaled(value), "Offers a draw, and plays on.", found.nodes)
        return Thought(texts, scaled(value), said, found.nodes)

    def sample(self, view: Mapping[str, Any], random: Random) -> State:
        found: State = open_state(self._game, State, view)
        return found

    def judge(self, state: State, seat: Seat) -> int:
        if state.phase == "setup":
            return 0
        if state.outcome is not None:
            places = state.outcome.places
            mine, theirs = places[seat], min(places[each] for each in SEATS if each != seat)
            return 0 if mine == theirs else WIN if mine < theirs else -WIN
        position = of_state(ground_of(state.options), state)
        value = evaluate(position) if position.winner == NOBODY else finished(position)
        return scaled(value if state.mover == seat else -value)

    def nodes(self, level: Level) -> int:
        return STRENGTHS[level].nodes


def scaled(value: int) -> int:
    """Bring a value of search to -WIN … WIN.

    >>> scaled(0), scaled(600), scaled(WON)
    (0, 499, 1000)
    """
    if abs(value) > WON // 2:
        return WIN if value > 0 else -WIN
    size = (WIN - 1) * abs(value) // (abs(value) + 600)
    return size if value > 0 else -size


def _orders(position: Position, line: Line) -> list[Action]:
    names = position.ground.board.names
    found = [_order(names, step) for step in line.steps]
    if not line.flip and not line.after[0].busy:  # what wins at once is the last that is said
        found.append(End())
    return found or [End()]


def _order(names: tuple[str, ...], step: Step) -> Action:
    if step.how == "move":
        return Move(names[step.origin], names[step.target], step.coin)
    if step.how == "split":
        return Split(names[step.origin], step.coin)
    if step.how == "swap":
        return Swap(names[step.origin])
    return (Upgrade if step.how == "upgrade" else House)(names[step.origin])
