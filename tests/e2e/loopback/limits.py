"""What the real Discord refuses and SimCord lets through, and the rate limits.

The numbers come from Discord's documentation where it states them; the per-route rates are those commonly
observed (Discord documents none). `Limits` is mutable: a test turns one knob and goes on.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord.backend import Backend
from simcord.backend.errors import BackendError, invalid_form_body, missing_permissions
from simcord.backend.models import Channel
from simcord.backend.models import channel as channels

from .faults import Call, path_matches, rate_limit_answer, rate_limit_headers

MIB = 1024 * 1024
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
channels.THREAD_TYPES = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)  # type: ignore[assignment]  # SimCord: no news
THREADS_OF = {0: (PUBLIC_THREAD, PRIVATE_THREAD), 5: (NEWS_THREAD,), 15: (PUBLIC_THREAD,)}
"""Kinds of threads that kinds of channels may have: no public or private ones in an announcement
channel, and no announcement threads elsewhere."""
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


@dataclass(frozen=True)
class Rate:
    """At most ``count`` calls in each window of ``per`` seconds, for each channel (or interaction token)."""

    bucket: str
    method: str
    path: str
    count: int
    per: float


REAL_RATES = (
    Rate("send", "POST", "/channels/*/messages", 5, 5.0),
    Rate("edit", "PATCH", "/channels/*/messages/*", 5, 5.0),
    Rate("delete", "DELETE", "/channels/*/messages/*", 5, 1.0),
    Rate("followup", "POST", "/webhooks/*/*", 5, 2.0),
    Rate("original", "PATCH", "/webhooks/*/*/messages/*", 5, 2.0),
)
OLD_EDIT_WAIT = 0.02
"""Seconds that a 30046 asks for; what Discord's own does is not known."""
REAL_GLOBAL_RATE = 50  # calls a second, interaction answers not counted


@dataclass
class Limits:
    """The knobs. Rates are off unless set: ``Limits(rates=REAL_RATES, global_rate=REAL_GLOBAL_RATE)``."""

    upload_bytes: int = 10 * MIB  # for each file
    request_bytes: int = 25 * MIB  # all files of one request
    files: int = 10
    choices: int = 25
    nonce_seconds: float = 300.0  # how long enforce_nonce finds the first message
    nonce_in_history: bool = True  # whether GET returns it within that time ("not stored long term")
    interaction_seconds: float = 3.0
    token_seconds: float = 900.0
    shards: int = 1  # as many as GET /gateway/bot recommends
    sessions_left: int = 999  # of ``sessions`` a day, as GET /gateway/bot tells; not counted down
    sessions: int = 1000
    max_concurrency: int = 1
    identify_seconds: float = 0.0  # one IDENTIFY in so many, by ``shard_id % max_concurrency``; in life 5
    resume_seconds: float = 180.0  # how long a session without a WebSocket is kept; not documented
    rates: Sequence[Rate] = ()
    global_rate: int | None = None
    new_dms: tuple[int, float] | None = None  # conversations begun in so many seconds; one more: 40003
    flagged: bool = False  # as spam: 20026 for every conversation in which the bot has written nothing
    wakes_threads: bool = True  # a message opens an archived thread; False: 50083 until it is opened
    old_edits: tuple[int, float] | None = None  # edits of a channel's messages older than this; more: 30046
    approved_intents: discord.Intents = field(default_factory=discord.Intents.all)

    def forget_nonces(self) -> None:
        """Find no message by its nonce: neither with `enforce_nonce` nor in the history."""
        self.nonce_seconds, self.nonce_in_history = 0, False


# ------------------------------------------------------------------------------------------ refusals


