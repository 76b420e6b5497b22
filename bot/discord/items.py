"""Buttons, menus and forms that work after a restart: everything that they need is in their custom id.

Forms are read from the raw interaction, so they also work if the bot restarted while one was open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

import discord

from bot.common.errors import Refused
from bot.common.message import BUTTON_PATTERN, FORM_PATTERN, MENU_PATTERN, Press, read_press
from bot.discord.client import Client, Interaction

MAX_DIGITS = 18
"""Longest number that the database takes."""


def number(text: str, unknown: str) -> int:
    """Read the number that a button's id ends with. Raises Refused with the words of `unknown`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS):
        raise Refused(unknown)
    return int(text)


class PressItem(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_PATTERN):
    """Any button of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        match = re.fullmatch(BUTTON_PATTERN, self.custom_id)
        assert match is not None
        client: Client = interaction.client
        await client.run_act(interaction, "button", read_press(match))


class MenuItem(discord.ui.DynamicItem[discord.ui.Select[Any]], template=MENU_PATTERN):
    """Any menu of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        match = re.fullmatch(MENU_PATTERN, self.custom_id)
        assert match is not None
        client: Client = interaction.client
        await client.run_act(interaction, "menu", read_press(match), list(self.item.values))


def read_form(data: Mapping[str, Any]) -> tuple[Press, dict[str, str]] | None:
    """Read the id and the values of a submitted form; None if the form is not ours."""
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
