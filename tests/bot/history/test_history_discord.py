"""/history, /export, /import and /replay in Discord: pages and the window to jump, files there and back, an
answer that tells how far a replay is and a button that shows it to all."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.common.message import Message, Picture
from bot.features.history import commands as history_commands
from bot.features.history import replays as replaying
from bot.features.history import text as history_words
from tests.bot.world import World, buttons, menus, options, text, words

MOVES = ("e7-e6", "d2-d3")


async def test_private_first_and_when_it_is_over_for_everybody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_commands, "EVERY", 0.0)
    monkeypatch.setattr(replaying, "WIDTHS", (120,))
    monkeypatch.setattr(replaying, "PART", 1)
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play(*MOVES)
    before, posts = len(world.sent()), len(game.posts)
    said = await ada.slash("replay", speed="fast")
    assert said.private and f"`{game.code}` · replay\nAs Dark sees it, up to turn 2." in said.text
    [file] = said.message.attachments
    assert file.filename == f"{game.code}-replay.gif" and str(file.description).startswith("Replay of")
    assert buttons(said.message) == [] and len(game.posts) == posts
    told = [text(body) for body in world.sent()[before:]]
    drawing = [line for line in told if line.startswith("Drawing the replay")]
    assert drawing[0].endswith("0 of 3 pictures") and drawing[-1].endswith("2 of 3 pictures")

    assert await ada.offered(game.code[:2], "table", "replay") == [game.code]
    refused = await ada.slash("replay", table="z9z9")
    assert refused.private and refused.text.startswith("I don't know a game `z9z9` here.")

    await ada.click((await ada.slash("concede")).message, "Yes, I concede")
    said = await ben.click(game.post, "Replay")
    assert said.private and buttons(said.message) == ["Show everyone"]
    said = await ben.slash("replay", table=game.code, speed="slow")
    assert said.private and buttons(said.message) == ["Show everyone"]
    posts = len(game.posts)
    shown = await ben.click(said.message, "Show everyone")
    assert not shown.private and buttons(shown.message) == []
    assert buttons(said.message) == [], "once is enough"
    assert len(game.posts) == posts + 1 and game.post.attachments[0].filename == f"{game.code}-replay.gif"
    assert words(game.post) == said.text and " · 16 s" in said.text, "the same, as slow"


# -- without SimCord: what the clock and mishaps do


class Asked:
    """An interaction whose answer is deferred; `edits` has what it was made to show."""

    def __init__(self, expired: bool = False, unwell: bool = False) -> None:
        self.edits: list[str] = []
        self.letters: list[str] = []
        self.expired, self.unwell = expired, unwell
        self.user = SimpleNamespace(id=11, send=self._send)
        self.response = SimpleNamespace(type=None)
        self.message = None
        self.filesize_limit = 1000

    async def edit_original_response(self, *, content: str, **_: Any) -> None:
        if self.unwell:
            gone: Any = SimpleNamespace(status=500, reason="unwell")
            raise discord.HTTPException(gone, "unwell")
        self.edits.append(content)

    async def _send(self, *, content: str, **_: Any) -> None:
        self.letters.append(content)

    def is_expired(self) -> bool:
        return self.expired


def replays(asked: list[Any]) -> Any:
    async def replay(*given: Any) -> Message:
        asked.append(given)
        return Message("It is there.")

    return SimpleNamespace(replay=replay)


async def test_progress_is_told_at_once_and_then_now_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Any = Asked()
    progress = history_commands.Progress(asked)
    times = iter((100.0, 100.1, 102.9, 103.0, 104.0))
    monkeypatch.setattr(progress, "_loop", SimpleNamespace(time=lambda: next(times)))
    progress._next = 0.0
    for number in range(5):
        await progress(str(number))
    assert asked.edits == ["0", "3"]


async def test_progress_that_cannot_be_told_stops_nothing() -> None:
    unwell: Any = Asked(unwell=True)
    await history_commands.Progress(unwell)("half")
    late: Any = Asked(expired=True)
    await history_commands.Progress(late)("half")
    assert late.edits == []


async def test_a_late_answer_comes_by_direct_message() -> None:
    for expired in (False, True):
        asked: Any = Asked(expired=expired)
        given: list[Any] = []
        await history_commands.draw(replays(given), asked, "k7f3", "fast")
        assert given[0][:4] == ("k7f3", 11, "fast", 1000), "the limit that Discord told"
        assert (asked.edits, asked.letters) == (([], ["It is there."]) if expired else (["It is there."], []))


MIB = 1024 * 1024


class Boosted(Asked):
    """In a server that takes larger files than direct messages do. `late`: it expires while it is drawn."""

    def __init__(self, late: bool = False, strict: int = 0) -> None:
        super().__init__()
        self.late, self.strict = late, strict
        self.filesize_limit = 50 * MIB
        self.sizes: list[tuple[str, int]] = []

    async def edit_original_response(self, *, attachments: list[discord.File], **_: Any) -> None:
        size = len(attachments[0].fp.read())
        if self.strict and size > self.strict:
            large: Any = SimpleNamespace(status=413, reason="Request entity too large")
            raise discord.HTTPException(large, {"code": 40005, "message": "Request entity too large"})
        self.sizes.append(("answer", size))

    async def _send(self, *, files: list[discord.File], **_: Any) -> None:
        self.sizes.append(("letter", len(files[0].fp.read())))


def full(asked: Any, drawn: list[int]) -> Any:
    """Replays as large as they may be; those of many minutes come when the answer is possible no more."""

    async def replay(table: str, user: int, speed: str, most: int, *_: Any) -> Message:
        drawn.append(most)
        asked.expired = asked.late
        return Message("It is there.", Picture("r.gif", bytes(most), "A replay."))

    return SimpleNamespace(replay=replay)


@pytest.mark.parametrize(
    ("asked", "drawn", "came"),
    [
        (Boosted(), [50 * MIB], ("answer", 50 * MIB)),
        (Boosted(late=True), [50 * MIB, 10 * MIB], ("letter", 10 * MIB)),
        (Boosted(strict=25 * MIB), [50 * MIB, 10 * MIB], ("answer", 10 * MIB)),
    ],
)
async def test_it_is_as_large_as_the_place_where_it_goes_takes(
    asked: Any, drawn: list[int], came: tuple[str, int]
) -> None:
    made: list[int] = []
    await history_commands.draw(full(asked, made), asked, "k7f3", "fast")
    assert made == drawn and asked.sizes == [came]


async def test_there_and_back(world: World) -> None:
    ada, ben, eve = world.player("ada"), world.player("ben"), world.player("eve")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    said = await eve.slash("history", turn="start")
    assert said.private and "· the start" in said.text
    turns = {"Last ⏭": "turn 2", "◀ Back": "turn 1", "⏮ First": "the start", "Next ▶": "turn 1"}
    for label, turn in turns.items():
        said = await eve.click(said.message, label)
        assert said.private and f"· {turn}\n" in said.text
    said = await eve.click(game.post, "History")
    assert said.private and "· turn 2" in said.text
    form = await eve.click(said.message, "Jump…")
    said = await eve.submit(form, turn="page 3")
    assert "· turn 2" in said.text and "-Last ⏭" in buttons(said.message)
    said = await eve.slash("history", turn="nine")
    assert said.private and "has no turn “nine”. Try one of these: 1 to 2, start, end." in said.text

    said = await eve.slash("export")
    [file] = said.message.attachments
    assert said.private and file.filename == f"{game.code}-so-far.json"
    data = await file.read()
    assert json.loads(data)["seed"] is None
    assert await eve.offered(game.code[:2], "table", "export") == [game.code]

    said = await eve.slash("import", record=("x.json", b"{}"))
    assert said.private and said.text == history_words.NO_RECORD
    said = await eve.slash("import", record=("x.json", data))
    assert said.private and said.text == history_words.CHANNEL_TAKEN(code=game.code)

    await ben.click((await ben.slash("concede")).message, "Yes, I concede")
    said = await eve.slash("import", record=("x.json", data), deadline="2d")
    assert said.private and "you're its host" in said.text
    await world.settle()
    post = world.channel.last_message
    assert post is not None and "a game goes on here" in words(post)
    assert buttons(post) == ["Join", "Leave", "-Start", "Close"]
    for player, seat in ((ben, "dark"), (eve, "light")):
        await player.click(post, "Join")
        await player.choose(post, seat)
    assert options(menus(post)[0]) == ["any", "dark", "light"]
    await eve.click(post, "Start")
    await world.settle()
    last = world.channel.last_message
    assert last is not None and "the game goes on · turn 3" in words(last) and "**Next:** <@" in words(last)
    said = await ben.slash("order", order="e6-e5")
    assert "e6" in said.text
    said = await ada.slash("export", table=game.code)
    [file] = said.message.attachments
    said = await eve.slash("import", record=("x.json", await file.read()))
    assert "doesn't count for ratings" in said.text
