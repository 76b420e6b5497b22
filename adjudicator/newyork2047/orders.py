"""Orders of New York 2047, and how they are read from what people type. Source: Orders.

Their text is canonical: ``1 move soho``, ``2 hold``, ``3 support 1 to soho``, ``4 support hamblet 2 hold``,
``moe support 1 hold``, ``relocate chelsea``, ``disband 4``. Read are ``1 soho``, ``1 - soho``, ``3 s hamblet
2 hold``, too: spaces by key, name, abbreviation or the beginning of either; factions and Turretons by the
beginning of their names. ``2 s 3`` supports what unit 3 does by another order of the same text.

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
from adjudicator.newyork2047 import text as words
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


@dataclass(frozen=True, slots=True)
class _HalfSupport:
    """`unit` supports the own unit `other`, whatever that does."""

    unit: str
    other: str


UnitOrder: TypeAlias = Hold | Move | Support
Order: TypeAlias = UnitOrder | Relocate | Disband | Declare


_MOVE = frozenset({"move", "moves", "m", "to", "go", "goes", "-", "attack", "attacks", "into"})
_HOLD = frozenset({"hold", "holds", "h", "stay", "stays", "stand", "stands"})
_SUPPORT = frozenset({"support", "supports", "s", "sup", "supp"})
_RELOCATE = frozenset({"relocate", "home"})
_DISBAND = frozenset({"disband", "remove"})
_DECLARE = {"draw": "draw", "concede": "concede", "surrender": "concede", "resign": "concede"}
_UNITS = frozenset({*NUMBERS[1:], *TURRETONS})
_MAX_LENGTH = 200
"""Limits the length of an order, in characters."""
_SIGNS = re.compile(r"[-–—>→]+|[:,=]")
_NUMBER = re.compile(r"(?:unit|army|u|#)?0*([1-9][0-9]{0,3})")


def spelled(board: Board, text: str) -> str:
    """Write canonical orders with the names of spaces; read again they are the same.

    "2 move upper_bay; relocate soho" becomes "2 move Upper Bay; relocate Soho".
    """
    return _SPACE.sub(lambda found: f"{found[1]} {_name(board, found[2])}", text)


_SPACE = re.compile(r"\b(move|to|relocate) ([a-z_]+)")


def _name(board: Board, key: str) -> str:
    return board.name(key) if key in board.spaces else key


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
        found = lines(text.replace(",", ";"))
        if not found:
            raise NotUnderstoodError("", words.NO_ORDER)
        read = [self._line(seat, line) for line in found]
        return tuple(
            [
                _completed(line, one, read) if isinstance(one, _HalfSupport) else one
                for line, one in zip(found, read, strict=True)
            ]
        )

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
            names = listing([self._board.name(key) for key in fits])
            few = len(fits) < 9
            reason = words.WHICH_SPACE(word=text, spaces=names) if few else words.WHICH_OF_MANY(word=text)
            raise NotUnderstoodError(line, reason, [before + key for key in fits])
        close = list(dict.fromkeys(self._names[name] for name in nearest(wanted, self._names, 6)))[:3]
        if close:
            meant = listing([self._board.name(key) for key in close])
            reason = words.NO_SPACE_NEAR(word=text, meant=meant)
            raise NotUnderstoodError(line, reason, [before + key for key in close])
        raise NotUnderstoodError(line, words.NO_SPACE(word=text))

    def spaces(self, typed: str) -> list[Key]:
        """Find the spaces whose names a plain text begins, or any word in them (three letters and more,
        "sound"); else word for word ("up hud")."""
        parts = typed.split()
        if not parts:
            return []
        named = self._names.items()
        inner = f" {typed}" if len(typed) > 2 else "?"
        found = {key for name, key in named if name.startswith(typed) or inner in name}
        return sorted(found or {key for name, key in named if _word_for_word(parts, name.split())})

    def seat(self, text: str) -> Seat | None:
        """Return the faction that a word begins, or None: "ham" is hamblet."""
        fits = [seat for seat in SEATS if seat.startswith(text)] if len(text) > 1 else []
        return text if text in SEATS else fits[0] if len(fits) == 1 else None

    def _canonical(self, seat: Seat | None, said: Sequence[str]) -> Order | None:
        """Read the order if it is written as orders are stored, without a second look; None for anything
        else."""
        count = len(said)
        if count < 2 or said[0] not in _UNITS:
            return None
        unit, verb, last = said[0], said[1], said[-1]
        if verb == "move":
            return Move(unit, last) if count == 3 and last in self._board.spaces else None
        if verb == "hold":
            return Hold(unit) if count == 2 else None
        if verb != "support":
            return None
        if last == "hold":
            what, target = said[2:-1], ""
        elif last in self._board.spaces and said[-2] == "to":
            what, target = said[2:-2], last
        else:
            return None
        if len(what) == 2 and what[0] in SEATS and what[0] != seat and what[1] in _UNITS:
            return Support(unit, what[0], what[1], target)
        return Support(unit, "", what[0], target) if len(what) == 1 and what[0] in _UNITS else None

    def _read(self, seat: Seat | None, line: str) -> Order | _HalfSupport:
        stored = self._canonical(seat, line.split())
        if stored is not None:
            return stored
        if len(line) > _MAX_LENGTH:
            raise NotUnderstoodError(line[:40] + "…", words.TOO_LONG)
        said = _SIGNS.sub(_spaced, line.lower().replace("_", " ")).split()
        if len(said) > 2 and _unit(said[1]) is not None and seat is not None and self.seat(said[0]) == seat:
            said = said[1:]
        if said and said[0] in ("unit", "army"):
            said = said[1:]
        if not said:
            raise NotUnderstoodError(line, words.NOT_AN_ORDER)
        head, rest = said[0], said[1:]
        if head in _DECLARE and not rest:
            return Declare(_DECLARE[head])
        if head in _RELOCATE and not rest:
            raise NotUnderstoodError(line, words.RELOCATE_WHERE, ("relocate chelsea",))
        if head in _RELOCATE:
            return Relocate(self.space(line, " ".join(_without(rest, _MOVE)), "relocate "))
        if head in _DISBAND:
            number = _unit(" ".join(_without(rest, {"unit", "army"})), numbered=True)
            if number is None:
                raise NotUnderstoodError(line, words.DISBAND_WHICH, ("disband 4",))
            return Disband(number)
        unit = _unit(head)
        if unit is None:
            close = nearest(head, [*TURRETONS, "relocate", "disband", "draw", "concede"])
            if close:
                raise NotUnderstoodError(line, words.NO_SUCH_WORD(word=head, meant=listing(close)), close)
            raise NotUnderstoodError(line, words.BEGIN_WITH_UNIT)
        return self._unit_order(line, seat, unit, rest)

    def _unit_order(
        self, line: str, seat: Seat | None, unit: str, rest: Sequence[str]
    ) -> UnitOrder | _HalfSupport:
        if not rest:
            raise NotUnderstoodError(line, words.DO_WHAT(unit=unit), (f"{unit} hold",))
        verb = rest[0]
        if verb in _HOLD:
            if len(rest) > 1:
                raise NotUnderstoodError(line, words.NOTHING_FOLLOWS(word=verb), (f"{unit} hold",))
            return Hold(unit)
        if verb in _SUPPORT:
            return self._support(line, seat, unit, _without(rest[1:], {"unit", "army"}))
        place = _without(rest, _MOVE)
        if not place:
            raise NotUnderstoodError(line, words.MOVE_WHERE(unit=unit))
        if verb not in _MOVE and not self._names.get(" ".join(place)):
            wrong = nearest(verb, [*_HOLD, *_SUPPORT, "move"])
            if wrong and len(verb) > 3 and not self.spaces(" ".join(place)):
                raise NotUnderstoodError(line, words.NO_SUCH_WORD(word=verb, meant=wrong[0]))
        return Move(unit, self.space(line, " ".join(place), f"{unit} move "))

    def _support(
        self, line: str, seat: Seat | None, unit: str, rest: Sequence[str]
    ) -> Support | _HalfSupport:
        whose, said = "", list(rest)
        if said and _unit(said[0]) is None:
            named = self.seat(said[0])
            if named is None:
                raise _no_faction(line, said[0])
            whose, said = "" if named == seat else named, _without(said[1:], {"unit", "army"})
        other = _unit(said[0]) if said else None
        if other is None:
            raise NotUnderstoodError(line, words.SUPPORT_WHOM)
        what, held = said[1:], Support(unit, whose, other, "")
        if not what and whose:
            reason = words.SUPPORT_WHAT_FOREIGN(faction=whose, other=other)
            raise NotUnderstoodError(line, reason, (str(held),))
        if not what:
            return _HalfSupport(unit, other)
        if len(what) == 1 and what[0] in _HOLD:
            return held
        place = _without(what, _MOVE)
        if not place:
            raise NotUnderstoodError(line, words.SUPPORT_WHERE(other=other), (str(held),))
        before = str(Support(unit, whose, other, "?"))[:-1]
        return Support(unit, whose, other, self.space(line, " ".join(place), before))


def _completed(line: str, half: _HalfSupport, others: Iterable[Order | _HalfSupport]) -> Support:
    """Support what the other unit does by its last order. Raises NotUnderstoodError if it has none."""
    units = [one for one in others if isinstance(one, (Hold, Move, Support, _HalfSupport))]
    does = next((one for one in reversed(units) if one.unit == half.other), None)
    held = Support(half.unit, "", half.other, "")
    if does is None and half.other not in TURRETONS:
        raise NotUnderstoodError(line, words.SUPPORT_WHAT(other=half.other), (str(held),))
    return Support(half.unit, "", half.other, does.target) if isinstance(does, Move) else held


def _no_faction(line: str, said: str) -> NotUnderstoodError:
    close = nearest(said, SEATS)
    if close:
        return NotUnderstoodError(line, words.NO_FACTION_NEAR(word=said, meant=listing(close)), close)
    return NotUnderstoodError(line, words.NO_FACTION(word=said, factions=listing(SEATS, "and")), SEATS)


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
