"""What Discord's refusals mean, what the messenger makes of them, and what people read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.common.clock import DAY, HOUR, span_words
from bot.common.errors import NotAllowed
from bot.common.message import MOST_TEXT, Button, Message
from bot.discord import answer, text
from bot.discord.convert import to_view
from bot.discord.error_codes import CODES, TROUBLE, Refusal, asking, meaning, unsure
from bot.discord.messenger import DiscordMessenger, to_call
from bot.outbox.messenger import NoNewDms, Sent, Unreachable, Unsure, mark
from bot.storage.records import Post
from tests.bot.world import Player, Said, World

HTML = "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>"


def refusal(status: int, code: int = 0, body: str | None = None) -> discord.HTTPException:
    """Discord's answer as discord.py raises it. body: not JSON"""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if status >= 500 else kinds.get(status, discord.HTTPException)
    response = SimpleNamespace(status=status, reason="")
    return kind(cast(Any, response), {"code": code, "message": "no"} if body is None else body)


CASES = [
    (403, 50007, Refusal.CLOSED),
    (400, 50007, Refusal.CLOSED),  # as where a DM is opened
    (403, 50278, Refusal.CLOSED),
    (404, 10013, Refusal.NOBODY),
    (400, 50033, Refusal.NOBODY),
    (404, 10003, Refusal.GONE),
    (404, 10004, Refusal.GONE),
    (404, 10007, Refusal.GONE),
    (404, 10008, Refusal.GONE),
    (404, 10009, Refusal.GONE),
    (403, 50001, Refusal.FORBIDDEN),
    (403, 50013, Refusal.FORBIDDEN),
    (400, 50008, Refusal.FORBIDDEN),
    (400, 50024, Refusal.FORBIDDEN),
    (403, 50009, Refusal.FORBIDDEN),
    (400, 40058, Refusal.FORBIDDEN),
    (403, 160005, Refusal.FORBIDDEN),
    (400, 50083, Refusal.ARCHIVED),
    (403, 40003, Refusal.NO_NEW_DMS),
    (429, 40003, Refusal.NO_NEW_DMS),
    (403, 20026, Refusal.NO_NEW_DMS),
    (429, 30046, Refusal.NO_EDIT),
    (400, 30046, Refusal.NO_EDIT),
    (429, 20022, Refusal.NO_EDIT),
    (413, 40005, Refusal.TOO_LARGE),
    (413, 0, Refusal.TOO_LARGE),
    (400, 50045, Refusal.TOO_LARGE),
    (401, 0, Refusal.TOKEN),
    (401, 40001, Refusal.TOKEN),
    (401, 50014, Refusal.TOKEN),
    (403, 0, Refusal.UNWELL),
    (404, 0, Refusal.UNWELL),
    (403, 40333, Refusal.UNWELL),
    (403, 40004, Refusal.UNWELL),
    (403, 40006, Refusal.UNWELL),
    (429, 0, Refusal.UNWELL),
    (429, 20028, Refusal.UNWELL),
    (429, 40062, Refusal.UNWELL),
    (500, 0, Refusal.UNWELL),
    (502, 0, Refusal.UNWELL),
    (503, 130000, Refusal.UNWELL),
    (400, 50035, Refusal.WRONG),
    (400, 0, Refusal.WRONG),
    (403, 99999, Refusal.WRONG),
    (404, 10015, Refusal.WRONG),
]


@pytest.mark.parametrize(("status", "code", "means"), CASES)
def test_what_a_code_means(status: int, code: int, means: Refusal) -> None:
    assert meaning(refusal(status, code)) is means


def test_every_code_of_the_table_is_looked_at() -> None:
    looked = {code for _, code, _ in CASES}
    assert set(CODES) - looked == {20016, 20029}
    assert {Refusal(found) for _, _, found in CASES} == set(Refusal)


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (refusal(403, body=HTML), 5.0),
        (refusal(404, body=""), 5.0),
        (refusal(429, body=HTML), 30.0),
        (refusal(401), 60.0),
        (discord.RateLimited(77.0), 77.0),
        (aiohttp.ServerDisconnectedError(), 1.0),
        (OSError(), 1.0),
        (TimeoutError(), 1.0),
    ],
)
def test_trouble_on_the_way_is_patience(error: Exception, seconds: float) -> None:
    assert meaning(error) in (Refusal.UNWELL, Refusal.TOKEN)
    found = unsure(error)
    assert (found.patient, found.seconds) == (True, seconds) and HTML not in str(found)


