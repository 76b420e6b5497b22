"""Say what Discord's refusals mean: the one place that knows its error codes.

Sources: Discord's documentation, *Opcodes and Status Codes* (HTTP and JSON error codes), *Threads* (archived
and locked ones), *Users: Create DM* ("your bot may be rate limited or blocked from opening new ones"), *Rate
Limits* (invalid requests: 401, 403 and 429); issues of discord-api-docs: 1905 (50007 with status 400 where a
DM is opened), 2669 (20026, which the table lacks), 4381 (30046), 6473 (40333: the edge has blocked the
request), 8212 (50278), 1066 and 612 (whether somebody's messages are open cannot be asked).

A code decides, never the status alone: a 403 or 404 without one was written by something between
us and Discord, and says nothing of users and channels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum, auto

import aiohttp
import discord

from bot.common.errors import NotAllowed
from bot.discord import text
from bot.outbox.messenger import Unsure


class Refusal(Enum):
    """What a refusal means. The first four are final: see FINAL."""

    CLOSED = auto()
    """The user takes no direct messages from the bot."""
    NOBODY = auto()
    """The user no longer exists."""
    GONE = auto()
    """What was asked for no longer exists: a channel, server, message, member, entry."""
    FORBIDDEN = auto()
    """The bot may not do that there: no access or permission, the wrong kind of channel, a locked thread."""
    ARCHIVED = auto()
    """The thread is archived: open it, and try again."""
    NO_NEW_DMS = auto()
    """The bot begins conversations too fast, or is flagged as spam: none for a while, to nobody."""
    NO_EDIT = auto()
    """A message of that age was edited too often: leave it as it is."""
    TOO_LARGE = auto()
    """The files are too large: try without."""
    TOKEN = auto()
    """The bot's token is refused: its host has to act."""
    UNWELL = auto()
    """Discord or the network has trouble, or a rate limit was hit: try again, for ever."""
    WRONG = auto()
    """Discord refuses the request itself: try again a few times, it may be passing."""


CODES: Mapping[int, Refusal] = {
    10003: Refusal.GONE,  # unknown channel
    10004: Refusal.GONE,  # unknown guild
    10007: Refusal.GONE,  # unknown member
    10008: Refusal.GONE,  # unknown message
    10009: Refusal.GONE,  # unknown permission overwrite
    10013: Refusal.NOBODY,  # unknown user
    20016: Refusal.UNWELL,  # slowmode
    20022: Refusal.NO_EDIT,  # announcements are edited too often
    20026: Refusal.NO_NEW_DMS,  # flagged by the anti-spam system
    20028: Refusal.UNWELL,  # the channel's write rate
    20029: Refusal.UNWELL,  # the server's write rate
    30046: Refusal.NO_EDIT,  # edits of messages older than an hour; it comes with status 429
    40001: Refusal.TOKEN,  # unauthorized
    40003: Refusal.NO_NEW_DMS,  # opening direct messages too fast
    40004: Refusal.UNWELL,  # sending is switched off for a time
    40005: Refusal.TOO_LARGE,  # the request
    40006: Refusal.UNWELL,  # the feature is switched off for a time
    40058: Refusal.FORBIDDEN,  # no message in a forum channel
    40062: Refusal.UNWELL,  # the resource is rate limited
    40333: Refusal.UNWELL,  # blocked by the edge
    50001: Refusal.FORBIDDEN,  # missing access
    50007: Refusal.CLOSED,  # cannot send messages to this user
    50008: Refusal.FORBIDDEN,  # no text channel
    50009: Refusal.FORBIDDEN,  # the channel's verification level
    50013: Refusal.FORBIDDEN,  # missing permissions
    50014: Refusal.TOKEN,  # invalid authentication token
    50024: Refusal.FORBIDDEN,  # not in a channel of this type
    50033: Refusal.NOBODY,  # invalid recipient
    50045: Refusal.TOO_LARGE,  # a file
    50083: Refusal.ARCHIVED,  # an archived thread
    50278: Refusal.CLOSED,  # no server in common
    130000: Refusal.UNWELL,  # overloaded
    160005: Refusal.FORBIDDEN,  # a locked thread
}

FINAL = frozenset({Refusal.CLOSED, Refusal.NOBODY, Refusal.GONE, Refusal.FORBIDDEN})

TROUBLE = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError)
"""All that may be raised in place of Discord's answer; what `meaning` and `unsure` take."""

_SPAM = 20026
_TOO_FAST_WAIT_S, _FLAGGED_WAIT_S = 300.0, 1800.0
"""Pause without first messages after one was refused as too fast; as from a bot that is flagged as spam."""
_TOKEN_WAIT_S, _BUSY_WAIT_S = 60.0, 30.0


def meaning(error: BaseException) -> Refusal:
    """Classify an error of discord.py or the network.

    A code that is not in the table is WRONG, unless the status says that it is Discord's own trouble."""
    if not isinstance(error, discord.HTTPException):
        return Refusal.UNWELL
    known = CODES.get(error.code)
    if known is not None:
        return known
    if error.status == 401:
        return Refusal.TOKEN
    if error.status == 413:
        return Refusal.TOO_LARGE
    if error.status == 429 or error.status >= 500 or (error.status in (403, 404) and not error.code):
        return Refusal.UNWELL
    return Refusal.WRONG


def reason(error: BaseException) -> str:
    """Name the error in a word or two, for rows and logs: never what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return "rate limited" if isinstance(error, discord.RateLimited) else type(error).__name__


def unsure(error: BaseException, seconds: float = 5.0) -> Unsure:
    """Wrap an error after which to try again, in `seconds` or when Discord says."""
    if isinstance(error, discord.RateLimited):
        return Unsure(reason(error), error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return Unsure(reason(error), 1.0)
    found = meaning(error)
    if found is Refusal.TOKEN:
        return Unsure(reason(error), _TOKEN_WAIT_S)
    if error.status == 429:  # discord.py has waited and tried again; or the edge refuses us as a whole
        seconds = max(seconds, _BUSY_WAIT_S)
    return Unsure(reason(error), seconds, patient=found in (Refusal.UNWELL, Refusal.NO_NEW_DMS))


def without_new_dms(error: discord.HTTPException) -> float:
    """How long to begin no conversations after a NO_NEW_DMS, in seconds."""
    return _FLAGGED_WAIT_S if error.code == _SPAM else _TOO_FAST_WAIT_S


def is_gone(error: discord.HTTPException) -> bool:
    """Whether Discord itself says that what was asked for no longer exists."""
    return meaning(error) in (Refusal.GONE, Refusal.NOBODY)


@contextmanager
def asking(forbidden: str, gone: str = text.IT_IS_GONE, seconds: float = 5.0) -> Iterator[None]:
    """Turn an error of Discord or the network into NotAllowed, in these words, or Unsure.

    forbidden: may hold "{code}";  seconds: until the next attempt
    """
    try:
        yield
    except TROUBLE as error:
        found = meaning(error)
        if found not in FINAL:
            raise unsure(error, seconds) from error
        code = error.code if isinstance(error, discord.HTTPException) else 0
        words = forbidden if found is Refusal.FORBIDDEN else gone
        raise NotAllowed(words.format(code=code)) from error


def passes(error: BaseException) -> bool:
    """Whether the same may work in a moment: Discord or the connection was unwell."""
    return meaning(error) is Refusal.UNWELL


def is_ours(error: BaseException) -> bool:
    """Whether what we sent was wrong in itself: somebody should look into it."""
    return meaning(error) is Refusal.WRONG
