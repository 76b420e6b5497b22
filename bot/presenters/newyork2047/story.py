"""The events of one turn of New York 2047, sorted for telling, and how its battles ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import TURRETONS, Board, Key
from adjudicator.newyork2047.events import Battle, Lost, Moved, Stayed, SupportFailed, Who
from adjudicator.text import listing
from bot.presenters.newyork2047 import text as words
from maps.text import seat_name

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
    return [f"{name} {listing(units, '&')}" if units else name for name, units in found.items()]


def starred(board: Board, key: Key) -> str:
    """A space's name, with its star: "Midtown ★"."""
    space = board.spaces[key]
    return f"{space.name} ★" if space.star else space.name


def both(words: Iterable[str]) -> str:
    return listing(words, "and")


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

    # -- a battle in one sentence

    def place(self, key: Key) -> str:
        """A space as reports name it: "Midtown ★", "Moe in Lower Hudson River"."""
        space = self.board.spaces[key]
        if space.turreton:
            return words.TURRETON_IN(turreton=space.turreton.capitalize(), space=space.name)
        return starred(self.board, key)

    def movers(self, battle: Battle, *, of: Seat | None = None, but: Seat | None = None) -> str:
        """Who moves there: "Tower 1, Papst 3 & 4". of, but: only or without a faction"""
        sides = [side for side in battle.sides if side["seat"] != but and of in (None, side["seat"])]
        return ", ".join(units_named([(side["seat"], unit) for side in sides for unit in side["movers"]]))

    def holders(self, battle: Battle) -> str:
        """Who defends: "Tower 2 & 3", "Tower" where its Turreton stands alone."""
        seat = battle.defender or ""
        return both(units_named([(seat, unit) for unit in battle.parts.get("units", ())])) or seat_name(seat)

    def turreton(self, battle: Battle) -> str:
        return (self.board.spaces[battle.space].turreton or "").capitalize()

    def outcome(self, battle: Battle) -> str:
        """How a battle ended: "Papst 3 takes Flushing ★ from Greene 2 (2–1, supported by Papst 2)."."""
        space, seat, held = self.place(battle.space), battle.strongest, battle.defender is not None
        if seat is None and held:
            return words.STANDOFF_AGAINST(
                space=space, units=self.movers(battle), holders=self.holders(battle)
            )
        if seat is None:
            return words.STANDOFF(space=space, units=self.movers(battle))
        side = _side(battle, seat)
        match battle.result:
            case "won":
                return self._won(battle, seat)
            case "held":
                units = battle.parts.get("units") or ("",)
                return words.HOLDS_SPACE(
                    holders=self.holders(battle),
                    n=len(units),
                    space=space,
                    attackers=self.movers(battle, of=seat),
                    m=len(side["movers"]),
                    odds=_odds(battle.defense, side["power"], battle.parts.get("supports", ())),
                )
            case "void":
                fallen = [unit for unit in side["movers"] if (seat, unit) in self.deaths]
                mine = self.movers(battle, of=seat)
                if len(fallen) == len(side["movers"]):
                    return words.BEATEN_FIRST(units=mine, n=len(fallen), space=space)
                return words.STANDOFF_EQUAL(space=space, units=mine)
        if held:
            return words.STANDOFF_AGAINST(
                space=space, units=self.movers(battle), holders=self.holders(battle)
            )
        return words.STANDOFF_LANDING(space=space, units=self.movers(battle), seat=seat_name(seat))

    def _won(self, battle: Battle, seat: Seat) -> str:
        side, space = _side(battle, seat), self.place(battle.space)
        entered = [
            event.unit
            for event in self.all(Moved, seat)
            if event.target == battle.space and event.how != "reinforce"
        ]
        units = [(seat, unit) for unit in entered or side["movers"]]
        named, n = both(units_named(units)), len(units)
        if battle.defender is None:
            second = max(other["power"] for other in battle.sides if other["seat"] != seat)
            odds, others = _odds(side["power"], second, side["supports"]), self.movers(battle, but=seat)
            return words.TAKES_AHEAD(units=named, n=n, space=space, others=others, odds=odds)
        odds, holders = _odds(side["power"], battle.defense, side["supports"]), self.holders(battle)
        if entered:
            return words.TAKES_FROM(units=named, n=n, space=space, holders=holders, odds=odds)
        return words.WINS_LOST(units=named, n=n, space=space, holders=holders, odds=odds)

    # -- single units

    def why_stayed(self, stayed: Stayed) -> str:
        """Why a move did not happen, for brackets."""
        why = _WHY_STAYED.get(stayed.reason, words.WHY_VOID)
        return why(space=self.board.name(stayed.target))

    def why_failed(self, failed: SupportFailed) -> str:
        """Why a support counts for nothing, for brackets."""
        if failed.reason == "attacked":
            return words.CUT_BY(units=", ".join(units_named(failed.by)))
        return words.NOT_MATCHED

    def supported(self, support: ev.Supported | SupportFailed, own: Seat = "") -> str:
        """What a support is for: "Hamblet 2 to Soho", "2 holding Soho" of one's own."""
        text = words.SUPPORTED_HOLD if support.hold else words.SUPPORTED_MOVE
        unit = support.other if support.of == own else unit_name(support.of, support.other)
        return text(unit=unit, space=self.board.name(support.target))


_WHY_STAYED = {
    "standoff": words.WHY_STANDOFF,
    "weaker": words.WHY_WEAKER,
    "own_unit": words.WHY_OWN_UNIT,
    "terrain": words.WHY_TERRAIN,
    "landing": words.WHY_LANDING,
    "one_enters": words.WHY_ONE_ENTERS,
}


def _side(battle: Battle, seat: Seat) -> Mapping[str, Any]:
    return next(side for side in battle.sides if side["seat"] == seat)


def _odds(more: int, less: int, supports: Sequence[Sequence[str]]) -> str:
    """ "2–1, supported by Papst 2"."""
    if not supports:
        return words.ODDS(more=more, less=less)
    return words.ODDS_SUPPORTED(more=more, less=less, helpers=both(units_named(supports)))
