"""Puzzles: one a day in a server's channel, tried in private; the first answer counts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.message import Message
from bot.features.boards.board import Stale
from bot.features.boards.desk import BoardDesk
from bot.features.puzzles import posting, text
from bot.features.puzzles.posting import MOST_FAILED, PuzzlePosts
from bot.features.puzzles.solving import Solving, others_of, task_of
from bot.features.puzzles.stock import day_of, of_day
from bot.outbox.messenger import Unreachable
from bot.storage.records import Board, Post, PuzzleAnswer, PuzzlePlace
from bot.storage.rows import find, first
from engines.puzzles import Puzzle
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, PostOffice, labels, post_office
from tests.bot.privacy.people import forget
from tests.bot.quick_engine import Quick, by_turns
from tests.bot.world import World, buttons, words

GUILD = 1
UNTIL_18 = 10 * HOUR + 1
"""The tests' clock begins at 8:00 UTC."""
PUZZLE = Puzzle(
    game="cic",
    rules_version=1,
    position={
        "to_move": "light",
        "pieces": {
            "light": {"a1": "C", "e5": "F", "b1": "T", "c1": "A"},
            "dark": {"h8": "C", "e7": "A", "d8": "S", "g8": "T"},
        },
    },
    seat="light",
    solution="e5xh8",
    value=999,
    second=100,
    theme="win",
    line="Captures the Commander.",
)
OTHER = replace(
    PUZZLE,
    seat="light",
    solution="e5xe7",
    theme="gain",
    line="Captures the Amphibian.",
    then=("h8-g7",),
    position={**PUZZLE.position, "quiet": 1},
)


