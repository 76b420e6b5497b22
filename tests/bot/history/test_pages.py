"""/history: a page for each turn, as the user may see it; when the game is over with everything."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.common.errors import Refused
from bot.common.message import MOST_CARD, MOST_TEXT, Message
from bot.features.history import pages as history_pages
from bot.features.history import text as words
from bot.features.history.pages import Page, find
from bot.storage import schema
from tests.bot import nemein, ww3
from tests.bot.clocks import MODERATOR
from tests.bot.newyork import SEVEN, TOWER, all_ready, new_york, storm
from tests.bot.parts import DAY, GUEST, HOST, STRANGER, THIRD, PostOffice, labels
from tests.bot.transactions import writing


async def pages(office: PostOffice, code: str, user: int = STRANGER) -> list[Message]:
    """All of them, by their buttons."""
    found = [await office.services.history_pages.page(code, user, "1")]
    while "-Next ▶" not in labels(found[-1]):
        row = found[-1].controls[0]
        assert isinstance(row, tuple)
        to = row[2].id.rpartition(":")[2]
        found.append(await office.services.history_pages.page(code, user, to))
        assert len({button.id for button in row}) == 5
    return found


def heads(found: list[Message]) -> list[str]:
    return [message.words.splitlines()[0].split(" · ", 1)[1] for message in found]


async def test_a_turn_is_a_page_with_all_that_was_done_in_it(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.services.orders.declare(code, HOST, "draw")
    await office.send(code, GUEST, "d2-d3")
    found = await pages(office, code)
    assert heads(found) == ["the start", "turn 1", "turn 2"]
    assert "offers a draw" in found[2].words and "d2-d3" in found[2].words
    assert found[0].words.splitlines()[1:4] == ["The game begins.", "- **Dark** (Ada)", "- **Light** (Ben)"]
    assert labels(found[1]) == ["⏮ First", "◀ Back", "Next ▶", "Last ⏭", "Jump…", "What if…"]
    assert found[1].picture is not None and "· turn 1" in found[1].words


async def test_several_resolutions_of_one_turn(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    for order in ("move c3-d4 10", "split b2 5", "end"):
        await office.send(code, HOST, order)
    found = await pages(office, code)
    assert heads(found) == ["the start", "the set-up", "turn 1"]
    assert "takes d4" in found[2].words and "The 5 on b2 splits into two 1s" in found[2].words
    await office.send(code, HOST, "end")
    assert heads(await pages(office, code))[2:] == ["turn 1", "turn 2"], "kept pages grow"


async def test_choices_stand_with_their_turn(office: PostOffice) -> None:
    code = await storm(office)
    assert heads(await pages(office, code)) == ["the start", "turn 1 · Spring 2047"]
    await office.pass_time(10 * DAY)
    found = await pages(office, code)
    assert heads(found) == ["the start", "turn 1 · Spring 2047"]
    assert "takes Astoria" in found[1].words and "Papst moves its home base" in found[1].words


async def test_own_orders_while_it_goes_on_and_everybodys_after(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code, {TOWER: "1 move harlem", GUEST: "1 hold"})
    own = (await office.services.history_pages.page(code, TOWER)).words
    assert "_" not in own.partition("**Orders**")[2], "names as people write them"
    assert "**Orders**\n- You: `1 move harlem" in own and own.count("- You: ") == 1
    assert "**Orders**" not in (await office.services.history_pages.page(code, STRANGER)).words
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    page = await office.services.history_pages.page(code, STRANGER, "2")
    told = page.words + "".join(file.data.decode() for file in page.files)
    assert "- **Tower** (Ada): `1 move harlem" in told and "- **Papst** (Ben): `1 hold" in told


async def test_letters_come_with_the_end_each_to_its_turn(office: PostOffice) -> None:
    code = await new_york(office, options="anonymous=until_end")
    await office.services.letters.write(code, TOWER, "papst", "Hold Soho", source="1", anonymous=True)
    await all_ready(office, code)
    await office.services.letters.write(code, THIRD, "tower", "Leave Harlem", source="2")
    for user in (*SEVEN, STRANGER):
        told = "".join(message.words for message in await pages(office, code, user))
        assert "Soho" not in told and "Leave Harlem" not in told, user
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    found = await pages(office, code)
    whole = [message.words + "".join(file.data.decode() for file in message.files) for message in found]
    assert ["Hold Soho" in text for text in whole] == [False, True, False]
    assert ["Leave Harlem" in text for text in whole] == [False, False, True]
    assert "✉ **Tower** (Ada)" in whole[1], "unsigned ones with their writers"


async def test_what_is_hidden_is_shown_at_the_end(office: PostOffice) -> None:
    code, who = await ww3.in_office(office, HOST, GUEST, options="fog=on")
    silver = (await office.services.history_pages.page(code, who["silver"], "2")).words
    assert "- You: `setup" in silver and silver.count("`setup") == 1
    await office.services.orders.declare(code, who["red"], "concede")
    page = (await office.services.history_pages.page(code, STRANGER, "2")).words
    assert page.count("`setup N=") == 2 and "**Red**" in page


async def test_what_one_seat_alone_saw_is_told_to_all_at_the_end(office: PostOffice) -> None:
    code = await nemein.in_office(office)
    step = (await office.snapshot(code)).step
    events = [{**event, "seen_by": ["south"]} for event in step.events]
    async with writing(office.services.context.db) as tx:
        where = schema.steps.c.table_id == code, schema.steps.c.seq == step.seq
        tx.execute(update(schema.steps).where(*where).values(events=events))
    told = [
        (await office.services.history_pages.page(code, user, "2")).words for user in (HOST, GUEST, STRANGER)
    ]
    assert ["moves first" in text for text in told] == [True, False, False]
    await office.services.orders.declare(code, HOST, "concede")
    assert "moves first" in (await office.services.history_pages.page(code, STRANGER, "2")).words


async def test_a_long_one_is_in_a_file(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await new_york(office)
    for number in range(4):
        await office.services.letters.write(code, TOWER, "all", f"{number}" + "x" * 1400, source=str(number))
    for user in SEVEN[1:]:
        await office.services.orders.declare(code, user, "concede")
    page = await office.services.history_pages.page(code, STRANGER)
    assert len(page.words) <= MOST_CARD and words.IN_FILE in page.words
    [file] = page.files
    assert file.name == f"{code}-page-2.txt"
    assert all(f"{number}xxx" in file.data.decode() for number in range(4))


async def test_jump(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "e6-e5")):
        await office.send(code, user, order)
    await office.services.gm.undo(code, MODERATOR, "why not")
    await office.send(code, HOST, "e6-d6")
    services = office.services.history_pages
    assert "turn 2" in (await services.jump(code, HOST, "2")).words
    assert "· turn 3\n" in (await services.jump(code, HOST, "turn 3")).words, "that which holds"
    assert "turn 3, taken back" in (await services.jump(code, HOST, "page 4")).words
    assert "the start" in (await services.jump(code, HOST, "start")).words
    with pytest.raises(Refused, match=r"has no turn “nine”\. Try one of these: 1 to 3, start, end\."):
        await services.jump(code, HOST, "nine")
    form = await services.form(code)
    assert form.id.startswith("fpf:pastgo:")
    choices = form.fields[0].choices
    assert len(choices) == 6 and choices[2].label == "turn 2"
    assert choices[3].label == "turn 3, taken back"
    for choice in choices:
        assert (await services.jump(code, HOST, choice.value)).text.endswith(f"· {choice.label}")
    monkeypatch.setattr("bot.features.history.pages.MOST_CHOICES", 5)
    [field] = (await services.form(code)).fields
    assert field.hint == "1 to 3, start, end" and not field.choices


def test_what_may_be_typed() -> None:
    found = [
        Page("the start", "start", (1,)),
        Page("the set-up", "resolve", (2,)),
        Page("turn 1 · Spring 2047", "resolve", (3, 4), 1),
        Page("turn 2 · Fall 2047", "resolve", (5,), 2, gone=True),
        Page("a turn is taken back", "undo", (6,)),
        Page("turn 2 · Fall 2047", "resolve", (7,), 2),
        Page("turn 12 · Spring 2053", "resolve", (8,), 12),
    ]
    wanted = {"1": 2, "2": 5, "#2": 5, "t2": 5, "12": 6, "fall 2047": 5, "spring": 6}
    wanted |= {"set-up": 1, "0": 0, "p4": 3, "page 99": None, "p 0": None, "last": 6, "": None, "١": None}
    assert {typed: find(found, typed) for typed in wanted} == wanted


async def test_few_games_are_kept(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_pages, "MOST_KEPT", 2)
    codes = [await office.game(channel=600 + number) for number in range(4)]
    for code in codes:
        await office.services.history_pages.page(code, HOST)
    assert list(office.services.history_pages._kept) == codes[2:]


@pytest.mark.parametrize("wanted", ["", "new", "0", "99999999999999999999", "x.y", "-1", "²"])
async def test_pages_that_are_not_there(office: PostOffice, wanted: str) -> None:
    code = await office.game()
    assert "the start" in (await office.services.history_pages.page(code, STRANGER, wanted)).words


def test_an_order_from_elsewhere_stays_in_its_marks() -> None:
    assert history_pages.code("a`b\nc") == "`a'b c`"


def test_a_page_that_is_cut_ends_with_no_heading() -> None:
    letter = "✉ " + "x" * 1500
    more = [words.LETTERS, letter]
    shown, files = history_pages._fitted(["y" * 500, *more], MOST_TEXT, "all.txt")
    assert shown == f"{'y' * 500}\n…\n{words.IN_FILE}"
    assert letter in files[0].data.decode()
