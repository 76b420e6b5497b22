"""Discord, as the outbox needs it: what may come of an attempt to send, and how a post is known again."""

from __future__ import annotations

import re
from typing import Protocol

from bot.common.message import Message
from bot.common.payloads import Sent
from bot.storage.records import Desk, Post

# For those who see no storage.
__all__ = ["Desk", "Messenger", "NoNewDms", "Post", "Sent", "Unreachable", "Unsure", "as_mark", "mark"]


class Unreachable(Exception):  # noqa: N818 - an answer, not a fault
    """The post cannot be delivered, for good. To a user: closed DMs, or the account is gone; to a channel: it
    is gone, or a permission is missing. Or a message can be edited no more."""


class NoNewDms(Exception):  # noqa: N818 - an answer, not a fault
    """Discord lets the bot begin no conversations for at least so many seconds. It is nobody's fault: the
    post waits."""

    def __init__(self, reason: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(reason)


class Unsure(Exception):  # noqa: N818
    """The attempt failed, or may have arrived: try again after `seconds`.

    patient: the fault lies with Discord or the network, so there is no last attempt
    """

    def __init__(self, reason: str, seconds: float, *, patient: bool = True) -> None:
        self.seconds = seconds
        self.patient = patient
        super().__init__(reason)


class Messenger(Protocol):
    """Discord, as the outbox needs it."""

    async def send(self, post: Post, message: Message) -> Sent:
        """Send the post. Raises Unreachable, NoNewDms (to a user) or Unsure."""

    async def find(self, post: Post, message: Message) -> Sent | None:
        """Return the post's message if it stands there already. Raises Unsure."""

    async def replace(self, sent: Sent, post: Post, message: Message) -> None:
        """Put a post, with its pictures, in the place of a message. Raises Unreachable or Unsure."""

    async def edit(self, sent: Sent, message: Message) -> None:
        """Put these words and buttons in the place of a post's; its pictures and files stay. Raises
        Unreachable or Unsure."""

    async def retire(self, desk: Desk, words: str) -> None:
        """Put these words in the place of an old order desk's text and menus. Never raises."""


LOWEST_MARK = 1 << 30
"""Discord gives the parts of a message small numbers by itself."""
OLD_MARKER = re.compile(r"(?:^|\n)-# (?:[a-z0-9]+ · )?post ([0-9a-f]{8})$")
"""The line that ended a post of earlier versions."""


def mark(post: Post) -> int:
    """Return the number by which a post is known again: the id of its card, which nobody sees. It tells
    nothing of how many other posts there were."""
    return as_mark(post.nonce[:8])


def as_mark(digits: str) -> int:
    """Make a mark of eight hexadecimal digits.

    >>> as_mark("ffffffff") == as_mark("7fffffff") == 0x7FFFFFFF, as_mark("00000000") == LOWEST_MARK
    (True, True)
    """
    return int(digits, 16) & (LOWEST_MARK - 1) | LOWEST_MARK
