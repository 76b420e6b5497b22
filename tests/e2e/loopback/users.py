"""People: what they do in their Discord client, and what the bot answers."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord
from simcord import interactions as simcord_interactions
from simcord.backend import models, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.command_access import command_access
from simcord.backend.errors import SetupError
from simcord.enums import InteractionType

from . import interactions
from .world import Channel, Post

if TYPE_CHECKING:
    from .server import Loopback

Json = dict[str, Any]


class Answer:
    """What one interaction has got so far. Live: it shows later edits and follow-ups.

    Reading a part that never came fails with the bot's last output, so no test passes on silence.
    """

    def __init__(self, loopback: Loopback, record: models.Interaction, what: str) -> None:
        self.loopback, self.record, self.what = loopback, record, what
        self.seconds: float | None = None  # until the first answer

    def __repr__(self) -> str:
        return f"<Answer to {self.what}: {self.record.response_kind}>"

    @property
    def answered(self) -> bool:
        """The bot has answered or deferred; False is "the application did not respond"."""
        return self.record.responded

    @property
    def thinking(self) -> bool:
        return self.record.loading

    @property
    def kind(self) -> str | None:
        """message, deferred, deferred_update, update, modal or autocomplete."""
        return None if self.record.response_kind is None else str(self.record.response_kind)

    @property
    def refusals(self) -> list[int]:
        """The error codes with which Discord refused the bot's attempts to answer (10062: too late)."""
        path = f"/interactions/{self.record.id}/"
        return [c.code for c in self.loopback.calls if c.code is not None and c.path.startswith(path)]

    @property
    def post(self) -> Post:
        """The message that answers: the new one, or the edited one it came from."""
        message_id = self.record.message_id
        if message_id not in self.loopback.journal.messages:
            raise AssertionError(f"no message answers {self.what}\n{self.loopback.bot_output()}")
        return self.loopback.post(message_id)

    @property
    def text(self) -> str:
        return self.post.text

    @property
    def ephemeral(self) -> bool:
        return self.post.ephemeral

    @property
    def followups(self) -> list[Post]:
        return [self.loopback.post(message_id) for message_id in self.record.followup_ids]

    @property
    def modal(self) -> Json:
        if self.record.modal is None:
            raise AssertionError(f"no modal answers {self.what}\n{self.loopback.bot_output()}")
        return self.record.modal

    async def followup(self, number: int = 1, *, timeout: float = 10.0) -> Post:
        """Until the ``number``-th follow-up is there."""
        what = f"follow-up {number} to {self.what}"
        await self.loopback.until(lambda: len(self.followups) >= number, timeout=timeout, what=what)
        return self.followups[number - 1]

    async def edited(self, containing: str = "", *, timeout: float = 10.0) -> Post:
        """Until the answering message contains this."""
        what = f"{containing!r} in the answer to {self.what}"
        await self.loopback.until(lambda: containing in self.text, timeout=timeout, what=what)
        return self.post


