"""A board of one's own on which one moves for everyone; from games as their reader sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.chance import CoinFlip, Die
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.message import Menu, Message
from bot.features.boards.board import Stale
from bot.features.boards.desk import BoardDesk
from bot.features.sandbox import text
from bot.features.sandbox.screens import read_title
from bot.storage.records import Board, BoardStep
from bot.storage.rows import find
from tests.bot.parts import GUEST, HOST, PostOffice, labels
from tests.bot.privacy.people import forget
from tests.bot.quick_engine import real_engines


@pytest.fixture
def desk(office: PostOffice) -> BoardDesk:
    return office.services.board_desks["sandbox"]


@pytest.fixture(autouse=True)
def engines(engine: object) -> Iterator[None]:
    """What draws hidden pieces is the real thing."""
    with real_engines():
        yield


class Sheet:
    """One board in a test's hands: each deed is done as a press on its newest message does it."""

    def __init__(self, office: PostOffice, board: str, user: int = HOST) -> None:
        self.office, self.id, self.user = office, board, user
        self.boards, self.sandbox = office.services.boards, office.services.sandbox

    async def found(self) -> Any:
        return await self.boards.read(self.id, self.user)

    async def edits(self) -> int:
        return int((await self.found()).board.edits)

    async def write(self, orders: str, seat: str = "") -> None:
        found = await self.found()
        seat = seat or self.sandbox.seat(found)
        await self.boards.give(self.id, self.user, found.board.edits, seat, orders)

    async def resolve(self) -> str:
        return await self.sandbox.resolve(self.id, self.user, await self.edits())

    async def play(self, *orders: str) -> None:
        for order in orders:
            await self.write(order)
            await self.resolve()

    async def go(self, to: int) -> None:
        await self.boards.go(self.id, self.user, await self.edits(), to)

    async def fall(self, choice: str) -> str:
        return await self.sandbox.fall(self.id, self.user, await self.edits(), choice)

    async def shown(self) -> Message:
        return await self.office.services.board_desks["sandbox"].desk(self.id, self.user)


async def begun(office: PostOffice, game: str, options: str = "") -> Sheet:
    return Sheet(office, await office.services.sandbox_origins.start(HOST, game, options))


def menu(message: Message, placeholder: str) -> Menu:
    [found] = [
        row for row in message.rows if isinstance(row, Menu) and row.placeholder.startswith(placeholder)
    ]
    return found


# -- moving for everyone


@pytest.mark.postgresql
async def test_one_moves_for_both_sides(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    assert "You write for **Dark**" in (await sheet.shown()).text
    await sheet.play("e7-e6")
    shown = await sheet.shown()
    assert "e7-e6" in shown.text and "You write for **Light**" in shown.text
    await sheet.play("d2-d3")
    assert "You write for **Dark**" in (await sheet.shown()).text
    assert labels(await sheet.shown()) == ["-Send", "Type…", "◀", "-▶", "More…"]


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("cic", "enhanced=2/2 teams=both", 4),
        ("nemein", "side=3", 2),
        ("newyork2047", "last_year=2050", 7),
        ("nme", "players=2", 2),
        ("ww3", "players=3 fog=on", 3),
    ],
)
async def test_every_game_begins_with_options(
    office: PostOffice, game: str, options: str, seats: int
) -> None:
    sheet = await begun(office, game, options)
    found, shown = await sheet.found(), await sheet.shown()
    assert len(found.seats) == seats and found.game.key == game and shown.picture is not None
    held = {key: str(value) for key, value in found.table.options.items()}
    assert held != {key: str(value) for key, value in found.game.options({}).items()}


async def test_wrong_options_are_told(office: PostOffice) -> None:
    with pytest.raises(Refused, match="players"):
        await begun(office, "nme", "players=9")


