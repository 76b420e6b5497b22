"""The loopback over HTTP: what tests do with objects, for a loopback in a process of its own.

``GET /loopback/state`` has the counters, ``GET /loopback/posts`` the messages of a channel or an inbox, and
``POST /loopback/<act>`` does one of `ACTS` with the keys of its JSON body. Ids are texts, as in Discord's.
What a client would not let its user do answers 409, with the reason.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from aiohttp import web
from simcord.backend.errors import SetupError

from .gateway import shard_of
from .users import Answer, User
from .world import Channel, Guild, Post

if TYPE_CHECKING:
    from .server import Loopback

Json = dict[str, Any]
ACTS = (
    "guild", "channel", "member", "join", "slash", "press", "select", "submit", "answer", "dm", "say",
    "drop", "reconnect", "outage", "end_outage", "limits",
)  # fmt: skip
"""What can be done; the methods of `Control` say with which keys."""


class Control:
    """Handlers for a loopback's own application."""

    def __init__(self, loopback: Loopback) -> None:
        self.loopback = loopback
        self._answers: dict[str, Answer] = {}
        loopback.app.router.add_get("/loopback/state", self._state)
        loopback.app.router.add_get("/loopback/posts", self._posts)
        loopback.app.router.add_post("/loopback/{act}", self._act)

    # ------------------------------------------------------------------------------------ looking

    async def _state(self, _: web.Request) -> web.Response:
        world = self.loopback
        gateway, limiter = world.gateway, world.rest.limiter
        records = [world.backend.interactions[each] for each in gateway.deliveries]
        return web.json_response(
            {
                "shards": world.limits.shards,
                "live": gateway.live,
                "gateway": gateway.counts,
                "interactions": {
                    "sent": len(records),
                    "answered": sum(record.responded for record in records),
                    "undelivered": gateway.undelivered,
                    "delivered_twice": gateway.delivered_twice,
                },
                "calls": world.rest.statuses,
                "limits_hit": limiter.hits,
                "busiest_second": limiter.busiest,
                "gaps": world.gaps,
            }
        )

    async def _posts(self, request: web.Request) -> web.Response:
        """``?channel=`` or ``?inbox=`` (of a user), and perhaps ``&containing=`` and ``&after=`` (an id)."""
        query = request.query
        channel = self._user(query["inbox"]).inbox if "inbox" in query else self._channel(query["channel"])
        posts = channel.posts(containing=query.get("containing", ""))
        after = int(query.get("after", 0))
        return web.json_response([_post(post) for post in posts if post.id > after and not post.ephemeral])

    # -------------------------------------------------------------------------------------- doing

    async def _act(self, request: web.Request) -> web.Response:
        act, given = request.match_info["act"], await request.json() if request.can_read_body else {}
        if act not in ACTS:
            return web.json_response({"error": f"no such act; there are {', '.join(ACTS)}"}, status=404)
        try:
            return web.json_response(await getattr(self, act)(**given))
        except SetupError as refusal:
            return web.json_response({"error": str(refusal)}, status=409)
        except (TypeError, ValueError, KeyError) as wrong:
            return web.json_response({"error": f"{type(wrong).__name__}: {wrong}"}, status=400)

    async def guild(self, name: str = "War Room", shard: int | None = None) -> Json:
        made = self.loopback.guild(name, shard=shard)
        return {"id": str(made.id), "shard": shard_of(made.id, self.loopback.limits.shards)}

    async def channel(self, guild: str, name: str) -> Json:
        return {"id": str(self._guild(guild).channel(name).id)}

    async def member(self, guild: str, name: str) -> Json:
        """A new person who is in this server."""
        return {"id": str(self._guild(guild).member(name).id)}

    async def join(self, guild: str, user: str) -> Json:
        self._guild(guild).join(self._user(user))
        return {}

    async def slash(self, user: str, channel: str, name: str, options: Json | None = None) -> Json:
        """``name``: as "orders send". Users, channels and roles cannot be options here."""
        person = self._user(user)
        return await self._told(await person.slash(self._channel(channel), name, ack=True, **(options or {})))

    async def press(self, user: str, post: str, button: str) -> Json:
        """``button``: its label or custom id."""
        return await self._told(await self._user(user).press(self._post(post), button, ack=True))

    async def select(self, user: str, post: str, select: str, values: list[str]) -> Json:
        return await self._told(await self._user(user).select(self._post(post), select, *values, ack=True))

    async def submit(self, user: str, interaction: str, values: Json) -> Json:
        """The form that an interaction was answered with."""
        answer = self._answers[interaction]
        return await self._told(await self._user(user).submit(answer, values, ack=True))

    async def answer(self, interaction: str) -> Json:
        """What an interaction has got so far."""
        return _answer(self._answers[interaction])

    async def dm(self, user: str, text: str) -> Json:
        return _post(self._user(user).dm(text))

    async def say(self, user: str, channel: str, text: str) -> Json:
        return _post(self._user(user).say(self._channel(channel), text))

    async def drop(self, shard: int | None = None, forget: bool = False) -> Json:
        await self.loopback.gateway.drop(shard=shard, forget=forget)
        return {}

    async def reconnect(self, shard: int | None = None) -> Json:
        self.loopback.gateway.ask_to_reconnect(shard)
        return {}

    async def outage(self, shards: list[int] | None = None) -> Json:
        """Of these shards; without them of all there is, REST too."""
        if shards is None:
            await self.loopback.start_outage()
        else:
            await self.loopback.gateway.start_outage(*shards)
        return {}

    async def end_outage(self) -> Json:
        self.loopback.end_outage()
        self.loopback.gateway.end_outage()
        return {}

    async def limits(self, **knobs: float | None) -> Json:
        """Numbers of `Limits`, by name."""
        limits = self.loopback.limits
        for key, value in knobs.items():
            if not isinstance(getattr(limits, key, ""), int | float | None):
                raise ValueError(f"no number {key}")
            setattr(limits, key, value)
        return {}

    async def _told(self, answer: Answer) -> Json:
        self._answers[str(answer.record.id)] = answer
        if answer.answered:
            with contextlib.suppress(AssertionError):  # `answer` tells it later
                await self.loopback.until(lambda: not answer.thinking, what="the end of thinking")
        return _answer(answer)

    def _guild(self, given: str) -> Guild:
        return Guild(self.loopback, self.loopback.backend.guilds[int(given)])

    def _channel(self, given: str) -> Channel:
        return self.loopback.channel(int(given))

    def _user(self, given: str) -> User:
        return User(self.loopback, self.loopback.backend.users[int(given)])

    def _post(self, given: str) -> Post:
        return self.loopback.post(int(given))


def _post(post: Post) -> Json:
    return {
        "id": str(post.id),
        "channel": str(post.channel.id),
        "author": str(post.author_id),
        "text": post.text,
        "buttons": post.buttons,
        "choices": post.choices,
        "files": list(post.files),
        "ephemeral": post.ephemeral,
    }


def _answer(answer: Answer) -> Json:
    record = answer.record
    has_post = record.message_id in answer.loopback.journal.messages
    return {
        "interaction": str(record.id),
        "answered": answer.answered,
        "thinking": answer.thinking,
        "kind": answer.kind,
        "seconds": answer.seconds,
        "refusals": answer.refusals,
        "post": _post(answer.post) if has_post else None,
        "followups": [_post(post) for post in answer.followups],
        "modal": record.modal,
    }
