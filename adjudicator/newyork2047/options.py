"""The options of New York 2047, each with the sentence that it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.errors import OptionError
from adjudicator.game import Option

FIRST_YEAR = 2047

OPTION_TABLE = (
    Option(
        "last_year",
        "number",
        2060,
        "Last year",
        "After the fall of this year the factions rank by their stars, then by their units.",
        least=FIRST_YEAR,
        most=2199,
    ),
)


@dataclass(frozen=True, slots=True)
class NewYorkOptions:
    """Complete options."""

    last_year: int = 2060

    def to_json(self) -> dict[str, Any]:
        return {"last_year": self.last_year}


def read_options(given: Mapping[str, Any]) -> NewYorkOptions:
    """Complete options from some. Raises OptionError."""
    table = {option.key: option for option in OPTION_TABLE}
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in table:
            raise OptionError(str(key), "there is no such option", tuple(table))
        option = table[key]
        if isinstance(value, bool) or not isinstance(value, int) or not option.least <= value <= option.most:
            raise OptionError(key, f"{value!r} is no number from {option.least} to {option.most}")
        values[key] = value
    return NewYorkOptions(**values)
