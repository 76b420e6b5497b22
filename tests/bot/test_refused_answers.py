"""Whatever Discord refuses inside a command, the person reads a sentence: no answer stays at "thinking…"."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import aiohttp
import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.discord import answer
from bot.discord.error_codes import TROUBLE
from tests.bot.world import Player, Said, World

THINKING = 5
Mishap = Callable[[], Exception]
MISHAPS: dict[str, Mishap] = {
    "no permission": lambda: BackendError(403, 50013, "Missing Permissions"),
    "gone": lambda: BackendError(404, 10003, "Unknown Channel"),
    "malformed": lambda: BackendError(400, 50035, "Invalid Form Body"),
    "too large": lambda: BackendError(413, 40005, "Request entity too large"),
    "banned for a while": lambda: BackendError(429, 0, "You are being rate limited."),
    "unwell": lambda: BackendError(503, 0, "Service Unavailable"),
    "too long to wait": lambda: discord.RateLimited(100.0),
    "cut": aiohttp.ServerDisconnectedError,
}

FINAL = ("no permission", "gone", "malformed", "too large")


class Line:
    """The way to Discord, for what commands ask: from number `nth` on so many go wrong.

    late: Discord has done it before it goes wrong;  where: what is counted
    """

    def __init__(self) -> None:
        self.nth = self.seen = 0
        self.mishap: Mishap | None = None
        self.late = False
        self.many = 1
        self.where = ""
        self.real = router.dispatch

    def __call__(self, backend: Any, method: str, path: str, **given: Any) -> Any:
        task = asyncio.current_task()
        if self.mishap is None or task is None or not task.get_name().startswith("CommandTree-invoker"):
            return self.real(backend, method, path, **given)
        if not f"{method} {path}".startswith(self.where):
            return self.real(backend, method, path, **given)
        self.seen += 1
        if not self.nth <= self.seen < self.nth + self.many:
            return self.real(backend, method, path, **given)
        if self.late:
            self.real(backend, method, path, **given)
        raise self.mishap()

    @contextmanager
    def broken(
        self, mishap: str, nth: int = 1, many: int = 1, *, late: bool = False, where: str = ""
    ) -> Iterator[None]:
        self.nth, self.seen, self.many, self.late, self.where = nth, 0, many, late, where
        self.mishap = MISHAPS[mishap]
        try:
            yield
        finally:
            self.mishap = None

    @property
    def struck(self) -> bool:
        return self.seen >= self.nth


@pytest.fixture
def line(world: World, monkeypatch: pytest.MonkeyPatch) -> Line:
    made = Line()
    monkeypatch.setattr(router, "dispatch", made)
    monkeypatch.setattr(answer, "WAITS", (0.0, 0.0))
    world.expected = TROUBLE
    return made


def leaves(world: World) -> list[str]:
    """Every command that can be typed."""
    found = {
        command.qualified_name: command
        for command in world.bot.tree.walk_commands()
        if not isinstance(command, discord.app_commands.Group)
    }
    return sorted(found)


def sentence(said: Said) -> str:
    """What the person reads in the end; the window's title where one opened."""
    record = said.result._interaction
    assert not record.loading, "it thinks for ever"
    if record.modal is not None:
        return str(record.modal["title"])
    read = said.text
    assert read.strip(), said.result
    return read


class Person:
    """Somebody who types every command, with what it needs."""

    def __init__(self, world: World, player: Player, other: Player) -> None:
        self.world, self.player = world, player
        self.given: dict[str, dict[str, Any]] = {
            "game new": {"game": "cic", "where": "thread"},
            "order": {"order": "e7-e6"},
            "why": {"unit": "e7"},
            "import": {"record": ("record.json", b"{}")},
            "leaderboard": {"game": "cic"},
            "press": {"to": "all", "text": "Peace"},
            "substitute take": {"seat": "k7f3 dark"},
            "gm extend": {"time": "2d", "reason": "so"},
            "gm penalise": {"player": "dark", "ruling": "forfeit", "reason": "so"},
            "penalty": {"player": "dark", "ruling": "forfeit", "reason": "so"},
            "gm replace": {"player": "dark", "by": other.member, "reason": "so"},
            "gm transfer": {"to": other.member, "reason": "so"},
            "league back": {"player": other.member, "reason": "so"},
            "league remove": {"player": other.member, "reason": "so"},
            "league create": {"name": "Cup", "game": "cic"},
            "league result": {"game": "k7f3", "places": "1 2", "reason": "so"},
        }

    async def types(self, command: str, where: str = "server") -> Said:
        """In the server's channel, or in direct messages with the bot (`where`: "dm")."""
        given = self.given.get(command)
        if given is None:
            found = self.world.bot.tree.get_command(command.split(maxsplit=1)[0])
            for name in command.split()[1:]:
                assert isinstance(found, discord.app_commands.Group)
                found = found.get_command(name)
            assert isinstance(found, discord.app_commands.Command)
            needed = [one.display_name for one in found.parameters if one.required]
            assert set(needed) <= {"reason"}, f"say what /{command} is typed with: {needed}"
            given = dict.fromkeys(needed, "so")
        return await (self.player.slash if where == "server" else self.player.slash_dm)(command, **given)


