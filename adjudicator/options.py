"""Options of games: fields of a dataclass, each declared once with the sentence of the rules that it decides.

@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    players: int = number(4, "Players", "2 players: Red and Silver.", least=2, most=4)
    fog: bool = switch(False, "Fog", "Enemy kinds stay hidden until they meet.")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Self

from adjudicator.errors import OptionError
from adjudicator.game import Option, Seat
from adjudicator.text import NO_OPTION, NOT_A_CHOICE, NOT_A_NUMBER, NOT_A_SIDE

ON, OFF = "on", "off"
"""The choices of an option that is a switch."""


@dataclass(frozen=True)
class GameOptions:
    """The complete options of one game."""

    __slots__ = ()

    def seats(self) -> tuple[Seat, ...]:
        """List the seats of a game with these options, in the game's own order."""
        raise NotImplementedError

    @classmethod
    def table(cls) -> tuple[Option, ...]:
        """List the options, in the order of the fields."""
        return tuple(option for _, _, option in _declared(cls))

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Self:
        """Complete options from some. Raises OptionError for an unknown key or a wrong value."""
        return cls(**cls.read_values(given))

    @classmethod
    def read_values(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Read the given options alone, by their keys. Raises OptionError."""
        declared = {option.key: (kind, option) for _, kind, option in _declared(cls)}
        for key in given:
            if key not in declared:
                raise OptionError(str(key), NO_OPTION, tuple(declared))
        return {key: declared[key][0].read(declared[key][1], value) for key, value in given.items()}

    def to_json(self) -> dict[str, Any]:
        """Write all options as JSON values, by their keys."""
        return {
            option.key: kind.dump(option, getattr(self, name)) for name, kind, option in _declared(type(self))
        }


@dataclass(frozen=True)
class _Kind:
    """How the values of an option are read (raises OptionError) and written."""

    read: Callable[[Option, Any], Any]
    dump: Callable[[Option, Any], Any] = lambda _, value: value


def _read_fields(cls: Any) -> tuple[tuple[str, _Kind, Option], ...]:
    return tuple(
        (each.name, each.metadata["kind"], replace(option, key=option.key or each.name))
        for each in fields(cls)
        if (option := each.metadata["option"])
    )


_declared: Callable[[type], tuple[tuple[str, _Kind, Option], ...]] = cache(_read_fields)
"""The options of a class: the field, how its values are read and written, the option."""


def declare(
    value: Any,
    option: Option,
    read: Callable[[Option, Any], Any],
    dump: Callable[[Option, Any], Any] = lambda _, value: value,
) -> Any:
    """Declare an option, as a field of a dataclass.

    value:  the field's default
    option: without its key, the field has the name; with one where they differ
    read, dump: the field's value from its JSON value (raises OptionError), and back
    """
    return field(default=value, metadata={"kind": _Kind(read, dump), "option": option})


def number(default: int, label: str, decides: str, *, least: int = 0, most: int) -> Any:
    """Declare an option that is a whole number in these limits."""
    return declare(
        default, Option("", "number", default, label, decides, least=least, most=most), number_value
    )


def choice(default: str, label: str, decides: str, *, choices: Sequence[str]) -> Any:
    """Declare an option that is one of these words."""
    return declare(
        default, Option("", "choice", default, label, decides, choices=tuple(choices)), choice_value
    )


def switch(default: bool, label: str, decides: str) -> Any:
    """Declare an option that is on or off; true and false are read, too."""
    option = Option("", "choice", _word(None, default), label, decides, choices=(ON, OFF))
    return declare(default, option, switch_value, _word)


def per_side(default: int, label: str, decides: str, *, most: int, sides: Sequence[str]) -> Any:
    """Declare an option that is a number for each of two sides, or one for both."""
    option = Option("", "per_side", default, label, decides, most=most, sides=tuple(sides))
    return declare(
        (default, default), option, _pair, lambda option, pair: dict(zip(option.sides, pair, strict=True))
    )


def number_value(option: Option, value: object) -> int:
    """Read a whole number in the option's limits; raises OptionError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not option.least <= value <= option.most:
        reason = NOT_A_NUMBER(value=repr(value), least=option.least, most=option.most)
        raise OptionError(option.key, reason)
    return value


def choice_value(option: Option, value: object) -> str:
    """Read one of the option's choices; raises OptionError for anything else."""
    if not isinstance(value, str) or value not in option.choices:
        raise OptionError(option.key, NOT_A_CHOICE(value=repr(value)), option.choices)
    return value


def switch_value(option: Option, value: object) -> bool:
    """Read a switch: one of its choices, or true or false. Raises OptionError for anything else."""
    return value if isinstance(value, bool) else choice_value(option, value) == ON


def _word(_: Option | None, on: bool) -> str:
    return ON if on else OFF


def _pair(option: Option, value: object) -> tuple[int, int]:
    if not isinstance(value, Mapping):
        number = number_value(option, value)
        return number, number
    for side in value:
        if side not in option.sides:
            raise OptionError(option.key, NOT_A_SIDE(value=repr(side)), option.sides)
    first, second = (number_value(option, value.get(side, 0)) for side in option.sides)
    return first, second