@pytest.fixture(autouse=True)
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stock has two puzzles: even days have one, odd days the other."""
    known = {puzzle.key: puzzle for puzzle in (PUZZLE, OTHER)}
    for module in ("stock", "solving", "posting"):
        monkeypatch.setattr(f"bot.features.puzzles.{module}.stock", lambda: known)


@pytest.fixture
def desk(office: PostOffice) -> BoardDesk:
    return office.services.board_desks["puzzle"]


@pytest.fixture
def solving(office: PostOffice) -> Solving:
    return office.services.solving


@pytest.fixture
def posts(office: PostOffice) -> PuzzlePosts:
    return office.services.puzzle_posts


async def give(office: PostOffice, board: str, order: str, user: int = HOST) -> str:
    boards, mode = office.services.boards, office.services.solving
    found = await boards.read(board, user)
    await boards.give(board, user, found.board.edits, mode.seat(found), order)
    await boards.ready(board, user, found.board.edits + 1, mode.seat(found))
    return await mode.ready(board, user)


async def begun(office: PostOffice) -> int:
    """A server with a puzzle each day, of which the first stands; its day."""
    await office.services.puzzle_posts.turn_on(GUILD, CHANNEL, 18)
    await office.pass_time(UNTIL_18)
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None and place.day
    return place.day


def posted(office: PostOffice) -> list[Message]:
    return [message for _, message in office.messenger.channels.get(CHANNEL, [])]


# -- solving


async def test_a_wrong_answer_says_what_it_is_answered_with(
    office: PostOffice, solving: Solving, desk: BoardDesk, engine: type[Quick]
) -> None:
    engine.answer = by_turns("d8-d7")
    board = await solving.open(HOST, PUZZLE.key)
    shown = await desk.desk(board, HOST)
    assert "Light to move" in shown.text and text.TASK(task=text.WIN) in shown.words
    assert labels(shown) == ["-Send", "Type…", text.SOLUTION, text.ANOTHER]
    assert await give(office, board, "e5xe7") == "", "no day's puzzle: nothing counts"
    shown = await desk.desk(board, HOST)
    assert text.WRONG_REPLY(order="e5xe7", seat="Dark", reply="d8-d7", others=text.ONLY_WIN) in shown.text
    assert PUZZLE.solution not in shown.words
    await give(office, board, "e5xh8")
    shown = await desk.desk(board, HOST)
    assert text.RIGHT(order="e5xh8", why=PUZZLE.line, others=text.ONLY_WIN) in shown.text
    assert labels(shown) == [text.ANOTHER]
    assert await office.read(find, PuzzleAnswer) == []


async def test_a_reply_that_cannot_be_had(office: PostOffice, solving: Solving, desk: BoardDesk) -> None:
    board = await solving.open(HOST, PUZZLE.key)

    async def failing(*_: object, **__: object) -> None:
        raise JobFailed("think")

    office.renderer.think = failing  # type: ignore[method-assign]
    await give(office, board, "e5xe7")
    assert text.WRONG(order="e5xe7", others=text.ONLY_WIN) in (await desk.desk(board, HOST)).text


async def test_the_solution_is_shown_on_request(
    office: PostOffice, solving: Solving, desk: BoardDesk
) -> None:
    board = await solving.open(HOST, OTHER.key)
    await solving.solution(board, HOST, 0)
    shown = await desk.desk(board, HOST)
    assert (
        text.GIVEN_UP(order="e5xe7", why=OTHER.line, others=text.OTHERS_LESS) in shown.text
        and "`h8-g7`" in shown.text
    )
    assert labels(shown) == [text.ANOTHER]
    found = await office.services.boards.read(board, HOST)
    assert found.board.at == 1 and "e7" in found.game.dump(found.state)["pieces"]["light"]


@pytest.mark.parametrize(
    ("theme", "second", "task", "others"),
    [
        ("win", 100, text.WIN, text.ONLY_WIN),
        ("win", -990, text.WIN, text.OTHERS_LOSE),
        ("gain", 100, text.GAIN, text.OTHERS_LESS),
        ("gain", -200, text.AHEAD, text.OTHERS_LOSE_MUCH),
        ("gain", -990, text.AHEAD, text.OTHERS_LOSE),
        ("hold", -200, text.HOLD, text.OTHERS_LOSE_MUCH),
        ("hold", -990, text.HOLD, text.OTHERS_LOSE),
    ],
)
def test_what_is_looked_for_and_what_all_others_come_to(
    theme: str, second: int, task: str, others: str
) -> None:
    puzzle = replace(PUZZLE, theme=theme, second=second)
    assert (task_of(puzzle), others_of(puzzle)) == (task, others)


async def test_that_the_first_answer_counts_is_said_before(
    office: PostOffice, solving: Solving, desk: BoardDesk
) -> None:
    day = await begun(office)
    assert text.FIRST_COUNTS in posted(office)[0].text
    right = PUZZLE if of_day(day).key == PUZZLE.key else OTHER
    board = await solving.open(HOST, right.key, day, GUILD)
    assert text.FIRST_COUNTS in (await desk.desk(board, HOST)).text
    await give(office, board, right.solution)
    assert text.FIRST_COUNTS not in (await desk.desk(board, HOST)).text
    board = await solving.next(board, HOST, (await office.services.boards.read(board, HOST)).board.edits)
    assert text.FIRST_COUNTS not in (await desk.desk(board, HOST)).text, "no day's puzzle"
    board = await solving.open(HOST, right.key, day, GUILD)
    assert text.FIRST_COUNTS not in (await desk.desk(board, HOST)).text, "it has been answered"


async def test_only_the_first_answer_counts(office: PostOffice, solving: Solving) -> None:
    day = await begun(office)
    key = of_day(day).key
    right, wrong = (PUZZLE, "e5xe7") if key == PUZZLE.key else (OTHER, "e5-e6")
    board = await solving.open(HOST, key, day, GUILD)
    assert await give(office, board, wrong) == text.FIRST_COUNTED
    assert await give(office, board, wrong) == ""
    await give(office, board, right.solution)
    [answer] = await office.read(find, PuzzleAnswer)
    assert (answer.user_id, answer.day, answer.guild_id, answer.solved) == (HOST, day, GUILD, False)
    board = await solving.open(GUEST, key, day, GUILD)
    await give(office, board, right.solution, GUEST)
    note = (await office.services.boards.read(board, GUEST)).board.about["note"]
    assert text.NAMED in note
    answer = await office.read(first, PuzzleAnswer, user_id=GUEST, day=day)
    assert answer is not None and answer.solved


async def test_asking_for_the_solution_is_an_answer(office: PostOffice, solving: Solving) -> None:
    day = await begun(office)
    board = await solving.today(HOST, GUILD)
    await solving.solution(board, HOST, 0)
    await solving.another(HOST)  # the board is gone: and once more
    board = await solving.open(HOST, of_day(day).key, day, GUILD)
    await give(office, board, of_day(day).solution)
    [answer] = await office.read(find, PuzzleAnswer)
    assert not answer.solved


async def test_one_comes_back_to_ones_board(office: PostOffice, solving: Solving) -> None:
    board = await solving.today(HOST, None)
    assert await solving.today(HOST, None) == board
    [before] = await office.read(find, Board, user_id=HOST)
    assert await solving.next(board, HOST, before.edits) == board, "in its place"
    [after] = await office.read(find, Board, user_id=HOST)
    assert after.about["puzzle"] != before.about["puzzle"]
    for deed in (solving.next, solving.solution):
        with pytest.raises(Stale):
            await deed(board, HOST, before.edits)
    assert await office.read(find, Board, user_id=HOST) == [after]


async def test_a_kill_while_a_reply_is_thought_about(
    office: PostOffice, solving: Solving, desk: BoardDesk
) -> None:
    """What was sent is stored; whoever presses again goes on."""
    day = await begun(office)
    key = of_day(day).key
    board = await solving.open(HOST, key, day, GUILD)
    think = office.renderer.think

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    office.renderer.think = killed  # type: ignore[method-assign]
    with pytest.raises(asyncio.CancelledError):
        await give(office, board, "e5-e6")
    assert await office.read(find, PuzzleAnswer) == []
    office.renderer.think = think  # type: ignore[method-assign]
    assert await desk.mode.ready(board, HOST) == text.FIRST_COUNTED
    assert len(await office.read(find, PuzzleAnswer)) == 1


async def test_nobody_else_has_a_board_and_unknown_puzzles_are_refused(
    solving: Solving, desk: BoardDesk
) -> None:
    board = await solving.open(HOST, PUZZLE.key)
    for deed in (desk.desk(board, GUEST), solving.solution(board, GUEST, 0), solving.ready(board, GUEST)):
        with pytest.raises(Refused, match="isn't there"):
            await deed
    with pytest.raises(Refused, match="isn't there"):
        await solving.open(HOST, "00000000")
    with pytest.raises(Refused, match="no puzzles of New York 2047"):
        await solving.another(HOST, "newyork2047")


# -- the post of a day


@pytest.mark.postgresql
async def test_a_puzzle_each_day_with_the_last_ones_solution(office: PostOffice, solving: Solving) -> None:
    day = await begun(office)
    [post] = posted(office)
    today = of_day(day)
    assert post.text.startswith(text.HEAD(game="Commander-In-Chief")) and labels(post) == [text.SOLVE]
    assert post.picture is not None and today.solution not in post.words
    for user, order in ((HOST, today.solution), (GUEST, "e5-e6")):
        await give(office, await solving.open(user, today.key, day, GUILD), order, user)
    elsewhere = await solving.open(13, today.key, day, 2)
    await give(office, elsewhere, today.solution, 13)
    await office.pass_time(DAY)
    [_, post] = posted(office)
    assert text.BEFORE(game="Commander-In-Chief", order=today.solution, why=today.line) in post.words
    assert text.SOLVED_BY(who=f"<@{HOST}>") in post.words and post.mentions == ()
    assert of_day(day + 1).key != today.key and of_day(day + 1).solution not in post.words
    await office.pass_time(DAY)
    assert text.NOBODY in posted(office)[-1].words


async def test_whoever_is_forgotten_is_not_named(office: PostOffice, solving: Solving) -> None:
    day = await begun(office)
    today = of_day(day)
    await give(office, await solving.open(HOST, today.key, day, GUILD), today.solution)
    await forget(office, HOST, "Ada")
    assert await office.read(find, PuzzleAnswer) == []
    await office.pass_time(DAY)
    assert f"<@{HOST}>" not in posted(office)[-1].words and text.NOBODY in posted(office)[-1].words


@pytest.mark.postgresql
async def test_whoever_wishes_so_is_counted_but_not_named(office: PostOffice, solving: Solving) -> None:
    """Also if the wish comes after the answer; and it can be taken back."""
    for users, unnamed, told in (
        ((HOST, GUEST), {HOST, GUEST}, text.SOLVED_BY_UNNAMED(n=2)),
        ((HOST, GUEST), {HOST}, text.SOLVED_BY(who=f"<@{GUEST}> and 1 more")),
        ((HOST,), set[int](), text.SOLVED_BY(who=f"<@{HOST}>")),
    ):
        day = await begun(office) if not posted(office) else (await _place(office)).day
        today = of_day(day)
        for user in users:
            await solving.name(user, named=True)
            board = await solving.open(user, today.key, day, GUILD)
            await give(office, board, today.solution, user)
            told_then = (await office.services.board_desks["puzzle"].desk(board, user)).text
            assert text.NAMED in told_then
        for user in unnamed:
            assert (await solving.name(user, named=False)).text == text.WILL_NOT_NAME
        await office.pass_time(DAY)
        words = posted(office)[-1].words
        assert told in words
        assert all(f"<@{user}>" not in words for user in unnamed)


async def test_somebody_unnamed_reads_so(office: PostOffice, solving: Solving, desk: BoardDesk) -> None:
    day = await begun(office)
    await solving.name(HOST, named=False)
    board = await solving.open(HOST, of_day(day).key, day, GUILD)
    await give(office, board, of_day(day).solution)
    shown = (await desk.desk(board, HOST)).text
    assert text.COUNTED in shown and text.NAMED not in shown


async def _place(office: PostOffice) -> PuzzlePlace:
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None
    return place


async def test_the_hour_is_kept_and_a_day_has_one(office: PostOffice, posts: PuzzlePosts) -> None:
    """Whoever sets another hour, or stops and begins again, gets no second puzzle on a day."""
    day = await begun(office)
    now = office.clock.time
    hour = int(now % DAY // HOUR)
    if hour < 23:
        said = await posts.turn_on(GUILD, CHANNEL, hour + 1)
        assert (
            f"<t:{(day_of(now) + (day == day_of(now))) * int(DAY) + (hour + 1) * int(HOUR)}:f>" in said.text
        )
    await posts.turn_off(GUILD)
    await posts.turn_on(GUILD, CHANNEL, 18)
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None and place.next_at % DAY == 18 * HOUR and place.next_at > now
    await office.pass_time(3 * DAY)
    days = [post.key for post in await office.posts() if post.key.startswith("puzzle/")]
    assert len(days) == len(set(days))
    assert (await posts.turn_off(GUILD)).text == text.IS_OFF
    assert (await posts.turn_off(GUILD)).text == text.WAS_OFF
    before = len(posted(office))
    await office.pass_time(2 * DAY)
    assert len(posted(office)) == before


@pytest.mark.parametrize(("hours", "now", "later"), [(1, 2, 2), (13, 1, 2)])
async def test_what_is_long_over_is_left_out(office: PostOffice, hours: int, now: int, later: int) -> None:
    """After days without the bot there is one puzzle, that of the day; none that is half a day late."""
    day = await begun(office)
    office.clock.time += 3 * DAY + hours * HOUR
    await office.pass_time(0)
    assert len(posted(office)) == now
    await office.pass_time((24 - hours) * HOUR if later > now else HOUR)
    assert len(posted(office)) == later
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None and place.day == day + (3 if later == now else 4)


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_kill_neither_loses_nor_doubles_a_puzzle(tmp_path: Path, when: str) -> None:
    """Killed as the post is under way, before it arrives or after: the next run sends it once."""
    path = tmp_path / "bot.sqlite3"
    async with post_office(path) as office:
        await office.services.puzzle_posts.turn_on(GUILD, CHANNEL, 18)

        async def killed(post: Post) -> None:
            raise asyncio.CancelledError

        setattr(office.messenger, when, killed)
        await office.pass_time(UNTIL_18)
        clock, messenger = office.clock, office.messenger
        setattr(messenger, when, None)
    async with post_office(path, clock, messenger) as office:
        await office.pass_time(120)
        assert len(posted(office)) == 1
        place = await office.read(first, PuzzlePlace, guild_id=GUILD)
        assert place is not None and place.next_at > clock.time


async def test_two_processes_queue_one(office: PostOffice, posts: PuzzlePosts) -> None:
    """Both have seen that it is due: the second one sees that it is done."""
    await posts.turn_on(GUILD, CHANNEL, 18)
    office.clock.time += UNTIL_18
    other = PuzzlePosts(office.context, office.services.solving)
    for each in (posts, other, posts):
        await office.write(each._post, GUILD)
    queued = [post for post in await office.posts() if post.key.startswith("puzzle/")]
    assert len(queued) == 1


async def test_a_channel_that_cannot_be_posted_to(office: PostOffice) -> None:
    """After a week of failures it stops; one that arrives begins the count anew."""
    await begun(office)

    async def refused(post: Post) -> None:
        raise Unreachable("it is gone")

    office.messenger.before = refused
    for _ in range(MOST_FAILED - 1):
        await office.pass_time(DAY)
    office.messenger.before = None
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None and place.failed == MOST_FAILED - 1
    await office.pass_time(DAY)
    place = await office.read(first, PuzzlePlace, guild_id=GUILD)
    assert place is not None and place.failed == 0
    office.messenger.before = refused
    for _ in range(MOST_FAILED):
        await office.pass_time(DAY)
    assert await office.read(find, PuzzlePlace) == []


async def test_old_answers_go(office: PostOffice, solving: Solving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "KEPT_DAYS", 2)
    day = await begun(office)
    await give(office, await solving.open(HOST, of_day(day).key, day, GUILD), of_day(day).solution)
    await office.pass_time(2 * DAY)
    assert len(await office.read(find, PuzzleAnswer)) == 1
    for _ in range(2):
        await office.pass_time(DAY)
    assert await office.read(find, PuzzleAnswer) == []


# -- in Discord


async def test_in_discord(world: World, engine: type[Quick]) -> None:
    mo, ada = world.moderator(manage_guild=True), world.player("ada")
    said = await mo.slash("setup puzzle", hour=int(world.clock.now() % DAY // HOUR + 1) % 24)
    assert said.private and f"<#{world.channel.id}>" in said.text
    said = await mo.slash("setup show")
    assert f"**Puzzle of the day:** in <#{world.channel.id}>" in said.text
    await world.pass_time(DAY / 24)
    post = world.channel.last_message
    assert post is not None and buttons(post) == [text.SOLVE] and "Puzzle of the day" in words(post)
    said = await ada.click(post, text.SOLVE)
    assert said.private and text.OF_TODAY in words(said.message)
    said = await ada.click(said.message, text.SOLUTION)
    assert "The solution is" in words(said.message)
    said = await ada.click(said.message, text.ANOTHER)
    assert buttons(said.message)[-2:] == [text.SOLUTION, text.ANOTHER]
    said = await ada.slash_dm("puzzle")
    assert text.OF_TODAY in words(said.message)
    said = await ada.slash("puzzle", game="cic")
    assert said.private and text.A_PUZZLE in words(said.message)
    await world.restart()
    said = await ada.click(post, text.SOLVE)
    assert said.private and text.OF_TODAY in words(said.message)
    said = await mo.slash("setup puzzle", off=True)
    assert said.text == text.IS_OFF
    assert text.NOWHERE in (await mo.slash("setup show")).text


async def test_the_bot_must_be_able_to_post(world: World) -> None:
    mo = world.moderator(manage_guild=True)
    hall = world.guild.create_category("no text")
    said = await mo.slash("setup puzzle", channel=hall)
    assert said.private and "I can't post in" in said.text
