"""Which sheet answers the others' best.

Each faction has some candidate sheets. Regret matching over the payoff of resolved positions tells how often
each faction should play each of its own; then the seat's best candidates are improved, an order or two at a
time, against joint sheets of the others drawn from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Key
from adjudicator.newyork2047.orders import Hold, Move, Support, UnitOrder
from adjudicator.newyork2047.state import Field
from engines.newyork2047.ahead import After, Plan, look, plan
from engines.newyork2047.chart import Chart
from engines.newyork2047.diplomacy import Terms, breaks, theirs
from engines.newyork2047.evaluate import Stake, worth
from engines.newyork2047.sheets import Sheet, Sheets


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level can do.

    nodes:   positions that it looks at, at most
    own:     candidate sheets for itself;  others: for each of the others;  noise: in them, in hundredths
    slip:    how much it may misjudge an own sheet, in hundredths of a star
    matched: hundredths of the nodes that go to regret matching
    replies: hundredths of the nodes that go to best replies;  rounds: in how many rounds
    samples: joint sheets of the others that its own is judged against
    polish:  whether its own sheet is improved, order by order;  pairs: also two at a time
    """

    nodes: int
    own: int
    others: int
    noise: int
    slip: int
    matched: int
    replies: int
    rounds: int
    samples: int
    polish: bool
    pairs: bool


NEARBY = 3
"""A faction whose units are so many moves away at most is reckoned with; of others, one sheet is taken at
random each time."""
TRUST = 70
"""How often others are taken to keep their word, of a hundred times."""
FINALISTS = 4
"""Own sheets that are judged once more."""
SHOWN = 3
"""Positions that the sheet may lead to, from which the evaluation is told."""
REPLY_SAMPLES = 3
"""Joint sheets that the others' best replies are judged against."""
NO_TERMS = Terms()


@dataclass(slots=True)
class Candidates:
    """A faction's sheets. regret: of not having played each;  played: how often each was, over the rounds;
    faithful: those that keep what it has promised, if it has promised something"""

    sheets: list[Sheet]
    plans: list[Plan]
    regret: list[int]
    played: list[int]
    faithful: list[int]


