"""The whole bot on SimCord, in words that read like play:

ada, ben = world.player("ada"), world.player("ben")
game = await world.new_game(ada, ben)
await game.play("e7-e6", "d2-d3")
await ada.write("d8-d7")
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle
from simcord.components import walk_components
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from bot.app import Fieldpost, create_bot
from bot.common.errors import Refused
from bot.common.message import Kind
from bot.engine.access import CODE_PATTERN
from bot.settings import Settings
from tests.bot.transactions import looking

CODE = re.compile(rf"`({CODE_PATTERN})`")
SEVEN_NAMES = ("ada", "ben", "cleo", "dan", "fay", "gus", "hal")
MENU = (3,)
BUTTON, TEXT, CONTAINER = 2, 10, 17
MiB = 1024 * 1024


class SimClock:
    """The clock of SimCord's virtual time; two readings differ by a millisecond, as in life."""

    def __init__(self) -> None:
        self.env: Env | None = None
        self.ticks = 0.0

    def now(self) -> float:
        self.ticks += 0.001
        # Not there yet while the bot logs in; the simulation begins at this moment.
        base = self.env.now().timestamp() if self.env is not None else 1_767_225_600.0
        return base + self.ticks


Shown = discord.Message | ResponseMessage


def words(message: Shown) -> str:
    """All text of a message, classic or card."""
    raw = message._message.components if isinstance(message, ResponseMessage) else None
    if raw is None:
        raw = [row.to_dict() for row in message.components]  # type: ignore[union-attr]
    shown = (item["content"] for item in walk_components(raw) if item["type"] == TEXT)
    return "\n".join(text for text in (message.content, *shown) if text)


def text(body: Mapping[str, Any]) -> str:
    """All text of a message's body."""
    parts = walk_components(body.get("components") or [])
    shown = (str(item["content"]) for item in parts if item["type"] == TEXT)
    return "\n".join(one for one in (body.get("content") or "", *shown) if one)


def components(message: Shown) -> list[dict[str, Any]]:
    """All buttons and menus of a message, as Discord has them."""
    raw = message._message.components if isinstance(message, ResponseMessage) else None
    if raw is None:
        raw = [row.to_dict() for row in message.components]  # type: ignore[union-attr]
    return [item for item in walk_components(raw) if "custom_id" in item]


def buttons(message: Shown) -> list[str]:
    """The buttons' labels, `-` before those that cannot be pressed."""
    return [
        ("-" if item.get("disabled") else "") + str(item.get("label"))
        for item in components(message)
        if item["type"] == BUTTON
    ]


def menus(message: Shown) -> list[dict[str, Any]]:
    return [item for item in components(message) if item["type"] in MENU]


def options(menu: dict[str, Any]) -> list[str]:
    return [option["value"] for option in menu["options"]]


def alt(message: Shown) -> str:
    """The alt text of the message's only picture."""
    [attachment] = message.attachments
    return str(attachment.description)


@dataclass
class Said:
    """What a user got for an interaction: `text`, whether only they see it, the message to go on with."""

    result: InteractionResult

    @property
    def message(self) -> ResponseMessage:
        """The newest: a follow-up, or the answer itself, or the message whose button was pressed."""
        found = self.result.followups[-1] if self.result.followups else self.result.response
        assert found is not None, self.result
        return found

    @property
    def first(self) -> ResponseMessage:
        """The answer in place; with follow-ups it is another message than `message`."""
        assert self.result.response is not None
        return self.result.response

    @property
    def text(self) -> str:
        return words(self.message)

    @property
    def words(self) -> str:
        """As messages of the services have it."""
        return self.text

    @property
    def private(self) -> bool:
        return self.message.ephemeral

    @property
    def modal(self) -> dict[str, Any]:
        assert self.result.modal is not None, self.text
        return self.result.modal

    @property
    def fields(self) -> list[str]:
        return [
            item["custom_id"] for item in walk_components(self.modal["components"]) if "custom_id" in item
        ]


