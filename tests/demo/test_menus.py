"""A menu with another id is another menu for SimCord's page, wherever it names one."""

from __future__ import annotations

from simcord.preview import _action_plans, _component_projection

import demo.views  # noqa: F401 - it has menus told apart


def test_a_menu_goes_by_its_id_and_a_button_by_its_place() -> None:
    for kind, differs in ((3, True), (2, False)):
        shown, acted = [], []
        for ident in ("fpm:pick:a", "fpm:pick:b"):
            component = {"type": kind, "id": 4, "custom_id": ident}
            shown.append(_component_projection._control_key("message:7", component, "0"))
            acted.append(_action_plans._component_key(component, "0", 7))
        assert shown == acted, "what is shown is found again when it is chosen"
        assert (shown[0] != shown[1]) == differs