async def test_seven_sheets_of_new_york(office: PostOffice) -> None:
    """A menu chooses whose sheet it is; what has no order holds."""
    sheet = await begun(office, "newyork2047")
    whose = menu(await sheet.shown(), text.WRITE_FOR)
    assert len(whose.choices) == 7 and whose.choices[0].chosen
    for choice in whose.choices[:6]:
        await sheet.sandbox.write_for(sheet.id, HOST, await sheet.edits(), choice.value)
        view = (await sheet.found()).view(choice.value)
        moves = (str(order) for order in (await sheet.found()).game.legal(view) if " move " in str(order))
        await sheet.write(next(moves))
    whose = menu(await sheet.shown(), text.WRITE_FOR)
    assert [choice.description for choice in whose.choices] == [text.WRITTEN] * 6 + [text.HOLDS]
    await sheet.resolve()
    found, shown = await sheet.found(), await sheet.shown()
    assert found.board.at == 1 and len(found.step.orders) == 7
    assert shown.text.count("→") + shown.text.count("takes") >= 6
    assert "Why?" in labels(shown)


async def test_why(office: PostOffice) -> None:
    sheet, screens = await begun(office, "newyork2047"), office.services.sandbox_screens
    assert "Why?" not in labels(await sheet.shown())
    await sheet.write("1 harlem", "tower")
    await sheet.resolve()
    asked = await screens.why(sheet.id, HOST)
    unit = next(choice.value for choice in menu(asked, text.WHY_CHOOSE).choices if "Tower 1" in choice.label)
    told = await screens.explained(sheet.id, HOST, await sheet.edits(), unit)
    assert "Tower 1" in told.text and "Harlem" in told.text and menu(told, text.WHY_CHOOSE)
    with pytest.raises(Refused):
        await screens.explained(sheet.id, HOST, await sheet.edits(), "no such unit")


async def test_a_sheet_that_is_missing_is_named(office: PostOffice) -> None:
    """Where the rules know no default; nothing is played then."""
    sheet = await begun(office, "cic")
    with pytest.raises(Refused, match=r"\*\*Dark\*\* needs orders"):
        await sheet.resolve()
    assert (await sheet.found()).board.at == 0


# -- back and forth


