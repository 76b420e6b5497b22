"""Orders of New York 2047, and how they are read from what people type. Source: Orders.

Their text is canonical: ``1 move soho``, ``2 hold``, ``3 support 1 to soho``, ``4 support hamblet 2 hold``,
``moe support 1 hold``, ``relocate chelsea``, ``disband 4``. Read are ``1 soho``, ``1 - soho``, ``3 s hamblet
2 hold``, too: spaces by key, name, abbreviation or the beginning of either; factions and Turretons by the
beginning of their names.

Units are texts ("1", "moe"), spaces are keys. A support of an own unit has `seat` "".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key, plain
from adjudicator.newyork2047.state import NUMBERS
from adjudicator.text import lines, listing, nearest


@dataclass(frozen=True, slots=True)
class Hold:
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} hold"


@dataclass(frozen=True, slots=True)
class Move:
    unit: str
    target: Key

    def __str__(self) -> str:
        return f"{self.unit} move {self.target}"


@dataclass(frozen=True, slots=True)
class Support:
    """`unit` supports unit `other` of `seat` ("": its own): its move to `target`, or its hold ("")."""

    unit: str
    seat: Seat
    other: str
    target: Key

    def __str__(self) -> str:
        whose = f"{self.seat} " if self.seat else ""
        what = f"to {self.target}" if self.target else "hold"
        return f"{self.unit} support {whose}{self.other} {what}"


@dataclass(frozen=True, slots=True)
class Relocate:
    """Where the home base moves, should it be lost."""

    target: Key

    def __str__(self) -> str:
        return f"relocate {self.target}"


@dataclass(frozen=True, slots=True)
class Disband:
    """A unit to give up, should there be too many."""

    unit: str

    def __str__(self) -> str:
        return f"disband {self.unit}"


UnitOrder: TypeAlias = Hold | Move | Support
Order: TypeAlias = UnitOrder | Relocate | Disband | Declare


_MOVE = frozenset({"move", "moves", "m", "to", "go", "goes", "-", "attack", "attacks", "into"})
_HOLD = frozenset({"hold", "holds", "h", "stay", "stays", "stand", "stands"})
_SUPPORT = frozenset({"support", "supports", "s", "sup", "supp"})
_RELOCATE = frozenset({"relocate", "home"})
_DISBAND = frozenset({"disband", "remove"})
_DECLARE = {"draw": "draw", "concede": "concede", "surrender": "concede", "resign": "concede"}
_FORMS = ("1 move soho", "2 hold", "3 support 1 to soho", "4 support hamblet 2 hold")
_UNITS = frozenset({*NUMBERS[1:], *TURRETONS})
_MAX_LENGTH = 200
"""Limits the length of an order, in characters."""
_SIGNS = re.compile(r"[-–—>→]+|[:,=]")
_NUMBER = re.compile(r"(?:unit|army|u|#)?0*([1-9][0-9]{0,3})")


class Notation:
    """Reads orders on one map."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._names: dict[str, Key] = {}
        for key, space in board.spaces.items():
            self._names[plain(space.name)] = key
        for key, space in board.spaces.items():
            self._names.setdefault(plain(key), key)
            self._names.setdefault(space.abbr, key)
        # What a line means depends on nothing but the line and who writes it, so it can be remembered.
        self._line = lru_cache(maxsize=1 << 14)(self._read)

    def parse(self, seat: Seat | None, text: str) -> tuple[Order, ...]:
        """Read the orders in a message. Raises NotUnderstoodError, for the first line that is none."""
        found = lines(text)
        if not found:
            raise NotUnderstoodError("", "there is no order in it", _FORMS)
        return tuple([self._line(seat, line) for line in found])

    def space(self, line: str, text: str, before: str = "") -> Key:
        """Read the space that a text means. Raises NotUnderstoodError about `line`, with near spaces after
        the words `before`."""
        wanted = plain(text)
        exact = self._names.get(wanted)
        if exact is not None:
            return exact
        fits = self.spaces(wanted)
        if len(fits) == 1:
            return fits[0]
        if fits:
            names = [self._board.name(key) for key in fits]
            reason = (
                f"“{text}” could be {listing(names)}" if len(names) < 9 else f"“{text}” could be many spaces"
            )
            raise NotUnderstoodError(line, reason, [before + key for key in fits])
        close = list(dict.fromkeys(self._names[name] for name in nearest(wanted, self._names, 6)))[:3]
        if close:
            meant = listing([self._board.name(key) for key in close])
            raise NotUnderstoodError(
                line, f"there is no space “{text}”: did you mean {meant}?", [before + key for key in close]
            )
        raise NotUnderstoodError(line, f"there is no space “{text}” on the map")

    def spaces(self, typed: str) -> list[Key]:
        """Find the spaces whose names a plain text begins, or any word in them (three letters and more,
        "sound"); else word for word ("up hud")."""
        words = typed.split()
        if not words:
            return []
        named = self._names.items()
        inner = f" {typed}" if len(typed) > 2 else "?"
        found = {key for name, key in named if name.startswith(typed) or inner in name}
        return sorted(found or {key for name, key in named if _word_for_word(words, name.split())})

    def seat(self, text: str) -> Seat | None:
        """Return the faction that a word begins, or None: "ham" is hamblet."""
        fits = [seat for seat in SEATS if seat.startswith(text)] if len(text) > 1 else []
        return text if text in SEATS else fits[0] if len(fits) == 1 else None

    def _canonical(self, seat: Seat | None, words: Sequence[str]) -> Order | None:
        """Read the order if it is written as orders are stored, without a second look; None for anything
        else."""
        count = len(words)
        if count < 2 or words[0] not in _UNITS:
            return None
        unit, verb, last = words[0], words[1], words[-1]
        if verb == "move":
            return Move(unit, last) if count == 3 and last in self._board.spaces else None
        if verb == "hold":
            return Hold(unit) if count == 2 else None
        if verb != "support":
            return None
        if last == "hold":
            what, target = words[2:-1], ""
        elif last in self._board.spaces and words[-2] == "to":
            what, target = words[2:-2], last
        else:
            return None
        if len(what) == 2 and what[0] in SEATS and what[0] != seat and what[1] in _UNITS:
            return Support(unit, what[0], what[1], target)
        return Support(unit, "", what[0], target) if len(what) == 1 and what[0] in _UNITS else None

    def _read(self, seat: Seat | None, line: str) -> Order:
        stored = self._canonical(seat, line.split())
        if stored is not None:
            return stored
        if len(line) > _MAX_LENGTH:
            raise NotUnderstoodError(line[:40] + "…", "an order is shorter than that", _FORMS)
        words = _SIGNS.sub(_spaced, line.lower().replace("_", " ")).split()
        if (
            len(words) > 2
            and _unit(words[1]) is not None
            and seat is not None
            and self.seat(words[0]) == seat
        ):
            words = words[1:]
        if words and words[0] in ("unit", "army"):
            words = words[1:]
        if not words:
            raise NotUnderstoodError(line, "that is no order", _FORMS)
        head, rest = words[0], words[1:]
        if head in _DECLARE and not rest:
            return Declare(_DECLARE[head])
        if head in _RELOCATE and not rest:
            raise NotUnderstoodError(line, "where to? Name the space", ("relocate chelsea",))
        if head in _RELOCATE:
            return Relocate(self.space(line, " ".join(_without(rest, _MOVE)), "relocate "))
        if head in _DISBAND:
            number = _unit(" ".join(_without(rest, {"unit", "army"})), numbered=True)
            if number is None:
                raise NotUnderstoodError(line, "which unit? By its number", ("disband 4",))
            return Disband(number)
        unit = _unit(head)
        if unit is None:
            close = nearest(head, [*TURRETONS, "relocate", "disband", "draw", "concede"])
            if close:
                reason = f"“{head}” is no order: did you mean {listing(close)}?"
                raise NotUnderstoodError(line, reason, close)
            raise NotUnderstoodError(line, "an order begins with the number of your unit", _FORMS)
        return self._unit_order(line, seat, unit, rest)

    def _unit_order(self, line: str, seat: Seat | None, unit: str, rest: Sequence[str]) -> Order:
        if not rest:
            raise NotUnderstoodError(line, f"what shall {unit} do?", (f"{unit} hold", f"{unit} move soho"))
        verb = rest[0]
        if verb in _HOLD:
            if len(rest) > 1:
                raise NotUnderstoodError(line, f"nothing follows “{verb}”", (f"{unit} hold",))
            return Hold(unit)
        if verb in _SUPPORT:
            return self._support(line, seat, unit, _without(rest[1:], {"unit", "army"}))
        place = _without(rest, _MOVE)
        if not place:
            raise NotUnderstoodError(line, "where to? Name the space", (f"{unit} move soho",))
        if verb not in _MOVE and not self._names.get(" ".join(place)):
            wrong = nearest(verb, [*_HOLD, *_SUPPORT, "move"])
            if wrong and len(verb) > 3 and not self.spaces(" ".join(place)):
                raise NotUnderstoodError(line, f"“{verb}” is no order: did you mean {wrong[0]}?", _FORMS)
        return Move(unit, self.space(line, " ".join(place), f"{unit} move "))

    def _support(self, line: str, seat: Seat | None, unit: str, rest: Sequence[str]) -> Order:
        whose, words = "", list(rest)
        forms = (f"{unit} support 1 to soho", f"{unit} support hamblet 2 hold")
        if words and _unit(words[0]) is None:
            named = self.seat(words[0])
            if named is None:
                close = nearest(words[0], SEATS)
                meant = (
                    f": did you mean {listing(close)}?" if close else f"; they are {listing(SEATS, 'and')}"
                )
                raise NotUnderstoodError(line, f"“{words[0]}” is no faction{meant}", close or SEATS)
            whose, words = "" if named == seat else named, _without(words[1:], {"unit", "army"})
        other = _unit(words[0]) if words else None
        if other is None:
            raise NotUnderstoodError(line, "which unit is supported? By its number", forms)
        what = words[1:]
        if not what:
            reason = f"say what {other} does: hold, or to which space it moves"
            raise NotUnderstoodError(line, reason, forms)
        if len(what) == 1 and what[0] in _HOLD:
            return Support(unit, whose, other, "")
        place = _without(what, _MOVE)
        if not place:
            raise NotUnderstoodError(line, f"to which space does {other} move?", forms)
        before = str(Support(unit, whose, other, "?"))[:-1]
        return Support(unit, whose, other, self.space(line, " ".join(place), before))


def _word_for_word(typed: Sequence[str], name: Sequence[str]) -> bool:
    return len(typed) <= len(name) and all(
        word.startswith(part) for part, word in zip(typed, name, strict=False)
    )


def _spaced(match: re.Match[str]) -> str:
    """Space a sign: dashes and arrows mean "moves to" between a unit and a space, and nothing within a
    name."""
    sign = match.group()
    if sign in ":,=":
        return " "
    before, after = match.string[: match.start()], match.string[match.end() :]
    inside = before[-1:].isalpha() and after[:1].isalpha()
    return " " if inside else " - "


def _without(words: Sequence[str], dropped: Iterable[str]) -> list[str]:
    """Drop the words at the beginning that say nothing."""
    gone, rest = frozenset(dropped), list(words)
    while rest and rest[0] in gone:
        rest = rest[1:]
    return rest


def _unit(word: str, numbered: bool = False) -> str | None:
    """Read a unit's number or a Turreton's name; None for anything else."""
    match = _NUMBER.fullmatch(word)
    if match is not None:
        return match[1]
    if numbered or len(word) < 2:
        return None
    fits = [name for name in TURRETONS if name.startswith(word)]
    return fits[0] if len(fits) == 1 else None
