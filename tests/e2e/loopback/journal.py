"""The journal: everything that anybody could have received, for searching leaks and doubled or lost posts.

It is written while things happen, so that an edit or a deletion does not unsend. It reads what clients
receive: message text, embeds, components with their custom ids, nonces, file names and bytes, ephemeral
answers, autocomplete choices, modals, names and topics of channels and threads, synced commands, presences.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from simcord.backend import Backend
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Interaction, Message
from simcord.components import walk_components

from .gateway import Gateway

UNSHOWN_KEYS = frozenset({"id", "type", "url", "proxy_url", "emoji", "attachment_id", "content_type"})
READ_KEYS = ("title", "description", "content", "name", "value", "text", "fields", "footer", "author")


def strings(value: Any) -> Iterator[str]:
    """All texts inside a JSON value, in order, without ids and addresses."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in UNSHOWN_KEYS:
                yield from strings(inner)
    elif isinstance(value, Iterable):
        for inner in value:
            yield from strings(inner)


def text_of(message: Message) -> str:
    """What a person reads: content, embeds and text displays, one line each. No labels of controls."""
    read = [message.content, *_embed_texts(message.embeds)]
    read += [c["content"] for c in walk_components(message.components) if c.get("content")]
    return "\n".join(text for text in read if text)


def _embed_texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key in READ_KEYS:
            yield from _embed_texts(value.get(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _embed_texts(inner)


def all_text_of(message: Message, nonce: str | None = None) -> str:
    """All that a client receives of a message as text: also labels, custom ids, options, the nonce."""
    sent: list[Any] = [message.content, message.embeds, message.components, nonce]
    if message.poll is not None:
        sent += [message.poll.question, [answer.text for answer in message.poll.answers]]
    return "\n".join(text for text in strings([part for part in sent if part]) if text)


@dataclass(frozen=True)
class Sighting:
    """Something that reached a person: ``kind`` is message, dm, ephemeral, choices, modal, name, commands
    or presence; ``where`` names the place; ``own`` marks what the person wrote."""

    kind: str
    where: str
    text: str
    files: tuple[tuple[str, bytes], ...] = ()
    message_id: int | None = None
    own: bool = False

    def contains(self, needle: str | bytes) -> bool:
        """A text is looked for in texts, file names and file bytes, in any case; bytes in file bytes."""
        if isinstance(needle, bytes):
            return any(needle in data for _, data in self.files)
        small = needle.casefold()
        if small in self.text.casefold():
            return True
        raw = small.encode()
        return any(small in name.casefold() or raw in data.lower() for name, data in self.files)


@dataclass(frozen=True)
class PostCount:
    """The outcome of counting posts by marker. Empty tuples all around mean: each exactly once."""

    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    unexpected: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return not (self.lost or self.doubled or self.unexpected)


class Journal:
    """Fed by the loopback; read through `Loopback.seen_by` and friends."""

    def __init__(self, backend: Backend, gateway: Gateway) -> None:
        self._backend, self._gateway = backend, gateway
        self.messages: dict[int, Message] = {}  # every message ever created, also deleted ones, in order
        self.nonces: dict[int, str] = {}
        self._seen: dict[int, dict[Sighting, None]] = {}

    # ------------------------------------------------------------------------------------ writing

    def event(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note a gateway event of the backend."""
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            message = self._backend.messages.get(int(payload["channel_id"]), {}).get(int(payload["id"]))
            if message is not None:
                self.message(message)
        elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self._channel(self._backend.channels[int(payload["id"])])

    def message(self, message: Message) -> None:
        """Note a message in its present form, for everyone who can see it now."""
        self.messages.setdefault(message.id, message)
        channel = self._backend.channels[message.channel_id]
        if message.is_ephemeral:
            owner = (message.interaction_metadata or {}).get("user") or {}
            self._add([int(owner["id"])], "ephemeral", message)
        elif channel.guild_id is None:
            self._add(channel.recipient_ids, "dm", message)
        else:
            members = self._backend.guilds[channel.guild_id].members
            viewers = [user for user in members if channel_accessible(self._backend, channel.id, user)]
            self._add(viewers, "message", message)

    def answer(self, record: Interaction) -> None:
        """Note all that the bot has answered to an interaction so far."""
        stored = self._backend.messages.get(record.channel_id, {})
        for message_id in (record.message_id, *record.followup_ids):
            if message_id in stored:
                self.message(stored[message_id])
        where = record.command_name or f"interaction {record.id}"
        if record.modal is not None:
            self._note(record.user_id, Sighting("modal", where, "\n".join(strings(record.modal))))
        if record.autocomplete_choices is not None:
            text = "\n".join(f"{c['name']}\n{c['value']}" for c in record.autocomplete_choices)
            self._note(record.user_id, Sighting("choices", where, text))

    def _channel(self, channel: Channel) -> None:
        """Names and topics reach even members who cannot open the channel; private threads do not."""
        if channel.guild_id is None:
            return
        for user_id in self._backend.guilds[channel.guild_id].members:
            private = channel.type == 12
            if not private or channel_accessible(self._backend, channel.id, user_id):
                text = "\n".join(filter(None, (channel.name, channel.topic)))
                self._note(user_id, Sighting("name", self.place(channel.id), text))

    def _add(self, viewers: Iterable[int], kind: str, message: Message) -> None:
        files = tuple(
            (file["filename"], self._backend.cdn.get(file["url"]) or b"") for file in message.attachments
        )
        captions = [file["description"] for file in message.attachments if file.get("description")]
        text = "\n".join([all_text_of(message, self.nonces.get(message.id)), *captions])
        where = self.place(message.channel_id)
        for user_id in viewers:
            own = user_id == message.author_id
            self._note(user_id, Sighting(kind, where, text, files, message.id, own))

    def _note(self, user_id: int, sighting: Sighting) -> None:
        self._seen.setdefault(user_id, {})[sighting] = None

    # ------------------------------------------------------------------------------------ reading

    def place(self, channel_id: int) -> str:
        channel = self._backend.channels[channel_id]
        return f"#{channel.name}" if channel.guild_id is not None else f"DM {channel_id}"

    def seen_by(self, user_id: int) -> list[Sighting]:
        """All that this person received live, and all that they could read back now."""
        for channel_id in self._backend.channels:
            if channel_accessible(self._backend, channel_id, user_id, history=True):
                for message in list(self._backend.messages.get(channel_id, {}).values()):
                    if not message.is_ephemeral:
                        kind = "message" if self._backend.channels[channel_id].guild_id else "dm"
                        self._add([user_id], kind, message)
        public = [Sighting("commands", "/", "\n".join(strings(list(self._commands()))))]
        public += [Sighting("presence", "/", "\n".join(strings(p))) for p in self._gateway.presences]
        return [*self._seen.get(user_id, {}), *public]

    def forms(self, channel_id: int) -> dict[int, set[str]]:
        """By message, all the texts with which it ever stood in this channel; no ephemeral ones."""
        found: dict[int, set[str]] = {}
        for sighting in (each for seen in self._seen.values() for each in seen):
            message = self.messages.get(sighting.message_id or 0)
            if message is not None and message.channel_id == channel_id and sighting.kind != "ephemeral":
                found.setdefault(message.id, set()).add(sighting.text)
        return found

    def _commands(self) -> Iterator[Any]:
        for scope in self._backend.commands.values():
            for command in scope.values():
                yield {k: command.get(k) for k in ("name", "description", "options")}

    def count_posts(
        self, channel_id: int, expected: Iterable[str], *, pattern: str | None = None
    ) -> PostCount:
        """Compare the bot's messages in a channel with markers that should each stand in exactly one.

        A marker counts in every message whose text contains it as whole words (``turn-1`` is not in
        ``turn-10``). With ``pattern`` (a regular expression),
        its matches in the messages are the markers found, and those not expected are reported too.
        Deleted messages count: people saw them. Ephemeral answers do not: they are no posts.
        """
        texts = [
            text_of(message)
            for message in self.messages.values()
            if message.channel_id == channel_id
            and message.author_id == self._backend.bot_user.id
            and not message.is_ephemeral
        ]
        wanted = list(expected)
        found: Counter[str] = Counter()
        if pattern is None:
            for marker in wanted:
                whole = re.compile(rf"(?<!\w){re.escape(marker)}(?!\w)")
                found[marker] = sum(1 for text in texts if whole.search(text))
        else:
            for text in texts:
                found.update({match.group() for match in re.finditer(pattern, text)})
        return PostCount(
            lost=tuple(marker for marker in wanted if not found[marker]),
            doubled=tuple(marker for marker, count in found.items() if count > 1),
            unexpected=tuple(marker for marker in found if marker not in wanted),
        )