async def test_back_and_forth(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    await sheet.play("e7-e6", "d2-d3", "d8-c7")
    await sheet.go(1)
    shown = await sheet.shown()
    assert text.WHERE_BACK(at=2, n=4) in shown.text and labels(shown)[2:] == ["◀", "▶", "More…"]
    await sheet.go(3)
    assert text.WHERE(at=4, n=4) in (await sheet.shown()).text
    await sheet.go(1)
    await sheet.write("c2-c4")
    assert await sheet.resolve() == text.REPLACED(n=2)
    found = await sheet.found()
    assert (found.board.at, found.newest) == (2, 2) and "c2-c4" in (await sheet.shown()).text
    steps = await office.read(find, BoardStep, board_id=sheet.id)
    assert [step.seq for step in steps] == [0, 1, 2]


async def test_there_is_nothing_beyond_the_ends(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    for to in (-1, 1):
        with pytest.raises(Refused):
            await sheet.go(to)


async def test_conceding_and_a_draw_are_moves_here(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    found = await sheet.found()
    declared = (await sheet.boards.give(sheet.id, HOST, found.board.edits, "dark", "concede")).declared
    await sheet.sandbox.declared(sheet.id, HOST, declared)
    shown = await sheet.shown()
    assert "Light wins" in shown.text and labels(shown) == ["◀", "-▶", "More…"]
    await sheet.go(0)
    assert "You write for **Dark**" in (await sheet.shown()).text


# -- coins and dice


async def test_a_coin_is_set(office: PostOffice) -> None:
    sheet = await begun(office, "nemein")
    await sheet.resolve()  # both have the stock handful; who begins is flipped
    for wanted in (True, False) * 8:
        [coin] = [each for each in (await sheet.found()).events(None) if isinstance(each, CoinFlip)]
        if coin.heads is not wanted:
            await sheet.fall("0.1" if wanted else "0.0")
        found, shown = await sheet.found(), await sheet.shown()
        [coin] = [each for each in found.events(None) if isinstance(each, CoinFlip)]
        assert coin.heads is wanted and found.board.at == 1
        assert f"You write for **{'South' if wanted else 'North'}**" in shown.text
        assert (
            menu(shown, "The coin fell").choices[0].label == f"Make the coin {'tails' if wanted else 'heads'}"
        )


async def test_a_die_is_set(office: PostOffice) -> None:
    sheet = await begun(office, "ww3", "players=2")
    await sheet.resolve()
    for face, first in (("0.1", "Silver"), ("0.6", "Red")):
        dice = [each for each in (await sheet.found()).events(None) if isinstance(each, Die)]
        other = 3
        if dice[0].value != int(face[2:]):
            await sheet.fall(face)
        dice = [each for each in (await sheet.found()).events(None) if isinstance(each, Die)]
        if dice[1].value != other:
            await sheet.fall(f"1.{other}")
        assert f"You write for **{first}**" in (await sheet.shown()).text


async def test_it_falls_again(office: PostOffice) -> None:
    """Anew each time, and setting one thing keeps the orders."""
    sheet, seen = await begun(office, "nemein"), set()
    await sheet.resolve()
    for _ in range(12):
        await sheet.fall("again")
        seen.add((await sheet.found()).state.mover)
    assert seen == {"north", "south"}
    await sheet.play("end")
    assert labels(await sheet.shown()) and not [
        row for row in (await sheet.shown()).rows if isinstance(row, Menu) and "fell" in row.placeholder
    ]
    with pytest.raises(Refused, match=r"Nothing fell"):
        await sheet.fall("again")


@pytest.mark.parametrize("choice", ["", "9.1", "x.y", "0", "0.x", "1e3.1"])
async def test_no_such_fall(office: PostOffice, choice: str) -> None:
    sheet = await begun(office, "nemein")
    await sheet.resolve()
    with pytest.raises(Refused):
        await sheet.fall(choice)


async def test_setting_a_coin_of_an_earlier_turn_says_what_it_replaces(office: PostOffice) -> None:
    sheet = await begun(office, "nemein")
    await sheet.resolve()
    await sheet.play("end", "end")
    await sheet.go(1)
    assert await sheet.fall("again") == text.REPLACED(n=2)
    assert (await sheet.found()).newest == 1


# -- who, and when


async def test_older_messages_change_nothing(office: PostOffice) -> None:
    sheet = await begun(office, "nemein")
    await sheet.resolve()
    sandbox, boards = sheet.sandbox, sheet.boards
    for deed in (
        sandbox.resolve(sheet.id, HOST, 0),
        sandbox.fall(sheet.id, HOST, 0, "again"),
        sandbox.write_for(sheet.id, HOST, 0, "north"),
        boards.go(sheet.id, HOST, 0, 0),
        office.services.sandbox_screens.explained(sheet.id, HOST, 0, "1"),
    ):
        with pytest.raises(Stale):
            await deed
    assert (await sheet.found()).board.at == 1


async def test_nobody_else_has_it(office: PostOffice, desk: BoardDesk) -> None:
    sheet, s = await begun(office, "newyork2047"), office.services
    screens, origins = s.sandbox_screens, s.sandbox_origins
    for deed in (
        desk.desk(sheet.id, GUEST),
        s.sandbox.resolve(sheet.id, GUEST, 0),
        s.sandbox.fall(sheet.id, GUEST, 0, "again"),
        s.sandbox.write_for(sheet.id, GUEST, 0, "papst"),
        s.boards.go(sheet.id, GUEST, 0, 0),
        s.boards.entitle(sheet.id, GUEST, "Mine"),
        s.boards.remove(sheet.id, GUEST),
        screens.more(sheet.id, GUEST),
        screens.asked(sheet.id, GUEST),
        screens.as_text(sheet.id, GUEST),
        screens.post(sheet.id, GUEST, "Ben"),
        screens.why(sheet.id, GUEST),
        screens.explained(sheet.id, GUEST, 0, "tower 1"),
        screens.keep_form(sheet.id, GUEST),
        screens.options_form(sheet.id, GUEST),
        origins.guess_again(GUEST, sheet.id),
        origins.options(GUEST, sheet.id, ""),
    ):
        with pytest.raises(Refused, match="isn't there"):
            await deed
    assert sheet.id not in {choice.value for choice in await screens.listed(GUEST)}


# -- kept


async def test_kept_opened_and_removed(office: PostOffice) -> None:
    sheet, screens = await begun(office, "cic"), office.services.sandbox_screens
    await sheet.boards.entitle(sheet.id, HOST, read_title(" The  long *flank* "))
    await begun(office, "nme")
    listed = await screens.listed(HOST)
    assert (listed[0].value, listed[0].label) == (sheet.id, "The long *flank*") and len(listed) == 2
    assert r"“The long \*flank\*”" in (await sheet.shown()).text
    assert "Rename…" in labels(await screens.more(sheet.id, HOST))
    assert "Yes, remove it" in labels(await screens.asked(sheet.id, HOST))
    await sheet.boards.remove(sheet.id, HOST)
    assert len(await office.read(find, Board, user_id=HOST)) == 1
    assert not await office.read(find, BoardStep, board_id=sheet.id)
    with pytest.raises(Refused, match="isn't there"):
        await sheet.shown()


async def test_only_so_many_titles(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.boards.board.MOST_TITLES", 1)
    first, second = await begun(office, "cic"), await begun(office, "cic")
    await first.boards.entitle(first.id, HOST, "One")
    with pytest.raises(Refused, match="1 board"):
        await second.boards.entitle(second.id, HOST, "Two")
    await first.boards.entitle(first.id, HOST, "One, renamed")


@pytest.mark.parametrize("typed", ["", "   ", "*\n*"])
def test_no_title(typed: str) -> None:
    with pytest.raises(Refused):
        read_title(typed)


async def test_the_post_says_what_it_is(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    shown = await office.services.sandbox_screens.post(sheet.id, HOST, "**Ada** @everyone")
    assert "sandbox" in shown.text and "@everyone" not in shown.text and shown.picture is not None
    assert not shown.rows and "sandbox" in office.renderer.painted[-1][2]["caption"]


# -- personal


async def test_it_is_exported_and_forgotten(office: PostOffice) -> None:
    sheet = await begun(office, "cic")
    await sheet.boards.entitle(sheet.id, HOST, "The long flank")
    await sheet.play("e7-e6")
    theirs = await begun_by(office, GUEST)
    [board] = (await office.services.data_export.all(HOST))["boards"]
    assert board["title"] == "The long flank" and board["id"] == sheet.id != theirs and "seed" not in board
    assert [turn["orders"] for turn in board["turns"]] == [{}, {"dark": ["e7-e6"]}]
    assert [position["number"] for position in board["positions"]] == [0, 1]
    await forget(office, HOST, "Ada")
    assert not await office.read(find, Board, user_id=HOST)
    assert not await office.read(find, BoardStep, user_id=HOST)
    assert [board.id for board in await office.read(find, Board)] == [theirs]


async def begun_by(office: PostOffice, user: int) -> str:
    return await office.services.sandbox_origins.start(user, "cic")


# -- kills


async def test_a_kill_while_a_view_is_completed_leaves_nothing(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, origins = await office.game(), office.services.sandbox_origins
    monkeypatch.setattr(office.renderer, "work", killed)
    with pytest.raises(asyncio.CancelledError):
        await origins.game(HOST, code)
    assert await office.read(find, Board, user_id=HOST) == []
    monkeypatch.undo()


async def test_a_worker_that_fails_is_told(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await office.game()

    async def failing(*_: object, **__: object) -> None:
        raise JobFailed("guess")

    monkeypatch.setattr(office.renderer, "work", failing)
    with pytest.raises(Refused, match="Try again"):
        await office.services.sandbox_origins.game(HOST, code)


async def test_a_kill_while_a_turn_resolves(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders are stored; whoever comes back resolves them once."""
    sheet = await begun(office, "cic")
    await sheet.write("e7-e6")
    with monkeypatch.context() as patch:
        patch.setattr("bot.features.boards.board.asyncio.to_thread", killed)
        with pytest.raises(asyncio.CancelledError):
            await sheet.resolve()
    found = await sheet.found()
    assert found.board.at == 0 and [str(order) for order in found.draft("dark")] == ["e7-e6"]
    await sheet.resolve()
    assert (await sheet.found()).board.at == 1


async def test_two_presses_resolve_once(office: PostOffice) -> None:
    sheet = await begun(office, "newyork2047")
    done = await asyncio.gather(
        *(sheet.sandbox.resolve(sheet.id, HOST, 0) for _ in range(3)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in done) == ["Stale", "Stale", "str"]
    assert (await sheet.found()).newest == 1


async def killed(*_: object, **__: object) -> None:
    raise asyncio.CancelledError
