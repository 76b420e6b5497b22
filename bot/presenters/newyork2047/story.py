"""The events of one turn of New York 2047, sorted for telling, and the phrases that reports share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import TURRETONS, Board, Key
from adjudicator.newyork2047.events import Battle, Lost, Moved, Stayed, SupportFailed, Who
from adjudicator.text import listing
from maps.text import capitalized, seat_name

Try: TypeAlias = Moved | Stayed | Lost
"""What became of a unit's move: it was lost only if the attack failed."""
E = TypeVar("E", bound=Event)


def unit_name(seat: Seat, unit: str) -> str:
    """A unit for people.

    >>> unit_name("hamblet", "3"), unit_name("hamblet", "moe")
    ('Hamblet 3', 'Moe')
    """
    return unit.capitalize() if unit in TURRETONS else f"{seat_name(seat)} {unit}"


def units_named(pairs: Iterable[Sequence[str]]) -> list[str]:
    """Units of several factions, each faction named once.

    >>> units_named([("greene", "4"), ("greene", "5"), ("tower", "moe")])
    ['Greene 4 & 5', 'Moe']
    """
    found: dict[str, list[str]] = {}
    for seat, unit in pairs:
        if unit in TURRETONS:
            found[unit_name(seat, unit)] = []
        else:
            found.setdefault(seat_name(seat), []).append(unit)
    return [f"{name} {' & '.join(units)}" if units else name for name, units in found.items()]


def starred(board: Board, key: Key) -> str:
    """A space's name, with its star: "Midtown ★"."""
    space = board.spaces[key]
    return f"{space.name} ★" if space.star else space.name


def both(words: Iterable[str]) -> str:
    return listing(words, "and")


def verb(units: Sequence[object], one: str, many: str) -> str:
    return one if len(units) == 1 else many


