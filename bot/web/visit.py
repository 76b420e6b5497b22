"""What a person does on a page, as the handlers of Discord's buttons take it.

The pages have no handlers of their own for orders, letters or boards: a press there runs the one that the
same button has in Discord, with its checks. What it answers comes back as values (`bot.discord.answer.Page`).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.common.message import Form, Message
from bot.discord.answer import Page
from bot.discord.client import Interaction
from bot.storage.records import WebSession

_EPOCH_MS = 1_420_070_400_000
"""When Discord's ids begin."""


@dataclass
class Visit(Page):
    """One press, with its answers. `acted` makes it what handlers take.

    put:   what stands in the place of the card that was pressed;  added: what is shown beside it
    form:  what is asked
    """

    id: int
    user: Any
    put_message: Message | None = None
    added: list[Message] = field(default_factory=list)
    form: Form | None = None
    client: Any = None
    response: Any = None
    message: Any = None
    guild_id: None = None
    guild: None = None
    channel: None = None
    channel_id: None = None
    context: Any = field(default_factory=lambda: SimpleNamespace(private_channel=False))
    begun: bool = False

    @classmethod
    def of(cls, session: WebSession, now: float) -> Visit:
        """A press by the person of this session, now."""
        ident = (int(now * 1000) - _EPOCH_MS) << 22 | secrets.randbits(22)
        visit = cls(ident, SimpleNamespace(id=session.user_id, display_name=""))
        visit.client = visit.response = visit
        visit.message = SimpleNamespace(id=0, flags=SimpleNamespace(ephemeral=True))
        return visit

    @property
    def acted(self) -> Interaction:
        return cast("Interaction", self)

    # -- as `discord.InteractionResponse` and as the client

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self.begun = thinking

    async def read_mail(self, user_id: int) -> None:
        """Nothing that was written before comes by a page."""

    def is_expired(self) -> bool:
        return False

    # -- as `bot.discord.answer.Page`

    async def put(self, message: Message) -> None:
        if self.begun:
            self.added.append(message)
        else:
            self.put_message = message

    async def add(self, message: Message) -> None:
        self.added.append(message)

    async def ask(self, form: Form) -> None:
        self.form = form


class NoSight:
    """A dispatcher's eyes where nobody's roles are told."""

    def met(self, interaction: discord.Interaction[Any]) -> None:
        """Nothing is learned from a press on a page."""
