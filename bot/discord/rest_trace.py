"""Note every REST call to Discord, by its route without ids, and the rate limits that are hit."""

from __future__ import annotations

import re
from types import SimpleNamespace

import aiohttp

from bot.common.metrics import Metrics

_API = re.compile(r".*?/api(?:/v\d+)?(?=/)")
_WORDS = {
    "@me", "@original", "active", "answers", "applications", "archived", "audit-logs", "auth",
    "auto-moderation", "bans", "bot", "bulk-ban", "bulk-delete", "callback", "channels", "commands",
    "consume", "crosspost", "emojis", "entitlements", "expire", "followers", "gateway", "guilds",
    "incident-actions", "integrations", "interactions", "invites", "logout", "member-counts", "members",
    "messages", "mfa", "oauth2", "onboarding", "original", "permissions", "pins", "polls", "preview",
    "private", "prune", "public", "reactions", "roles", "rules", "scheduled-events",
    "send-soundboard-sound", "skus", "soundboard-default-sounds", "soundboard-sounds", "stage-instances",
    "sticker-packs", "stickers", "subscriptions", "sync", "templates", "thread-members", "threads",
    "typing", "users", "vanity-url", "voice-states", "voice-status", "webhooks", "welcome-screen", "widget",
    "widget.json",
}  # fmt: skip
"""Words of Discord's routes. Everything else in an address is an id, a token or a name, and becomes {}."""
_SCOPES = frozenset({"user", "global", "shared"})


def template(path: str) -> str:
    """Return an address's path without anything that names somebody or is secret.

    >>> template("/api/v10/channels/123/messages/456")
    '/channels/{}/messages/{}'
    >>> template("/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback")
    '/interactions/{}/{}/callback'
    >>> template("/attachments/1/2/board.png"), template("/")
    ('other', 'other')
    """
    api = _API.match(path)
    if api is None:
        return "other"
    parts = path[api.end() + 1 :].split("/")
    return "/" + "/".join(part if part in _WORDS else "{}" for part in parts)


def rest_trace(metrics: Metrics) -> aiohttp.TraceConfig:
    """A trace for discord.py's session that notes each call when its answer begins, or fails to come."""

    async def answered(
        _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestEndParams
    ) -> None:
        metrics.called(f"{call.method} {template(call.url.path)}", str(call.response.status))
        if call.response.status == 429:
            scope = call.response.headers.get("X-RateLimit-Scope", "")
            metrics.limited(scope if scope in _SCOPES else "unknown")

    async def failed(
        _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.called(f"{call.method} {template(call.url.path)}", "none")

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(answered)
    trace.on_request_exception.append(failed)
    return trace