class Search:
    """A search in one position for one seat, which keeps to its terms."""

    def __init__(
        self,
        chart: Chart,
        field: Field,
        stake: Stake,
        seat: Seat,
        skill: Skill,
        nodes: int,
        random: Random,
        terms: Terms = NO_TERMS,
    ) -> None:
        self.field = field
        self.stake = stake
        self.seat = seat
        self.skill = skill
        self.limit = nodes
        self.nodes = 0
        self.random = random
        self.makes = Sheets(chart, field)
        self.chart = chart
        self.terms = terms
        self.guarded = theirs(field, seat) if terms.trusted else set()
        playing = [each for each in SEATS if each in field.owing]
        self.near = [each for each in playing if each == seat or self._distance(each) <= NEARBY]
        self.table: dict[Seat, Candidates] = {}
        for each in playing:
            number = skill.own if each == seat else skill.others if each in self.near else 2
            self.table[each] = self._candidates(each, number)

    def _distance(self, other: Seat) -> int:
        steps = self.chart.steps
        mine = self.field.places.get(self.seat, {}).values()
        others = self.field.places.get(other, {}).values()
        return min((steps[one].get(two, 9) for one in mine for two in others), default=9)

    def _candidates(self, seat: Seat, number: int) -> Candidates:
        """Make a faction's candidates: the plain one, some that begin with an assault, some with noise."""
        terms, random, noise = self.terms, self.random, self.skill.noise
        own = seat == self.seat
        shut = terms.shut if own else frozenset(self.guarded) if seat in terms.trusted else frozenset()
        found: list[Sheet] = []
        faithful: list[int] = []
        promised = not own and (seat in terms.heard or seat in terms.trusted)
        assaults = [part for _, part in self.makes.assaults(seat)]
        for turn in range(number * 2):
            if len(found) >= number:
                break
            faithless = not own and turn % 3 == 2  # one sheet of three of those of others keeps no promise
            part = assaults[turn // 2] if turn % 2 and turn // 2 < len(assaults) else {}
            if own:
                part = {**part, **(terms.invited if turn % 2 == 0 else {}), **terms.bound}
            elif not faithless:
                part = {**part, **terms.heard.get(seat, {})}
            sheet = self.makes.make(seat, random, noise // 2 if turn < 2 else noise, part)
            if shut and not faithless:
                sheet = {name: Hold(name) if breaks(order, shut) else order for name, order in sheet.items()}
            sheet = self._mended(seat, sheet)
            if sheet not in found:
                found.append(sheet)
                if promised and not faithless:
                    faithful.append(len(found) - 1)
        plans = [plan(self.field, seat, sheet.values()) for sheet in found]
        return Candidates(found, plans, [0] * len(found), [1] * len(found), faithful)

    # -- positions

    def look(self, joint: Mapping[Seat, Plan]) -> After:
        self.nodes += 1
        return look(self.field, joint.values())

    def payoff(self, joint: Mapping[Seat, Plan], seat: Seat) -> int:
        return worth(self.stake, self.look(joint), seat)

    # -- regret matching

    def match(self, until: int) -> None:
        """Play rounds until so many nodes are spent: everybody draws a sheet by the regrets, then each
        faction regrets what its other sheets would have brought."""
        cost = sum(len(self.table[seat].sheets) for seat in self.near)
        while self.nodes + cost <= until:
            drawn = {seat: self._draw(row, row.regret) for seat, row in self.table.items()}
            joint = {seat: row.plans[drawn[seat]] for seat, row in self.table.items()}
            for seat in self.near:
                row = self.table[seat]
                row.played[drawn[seat]] += 1
                if len(row.plans) < 2:
                    continue
                kept = joint[seat]
                values = []
                for each in row.plans:
                    joint[seat] = each
                    values.append(self.payoff(joint, seat))
                joint[seat] = kept
                got = values[drawn[seat]]
                row.regret = [max(0, old + new - got) for old, new in zip(row.regret, values, strict=True)]

    def sampled(self, number: int) -> list[dict[Seat, Plan]]:
        """Draw joint sheets, by how often each was played."""
        return [
            {seat: row.plans[self._draw(row, row.played)] for seat, row in self.table.items()}
            for _ in range(number)
        ]

    def _draw(self, row: Candidates, weights: Sequence[int]) -> int:
        """Draw a sheet by its weight. Whoever has promised something mostly keeps it, whatever it regrets."""
        if row.faithful and self.random.randrange(100) < TRUST:
            return row.faithful[_draw([weights[index] for index in row.faithful], self.random)]
        return _draw(weights, self.random)

    # -- the own sheet

    def total(
        self, own: Plan, joints: Sequence[dict[Seat, Plan]], seat: Seat, floor: int | None = None
    ) -> int:
        """Add up the payoffs of a sheet against joint sheets. floor: a total that it must reach to be of
        interest; what cannot any more is given up early"""
        value = 0
        for number, joint in enumerate(joints, 1):
            joint[seat] = own
            value += self.payoff(joint, seat)
            if floor is None or number == len(joints):
                continue
            if value < floor * number // len(joints) - 80 * number:
                return value * len(joints) // number
        if seat == self.seat and self.skill.slip:
            value += len(joints) * self.random.randrange(-self.skill.slip, self.skill.slip + 1)
        return value

    def find(self) -> tuple[Sheet, list[After]]:
        """Return the seat's sheet, and positions that it may lead to, if there are nodes left for that."""
        skill, seat = self.skill, self.seat
        row = self.table[seat]
        matched = self.limit * skill.matched // (100 * (skill.rounds + 1))
        for _ in range(skill.rounds):
            self.match(self.nodes + matched)
            self.reply(self.nodes + self.limit * skill.replies // (100 * skill.rounds))
        self.match(min(self.limit, self.nodes + matched))
        again = 2 * FINALISTS * skill.samples if skill.pairs else 0
        reserve = SHOWN + min(again, self.limit // 4)
        self.limit -= reserve
        joints = self.sampled(max(1, min(skill.samples, (self.limit - self.nodes) // len(row.plans))))
        ranked: list[tuple[int, int]] = []
        for number, each in enumerate(row.plans):
            if ranked and self.nodes + len(joints) > self.limit:
                break
            ranked.append((-self.total(each, joints, seat), number))
        ranked.sort()
        found = [(-value, row.sheets[number]) for value, number in ranked]
        if skill.polish:
            tries = ranked[: 2 if skill.pairs else 1]
            for index, (value, number) in enumerate(tries):
                until = self.nodes + (self.limit - self.nodes) // (len(tries) - index)
                found.append(self.polish(seat, row.sheets[number], -value, joints, until))
        self.limit += reserve - SHOWN
        sheet = self._proven(found)
        self.limit += SHOWN
        own = plan(self.field, seat, sheet.values())
        afters = []
        for joint in joints[: min(SHOWN, self.limit - self.nodes)]:
            joint[seat] = own
            afters.append(self.look(joint))
        return sheet, afters

    def _proven(self, found: Sequence[tuple[int, Sheet]]) -> Sheet:
        """Return the best of some sheets: the first few are judged once more against other joint sheets, for
        what was improved against some fits them too well."""
        ranked = sorted(found, key=lambda pair: -pair[0])[:FINALISTS]
        joints = self.sampled(min(2 * self.skill.samples, (self.limit - self.nodes) // len(ranked)))
        if not joints or not self.skill.pairs:
            return ranked[0][1]
        totals = [
            self.total(plan(self.field, self.seat, sheet.values()), joints, self.seat) for _, sheet in ranked
        ]
        return ranked[totals.index(max(totals))][1]

    def reply(self, until: int) -> None:
        """Give every faction near by, the seat among them, one more candidate: the best reply that is found
        to what the others seem to play."""
        for index, seat in enumerate(self.near):
            end = self.nodes + (until - self.nodes) // (len(self.near) - index)
            row = self.table[seat]
            joints = self.sampled(REPLY_SAMPLES)
            if self.nodes + len(row.plans) * len(joints) > end:
                continue
            values = [self.total(each, joints, seat) for each in row.plans]
            number = max(range(len(values)), key=values.__getitem__)
            value, sheet = self.polish(seat, row.sheets[number], values[number], joints, end)
            if sheet not in row.sheets:
                row.sheets.append(sheet)
                row.plans.append(plan(self.field, seat, sheet.values()))
                row.regret.append(max(0, value - sum(values) // len(values)))
                row.played.append(max(row.played))

    def polish(
        self, seat: Seat, sheet: Sheet, value: int, joints: Sequence[dict[Seat, Plan]], until: int
    ) -> tuple[int, Sheet]:
        """Improve a sheet an order (or two that belong together) at a time, until nothing helps or so many
        nodes are spent."""
        names = list(sheet)
        self.random.shuffle(names)
        idle = 0
        for name in _round(names):
            idle += 1
            if idle > len(names):
                break
            tried: list[Sheet] = []
            if self.nodes + len(joints) > until:
                break
            for changed in self._changes(seat, sheet, name):
                if self.nodes + len(joints) > until:
                    return value, sheet
                if changed == sheet or changed in tried:
                    continue
                tried.append(changed)
                reached = self.total(plan(self.field, seat, changed.values()), joints, seat, value)
                if reached > value:
                    value, sheet, idle = reached, changed, 0
        return value, sheet

    def _changes(self, seat: Seat, sheet: Sheet, name: str) -> Iterator[Sheet]:
        """List the sheets that differ from one in a piece's order, and in what follows from that."""
        own = self.field.places[seat]
        terms = self.terms if seat == self.seat else NO_TERMS
        if name in terms.bound:
            return
        orders: list[UnitOrder] = [Hold(name)]
        orders += self.makes.supports(seat, name, sheet)
        if name not in TURRETONS:
            orders += [Move(name, target) for target in self.chart.board.near[own[name]]]
        for order in orders:
            if breaks(order, terms.shut):
                continue
            changed = self._mended(seat, {**sheet, name: order})
            yield changed
            if self.skill.pairs and isinstance(order, Move):
                yield from self._backed(seat, changed, order)

    def _backed(self, seat: Seat, sheet: Sheet, move: Move) -> Iterator[Sheet]:
        """List the sheets in which one more piece supports a move, and that in which all do that can."""
        own, water = self.field.places[seat], self.chart.board.water
        near = self.chart.board.near[move.target]
        if not self.makes.danger(seat, move.target) and not self.makes.defence(move.target):
            return
        able = [
            name
            for name, order in sheet.items()
            if name != move.unit
            and own[name] in near
            and (own[name] in water or move.target not in water)
            and (seat != self.seat or name not in self.terms.bound)
            and not (isinstance(order, Support) and order.other == move.unit)
        ]
        for name in able:
            yield self._mended(seat, {**sheet, name: Support(name, "", move.unit, move.target)})
        if len(able) > 1:
            yield self._mended(
                seat, sheet | {name: Support(name, "", move.unit, move.target) for name in able}
            )

    def _mended(self, seat: Seat, sheet: Sheet) -> Sheet:
        """Make own supports those of what the supported units do now, or holds."""
        own, board = self.field.places[seat], self.chart.board
        for name, order in sheet.items():
            if not isinstance(order, Support) or order.seat:
                continue
            does = sheet[order.other]
            target: Key = does.target if isinstance(does, Move) else ""
            if target != order.target:
                space, here = target or own[order.other], own[name]
                able = space in board.near[here] and (here in board.water or space not in board.water)
                sheet[name] = Support(name, "", order.other, target) if able else Hold(name)
        return sheet


def _draw(weights: Sequence[int], random: Random) -> int:
    """Draw an index by its weight; any, if all are 0."""
    whole = sum(weights)
    if whole <= 0:
        return random.randrange(len(weights))
    left = random.randrange(whole)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError


def _round(names: Sequence[str]) -> Iterator[str]:
    """Go round and round."""
    while names:
        yield from names
