"""What one faction orders or writes reaches nobody else before its time.

The others look at everything that they can look at, before and after: all must be the same, words, ids, names
of files and every byte of every picture. And while nobody looks, nothing may happen that they would notice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.engine.text import READY_COUNT
from tests.bot.world import text

from .conftest import StartBot
from .loopback import BotProcess, Channel, Loopback, Post, User
from .loopback.faults import Call, path_matches
from .newyork import PEOPLE, RULES, SEASONS, NewYork, begin_newyork
from .play import quiet

pytestmark = pytest.mark.soak

Look = tuple[str, str, str, tuple[tuple[str, bytes], ...]]
"""What somebody looked at: what it was, words, ids and choices, files."""

DROPPED = ("morningside", "upper hudson")
"""Tower orders moves there and then others: nobody ever learns of these."""
NONSENSE = "zanzibarra"


async def looks(game: NewYork, *users: User) -> list[Look]:
    """All that these people can look at."""
    found: list[Look] = []
    for user in users:
        found += await looks_of(game, user)
    return found


async def looks_of(game: NewYork, user: User) -> list[Look]:
    hall, begun = game.hall, game.call
    asked = [
        ("board", {}),
        ("board", {"zoom": "cloisters"}),
        ("board", {"mine": True}),
        ("history", {}),
        ("games", {}),
        ("orders", {}),
        ("letters", {}),
        ("why", {"unit": "tower 1"}),
        ("order", {"order": "8 hold; 9 harlem"}),  # refused
    ]
    found = []
    for name, options in asked:
        answer = await user.slash(hall, name, **options)
        assert answer.ephemeral, f"/{name} is for one's own eyes"
        found.append(look(f"{user.name} /{name} {options}", answer.post))
    for button in ("Board", "My orders", "History", begun):
        post = begun if isinstance(button, Post) else (await user.press(begun, button)).post
        found.append(look(f"{user.name} {button}", post))
    return [*found, *await typing(game, user)]


async def typing(game: NewYork, user: User) -> list[Look]:
    """What is offered to somebody who types."""
    found: list[Look] = []
    for command, option, typed in (
        ("order", "order", ""),
        ("order", "order", "1 s tower"),
        ("why", "unit", "tower"),
        ("board", "zoom", "har"),
        ("press", "to", ""),
        ("letters", "with", ""),
        ("orders", "table", ""),
        ("board", "table", ""),
    ):
        raw = await user.autocomplete_raw(game.hall, command, option, typed)
        found.append((f"{user.name} types {option} of /{command}: {typed!r}", "", json.dumps(raw), ()))
    return found


def look(what: str, post: Post) -> Look:
    """Ids of menus say when they were made, so that none comes twice: that may differ."""
    ids = re.sub(r"(:\d)\.[0-9a-f]+\.", r"\1.now.", json.dumps(post.model.components))
    ids = re.sub(r"/attachments/\d+/\d+/|\"attachment_id\": \"\d+\"", "file", ids)
    return what, post.text, ids, tuple(sorted(post.files.items()))


def assert_same(before: Sequence[Look], after: Sequence[Look]) -> None:
    assert len(before) == len(after)
    for was, now in zip(before, after, strict=True):
        assert was == now, f"{was[0]} tells something: {was[1:3]} became {now[1:3]}, files {files(was, now)}"


def files(was: Look, now: Look) -> list[str]:
    return [f"{name}: {len(data)} bytes" for look in (was, now) for name, data in look[3]]


class Watch:
    """All that the bot does from here on, and what reaches people without their asking."""

    def __init__(self, game: NewYork, *others: User) -> None:
        self.game, self.discord, self.others = game, game.discord, others
        self.first = len(self.discord.calls)
        self.seen = {user: set(self.discord.seen_by(user)) for user in others}
        self.presences = len(self.discord.gateway.presences)

    def reached(self, *actors: User) -> list[Call]:
        """The calls that somebody besides these people may notice: not answers to what they did themselves,
        nor messages to them, nor mere reading."""
        own = {f"/channels/{actor.inbox.id}" for actor in actors}
        found = []
        for call in self.discord.calls[self.first :]:
            assert call.reason is None, f"the audit log gets {call.reason!r}"
            mine = any(call.path.startswith(f"{path}/") for path in own) or call.is_interaction
            opens = path_matches("/users/@me/channels", call.path) and (
                int(call.json["recipient_id"]) in {actor.id for actor in actors}
            )
            if call.method != "GET" and not mine and not opens:
                found.append(call)
        return found

    def assert_nobody_noticed(self, *actors: User, but: Sequence[Channel] = ()) -> None:
        """Nothing reached the others, besides what went to these channels."""
        paths = tuple(f"/channels/{channel.id}/" for channel in but)
        noticed = [call for call in self.reached(*actors) if not call.path.startswith(paths or "-")]
        assert not noticed, [(call.method, call.path, call.json) for call in noticed]
        for user in self.others:
            if user.inbox not in but:
                new = set(self.discord.seen_by(user)) - self.seen[user]
                assert not new, f"{user.name} got {new}"
        assert len(self.discord.gateway.presences) == self.presences


def words_of(orders: str) -> set[str]:
    """The spaces in orders, as keys and as names."""
    found = set()
    for line in RULES.notation.parse("tower", orders):
        key = getattr(line, "target", "")
        if key:
            found |= {key, RULES.map.name(key).lower()}
    return found


def said(text: str, words: Iterable[str]) -> list[str]:
    """Which of the words stand in the text."""
    low = text.lower()
    return [word for word in words if re.search(rf"(?<![0-9a-z_]){re.escape(word)}(?![0-9a-z_])", low)]


# ------------------------------------------------------------------------------------- sheets


async def test_sheets(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """One sheet, given in every way, wrongly too, changed, made ready, over a crash; `ready=hidden`, at
    LOG_LEVEL=DEBUG in both formats."""
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members(*PEOPLE)
    stranger = guild.member("stranger")
    bot = await fieldpost(env={"FIELDPOST_LOG_LEVEL": "DEBUG", "FIELDPOST_LOG_FORMAT": "json"})
    game = await begin_newyork(discord, hall, people, options="ready=hidden")
    tower, others = game.seats["tower"], [*people[1:], stranger]
    curious = (game.seats["papst"], stranger)
    await quiet(discord, bot, tmp_path)
    before = await looks(game, *curious)
    assert not game.tally and not any("of 7**" in words for _, words, _, _ in before)

    offered = await typing(game, curious[0])
    await game.by_text("tower", "2 morningside")
    assert_same(offered, await typing(game, curious[0]))
    watch = Watch(game, *others)
    await give_in_all_ways(game)
    await quiet(discord, bot, tmp_path)
    watch.assert_nobody_noticed(tower)
    assert_same(before, await looks(game, *curious))

    watch = Watch(game, *others)
    bot.env["FIELDPOST_LOG_FORMAT"] = "text"
    bot.kill_on_call("POST", tower.inbox.messages_path, when="after")
    tower.dm(f"{game.table} 1 harlem; 3 {NONSENSE}")
    assert await bot.gone() == -9
    await bot.start()
    discord.faults.drop("POST", tower.inbox.messages_path)
    await game.by_text("tower", "3 hold; 1 harlem")
    await game.ready("tower")
    await game.unready("tower")
    await game.ready("tower")
    await quiet(discord, bot, tmp_path)
    watch.assert_nobody_noticed(tower)
    assert_same(before, await looks(game, *curious))

    seen = {user: texts(discord, user) for user in others}
    for seat in ("papst", "rossoni", "christofori", "dunning", "greene", "hamblet"):
        await game.by_slash(seat, SEASONS[0][seat], send=True)
    await game.told(1)
    await quiet(discord, bot, tmp_path)
    await game.assert_told(1)
    for user in others:
        new = "\n".join(texts(discord, user) - seen[user])
        assert said(new, ["harlem"]), "the judge sees what is told"
        assert not said(new, DROPPED), f"{user.name} learns what Tower had wanted before"
    await check_output(bot, discord.token, game)
    kept = {path.name for path in tmp_path.rglob("*.*")}  # noqa: ASYNC240
    assert kept <= {f"fieldpost.sqlite3{more}" for more in ("", "-wal", "-shm", "-journal", ".lock")}


async def give_in_all_ways(game: NewYork) -> None:
    """Tower's sheet."""
    tower, hall = game.seats["tower"], game.hall
    await game.by_text("tower", "1 morningside; 2 upper hudson; relocate harlem; disband 3")
    await game.by_menus("tower", "1 support 2 to morningside", "2 move morningside", "3 move upper_hudson")
    await game.by_form("tower", "1 upper hudson\n2 harlem river\n3 hold")
    await game.by_slash("tower", "1 morningside")
    await tower.autocomplete(hall, "order", "order", "2 mo")
    await game.written(tower, f"1 {NONSENSE}; 2 move bayonne", "Nothing has changed")
    await tower.slash(hall, "order", order=f"4 {NONSENSE}", send=True)
    await tower.slash(hall, "board", mine=True)
    await tower.press(game.call, "My orders")
    game.discord.faults.fail("PATCH", "/webhooks/**", 500, times=6)
    await tower.slash(hall, "order", order="1 harlem; 2 harlem river", timeout=0.5, ack=True)
    await game.discord.until(lambda: not game.discord.faults.planned[-1].strikes < 1, what="a lost answer")
    game.discord.faults.clear()


