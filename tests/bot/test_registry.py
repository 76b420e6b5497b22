"""Buttons, menus and forms: each act has one handler."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.message import Press
from bot.discord.client import Interaction
from bot.discord.components import Dispatcher, button, form


class Bells:
    @button("ring", "chime", public=True)
    async def ring(self, interaction: Interaction, press: Press) -> None:
        """One handler of two buttons."""

    @form("ring", game=False)
    async def rung(self, interaction: Interaction, press: Press, values: Any) -> None:
        """A form of the same name is an act of its own."""


def test_acts_are_told_apart_by_kind_and_name() -> None:
    none: Any = None
    acts = Dispatcher(none, none, [Bells()]).acts
    assert {(act.kind, act.name, act.public, act.game) for act in acts} == {
        ("button", "ring", True, True),
        ("button", "chime", True, True),
        ("form", "ring", False, False),
    }


def test_two_handlers_of_one_act_are_a_fault() -> None:
    none: Any = None
    with pytest.raises(ValueError, match="the button 'ring' is declared twice"):
        Dispatcher(none, none, [Bells(), Bells()])
