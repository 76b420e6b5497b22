"""SimCord's Preview, one for each pair of user and channel, all behind the demo's one address.

SimCord allows one Preview at a time because each owns a port and assumes that it is the only one that
acts. Here the demo's server owns the port, and ``turn`` lets one action run at a time, so many can live
side by side: that is what makes switching between users, threads and DMs possible.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Any

from aiohttp import web
from simcord.actors import MemberActor
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle, UserHandle
from simcord.preview import Preview, _server
from simcord.preview._server import PreviewServer

from demo import menus
from demo.media import Pictures
from demo.walltime import DemoEnv
from demo.world import World

menus.tell_apart()


class MountedServer(PreviewServer):
    """The request handlers of a Preview without a socket: the demo's server calls them."""

    async def start(self) -> None:
        """Take the address of the demo's server."""
        # SimCord imports aiohttp only when it binds a socket itself, which is not done here.
        vars(_server)["web"] = web
        self.port = self._requested_port

    async def close(self) -> None:
        """Give the address up; nothing was bound."""
        self.port = None


class View(Preview):
    """What one user sees in one channel, and everything that user can do there."""

    env: DemoEnv

    def __init__(
        self,
        env: DemoEnv,
        channel: ChannelHandle,
        viewer: MemberActor | UserHandle,
        *,
        port: int,
        timezone: str,
        turn: asyncio.Lock,
    ) -> None:
        super().__init__(
            env,
            channel,
            (viewer,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-GB",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = MountedServer(self, port)
        self._media_worker = Pictures()
        self._turn = turn
        self._shown = self._fingerprint()
        self._moved: dict[Any, int] = {}  # request id -> the revision it was moved to

    async def open(self) -> None:
        """Make the view ready for pages."""
        self.env._preview = None  # the guard against a second Preview; see the module's docstring
        await self.__aenter__()

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> Any:
        """A page begins at the newest message, not at the one that was newest when the view was made."""
        if self._python is not None:
            self._python.target_id = self._initial_target(self._python.viewer, self.channel.id)
            self._python.window_end_id = None
        return super()._open_page(viewer_id, target_id)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """One action of the page, when it is its turn."""
        async with self._turn:
            if isinstance(body, Mapping):
                if body.get("kind") == "close":
                    raise SetupError("the demo ends with Ctrl-C, not from a page")
                body = self._on_current_revision(context_id, body)
            self.env._preview = self
            return await super()._action(context_id, body)

    def _on_current_revision(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let a click count although the page was updated in the half second before it.

        SimCord refuses it as stale. The control it names is still looked up in the current message, so
        that a button that is gone is refused all the same. A repeated request must stay as it was.
        """
        page = self._get_page(context_id)
        revision, request = body.get("published_revision"), body.get("request_id")
        if not isinstance(revision, int) or not isinstance(request, str):
            return body
        if body.get("sequence") == page.last_sequence + 1:
            self._moved = {request: page.revision}
        return {**body, "published_revision": self._moved.get(request, revision)}

    def publish_changes(self) -> None:
        """Show what is new to the open pages; nothing happens if the channel is as it was shown."""
        seen = self._fingerprint()
        if seen == self._shown:
            return
        self._shown = seen
        self._advance_presentation_time()
        for page in tuple(self._pages.values()):
            if page.id in self._pages:
                # Keep a page that follows the conversation at its end.
                page.window_end_id = None if self._is_at_end(page) else page.window_end_id
                self._publish(page, reason="refresh")

    def _is_at_end(self, page: Any) -> bool:
        history = page.snapshot.get("history") or {}
        return not history.get("hasAfter", False)

    def _fingerprint(self) -> str:
        backend = self.env.backend
        messages = list(backend.messages.get(self.channel.id, {}).values())[-60:]
        channel = backend.channels.get(self.channel.id)
        return hashlib.sha256(repr((channel, messages)).encode()).hexdigest()


class Views:
    """All open views, found by their user and channel or by the secret their pages carry."""

    def __init__(self, world: World, *, port: int, timezone: str) -> None:
        self.turn = asyncio.Lock()
        self._world = world
        self._port = port
        self._timezone = timezone
        self._by_place: dict[tuple[int, int], View] = {}
        self._by_secret: dict[str, View] = {}

    async def open(self, user_id: int, channel_id: int) -> View:
        """The view of a channel for a user; KeyError unless that user can read it."""
        viewer, channel = self._world.viewer(user_id, channel_id)
        async with self.turn:
            view = self._by_place.get((user_id, channel_id))
            if view is None:
                view = View(
                    self._world.env,
                    channel,
                    viewer,
                    port=self._port,
                    timezone=self._timezone,
                    turn=self.turn,
                )
                await view.open()
                self._by_place[user_id, channel_id] = self._by_secret[view.capability] = view
        return view

    def by_secret(self, secret: str | None) -> View | None:
        """The view whose pages carry this secret."""
        return self._by_secret.get(secret or "")

    async def publish(self) -> None:
        """Bring every open page up to date, between two actions."""
        async with self.turn:
            for view in self._by_place.values():
                view.publish_changes()

    async def close(self) -> None:
        """End all views."""
        for view in self._by_place.values():
            await view.close()
        self._by_place.clear()
        self._by_secret.clear()