def test_what_is_wrong_is_not_tried_for_ever() -> None:
    assert not unsure(refusal(400, 50035)).patient


@pytest.mark.parametrize(
    ("error", "becomes", "words"),
    [
        (refusal(403, 50013), NotAllowed, "no (50013)"),
        (refusal(404, 10003), NotAllowed, "it is gone"),
        (refusal(403, body=HTML), Unsure, "403 0"),
        (refusal(404, body=HTML), Unsure, "404 0"),
        (refusal(503), Unsure, "503 0"),
        (TimeoutError(), Unsure, "TimeoutError"),
    ],
)
def test_permissions_and_places(error: Exception, becomes: type[Exception], words: str) -> None:
    with pytest.raises(becomes) as found, asking("no ({code})"):
        raise error
    assert str(found.value) == words


# -- the messenger


@dataclass
class Rooms:
    """The outbox' memory of DM channels."""

    known: dict[int, int | None] = field(default_factory=dict)
    claimed: frozenset[int] = frozenset()

    async def is_unclaimed(self, message_id: int) -> bool:
        return message_id not in self.claimed

    async def dm_channel(self, user_id: int) -> int | None:
        return self.known.get(user_id)

    async def dm_opened(self, user_id: int, channel_id: int | None) -> None:
        self.known[user_id] = channel_id


class Client:
    """A Discord that answers each call with the next of `answers`: an exception, or None for success."""

    def __init__(self, *answers: Exception | None, standing: Message | None = None) -> None:
        """standing: the classic message that stands in every channel"""
        self.answers, self.calls, self.standing = list(answers), list[str](), standing
        self.user = SimpleNamespace(id=1)
        self.http = SimpleNamespace(edit_channel=self._edit_channel)

    def _next(self, call: str) -> None:
        self.calls.append(call)
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer

    async def _edit_channel(self, channel_id: int, **options: Any) -> None:
        self._next(f"edit channel {options}")

    async def create_dm(self, user: Any) -> Any:
        self._next("create_dm")
        return self.get_partial_messageable(700 + user.id)

    def get_channel(self, channel_id: int) -> None:
        return None

    def get_partial_messageable(self, channel_id: int, **_: Any) -> Any:
        async def send(**_: Any) -> Any:
            self._next("send")
            return SimpleNamespace(id=5, channel=SimpleNamespace(id=channel_id))

        async def edit(**_: Any) -> None:
            self._next("edit")

        async def fetch_message(_: int) -> Any:
            self._next("look")
            return old

        def history(**_: Any) -> Any:
            self._next("history")
            return _each(*([old] if self.standing is not None else []))

        shown = self.standing or Message("")
        view = to_view(shown, mark(post()))
        old = SimpleNamespace(
            id=5,
            author=self.user,
            channel=SimpleNamespace(id=channel_id),
            edit=edit,
            attachments=[],
            components=[SimpleNamespace(children=view.children)] if view is not None else [],
            content=shown.text,
            flags=discord.MessageFlags(),
        )
        return SimpleNamespace(id=channel_id, send=send, history=history, fetch_message=fetch_message)


async def _each(*messages: Any) -> Any:
    for message in messages:
        yield message


USER, CHANNEL = 12, 500
ARCHIVED = refusal(400, 50083)
MESSAGE, SENT = Message("words"), Sent(CHANNEL, 5)


def post(user: bool = False) -> Post:
    given: dict[str, Any] = dict.fromkeys(Post.__dataclass_fields__)
    given |= {"id": 1, "nonce": "3fa9c2d1", "payload": {}, "attempts": 1}
    return Post(**given | ({"user_id": USER} if user else {"channel_id": CHANNEL}))


def messenger(client: Client, rooms: Rooms | None = None) -> DiscordMessenger:
    made = DiscordMessenger(cast(Any, client))
    made.outbox = cast(Any, rooms or Rooms())
    return made


