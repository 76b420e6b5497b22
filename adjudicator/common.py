"""What several games have alike: offers of a draw, and values of options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.errors import OptionError
from adjudicator.game import Event, Option, Seat


@dataclass(frozen=True, kw_only=True)
class DrawOffered(Event):
    """A seat offers a draw, or agrees to one; `missing` have not agreed yet."""

    seat: Seat
    missing: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class DrawLapsed(Event):
    """Play went on: the offers of these seats are gone."""

    seats: tuple[Seat, ...]


def number_value(option: Option, value: object) -> int:
    """A whole number within the option's limits; raises OptionError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not option.least <= value <= option.most:
        raise OptionError(option.key, f"{value!r} is no number from {option.least} to {option.most}")
    return value


def known_options(table: Sequence[Option], given: Mapping[str, Any]) -> list[tuple[Option, Any]]:
    """Each given option with its value, not yet looked at; raises OptionError for one that does not exist."""
    options = {option.key: option for option in table}
    for key in given:
        if key not in options:
            raise OptionError(str(key), "there is no such option", tuple(options))
    return [(options[key], value) for key, value in given.items()]
