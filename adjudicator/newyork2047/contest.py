"""One space that somebody moves into: who is strongest, who enters, who is lost. Source: Resolution, 2–4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from adjudicator.game import Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, Key
from adjudicator.newyork2047.state import Field, Unit

TURRETON_POWER = 2


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happens in one space, given who stays in it.

    result:    "none" (nothing to fight about), "entered" (nobody was there), "won", "held", "standoff",
               "void"
    entering:  who enters;  beaten: the attackers that are lost;  defenders: who stays, and is lost if "won"
    attackers: the movers of the strongest side that would enter or be lost;  power: theirs
    all_enter: whether more than one unit may enter
    reasons:   why each mover does not enter, should it not
    """

    space: Key
    result: str
    defender: Seat | None = None
    defenders: Sequence[Unit] = ()
    defense: int = 0
    powers: Mapping[Seat, int] | None = None
    sides: Mapping[Seat, Sequence[Unit]] | None = None
    strongest: Seat | None = None
    attackers: Sequence[Unit] = ()
    entering: Sequence[Unit] = ()
    beaten: Sequence[Unit] = ()
    all_enter: bool = False
    reasons: Mapping[Unit, str] = field(default_factory=dict)
    ring: bool = False
    contest: Contest | None = None

    @property
    def power(self) -> int:
        """The Attack Power of the strongest side."""
        assert self.powers is not None and self.strongest is not None
        return self.powers[self.strongest]

    @property
    def side(self) -> Sequence[Unit]:
        """All movers of the strongest side."""
        assert self.sides is not None and self.strongest is not None
        return self.sides[self.strongest]

    @property
    def contested(self) -> bool:
        """Whether there was somebody to fight with."""
        return self.sides is not None and (self.defender is not None or len(self.sides) > 1)

    def voided(self) -> Verdict:
        """Turn the win into one where nobody enters."""
        return replace(self, result="void", entering=())

    def battle(self) -> ev.Battle | None:
        """Make the event; None if nobody competed."""
        if not self.contested or self.contest is None:
            return None
        assert self.sides is not None and self.powers is not None
        push = self.contest.push
        return ev.Battle(
            space=self.space,
            defender=self.defender,
            defense=self.defense,
            parts=self.contest.parts(self.space, self.defender, self.defenders),
            sides=tuple(
                [
                    {
                        "seat": seat,
                        "power": self.powers[seat],
                        "movers": tuple([str(unit.number) for unit in self.sides[seat]]),
                        "supports": tuple([who for unit in self.sides[seat] for who in push.get(unit, ())]),
                    }
                    for seat in SEATS
                    if seat in self.sides
                ]
            ),
            strongest=self.strongest,
            result="won" if self.result == "entered" else self.result,
            ring=self.ring,
        )


