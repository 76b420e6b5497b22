"""Candidate sheets, in the manner of DumbBot.

Every space has a pull on a faction: stars pull, the more so the less they are guarded, and so do own stars
that are in danger; the pull fades with distance. Units go where it is strongest, those that stay support the
rest. Sheets differ by noise, and by an assault that some of them begin with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from adjudicator.game import Seat
from adjudicator.newyork2047.board import TURRETONS, Key
from adjudicator.newyork2047.orders import Hold, Move, Support, UnitOrder
from adjudicator.newyork2047.state import Field
from engines.newyork2047.chart import Chart

FADES = (100, 42, 19, 9, 4, 2, 1)
"""What is left of a pull after so many moves, in hundredths."""

Sheet = dict[str, UnitOrder]
"""One order for each piece of a seat, by its name."""


class Sheets:
    """Makes sheets in one position. crowd: space -> seat -> how many units of it could come or help there;
    striking: the same, only those that can attack"""

    def __init__(self, chart: Chart, field: Field) -> None:
        self.chart = chart
        self.field = field
        self.board = chart.board
        self.crowd: dict[Key, dict[Seat, int]] = {}
        self.striking: dict[Key, dict[Seat, int]] = {}
        water, near = self.board.water, self.board.near
        for unit in field.state.units:
            wet = unit.space in water
            for space in near[unit.space]:
                if wet or space not in water:
                    powers = self.crowd.setdefault(space, {})
                    powers[unit.seat] = powers.get(unit.seat, 0) + 1
                if wet == (space in water):
                    powers = self.striking.setdefault(space, {})
                    powers[unit.seat] = powers.get(unit.seat, 0) + 1
        state = field.state
        self.holder: dict[Key, Seat | None] = {
            star: state.turretons[chart.turreton[star]] if star in chart.turreton else state.control.get(star)
            for star in chart.stars
        }
        self.stars: dict[Seat, int] = {}
        for seat in self.holder.values():
            if seat is not None:
                self.stars[seat] = self.stars.get(seat, 0) + 1
        self._pulls: dict[Seat, dict[Key, int]] = {}
        self._sources: dict[Seat, dict[Key, int]] = {}

    # -- what pulls

    def defence(self, space: Key) -> int:
        """Count what defends a space as it stands, without supports."""
        field = self.field
        units = field.standing.get(space, ())
        power = len(units)
        if units and field.state.homes.get(units[0].seat) == space:
            power += 1
        return power + (2 if space in field.loyal else 0)

    def danger(self, seat: Seat, space: Key) -> int:
        """Return the strongest force of another faction that can come into a space."""
        crowd, striking = self.crowd.get(space, {}), self.striking.get(space, {})
        held = space in self.field.standing
        return max(
            (power for who, power in crowd.items() if who != seat and (who in striking or not held)),
            default=0,
        )

    def pull(self, seat: Seat, space: Key) -> int:
        """Return how strongly a space attracts a seat."""
        known = self._pulls.get(seat)
        if known is None:
            known = self._pulls[seat] = {}
            self._sources[seat] = {star: self._strength(seat, star) for star in self.chart.stars}
        found = known.get(space)
        if found is None:
            sources, found = self._sources[seat], 0
            for far, star in self.chart.order[space]:
                if far >= len(FADES):
                    break
                found += sources[star] * FADES[far]
            known[space] = found
        return found

    def _strength(self, seat: Seat, star: Key) -> int:
        """Return how strongly a star attracts a seat where it is."""
        holder = self.holder[star]
        if holder != seat:
            leads = self.stars.get(holder, 0) - 5 if holder is not None else 0
            return 90 - 12 * self.defence(star) + 5 * max(0, leads)
        threat = self.danger(seat, star)
        value = 15 + 30 * min(threat, 3) if threat else 5
        return value * 3 // 2 if self.field.state.homes.get(seat) == star else value

    # -- sheets

    def make(
        self, seat: Seat, random: Random, noise: int, begin: Mapping[str, UnitOrder] | None = None
    ) -> Sheet:
        """Make a sheet. noise: of the pull's strength, in hundredths; begin: orders that stand already"""
        sheet: Sheet = dict(begin or {})
        own = self.field.places.get(seat, {})
        names = [name for name in own if name not in sheet and name not in TURRETONS]
        random.shuffle(names)
        taken = {order.target for order in sheet.values() if isinstance(order, Move)}
        for name in names:
            target = self._goes(seat, name, own[name], random, noise, taken)
            if target != own[name]:
                sheet[name] = Move(name, target)
                taken.add(target)
        self._unblock(seat, sheet)
        self._support(seat, sheet, random)
        return {name: sheet[name] for name in own}

    def _goes(self, seat: Seat, name: str, space: Key, random: Random, noise: int, taken: set[Key]) -> Key:
        """Choose where a unit goes."""
        water, homes = self.board.water, self.field.state.homes
        best, chosen = 0, space
        for target in (space, *self.board.near[space]):
            value = self.pull(seat, target)
            if target != space:
                roomy = target in water or homes.get(seat) == target
                if target in taken and not roomy:
                    continue
                value -= self._trouble(seat, space, target)
            elif len(self.field.standing.get(space, ())) > 1:
                value = value * 2 // 3  # others stay at home
            value += value * random.randrange(-noise, noise + 1) // 100 if value > 0 else 0
            if value > best:
                best, chosen = value, target
        return chosen

    def _trouble(self, seat: Seat, space: Key, target: Key) -> int:
        """Say how little hope a move has."""
        units = self.field.standing.get(target, ())
        loyal = self.field.loyal.get(target)
        other = units[0].seat if units else loyal
        pull = self.pull(seat, target)
        water = self.board.water
        if other is not None and other != seat:
            if (space in water) != (target in water):
                return pull
            mine = self.crowd.get(target, {}).get(seat, 0)
            return pull * 4 // 5 if mine <= self.defence(target) else pull // 3
        rival = max((power for who, power in self.crowd.get(target, {}).items() if who != seat), default=0)
        if rival and space in water and target not in water:
            return pull // 2
        return pull // 5 if rival >= self.crowd.get(target, {}).get(seat, 0) else pull // 10 if rival else 0

    def _unblock(self, seat: Seat, sheet: Sheet) -> None:
        """Keep units where they are whose way an own unit bars; two of them do not change places."""
        own, homes, water = self.field.places.get(seat, {}), self.field.state.homes, self.board.water
        again = True
        while again:
            again = False
            going = {own[name]: order.target for name, order in sheet.items() if isinstance(order, Move)}
            for name, order in sorted(sheet.items()):
                if not isinstance(order, Move) or order.target in water or homes.get(seat) == order.target:
                    continue
                there = [unit for unit in self.field.standing.get(order.target, ()) if unit.seat == seat]
                if there and going.get(order.target) in (None, own[name]):
                    del sheet[name]
                    again = True
                    break

    def _support(self, seat: Seat, sheet: Sheet, random: Random) -> None:
        """Let every piece without an order support what needs it most, or hold."""
        own = self.field.places.get(seat, {})
        idle = [name for name in own if name not in sheet]
        for name in idle:
            sheet[name] = Hold(name)
        need = self._needs(seat, sheet)
        for name in idle:
            best: tuple[int, int, Support] | None = None
            for support in self.supports(seat, name, sheet):
                space = support.target or own[support.other]
                wanted = need.get((support.other, space), 0)
                if wanted > 0 and (best is None or (wanted, random.randrange(8)) > best[:2]):
                    best = wanted, random.randrange(8), support
            if best is not None:
                sheet[name] = best[2]
                space = best[2].target or own[best[2].other]
                need[best[2].other, space] -= 40

    def _needs(self, seat: Seat, sheet: Sheet) -> dict[tuple[str, Key], int]:
        """Say how much each own order needs a support."""
        own = self.field.places.get(seat, {})
        found: dict[tuple[str, Key], int] = {}
        for name, order in sheet.items():
            if name in TURRETONS:
                continue
            space = order.target if isinstance(order, Move) else own[name]
            foe = self.danger(seat, space)
            if isinstance(order, Move):
                units = self.field.standing.get(space, ())
                held = (units and units[0].seat != seat) or self.field.loyal.get(space, seat) != seat
                if held:
                    found[name, space] = 100 + 20 * self.defence(space)
                elif foe:
                    found[name, space] = 40 + 20 * foe
            elif foe:
                star = space in self.holder
                found[name, space] = (30 if star else 5) + 20 * (foe + 1 - self.defence(space))
        return found

    def supports(self, seat: Seat, name: str, sheet: Mapping[str, UnitOrder]) -> Iterator[Support]:
        """List the supports of what own units do that a piece can give."""
        own, water = self.field.places[seat], self.board.water
        here = own[name]
        near = self.board.near[here]
        for other, order in sheet.items():
            if other == name or other in TURRETONS:
                continue
            moving = isinstance(order, Move)
            space = order.target if isinstance(order, Move) else own[other]
            if space in near and (here in water or space not in water):
                yield Support(name, "", other, space if moving else "")

    def assaults(self, seat: Seat) -> list[tuple[int, Sheet]]:
        """List the beginnings of sheets in which all that can do it take one space, the best first: a mover
        with the fewest supporters that carry it through, and one with all."""
        own, water = self.field.places.get(seat, {}), self.board.water
        found: list[tuple[int, Key, int, Sheet]] = []
        for target in sorted(self.crowd.keys() | self.striking.keys()):
            holder = self.holder.get(target, "")
            there = self.field.standing.get(target, ())
            if holder == seat or (there and there[0].seat == seat) or (holder == "" and not there):
                continue
            wet = target in water
            near = [
                name
                for name in own
                if target in self.board.near[own[name]] and (own[name] in water or not wet)
            ]
            movers = [name for name in near if name not in TURRETONS and (own[name] in water) == wet]
            if not movers:
                continue
            movers.sort(key=lambda name: (self.pull(seat, own[name]), name))
            mover = movers[0]
            helpers = [name for name in near if name != mover]
            enough = max(self.defence(target), self.danger(seat, target))
            for number in sorted({min(len(helpers), enough), len(helpers)}):
                begin: Sheet = {mover: Move(mover, target)}
                begin |= {name: Support(name, "", mover, target) for name in helpers[:number]}
                sure = 60 if 1 + number > enough else 20 if 1 + number > self.defence(target) else 0
                value = self.pull(seat, target) // 100 + sure + (50 if holder != "" else 0)
                found.append((-value, target, number, begin))
        found.sort(key=lambda row: row[:3])
        return [(-value, begin) for value, _, _, begin in found]