def texts(discord: Loopback, user: User) -> set[str]:
    """All lines that this person could read, captions, ids and names of files too."""
    found: set[str] = set()
    for sighting in discord.seen_by(user):
        found |= {*sighting.text.splitlines(), *(name for name, _ in sighting.files)}
    return found


async def check_output(bot: BotProcess, token: str, game: NewYork) -> None:
    """Debug logs in both formats tell of no order, no salt and no token, then or later."""
    assert any(line.startswith('{"at"') for line in bot.lines)
    assert any(" INFO " in line for line in bot.lines)
    words = {NONSENSE, "morningside", *DROPPED}
    for sheet in SEASONS[0].values():
        words |= words_of(sheet)
    assert not said(bot.output, words)
    lock = await game.opened(1)
    salts = [lock.salt(seat) for seat in lock.sheets]
    assert len(salts) == 7 and not said(bot.output, salts)
    assert token not in bot.output


async def test_how_many_are_ready_is_all_that_shows(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """With `ready=shown`: edits of one number in one post, some seconds apart, and never a message."""
    hall = (guild := discord.guild()).channel("hall")
    people = guild.members(*PEOPLE)
    stranger = guild.member("stranger")
    bot = await fieldpost()
    game = await begin_newyork(discord, hall, people)
    tower, papst = game.seats["tower"], game.seats["papst"]
    await quiet(discord, bot, tmp_path)
    before, call = await looks(game, papst, stranger), game.call

    watch = Watch(game, *people[1:], stranger)
    await game.by_text("tower", "1 harlem; 2 harlem river")
    await game.by_menus("tower", "3 support 1 to harlem")
    await game.written(tower, f"1 {NONSENSE}", "Nothing has changed")
    await quiet(discord, bot, tmp_path)
    watch.assert_nobody_noticed(tower)

    words = call.text
    await game.ready("tower")  # and back, several times in some seconds
    await game.unready("tower")
    await game.ready("tower")
    await game.by_text("tower", "2 hold")
    await game.ready("tower")
    await quiet(discord, bot, tmp_path)
    assert game.tally == "1 of 7" and game.call == call
    assert call.text != words and untold(call.text) == words
    ready = untallied(await looks(game, papst, stranger))
    await game.unready("tower")
    await quiet(discord, bot, tmp_path)
    assert call.text == words
    edits = watch.reached(tower)
    assert 2 <= len(edits) <= 4
    for edit in edits:
        assert (edit.method, edit.path) == ("PATCH", f"{hall.messages_path}/{call.id}")
        assert untold(text(edit.json)) == words and len(edit.files) == 0
    assert all(late.at - early.at > 2 for early, late in pairwise(edits))

    assert_same(before, ready)


def untallied(found: Sequence[Look]) -> list[Look]:
    return [(what, untold(words), untold(ids), shown) for what, words, ids, shown in found]


def untold(words: str) -> str:
    return words.replace(READY_COUNT(done=1, all=7), READY_COUNT(done=0, all=7))


# ------------------------------------------------------------------------------------- letters


async def test_letters(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Signed and unsigned ones, an answer, closed direct messages, private threads."""
    guild = discord.guild()
    halls, people = (guild.channel("hall"), guild.channel("hall-2")), guild.members(*PEOPLE)
    stranger = guild.member("stranger")
    bot = await fieldpost(env={"FIELDPOST_LOG_LEVEL": "DEBUG"})
    game, threads = [
        await begin_newyork(discord, hall, people, options=options)
        for hall, options in zip(halls, ("anonymous=yes", "press=threads"), strict=True)
    ]
    tower, papst, dunning, hamblet = (game.seats[seat] for seat in ("tower", "papst", "dunning", "hamblet"))
    await quiet(discord, bot, tmp_path)
    before = await looks(game, papst, stranger)
    everyone = [*people, stranger]

    unsigned = []
    for writer in (tower, dunning):
        known = texts(discord, hamblet)
        watch = watching(game, everyone, but=(writer, hamblet))
        said_to_writer = await write(game, writer, "hamblet", text="Quicksand", anonymous=True)
        number = re.search(r"no\. (\d+) is yours", said_to_writer)
        assert number is not None
        letter = await hamblet.inbox.wait_for(f"no. {number[1]}")
        form = await hamblet.press(letter, "Reply")
        await hamblet.submit(form, {"Your letter": "Quicksand? Who are you?"})
        await writer.inbox.wait_for("> Quicksand? Who are you?")
        await hamblet.slash(game.hall, "letters")
        await quiet(discord, bot, tmp_path)
        watch.assert_nobody_noticed(writer, hamblet)
        told = "\n".join(sorted(texts(discord, hamblet) - known))
        assert "Quicksand" in letter.text and told
        assert not said(told, [writer.name, str(writer.id)])
        unsigned.append((letter.text.splitlines()[:-1], [*letter.buttons.items()]))
    first, second = (re.sub(r"(no\. |:)\d+\b", "N", str(each)) for each in unsigned)
    assert first == second, "the same letter, whoever wrote it"

    watch = watching(game, everyone, but=(tower, hamblet))
    await write(game, tower, "hamblet", text="Quagmire at dawn")
    letter = await hamblet.inbox.wait_for("> Quagmire at dawn")
    form = await hamblet.press(letter, "Reply")
    await hamblet.submit(form, {"Your letter": "Quagmire it is"})
    await tower.inbox.wait_for("> Quagmire it is")
    await game.written(tower, "press hamblet: Quagmire twice", "on its way")
    await quiet(discord, bot, tmp_path)
    watch.assert_nobody_noticed(tower, hamblet)

    papst.close_dms()
    await write(game, tower, "papst", text="Quagmire at dusk")
    call = await game.hall.wait_for(f"<@{papst.id}>, a letter has come for you")
    shown = await papst.press(call, "Read your letters")
    assert "Quagmire at dusk" in shown.text and shown.ephemeral
    refused = await stranger.press(call, "Read your letters")
    assert refused.ephemeral and game.table in refused.text and "Quagmire" not in refused.text
    papst.open_dms()
    await quiet(discord, bot, tmp_path)

    await write(threads, tower, "hamblet", text="Quagmire in private")
    thread = (await discord.until(threads.hall.threads, what="a thread"))[0]
    await thread.wait_for("Quagmire in private")
    await quiet(discord, bot, tmp_path)
    assert thread.thread_members == {discord.bot_id, tower.id, hamblet.id}

    await bot.restart()
    await quiet(discord, bot, tmp_path)
    after = await looks(game, dunning, stranger)
    assert any("Quicksand" in words for _, words, *_ in after), "Dunning reads its own"
    assert_same(before[len(before) // 2 :], after[len(after) // 2 :])
    for user in everyone:
        if user not in (tower, hamblet):
            discord.assert_no_leak(
                user, "Quagmire i", "Quagmire at dawn", "Quagmire twice", thread.name or ""
            )
        if user not in (tower, hamblet, papst):
            discord.assert_no_leak(user, "Quagmire")
        if user not in (tower, hamblet, dunning):
            discord.assert_no_leak(user, "Quicksand")
    assert not said(bot.output, ["quagmire", "quicksand"])


def watching(game: NewYork, everyone: Sequence[User], but: Sequence[User]) -> Watch:
    return Watch(game, *(user for user in everyone if user not in but))


async def write(game: NewYork, user: User, to: str, **options: Any) -> str:
    """/press; what the writer reads."""
    answer = await user.slash(game.hall, "press", to=to, table=game.table, **options)
    assert answer.ephemeral
    return answer.text
