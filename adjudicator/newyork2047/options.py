"""The options of New York 2047, each with the sentence that it decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.common import known_options, number_value
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
    values = {option.key: number_value(option, value) for option, value in known_options(OPTION_TABLE, given)}
    return NewYorkOptions(**values)
