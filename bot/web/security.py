"""What holds for every page: its headers, how much one address may ask for, what an error looks like."""

from __future__ import annotations

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.common.errors import Refused
from bot.web import text

log = logging.getLogger(__name__)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
ErrorPage = Callable[[web.Request, int, str], web.Response]
"""Makes the page of an error: request, status, what it says."""

MAX_BODY = 64 * 1024
"""Most bytes of a request."""
RATE, BURST = 20.0, 120.0
"""Requests a second that one address may make for long, and at once."""
MAX_ADDRESSES = 10_000
"""Most addresses whose requests are counted."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'self'; "
    "script-src 'self'; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Server": "Fieldpost",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Sent with every answer."""


class Limits:
    """Counts the requests of each address: a bucket that fills by RATE a second, up to BURST."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def forget(self) -> None:
        """Begin anew for everybody."""
        self._left.clear()

    def wait(self, address: str, cost: float = 1.0) -> float:
        """Take a request from an address's bucket; return 0, or the seconds until there is one again."""
        now = self._now()
        left, when = self._left.pop(address, (BURST, now))
        left = min(BURST, left + (now - when) * RATE)
        wait = max(0.0, (cost - left) / RATE)
        self._left[address] = (left if wait else left - cost, now)
        if len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return wait


def address(request: web.Request) -> str:
    """Return whose request this is: behind a proxy of this machine or this network, whom that names last."""
    peer = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "")
    if forwarded and _is_near(peer):
        named = forwarded.rsplit(",", 1)[-1].strip()
        try:
            return str(ip_address(named))
        except ValueError:
            return peer
    return peer


def _is_near(peer: str) -> bool:
    try:
        found = ip_address(peer)
    except ValueError:
        return False
    return found.is_loopback or found.is_private


def middlewares(page: ErrorPage, limits: Limits, *, https: bool) -> list[Middleware]:
    """Make the middlewares of the server.

    page: makes the pages of errors;  https: people come by https alone
    """

    @web.middleware
    async def headers(request: web.Request, handler: Handler) -> web.StreamResponse:
        """The outermost: errors and refusals have the headers too."""
        answer = await _answered(request, handler)
        if not answer.prepared:
            answer.headers.update(HEADERS)
            answer.headers.setdefault("Cache-Control", "no-store")
            if request.method == "GET" and "/api/" in request.path:
                # Public, and the same for everybody: pages of other hosts may read it.
                answer.headers["Access-Control-Allow-Origin"] = "*"
                answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
                answer.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
            if https:
                answer.headers["Strict-Transport-Security"] = "max-age=31536000"
        return answer

    async def _answered(request: web.Request, handler: Handler) -> web.StreamResponse:
        wait = limits.wait(address(request))
        if wait:
            told = page(request, 429, text.TOO_MANY)
            told.headers["Retry-After"] = str(int(wait) + 1)
            return told
        try:
            return await handler(request)
        except Refused as refused:
            return page(request, 400, str(refused))
        except web.HTTPException as error:
            if error.status < 400:
                return error
            found = page(request, error.status, text.ERRORS.get(error.status, error.reason))
            if "Allow" in error.headers:
                found.headers["Allow"] = error.headers["Allow"]
            return found
        except Exception:
            number = secrets.token_hex(3)
            # The path may hold a person's secret: only the pattern of the route is told.
            resource = request.match_info.route.resource
            log.exception("error %s", number, extra={"route": resource.canonical if resource else "?"})
            return page(request, 500, text.FAULT(number=number))

    return [headers]
