"""Convert messages and forms, as values, to what discord.py sends, and what comes back to values.

Buttons, menus and forms work after a restart: everything that they need is in their custom id. Forms are read
from the raw interaction, so they also work if the bot restarted while one was open.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

import discord

from bot.common.errors import Refused
from bot.common.message import (
    BUTTON_PATTERN,
    FORM_PATTERN,
    MENU_PATTERN,
    MOST_CARD,
    Button,
    Divider,
    File,
    Form,
    Menu,
    Message,
    Picture,
    Press,
    Row,
    Section,
    fit,
    read_press,
)
from bot.discord.client import Client, Interaction
from bot.outbox.messenger import LOWEST_MARK, OLD_MARKER, as_mark

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
    """Convert all attachments, the pictures first. What has no data is attached already."""
    found = [to_file(picture) for picture in _pictures(message) if picture.data]
    kept = [discord.File(io.BytesIO(file.data), filename=file.name) for file in message.files if file.data]
    return [*found, *kept]


def _pictures(message: Message) -> list[Picture]:
    beside = [row.beside for row in message.rows if isinstance(row, Section)]
    return [*message.attached, *(one for one in beside if isinstance(one, Picture))]


def to_view(message: Message, mark: int | None = None) -> discord.ui.View | None:
    """Convert the buttons and menus of a classic message; None if it has none. mark: goes with the first."""
    if not message.controls:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(message.controls):
        for item in [_menu(row)] if isinstance(row, Menu) else [_button(one) for one in row]:
            if mark is not None and not view.children:
                item.custom_id = f"{item.custom_id}|{mark:08x}"
            item.row = number
            view.add_item(item)
    view.stop()  # PressItem and MenuItem answer: the library need not remember this view
    return view


def to_card(message: Message, mark: int | None = None) -> discord.ui.LayoutView:
    """Convert a message to a card, or to a bare paragraph if it has nothing but text. mark: the id of the
    outermost part, by which the outbox finds its post again"""
    view = discord.ui.LayoutView(timeout=None)
    small = "\n".join(f"-# {line}" for line in message.small.split("\n")) if message.small else ""
    below = sum(len(row if isinstance(row, str) else getattr(row, "text", "")) for row in message.rows)
    text = fit(message.text, max(MOST_CARD - below - len(small), 100))
    if message.classic:
        view.add_item(discord.ui.TextDisplay(text or "\u200b", id=mark))
        view.stop()
        return view
    card: discord.ui.Container[discord.ui.LayoutView]
    card = discord.ui.Container(accent_colour=message.accent, id=mark)
    if text:
        card.add_item(discord.ui.TextDisplay(text))
    if message.attached:
        shown = (
            discord.MediaGalleryItem(f"attachment://{one.name}", description=one.alt or None)
            for one in message.attached
        )
        card.add_item(discord.ui.MediaGallery(*shown))
    for row in message.rows:
        card.add_item(_part(row))
    for file in message.files:
        card.add_item(discord.ui.File(f"attachment://{file.name}"))
    if small:
        card.add_item(discord.ui.TextDisplay(small))
    view.add_item(card)
    view.stop()
    return view


def _part(row: Row) -> discord.ui.Item[Any]:
    if isinstance(row, str):
        return discord.ui.TextDisplay(row)
    if isinstance(row, Divider):
        return discord.ui.Separator()
    if isinstance(row, Section):
        beside = row.beside
        if isinstance(beside, Picture):
            picture: discord.ui.Thumbnail[Any]
            picture = discord.ui.Thumbnail(f"attachment://{beside.name}", description=beside.alt or None)
            return discord.ui.Section(row.text, accessory=picture)
        return discord.ui.Section(row.text, accessory=_button(beside))
    return discord.ui.ActionRow(*([_menu(row)] if isinstance(row, Menu) else [_button(one) for one in row]))


def _button(button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        custom_id=button.id, label=button.label, style=_STYLES[button.style], disabled=button.disabled
    )


def _menu(menu: Menu) -> discord.ui.Select[Any]:
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
    )


def mentions(message: Message) -> discord.AllowedMentions:
    """Allow only the users whom the message names to be notified."""
    users = [discord.Object(user_id) for user_id in message.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def to_edit(message: Message, mark: int | None = None) -> dict[str, Any]:
    """Arguments that make an existing message show this one, and nothing else. A card never becomes a
    classic message again, so whatever is not to stay `plain` is made a card."""
    found: dict[str, Any] = {"attachments": to_files(message), "allowed_mentions": mentions(message)}
    if message.plain:
        return found | {"content": message.text, "view": to_view(message, mark)}
    return found | {"content": None, "view": to_card(message, mark)}


def to_send(message: Message, mark: int | None = None) -> dict[str, Any]:
    """Arguments for a new message."""
    found: dict[str, Any] = {"allowed_mentions": mentions(message)}
    if message.classic:
        found["content"] = message.text
        if (view := to_view(message, mark)) is not None:
            found["view"] = view
    else:
        found["view"] = to_card(message, mark)
    files = to_files(message)
    if files:
        found["files"] = files
    return found


def to_fill(message: Message) -> dict[str, Any]:
    """Arguments that fill in an answer which says "thinking…" so far."""
    if not message.classic:
        return to_edit(message)
    return {
        "content": message.text,
        "attachments": to_files(message),
        "view": to_view(message),
        "allowed_mentions": mentions(message),
    }


def mark_of(message: discord.Message) -> int | None:
    """Return the mark of a post of the outbox; None: it is no post."""
    if old := OLD_MARKER.search(message.content):
        return as_mark(old[1])
    for part in message.components:
        ident: int | None = getattr(part, "id", None)
        if ident is not None and ident >= LOWEST_MARK:
            return ident
        for item in getattr(part, "children", ()):
            if found := re.search(r"\|([0-9a-f]{8})$", getattr(item, "custom_id", None) or ""):
                return int(found[1], 16)
    return None


def keeping(message: Message, old: discord.Message) -> Message:
    """Return a message with the pictures and files of the one in whose place it is to stand."""
    shown = [one for one in old.attachments if (one.content_type or "").startswith("image/")]
    pictures = tuple(Picture(one.filename, b"", one.description or "") for one in shown)
    files = tuple(File(one.filename, b"") for one in old.attachments if one not in shown)
    words = not (old.flags.components_v2 or old.attachments or message.rows)
    return replace(message, picture=None, pictures=pictures, files=files, plain=message.plain or words)


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
            item = discord.ui.Select(
                custom_id=field.key, options=options, required=field.required, max_values=field.most or 1
            )
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
            values[str(leaf.get("custom_id"))] = ",".join(map(str, leaf["values"]))
        elif "value" in leaf:
            values[str(leaf.get("custom_id"))] = str(leaf["value"])
    return read_press(match), values
