"""The outbox: what posts say as values, and that everything leaves once, in order, whatever goes wrong."""

from __future__ import annotations

import asyncio
import itertools
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.common.message import Button
from bot.common.payloads import Unreadable, load
from bot.engine.posts import DeskPost, Edit, LobbyPost, Say, TablePost
from bot.engine.text import CANNOT_WRITE
from bot.features.leagues.posts import SignUpPost, StandingsPost
from bot.features.reminders.reminders import Reminder
from bot.outbox.delivery import MAX_ATTEMPTS, MAX_UNDER_WAY
from bot.outbox.messenger import LOWEST_MARK, Unreachable, Unsure, mark
from bot.storage import outbox, people
from bot.storage.records import Post
from tests.bot.parts import CHANNEL, GUEST, HOST, NAMES, PostOffice, idle, labels, post_office
from tests.bot.transactions import writing


async def playing(office: PostOffice) -> str:
    """A game two turns old; all is posted."""
    code = await office.game()
    await office.deliver()
    return code


def ends(texts: list[str]) -> list[str]:
    return [text.rpartition("\n")[2] for text in texts]


def assert_once_and_in_order(office: PostOffice, channel: int = CHANNEL) -> None:
    numbers = [number for number, _ in office.messenger.channels[channel]]
    assert numbers == sorted(set(numbers))


@pytest.mark.postgresql
async def test_all_posts_of_a_game_leave_once_and_in_order(office: PostOffice) -> None:
    code = await playing(office)
    for user, order in zip(itertools.cycle((HOST, GUEST)), ("e7-e6", "d2-d3", "d8-d7"), strict=False):
        await office.send(code, user, order)
    await office.deliver()
    texts = office.messenger.texts()
    words = ("Fair play", "under way", "begins", "turn 1", "turn 2", "turn 3")
    assert all(word in text for word, text in zip(words, texts, strict=True))
    assert_once_and_in_order(office)
    assert all(post.status in ("sent", "dropped") for post in await office.posts())


@pytest.mark.parametrize("fault", [Unsure("cut", 1.0), RuntimeError("what"), OSError("disk")])
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_fault_before_or_after_the_effect_doubles_nothing(
    office: PostOffice, when: str, fault: Exception
) -> None:
    code = await playing(office)
    struck: set[int] = set()

    async def strike(post: Post) -> None:
        if post.id not in struck:
            struck.add(post.id)
            raise fault

    setattr(office.messenger, when, strike)
    await office.send(code, HOST, "e7-e6")
    await office.send(code, GUEST, "d2-d3")
    await office.deliver()
    for _ in range(4):
        await office.pass_time(30)
    texts = office.messenger.texts()
    assert "e7-e6" in texts[-2] and "d2-d3" in texts[-1] and len(texts) == 5
    assert_once_and_in_order(office)
    assert struck
    assert all(post.status in ("sent", "dropped") for post in await office.posts())


async def test_one_attempt_uses_the_same_nonce_as_the_next(office: PostOffice) -> None:
    await playing(office)
    tries = 0

    async def strike(post: Post) -> None:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise Unsure("cut", 1.0)

    office.messenger.before = strike
    office.messenger.tried.clear()
    await office.lobby(HOST, channel=CHANNEL + 1)
    await office.deliver()
    for _ in range(6):
        await office.pass_time(60)
    *first, lobby = office.messenger.tried
    assert len(first) == 4 and len({post.nonce for post in first}) == 1 and lobby.nonce != first[0].nonce
    assert len(office.messenger.texts(CHANNEL + 1)) == 2, "the seed and the lobby"


async def test_it_waits_longer_each_time_and_never_gives_up_on_an_outage(office: PostOffice) -> None:
    await playing(office)
    moments = []

    async def strike(post: Post) -> None:
        moments.append(office.clock.time)
        raise Unsure("503", 5.0)

    office.messenger.before = strike
    await office.lobby(HOST, channel=CHANNEL + 1)
    await office.deliver()
    for _ in range(300):
        office.clock.time += 20
        await office.deliver()
    gaps = [b - a for a, b in itertools.pairwise(moments)]
    assert len(moments) > MAX_ATTEMPTS and gaps[0] < 30 and max(gaps) < 330
    office.messenger.before = None
    await office.pass_time(301)
    assert len(office.messenger.texts(CHANNEL + 1)) == 2


