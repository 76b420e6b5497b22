"""The REST half: authorises, injects faults, checks limits, and hands the rest to SimCord's route table."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from aiohttp import BodyPartReader, web
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401  importing it fills the route table

from . import limits as rules
from .faults import Call, Fault, Upload, path_matches
from .limits import RateLimiter

if TYPE_CHECKING:
    from .server import Loopback


def json_response(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer. discord.py compares the content type with exactly ``application/json``."""
    answer = web.Response(body=json.dumps(value).encode(), status=status, headers=headers)
    answer.headers["Content-Type"] = "application/json"
    return answer


class LoopbackCdn(CdnStore):
    """SimCord's attachment store, with addresses that can be fetched from this loopback."""

    def __init__(self) -> None:
        super().__init__()
        self.base_url = ""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        path = f"/attachments/{channel_id}/{attachment_id}/{quote(filename)}"
        self._blobs.pop(stored["url"])
        stored["url"] = stored["proxy_url"] = self.base_url + path
        self._blobs[stored["url"]] = data
        return stored

    async def handle(self, request: web.Request) -> web.Response:
        blob = self.get(self.base_url + request.rel_url.raw_path)
        return web.Response(status=404) if blob is None else web.Response(body=blob)


@dataclass
class _Sent:
    """What enforce_nonce remembers of a message."""

    at: float
    message_id: int
    answer: dict[str, Any]


class Rest:
    """Answers the bot's HTTP requests. ``calls`` is the log of all of them, oldest first, or of the newest if
    not more than ``keep`` are kept; ``statuses`` counts the answers."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self.calls: list[Call] = []
        self.keep: int | None = None
        self.statuses: Counter[int] = Counter()
        self.limiter = RateLimiter()
        self.sending_nonce: str | None = None  # set while a message with a nonce is being applied
        self._sent: dict[str, _Sent] = {}

    # ----------------------------------------------------------------------------------- handling

    async def handle(self, request: web.Request) -> web.Response:
        call = await _read(request)
        self.calls.append(call)
        if self.keep is not None and len(self.calls) > 2 * self.keep:
            del self.calls[: self.keep]
        try:
            answer = await self._answer(call)
        except _CutError:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=204)  # nobody is left to read it
        finally:
            self.loopback.notify()
        call.status = answer.status
        self.statuses[answer.status] += 1
        return answer

    async def _answer(self, call: Call) -> web.Response:
        world = self.loopback
        if world.faults.outage:
            return web.Response(status=503, text="upstream connect error")
        is_open = call.is_interaction or call.path == "/gateway"
        if not is_open and call.authorization != f"Bot {world.token}":
            return json_response({"code": 0, "message": "401: Unauthorized"}, 401)
        early = await _strike(world.faults.striking(call, "before"))
        if early is not None:
            return early
        denial, headers = self.limiter.take(world.limits, call)
        if denial is not None:
            return json_response(denial.body, 429, denial.headers)
        try:
            result = self._apply(call)
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            return self._report_gap(call, gap, 501)
        except BackendError as refusal:
            call.code = refusal.code
            return json_response(refusal.to_json(), refusal.status, headers)
        except Exception as bug:  # a wrong answer must not look like a bot's error: `gaps` fails the test
            return self._report_gap(call, bug, 500)
        call.applied = True
        self.loopback.notify()
        late = await _strike(world.faults.striking(call, "after"))
        if late is not None:
            return late
        if result is None:
            return web.Response(status=204, headers=headers)
        return json_response(result, 200, headers)

    def _report_gap(self, call: Call, gap: Exception, status: int) -> web.Response:
        self.loopback.gaps.append(f"{call.method} {call.path}: {gap!r}")
        return json_response({"code": 0, "message": repr(gap)}, status)

    # ----------------------------------------------------------------------------------- applying

    def _apply(self, call: Call) -> Any:
        """Do what the call asks, at once: nothing else happens in between."""
        world = self.loopback
        if call.path in ("/gateway", "/gateway/bot"):
            limits = world.limits
            start = {
                "total": limits.sessions,
                "remaining": limits.sessions_left,
                "reset_after": 7_000_000,
                "max_concurrency": limits.max_concurrency,
            }
            return {"url": world.gateway.url, "shards": limits.shards, "session_start_limit": start}
        rules.check(world.limits, world.backend, call)
        if rules.is_new_dm(world.backend, call):
            self.limiter.begin(world.limits)
        if call.is_send:
            return self._send(call)
        result = self._dispatch(call)
        if call.method == "GET" and path_matches("/channels/*/messages", call.path):
            result = self._page(call, result)
        if call.is_interaction:
            self._note_answer(call)
        return result

    def _dispatch(self, call: Call) -> Any:
        query = dict(call.query)
        if "after" in query:
            query["limit"] = str(10**9)  # `_page` cuts it
        try:
            return router.dispatch(
                self.loopback.backend,
                call.method,
                call.path,
                json=call.body,
                params=query,
                files=call.files,
                reason=call.reason,
            )
        finally:
            self.loopback.backend.transcript.clear()
            self.loopback.backend.http_requests.clear()

    def _send(self, call: Call) -> dict[str, Any]:
        """A new message, or with ``enforce_nonce`` the one that the same nonce has made before.

        Discord documents the nonce as checked "by the same author", so not for each channel apart.
        """
        world = self.loopback
        channel = world.backend.get_channel(call.channel_id or 0)
        rules.check_dm(world.backend, channel, world.closed_dms)
        nonce = None if call.json.get("nonce") is None else str(call.json["nonce"])
        if nonce is not None and call.json.get("enforce_nonce") and (known := self._remembered(nonce)):
            return known.answer
        self.sending_nonce = nonce
        try:
            answer: dict[str, Any] = self._dispatch(call)
        finally:
            self.sending_nonce = None
        if nonce is not None:
            answer["nonce"] = nonce
            self._sent[nonce] = _Sent(time.monotonic(), int(answer["id"]), answer)
        return answer

    def _remembered(self, nonce: str) -> _Sent | None:
        known = self._sent.get(nonce)
        if known is None or time.monotonic() - known.at >= self.loopback.limits.nonce_seconds:
            return None
        return known

    def _page(self, call: Call, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Discord's page for ``after`` holds the oldest messages after it (SimCord's: the newest)."""
        if "after" in call.query:
            found = found[-int(call.query.get("limit", 50)) :]
        if self.loopback.limits.nonce_in_history:
            for message in found:
                nonce = self.loopback.journal.nonces.get(int(message["id"]))
                if nonce is not None and self._remembered(nonce):
                    message["nonce"] = nonce
        return found

    def _note_answer(self, call: Call) -> None:
        backend, parts = self.loopback.backend, call.segments
        interaction_id = backend.interaction_tokens.get(parts[2]) if len(parts) > 2 else None
        if interaction_id is not None:
            self.loopback.journal.answer(backend.interactions[interaction_id])