class User:
    """A person. Methods that act raise SetupError when the client would not let them."""

    def __init__(self, loopback: Loopback, model: models.User) -> None:
        self.loopback, self.model = loopback, model

    def __repr__(self) -> str:
        return f"<User {self.name}>"

    @property
    def id(self) -> int:
        return self.model.id

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def inbox(self) -> Channel:
        """The direct messages with the bot."""
        return self.loopback.dm(self)

    def close_dms(self) -> None:
        """From now on the bot's messages fail with 50007."""
        self.loopback.closed_dms.add(self.id)

    def open_dms(self) -> None:
        self.loopback.closed_dms.discard(self.id)

    def sees(self, post: Post) -> bool:
        """Whether this person can see this message now."""
        backend, message = self.loopback.backend, post.model
        exists = message.id in backend.messages.get(message.channel_id, {})
        return exists and message_accessible(backend, message.channel_id, message, self.id)

    # ------------------------------------------------------------------------------------ writing

    def say(self, channel: Channel, text: str, files: Sequence[tuple[str, bytes]] = ()) -> Post:
        """Write a message; ``files`` are names with bytes."""
        backend = self.loopback.backend
        self._require(channel, "send_messages_in_threads" if channel.model.is_thread else "send_messages")
        stored = backend.store_attachments(channel.id, files)
        return Post(self.loopback, backend.create_message(channel.id, self.id, text, attachments=stored))

    def dm(self, text: str, files: Sequence[tuple[str, bytes]] = ()) -> Post:
        """Write to the bot."""
        return self.say(self.inbox, text, files)

    def edit(self, post: Post, text: str) -> None:
        if post.author_id != self.id:
            raise SetupError(f"{self.name} did not write {post!r}")
        self.loopback.backend.edit_message(post.model.channel_id, post.id, {"content": text})

    def delete(self, post: Post) -> None:
        if post.author_id != self.id:
            raise SetupError(f"{self.name} did not write {post!r}")
        self.loopback.backend.delete_message(post.model.channel_id, post.id)

    def _require(self, channel: Channel, *permissions: str) -> None:
        backend = self.loopback.backend
        if not channel_accessible(backend, channel.id, self.id):
            raise SetupError(f"{self.name} cannot see {channel!r}")
        if channel.guild_id is not None:
            mine = discord.Permissions(backend.compute_permissions(channel.guild_id, self.id, channel.id))
            if missing := [name for name in permissions if not getattr(mine, name)]:
                raise SetupError(f"{self.name} may not {missing} in {channel!r}")

    # -------------------------------------------------------------------------------- interacting

    def _command(self, channel: Channel, name: str) -> tuple[Json, list[str]]:
        """The synced command for ``"orders send"`` as this person sees it, and the subcommand path."""
        backend = self.loopback.backend
        self._require(channel)
        first, *path = name.split()
        command = backend.find_command(first, channel.guild_id)
        if command is None:
            raise SetupError(f"no command /{first} is synced")
        access = command_access(backend, command, user_id=self.id, channel_id=channel.id)
        if not access.allowed:
            raise SetupError(f"/{first} is not offered to {self.name} in {channel!r}: {access.reason}")
        return command, path

    async def slash(
        self, channel: Channel, name: str, /, *, timeout: float = 10.0, ack: bool = False, **options: Any
    ) -> Answer:
        """Send ``/name`` (``"orders send"`` for a subcommand). Users, channels and roles go in as objects, an
        attachment as ``(filename, bytes)``.

        Returns when the answer stands, "thinking…" over; with ``ack`` at the first sign of life. An
        interaction that nobody answers in its 3 seconds returns too: see `Answer.answered`.
        """
        command, path = self._command(channel, name)
        data = interactions.command_data(self, channel, command, path, options)
        return await self._interact(2, channel, data, f"/{name} by {self.name}", timeout=timeout, ack=ack)

    async def autocomplete(
        self, channel: Channel, name: str, option: str, typed: str = "", /, **options: Any
    ) -> list[str]:
        """The names that the client shows while this is typed; empty when no valid answer came in time."""
        return [
            choice["name"] for choice in await self.autocomplete_raw(channel, name, option, typed, **options)
        ]

    async def autocomplete_raw(
        self, channel: Channel, name: str, option: str, typed: str = "", /, **options: Any
    ) -> list[Json]:
        """Like `autocomplete`, with the values."""
        command, path = self._command(channel, name)
        focused = (option, typed)
        data = interactions.command_data(self, channel, command, path, options, focused=focused)
        answer = await self._interact(4, channel, data, f"autocomplete of /{name} by {self.name}")
        return answer.record.autocomplete_choices or []

    async def press(
        self, on: Post | Answer, button: str, *, timeout: float = 10.0, ack: bool = False
    ) -> Answer:
        """Press a button, by label or custom id."""
        post = self._visible(on)
        control = post.control(button, button=True)
        data = {"custom_id": control["custom_id"], "component_type": control["type"]}
        what = f"button {button!r} by {self.name}"
        return await self._interact(3, post.channel, data, what, source=post, timeout=timeout, ack=ack)

    async def select(
        self, on: Post | Answer, select: str, *chosen: Any, timeout: float = 10.0, ack: bool = False
    ) -> Answer:
        """Choose in a select menu, by custom id or placeholder: option values, or users, channels, roles."""
        post = self._visible(on)
        control = post.control(select, button=False)
        data = interactions.select_data(self, post.channel, control, chosen)
        what = f"select {select!r} by {self.name}"
        return await self._interact(3, post.channel, data, what, source=post, timeout=timeout, ack=ack)

    async def submit(
        self, on: Answer, values: dict[str, Any], *, timeout: float = 10.0, ack: bool = False
    ) -> Answer:
        """Send the modal that an answer opened; ``values`` by label or custom id."""
        if on.record.user_id != self.id:
            raise SetupError(f"{self.name} does not see this modal")
        channel = self.loopback.channel(on.record.channel_id)
        data = interactions.modal_data(self, channel, on.modal, values)
        source_id = on.record.source_message_id
        source = None if source_id is None else self.loopback.post(source_id)
        what = f"modal {on.modal['title']!r} by {self.name}"
        return await self._interact(5, channel, data, what, source=source, timeout=timeout, ack=ack)

    def _visible(self, on: Post | Answer) -> Post:
        post = on.post if isinstance(on, Answer) else on
        if not self.sees(post):
            raise SetupError(f"{self.name} does not see {post!r}")
        return post

    async def _interact(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        what: str,
        *,
        source: Post | None = None,
        timeout: float = 10.0,
        ack: bool = False,
    ) -> Answer:
        loopback, limits = self.loopback, self.loopback.limits
        record, payload = simcord_interactions.base_payload(
            loopback.backend,
            type=InteractionType(kind),
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=self.id,
            data=data,
        )
        record.initial_response_deadline = loopback.backend.iso_after(limits.interaction_seconds)
        record.expires_at = loopback.backend.iso_after(limits.token_seconds)
        payload["attachment_size_limit"] = limits.upload_bytes
        if source is not None:
            payload["message"] = dict(serializers.message_payload(loopback.backend, source.model))
            record.source_message_id = source.id
        answer = Answer(loopback, record, what)
        started = time.monotonic()
        loopback.backend.emit("INTERACTION_CREATE", payload)
        first = min(timeout, limits.interaction_seconds + 0.2)
        with contextlib.suppress(AssertionError):
            is_guess = kind == InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE  # never answered twice
            await loopback.until(
                lambda: answer.answered or (is_guess and bool(answer.refusals)), timeout=first
            )
            answer.seconds = time.monotonic() - started
        if answer.answered and not ack:
            await loopback.until(lambda: not answer.thinking, timeout=timeout, what=f"the end of {what}")
        return answer