@pytest.fixture
async def person(world: World) -> Person:
    ada, ben = world.player("ada"), world.player("ben")
    role = world.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    world.env.backend.guilds[world.guild.id].members[ada.id].role_ids.append(role.id)
    await world.new_game(ada, ben)
    return Person(world, ada, ben)


async def test_every_command_ends_in_a_sentence(world: World, line: Line, person: Person) -> None:
    """Each call of Discord in each command goes wrong once; in which way goes round."""
    ways = [*((name, False) for name in MISHAPS), ("cut", True), ("unwell", True)]
    turns = count()
    for command in leaves(world):
        for nth in count(1):
            mishap, late = ways[next(turns) % len(ways)]
            with line.broken(mishap, nth, late=late):
                said = await person.types(command)
            if not line.struck:
                break
            if nth == 1 and not said.result._interaction.responded:
                assert mishap in FINAL, "only if Discord takes no answer at all"
                continue
            read = sentence(said)
            assert "Something went wrong" not in read, (command, nth, mishap, late, read)
        assert nth > 1, f"/{command} says nothing to Discord"
    world.faults.clear()  # what is malformed is logged as a fault of ours


@pytest.mark.parametrize(
    ("where", "mishap"), [("PATCH /webhooks/", "no permission"), ("POST /webhooks/", "cut")]
)
async def test_the_other_way_is_tried(
    world: World, line: Line, person: Person, where: str, mishap: str
) -> None:
    """One way of answering is closed for good: editing the answer, or adding to it."""
    for command in leaves(world):
        with line.broken(mishap, many=100, where=where):
            said = await person.types(command)
        sentence(said)


async def test_a_short_outage_is_waited_for(world: World, line: Line, person: Person) -> None:
    """The answer, and the first last words in both ways, fail."""
    with line.broken("unwell", nth=2, many=3):
        said = await person.types("games")
    assert sentence(said).startswith("Discord was unwell") and line.seen == 5
    assert answer.WAITS[0] == 0 and sorted(answer.WAITS) == list(answer.WAITS)


async def test_a_lobby_that_cannot_be_shown_takes_no_answer_away(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada)
    for status, code in ((500, 0), (400, 50035), (404, 10008)):
        world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)
        said = await ben.click(lobby, "Join")
        assert said.text.startswith("You "), said.text
        await ben.click(lobby, "Leave")


async def test_a_missing_permission_is_named(world: World, line: Line, person: Person) -> None:
    bot = world.bot.user
    assert bot is not None
    dumb = discord.PermissionOverwrite(attach_files=False)
    channel = world.guild.create_text_channel("dumb", overwrites={bot: dumb})
    with line.broken("no permission", 2):
        said = await person.player.slash("games", channel)
    assert "ask a moderator to grant me **Attach Files**." in said.text
    with line.broken("too long to wait", 2):
        said = await person.player.slash("games", channel)
    assert said.text.startswith("Discord lets me do no more of this at the moment: try again in 2 minutes.")


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (404, 10062)])
async def test_what_is_answered_or_too_late_is_left_alone(
    world: World, person: Person, status: int, code: int
) -> None:
    """Delivered twice: the answer of the first delivery stands. Too late: Discord takes none any more."""
    world.expected = TROUBLE
    world.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
    before = len(world.env.http_requests)
    await person.types("games")
    assert [asked.path.split("/")[1] for asked in world.env.http_requests[before:]] == ["interactions"]