def check(limits: Limits, backend: Backend, call: Call) -> None:
    """Raise the BackendError with which Discord would refuse this call; else nothing happens."""
    if len(call.files) > limits.files:
        raise invalid_form_body(f"files: Must be {limits.files} or fewer in length.")
    sizes = [len(upload.data) for upload in call.files]
    if any(size > limits.upload_bytes for size in sizes) or sum(sizes) > limits.request_bytes:
        raise BackendError(413, 40005, "Request entity too large")
    if call.is_send or (call.method == "PATCH" and path_matches("/channels/*/messages/*", call.path)):
        _check_message(limits, backend, call)
    elif path_matches("/interactions/*/*/callback", call.path):
        _check_choices(limits, call)
    elif call.method == "GET" and path_matches("/channels/*/messages", call.path):
        if not 1 <= int(call.query.get("limit", 50)) <= 100:
            raise invalid_form_body("limit: int value should be between 1 and 100.")
    elif call.method == "POST" and call.segments[0] == "channels" and call.segments[-1] == "threads":
        _check_thread(backend, call)
    elif path_matches("/channels/*/permissions/*", call.path):
        _check_overwrite(backend, call)
    elif call.method == "PUT" and call.path.startswith("/applications/") and call.path.endswith("/commands"):
        _check_commands(call.body or [])


def _check_message(limits: Limits, backend: Backend, call: Call) -> None:
    nonce = call.json.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        raise invalid_form_body("nonce: Must be 25 or fewer in length.")
    if len(call.json.get("attachments") or []) > limits.files:
        raise invalid_form_body(f"attachments: Must be {limits.files} or fewer in length.")
    channel = backend.get_channel(call.channel_id or 0)
    if limits.flagged and call.is_send and _is_new(backend, channel):
        raise BackendError(403, 20026, FLAGGED)
    if channel.guild_id is None:
        return
    allowed = discord.Permissions(
        backend.compute_permissions(channel.guild_id, backend.bot_user.id, channel.id)
    )
    if call.files and not allowed.attach_files:
        raise missing_permissions()
    if call.json.get("embeds") and not allowed.embed_links:
        raise missing_permissions()
    state = channel.thread_metadata
    if state is not None and state.archived:
        # A message opens an archived thread again, unless it is locked; an edit does not.
        if state.locked or not call.is_send or not limits.wakes_threads:
            raise BackendError(400, 50083, "Thread is archived")
        backend.edit_channel(channel.id, {}, thread_metadata={"archived": False})


FLAGGED = "Your bot has been flagged by our anti-spam system for abusive behavior."


def _is_new(backend: Backend, channel: Channel) -> bool:
    """Whether these are direct messages in which the bot has written nothing yet."""
    written = backend.messages.get(channel.id, {}).values()
    return channel.guild_id is None and all(post.author_id != backend.bot_user.id for post in written)


def is_new_dm(backend: Backend, call: Call) -> bool:
    """Whether this call begins a conversation with somebody to whom the bot has not written."""
    if call.method != "POST" or call.path != "/users/@me/channels":
        return False
    return _is_new(backend, backend.get_dm_channel(int(call.json["recipient_id"])))


def check_dm(backend: Backend, channel: Channel, closed: set[int]) -> None:
    """Raise when the person behind this DM channel cannot be written to. Other channels pass."""
    if channel.guild_id is not None:
        return
    for user_id in channel.recipient_ids:
        if user_id in closed:
            raise BackendError(403, 50007, "Cannot send messages to this user")
        if not any(user_id in guild.members for guild in backend.guilds.values()):
            reason = "Cannot send messages to this user due to having no mutual guilds"
            raise BackendError(403, 50278, reason)


def _check_choices(limits: Limits, call: Call) -> None:
    choices = (call.json.get("data") or {}).get("choices") or []
    if len(choices) > limits.choices:
        raise invalid_form_body(f"data.choices: Must be {limits.choices} or fewer in length.")
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            raise invalid_form_body("data.choices.name: Must be between 1 and 100 in length.")
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
            raise invalid_form_body("data.choices.value: Must be between 1 and 100 in length.")


