"""Posts as they are stored: what older versions queued is read, and what nobody knows stops nothing."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.common.message import Button
from bot.common.payloads import Unreadable, load
from bot.engine.posts import DeskPost, Edit, LobbyPost, Say, TablePost
from bot.features.leagues.posts import SignUpPost, StandingsPost
from bot.features.reminders.reminders import Reminder
from bot.storage import outbox
from tests.bot.parts import CHANNEL, HOST, PostOffice

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
    async with office.context.db.begin() as tx:
        for key, payload in [("new", {"kind": kind, "text": "x"}), ("old", Say(text="after it").dump())]:
            await outbox.put(
                tx, key=key, payload=payload, created_at=1.0, channel_id=CHANNEL, table_id=code, lane="x"
            )
    with caplog.at_level(logging.ERROR):
        await office.deliver()
    status = {post.key: (post.status, post.error) for post in await office.posts()}
    assert status["new"] == ("failed", f"unknown kind '{kind}'") and status["old"][0] == "sent"
    [line] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert (line.getMessage(), line.__dict__["reason"]) == ("post unreadable", f"unknown kind '{kind}'")
    assert not any("I cannot post" in text for user in (11, 12) for text in office.messenger.dms(user))
