"""Discord, as the outbox needs it: what may come of an attempt to send, and how a post is known again."""

from __future__ import annotations

import re
from typing import Protocol

from bot.common.message import Message, Rows
from bot.common.payloads import Sent
from bot.storage.records import Desk, Post

# For those who see no storage.
__all__ = ["Desk", "Messenger", "NoNewDms", "Post", "Sent", "Unreachable", "Unsure", "is_marker", "marker"]


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

    async def find(self, post: Post, marker: str) -> Sent | None:
        """Return the post's message if it stands there already. Raises Unsure."""

    async def edit(self, sent: Sent, text: str, *, rows: Rows | None = None) -> None:
        """Put this text in the place of a post's, and these buttons in the place of its buttons (None: they
        stay, () none); all else of it stays. Raises Unreachable or Unsure."""

    async def retire(self, desk: Desk, words: str) -> None:
        """Put these words in the place of an old order desk's text and menus. Never raises."""


def marker(post: Post) -> str:
    """Return the small last line that tells this post from all others in its channel. It has no number: that
    would tell how many messages went to others in between."""
    name = post.nonce[:8]
    return f"-# {post.table_id} · post {name}" if post.table_id else f"-# post {name}"


def is_marker(line: str) -> bool:
    """Return whether a line is a marker.

    >>> is_marker("-# k7f3 · post 3fa9c2d1"), is_marker("-# Round 1")
    (True, False)
    """
    return re.fullmatch(r"-# [a-z0-9]+ · post [0-9a-f]+", line) is not None
