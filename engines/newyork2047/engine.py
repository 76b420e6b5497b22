"""The computer opponent of New York 2047: what it is asked, and what it answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from adjudicator.game import AnyGame, Seat, texts
from adjudicator.newyork2047.board import Board
from adjudicator.newyork2047.orders import Disband, Move, Order, Relocate, Support
from adjudicator.newyork2047.state import Field, State, living
from adjudicator.text import listing
from engines.engine import Level, Task, Thought
from engines.newyork2047.adjustment import choose
from engines.newyork2047.ahead import standing
from engines.newyork2047.chart import Chart, draw_chart
from engines.newyork2047.diplomacy import offers, terms
from engines.newyork2047.evaluate import count, stake, standing_of
from engines.newyork2047.letters import talks
from engines.newyork2047.search import NO_TERMS, Search, Skill
from engines.newyork2047.sheets import Sheet, Sheets
from engines.outcomes import outcome_value
from engines.shown import open_state

SKILLS: Mapping[Level, Skill] = {
    Level.RECRUIT: Skill(
        nodes=24,
        own=5,
        others=2,
        noise=60,
        slip=65,
        matched=0,
        replies=0,
        rounds=0,
        samples=2,
        polish=False,
        pairs=False,
    ),
    Level.SERGEANT: Skill(
        nodes=90,
        own=6,
        others=2,
        noise=50,
        slip=32,
        matched=20,
        replies=0,
        rounds=0,
        samples=2,
        polish=True,
        pairs=False,
    ),
    Level.CAPTAIN: Skill(
        nodes=1000,
        own=7,
        others=3,
        noise=40,
        slip=2,
        matched=30,
        replies=30,
        rounds=1,
        samples=5,
        polish=True,
        pairs=False,
    ),
    Level.GENERAL: Skill(
        nodes=11000,
        own=10,
        others=6,
        noise=35,
        slip=0,
        matched=16,
        replies=36,
        rounds=2,
        samples=12,
        polish=True,
        pairs=True,
    ),
}


class NewYorkEngine:
    """Plays New York 2047."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._board: Board = game.map  # type: ignore[attr-defined]

    @cached_property
    def chart(self) -> Chart:
        return draw_chart(self._board)

    def nodes(self, level: Level) -> int:
        return SKILLS[level].nodes

    def sample(self, view: Mapping[str, Any], random: Random) -> State:
        """Nothing is hidden: there is one state."""
        state: State = open_state(self.game, State, view)
        return state

    def judge(self, state: State, seat: Seat) -> int:
        if state.outcome is not None:
            return outcome_value(state.outcome, seat)
        return standing_of(stake(self.chart, state), standing(state), seat)

    def think(self, task: Task) -> Thought:
        random = Random(task.seed)
        state = self.sample(task.view, random)
        seat: Seat = task.view["seat"]
        skill = SKILLS[task.level]
        nodes = skill.nodes if task.nodes is None else max(1, task.nodes)
        if state.phase == "adjustment":
            # The season is over, and the next one has the position: neither ends the game now.
            ahead = replace(stake(self.chart, state), fall=False, final=False)
            choices, seen = choose(ahead, state, seat, nodes)
            line = self._chosen(choices)
            return Thought(tuple(texts(choices)), self.judge(state, seat), line, seen)
        field, ahead = Field(self._board, state), stake(self.chart, state)
        stars, _ = count(self.chart, standing(state))
        spoken = talks(self._board, seat, task.letters if task.talks else ())
        agreed = NO_TERMS
        if task.talks and task.letters:
            agreed = terms(self.chart, field, seat, spoken, stars, task.level, random)
        search = Search(self.chart, field, ahead, seat, skill, nodes, random, agreed)
        sheet, afters = search.find()
        letters = list(agreed.letters)
        if task.talks:
            sheet, more = offers(self.chart, field, seat, sheet, spoken, stars, agreed, random)
            letters += more
        shown = afters or [standing(state)]
        value = sum(standing_of(ahead, after, seat) for after in shown) // len(shown)
        orders = [*texts(tuple(sheet.values()))]
        if self._agrees(state, seat):
            orders.append("draw")
        line = self._told(field, seat, sheet)
        return Thought(tuple(orders), value, line, search.nodes, tuple(letters))

    def _agrees(self, state: State, seat: Seat) -> bool:
        """Agree to a draw that all others want, unless the seat alone has the most stars."""
        others = set(living(state)) - {seat}
        if seat in state.offers or not others or not state.offers >= others:
            return False
        stars, _ = count(self.chart, standing(state))
        return any(stars[other] >= stars[seat] for other in others)

    def _chosen(self, choices: Iterable[Order]) -> str:
        said = []
        for order in choices:
            if isinstance(order, Relocate):
                said.append(f"moves its home base to {self._board.name(order.target)}")
        gone = [order.unit for order in choices if isinstance(order, Disband)]
        if gone:
            said.append(f"gives up unit{'s' if len(gone) > 1 else ''} {listing(gone, 'and')}")
        return _sentence(listing(said, "and"))

    def _told(self, field: Field, seat: Seat, sheet: Sheet) -> str:
        """Say what a sheet is for: whom it attacks, with how many against how many, and what it takes, guards
        or goes to."""
        spaces, sheets = self._board.spaces, Sheets(self.chart, field)
        takes, attacks, goes, guards = [], [], [], []
        nearest = list[tuple[int, str]]()
        force = Counter(order.target for order in sheet.values() if isinstance(order, (Move, Support)))
        for order in sheet.values():
            if isinstance(order, Support) and not order.seat and not order.target:
                guards.append(self._board.name(field.places[seat][order.other]))
            if not isinstance(order, Move):
                continue
            name, target = self._board.name(order.target), order.target
            there = field.standing.get(target, ())
            loyal = field.loyal.get(target, seat)
            holder = loyal if loyal != seat else field.state.control.get(target)
            if (there and there[0].seat != seat) or loyal != seat:
                whose = there[0].seat if there else loyal
                attacks.append(
                    f"{name} ({whose.capitalize()}, {force[target]} against {sheets.defence(target)})"
                )
            elif spaces[target].star and holder != seat:
                takes.append(f"{name}★")
            else:
                goes.append(name)
                nearest += self.chart.order[target]
        nearest.sort()
        said = []
        if attacks:
            said.append(f"attacks {_few(attacks)}")
        if takes:
            said.append(f"goes for {_few(takes)}")
        if guards and len(said) < 2:
            said.append(f"guards {_few(guards)}")
        if goes and len(said) < 2:
            aims = [star for _, star in nearest if sheets.holder[star] != seat][:1]
            towards = "" if said or not aims else f", towards {self._board.name(aims[0])}★"
            said.append(f"moves to {_few(goes)}{towards}")
        if said:
            return _sentence(listing(said, "and"))
        reached = [
            f"{self._board.name(star)}★"
            for star, holder in sheets.holder.items()
            if holder == seat and sheets.danger(seat, star)
        ]
        return f"Stays to guard {_few(reached)}." if reached else "Stays: none of its stars is in danger."


def _few(names: Iterable[str]) -> str:
    """Name three of them at most: the line is for people."""
    return listing(list(dict.fromkeys(names))[:3], "and")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else "Nothing to choose."
