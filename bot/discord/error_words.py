"""Explain what Discord refused, or the network spoiled, in a sentence for whoever waits for an answer."""

from __future__ import annotations

import math

import discord

from adjudicator.text import counted, listing
from bot.discord.client import Interaction
from bot.discord.error_codes import Refusal, meaning
from bot.discord.permissions import lacking

_TOO_MANY = 429
_STORED = "`/orders` shows what is stored."
_PERMISSIONS = "**View Channel**, **Send Messages**, **Attach Files** and **Read Message History**"


def passes(error: BaseException) -> bool:
    """Whether the same may work in a moment: Discord or the connection was unwell."""
    return meaning(error) is Refusal.UNWELL


def is_ours(error: BaseException) -> bool:
    """Whether what we sent was wrong in itself: somebody should look into it."""
    return meaning(error) is Refusal.WRONG


def in_words(error: BaseException, interaction: Interaction) -> str:
    """Say what could not be done, and what would work."""
    if isinstance(error, discord.RateLimited):
        minutes = counted(max(1, math.ceil(error.retry_after / 60)), "minute")
        return f"Discord lets me do no more of this at the moment: try again in {minutes}. {_STORED}"
    if not isinstance(error, discord.HTTPException):
        return f"Discord was unwell while I did that. {_STORED} If it is not done, try again in a minute."
    found = meaning(error)
    if error.status == _TOO_MANY or found is Refusal.NO_NEW_DMS:
        return f"Discord lets me do no more of this at the moment: try again in a few minutes. {_STORED}"
    if found is Refusal.UNWELL:
        return f"Discord was unwell while I did that. {_STORED} If it is not done, try again in a minute."
    if found is Refusal.CLOSED:
        return f"I cannot write to that person: direct messages from this server are closed. {_STORED}"
    if found is Refusal.FORBIDDEN:
        missing = listing([f"**{name}**" for name in lacking(interaction)], "and") or _PERMISSIONS
        return f"Discord does not let me do that here: ask a moderator to grant me {missing}. {_STORED}"
    if found in (Refusal.GONE, Refusal.NOBODY):
        return f"That is gone from Discord: somebody deleted its message, thread or channel. {_STORED}"
    if found is Refusal.TOO_LARGE:
        return f"My answer has a file that is too large for this place. {_STORED}"
    return f"Discord refused my answer (its error {error.code or error.status}). {_STORED}"