@pytest.mark.parametrize(
    ("user", "error", "becomes"),
    [
        (True, refusal(403, 50007), Unreachable),
        (True, refusal(403, 50278), Unreachable),
        (True, refusal(404, 10013), Unreachable),
        (True, refusal(403, 40003), NoNewDms),
        (True, refusal(403, 20026), NoNewDms),
        (True, discord.RateLimited(40.0), NoNewDms),
        (False, discord.RateLimited(40.0), Unsure),
        (True, refusal(403, body=HTML), Unsure),
        (True, refusal(404, 10003), Unsure),
        (True, refusal(403, 50001), Unsure),
        (False, refusal(404, 10003), Unreachable),
        (False, refusal(404, 10004), Unreachable),
        (False, refusal(403, 50001), Unreachable),
        (False, refusal(403, 50013), Unreachable),
        (False, refusal(403, 160005), Unreachable),
        (False, refusal(403, body=HTML), Unsure),
        (False, refusal(404, body=HTML), Unsure),
        (False, refusal(403, 20026), Unsure),
        (False, refusal(401), Unsure),
    ],
)
async def test_what_comes_of_a_post(user: bool, error: Exception, becomes: type[Exception]) -> None:
    with pytest.raises((Unreachable, NoNewDms, Unsure)) as found:
        await messenger(Client(error)).send(post(user), MESSAGE)
    assert type(found.value) is becomes


async def test_a_flag_stops_for_longer_than_haste() -> None:
    waits = []
    for code in (40003, 20026):
        with pytest.raises(NoNewDms) as found:
            await messenger(Client(refusal(403, code))).send(post(True), MESSAGE)
        waits.append(found.value.seconds)
    assert 60 <= waits[0] < waits[1]


async def test_a_channel_of_direct_messages_that_is_gone_is_opened_anew() -> None:
    client, rooms = Client(refusal(404, 10003)), Rooms({USER: 600})
    with pytest.raises(Unsure) as found:
        await messenger(client, rooms).send(post(True), MESSAGE)
    assert not found.value.patient, "but not for ever"
    assert (await messenger(client, rooms).send(post(True), MESSAGE)).channel_id == 700 + USER
    assert client.calls == ["send", "create_dm", "send"] and rooms.known == {USER: 700 + USER}


OPENED = "edit channel {'archived': False}"


async def test_an_archived_thread_is_opened_and_the_post_sent_again() -> None:
    client = Client(ARCHIVED)
    assert (await messenger(client).send(post(), MESSAGE)).message_id == 5
    assert client.calls == ["send", OPENED, "send"]


async def test_an_archived_thread_is_opened_for_an_edit() -> None:
    client = Client(None, ARCHIVED)
    await messenger(client).edit(SENT, MESSAGE)
    assert client.calls == ["look", "edit", OPENED, "look", "edit"]


@pytest.mark.parametrize("deed", ["send", "edit"])
@pytest.mark.parametrize(
    ("answers", "becomes"),
    [
        ((ARCHIVED, refusal(403, 50013)), Unreachable),  # locked, and no Manage Threads
        ((ARCHIVED, refusal(403, 160005)), Unreachable),
        ((ARCHIVED, refusal(404, 10003)), Unreachable),
        ((ARCHIVED, None, ARCHIVED), Unreachable),
        ((ARCHIVED, refusal(503)), Unsure),
        ((ARCHIVED, refusal(403, body=HTML)), Unsure),
    ],
)
async def test_a_thread_that_cannot_be_opened(
    deed: str, answers: tuple[Exception | None, ...], becomes: type[Exception]
) -> None:
    made = messenger(Client(*answers))
    doing: Callable[[], Any] = {
        "send": lambda: made.send(post(), MESSAGE),
        "edit": lambda: made.edit(SENT, MESSAGE),
    }[deed]
    with pytest.raises((Unreachable, Unsure)) as found:
        await doing()
    assert type(found.value) is becomes


@pytest.mark.parametrize(
    ("error", "becomes"),
    [
        (refusal(404, 10008), Unreachable),
        (refusal(404, 10003), Unreachable),
        (refusal(429, 30046), Unreachable),
        (refusal(403, body=HTML), Unsure),
        (discord.RateLimited(40.0), Unsure),
        (refusal(503), Unsure),
    ],
)
async def test_what_comes_of_an_edit(error: Exception, becomes: type[Exception]) -> None:
    with pytest.raises((Unreachable, Unsure)) as found:
        await messenger(Client(error)).edit(SENT, MESSAGE)
    assert type(found.value) is becomes