def _check_thread(backend: Backend, call: Call) -> None:
    if not 1 <= len(call.json.get("name", "")) <= 100:
        raise invalid_form_body("name: Must be between 1 and 100 in length.")
    if call.json.get("auto_archive_duration", 1440) not in (None, 60, 1440, 4320, 10080):
        raise invalid_form_body("auto_archive_duration: Value must be one of {60, 1440, 4320, 10080}.")
    home = backend.get_channel(call.channel_id or 0)
    kind = int(call.json.get("type", PRIVATE_THREAD))
    if path_matches("/channels/*/threads", call.path) and kind not in THREADS_OF.get(home.type, ()):
        raise BackendError(400, 50024, "Cannot execute action on this channel type")
    if (
        path_matches("/channels/*/messages/*/threads", call.path)
        and int(call.segments[3]) in backend.channels
    ):
        raise BackendError(400, 160004, "A thread has already been created for this message")


def _check_overwrite(backend: Backend, call: Call) -> None:
    """Threads have no permissions of their own. "Only permissions your bot has in the guild or parent channel
    (if applicable) can be allowed/denied (unless your bot has a MANAGE_ROLES overwrite in the channel)." That
    Manage Roles is needed there, SimCord knows."""
    channel, bot = backend.get_channel(call.channel_id or 0), backend.bot_user.id
    if channel.guild_id is None or channel.is_thread:
        raise BackendError(400, 50024, "Cannot execute action on this channel type")
    if call.method == "DELETE":
        if all(entry.target_id != int(call.segments[3]) for entry in channel.overwrites):
            raise BackendError(404, 10009, "Unknown Overwrite")
        return
    manage = discord.Permissions(manage_roles=True).value
    guild = backend.get_guild(channel.guild_id)
    own = {bot, *guild.members[bot].role_ids}
    if any(entry.target_id in own and entry.allow & manage for entry in channel.overwrites):
        return
    may = backend.compute_permissions(guild.id, bot)
    if channel.parent_id is not None:
        may |= backend.compute_permissions(guild.id, bot, channel.parent_id)
    if (int(call.json.get("allow") or 0) | int(call.json.get("deny") or 0)) & ~may:
        raise missing_permissions()


def _check_commands(commands: Sequence[dict[str, Any]]) -> None:
    """Names, descriptions, counts and the order of options, at every level of the sync payload."""
    if len(commands) > 100:
        raise BackendError(400, 30032, "Maximum number of application commands reached (100)")
    for command in commands:
        if command.get("type", 1) == 1:
            _check_command(command, command["name"])
            if _text_length(command) > 8000:
                raise invalid_form_body(f"{command['name']}: Command exceeds maximum size (8000)")


def _check_command(node: dict[str, Any], where: str) -> None:
    if not COMMAND_NAME.fullmatch(node["name"]) or node["name"] != node["name"].lower():
        raise invalid_form_body(f"{where}: Command name is invalid")
    if not 1 <= len(node.get("description") or "") <= 100:
        raise invalid_form_body(f"{where}: description must be between 1 and 100 in length.")
    options = node.get("options") or []
    if len(options) > 25 or len(node.get("choices") or []) > 25:
        raise invalid_form_body(f"{where}: Must be 25 or fewer in length.")
    if len({option["name"] for option in options}) != len(options):
        raise invalid_form_body(f"{where}: Option names must be unique")
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        raise invalid_form_body(f"{where}: Required options must be placed before non-required options")
    for option in options:
        _check_command(option, f"{where} {option['name']}")


def _text_length(node: dict[str, Any]) -> int:
    own = len(node["name"]) + len(node.get("description") or "")
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in node.get("choices") or [])
    return own + choices + sum(_text_length(option) for option in node.get("options") or [])


# --------------------------------------------------------------------------------------- rate limits


