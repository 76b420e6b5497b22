"""/replay as a use case: which frames, whose view, how large, and one at a time."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PIL import Image

from bot.common.errors import Refused
from bot.common.message import Message
from bot.features.history import replays
from bot.features.history import text as words
from bot.features.history.replays import (
    BEGIN,
    CHOICE,
    END,
    LATEST,
    LEAST,
    ORDER,
    PART,
    SAID,
    SHEETS,
)
from maps.replay import Reel, Shot, Still
from maps.replay.frames import part
from tests.bot import nemein, newyork, ww3
from tests.bot.clocks import MODERATOR
from tests.bot.parts import GUEST, HOST, NAMES, STRANGER, PostOffice, labels
from tests.bot.transactions import looking, writing

MiB = 1024 * 1024
Job = tuple[Reel, tuple[Shot, ...], Still | None]


@pytest.fixture
def drawn(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What the worker was given; it draws small pictures."""
    jobs: list[Job] = []
    work = office.renderer.work

    async def noted(job: Callable[..., Any], *args: Any) -> Any:
        assert job is part
        jobs.append((args[0], args[1], args[2]))
        return await work(job, *args)

    monkeypatch.setattr(office.renderer, "work", noted)
    monkeypatch.setattr(replays, "WIDTHS", (200, 140, 90))
    return jobs


def frames(jobs: Sequence[Job]) -> list[Shot]:
    return [shot for _, some, _ in jobs for shot in some]


async def replay(
    office: PostOffice, code: str, user: int = HOST, speed: str = "normal", most: int = 10 * MiB, **given: Any
) -> Message:
    told: list[str] = given.pop("told", [])

    async def progress(text: str) -> None:
        told.append(text)

    return await office.services.replays.replay(code, user, speed, most, progress, **given)


def gif(shown: Message) -> Any:
    assert shown.picture is not None
    image = Image.open(io.BytesIO(shown.picture.data))
    assert image.format == "GIF"
    return image


MOVES = ("e7-e6", "d2-d3", "d8-d7", "d3-d4")


@pytest.fixture
async def code(office: PostOffice) -> str:
    """A game of Commander-In-Chief with these moves made, Dark's first."""
    code = await office.game()
    for user, order in zip((HOST, GUEST) * 2, MOVES, strict=True):
        await office.send(code, user, order)
    return code


async def more(office: PostOffice, code: str, turns: int) -> None:
    """So many turns more, in each the first order that is legal."""
    for _ in range(turns):
        now = await office.snapshot(code)
        [seat] = now.phase.owing
        order = next(iter(now.game.legal(now.view(seat))))
        await office.send(code, now.player(seat).user_id, str(order))


# -- what is shown


async def test_a_running_game_from_its_start_until_now(
    office: PostOffice, drawn: list[Job], code: str
) -> None:
    shown = await replay(office, code)
    assert shown.text.startswith(f"### Commander-In-Chief `{code}` · replay\nAs Dark sees it, up to turn 4.")
    assert shown.small == "5 pictures · 9 s"
    assert shown.rows == (), "what is private stays so while the game runs"
    assert shown.picture is not None and shown.picture.name == f"{code}-replay.gif"
    assert shown.picture.alt == (
        f"Replay of Commander-In-Chief {code}: As Dark sees it, up to turn 4. 5 pictures."
    )
    assert gif(shown).n_frames == 5 and gif(shown).width == 200
    [(reel, some, before)] = drawn
    assert before is None and (reel.game, reel.of) == ("cic", 5)
    assert [(shot.heading, shot.line) for shot in some] == [
        ("The start", ""),
        ("Turn 1", "Dark: Amphibian e7-e6."),
        ("Turn 2", "Light: Amphibian d2-d3."),
        ("Turn 3", "Dark: Amphibian d8-d7."),
        ("Turn 4", "Light: Amphibian d3-d4."),
    ]
    assert [shot.caption for shot in some][:2] == [f"{code} · the start", f"{code} · after turn 1"]
    assert all("-" in shot.line and "*" not in shot.line for shot in some[1:])
    assert [shot.number for shot in some] == [1, 2, 3, 4, 5]
    assert [shot.ms for shot in some] == [BEGIN, ORDER, ORDER, ORDER, LATEST]


async def test_a_running_game_shows_each_step_in_the_viewers_own_view(
    office: PostOffice, drawn: list[Job]
) -> None:
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    await more(office, code, 2)
    newest = await office.snapshot(code)
    states = [(await at(office, code, seq)).state for seq in range(1, newest.table.seq + 1)]
    for seat, user in [*who.items(), (None, STRANGER)]:
        drawn.clear()
        shown = await replay(office, code, user)
        assert f"As {seat.title() if seat else 'everyone'} sees it, up to" in shown.text
        views = [shot.view for shot in frames(drawn)]
        assert views == [newest.game.view(state, seat) for state in states]
        assert views != [newest.game.view(newest.game.revealed(state), seat) for state in states]
        for shot in frames(drawn):
            assert all(event.seen_by is None for event in shot.events)


