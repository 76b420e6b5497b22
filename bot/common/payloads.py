"""What a post says, as values: a frozen dataclass for each kind of post, stored as a JSON object.

Each kind is declared once, by whoever posts it. `@kind("desk")` names the tag that stored posts carry; the
stored form follows from the fields:

>>> @kind("wave")
... @dataclass(frozen=True, slots=True, kw_only=True)
... class Wave(Payload):
...     at: tuple[int, ...]
...     note: str | None = optional()
>>> Wave(at=(1, 2)).dump(), load({"kind": "wave", "at": [3], "note": "hi"})
({'kind': 'wave', 'at': [1, 2]}, Wave(at=(3,), note='hi'))

Posts wait in databases while the bot is upgraded: never rename a tag or a field, and give a new field a
default, so that posts queued by an older version can be read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import NoneType
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

from bot.common.message import Button, Message
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.records import Post, Table

Read = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """The base of all kinds. Fields are str, int, float, bool, Button, or tuples of these."""

    tag: ClassVar[str]

    def dump(self) -> dict[str, Any]:
        """Return the stored form: the tag, then the fields in their order."""
        stored: dict[str, Any] = {"kind": self.tag}
        for one in fields(self):
            value = getattr(self, one.name)
            if value is not None or not one.metadata.get("optional"):
                stored[one.name] = _plain(value)
        return stored

    @property
    def told(self) -> str:
        """What a user's own data say of the post."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable(Payload):
    """A stored post that this version does not know: a newer one has queued it, or it is damaged."""

    tag: ClassVar[str] = "unreadable"
    why: str
    text: str = ""

    @property
    def told(self) -> str:
        return self.text


P = TypeVar("P", bound=Payload)
_KINDS: dict[str, list[type[Payload]]] = {}
_READERS: dict[type[Payload], dict[str, Read]] = {}
"""How each field of a kind is read from JSON."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that has arrived."""

    channel_id: int
    message_id: int


AfterCommit = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHooks(Generic[P]):
    """What the owner of a kind of posts does when one leaves. The outbox calls it.

    message: compose the message, as things stand now. Raises Refused: nobody needs the post any more
    edited:  compose a message that stands anew, without its pictures and files, which stay
    stands:  find a message in whose place the post is put, instead of a new one
    arrived: note in the transaction that marks the post as sent; return what is to be done after the commit
    late:    undo what arrived although the post is dropped: nobody needs it any more
    instead: queue what is said instead of a post that cannot be delivered, in the open game it belongs to
    """

    message: Callable[[Post, P], Awaitable[Message]]
    edited: Callable[[Post, P], Awaitable[Message]] | None = None
    stands: Callable[[Tx, Post, P], Sent | None] | None = None
    arrived: Callable[[Tx, Post, P, Sent], AfterCommit | None] | None = None
    late: Callable[[Post, P, Sent], Awaitable[None]] | None = None
    instead: Callable[[Tx, Post, P, Table, float], None] | None = None


HooksByKind = Mapping[type[Payload], PostHooks[Any]]


def kind(tag: str) -> Callable[[type[P]], type[P]]:
    """Register a dataclass for the posts with this tag. If several share one, a stored post is read as the
    first that has all of its fields."""

    def register(cls: type[P]) -> type[P]:
        cls.tag = tag
        hints = get_type_hints(cls)
        _KINDS.setdefault(tag, []).append(cls)
        _READERS[cls] = {one.name: _reader(hints[one.name]) for one in fields(cls)}
        return cls

    return register


def optional() -> Any:
    """Declare a field that is left out of the stored form while it is None."""
    return field(default=None, metadata={"optional": True})


def load(stored: Mapping[str, Any]) -> Payload:
    """Read a stored post. One that cannot be read is `Unreadable`, and says why."""
    tag, text = stored.get("kind"), str(stored.get("text") or "")
    given = {name: value for name, value in stored.items() if name != "kind"}
    kinds = _KINDS.get(str(tag), [])
    known = next((cls for cls in kinds if given.keys() <= _READERS[cls].keys()), None)
    if known is None and not kinds:
        return Unreadable(why=f"unknown kind {tag!r}", text=text)
    if known is None:
        extra = sorted(given.keys() - _READERS[kinds[-1]].keys())
        return Unreadable(why=f"unknown fields of a {tag} post: {extra}", text=text)
    missing = [one.name for one in fields(known) if one.default is MISSING and one.name not in given]
    if missing:
        return Unreadable(why=f"a {tag} post without {missing}", text=text)
    try:
        return known(**{name: _READERS[known][name](value) for name, value in given.items()})
    except (TypeError, ValueError) as error:
        return Unreadable(why=f"a damaged {tag} post: {error}", text=text)


def queue(
    tx: Tx,
    key: str,
    payload: Payload,
    now: float,
    *,
    channel_id: int | None = None,
    user_id: int | None = None,
    table_id: str | None = None,
    not_before: float | None = None,
    lane: str | None = None,
) -> None:
    """Queue a post to a channel or to a user, unless its key is known. See `bot.storage.outbox.put`."""
    outbox.put(
        tx,
        key=key,
        payload=payload.dump(),
        created_at=now,
        channel_id=channel_id,
        user_id=user_id,
        table_id=table_id,
        not_before=not_before,
        lane=lane,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Button):
        return [value.id, value.label, value.style]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _reader(hint: Any) -> Read:
    arguments = get_args(hint)
    if get_origin(hint) is tuple and arguments[-1] is Ellipsis:
        each = _reader(arguments[0])
        return lambda value: tuple(each(one) for one in _listed(value))
    if get_origin(hint) is tuple:
        readers = [_reader(one) for one in arguments]
        return lambda value: tuple(read(one) for read, one in zip(readers, _listed(value), strict=True))
    if NoneType in arguments:
        inner = _reader(next(one for one in arguments if one is not NoneType))
        return lambda value: None if value is None else inner(value)
    if hint is Button:
        return lambda value: Button(*_listed(value))
    return lambda value: _checked(value, hint)


def _listed(value: Any) -> list[Any]:
    return list(_checked(value, list))


def _checked(value: Any, wanted: type) -> Any:
    if not isinstance(value, int | float if wanted is float else wanted):
        raise TypeError(f"{value!r} is not of type {wanted.__name__}")
    return value
