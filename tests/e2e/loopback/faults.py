"""Faults: what goes wrong with chosen REST calls, and when.

Every request of the bot becomes a `Call`. A `Fault` picks calls by method, path pattern and an optional
predicate, skips the first ``nth - 1`` of them, and strikes the next ``times``:

* ``when="before"``: the call has arrived and nothing has happened yet;
* ``when="after"``: the backend has applied it (only successful calls count), the answer is not yet sent.

Path patterns go segment by segment with shell wildcards, ``**`` at the end takes the rest:
``/channels/*/messages`` matches every channel, ``/interactions/**`` every callback.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from io import BytesIO
from typing import Any, Literal

When = Literal["before", "after"]


@dataclass
class Upload:
    """One file of a multipart request, in the shape that SimCord's handlers read."""

    filename: str
    data: bytes
    description: str | None = None
    fp: BytesIO = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.fp = BytesIO(self.data)


@dataclass
class Call:
    """One REST request of the bot. ``status`` is None until it is answered, and stays None when it is cut."""

    method: str
    path: str
    query: Mapping[str, str]
    body: Any
    files: list[Upload]
    authorization: str = ""
    reason: str | None = None  # for the audit log
    at: float = field(default_factory=time.monotonic)
    status: int | None = None
    code: int | None = None
    applied: bool = False

    @property
    def segments(self) -> list[str]:
        return self.path.strip("/").split("/")

    @property
    def json(self) -> dict[str, Any]:
        """The JSON object that was sent; empty for none and for lists."""
        return self.body if isinstance(self.body, dict) else {}

    @property
    def channel_id(self) -> int | None:
        parts = self.segments
        return int(parts[1]) if parts[0] == "channels" and len(parts) > 1 and parts[1].isdigit() else None

    @property
    def is_send(self) -> bool:
        """A new message through the bot's own token (interaction answers are not)."""
        return self.method == "POST" and path_matches("/channels/*/messages", self.path)

    @property
    def is_interaction(self) -> bool:
        """Authorised by an interaction or webhook token, so outside the bot's global rate limit."""
        return self.segments[0] in ("interactions", "webhooks")


def path_matches(pattern: str, path: str) -> bool:
    """
    >>> path_matches("/channels/*/messages", "/channels/1/messages")
    True
    >>> path_matches("/channels/*/messages", "/channels/1/messages/2")
    False
    >>> path_matches("/channels/**", "/channels/1/messages/2")
    True
    """
    want, have = pattern.strip("/").split("/"), path.strip("/").split("/")
    if want[-1] == "**":
        want, have = want[:-1], have[: len(want) - 1]
    return len(want) == len(have) and all(map(fnmatchcase, have, want))


@dataclass(eq=False)
class Fault:
    """One planned mishap; ``struck`` is set on its first strike, ``strikes`` counts them."""

    method: str
    path: str
    when: When = "before"
    nth: int = 1
    times: int | None = 1
    where: Callable[[Call], bool] | None = None
    status: int | None = None
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut: bool = False
    action: Callable[[], object] | None = None
    seen: int = 0
    strikes: int = 0
    struck: asyncio.Event = field(default_factory=asyncio.Event)

    def strikes_at(self, call: Call) -> bool:
        """Count this call; True when the fault is to strike it."""
        if self.times is not None and self.strikes >= self.times:
            return False
        if self.method not in ("*", call.method) or not path_matches(self.path, call.path):
            return False
        if self.where is not None and not self.where(call):
            return False
        self.seen += 1
        if self.seen < self.nth:
            return False
        self.strikes += 1
        self.struck.set()
        return True

    async def wait(self, timeout: float = 10.0) -> None:
        """Until it struck once; AssertionError when it does not."""
        try:
            await asyncio.wait_for(self.struck.wait(), timeout)
        except TimeoutError:
            raise AssertionError(f"no {self.method} {self.path} came within {timeout} s") from None


class Faults:
    """The planned faults of one loopback. All methods return the Fault, to wait for it or to look at it."""

    def __init__(self) -> None:
        self.planned: list[Fault] = []
        self.outage = False  # every REST call and every gateway handshake answers 503

    def clear(self) -> None:
        self.planned.clear()
        self.outage = False

    def striking(self, call: Call, when: When) -> list[Fault]:
        return [fault for fault in self.planned if fault.when == when and fault.strikes_at(call)]

    def _plan(self, fault: Fault) -> Fault:
        self.planned.append(fault)
        return fault

    def fail(
        self,
        method: str,
        path: str,
        status: int,
        *,
        code: int = 0,
        message: str = "injected",
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        **when: Any,
    ) -> Fault:
        """Answer with this error instead of doing anything. ``body`` replaces the usual code and message."""
        answer = {"code": code, "message": message} if body is None else body
        return self._plan(Fault(method, path, status=status, body=answer, headers=headers or {}, **when))

    def edge(self, method: str, path: str, status: int = 403, **when: Any) -> Fault:
        """Answer as Cloudflare does before Discord is reached: HTML, without a code."""
        page = "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>"
        headers = {"Content-Type": "text/html; charset=UTF-8", "Server": "cloudflare"}
        return self.fail(method, path, status, body=page, headers=headers, **when)

    def rate_limit(
        self,
        method: str,
        path: str,
        *,
        retry_after: float = 0.3,
        everywhere: bool = False,
        via: bool = True,
        **when: Any,
    ) -> Fault:
        """Answer 429; ``everywhere``: the global limit. Without ``via`` it looks like a Cloudflare ban."""
        answer = rate_limit_answer(retry_after, everywhere=everywhere)
        headers = rate_limit_headers(retry_after, everywhere=everywhere)
        if not via:
            del headers["Via"]
        return self._plan(Fault(method, path, status=429, body=answer, headers=headers, **when))

    def slow(self, method: str, path: str, seconds: float, *, times: int | None = None, **when: Any) -> Fault:
        """Hold the call this long: before it takes effect, or its answer (``when="after"``)."""
        return self._plan(Fault(method, path, delay=seconds, times=times, **when))

    def drop(self, method: str, path: str, *, when: When = "after", **more: Any) -> Fault:
        """Cut the connection: by default after the effect, before the answer."""
        return self._plan(Fault(method, path, when=when, cut=True, **more))

    def trap(
        self, method: str, path: str, action: Callable[[], object], *, when: When = "before", **more: Any
    ) -> Fault:
        """Run ``action`` at this instant, then cut the connection (with ``when="before"``: no effect)."""
        return self._plan(Fault(method, path, when=when, cut=True, action=action, **more))


def rate_limit_answer(retry_after: float, *, everywhere: bool) -> dict[str, Any]:
    return {
        "message": "You are being rate limited.",
        "code": 0,
        "retry_after": round(retry_after, 3),
        "global": everywhere,
    }


def rate_limit_headers(retry_after: float, *, everywhere: bool, bucket: str | None = None) -> dict[str, str]:
    """The headers of a 429. discord.py takes one without ``Via`` for a Cloudflare ban and does not retry."""
    headers = {"Via": "1.1 loopback", "Retry-After": f"{retry_after:.3f}"}
    if everywhere:
        return headers | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    headers["X-RateLimit-Scope"] = "user"
    if bucket is not None:
        headers["X-RateLimit-Bucket"] = bucket
    return headers