async def test_a_finished_game_hides_nothing_and_can_be_shown(office: PostOffice, drawn: list[Job]) -> None:
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    await office.services.orders.declare(code, who["red"], "concede", (await office.snapshot(code)).stamp)
    newest = await office.snapshot(code)
    assert newest.table.status == "over"
    shown = await replay(office, code, GUEST)
    assert newest.presenter.result(newest.outcome, newest.names()) in shown.text  # type: ignore[arg-type]
    assert labels(shown) == ["Show everyone"]
    *_, last, end = found = frames(drawn)
    assert (last.ms, end.heading, end.ms) == (SAID, "The end", END)
    winner = f"Silver ({NAMES[who['silver']]})"
    assert end.line == f"Silver wins: the other side gave up. Congratulations, {winner}!"
    assert end.number == drawn[0][0].of == last.number
    assert end.view == newest.game.view(newest.game.revealed(newest.state), None) == last.view
    assert gif(shown).n_frames == len(found) == newest.table.seq + 1
    again = await replay(office, code, GUEST, public=True)
    assert again.rows == () and again.picture == shown.picture


async def test_turns_that_were_taken_back_are_not_shown(
    office: PostOffice, drawn: list[Job], code: str
) -> None:
    await office.services.gm.undo(code, MODERATOR, "a wrong button")
    await office.send(code, GUEST, "d3-e3")
    shown = await replay(office, code)
    assert gif(shown).n_frames == 5
    assert [shot.heading for shot in frames(drawn)] == ["The start", "Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    assert "d3-e3" in frames(drawn)[-1].line


async def test_turns_of_new_york_and_the_choices_after_them(office: PostOffice) -> None:
    code = await newyork.storm(office)
    await newyork.all_ready(office, code)
    context = office.services.context
    async with looking(context.db) as tx:
        timeline = replays.timeline_of(context, tx, code, STRANGER, "normal")
    some = await replays.shots_at(context, timeline, range(3))
    assert [(shot.heading, shot.line) for shot in some] == [
        ("The start", "Spring 2047"),
        ("Turn 1", "Spring 2047"),
        ("Turn 2", "Adjustment after spring 2047"),
    ]
    assert [shot.ms for shot in some] == [BEGIN, SHEETS, LATEST]
    assert replays._usual(await at(office, code, 2), await at(office, code, 3)) == CHOICE
    assert some[1].events, "arrows show what was ordered"


async def at(office: PostOffice, code: str, seq: int) -> Any:
    async with looking(office.services.context.db) as tx:
        return office.services.context.snapshot(tx, code, seq)


async def test_a_broken_off_game(office: PostOffice, drawn: list[Job]) -> None:
    code = await nemein.in_office(office)
    async with writing(office.services.context.db) as tx:
        snapshot = office.services.context.snapshot(tx, code)
        office.services.turns.break_off(tx, snapshot, "Nobody was there.", office.clock.now())
    shown = await replay(office, code)
    assert words.NO_RESULT in shown.text
    assert frames(drawn)[-1].heading == "Broken off" and labels(shown) == ["Show everyone"]


async def test_nothing_to_show(office: PostOffice, drawn: list[Job]) -> None:
    lobby = await office.lobby(HOST, GUEST)
    with pytest.raises(Refused, match="hasn't started yet"):
        await replay(office, lobby.id)
    code = await office.game(channel=501)
    with pytest.raises(Refused, match="Nothing has happened in game"):
        await replay(office, code)
    with pytest.raises(Refused, match=words.UNKNOWN_SPEED(speeds="slow, normal or fast")):
        await replay(office, code, speed="warp")
    await office.send(code, HOST, "e7-e6")
    with pytest.raises(Refused, match="Until then everyone watches"):
        await replay(office, code, public=True)
    assert drawn == []


# -- how long


async def test_speeds(office: PostOffice, drawn: list[Job], code: str) -> None:
    for speed, factor in (("slow", 2), ("fast", 0.4)):
        drawn.clear()
        await replay(office, code, speed=speed)
        assert [shot.ms for shot in frames(drawn)][1:4] == [round(ORDER * factor)] * 3


async def test_long_games_are_quicker(
    office: PostOffice, drawn: list[Job], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(replays, "LONGEST", 5 * ORDER // 4)
    await replay(office, code)
    assert [shot.ms for shot in frames(drawn)] == [BEGIN // 4, 300, 300, 300, LATEST]
    drawn.clear()
    await replay(office, code, speed="fast")
    assert [shot.ms for shot in frames(drawn)][1] == LEAST


# -- how large


async def test_the_best_size_that_fits(office: PostOffice, drawn: list[Job], code: str) -> None:
    spare = replays.SPARE
    most = len(gif_bytes(await replay(office, code)))
    for room, width in ((most, 200), (most - 1000, 140), (most // 2, 90)):
        shown = await replay(office, code, most=room + spare)
        assert gif(shown).width == width and len(gif_bytes(shown)) <= room
        assert gif(shown).n_frames == 5 and "One of" not in shown.words
    least = len(gif_bytes(shown))
    shown = await replay(office, code, most=least - 1000 + spare)
    assert "one of 2 steps" in shown.small and gif(shown).n_frames == 3
    assert [shot.heading for shot in drawn[-1][1]] == ["The start", "Turn 2", "Turn 4"]
    assert [shot.number for shot in drawn[-1][1]] == [1, 2, 3] and drawn[-1][0].of == 3
    with pytest.raises(Refused, match="too large to send here"):
        await replay(office, code, most=100)


def gif_bytes(shown: Message) -> bytes:
    assert shown.picture is not None
    return shown.picture.data


async def test_some_frames_tell_how_large_a_long_one_will_be(
    office: PostOffice, drawn: list[Job], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(replays, "SAMPLES", 2)
    monkeypatch.setattr(replays, "SPARE", 0)
    await more(office, code, 1)
    whole = len(gif_bytes(await replay(office, code)))
    assert [len(some) for _, some, _ in drawn] == [2, 2, 6]
    drawn.clear()
    assert gif(await replay(office, code, most=whole * 2 // 3)).width < 200
    assert [reel.width for reel, _, _ in drawn][:2] == [200, 200] and drawn[2][0].width < 200, "not tried"
    drawn.clear()
    await replay(office, code, most=whole // 3)
    assert drawn[2][0].width == 90 and drawn[2][0].of < 6, "steps are left out from the beginning"


# -- one after the other


async def test_it_is_drawn_part_by_part(office: PostOffice, drawn: list[Job], code: str) -> None:
    await more(office, code, 4)
    told: list[str] = []
    shown = await replay(office, code, told=told)
    drawing = drawn[-2:]
    assert [len(some) for _, some, _ in drawing] == [PART, 9 - PART]
    assert [before is None for _, _, before in drawing] == [True, False]
    assert gif(shown).n_frames == 9
    begun = f"Drawing the replay of game `{code}` … "
    assert told == [f"{begun}0 of 9 pictures", f"{begun}{PART} of 9 pictures"]


async def test_one_replay_a_user_and_one_at_a_time(
    office: PostOffice, drawn: list[Job], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    begun, going, waits = asyncio.Event(), asyncio.Event(), asyncio.Event()
    work, under_way = office.renderer.work, [0]

    async def slow(job: Callable[..., Any], *args: Any) -> Any:
        under_way[0] += 1
        assert under_way[0] == 1, "one at a time"
        begun.set()
        await going.wait()
        found = await work(job, *args)
        under_way[0] -= 1
        return found

    monkeypatch.setattr(office.renderer, "work", slow)
    told: list[str] = []

    async def progress(text: str) -> None:
        told.append(text)
        waits.set()

    first = asyncio.create_task(replay(office, code, HOST))
    await begun.wait()
    async with asyncio.timeout(5):
        with pytest.raises(Refused, match="still drawing a replay for you"):
            await replay(office, code, HOST)
    asked = office.services.replays.replay(code, GUEST, "normal", 10 * MiB, progress)
    second = asyncio.create_task(asked)
    await waits.wait()
    assert told == [words.WAIT]
    going.set()
    one, other = await asyncio.gather(first, second)
    assert "As Dark sees it" in one.text and "As Light sees it" in other.text
    assert await replay(office, code, HOST), "and again when it is there"


async def test_the_newest_is_kept(office: PostOffice, drawn: list[Job], code: str) -> None:
    shown = await replay(office, code)
    drawn.clear()
    assert (await replay(office, code)).picture == shown.picture and drawn == []
    await replay(office, code, GUEST)
    assert len(drawn) == 1, "another view is another picture"
    await replay(office, code, GUEST, speed="fast")
    await more(office, code, 1)
    await replay(office, code, GUEST, speed="fast")
    assert len(drawn) == 3 and len(drawn[-1][1]) == 6


async def test_a_fault_leaves_nobody_waiting(
    office: PostOffice, drawn: list[Job], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:

    async def broken(*_: Any) -> Any:
        raise ValueError("no picture")

    with monkeypatch.context() as patch:
        patch.setattr(office.renderer, "work", broken)
        with pytest.raises(ValueError, match="no picture"):
            await replay(office, code)
    assert gif(await replay(office, code)).n_frames == 5


async def test_a_bot_that_stops_draws_no_more(office: PostOffice, drawn: list[Job], code: str) -> None:
    office.services.replays.close()
    with pytest.raises(Refused, match=words.RESTARTING):
        await replay(office, code)
    assert drawn == []
