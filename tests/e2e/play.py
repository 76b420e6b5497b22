"""Playing Fieldpost against the loopback: what people do in their clients, and what they read."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp

from adjudicator.text import Text
from bot.engine import text as said
from bot.features.lobby.text import OPENED
from tests import fairfile
from tests.bot.leagues.league_parts import like
from tests.bot.world import text

from .database import ask
from .loopback import BotProcess, Channel, Loopback, Post, User
from .loopback.faults import Call
from .loopback.process import ROOT

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")
PNG = b"\x89PNG\r\n"
READY = r"ready.*servers"
THREADS = {
    "FIELDPOST_RENDER_PROCESSES": "0",
    "FIELDPOST_DEFAULTS": "undo=0 grace=0",
    "FIELDPOST_NEW_DMS_A_MINUTE": "1000",
}
"""Draw in threads of the bot: no worker process has to start. First messages come at once, or nearly."""


NUMBER = "@"
"""A value that is to be read, for `saying`."""


def saying(told: Text, **values: object) -> re.Pattern[str]:
    """What finds this sentence of the bot with these values, the others being any."""
    return re.compile(like(told, **values).replace(NUMBER, r"(\w+)"))


def drafted(order: str) -> re.Pattern[str]:
    """What finds this order on a desk, not sent yet."""
    return re.compile(like(said.YOUR_ORDER, order=NUMBER).replace(NUMBER, re.escape(f"`{order}`") + ".*?"))


RESOLVED = saying(said.RESOLVED, turn=NUMBER)
"""What the sender of a turn's last orders reads; with the turn."""


class _First(Random):
    """Chance for tests that leave nothing to it."""

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        return seq[0]


FIRST = _First()


@dataclass
class Play:
    """A game in a channel, as its players see it: what all games have in common."""

    discord: Loopback
    hall: Channel
    table: str
    players: Sequence[User]

    @property
    def public(self) -> list[Post]:
        """The bot's posts that everybody sees."""
        return [post for post in self.hall.posts() if not post.ephemeral]

    @property
    def is_over(self) -> bool:
        return bool(self.hall.posts(containing=f"`{self.table}` · {said.GAME_OVER}"))

    async def written(self, user: User, words: str, answer: str | re.Pattern[str]) -> Post:
        """Write a DM; until a later one says this. (What stood there before may be of another attempt.)"""
        after = user.dm(f"{self.table} {words}").id
        told = re.compile(re.escape(answer)) if isinstance(answer, str) else answer

        def found() -> list[Post]:
            return [post for post in user.inbox.posts() if post.id > after and told.search(post.text)]

        return (await self.discord.until(found, what=f"{answer!r} in answer to {words!r}"))[0]

    @property
    def locked(self) -> list[str]:
        """The digests that stand in the channel, oldest first."""
        found = [fairfile.LOCKED.search(post.text) for post in self.public]
        return [one[3] for one in found if one and one[1] == self.table]

    async def fair_play(self, user: User) -> list[fairfile.Lock]:
        """What Fair play gives to this person, below the newest post that has the button: each lock of the
        file is one that was posted."""
        [*_, post] = [post for post in self.public if said.FAIR_PLAY in post.buttons]
        answer = await user.press(post, said.FAIR_PLAY)
        [data] = [data for name, data in answer.post.files.items() if name.endswith("-fair-play.txt")]
        found = fairfile.locks(data)
        assert [lock.digest for lock in found] == self.locked
        return found

    def assert_dressed(self) -> None:
        """No post has remained the plain line that called people, and was to become a card."""
        calls = [saying(told, code=self.table) for told in (said.CALL, said.CALL_NO_DEADLINE, said.CALL_OVER)]
        for place in (self.hall, *(player.inbox for player in self.players)):
            plain = [post for post in place.posts() if any(call.search(post.content) for call in calls)]
            assert not plain, f"{plain}\n{self.discord.bot_output()}"

    def assert_nothing_doubled(self) -> None:
        """No post of the outbox came twice, in the channel or a DM."""
        for place in (self.hall, *(player.inbox for player in self.players)):
            assert_nothing_doubled(self.discord, place)