class Player:
    """A user, in the server and in the DM with the bot."""

    def __init__(self, world: World, user: UserHandle, member: MemberActor) -> None:
        self.world = world
        self.user = user
        self.member = member

    @property
    def id(self) -> int:
        return self.user.id

    def _actor(self, message: Shown) -> Any:
        place = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        return self.user if place == self.user.dm_channel.id else self.member

    async def slash(self, command: str, channel: ChannelHandle | None = None, **given: Any) -> Said:
        return Said(await self.member.slash(channel or self.world.channel, command, **given))

    async def slash_dm(self, command: str, **given: Any) -> Said:
        return Said(await self.user.slash(command, **given))

    async def offered(
        self, typed: str, option: str = "order", command: str = "order", **filled: Any
    ) -> list[str]:
        """What autocomplete offers for `/order`."""
        channel = filled.pop("channel", None) or self.world.channel
        found = await self.member.autocomplete(channel, command, option, typed, **filled)
        assert len(found) <= 25
        assert all(1 <= len(choice["name"]) <= 100 for choice in found)
        return [choice["value"] for choice in found]

    async def click(self, message: Shown, label: str) -> Said:
        return Said(await self._actor(message).click(message, label=label))

    async def more(self, desk: Shown, label: str) -> Said:
        """Press a button behind the desk's More…"""
        return await self.click((await self.click(desk, "More…")).message, label)

    async def change(self, lobby: Shown, label: str) -> Said:
        """Press a button behind the lobby's Change…, as its host."""
        return await self.click((await self.click(lobby, "Change…")).message, label)

    async def press(self, message: Shown, custom_id: str) -> Said:
        return Said(await self._actor(message).click(message, custom_id=custom_id))

    async def choose(self, message: Shown, *values: str, menu: int = 0) -> Said:
        """Choose in the message's menu number `menu`, as it stands now."""
        place = message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
        now = ResponseMessage(self.world.env, self.world.env.backend.get_message(place, message.id))
        ident = menus(now)[menu]["custom_id"]
        return Said(await self._actor(message).select(message, list(values), custom_id=ident))

    async def submit(self, shown: Said, **values: Any) -> Said:
        """Send a form: a text for each field; of a menu it is what is chosen."""
        menus = {
            each["custom_id"] for each in walk_components(shown.modal["components"]) if "options" in each
        }
        for key in menus & values.keys():
            values[key] = [values[key]] if isinstance(values[key], str) else values[key]
        place = shown.result._interaction.channel_id
        actor = self.user if place == self.user.dm_channel.id else self.member
        return Said(await actor.submit_modal(shown.result, values))

    async def write(self, text: str, **given: Any) -> str:
        """Send a DM; what the bot answered ("" nothing)."""
        before = len(self.dms)
        await self.user.send_dm(text, **given)
        return "\n".join(words(message) for message in self.dms[before:])

    @property
    def dms(self) -> list[discord.Message]:
        """What the bot wrote to this user."""
        history = self.user.dm_channel.history()
        return [message for message in history if message.author.id == self.world.env.backend.bot_user.id]

    @property
    def desk(self) -> discord.Message:
        """The newest message in the DM that has buttons."""
        return [message for message in self.dms if components(message)][-1]


class Game:
    """A game in play. `seats` says who sits where."""

    def __init__(self, world: World, code: str, channel: ChannelHandle, seats: dict[str, Player]) -> None:
        self.world = world
        self.code = code
        self.channel = channel
        self.seats = seats

    @property
    def posts(self) -> list[discord.Message]:
        """The public messages in the game's channel."""
        return [message for message in self.channel.history() if not message.flags.ephemeral]

    @property
    def post(self) -> discord.Message:
        return self.posts[-1]

    @property
    def fair_post(self) -> discord.Message:
        """The newest post with a button that explains fair play."""
        return next(post for post in reversed(self.posts) if "Fair play" in buttons(post))

    async def called(self) -> str:
        """The seat that owes an order (the first of them)."""
        services = self.world.bot.services
        async with looking(services.context.db) as tx:
            snapshot = services.context.snapshot(tx, self.code)
        return sorted(snapshot.phase.owing)[0]

    async def play(self, *orders: str) -> discord.Message:
        """Give and send these orders, each by the player whose turn it is; the last post."""
        for order in orders:
            player = self.seats[await self.called()]
            said = await player.slash("order", self.channel, order=order, table=self.code, send=True)
            assert said.text.startswith("Sent: "), said.text
        return self.post