async def test_what_cannot_be_reached_is_called_out_in_the_channel(office: PostOffice) -> None:
    async def closed(post: Post) -> None:
        if post.user_id == GUEST:
            raise Unreachable("403 50007")

    office.messenger.before = closed
    code = await office.game()
    await office.deliver()
    assert f"<@{GUEST}>, I can't message you" in "".join(office.messenger.texts())
    assert await office.reachable(GUEST) is False and await office.reachable(HOST) is True
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    _, last = office.messenger.channels[CHANNEL][-1]
    assert last.words.startswith(CANNOT_WRITE(user=GUEST))
    assert labels(last) == ["My orders"] and last.mentions == (GUEST,)


async def test_a_channel_that_is_gone_does_not_stop_other_lanes(office: PostOffice) -> None:
    async def gone(post: Post) -> None:
        if post.channel_id == CHANNEL:
            raise Unreachable("404 10003")

    first = await playing(office)
    second = await office.game(channel=CHANNEL + 1)
    office.messenger.before = gone
    for code in (first, second):
        await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert "e7-e6" in office.messenger.texts(CHANNEL + 1)[-1]
    assert any("e7-e6" in text for text in office.messenger.dms(GUEST)), "told by DM instead"
    assert (await office.send(first, GUEST, "d2-d3")).resolved, "and the game goes on"