class Contest:
    """Judges spaces. into: who competes for each space; push and prop: the valid supports of a unit's move
    and of its hold."""

    def __init__(
        self,
        field: Field,
        into: Mapping[Key, Sequence[Unit]],
        push: Mapping[Unit, Sequence[ev.Who]],
        prop: Mapping[Unit, Sequence[ev.Who]],
    ) -> None:
        self.into = into
        self.push = push
        self.prop = prop
        self._water = field.board.water
        self._loyal = field.loyal
        self._homes = field.state.homes

    def verdict(self, space: Key, stay: Sequence[Unit], ring: bool = False) -> Verdict:
        """Judge a space in which these units, of one faction, stay."""
        defender = stay[0].seat if stay else self._loyal.get(space)
        if defender is None:
            return self._empty(space)
        return self._defended(space, defender, stay, ring)

    def _defended(self, space: Key, defender: Seat, stay: Sequence[Unit], ring: bool) -> Verdict:
        """Source: Resolution, 2."""
        water, wet = self._water, space in self._water
        reasons: dict[Unit, str] = {}
        sides: dict[Seat, list[Unit]] = {}
        for unit in self.into.get(space, ()):
            if unit.seat == defender:
                reasons[unit] = "own_unit"
            elif (unit.space in water) != wet:
                reasons[unit] = "terrain"
            else:
                reasons[unit] = "weaker"
                sides.setdefault(unit.seat, []).append(unit)
        if not sides:
            return Verdict(space, "none", defender, stay, reasons=reasons)
        powers, strongest = self._powers(sides)
        defense = self._defense(space, defender, stay)
        common = {
            "defender": defender,
            "defenders": stay,
            "defense": defense,
            "powers": powers,
            "sides": sides,
        }
        if strongest is None:
            self._tied(reasons, sides, powers)
            return Verdict(space, "standoff", reasons=reasons, ring=ring, contest=self, **common)  # type: ignore[arg-type]
        attackers = sides[strongest]
        power = powers[strongest]
        all_enter = wet or self._homes.get(strongest) == space
        entering: Sequence[Unit] = ()
        beaten: Sequence[Unit] = ()
        if power > defense:
            result = "won"
            entering = attackers if all_enter else [min(attackers)]
            reasons.update(dict.fromkeys(attackers, "one_enters"))
        elif power == defense:
            result = "standoff"
            reasons.update(dict.fromkeys(attackers, "standoff"))
        else:
            result = "held"
            beaten = attackers
        return Verdict(
            space,
            result,
            strongest=strongest,
            attackers=attackers,
            entering=entering,
            beaten=beaten,
            all_enter=all_enter,
            reasons=reasons,
            ring=ring,
            contest=self,
            **common,  # type: ignore[arg-type]
        )

    def _empty(self, space: Key) -> Verdict:
        """Source: Resolution, 3 and 4."""
        movers = self.into.get(space, ())
        sides: dict[Seat, list[Unit]] = {}
        for unit in movers:
            sides.setdefault(unit.seat, []).append(unit)
        if not sides:
            return Verdict(space, "none")
        wet = space in self._water
        if len(sides) == 1:
            strongest: Seat | None = movers[0].seat
            powers: dict[Seat, int] = {}
            may: Sequence[Unit] = movers
            reasons = dict.fromkeys(movers, "one_enters")
        else:
            powers, strongest = self._powers(sides)
            reasons = dict.fromkeys(movers, "weaker")
            if strongest is None:
                self._tied(reasons, sides, powers)
                may = ()
            else:
                may = sides[strongest]
                if not wet:
                    reasons.update(dict.fromkeys(may, "landing"))
                    may = [unit for unit in may if unit.space not in self._water]
                reasons.update(dict.fromkeys(may, "one_enters"))
        if not may:
            return Verdict(
                space,
                "standoff",
                powers=powers,
                sides=sides,
                strongest=strongest,
                reasons=reasons,
                contest=self,
            )
        assert strongest is not None
        all_enter = wet or self._homes.get(strongest) == space
        return Verdict(
            space,
            "entered",
            powers=powers,
            sides=sides,
            strongest=strongest,
            attackers=may,
            entering=may if all_enter or len(may) == 1 else [min(may)],
            all_enter=all_enter,
            reasons=reasons,
            contest=self,
        )

    def _powers(self, sides: Mapping[Seat, Sequence[Unit]]) -> tuple[dict[Seat, int], Seat | None]:
        """Return each side's power, and the single strongest."""
        push = self.push
        powers = {
            seat: len(units) + sum([len(push[unit]) for unit in units if unit in push])
            for seat, units in sides.items()
        }
        top = max(powers.values())
        leaders = [seat for seat, power in powers.items() if power == top]
        return powers, leaders[0] if len(leaders) == 1 else None

    def _tied(
        self, reasons: dict[Unit, str], sides: Mapping[Seat, Sequence[Unit]], powers: Mapping[Seat, int]
    ) -> None:
        """Judge a tie: the strongest are equal, the others weaker."""
        top = max(powers.values())
        for seat, units in sides.items():
            if powers[seat] == top:
                reasons.update(dict.fromkeys(units, "standoff"))

    def _defense(self, space: Key, defender: Seat, stay: Sequence[Unit]) -> int:
        """Count the defence: units there, the home base, the Turreton, supports of those who hold."""
        power = len(stay)
        if stay and self._homes.get(defender) == space:
            power += 1
        if self._loyal.get(space) == defender:
            power += TURRETON_POWER
        prop = self.prop
        return power + sum([len(prop[unit]) for unit in stay if unit in prop])

    def parts(self, space: Key, defender: Seat | None, stay: Sequence[Unit]) -> dict[str, object]:
        """Return where each point of the defence came from (see `ev.Battle`)."""
        if defender is None:
            return {}
        return {
            "units": tuple([str(unit.number) for unit in sorted(stay)]),
            "home": int(bool(stay) and self._homes.get(defender) == space),
            "turreton": TURRETON_POWER if self._loyal.get(space) == defender else 0,
            "supports": tuple([who for unit in sorted(stay) for who in self.prop.get(unit, ())]),
        }
