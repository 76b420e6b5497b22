"""Forms are read from the raw interaction: so they also work when the bot restarted while one was open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from bot.common.message import FORM_PATTERN, Press, read_press


def read_form(data: Mapping[str, Any]) -> tuple[Press, dict[str, str]] | None:
    """The id and the values of a submitted form; None if it is none of ours."""
    match = re.fullmatch(FORM_PATTERN, str(data.get("custom_id", "")))
    if match is None:
        return None
    values = {}
    for row in data.get("components", ()):
        leaf: Mapping[str, Any] = row.get("component") or next(iter(row.get("components", ())), {})
        if "values" in leaf:
            values[str(leaf.get("custom_id"))] = str(next(iter(leaf["values"]), ""))
        elif "value" in leaf:
            values[str(leaf.get("custom_id"))] = str(leaf["value"])
    return read_press(match), values