async def test_one_that_never_answers_holds_only_its_own_lane(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await playing(office)
    second = await office.game(channel=CHANNEL + 1)
    await office.deliver()
    monkeypatch.setattr("bot.outbox.delivery.SEND_TIMEOUT_S", 0.05)
    hung = []

    async def hang(post: Post) -> None:
        if post.channel_id == CHANNEL and len(hung) < 2:
            hung.append(post)
            await asyncio.Event().wait()

    office.messenger.before = hang
    for code in (first, second):
        await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert "e7-e6" in office.messenger.texts(CHANNEL + 1)[-1]
    await office.send(first, GUEST, "d2-d3")
    for _ in range(4):
        await office.pass_time(60)
    assert "d2-d3" in office.messenger.texts()[-1] and len(hung) == 2
    assert_once_and_in_order(office)


async def test_a_lane_with_many_posts_takes_its_turn_like_any_other(office: PostOffice) -> None:
    code = await playing(office)
    tried: list[int | None] = []

    async def note(post: Post) -> None:
        tried.append(post.channel_id or post.user_id)

    async with writing(office.context.db) as tx:
        from bot.engine import posts as queue

        table = await office.table(code)
        for number in range(20):
            queue.say(tx, table, f"many/{number}", f"post {number}", office.clock.now())
    office.messenger.before = note
    await office.lobby(GUEST, channel=CHANNEL + 1)
    await office.deliver()
    assert tried.index(CHANNEL + 1) < 4, "it did not wait for the other twenty"
    assert len(tried) == 22
    assert_once_and_in_order(office)


async def test_no_more_than_a_few_at_once_and_one_in_each_lane(office: PostOffice) -> None:
    under_way: list[str] = []
    most = 0

    full = asyncio.Event()

    async def watch(post: Post) -> None:
        nonlocal most
        assert post.lane not in under_way
        under_way.append(post.lane)
        most = max(most, len(under_way))
        if most >= MAX_UNDER_WAY:
            full.set()
        await full.wait()
        for _ in range(50):
            await asyncio.sleep(0)
        under_way.remove(post.lane)

    office.messenger.before = watch
    for number in range(10):
        await office.lobby(HOST, GUEST, channel=CHANNEL + number)
    await office.deliver()
    assert most == MAX_UNDER_WAY
    assert all(len(office.messenger.texts(CHANNEL + number)) == 2 for number in range(10))


async def test_a_desk_of_a_turn_that_is_over_is_dropped(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    assert not any("You are **Dark**" in text for text in office.messenger.dms(HOST))
    assert [post.status for post in await office.posts() if post.payload["kind"] == "desk"] == [
        "dropped",
        "sent",
    ]


async def test_a_picture_that_cannot_be_drawn_does_not_hold_the_words_back(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await playing(office)

    async def broken(*_: Any) -> tuple[bytes, str]:
        raise ValueError("no picture")

    monkeypatch.setattr(office.renderer, "paint", broken)
    await office.send(code, HOST, "e7-e6")
    await office.deliver()
    for _ in range(5):
        await office.pass_time(100)
    text = office.messenger.texts()[-1]
    assert "e7-e6" in text and office.messenger.channels[CHANNEL][-1][1].picture is None


@pytest.mark.postgresql
@pytest.mark.parametrize("arrived", [False, True])
async def test_killed_while_a_post_was_under_way(tmp_path: Path, arrived: bool) -> None:
    """The process dies after the post was marked; its message stands there or not. It comes once."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await playing(office)
        stopped = asyncio.Event()

        async def die(post: Post) -> None:
            if "e7-e6" in str(post.payload.get("text")):
                stopped.set()
                await asyncio.Event().wait()

        setattr(office.messenger, "after" if arrived else "before", die)
        await office.send(code, HOST, "e7-e6")
        office.services.outbox.wake()
        await stopped.wait()
        clock, messenger = office.clock, office.messenger
        office.context.db.off()
        for task in office.services.outbox._busy.values():
            task.cancel()
        await asyncio.wait(office.services.outbox._busy.values())
        office.services.outbox._timer._closed = True
    messenger.before = messenger.after = None
    clock.time += 60
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert sum("e7-e6" in text for text in messenger.texts()) == 1
        assert_once_and_in_order(office)
        assert "Your move." in messenger.dms(GUEST)[-1]
        assert all(post.status in ("sent", "dropped") for post in await office.posts())


async def test_a_mark_is_not_taken_for_another(office: PostOffice) -> None:
    await playing(office)
    marks = [mark(post) for post in await office.posts()]
    assert len(set(marks)) == len(marks) > 2
    assert all(LOWEST_MARK <= one < 2 * LOWEST_MARK for one in marks), "Discord takes 32 bits"


async def test_names_are_those_of_joining(office: PostOffice) -> None:
    await playing(office)
    assert f"({NAMES[HOST]})" in office.messenger.texts()[-1]
    person = await office.read(people.get, HOST)
    assert person.last_dm_id is not None, "what is written from now on while the bot is away will be read"


ROWS = ((Button("fpb:desk:k7f3:-:1:", "My orders", "primary"),),)
STORED: list[tuple[Any, dict[str, Any]]] = [
    (
        TablePost(text="x", mentions=(1, 2), rows=ROWS, seq=3, files=(("a.txt", "b"),), tally=4),
        {
            "kind": "say",
            "text": "x",
            "mentions": [1, 2],
            "rows": [[["fpb:desk:k7f3:-:1:", "My orders", "primary"]]],
            "seq": 3,
            "thrown": None,
            "files": [["a.txt", "b"]],
            "tally": 4,
            "vote": None,
        },
    ),
    (
        Say(text="x", fallback=""),
        {"kind": "say", "text": "x", "mentions": [], "rows": [], "seq": None, "fallback": ""},
    ),
    (
        Say(text="x", mentions=(1,), only=(1,), answer="y"),
        {"kind": "say", "text": "x", "mentions": [1], "rows": [], "seq": None, "only": [1], "answer": "y"},
    ),
    (
        Say(text="x", fallback="f", fallback_rows=((Button("a", "b"),),)),
        {
            "kind": "say",
            "text": "x",
            "mentions": [],
            "rows": [],
            "seq": None,
            "fallback": "f",
            "fallback_rows": [[["a", "b", "secondary"]]],
        },
    ),
    (
        DeskPost(seat="dark", turn=2, quiet=False),
        {"kind": "desk", "seat": "dark", "turn": 2, "quiet": False},
    ),
    (
        DeskPost(seat="dark", turn=2, note="", news=True),
        {"kind": "desk", "seat": "dark", "turn": 2, "note": "", "news": True},
    ),
    (LobbyPost(), {"kind": "lobby"}),
    (
        Edit(call="k7f3/start", turn=0, bare=False),
        {"kind": "tally", "call": "k7f3/start", "turn": 0, "bare": False},
    ),
    (Edit(call="league/lg1a2/signup"), {"kind": "tally", "call": "league/lg1a2/signup"}),
    (SignUpPost(league="lg1a2"), {"kind": "league", "league": "lg1a2"}),
    (
        StandingsPost(league="lg1a2", division=1, text="x", after=2),
        {"kind": "standings", "league": "lg1a2", "division": 1, "text": "x", "after": 2},
    ),
    (
        Reminder(seat="dark", user=1, mark="2", due=9.5, lead=3600.0),
        {"kind": "remind", "seat": "dark", "user": 1, "mark": "2", "due": 9.5, "lead": 3600.0},
    ),
]
"""Each shape in which posts are stored, in the order of its keys. Databases hold them: never change one."""


@pytest.mark.parametrize(("payload", "stored"), STORED)
def test_a_post_is_stored_so_and_read_again(payload: Any, stored: dict[str, Any]) -> None:
    assert list(payload.dump().items()) == list(stored.items())
    assert load(stored) == payload


def test_posts_of_older_versions_are_read() -> None:
    assert load({"kind": "say", "text": "x", "mentions": [], "rows": [], "seq": 7}) == Say(text="x", seq=7)
    before_votes = {"kind": "say", "text": "x", "mentions": [], "rows": [], "seq": 7, "files": [], "tally": 2}
    assert load(before_votes) == TablePost(text="x", seq=7, tally=2)
    assert load({"kind": "standings", "league": "lg1a2", "division": 1, "text": ""}) == StandingsPost(
        league="lg1a2", division=1, text=""
    )


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        ({"kind": "hologram", "text": "x"}, "unknown kind 'hologram'"),
        ({}, "unknown kind None"),
        ({"kind": "desk", "seat": "dark", "turn": 1, "smell": 2}, "unknown fields of a desk post: ['smell']"),
        ({"kind": "desk", "seat": "dark"}, "a desk post without ['turn']"),
        ({"kind": "say", "text": 3}, "a damaged say post: 3 is not of type str"),
        ({"kind": "say", "text": "x", "rows": [[["id"]]]}, "a damaged say post: "),
    ],
)
def test_what_cannot_be_read_says_why(stored: dict[str, Any], why: str) -> None:
    read = load(stored)
    assert isinstance(read, Unreadable) and read.why.startswith(why)


@pytest.mark.parametrize("kind", ["hologram", "unreadable"])
async def test_a_post_of_a_newer_version_is_given_up_and_the_queue_goes_on(
    office: PostOffice, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    code = (await office.lobby(HOST)).id
    async with writing(office.context.db) as tx:
        for key, payload in [("new", {"kind": kind, "text": "x"}), ("old", Say(text="after it").dump())]:
            outbox.put(
                tx, key=key, payload=payload, created_at=1.0, channel_id=CHANNEL, table_id=code, lane="x"
            )
    with caplog.at_level(logging.ERROR):
        await office.deliver()
    status = {post.key: (post.status, post.error) for post in await office.posts()}
    assert status["new"] == ("failed", f"unknown kind '{kind}'") and status["old"][0] == "sent"
    [line] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert (line.getMessage(), line.__dict__["reason"]) == ("post unreadable", f"unknown kind '{kind}'")
    assert not any("I can't post" in text for user in (11, 12) for text in office.messenger.dms(user))
