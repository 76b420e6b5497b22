"""Tells other programs of public games: signed, in order, and again until they have taken it.

As https://www.standardwebhooks.com has it. Every process with pages sends: whoever marks a row as being sent
sends it. If that process dies, another one sends it again after a minute, under the same id.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from bot.common.clock import HOUR, Timer
from bot.common.payloads import load
from bot.common.tasks import end
from bot.engine.context import Context
from bot.features.webhooks import text
from bot.features.webhooks.webhooks import Event, Webhook, stop, webhooks_of
from bot.storage import outbox
from bot.storage.database import Tx
from bot.storage.errors import Conflict
from bot.storage.records import Post
from bot.web import values

log = logging.getLogger(__name__)

TIMEOUT_S = 10.0
"""Seconds that a receiver has for its answer."""
RETRIES_S = (5.0, 60.0, 300.0, 1800.0, HOUR, 2 * HOUR, 5 * HOUR, 8 * HOUR, 10 * HOUR)
"""Seconds to each further attempt. After the last one the webhook is stopped."""
GONE_S = 60.0
"""Seconds after which whoever was sending something is taken for dead."""
AT_ONCE = 4
"""So many receivers are told at the same time."""

Compose = Callable[[Event], Awaitable[values.Told | None]]


class PublicResolver(AbstractResolver):
    """Finds the addresses of a name, on the open internet alone: nobody reaches the host's own network by a
    webhook. The addresses that it gives are the ones that are connected to."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        public = [each for each in found if ipaddress.ip_address(each["host"]).is_global]
        if not public:
            raise OSError(f"{host} is in a private network")
        return public

    async def close(self) -> None:
        await self._inner.close()


class WebhookSender:
    """compose: returns what is told of an event, None: it is not public any more."""

    def __init__(self, context: Context, compose: Compose, resolver: AbstractResolver | None = None) -> None:
        """resolver: finds addresses; None: those of the open internet alone"""
        self._context, self._compose = context, compose
        self._resolver = resolver
        self._http: aiohttp.ClientSession | None = None
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._timer = Timer(self._drain)

    def start(self) -> None:
        """Send what waits, and from now on whatever is queued."""
        connector = aiohttp.TCPConnector(resolver=self._resolver or PublicResolver(), limit=AT_ONCE)
        self._http = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=TIMEOUT_S),
            headers={"User-Agent": "Fieldpost", "Content-Type": "application/json"},
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        self._context.db.on("webhooks", self._timer.now)
        self._timer.now()

    async def close(self) -> None:
        """Send no more. What is under way is sent again after the next start."""
        await self._timer.close()
        await end(self._busy.values())
        if self._http is not None:
            await self._http.close()

    async def _drain(self) -> None:
        now = self._context.clock.now()

        def look(tx: Tx) -> tuple[list[Post], float | None]:
            busy = tuple(self._busy)
            due = (
                outbox.next_due(tx, now, busy, AT_ONCE - len(busy), away=True) if len(busy) < AT_ONCE else []
            )
            return due, outbox.earliest_due(tx, busy, away=True)

        due, later = await self._context.db.read(look)
        for post in due:
            task = asyncio.create_task(self._one(post), name=f"webhook {post.id}")
            self._busy[post.lane] = task
            task.add_done_callback(partial(self._done, post.lane))
        stale = await self._context.db.write(self._left_behind, now)
        waits = [at - now for at in (later, stale) if at is not None and at > now]
        if waits:
            self._timer.later(min(waits))
        elif stale is not None:
            self._timer.now()

    def _done(self, lane: str, _: asyncio.Task[None]) -> None:
        self._busy.pop(lane, None)
        self._timer.now()

    def _left_behind(self, tx: Tx, now: float) -> float | None:
        """Queue again what somebody else was sending, who is gone. Returns when there is more to look at."""
        others = [post for post in outbox.being_sent_away(tx) if post.lane not in self._busy]
        for post in others:
            if (post.tried_at or 0.0) <= now - GONE_S:
                outbox.retry(tx, post.id, now, "whoever sent it is gone")
        return min(((post.tried_at or 0.0) + GONE_S for post in others), default=None)

    async def _one(self, post: Post) -> None:
        try:
            await self._deliver(post)
        except Conflict:
            log.info("webhook taken", extra={"post": post.id})
        except Exception as error:  # the others go on, whatever one does
            log.exception("webhook failed", extra={"post": post.id})
            try:
                await self._again(post, load(post.payload), f"{type(error).__name__} here")
            except Exception:  # the database itself fails
                log.exception("webhook not put off", extra={"post": post.id})
                await asyncio.sleep(RETRIES_S[0])

    async def _deliver(self, post: Post) -> None:
        event = load(post.payload)
        now = self._context.clock.now()
        if not isinstance(event, Event):
            await self._context.db.write(outbox.fail, post.id, "unreadable")
            return
        known = await self._context.db.read(webhooks_of, event.guild)
        webhook = known.get(event.webhook)
        data = await self._compose(event) if webhook is not None else None
        if webhook is None or webhook.stopped or data is None:
            await self._context.db.write(outbox.drop, post.id, "nobody is told of it any more")
            return
        await self._context.db.write(outbox.mark_sending, post.id, now)
        try:
            status = await self._post(webhook, post.nonce, data)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            await self._again(
                post, event, "no answer" if isinstance(error, TimeoutError) else "no connection"
            )
            return
        if 200 <= status < 300:
            await self._context.db.write(outbox.mark_sent, post.id, None, None, self._context.clock.now())
        elif status == 410:
            await self._stop(post, event, text.GONE)
        else:
            await self._again(post, event, f"it answered {status}")

    async def _post(self, webhook: Webhook, ident: str, data: values.Told) -> int:
        """Send it once. Returns the status of the answer; redirects are not followed."""
        assert self._http is not None
        body = json.dumps(asdict(data), ensure_ascii=False).encode()
        headers = signed(webhook.secret, ident, int(self._context.clock.now()), body)
        async with self._http.post(webhook.url, data=body, headers=headers, allow_redirects=False) as answer:
            return answer.status

    async def _again(self, post: Post, event: Any, why: str) -> None:
        """Try it again later, or stop the webhook after the last attempt."""
        if post.attempts >= len(RETRIES_S):
            await self._stop(post, event, text.GIVEN_UP(hours=round(sum(RETRIES_S) / HOUR), why=why))
            return
        at = self._context.clock.now() + RETRIES_S[post.attempts]
        await self._context.db.write(outbox.retry, post.id, at, why)

    async def _stop(self, post: Post, event: Event, why: str) -> None:
        log.warning("webhook stopped", extra={"guild": event.guild, "reason": why})

        def change(tx: Tx) -> None:
            outbox.fail(tx, post.id, why)
            stop(tx, event.guild, event.webhook, why)

        await self._context.db.write(change)


def signed(secret: str, ident: str, at: int, body: bytes) -> dict[str, str]:
    """The headers by which a receiver knows that this comes from here: Standard Webhooks' signature.

    >>> signed("whsec_c2VjcmV0", "m1", 1767616200, b"{}")["webhook-signature"]
    'v1,q4ZNM6As1/gP1U687J1WB06O8Pzww1U2NA0dCUmzL7U='
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, b".".join([ident.encode(), str(at).encode(), body]), hashlib.sha256)
    return {
        "webhook-id": ident,
        "webhook-timestamp": str(at),
        "webhook-signature": f"v1,{base64.b64encode(mac).decode()}",
    }
