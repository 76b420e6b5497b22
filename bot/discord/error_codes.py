"""What Discord's refusals mean: the one place that knows its error codes.

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
from bot.outbox.messenger import Unsure


class Refusal(Enum):
    """What a refusal means. The first four are final."""

    CLOSED = auto()
    """The user takes no direct messages from the bot."""
    NOBODY = auto()
    """The user is no more."""
    GONE = auto()
    """What was asked for is no more: a channel, server, message, member, entry."""
    FORBIDDEN = auto()
    """The bot may not do that there: no access, no permission, a place of the wrong kind, a locked thread."""
    ARCHIVED = auto()
    """The thread is put away: open it, and try again."""
    NO_NEW_DMS = auto()
    """The bot begins conversations too fast, or is flagged as spam: none for a while, to nobody."""
    NO_EDIT = auto()
    """A message as old as that was edited too often: leave it as it is."""
    TOO_LARGE = auto()
    """The files: try without."""
    TOKEN = auto()
    """The bot's token is not accepted: its host has to act."""
    UNWELL = auto()
    """Discord, the network or what is between has trouble, or asks for patience: try again, for ever."""
    WRONG = auto()
    """Discord does not want what was asked: try again some times, it may be passing."""


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
"""Whatever may be raised instead of Discord's answer; what `meaning` and `unsure` take."""

_SPAM = 20026
_TOO_FAST_WAIT, _FLAGGED_WAIT = 300.0, 1800.0
"""Seconds without first messages after one was refused as too fast; as of a bot that is flagged."""
_TOKEN_WAIT, _BUSY_WAIT = 60.0, 30.0


def meaning(error: BaseException) -> Refusal:
    """What an error of discord.py or the network means.

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
    """The error in a word or two, for rows and logs: never what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}"
    return "rate limited" if isinstance(error, discord.RateLimited) else type(error).__name__


def unsure(error: BaseException, seconds: float = 5.0) -> Unsure:
    """The error as one after which it is tried again, after so many seconds or as long as Discord says."""
    if isinstance(error, discord.RateLimited):
        return Unsure(reason(error), error.retry_after)
    if not isinstance(error, discord.HTTPException):
        return Unsure(reason(error), 1.0)
    found = meaning(error)
    if found is Refusal.TOKEN:
        return Unsure(reason(error), _TOKEN_WAIT)
    if error.status == 429:  # discord.py has waited and tried again; or the edge refuses us as a whole
        seconds = max(seconds, _BUSY_WAIT)
    return Unsure(reason(error), seconds, patient=found in (Refusal.UNWELL, Refusal.NO_NEW_DMS))


def without_new_dms(error: discord.HTTPException) -> float:
    """Seconds for which the bot is to begin no conversations, after a NO_NEW_DMS."""
    return _FLAGGED_WAIT if error.code == _SPAM else _TOO_FAST_WAIT


def is_gone(error: discord.HTTPException) -> bool:
    """Whether Discord itself says that what was asked for is no more."""
    return meaning(error) in (Refusal.GONE, Refusal.NOBODY)


@contextmanager
def asking(forbidden: str, gone: str = "it is gone", seconds: float = 5.0) -> Iterator[None]:
    """Whatever Discord or the network answers becomes NotAllowed, in these words, or Unsure.

    forbidden: it may hold "{code}";  seconds: until it is tried again"""
    try:
        yield
    except TROUBLE as error:
        found = meaning(error)
        if found not in FINAL:
            raise unsure(error, seconds) from error
        code = error.code if isinstance(error, discord.HTTPException) else 0
        words = forbidden if found is Refusal.FORBIDDEN else gone
        raise NotAllowed(words.format(code=code)) from error