class _CutError(Exception):
    """The connection is to be cut instead of answered."""


async def _strike(faults: list[Fault]) -> web.Response | None:
    """Let faults strike in their order; the answer to give instead, if there is one."""
    for fault in faults:
        if fault.action is not None:
            fault.action()
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.cut:
            raise _CutError
        if fault.status is not None:
            if isinstance(fault.body, str):
                return web.Response(status=fault.status, text=fault.body, headers=fault.headers)
            return json_response(fault.body, fault.status, dict(fault.headers))
    return None


async def _read(request: web.Request) -> Call:
    body: Any = None
    files: list[Upload] = []
    if request.content_type.startswith("multipart/"):
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader)  # Discord nests no multipart in multipart
            if part.name == "payload_json":
                body = json.loads(await part.text())
            elif part.filename is not None:
                files.append(Upload(part.filename, bytes(await part.read(decode=False))))
    elif request.can_read_body:
        raw = await request.read()
        body = json.loads(raw) if raw else None
    _describe(files, body)
    return Call(
        request.method,
        "/" + request.match_info["tail"],
        dict(request.query),
        body,
        files,
        authorization=request.headers.get("Authorization", ""),
        reason=request.headers.get("X-Audit-Log-Reason"),
    )


def _describe(files: list[Upload], body: Any) -> None:
    """Copy the descriptions, which travel in the JSON part, to the files that they belong to."""
    if not isinstance(body, dict):
        return
    message = body["data"] if isinstance(body.get("data"), dict) else body
    for entry in message.get("attachments") or []:
        index = str(entry.get("id"))
        if index.isdigit() and int(index) < len(files):
            files[int(index)].description = entry.get("description")