class World:
    def __init__(self, env: Env, settings: Settings, clock: SimClock) -> None:
        self.env = env
        self.settings = settings
        self.clock = clock
        self.faults: list[str] = []
        self.expected: tuple[type[Exception], ...] = ()
        self.guild = env.create_guild("Generals")
        self.channel = self.guild.create_text_channel("war-room")

    @property
    def bot(self) -> Fieldpost:
        assert isinstance(self.env.bot, Fieldpost)
        return self.env.bot

    def player(self, name: str, nick: str | None = None) -> Player:
        user = self.env.create_user(name)
        return Player(self, user, self.guild.add_member(user, nick=nick))

    def moderator(self, **granted: bool) -> Player:
        """Somebody with a role that grants this."""
        role = self.guild.create_role("mods", permissions=discord.Permissions(**granted))
        user = self.env.create_user("mo")
        return Player(self, user, self.guild.add_member(user, roles=[role], nick="Mo"))

    async def lobby(
        self, host: Player, *others: Player, channel: ChannelHandle | None = None, **given: Any
    ) -> discord.Message:
        """A lobby in the channel, with these players in it."""
        channel = channel or self.channel
        said = await host.slash("game new", channel, **{"game": "cic", "seats": "choice"} | given)
        assert said.text.startswith("Game `"), said.text
        lobby = channel.last_message
        assert lobby is not None
        for player in others:
            await player.click(lobby, "Join")
        return lobby

    async def new_game(self, *players: Player, channel: ChannelHandle | None = None, **given: Any) -> Game:
        """A game in play, these players on the seats in the game's order (Dark first)."""
        channel = channel or self.channel
        lobby = await self.lobby(*players, channel=channel, **given)
        match = CODE.search(words(lobby))
        assert match is not None
        seats = [value for value in options(menus(lobby)[0]) if value != "any"]
        for player, seat in zip(players, seats, strict=True):
            await player.choose(lobby, seat)
        await players[-1].click(lobby, "Start")
        return Game(self, match[1], channel, dict(zip(seats, players, strict=True)))

    async def seven(self, **given: Any) -> tuple[Game, list[Player]]:
        """A game of New York 2047 in play, and its players in the order of the seats."""
        players = [self.player(name) for name in SEVEN_NAMES]
        return await self.new_game(*players, game="newyork2047", **given), players

    async def restart(self) -> None:
        """Stop the bot, start a new one on the same database."""
        old = self.bot
        await self.env.restart_bot(create_bot(self.settings, self.clock))
        await old.services.context.db.close()  # SimCord takes a bot off without closing it
        await self.env.settle()

    async def settle(self) -> None:
        await self.env.settle()

    async def pass_time(self, seconds: float) -> None:
        await self.env.advance_time(seconds)

    # -- everything that left the bot

    def sent(self) -> list[dict[str, Any]]:
        """The body of every message, answer, edit and form that the bot sent."""
        found = []
        for request in self.env.http_requests:
            if not isinstance(request.json, dict) or request.method not in ("POST", "PATCH"):
                continue
            if "/messages" in request.path or "/webhooks/" in request.path:
                found.append(request.json)
            elif request.path.endswith("/callback"):
                found.append(request.json.get("data") or {})
        return found

    def check_errors(self) -> None:
        """Nothing broke. What is refused on purpose reaches SimCord as an error too."""
        for error in self.env.errors:
            cause = getattr(error, "original", error)
            if not isinstance(cause, (Refused, *self.expected)):
                raise error
        assert self.faults == []

    def check_limits(self) -> None:
        """Discord's limits, for every message of the test."""
        acts = {(act.kind, act.name) for act in self.bot.dispatcher.acts}
        for body in self.sent():
            check_body(body)
            check_acts(body, acts)
        for messages in self.env.backend.messages.values():
            for message in messages.values():
                assert len(message.attachments) <= 10
                assert all(item["size"] <= 10 * MiB for item in message.attachments)


def check_acts(body: dict[str, Any], acts: Container[tuple[Kind, str]]) -> None:
    """Assert that a handler is declared for every button, menu and form of a body."""
    for item in [body, *walk_components(body.get("components") or [])]:
        ident = str(item.get("custom_id") or "")
        for kind in get_args(Kind):
            if ident.startswith(f"fp{kind[0]}:"):
                assert (kind, ident.split(":")[1]) in acts, ident


def check_body(body: dict[str, Any]) -> None:
    """Assert that a body keeps the limits of messages, forms and autocomplete."""
    shown = json.dumps(body, default=str)[:500]
    assert len(body.get("content") or "") <= 2000, shown
    assert len(body.get("choices") or ()) <= 25, shown
    for item in body.get("attachments") or ():
        assert len(item.get("description") or "") <= 1024, shown
    rows = body.get("components") or []
    parts = list(walk_components(rows))
    assert len(rows) <= 5 and len(parts) <= 40, shown
    assert sum(len(part.get("content") or "") for part in parts) <= 4000, shown
    assert len(str(body.get("title") or "")) <= 45, shown
    for row in parts:
        assert row["type"] == CONTAINER or len(row.get("components") or ()) <= 5, shown
    for item in walk_components(rows):
        assert len(item.get("custom_id") or "") <= 100, shown
        if item["type"] == BUTTON:
            assert 1 <= len(item["label"]) <= 80, shown
        if item["type"] == 18:
            assert 1 <= len(item["label"]) <= 45, shown
            assert len(item.get("description") or "") <= 100, shown
        if item["type"] == 4:
            assert len(item.get("value") or "") <= item["max_length"] <= 4000, shown
        if item["type"] == 3:
            assert 1 <= len(item["options"]) <= 25, shown
            assert len(item.get("placeholder") or "") <= 150, shown
            made = sum(bool(option.get("default")) for option in item["options"])
            assert made <= item.get("max_values", 1), shown
            for option in item["options"]:
                assert len(option["label"]) <= 100 and len(option["value"]) <= 100, shown
                assert len(option.get("description") or "") <= 100, shown