@dataclass
class Game(Play):
    """A game of Commander-In-Chief."""

    sent: dict[int, str] = field(default_factory=dict)
    """The orders that the bot has called sent, by turn."""

    @property
    def turns(self) -> list[int]:
        """The turns that were told in the channel, in the order in which they stand there."""
        heads = (re.match(rf"### .*`{self.table}` · turn (\d+)", post.text) for post in self.public)
        return [int(head[1]) for head in heads if head]

    @property
    def turn(self) -> int:
        """The open turn, going by the channel."""
        return max(self.turns, default=0) + 1

    @property
    def called(self) -> User:
        """Whom the newest call in the channel names first."""
        pattern = r"<@(\d+)> \((Dark|Light)"
        calls = [found for post in self.public if (found := re.search(pattern, post.text))]
        return next(player for player in self.players if player.id == int(calls[-1][1]))

    @property
    def waits(self) -> User:
        """The other one of two players."""
        return next(player for player in self.players if player != self.called)

    async def told(self, turn: int, *, timeout: float = 10.0) -> Post:
        """Until the channel tells this turn."""
        head = f"`{self.table}` · turn {turn}\n"

        def found() -> list[Post]:
            return [post for post in self.public if head in post.text]

        return (await self.discord.until(found, timeout=timeout, what=f"turn {turn} in the channel"))[0]

    async def desk(self, user: User, *, turn: int | None = None, timeout: float = 10.0) -> Post:
        """The user's newest order desk of the turn."""
        head = f"`{self.table}` · turn {turn or self.turn}\n"
        return await user.inbox.wait_for(head, timeout=timeout)

    async def legal(self, user: User, typed: str = "") -> list[str]:
        """What autocomplete offers."""
        raw = await user.autocomplete_raw(self.hall, "order", "order", typed, table=self.table)
        return [str(choice["value"]) for choice in raw]

    async def by_slash(self, user: User, order: str | None = None, dice: Random = FIRST) -> str:
        """One /order that sends at once; the order."""
        order = order or dice.choice(await self.legal(user))
        answer = await user.slash(self.hall, "order", order=order, table=self.table, send=True)
        self._sent(answer.text, order)
        return order

    async def by_desk(
        self, user: User, order: str | None = None, dice: Random = FIRST, turn: int | None = None
    ) -> str:
        """The menus of the desk in the DM, then Send; the order."""
        desk, until = await self.desk(user, turn=turn), self.discord.until
        piece = order[:2] if order else dice.choice(desk.choices[menu(desk, "pick")])
        await user.select(desk, menu(desk, "pick"), piece)

        def opened() -> bool:
            offered = [value for key in desk.choices if ":give:" in key for value in desk.choices[key]]
            return bool(offered) and offered[0].startswith(piece)

        await until(opened, what="the second menu")
        order = order or dice.choice(desk.choices[menu(desk, "give")])
        await user.select(desk, menu(desk, "give"), order)
        await until(lambda: drafted(order).search(desk.text), what="the order on the desk")
        await user.press(desk, said.SEND)
        await until(lambda: RESOLVED.search(desk.text), what="the answer to Send")
        self._sent(desk.text, order)
        return order

    async def by_text(self, user: User, order: str | None = None, dice: Random = FIRST) -> str:
        """Words in the DM: the order, then "send"; the order."""
        order = order or dice.choice(await self.legal(user))
        turn = self.turn
        await self.desk(user, turn=turn)
        await self.written(user, order, f" `{self.table}`: `{order}`")
        answer = await self.written(user, "send", saying(said.RESOLVED, turn=turn))
        self._sent(answer.text, order)
        return order

    async def turn_by_slash(self) -> str:
        """One turn, told in the channel; its order."""
        turn = self.turn
        order = await self.by_slash(self.called)
        await self.told(turn)
        return order

    def _sent(self, answer: str, order: str) -> None:
        found = RESOLVED.search(answer)
        assert found, answer
        self.sent[int(found[1])] = order

    async def over(self) -> None:
        """The one who is not called gives up, so that the game can be verified."""
        asked = await self.waits.slash(self.hall, "concede", table=self.table)
        await self.waits.press(asked, said.CONCEDE_YES)
        await self.hall.wait_for(f"`{self.table}` · {said.GAME_OVER}")

    def assert_told_once(self, last: int) -> None:
        """Every turn up to `last` is told once, in order, and no post came twice, in the channel or a DM."""
        pattern = rf"`{self.table}` · turn \d+\b"
        heads = [f"`{self.table}` · turn {turn}" for turn in range(1, last + 1)]
        self.discord.assert_posted_once(self.hall, heads, pattern=pattern)
        assert self.turns == sorted(self.turns)
        self.assert_nothing_doubled()

    def assert_desks(self, last: int) -> None:
        """Each turn up to `last`, the open one too, came to somebody's desk. (`assert_told_once` counts.)"""
        for turn in range(1, last + 1):
            arrived = any(call.applied and self._is_desk(call, turn) for call in self.discord.calls)
            assert arrived, f"no desk for turn {turn}\n{self.discord.bot_output()}"

    def _is_desk(self, call: Call, turn: int) -> bool:
        """The line with which a desk is announced: the desk itself takes its place."""
        lines = [like(told, code=self.table, what="@") for told in (said.CALL, said.CALL_NO_DEADLINE)]
        line = "|".join(lines).replace("@", rf"turn {turn}\b.*?")
        return call.is_send and re.match(line, text(call.json)) is not None


def menu(post: Post, act: str) -> str:
    """The custom id of the menu for this act; AssertionError if there is none."""
    found = [key for key in post.choices if key.startswith(f"fpm:{act}:")]
    assert len(found) == 1, f"no menu {act} in {post!r}"
    return found[0]