class Story:
    """The events of one turn, found by what they are about.

    moves: what became of each unit's move; deaths: the units that were lost where they stood or had gone;
    battles: by space
    """

    def __init__(self, board: Board, events: Sequence[Event]) -> None:
        self.board = board
        self.events = events
        self.moves: dict[Who, Try] = {}
        self.deaths: dict[Who, Lost] = {}
        self.battles: dict[Key, Battle] = {}
        for event in events:
            match event:
                case Lost(reason="defeated"):
                    self.deaths[event.seat, event.unit] = event
                case Moved() | Stayed() | Lost():
                    self.moves[event.seat, event.unit] = event
                case Battle():
                    self.battles[event.space] = event

    def all(self, kind: type[E], seat: Seat | None = None) -> list[E]:
        """The events of a kind in order, maybe only those of a seat."""
        return [
            event
            for event in self.events
            if isinstance(event, kind) and (seat is None or getattr(event, "seat", None) == seat)
        ]

    def stood(self, seat: Seat, unit: str) -> Key | None:
        """Where a unit stood before the turn, if it moved, wanted to, or is lost."""
        match self.moves.get((seat, unit), self.deaths.get((seat, unit))):
            case Moved(origin=space) | Stayed(space=space) | Lost(space=space):
                return space
        return None

    def fought(self, tried: Try) -> Battle | None:
        """The battle in which a move took part; its line says what became of the move."""
        battle = self.battles.get(tried.target)
        if battle is None:
            return None
        took = any(side["seat"] == tried.seat and tried.unit in side["movers"] for side in battle.sides)
        return battle if took else None

    # -- the sides of a battle

    def movers(self, side: Mapping[str, Any]) -> str:
        """ "Hamblet 1 from Hoboken, 3 from Jersey City"."""
        seat = side["seat"]
        groups: dict[Key | None, list[str]] = {}
        for unit in side["movers"]:
            groups.setdefault(self.stood(seat, unit), []).append(unit)
        told = [
            f"{' & '.join(units)} from {self.board.name(origin)}" if origin else " & ".join(units)
            for origin, units in groups.items()
        ]
        return f"{seat_name(seat)} {', '.join(told)}"

    def holders(self, battle: Battle) -> str:
        """The units that defend: "Tower 2 & 3", "Larry of Tower"."""
        seat = battle.defender or ""
        units = battle.parts.get("units", [])
        if not units:
            return f"{self.turreton(battle)} of {seat_name(seat)}"
        return units_named([(seat, unit) for unit in units])[0]

    def turreton(self, battle: Battle) -> str:
        return (self.board.spaces[battle.space].turreton or "").capitalize()

    @staticmethod
    def power(side: Mapping[str, Any]) -> str:
        """ "3 with Moe and Greene 4": what is more than the units themselves has a name."""
        helpers = units_named(side["supports"])
        return f"{side['power']} with {both(helpers)}" if helpers else f"{side['power']}"

    def defense(self, battle: Battle) -> str:
        """As `power`, of those who stand there."""
        parts = battle.parts
        helpers = ["the home base"] if parts.get("home") else []
        if parts.get("turreton") and parts.get("units"):
            helpers.append(f"{self.turreton(battle)} ({parts['turreton']})")
        helpers += units_named(parts.get("supports", ()))
        return f"{battle.defense} with {both(helpers)}" if helpers else f"{battle.defense}"

    # -- how it ended

    def outcome(self, battle: Battle) -> str:
        """How a battle ended, in one or two sentences."""
        strongest = battle.strongest
        movers: Sequence[str] = next(
            (side["movers"] for side in battle.sides if side["seat"] == strongest), ()
        )
        match battle.result:
            case "won":
                return self._won(battle)
            case "held":
                named = units_named([(strongest or "", unit) for unit in movers])[0]
                return f"The attack fails: {named} {verb(movers, 'is', 'are')} lost."
            case "void":
                return self._void(seat_name(strongest or ""), strongest or "", movers)
        if strongest is None:
            return f"A tie: nobody {'attacks' if battle.defender else 'enters'}."
        if battle.defender is not None:
            return "Equal: a standoff, nobody is lost."
        return "Nobody enters: a unit from water lands only where no other faction wants to go."

    def _won(self, battle: Battle) -> str:
        lost = [who for who, event in self.deaths.items() if event.space == battle.space]
        entered = [
            (event.seat, event.unit)
            for event in self.all(Moved, battle.strongest)
            if event.target == battle.space and event.how != "reinforce"
        ]
        told = []
        if lost and battle.defender:
            told.append(f"{both(units_named(lost))} {verb(lost, 'is', 'are')} lost")
        seat = battle.defender or ""
        fallen = [
            (seat, unit) for unit in battle.parts.get("units", ()) if self._attacked_in_vain(seat, unit)
        ]
        if fallen:
            own = verb(fallen, "its own attack", "their own attacks")
            told.append(f"{units_named(fallen)[0]} {verb(fallen, 'is', 'are')} lost in {own}")
        if entered:
            told.append(f"{units_named(entered)[0]} {verb(entered, 'enters', 'enter')}")
        return "; ".join(told or ["nobody enters"]) + "."

    def _void(self, name: str, seat: Seat, movers: Sequence[str]) -> str:
        fallen = [unit for unit in movers if (seat, unit) in self.deaths]
        if len(fallen) == len(movers):
            return f"{name} would win, but {verb(fallen, 'that unit is', 'those units are')} beaten first."
        return f"{name} would win, but an equal attack on its own space stops it."

    def _attacked_in_vain(self, seat: Seat, unit: str) -> bool:
        return isinstance(self.moves.get((seat, unit)), Lost)

    def battle(self, battle: Battle) -> str:
        """A battle in one line: who, from where, with what, and how it ended."""
        title = f"⚔ **{self.board.name(battle.space)}**:"
        ended = self.outcome(battle)
        if battle.defender is None or battle.strongest is None:
            sides = [
                f"{self.movers(side)} {verb(side['movers'], 'has', 'have')} {self.power(side)}"
                for side in battle.sides
            ]
            if battle.defender is not None:
                units = battle.parts.get("units", ())
                defends = verb(units, "defends", "defend") if units else "defends"
                sides.append(f"{self.holders(battle)} {defends} with {self.defense(battle)}")
            return f"{title} {'; '.join(sides)}. {capitalized(ended)}"
        first = next(side for side in battle.sides if side["seat"] == battle.strongest)
        others = [
            f"{self.movers(side)} {verb(side['movers'], 'is', 'are')} too weak, with {self.power(side)}."
            for side in battle.sides
            if side is not first
        ]
        attack = f"{self.movers(first)} {verb(first['movers'], 'attacks', 'attack')} {self.holders(battle)}"
        return " ".join(
            [title, f"{attack}: {self.power(first)} against {self.defense(battle)}.", ended, *others]
        )

    # -- single units

    def why_stayed(self, stayed: Stayed) -> str:
        """Why a move did not happen, after a colon."""
        name = self.board.name(stayed.target)
        match stayed.reason:
            case "standoff":
                return f"a standoff at {name}"
            case "weaker":
                return f"others were stronger at {name}"
            case "own_unit":
                return f"an own unit stays in {name}"
            case "terrain":
                return f"{name} is held; no attack between land and water"
            case "landing":
                return f"{name} is contested, and from water a unit lands only where nobody else wants to go"
            case "one_enters":
                return f"only one unit enters {name}"
        return f"its win at {name} was undone"

    def why_failed(self, failed: SupportFailed) -> str:
        """Why a support counts for nothing."""
        if failed.reason == "attacked":
            return f"{self.board.name(failed.space)} is attacked by {both(units_named(failed.by))}"
        return f"{unit_name(failed.of, failed.other)} did something else"

    def supported(self, support: ev.Supported | SupportFailed) -> str:
        """What a support is for: "Hamblet 2 to Soho", "Hamblet 2 holding in Soho"."""
        other, name = unit_name(support.of, support.other), self.board.name(support.target)
        return f"{other} holding in {name}" if support.hold else f"{other} to {name}"
