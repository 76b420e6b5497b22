"""The demo's web page: a frame for switching user and channel around SimCord's page for one of each."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import simcord.preview
from aiohttp import web
from simcord.preview._server import PreviewServer

from demo import fieldpost, tour
from demo.views import View, Views
from demo.world import World

HOST = "127.0.0.1"
STATIC = Path(__file__).with_name("static")
SIMCORD_STATIC = Path(simcord.preview.__file__).with_name("static")
OWN_FILES = {
    "/demo/frame.css": "text/css",
    "/demo/frame.js": "application/javascript",
    "/demo/typed.js": "application/javascript",
    "/demo/view.css": "text/css",
    "/demo/view.js": "application/javascript",
}
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # As SimCord's own, but the frame may hold the view.
    "X-Frame-Options": "SAMEORIGIN",
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' blob:; img-src 'self' blob:; media-src 'self' blob:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
    ),
}
# The requests of SimCord's page, each answered by the view whose secret it carries.
VIEW_ROUTES = (
    ("POST", "/api/pages", "_pages"),
    ("DELETE", "/api/pages/{context_id}", "_delete_page"),
    ("GET", "/api/state", "_state"),
    ("GET", "/api/commands", "_commands"),
    ("GET", "/api/action-result", "_action_result"),
    ("POST", "/api/action", "_action"),
    ("GET", "/api/assets/{asset_id}", "_asset"),
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def listening_socket(port: int) -> socket.socket:
    """A socket bound to the loopback address; OSError if the port is taken. 0 takes a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError:
        listener.close()
        raise
    return listener


class DemoServer:
    """Serves the world on a socket until closed. ``views`` must have been made for the same port."""

    def __init__(self, world: World, views: Views, listener: socket.socket) -> None:
        self._world = world
        self._views = views
        self._listener = listener
        self.port: int = listener.getsockname()[1]
        self._run_id = secrets.token_urlsafe(6)  # tells an open page that the demo was started anew
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.port}/"

    @property
    def pages(self) -> str:
        """The address of the server's games on the bot's own pages; "" if it has none."""
        found = fieldpost.pages()
        return f"http://{found[0]}:{found[1]}/s/{self._world.guild.id}" if found is not None else ""

    async def start(self) -> None:
        """Begin to answer."""
        # An action goes on when its page is closed, as on Discord.
        app = web.Application(
            middlewares=[self._only_this_host], handler_args={"handler_cancellation": False}
        )
        app.router.add_get("/", self._frame)
        app.router.add_get("/demo/state", self._state)
        app.router.add_get("/demo/tour", self._tour)
        app.router.add_get("/demo/view/{user}/{channel}", self._open_view)
        app.router.add_get("/demo/view", self._view_page)
        app.router.add_get("/favicon.ico", self._no_icon)
        for path in OWN_FILES:
            app.router.add_get(path, self._own_file)
        for method, path, name in VIEW_ROUTES:
            app.router.add_route(method, path, self._for_view(name))
        for path in PreviewServer._STATIC_FILES:
            if path != "/":
                app.router.add_get(path, self._simcord_file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def close(self) -> None:
        """Stop answering; a request under way gets a second."""
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _only_this_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse other host names: a foreign page could reach this server through a name of its own."""
        if request.headers.get("Host") not in (f"{HOST}:{self.port}", f"localhost:{self.port}"):
            raise web.HTTPForbidden(text="open the demo by its 127.0.0.1 address")
        return await handler(request)

    async def _frame(self, _request: web.Request) -> web.Response:
        return _text(STATIC / "frame.html", "text/html")

    async def _no_icon(self, _request: web.Request) -> web.Response:
        return web.Response(status=204)

    async def _own_file(self, request: web.Request) -> web.Response:
        return _text(STATIC / request.path.rpartition("/")[2], OWN_FILES[request.path])

    async def _simcord_file(self, request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/selects.js"):
            return web.Response(text=selects_script(), content_type="text/javascript", headers=HEADERS)
        # Any view will do: these files are the same for all.
        view = await self._first_view()
        response: web.StreamResponse = await self._server_of(view)._static(request)
        # Each switch of player or channel is a page of its own: its forty files and fonts are fetched once.
        response.headers["Cache-Control"] = "max-age=600"
        return response

    async def _first_view(self) -> View:
        player = next(iter(self._world.players.values()))
        return await self._views.open(player.id, self._world.war_room.id)

    async def _state(self, _request: web.Request) -> web.Response:
        """Who can open what, and the newest message there: what the frame shows, asked each second."""
        users: list[dict[str, Any]] = []
        for name, player in self._world.players.items():
            places = [
                # Ids exceed what a number holds in JavaScript.
                {
                    "id": str(one.id),
                    "kind": one.kind,
                    "name": one.name,
                    "last": str(one.last),
                    "calls": [str(call) for call in one.calls],
                    "called": str(one.called),
                }
                for one in self._world.places(player.id)
            ]
            users.append({"id": str(player.id), "name": name, "places": places})
        body = {"run": self._run_id, "guild": self._world.guild.name, "users": users}
        body["pages"] = self.pages
        body["world"] = str(self._world.guild.id)
        return web.json_response(body, headers=HEADERS)

    async def _tour(self, _request: web.Request) -> web.Response:
        return web.json_response(tour.to_json(), headers=HEADERS)

    async def _open_view(self, request: web.Request) -> web.Response:
        try:
            user, channel = int(request.match_info["user"]), int(request.match_info["channel"])
            view = await self._views.open(user, channel)
        except (KeyError, ValueError):
            raise web.HTTPNotFound(text="This channel is gone, or this user cannot read it.") from None
        # The secret goes behind the '#', where SimCord's page looks for it and no log sees it.
        raise web.HTTPFound(f"/demo/view?{user}.{channel}#{view.capability}")

    async def _view_page(self, _request: web.Request) -> web.Response:
        page = (SIMCORD_STATIC / "index.html").read_text(encoding="utf-8")
        own = '<link rel="stylesheet" href="/demo/view.css">'
        for script in ("typed.js", "view.js"):  # before SimCord's script, to whose requests typed.js listens
            own += f'<script defer src="/demo/{script}"></script>'
        page = page.replace("</head>", own + "</head>", 1)
        return web.Response(text=page, content_type="text/html", headers=HEADERS)

    def _for_view(self, name: str) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            view = self._views.by_secret(request.headers.get("X-Simcord-Capability"))
            if view is None:
                raise web.HTTPUnauthorized
            handler: Handler = getattr(self._server_of(view), name)
            return await handler(request)

        return handle

    @staticmethod
    def _server_of(view: View) -> PreviewServer:
        return view._server


def _text(path: Path, content_type: str) -> web.Response:
    return web.Response(text=path.read_text(encoding="utf-8"), content_type=content_type, headers=HEADERS)


SELECTED_ONCE = "  if (draftValue(key) === undefined) {"
SELECTED_ANEW = """  const defaults = optionDefaults(entries).slice(0, maximum);
  if (told.has(key) && told.get(key) !== defaults.join()) options.onReconcileDraft?.(key, defaults);
  told.set(key, defaults.join());
"""


def selects_script() -> str:
    """Return SimCord's script of menus; a menu shows anew what the bot says is chosen, as Discord's do."""
    script = (SIMCORD_STATIC / "selects.js").read_text(encoding="utf-8")
    assert SELECTED_ONCE in script
    return f"const told = new Map();\n{script.replace(SELECTED_ONCE, SELECTED_ANEW + SELECTED_ONCE)}"
