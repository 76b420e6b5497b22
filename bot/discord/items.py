"""Buttons and menus that work after a restart: everything that they need is in their custom id."""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.common.errors import Refused
from bot.common.message import BUTTON_PATTERN, MENU_PATTERN, read_press

_MOST_DIGITS = 18
"""What the database takes for a number."""


def number(text: str, unknown: str) -> int:
    """A number that a button's id ends with. Raises Refused with the words of `unknown`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise Refused(unknown)
    return int(text)


class PressItem(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON_PATTERN):
    """Any of our buttons."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        match = re.fullmatch(BUTTON_PATTERN, self.custom_id)
        assert match is not None
        await interaction.client.router.press(interaction, read_press(match))


class MenuItem(discord.ui.DynamicItem[discord.ui.Select[Any]], template=MENU_PATTERN):
    """Any of our menus."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        assert isinstance(item, discord.ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        match = re.fullmatch(MENU_PATTERN, self.custom_id)
        assert match is not None
        await interaction.client.router.choose(interaction, read_press(match), list(self.item.values))
