"""The moves of one season of New York 2047, a second time: see `reference_newyork2047`.

A unit is a pair (seat, number), such as ("tower", "1"). Turretons are told by their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SEATS = ["tower", "papst", "rossoni", "christofori", "dunning", "greene", "hamblet"]
TURRETONS = ["moe", "larry", "curly"]
Who = tuple[str, str]


def is_water(board: Mapping[str, Any], space: str) -> bool:
    return bool(board["spaces"][space]["type"] == "water")


@dataclass
class Turn:
    """The moves of one season.

    start: where every unit stood;  place: where it is now, the lost ones are not in it
    goal:  where the moving units want to go;  named: the unit that a supporter supports
    power: 1 for the unit, and 1 for each valid support of its order
    fought: the spaces of cycles where everyone fights where he stands
    """

    board: Mapping[str, Any]
    state: Mapping[str, Any]
    choices: Mapping[str, Sequence[Sequence[str]]]
    start: dict[Who, str] = field(default_factory=dict)
    place: dict[Who, str] = field(default_factory=dict)
    goal: dict[Who, str] = field(default_factory=dict)
    named: dict[Who, tuple[Who, str]] = field(default_factory=dict)
    power: dict[Who, int] = field(default_factory=dict)
    struck: set[Who] = field(default_factory=set)
    reinforcing: set[Who] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)

    def resolve(self) -> None:
        self.read()
        self.support()
        self.reinforce()
        self.strike()
        for group in self.groups():
            if len(group) == 1:
                [space] = group
                self.apply(space, self.judge(space, self.standing(space)))
            elif not self.ring(group):
                self.fight(group)

    def water(self, space: str) -> bool:
        return is_water(self.board, space)

    def read(self) -> None:
        """Every order that is possible; all else is HOLD."""
        for seat in SEATS:
            for number, space in self.state["units"][seat].items():
                self.start[seat, number] = space
        self.place = dict(self.start)
        for seat in SEATS:
            if seat in self.state["ended"]:
                continue
            for name, kind, *rest in self.choices[seat]:
                unit = (seat, name)
                if kind == "move" and unit in self.start:
                    if rest[0] in self.board["adjacency"][self.start[unit]]:
                        self.goal[unit] = rest[0]
                elif kind == "support":
                    *other, target = [*rest[:-1], ""] if rest[-1] == "hold" else [*rest[:-2], rest[-1]]
                    self.named[unit] = (other[0] if len(other) == 2 else seat, other[-1]), target

    def support(self) -> None:
        """The paragraphs about supports: when one is void, and when it is nullified."""
        self.power = dict.fromkeys(self.start, 1)
        for unit, (other, target) in self.named.items():
            seat, name = unit
            if name in TURRETONS:
                loyal = self.state["turretons"][name] == seat
                here = next(key for key, space in self.board["spaces"].items() if space["turreton"] == name)
                if not loyal or other[0] != seat:
                    continue
            elif unit in self.start:
                here = self.start[unit]
            else:
                continue
            if other not in self.start or other == unit:
                continue
            battle = target or self.start[other]
            if battle not in self.board["adjacency"][here]:
                continue
            if self.goal.get(other, "") != target:
                continue
            if not self.water(here) and self.water(battle):
                continue
            if any(
                goal == here and mover[0] != seat and self.matching(mover)
                for mover, goal in self.goal.items()
            ):
                continue
            self.power[other] += 1

    def matching(self, mover: Who) -> bool:
        """Land to land, or water to water."""
        return self.water(self.start[mover]) == self.water(self.goal[mover])

    # --- resolution ------------------------------------------------------------------------------

    def loyal(self, space: str) -> str | None:
        """The faction whose Turreton stands in a space."""
        turreton = self.board["spaces"][space]["turreton"]
        return self.state["turretons"][turreton] if turreton else None

    def is_home(self, space: str, seat: str) -> bool:
        return bool(self.state["homes"].get(seat) == space)

    def standing(self, space: str) -> list[Who]:
        """Who began in a space and is still there."""
        return [unit for unit, start in self.start.items() if start == space == self.place.get(unit)]

    def movers(self, space: str) -> list[Who]:
        """Who moves into a space, but for reinforcements; by number."""
        movers = [unit for unit, goal in self.goal.items() if goal == space and unit not in self.reinforcing]
        return sorted(movers, key=lambda unit: int(unit[1]))

    def reinforce(self) -> None:
        """1. A move into water or the own home base, where own units or the own Turreton stand."""
        for unit, goal in self.goal.items():
            seat = unit[0]
            own = any(start == goal and other[0] == seat for other, start in self.start.items())
            if (self.water(goal) or self.is_home(goal, seat)) and (own or self.loyal(goal) == seat):
                self.reinforcing.add(unit)
        for unit in self.reinforcing:
            self.place[unit] = self.goal[unit]

    def judge(self, space: str, staying: Sequence[Who]) -> dict[str, Any]:
        """2. and 3.: what happens in a space if of those who began there exactly `staying` stay.

        competing: the movers of all sides (other moves do not occur);
        attackers: the side that enters, `enter` those of it that do (4.); `lost`: the side that is
        beaten; `killed`: the defenders, if they are; power: of the side that enters.
        """
        defenders = [*staying, *(unit for unit in self.reinforcing if self.goal[unit] == space)]
        holder = defenders[0][0] if defenders else self.loyal(space)
        sides: dict[str, list[Who]] = {}
        for mover in self.movers(space):
            if holder is None or (mover[0] != holder and self.matching(mover)):
                sides.setdefault(mover[0], []).append(mover)
        nothing = {
            "competing": [mover for side in sides.values() for mover in side],
            "attackers": [],
            "enter": [],
            "lost": [],
            "killed": [],
            "power": 0,
        }
        powers = {seat: sum(self.power[mover] for mover in side) for seat, side in sides.items()}
        strongest = [seat for seat in sides if powers[seat] == max(powers.values())]
        if len(strongest) != 1:
            return nothing
        [seat] = strongest
        attackers = sides[seat]
        if holder is not None:
            defense = sum(1 if unit in self.goal else self.power[unit] for unit in defenders)
            defense += bool(defenders) and self.is_home(space, holder)
            defense += 2 * (self.loyal(space) == holder)
            if powers[seat] < defense:
                return {**nothing, "lost": attackers}
            if powers[seat] == defense:
                return nothing
        able = attackers
        if holder is None and len(sides) > 1 and not self.water(space):
            able = [mover for mover in attackers if self.matching(mover)]
        if not able:
            return nothing
        enter = self.entering(space, able)
        return {
            **nothing,
            "attackers": attackers,
            "enter": enter,
            "killed": defenders,
            "power": powers[seat],
        }

    def entering(self, space: str, able: Sequence[Who]) -> Sequence[Who]:
        """4. Into land one unit, the lowest number; into water, or the own home base, all."""
        return able if self.water(space) or self.is_home(space, able[0][0]) else able[:1]

    def apply(self, space: str, verdict: Mapping[str, Any]) -> None:
        for unit in [*verdict["lost"], *verdict["killed"]]:
            del self.place[unit]
        for unit in verdict["enter"]:
            self.place[unit] = space

    # --- the order of spaces ---------------------------------------------------------------------

    def live(self, unit: Who) -> bool:
        """Whether a unit has a move that makes a dependency."""
        return unit in self.goal and unit not in self.reinforcing and unit not in self.struck

    def strike(self) -> None:
        """Strike hopeless moves, until there are none."""
        while True:
            hopeless = {
                mover
                for space in set(self.goal.values())
                for mover in self.movers(space)
                if mover not in self.struck and self.is_hopeless(mover, space)
            }
            if not hopeless:
                return
            self.struck |= hopeless

    def is_hopeless(self, mover: Who, space: str) -> bool:
        """Its side neither enters nor is beaten, whichever of the units there that want to leave do.

        Units that want to leave count alike in a defence: how many of them stay is enough."""
        there = self.standing(space)
        certain = [unit for unit in there if not self.live(unit)]
        perhaps = [unit for unit in there if self.live(unit)]
        for many in range(len(perhaps) + 1):
            verdict = self.judge(space, certain + perhaps[:many])
            decided = [unit[0] for unit in [*verdict["enter"], *verdict["lost"]]]
            if mover in verdict["competing"] and mover[0] in decided:
                return False
        return True

    def groups(self) -> Iterator[list[str]]:
        """The spaces that somebody moves into, dependencies first; those of a cycle together."""
        needs: dict[str, set[str]] = {}
        for unit, goal in self.goal.items():
            needs.setdefault(goal, set())
            if self.live(unit):
                needs.setdefault(self.start[unit], set()).add(goal)
        reach = {space: set(direct) for space, direct in needs.items()}
        for middle in needs:
            for space in needs:
                if middle in reach[space]:
                    reach[space] |= reach[middle]
        done: set[str] = set()
        while len(done) < len(needs):
            for space in sorted(needs.keys() - done):
                group = {space} | {other for other in reach[space] if space in reach[other]}
                if all(needs[member] <= done | group for member in group):
                    yield sorted(group)
                    done |= group
                    break

    def ring(self, group: Sequence[str]) -> bool:
        """If nobody meets head to head: try that all units that move within the group leave."""
        inner = [unit for unit in self.goal if self.live(unit) and self.start[unit] in group]
        inner = [unit for unit in inner if self.goal[unit] in group]
        for one in inner:
            for two in inner:
                if self.goal[one] == self.start[two] and self.goal[two] == self.start[one]:
                    return False
        verdicts = {
            space: self.judge(space, [unit for unit in self.standing(space) if unit not in inner])
            for space in group
        }
        entered = [unit for verdict in verdicts.values() for unit in verdict["enter"]]
        if not all(unit in entered for unit in inner):
            return False
        for space, verdict in verdicts.items():
            self.apply(space, verdict)
        return True

    def fight(self, group: Sequence[str]) -> None:
        """Everyone fights where he stands."""
        self.fought.update(group)
        verdicts = {space: self.judge(space, self.standing(space)) for space in group}
        for verdict in verdicts.values():
            for unit in verdict["lost"]:
                del self.place[unit]
        for power in sorted({verdict["power"] for verdict in verdicts.values()} - {0}, reverse=True):
            wins = {
                space: [unit for unit in verdict["attackers"] if unit in self.place]
                for space, verdict in verdicts.items()
                if verdict["power"] == power
            }
            wins = {space: living for space, living in wins.items() if living}
            for space, living in wins.items():
                if any(self.start[unit] in wins for unit in living):
                    continue
                for unit in list(self.place):
                    if self.place[unit] == space:
                        del self.place[unit]
                for unit in self.entering(space, living):
                    self.place[unit] = space