def assert_nothing_doubled(discord: Loopback, channel: Channel) -> None:
    """No post of the outbox stands, or stood, in two messages: each has a nonce of its own."""
    found: dict[str, set[int]] = {}
    for message_id in discord.journal.forms(channel.id):
        if nonce := discord.journal.nonces.get(message_id):
            found.setdefault(nonce, set()).add(message_id)
    doubled = [nonce for nonce, messages in found.items() if len(messages) > 1]
    assert not doubled, f"{channel!r}: {doubled}\n{discord.bot_output()}"


def assert_stand_once(discord: Loopback, posts: Iterable[Sequence[Any]]) -> None:
    """Posts of the outbox, as (key, sent_channel_id, message_id, nonce, payload): each was sent once, and
    none has remained the plain line that was to become a card. (A desk may have taken another's place.)"""
    for key, place, message_id, nonce, told in posts:
        payload, forms = json.loads(told), discord.journal.forms(place)
        sent = [one for one in forms if discord.journal.nonces.get(one) == nonce]
        instead = payload.get("live") and not sent and message_id in forms
        assert sent == [message_id] or instead, f"{key} stands in {sent}\n{discord.bot_output()}"
        message = discord.journal.messages[message_id]
        half = message.content and message.components and not payload.get("plain")
        assert not half, f"{key} is no card: {message.content}\n{discord.bot_output()}"


def has_picture(post: Post) -> bool:
    return any(name.endswith(".png") and data.startswith(PNG) for name, data in post.files.items())


def picture(post: Post) -> bytes:
    """The one picture of a post."""
    found = [data for name, data in post.files.items() if name.endswith(".png")]
    assert len(found) == 1 and has_picture(post), f"{list(post.files)} in {post!r}"
    return found[0]


async def pressed(user: User, lobby: Post, button: str) -> str:
    """Press a button of the lobby; what the bot says privately."""
    answer = await user.press(lobby, button)
    return (await answer.followup()).text


async def open_table(
    hall: Channel, host: User, *guests: User, game: str = "cic", **options: str
) -> tuple[str, Post]:
    """/game new, and everyone joins: the table's code and its lobby message."""
    answer = await host.slash(hall, "game new", game=game, **{"deadline": "none", **options})
    found = saying(OPENED, code=NUMBER).search(answer.text)
    assert found, answer.text
    lobby = await hall.wait_for(f"`{found[1]}` · ")
    for guest in guests:
        await pressed(guest, lobby, "Join")
    return found[1], lobby


async def begin(discord: Loopback, hall: Channel, host: User, guest: User, **options: str) -> Game:
    """A game that has begun; its first desk may be on its way."""
    table, lobby = await open_table(hall, host, guest, **options)
    await discord.until(lambda: "Start" in lobby.buttons, what="the button Start")
    await pressed(host, lobby, "Start")
    await hall.wait_for(f"`{table}` · {said.GAME_BEGINS}")
    return Game(discord, hall, table, (host, guest))


async def quiet(discord: Loopback, bot: BotProcess, folder: Path, *, tallies: bool = True) -> None:
    """Until nothing waits in the outbox of the database in the bot's folder; without `tallies`, nothing but
    edits that tell how many are ready (those wait for some seconds, to be one). However long the queue is: it
    fails when nothing has left for a while."""
    query = "SELECT count(*) FROM outbox WHERE status IN ('queued', 'sending')"
    if not tallies:
        query += " AND lane NOT LIKE 't:%'"

    def waiting() -> int:
        return int(ask(folder, query)[0][0])

    while left := waiting():
        await discord.until(lambda: waiting() != left, timeout=20, what=f"a post that leaves, of {left}")
    assert bot.is_running, bot.output


async def true_record(game: Play, user: User, folder: Path) -> dict[str, Any]:
    """/verify attaches the record of a finished game; the adjudicator, as a program of its own, agrees."""
    answer = await user.slash(game.hall, "verify", table=game.table)
    assert "every result is true" in answer.text and not answer.ephemeral
    async with aiohttp.ClientSession() as web, web.get(answer.post.urls[0]) as file:
        path = folder / f"{game.table}.json"
        path.write_bytes(await file.read())
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "adjudicator", "verify", str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    assert process.returncode == 0 and b"All is true" in said, said.decode()
    record: dict[str, Any] = json.loads(path.read_bytes())
    return record


def traceback_lines(bot: BotProcess) -> list[str]:
    """Lines of output that no healthy run has."""
    return [line for line in bot.lines if "Traceback" in line or " ERROR " in line or "Exception" in line]


def family(bot: BotProcess) -> list[int]:
    """The living processes of the bot's session: itself, its workers, their tracker."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if folder.name.isdigit() and int(fields[3]) == bot.pid and fields[0] != "Z":
            found.append(int(folder.name))
    return found
