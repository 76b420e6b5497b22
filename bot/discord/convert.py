"""Convert messages and forms, as values, to what discord.py sends, and what comes back to values.

Buttons, menus and forms work after a restart: everything that they need is in their custom id. Forms are read
from the raw interaction, so they also work if the bot restarted while one was open.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import Any, Self

import discord

from bot.common.errors import Refused
from bot.common.message import (
    BUTTON_PATTERN,
    FORM_PATTERN,
    MENU_PATTERN,
    Button,
    Form,
    Menu,
    Message,
    Picture,
    Press,
    read_press,
)
from bot.discord.client import Client, Interaction

_STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
MAX_DIGITS = 18
"""Longest number that the database takes."""


def to_file(picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), filename=picture.name, description=picture.alt)


def to_files(message: Message) -> list[discord.File]:
    """Convert all attachments, the pictures first."""
    found = [to_file(picture) for picture in message.attached]
    return [*found, *(discord.File(io.BytesIO(file.data), filename=file.name) for file in message.files)]


def to_view(rows: tuple[Menu | tuple[Button, ...], ...]) -> discord.ui.View | None:
    """Convert the buttons and menus; None if there are none."""
    if not rows:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        if isinstance(row, Menu):
            view.add_item(MenuItem(_menu(row, number)))
            continue
        for button in row:
            item: discord.ui.Button[discord.ui.View] = discord.ui.Button(
                custom_id=button.id,
                label=button.label,
                style=_STYLES[button.style],
                disabled=button.disabled,
                row=number,
            )
            view.add_item(PressItem(item))
    return view


def _menu(menu: Menu, row: int) -> discord.ui.Select[discord.ui.View]:
    options = [
        discord.SelectOption(
            value=choice.value,
            label=choice.label,
            description=choice.description or None,
            default=choice.chosen,
        )
        for choice in menu.choices
    ]
    return discord.ui.Select(
        custom_id=menu.id,
        placeholder=menu.placeholder,
        options=options,
        min_values=menu.least,
        max_values=menu.most,
        row=row,
    )


def mentions(message: Message) -> discord.AllowedMentions:
    """Allow only the users whom the message names to be notified."""
    users = [discord.Object(user_id) for user_id in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def to_edit(message: Message) -> dict[str, Any]:
    """Arguments that make an existing message show this one, and nothing else."""
    return {
        "content": message.text,
        "attachments": to_files(message),
        "view": to_view(message.rows),
        "allowed_mentions": mentions(message),
    }


def to_send(message: Message) -> dict[str, Any]:
    """Arguments for a new message."""
    found: dict[str, Any] = {"content": message.text, "allowed_mentions": mentions(message)}
    files = to_files(message)
    if files:
        found["files"] = files
    view = to_view(message.rows)
    if view is not None:
        found["view"] = view
    return found


def to_modal(form: Form) -> discord.ui.Modal:
    """Convert a form. `read_form` reads its values, so it outlives a restart."""
    modal = discord.ui.Modal(title=form.title, custom_id=form.id)
    for field in form.fields:
        item: discord.ui.Item[Any]
        if field.choices:
            options = [
                discord.SelectOption(value=choice.value, label=choice.label, default=choice.chosen)
                for choice in field.choices
            ]
            item = discord.ui.Select(custom_id=field.key, options=options, required=field.required)
        else:
            item = discord.ui.TextInput(
                custom_id=field.key,
                default=field.value or None,
                required=field.required,
                style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
                max_length=field.most or (1500 if field.long else 100),
            )
        label: discord.ui.Label[Any] = discord.ui.Label(
            text=field.label, description=field.hint or None, component=item
        )
        modal.add_item(label)
    return modal


# -- what comes back


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