async def test_looking_for_a_post() -> None:
    client = Client()
    assert await messenger(client).find(post(True), MESSAGE) is None
    assert not client.calls, "no conversation is begun to look into it"
    for error in (refusal(403, 50013), refusal(404, 10003)):
        assert await messenger(Client(error)).find(post(), MESSAGE) is None
    for error in (refusal(403, body=HTML), refusal(404, body=HTML)):
        with pytest.raises(Unsure):
            await messenger(Client(error)).find(post(), MESSAGE)


BUTTON = Button("fpb:more:k7f3:dark:1:", "More…")
CARD = Message("### Turn 1", rows=((BUTTON,),), mentions=(USER,), call="Your turn.")
LINE = Message("Your turn.", rows=((BUTTON,),), plain=True)


def test_a_line_in_a_channel_names_whom_it_calls() -> None:
    """Discord notifies those whom a message names when it is sent; an edit notifies nobody."""

    def line(message: Message, *, user: bool = False) -> str:
        found = to_call(post(user), message)
        assert found is not None and found.mentions == message.mentions
        return found.text

    assert line(CARD) == f"<@{USER}> Your turn."
    assert line(CARD, user=True) == "Your turn.", "a direct message notifies by itself"
    assert line(replace(CARD, call="", text=f"### <@{USER}>, move")) == f"<@{USER}>, move"
    assert to_call(post(), replace(CARD, silent=True)) is None
    crowd = tuple(range(10**18, 10**18 + 200))
    assert len(line(replace(CARD, call="x" * 999, mentions=crowd))) <= MOST_TEXT


async def test_the_line_of_a_post_becomes_its_card_though_its_thread_was_archived_since() -> None:
    client = Client(None, ARCHIVED, standing=LINE)
    assert await messenger(client).find(post(), CARD) == SENT
    assert client.calls == ["history", "edit", OPENED, "edit"]


async def test_a_line_without_a_button_is_found_although_it_is_quiet_now() -> None:
    said = Message("### It is over", accent=1, call="It is over.", mentions=(USER,))
    for silent in (False, True):
        client = Client(standing=Message(f"<@{USER}> It is over."))
        assert await messenger(client).find(post(), replace(said, silent=silent)) == SENT
        assert client.calls == ["history", "edit"]


async def test_words_that_tell_how_long_it_is_still_are_found_later() -> None:
    client, said = Client(standing=Message("Your order is due in 1 day 2 hours.")), "Your order is due in {}."
    for span in (3 * DAY, 25 * HOUR, 61.0):
        found = await messenger(client).find(post(), Message(said.format(span_words(span))))
        assert found == SENT, span
    assert await messenger(client).find(post(), Message("Your orders are due in 1 day.")) is None
    claimed = messenger(client, Rooms(claimed=frozenset({5})))
    assert await claimed.find(post(), Message(said.format("1 day"))) is None, "another post's"


async def test_a_token_that_is_refused_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    made = messenger(Client(refusal(401), refusal(401)))
    for _ in range(2):
        with pytest.raises(Unsure) as found:
            await made.send(post(), MESSAGE)
        assert found.value.patient
    assert [record.message for record in caplog.records if "FIELDPOST_TOKEN" in record.message] == [
        "Discord accepts the token no more: put a new one into FIELDPOST_TOKEN and restart"
    ]


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
            "game computer": {"level": "captain"},
            "order": {"order": "e7-e6"},
            "why": {"unit": "e7"},
            "import": {"record": ("record.json", b"{}")},
            "privacy puzzles": {"named": False},
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
    assert said.text == text.UNWELL and line.seen == 5
    assert answer.WAITS[0] == 0 and sorted(answer.WAITS) == list(answer.WAITS)


async def test_a_lobby_that_cannot_be_shown_takes_no_answer_away(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ada)
    for status, code in ((500, 0), (400, 50035), (404, 10008)):
        world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)
        said = await ben.click(lobby, "Join")
        assert said.text.startswith("You"), said.text
        await ben.click(lobby, "Leave")


async def test_a_missing_permission_is_named(world: World, line: Line, person: Person) -> None:
    bot = world.bot.user
    assert bot is not None
    dumb = discord.PermissionOverwrite(attach_files=False)
    channel = world.guild.create_text_channel("dumb", overwrites={bot: dumb})
    with line.broken("no permission", 2):
        said = await person.player.slash("games", channel)
    assert said.text == text.FORBIDDEN(permissions="**Attach Files**")
    with line.broken("too long to wait", 2):
        said = await person.player.slash("games", channel)
    assert said.text == text.WAIT_MINUTES(n=2)


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