@dataclass
class _Window:
    """A fixed window, as Discord counts: it opens with its first call."""

    ends: float = 0.0
    used: int = 0

    def take(self, count: int, per: float) -> float | None:
        """Count one call; the seconds to wait if it is one too many."""
        now = time.monotonic()
        if now >= self.ends:
            self.ends, self.used = now + per, 0
        if self.used >= count:
            return self.ends - now
        self.used += 1
        return None


@dataclass(frozen=True)
class Denial:
    """A 429, ready to send."""

    body: dict[str, Any]
    headers: dict[str, str]


class RateLimiter:
    """Counts calls for each bucket; the state of a loopback.

    ``hits`` counts the 429s by bucket, ``global`` those of the global limit; ``busiest`` is the most calls in
    one second that count for it, whether or not it is on.
    """

    def __init__(self) -> None:
        self._windows: dict[str, _Window] = {}
        self.hits: Counter[str] = Counter()
        self.busiest = 0

    def begin(self, limits: Limits) -> None:
        """Count a conversation that the bot begins; BackendError if it is one too many, or none may be."""
        if limits.flagged:
            raise BackendError(403, 20026, FLAGGED)
        if (
            limits.new_dms
            and self._windows.setdefault("new_dms", _Window()).take(*limits.new_dms) is not None
        ):
            raise BackendError(403, 40003, "You are opening direct messages too fast")

    def _take_old(self, limits: Limits, call: Call) -> Denial | None:
        """Count the edit of an old message: a 429 with a code of its own, if it is one too many."""
        if limits.old_edits is None or call.method != "PATCH":
            return None
        if not path_matches("/channels/*/messages/*", call.path):
            return None
        most, age = limits.old_edits
        if time.time() - discord.utils.snowflake_time(int(call.segments[3])).timestamp() < age:
            return None
        wait = self._windows.setdefault(f"old:{call.segments[1]}", _Window()).take(most, 3600.0)
        if wait is None:
            return None
        told = {"message": "Maximum number of edits to messages older than 1 hour reached.", "code": 30046}
        body = rate_limit_answer(OLD_EDIT_WAIT, everywhere=False) | told
        return Denial(body, rate_limit_headers(OLD_EDIT_WAIT, everywhere=False))

    def take(self, limits: Limits, call: Call) -> tuple[Denial | None, dict[str, str]]:
        """Count this call: a denial, if it is one too many, and the headers of an answer that passes."""
        if not call.is_interaction:
            second = self._windows.setdefault("global", _Window())
            wait = second.take(sys.maxsize if limits.global_rate is None else limits.global_rate, 1.0)
            self.busiest = max(self.busiest, second.used)
            if wait is not None:
                self.hits["global"] += 1
                headers = rate_limit_headers(wait, everywhere=True)
                return Denial(rate_limit_answer(wait, everywhere=True), headers), {}
        denial = self._take_old(limits, call)
        if denial is not None:
            self.hits["old_edits"] += 1
            return denial, {}
        for rate in limits.rates:
            if rate.method != call.method or not path_matches(rate.path, call.path):
                continue
            major = ":".join(call.segments[1:3] if call.is_interaction else call.segments[1:2])
            window = self._windows.setdefault(f"{rate.bucket}:{major}", _Window())
            wait = window.take(rate.count, rate.per)
            left = window.ends - time.monotonic()
            headers = {
                "X-RateLimit-Bucket": rate.bucket,
                "X-RateLimit-Limit": str(rate.count),
                "X-RateLimit-Remaining": str(rate.count - window.used),
                "X-RateLimit-Reset": f"{time.time() + left:.3f}",
                "X-RateLimit-Reset-After": f"{left:.3f}",
            }
            if wait is not None:
                self.hits[rate.bucket] += 1
                headers |= rate_limit_headers(wait, everywhere=False, bucket=rate.bucket)
                return Denial(rate_limit_answer(wait, everywhere=False), headers), {}
            return None, headers
        return None, {}
