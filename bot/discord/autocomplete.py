"""What is offered while somebody types a command."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.common import message
from bot.common.message import MOST_CHOICES, clip
from bot.discord.client import Interaction

Choice = app_commands.Choice
MAX_LABEL = 100
"""Longest label of a choice, in characters."""


def shown(found: Iterable[message.Choice]) -> list[Choice[str]]:
    """Choices of a use case, as Discord takes them."""
    return [Choice(name=clip(each.label, MAX_LABEL), value=each.value) for each in found][:MOST_CHOICES]


def texts(found: Iterable[str]) -> list[Choice[str]]:
    """Choices that stand for themselves."""
    return [Choice(name=text, value=text) for text in found]


def completing(typed: str, offered: Iterable[str]) -> list[Choice[str]]:
    """Those of a fixed list that begin with what is typed."""
    begun = typed.strip().lower()
    return texts(text for text in offered if text.startswith(begun))


def filled(interaction: Interaction, field: str) -> str:
    """What another field of the command holds so far; "" if it is empty."""
    return str(getattr(interaction.namespace, field, None) or "")
