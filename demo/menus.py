"""Menus as Discord has them: one with another id is another menu.

SimCord's page knows a menu by its place in its message, and does nothing when what is chosen in it is chosen
again. So whoever chose a piece, got an answer and chose the same piece again would wait for ever. Discord
forgets what was chosen when an edit gives a menu another id, as each of the bot's edits does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from simcord.enums import ComponentType
from simcord.preview import _action_plans, _component_projection

Key = Callable[..., str | None]


def by_id(key_of: Key) -> Key:
    """Return what names a control for SimCord's page: its place, and of a menu the id as well."""

    def key(*given: Any) -> str | None:
        [component] = [value for value in given if isinstance(value, Mapping)]
        found = key_of(*given)
        if found is None or component.get("type") != int(ComponentType.STRING_SELECT):
            return found
        return f"{found}~{hashlib.sha256(str(component.get('custom_id')).encode()).hexdigest()[:8]}"

    return key


def tell_apart() -> None:
    """Have SimCord name menus so, in this process."""
    vars(_action_plans)["_component_key"] = by_id(_action_plans._component_key)
    vars(_component_projection)["_control_key"] = by_id(_component_projection._control_key)
