"""Places and posts: thin, live views on the backend's guilds, channels and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import discord
from simcord.backend import models
from simcord.backend.errors import SetupError
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ChannelType, ComponentType, OverwriteType

from .journal import text_of

if TYPE_CHECKING:
    from .server import Loopback
    from .users import User


class Guild:
    """A server. ``everyone`` may what fresh servers allow; see `Channel.deny` to take it away."""

    def __init__(self, loopback: Loopback, model: models.Guild) -> None:
        self.loopback, self.model = loopback, model

    @property
    def id(self) -> int:
        return self.model.id

    def channel(self, name: str, *, topic: str | None = None, news: bool = False) -> Channel:
        """A new text channel, or one for announcements."""
        kind = ChannelType.NEWS if news else ChannelType.TEXT
        made = self.loopback.backend.create_channel(self.id, name, type=kind, topic=topic)
        return Channel(self.loopback, made)

    def member(self, name: str) -> User:
        """A new person who is in this server."""
        return self.join(self.loopback.user(name))

    def members(self, *names: str) -> list[User]:
        return [self.member(name) for name in names]

    def join(self, user: User) -> User:
        self.loopback.backend.add_member(self.id, user.id, announce=True)
        return user

    def leave(self, user: User) -> None:
        self.loopback.backend.remove_member(self.id, user.id)

    def invite_bot(self, permissions: int) -> None:
        """The bot may what the number in its invitation says, and what everyone may; no more."""
        for role_id in self.model.members[self.loopback.bot_id].role_ids:
            self.loopback.backend.edit_role(self.id, role_id, {"permissions": permissions})

    def role(self, name: str, *users: User, **permissions: bool) -> models.Role:
        """A new role with these permissions, given to these people. Fits options of type role."""
        backend, value = self.loopback.backend, discord.Permissions(**permissions).value
        role = backend.create_role(self.id, name, permissions=value)
        for user in users:
            backend.add_member_role(self.id, user.id, role.id)
        return role


class Channel:
    """A text channel, a thread, or the direct messages with one person."""

    def __init__(self, loopback: Loopback, model: models.Channel) -> None:
        self.loopback, self.model = loopback, model

    def __repr__(self) -> str:
        return f"<Channel {self.loopback.journal.place(self.id)}>"

    @property
    def id(self) -> int:
        return self.model.id

    @property
    def name(self) -> str | None:
        return self.model.name

    @property
    def guild_id(self) -> int | None:
        return self.model.guild_id

    @property
    def messages_path(self) -> str:
        """Where the bot POSTs messages for this channel; for faults."""
        return f"/channels/{self.id}/messages"

    def deny(self, *permissions: str, to: User | None = None) -> None:
        """Take permissions away here, from the bot or from one person (``deny("attach_files")``)."""
        self._overwrite(to, deny=permissions)

    def allow(self, *permissions: str, to: User | None = None) -> None:
        """Give permissions here, to the bot or to one person; replaces an earlier `deny`."""
        self._overwrite(to, allow=permissions)

    def hide(self) -> None:
        """Nobody sees this channel but the bot and those who are allowed ``view_channel`` afterwards."""
        view = discord.Permissions(view_channel=True).value
        everyone = models.Overwrite(self.guild_id or 0, OverwriteType.ROLE, deny=view)
        self.loopback.backend.set_overwrite(self.id, everyone)
        self.allow("view_channel")

    def entry(self, user: User) -> tuple[list[str], list[str]] | None:
        """What this person's own entry in the channel's permissions allows and denies; None without one."""
        for entry in self.model.overwrites:
            if entry.target_id == user.id and entry.type == OverwriteType.MEMBER:
                allow, deny = (
                    sorted(name for name, given in discord.Permissions(value) if given)
                    for value in (entry.allow, entry.deny)
                )
                return allow, deny
        return None

    def _overwrite(self, to: User | None, *, allow: tuple[str, ...] = (), deny: tuple[str, ...] = ()) -> None:
        values = [discord.Permissions(**dict.fromkeys(names, True)).value for names in (allow, deny)]
        target = self.loopback.bot_id if to is None else to.id
        overwrite = models.Overwrite(target, OverwriteType.MEMBER, allow=values[0], deny=values[1])
        self.loopback.backend.set_overwrite(self.id, overwrite)

    def posts(self, *, by_bot: bool = True, containing: str = "") -> list[Post]:
        """The messages that stand here now, oldest first, without system messages.

        Ephemeral ones are included: look at `Post.ephemeral`.
        """
        stored = self.loopback.backend.messages.get(self.id, {}).values()
        found = [Post(self.loopback, m) for m in stored if m.type in (0, 19, 20, 23)]
        bot_id = self.loopback.bot_id
        return [p for p in found if containing in p.text and (not by_bot or p.author_id == bot_id)]

    async def wait_for(
        self, containing: str = "", *, count: int = 1, by_bot: bool = True, timeout: float = 10.0
    ) -> Post:
        """Until ``count`` messages stand here whose text contains this; the newest of them."""

        def arrived() -> Post | None:
            posts = self.posts(by_bot=by_bot, containing=containing)
            return posts[-1] if len(posts) >= count else None

        found = await self.loopback.until(
            arrived, timeout=timeout, what=f"{count} message(s) with {containing!r} in {self!r}"
        )
        assert found is not None
        return found

    def threads(self) -> list[Channel]:
        """The threads under this channel, oldest first."""
        channels = self.loopback.backend.channels.values()
        return [Channel(self.loopback, c) for c in channels if c.is_thread and c.parent_id == self.id]

    async def wait_for_thread(self, name: str = "", *, timeout: float = 10.0) -> Channel:
        """Until a thread stands here whose name contains this."""

        def found() -> Channel | None:
            return next((t for t in self.threads() if name in (t.name or "")), None)

        thread = await self.loopback.until(found, timeout=timeout, what=f"a thread {name!r} in {self!r}")
        assert thread is not None
        return thread

    @property
    def thread_members(self) -> set[int]:
        return set(self.model.thread_members)

    def archive(self, *, locked: bool = False) -> None:
        """Archive this thread; a locked one takes no more messages."""
        if self.model.type not in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD):
            raise SetupError(f"{self!r} is not a thread")
        self.loopback.backend.edit_channel(self.id, {}, thread_metadata={"archived": True, "locked": locked})


class Post:
    """A message as people see it. Live: it shows later edits."""

    def __init__(self, loopback: Loopback, model: models.Message) -> None:
        self.loopback, self.model = loopback, model

    def __repr__(self) -> str:
        return f"<Post {self.id} {self.text[:60]!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Post) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> int:
        return self.model.id

    @property
    def author_id(self) -> int:
        return self.model.author_id

    @property
    def channel(self) -> Channel:
        return self.loopback.channel(self.model.channel_id)

    @property
    def content(self) -> str:
        return self.model.content

    @property
    def text(self) -> str:
        """What one reads: content, embeds, text displays; one line each. See `buttons`, `choices`."""
        return text_of(self.model)

    @property
    def ephemeral(self) -> bool:
        return self.model.is_ephemeral

    @property
    def edited(self) -> bool:
        return self.model.edited_timestamp is not None

    @property
    def nonce(self) -> str | None:
        return self.loopback.journal.nonces.get(self.id)

    @property
    def files(self) -> dict[str, bytes]:
        """The attachments' bytes by file name."""
        cdn = self.loopback.cdn
        return {file["filename"]: cdn.get(file["url"]) or b"" for file in self.model.attachments}

    @property
    def urls(self) -> list[str]:
        """Where the attachments can be fetched."""
        return [file["url"] for file in self.model.attachments]

    @property
    def embeds(self) -> list[dict[str, Any]]:
        return self.model.embeds

    def components(self, fits: Callable[[dict[str, Any]], bool] = bool) -> Iterator[dict[str, Any]]:
        """All components, nested ones too, in the order of the wire."""
        return filter(fits, walk_components(self.model.components))

    @property
    def buttons(self) -> dict[str, str]:
        """Custom ids by label, for the buttons that can be pressed."""
        kind = ComponentType.BUTTON
        usable = self.components(lambda c: c["type"] == kind and "custom_id" in c and not c.get("disabled"))
        return {button.get("label") or button["custom_id"]: button["custom_id"] for button in usable}

    @property
    def choices(self) -> dict[str, list[str]]:
        """The option values of every string select, by custom id."""
        selects = self.components(lambda c: c["type"] == ComponentType.STRING_SELECT)
        return {s["custom_id"]: [option["value"] for option in s["options"]] for s in selects}

    def control(self, key: str, *, button: bool) -> dict[str, Any]:
        """The one usable button (by custom id or label) or select (by custom id or placeholder)."""
        kinds = (ComponentType.BUTTON,) if button else SELECT_TYPES
        name = "label" if button else "placeholder"
        usable = list(self.components(lambda c: c["type"] in kinds and "custom_id" in c))
        found = [c for c in usable if key in (c["custom_id"], c.get(name))]
        if len(found) != 1:
            known = [(c["custom_id"], c.get(name)) for c in usable]
            raise SetupError(f"{len(found)} controls {key!r} in {self!r}, which has {known}")
        if found[0].get("disabled"):
            raise SetupError(f"{key!r} in {self!r} is disabled")
        return found[0]
