"""The pages in Chromium: touching the board by mouse, finger and keyboard, and what axe says of each page."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, Page, expect

from adjudicator.chance import HmacChance
from bot.common.errors import Refused
from bot.features.board_links.links import LINK_S
from bot.features.puzzles.stock import stock
from bot.features.server_settings.who_may_open import Asker
from bot.storage import drafts
from engines.engine import Level, Task
from engines.players import player
from tests.bot.parts import GUEST, HOST
from tests.demo.page import IN_A_BROWSER, browser, one_chromium
from tests.web.parts import Web, house_with_pages
from tests.web.town import town

pytestmark = IN_A_BROWSER
__all__ = ["browser", "one_chromium"]
PHONE = {"width": 390, "height": 844}
ALL = {"cic": 2, "nme": 3, "nemein": 2, "ww3": 2, "newyork2047": 7}
"""Every game with its players."""


@pytest_asyncio.fixture(loop_scope="module")
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3", own_address=True) as made:
        yield made


async def game(web: Web, key: str, channel: int = 500) -> tuple[str, list[int]]:
    """A game in play, and its players by seat."""
    users = [11, 12, 13, 14, 15, 16, 17][: ALL[key]]
    options = "players=2" if key == "ww3" else ""
    table = await web.office.lobby(*users, game_key=key, options=options, seating="lot", channel=channel)
    await web.services.lobby.start(table.id, users[0])
    snapshot = await web.office.snapshot(table.id)
    return table.id, [snapshot.player(seat).user_id for seat in snapshot.seats]


async def opened(browser: Browser, web: Web, place: str, user: int, **given: Any) -> Page:
    """Somebody's board, by a fresh link. The page must not log an error."""
    context = await browser.new_context(**given)
    page = await context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"http://127.0.0.1:{web.server.port}/open#{await web.token(place, user)}")
    await page.wait_for_selector("#base")
    return page


async def settled(page: Page) -> None:
    await page.wait_for_selector("#base:not([aria-busy])")


async def touch(page: Page, space: str, where: str = "#base") -> None:
    await page.locator(f'{where} [data-space="{space}"][role=button]').dispatch_event("click")
    await settled(page)


# -- by mouse, finger, keyboard


async def test_a_used_link_leads_back_in_the_same_browser_alone(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    shown = await web.services.board_links.link(code, HOST)
    link = shown.text.split("](")[1].split(")")[0]
    context = await browser.new_context()
    page = await context.new_page()
    for _ in range(2):
        await page.goto(link)
        await page.wait_for_selector("#base")
        await page.goto("about:blank")
    web.office.clock.time += LINK_S + 1
    await page.goto(link)
    await page.wait_for_selector("#base")
    elsewhere = await (await browser.new_context()).new_page()
    await elsewhere.goto(link)
    await expect(elsewhere.locator("#told")).to_contain_text("has been used")
    await page.get_by_role("button", name="Close this board").click()
    await expect(page.locator("#told")).to_contain_text("The board is closed in this browser.")
    await page.goto("about:blank")
    await page.goto(link)
    await expect(page.locator("#told")).to_contain_text("has been used")


async def test_two_play_by_touching(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    ada = await opened(browser, web, code, HOST)
    ben = await opened(browser, web, code, GUEST, viewport=PHONE, has_touch=True, is_mobile=True)
    await touch(ada, "e7")
    await expect(ada.locator('#base [data-space="e6"].target')).to_have_count(1)
    await touch(ada, "e6")
    await expect(ada.locator("#base")).to_contain_text("e7-e6")
    await expect(ben.locator("#base")).not_to_contain_text("e7-e6")
    await ada.get_by_role("button", name="Send").click()
    await expect(ada.locator("#answers")).to_contain_text("Turn 1 is resolved")
    # Nobody tells Ben's page to look again: its stream does.
    await expect(ben.locator('#base [data-space="b2"][role=button]')).to_have_count(1, timeout=10_000)
    await ben.locator('#base [data-space="d2"][role=button]').tap()
    await settled(ben)
    target = await ben.locator("#base .target").first.get_attribute("data-space")
    await touch(ben, target or "")
    await ben.get_by_role("button", name="Send").click()
    await expect(ben.locator("#answers")).to_contain_text("Turn 2 is resolved")


async def test_another_piece_at_any_time(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    ada = await opened(browser, web, code, HOST)
    await touch(ada, "e7")
    await touch(ada, "f7")
    await expect(ada.locator('#base [data-space="f7"].chosen')).to_have_count(1)


@pytest.mark.parametrize("key", ["nemein", "ww3"])
async def test_another_piece_after_coming_back(web: Web, browser: Browser, key: str) -> None:
    """Where the menus show nothing but where the ordered piece goes; also on a page that is opened anew."""
    code, _ = await game(web, key)
    await play_until(web, code, "play")
    snapshot = await web.office.snapshot(code)
    seat = min(snapshot.phase.owing)
    user = snapshot.player(seat).user_id
    orders = {str(order).split("-")[0]: str(order) for order in snapshot.game.legal(snapshot.view(seat))}
    moves = {at: order for at, order in orders.items() if MOVES.fullmatch(order)}
    (at, order), *_, (other, _) = moves.items()
    await web.services.orders.give(code, user, order)
    page = await opened(browser, web, code, user)
    assert at != other
    await page.locator(f'#base [data-space="{other.split()[-1]}"].piece').dispatch_event("click")
    if await page.locator("#which[open]").count():
        await page.locator("#which .choices button").first.click()
    await settled(page)
    await expect(page.locator("#base .target")).not_to_have_count(0)
    await expect(page.locator("#base")).to_contain_text(f"on {other.split()[-1]} to…")


async def test_lists_that_are_open_stay_so(web: Web, browser: Browser) -> None:
    """And no other in their place, when they go and when they come again."""
    code, _ = await game(web, "ww3")
    await play_until(web, code, "play")
    snapshot = await web.office.snapshot(code)
    page = await opened(browser, web, code, snapshot.player(min(snapshot.phase.owing)).user_id)
    units = page.locator("#base details.menu", has_text="Choose a unit")
    await units.locator("summary").click()
    await units.locator("button").first.click()
    await settled(page)
    await expect(units).to_have_count(0)
    await expect(page.locator("#base details")).not_to_have_count(0)
    await expect(page.locator("#base details[open]")).to_have_count(0)
    await page.locator("#base .menu button").first.focus()
    await page.keyboard.press("Escape")
    await expect(units).to_have_attribute("open", "")
    await expect(page.locator("#base details[open]")).to_have_count(1)


async def test_by_keyboard_alone(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    ada = await opened(browser, web, code, HOST)
    first = ada.locator("#base [data-space][tabindex='0']")
    await first.focus()
    for _ in range(12):
        space = await ada.locator("[data-space]:focus").get_attribute("data-space")
        if space == "e7":
            break
        await ada.keyboard.press("ArrowRight" if space in ("h4", "g5", "f6", "g6", "h5", "f7") else "ArrowUp")
    here = await ada.locator("[data-space]:focus").get_attribute("data-space")
    await ada.keyboard.press("Enter")
    await settled(ada)
    await expect(ada.locator(f'#base [data-space="{here}"].chosen')).to_have_count(1)
    await expect(ada.locator("[data-space]:focus")).to_have_count(1)
    await ada.keyboard.press("Escape")
    await expect(ada.locator("#base .chosen")).to_have_count(0)


@pytest.mark.parametrize("key", ALL)
async def test_an_order_by_keyboard_is_announced(web: Web, browser: Browser, key: str) -> None:
    """Tab, arrow keys and Enter alone; a screen reader hears what was done, and the focus is never lost."""
    code, users = await game(web, key)
    snapshot = await web.office.snapshot(code)
    user = next(user for user in users if snapshot.seat_of(user) in snapshot.phase.owing)
    page = await opened(browser, web, code, user)
    said = page.locator("#said")
    if snapshot.phase.key == "setup":
        await tab_to(page, "#base .taps button")
        await page.keyboard.press("Enter")
        await expect(said).to_contain_text("Your order")
    else:
        await tab_to(page, "#base [data-space]")
        for _ in range(2):
            await page.keyboard.press("Enter")
            if await page.locator("#which[open]").count():
                await page.keyboard.press("Enter")
            await settled(page)
            await expect(page.locator("#base [data-space]:focus")).to_have_count(1)
            away = page.locator("#base .target")
            if await away.count() and not await page.locator("#base .target:focus").count():
                await go_to(page, "target")
        await expect(said).to_contain_text(re.compile("Your orders?"))
    await tab_to(page, '#base button[data-id*=":send:"]:enabled')
    await page.keyboard.press("Enter")
    await settled(page)
    now = await web.office.read(web.services.context.snapshot, code)
    _, ready = await web.office.read(web.services.context.draft, now, now.seat_of(user))
    assert ready or now.step.seq > snapshot.step.seq
    await expect(said).not_to_be_empty()
    assert await page.evaluate("document.activeElement !== document.body")


async def tab_to(page: Page, which: str) -> None:
    for _ in range(80):
        if await page.locator(f"{which}:focus").count():
            return
        await page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {which}")


async def go_to(page: Page, kind: str) -> None:
    """Go on by arrow keys until a space of this kind has the focus."""
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 12:
        await page.keyboard.press(key)
        if await page.locator(f"#base .{kind}:focus").count():
            return
    pytest.fail(f"arrow keys do not lead to a {kind}")


@pytest.mark.parametrize("key", ALL)
async def test_an_order_in_each_game(web: Web, browser: Browser, key: str) -> None:
    """Whoever must order first can, with nothing but the page."""
    code, users = await game(web, key)
    snapshot = await web.office.snapshot(code)
    user = next(user for user in users if snapshot.seat_of(user) in snapshot.phase.owing)
    page = await opened(browser, web, code, user, viewport=PHONE)
    for _ in range(4):
        send = page.locator('#base button[data-id*=":send:"]:not([disabled])')
        drafted = await page.locator("#base").inner_text()
        if await send.count() and re.search("Your order|Your orders|YOUR", drafted):
            break
        target = page.locator("#base .target")
        if not await target.count():
            target = page.locator("#base .can")
        plain = "#base .menu .choices button:visible, #base .row button.secondary:enabled:visible"
        choices = page.locator(plain)
        if await target.count():
            await target.first.dispatch_event("click")
            if await page.locator("#which[open]").count():
                await page.locator("#which .choices button").first.click()
        else:
            await choices.first.click()
        await settled(page)
    await page.locator('#base button[data-id*=":send:"]').click()
    await settled(page)
    drafts = await web.office.read(web.services.context.snapshot, code)
    seat = drafts.seat_of(user)
    moved = drafts.step.seq > snapshot.step.seq
    sent, ready = await web.office.read(web.services.context.draft, drafts, seat)
    assert moved or (sent and ready), await page.locator("#base").inner_text()


async def centre(page: Page, space: str) -> tuple[float, float]:
    """Where a space of the board is on the screen."""
    x, y = await page.evaluate(
        """space => { const one = document.querySelector(`#base [data-space="${space}"]`);
            const at = new DOMPoint(Number(one.dataset.x), Number(one.dataset.y));
            const { x, y } = at.matrixTransform(one.ownerSVGElement.getScreenCTM());
            return [x, y]; }""",
        space,
    )
    return float(x), float(y)


async def drag(page: Page, origin: str, target: str, *, finger: bool) -> None:
    """Drag from one space of the board to another."""
    await page.locator("#base .touch").evaluate("one => one.scrollIntoView({block: 'center'})")
    (x, y), (u, v) = await centre(page, origin), await centre(page, target)
    way = [(x + (u - x) * part / 4, y + (v - y) * part / 4) for part in range(5)]
    if not finger:
        await page.mouse.move(x, y)
        await page.mouse.down()
        for across, down in way:
            await page.mouse.move(across, down)
        await page.mouse.up()
        return
    hand = await page.context.new_cdp_session(page)
    for kind, points in [("touchStart", way[:1]), *(("touchMove", [at]) for at in way), ("touchEnd", [])]:
        touches = [{"x": across, "y": down} for across, down in points]
        await hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


async def becomes(web: Web, page: Page, code: str, seat: str, wanted: str) -> None:
    """Wait until this stands on the sheet. Where a space means more than one thing, the first is chosen."""
    for _ in range(200):
        if wanted in await sheet(web, code, seat):
            return
        if await page.locator("#which[open]").count():
            await page.locator("#which .choices button").first.click()
        await page.wait_for_timeout(25)
    pytest.fail(f"no {wanted}: {await sheet(web, code, seat)}")


POINTERS = pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
MOVES = re.compile(r"(?:move )?([A-Za-z]\d+\w?)[-x](\w+)(?: \d+)?|(1) move (\w+)")


@POINTERS
@pytest.mark.parametrize("key", ALL)
async def test_a_piece_is_dragged(web: Web, browser: Browser, key: str, finger: bool) -> None:
    """An order by one stroke."""
    code, _ = await game(web, key)
    if key in ("nemein", "ww3"):
        await play_until(web, code, "play")
    given: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if finger else {}
    snapshot = await web.office.snapshot(code)
    seat = min(snapshot.phase.owing)
    page = await opened(browser, web, code, snapshot.player(seat).user_id, **given)
    orders = map(str, snapshot.game.legal(snapshot.view(seat)))
    order = next(found for each in orders if (found := MOVES.fullmatch(each)))
    origin, target = filter(None, order.groups())
    if origin == "1":
        origin = snapshot.view(seat).units(seat)[0].space
    await drag(page, origin, target, finger=finger)
    await becomes(web, page, code, seat, order[0].rpartition(" ")[0] if key == "nemein" else order[0])


@POINTERS
async def test_a_piece_is_dragged_to_where_it_cannot_go(web: Web, browser: Browser, finger: bool) -> None:
    given: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if finger else {}
    page = await opened(browser, web, await web.office.game(), HOST, **given)
    await drag(page, "e7", "d4", finger=finger)
    await expect(page.locator("#answers")).to_have_text(re.compile("d4: it can't go there"))
    await expect(page.locator("#said")).to_have_text("d4: it can't go there.")
    await expect(page.locator('#base [data-space="e7"].chosen')).to_have_count(1)


@POINTERS
@pytest.mark.parametrize("key", ["nemein", "ww3"])
async def test_a_set_up_is_dragged(web: Web, browser: Browser, key: str, finger: bool) -> None:
    """To another piece, with which it changes places, or which it joins."""
    code, users = await game(web, key)
    given: Any = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if finger else {}
    page = await opened(browser, web, code, users[0], **given)
    await page.get_by_role("button", name="Sensible default").first.click()
    await settled(page)
    if key == "nemein":
        await page.get_by_role("button", name="Place the coins").first.click()
        await settled(page)
    seat = (await web.office.snapshot(code)).seat_of(users[0])
    assert seat is not None
    before = dict(re.findall(r"(\w+)=([\w,]+)", await sheet(web, code, seat)))
    if key == "ww3":
        await drag(page, before["T"], before["B"], finger=finger)
        await becomes(web, page, code, seat, f"T={before['B']}")
        assert f"B={before['T']}" in await sheet(web, code, seat)
        return
    origin, target = [tile for tile, coins in before.items() if coins.isdecimal()][:2]
    await drag(page, origin, target, finger=finger)
    await becomes(web, page, code, seat, f"{target}={before[target]},{before[origin]}")


SIZES = [{"width": 320, "height": 568}, PHONE]


@pytest.mark.parametrize("size", SIZES, ids=["320", "390"])
async def test_what_is_answered_is_in_sight(web: Web, browser: Browser, size: Any) -> None:
    """Without scrolling, and it takes no touch of the board away."""
    page = await opened(
        browser, web, await web.office.game(), HOST, viewport=size, has_touch=True, is_mobile=True
    )
    await page.locator("#base .touch").evaluate("one => one.scrollIntoView({block: 'center'})")
    for space in ("e7", "e6"):
        await page.touchscreen.tap(*await centre(page, space))
        await settled(page)
    await page.wait_for_function(_SEEN, arg="e7-e6")
    await expect(page.locator("#answers")).not_to_contain_text("/learn")
    await page.locator("#base [data-id*=':send:']").evaluate("one => one.click()")
    await page.wait_for_function(_SEEN, arg="Turn 1 is resolved")
    await page.get_by_role("button", name="More…").click()
    await page.wait_for_function(_SEEN, arg="the whole map, as you see it")
    frame, close = page.locator("#answers .answer"), page.get_by_role("button", name="Close this answer")
    await expect(frame).to_be_in_viewport(ratio=1)
    await frame.evaluate("one => one.scrollTo(0, one.scrollHeight)")
    await expect(close).to_be_in_viewport(ratio=1)
    await page.locator('.answer button[data-id*=":concede:"]').click()  # far down in it
    await page.wait_for_function(_SEEN, arg="You can't undo this")
    await page.keyboard.press("Escape")
    await expect(page.locator("#answers .answer:not(.passing)")).to_have_count(0)


async def test_what_cannot_be_touched_says_so(web: Web, browser: Browser) -> None:
    """In the same words whatever stands there."""
    code = await web.office.game()
    page, waiting = [await opened(browser, web, code, user) for user in (HOST, GUEST)]

    async def said(page: Page, space: str) -> str:
        await page.mouse.click(*await centre(page, space))
        await expect(page.locator("#answers .answer")).to_have_count(1)
        return await page.locator("#answers .answer p").inner_text()

    assert await said(page, "e5") == "e5: nothing to order there now."
    assert await said(page, "b2") == "b2: nothing to order there now."
    await touch(page, "e7")
    assert await said(page, "e2") == "e2: it can't go there."
    assert await said(waiting, "b2") == "Nothing to order now."


async def test_an_answer_goes_when_the_position_changes(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    page = await opened(browser, web, code, HOST)
    for space in ("e7", "e6"):
        await touch(page, space)
    await page.get_by_role("button", name="Send").click()
    answer = page.locator("#answers .answer", has_text="Turn 1 is resolved")
    await expect(answer).to_have_count(1)
    await web.office.send(code, GUEST, "d2-d3")
    await expect(answer).to_have_count(0, timeout=15_000)


@pytest.mark.parametrize("key", ALL)
async def test_the_board_and_what_sends_are_in_sight(web: Web, browser: Browser, key: str) -> None:
    """On an ordinary screen; and a space is where its shape is."""
    code, users = await game(web, key)
    if key in ("nemein", "ww3"):
        await play_until(web, code, "play")
    snapshot = await web.office.snapshot(code)
    user = snapshot.player(min(snapshot.phase.owing)).user_id
    page = await opened(browser, web, code, user, **WINDOWS["1440"])
    await expect(page.locator("#base .touchboard")).to_be_in_viewport(ratio=1)
    sends = page.get_by_role("button", name=re.compile("^(Send|Ready)"))
    await expect(sends.first).to_be_in_viewport(ratio=1)
    fits = await page.locator("#base .touch").evaluate(
        "one => one.getScreenCTM().a * one.viewBox.baseVal.height / one.getBoundingClientRect().height"
    )
    assert fits == pytest.approx(1, abs=0.02)
    assert users


async def test_the_answer_to_a_press_far_down_is_in_sight(web: Web, browser: Browser) -> None:
    """Below a long list of orders: the card gets much shorter, and no empty page is left."""
    page = await lesson_on_a_phone(web, browser)
    await page.locator("#base .menu", has_text="Order for unit 1").get_by_text("Move to Forest Hills").click()
    await settled(page)
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await page.get_by_role("button", name="Ready").click()
    await settled(page)
    await page.wait_for_function(_SEEN, arg="✅")
    await expect(page.locator("#base .touchboard")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)


async def test_the_main_button_stays_in_sight_on_a_phone(web: Web, browser: Browser) -> None:
    """It, and no other row; at its own place it covers nothing."""
    page = await lesson_on_a_phone(web, browser)
    ready, skip = (page.get_by_role("button", name=name) for name in ("Ready", "Skip"))
    await page.evaluate("scrollTo(0, 0)")
    await expect(ready).to_be_in_viewport(ratio=1)
    await expect(skip).not_to_be_in_viewport()
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    row, last = await ready.bounding_box(), await page.locator("#base .menu").last.bounding_box()
    assert row is not None and last is not None
    assert last["y"] + last["height"] <= row["y"]
    await skip.click(trial=True)


async def lesson_on_a_phone(web: Web, browser: Browser) -> Page:
    """A lesson with long lists of orders; a unit is chosen."""
    board = await web.services.learning.open(HOST, "newyork2047", "cut")
    page = await opened(browser, web, board, HOST, viewport=PHONE, has_touch=True, is_mobile=True)
    await touch(page, "howard_beach")
    return page


_SEEN = """words => [...document.querySelectorAll('.told, .head, .news, .answer p, .answer h3')].some(one => {
    const { top, left } = one.getBoundingClientRect();
    return one.textContent.includes(words) && top >= 0 && left >= 0 && top < innerHeight; })"""


async def test_a_finger_beside_a_small_space_means_the_nearest(web: Web, browser: Browser) -> None:
    code, users = await game(web, "nme")
    snapshot = await web.office.snapshot(code)
    [seat] = snapshot.phase.owing
    page = await opened(browser, web, code, snapshot.player(seat).user_id, viewport=PHONE, has_touch=True)
    await page.locator("#base .touch").evaluate("one => one.scrollIntoView({block: 'center'})")
    beside = await page.evaluate(_BESIDE)
    assert beside is not None
    await page.mouse.click(beside["x"], beside["y"])  # Chromium moves a tap by itself, to some things
    await settled(page)
    await expect(page.locator("#base .chosen")).to_have_attribute("data-space", beside["space"])
    assert users


_BESIDE = """() => {
    for (const one of document.querySelectorAll("#base .piece")) {
        const { left, bottom, width } = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, bottom + 4];
        if (document.elementFromPoint(x, y)?.classList.contains("touch"))
            return { x, y, space: one.dataset.space };
    }
    return null; }"""
"""A point that is on the board, just below a piece and on no space that can be touched."""


WINDOWS: Any = {
    "320": {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True},
    "390": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "1440": {"viewport": {"width": 1440, "height": 900}},
}
FINGER = 24
"""Pixels across of the least target that WCAG 2.2 AA asks for."""


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("key", ALL)
async def test_a_larger_board(web: Web, browser: Browser, key: str, window: str) -> None:
    """Each space is large enough for a finger, and means itself. The board is so still after a touch, when
    the page is opened anew, and shows the same part; the page is as wide as before."""
    code, users = await game(web, key)
    if key in ("nemein", "ww3"):
        await play_until(web, code, "play")
    snapshot = await web.office.snapshot(code)
    user = snapshot.player(min(snapshot.phase.owing)).user_id
    page = await opened(browser, web, code, user, **WINDOWS[window])
    board, button = page.locator("#base .touchboard"), page.locator("#base button.larger")
    before = await board.locator(".touch").evaluate("one => one.getBoundingClientRect().width")
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(button).to_have_text("Smaller board")
    assert await board.locator(".touch").evaluate("one => one.getBoundingClientRect().width") >= 2 * before
    small = await board.locator("polygon").evaluate_all(_SMALLER, FINGER)
    assert small == []
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    space = await page.locator("#base .piece").first.get_attribute("data-space") or ""
    shape = board.locator(f'[data-space="{space}"]')
    await shape.evaluate("one => one.scrollIntoView({block: 'center', inline: 'center'})")
    part = await board.evaluate(_PART)
    x, y = await centre(page, space)
    async with page.expect_request("**/press") as pressed:
        await (page.touchscreen.tap(x, y) if window != "1440" else page.mouse.click(x, y))
        if await page.locator("#which[open]").count():
            await page.locator("#which .choices button").first.click()
    await settled(page)
    if key in ("nemein", "ww3"):  # what is asked next is where it goes, and no list of pieces
        assert space in ((await pressed.value).post_data or "")
    else:
        await expect(shape).to_have_class(re.compile("chosen"))
    assert await board.evaluate(_PART) == part
    await page.reload()
    await expect(button).to_have_text("Smaller board")
    assert await board.evaluate(_PART) == pytest.approx(part, abs=2)
    await button.click()
    assert await board.locator(".touch").evaluate("one => one.getBoundingClientRect().width") == before
    assert users


async def test_a_larger_board_stays_so(web: Web, browser: Browser) -> None:
    """In another tab, as each link opens one; and in What if…, where it shows what can be touched."""
    code = await web.office.game()
    page = await opened(browser, web, code, HOST, **WINDOWS["390"])
    await page.get_by_role("button", name="Larger board").click()
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(other.locator("#base button.larger")).to_have_text("Smaller board")
    await other.get_by_role("button", name="More…").click()
    await other.get_by_role("button", name="What if…").click()
    board = other.locator("#boards .touchboard")
    await expect(board.locator(".piece").first).to_be_visible()
    assert await board.evaluate(_PART) != [0, 0]
    assert await board.locator(".piece").evaluate_all(_ANY_INSIDE)
    right = "one => one.getBoundingClientRect().right"
    assert await board.evaluate(right) >= await other.locator("#boards .card").evaluate(right)


_ANY_INSIDE = """all => all.some(one => {
    const inner = one.getBoundingClientRect(), outer = one.closest(".touchboard").getBoundingClientRect();
    return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top
        && inner.bottom <= outer.bottom; })"""
_SMALLER = """(all, least) => all.filter(one => {
    const { width, height } = one.getBoundingClientRect();
    return width < least || height < least; }).map(one => one.dataset.space)"""
_PART = "one => [one.scrollLeft, one.scrollTop]"


async def test_a_larger_board_scrolls_under_what_is_dragged(web: Web, browser: Browser) -> None:
    """So that targets out of sight are in reach."""
    page = await opened(browser, web, await web.office.game(), HOST, **WINDOWS["390"])
    await page.get_by_role("button", name="Larger board").click()
    board = page.locator("#base .touchboard")
    await page.locator('#base [data-space="e7"]').evaluate(
        "one => one.scrollIntoView({block: 'center', inline: 'center'})"
    )
    x, y = await centre(page, "e7")
    box = await board.bounding_box()
    assert box is not None
    await page.mouse.move(x, y)
    await page.mouse.down()
    before = await board.evaluate(_PART)
    for step in range(60):
        await page.mouse.move(x + step % 2, box["y"] + 8)
    after = await board.evaluate(_PART)
    assert after[1] < before[1] and after[0] == before[0]
    await page.mouse.up()
    await settled(page)


async def test_a_larger_board_shows_what_has_the_focus(web: Web, browser: Browser) -> None:
    """By keyboard one never has to scroll it; and where nothing can be touched, arrow keys scroll it."""
    code = await web.office.game()
    page = await opened(browser, web, code, HOST, **WINDOWS["390"])
    await page.get_by_role("button", name="Larger board").click()
    await tab_to(page, "#base [data-space]")
    for key in ("ArrowLeft", "ArrowUp") * 8:
        await page.keyboard.press(key)
        inside = await page.evaluate(_IN_THE_BOX)
        assert inside, key
    waiting = await opened(browser, web, code, GUEST, **WINDOWS["390"])
    await waiting.get_by_role("button", name="Larger board").click()
    await tab_to(waiting, "#base .touchboard")
    before = await waiting.locator("#base .touchboard").evaluate(_PART)
    await waiting.keyboard.press("ArrowRight")
    await waiting.wait_for_function(
        "before => document.querySelector('#base .touchboard').scrollLeft > before", arg=before[0]
    )


_IN_THE_BOX = """() => {
    const box = document.querySelector("#base .touchboard").getBoundingClientRect();
    const one = document.activeElement.getBoundingClientRect();
    const most = [box.left - one.left, one.right - box.right, box.top - one.top, one.bottom - box.bottom];
    return Math.max(...most) <= 1; }"""


async def test_the_board_stays_where_it_is_touched(web: Web, browser: Browser) -> None:
    """However long the lists are that a touch opens beside it, it does not jump away under the finger."""
    code, users = await game(web, "ww3")
    page = await opened(browser, web, code, users[0])
    await page.get_by_role("button", name="Sensible default").first.click()
    await settled(page)
    point = await page.locator("#base .piece").first.get_attribute("data-space") or ""
    await page.locator(f'#base [data-space="{point}"]').evaluate(
        "one => one.scrollIntoView({block: 'center'})"
    )
    before = await centre(page, point)
    await page.mouse.click(*before)
    await settled(page)
    await expect(page.locator("#base .target")).not_to_have_count(0)
    assert await centre(page, point) == pytest.approx(before, abs=2)


async def test_a_formation_is_changed_by_touching(web: Web, browser: Browser) -> None:
    code, users = await game(web, "ww3")
    page = await opened(browser, web, code, users[0], viewport=PHONE)
    await page.get_by_role("button", name="Sensible default").first.click()
    await settled(page)
    snapshot = await web.office.snapshot(code)
    seat = snapshot.seat_of(users[0])
    before = await sheet(web, code, seat)
    where = re.search(r"T=(\w+)", before)
    assert where is not None
    await touch(page, where[1])
    await expect(page.locator("#base .target")).not_to_have_count(0)
    targets = await page.locator("#base .target").evaluate_all("all => all.map(one => one.dataset.space)")
    target = next(each for each in targets if each not in before)
    await touch(page, target)
    assert f"T={target}" in await sheet(web, code, seat)


async def test_coins_are_placed_by_touching(web: Web, browser: Browser) -> None:
    code, users = await game(web, "nemein")
    page = await opened(browser, web, code, users[0], viewport=PHONE)
    for name in ("Sensible default", "Place the coins"):
        await page.get_by_role("button", name=name).first.click()
        await settled(page)
    snapshot = await web.office.snapshot(code)
    seat = snapshot.seat_of(users[0])
    before = await sheet(web, code, seat)
    await page.locator("#base .can").first.dispatch_event("click")
    if await page.locator("#which[open]").count():
        await page.locator("#which .choices button").first.click()
    await settled(page)
    await page.locator("#base .target").first.dispatch_event("click")
    if await page.locator("#which[open]").count():
        await page.locator("#which .choices button").first.click()
    await settled(page)
    assert await sheet(web, code, seat) != before


async def test_a_handful_is_counted_out(web: Web, browser: Browser) -> None:
    """Coins are taken only if they are worth what they must be."""
    code, users = await game(web, "nemein")
    page = await opened(browser, web, code, users[0], viewport=PHONE)
    take = page.get_by_role("button", name="Take these coins")
    await expect(take).to_be_disabled()
    for worth, times in ((25, 3), (10, 2), (5, 1)):
        await expect(take).to_be_disabled()
        for _ in range(times):
            await page.get_by_role("button", name=f"One {worth} more").click()
    await expect(page.locator(".sum")).to_contain_text("100 of 100c · 6 of at most 20 coins")
    await page.get_by_role("button", name="One 25 less").click()
    await expect(take).to_be_disabled()
    await page.get_by_role("button", name="One 25 more").click()
    await take.click()
    await settled(page)
    snapshot = await web.office.snapshot(code)
    assert "handful 25x3 10x2 5x1" in await sheet(web, code, snapshot.seat_of(users[0]))
    await expect(page.locator("#base")).to_contain_text("three 25s, two 10s, one 5")


async def test_pieces_are_enhanced_by_touching(web: Web, browser: Browser) -> None:
    table = await web.office.lobby(HOST, GUEST, options="enhanced=2")
    await web.services.lobby.start(table.id, HOST)
    snapshot = await web.office.snapshot(table.id)
    page = await opened(browser, web, table.id, snapshot.player("dark").user_id, viewport=PHONE)
    await touch(page, "e8")
    await touch(page, "f6")
    await expect(page.locator("#base .chosen")).to_have_count(2)
    await touch(page, "d8")  # a third one is one too many
    await expect(page.locator("#said")).to_contain_text("2 chosen. Choose 0 to 2.")
    await expect(page.locator("#base .chosen")).to_have_count(2)
    await touch(page, "f6")
    assert await sheet(web, table.id, "dark") == "enhance e8"


async def test_units_are_disbanded_by_touching(web: Web, browser: Browser) -> None:
    code, _ = await game(web, "newyork2047")
    await play_until(web, code, "adjustment")
    snapshot = await web.office.snapshot(code)
    seat = next(seat for seat, owed in snapshot.state.owed.items() if owed.disband)
    page = await opened(browser, web, code, snapshot.player(seat).user_id, viewport=PHONE)
    unit = snapshot.view(seat).units(seat)[0]
    await page.locator(f'#base [data-space="{unit.space}"][role=button]').dispatch_event("click")
    if await page.locator("#which[open]").count():
        await page.locator("#which .choices button").first.click()
    await settled(page)
    assert await sheet(web, code, seat) == f"disband {unit.number}"


async def test_a_home_is_relocated_by_touching(web: Web, browser: Browser) -> None:
    game_ = web.services.context.games["newyork2047"]
    stars = ("kennedy", "williamsburg")
    values = game_.dump(game_.start({}, HmacChance(bytes(32), "home")).state)
    values |= {"phase": "adjustment", "owed": {"greene": {"relocate": list(stars), "disband": 0}}}
    values["control"] |= dict.fromkeys(stars, "greene")
    board = await web.services.boards.open(
        HOST, "sandbox", game_, options=values["options"], state=game_.load(values), about={"seat": "greene"}
    )
    page = await opened(browser, web, board, HOST, viewport=PHONE)
    for star in stars:
        await touch(page, star)
        await expect(page.locator("#base .told").first).to_contain_text(f"base moves to {star.title()}.")


async def play_until(web: Web, code: str, phase: str) -> None:
    """Let a simple engine play for all until there is something to choose in this phase."""
    lots = random.Random(1)
    for _ in range(200):
        if (snapshot := await web.office.snapshot(code)).phase.key == phase:
            return
        users = {player.user_id for player in snapshot.players}
        await in_discord(web, code, users, lots)
    pytest.fail(f"no {phase}")


async def sheet(web: Web, code: str, seat: str | None) -> str:
    """What is on somebody's order sheet."""
    turn = (await web.office.snapshot(code)).phase.turn
    found = await web.office.read(lambda tx: drafts.of_table(tx, code, 0) | drafts.of_table(tx, code, turn))
    return "; ".join(found[seat].orders) if seat in found else ""


async def test_a_puzzle_is_solved_by_touching(web: Web, browser: Browser) -> None:
    puzzle = next(each for each in stock().values() if each.game == "cic")
    board = await web.services.solving.open(HOST, puzzle.key)
    page = await opened(browser, web, board, HOST, viewport=PHONE)
    for square in re.findall(r"[a-h]\d", puzzle.solution)[:2]:
        await touch(page, square)
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#base")).to_contain_text(f"✅ {puzzle.solution}")
    await page.get_by_role("button", name="Another puzzle").click()
    await expect(page.locator("#base")).not_to_contain_text(puzzle.solution)
    await expect(page.locator("#base .piece")).not_to_have_count(0)


async def test_practice_on_the_page(web: Web, browser: Browser) -> None:
    board = await web.services.practice.open(HOST, "cic", Level.RECRUIT, "dark")
    page = await opened(browser, web, board, HOST)
    await touch(page, "e7")
    await touch(page, "e6")
    await expect(page.locator("#base")).to_contain_text("e7-e6")


async def test_typing_orders_and_letters(web: Web, browser: Browser) -> None:
    code, users = await game(web, "newyork2047")
    page = await opened(browser, web, code, users[0])
    await page.get_by_role("button", name="Type…").click()
    dialog = page.locator("#asked")
    await dialog.locator("textarea").fill("1 hold")
    await dialog.get_by_role("button", name="OK").click()
    await settled(page)
    await expect(page.locator("#base")).to_contain_text("holds")
    await page.get_by_role("button", name="Write a letter").click()
    await expect(dialog.locator("textarea")).to_be_visible()


# -- for everyone


async def violations(page: Page) -> list[str]:
    """What axe finds wrong by WCAG 2.2 A and AA."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    await page.evaluate(source)
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    found = await page.evaluate("tags => axe.run({runOnly: tags})", tags)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"][:3]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_on_every_page(web: Web, browser: Browser, scheme: Any) -> None:
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await web.services.permissions.pages(Asker(1, HOST, manager=True), everywhere=True)
    context = await browser.new_context(
        viewport={"width": 320, "height": 640}, color_scheme=scheme, bypass_csp=True
    )
    page = await context.new_page()
    games = (f"/g/{code}", f"/g/{code}/start", f"/g/{code}/fair-play")
    for path in ("/", "/rules", "/rules/cic", "/s/1", *games, "/s/1/ratings/cic", "/open", "/no"):
        await page.goto(f"http://127.0.0.1:{web.server.port}{path}")
        assert await violations(page) == [], path
        wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is wider than 320 pixels"
    board = await opened(browser, web, code, GUEST, color_scheme=scheme, bypass_csp=True)
    assert await violations(board) == []
    await board.get_by_role("button", name="Larger board").click()
    assert await violations(board) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_on_pages_of_leagues_players_puzzles_and_docs(
    tmp_path: Path, browser: Browser, scheme: Any
) -> None:
    async with town(tmp_path / "games.sqlite3") as place:
        context = await browser.new_context(
            viewport={"width": 320, "height": 640}, color_scheme=scheme, bypass_csp=True
        )
        page = await context.new_page()
        league, player = f"/l/{place.before}", f"/s/1/players/{HOST}"
        docs = ("/docs", "/docs/cic", "/docs/clock", "/docs/records")
        game = f"/g/{place.over}"
        pages = (
            "/",
            "/s/1",
            game,
            f"{game}/analysis",
            league,
            f"{league}/rounds/1",
            f"/l/{place.league}",
            player,
        )
        for path in (*pages, "/s/1/ratings/cic", "/puzzles", "/webhooks", *docs):
            place.web.server.limits.forget()
            answer = await page.goto(f"http://127.0.0.1:{place.web.server.port}{path}")
            assert answer is not None and answer.status == 200, path
            await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
            assert await violations(page) == [], path
            wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{path} is wider than 320 pixels"
        await context.close()


async def test_times_are_the_visitors_own(web: Web, browser: Browser) -> None:
    """A day that is the same everywhere stays that day, also far from UTC."""
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        context = await browser.new_context(timezone_id=zone, locale="en-GB", bypass_csp=True)
        page = await context.new_page()
        await page.goto(f"http://127.0.0.1:{web.server.port}/puzzles")
        shown = page.locator("h1 time")
        day = (await shown.get_attribute("datetime") or "").split("-")[2]
        await expect(shown).to_contain_text(re.compile(rf"^{int(day)} [A-Z][a-z]+ \d{{4}}$"))
        await context.close()


async def test_a_new_turn_is_told(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    await web.services.permissions.pages(Asker(1, HOST, manager=True), everywhere=True)
    page = await browser.new_page()
    await page.goto(f"http://127.0.0.1:{web.server.port}/g/{code}")
    await expect(page.locator("#fresh")).to_be_hidden()
    await web.office.send(code, HOST, "e7-e6")
    await expect(page.locator("#fresh")).to_be_visible(timeout=10_000)
    await page.locator("#fresh a").click()
    await expect(page.get_by_role("link", name="Back")).to_be_visible()
    await page.wait_for_load_state("load")
    await page.keyboard.press("ArrowLeft")
    await expect(page).to_have_url(re.compile(rf"/g/{code}/start$"))


async def test_a_game_is_played_over_again(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    for user, order in ((HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "e6-e5")):
        await web.office.send(code, user, order)
    await web.services.permissions.pages(Asker(1, HOST, manager=True), everywhere=True)
    page = await browser.new_page(bypass_csp=True, viewport=PHONE)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"http://127.0.0.1:{web.server.port}/g/{code}")
    number = page.locator("#game")
    place = await page.locator("button#play").bounding_box()
    last = str(len((await number.get_attribute("data-turns") or "").split()) - 1)
    pictures = await page.locator("img.board").get_attribute("src")
    await page.get_by_role("button", name="Play").click()
    await expect(number).to_have_attribute("data-at", "0")
    await expect(page.get_by_role("button", name="Pause")).to_be_focused()
    assert await page.locator("button#play").bounding_box() == place, "under the finger that pressed Play"
    assert await page.locator("img.board").get_attribute("src") != pictures
    await expect(number).to_have_attribute("data-at", "1", timeout=10_000)
    await expect(page).to_have_url(re.compile(rf"/g/{code}/1$"))
    await page.get_by_role("button", name="Pause").click()
    await page.wait_for_timeout(2500)
    await expect(number).to_have_attribute("data-at", "1")
    await page.get_by_role("button", name="Play").click()
    await expect(number).to_have_attribute("data-at", last, timeout=15_000)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    await expect(page).to_have_url(re.compile(rf"/g/{code}$"))
    await page.locator("#slider").fill("0")
    await expect(number).to_have_attribute("data-at", "0")


@pytest.mark.parametrize("key", ALL)
async def test_a_watched_board_is_in_sight(web: Web, browser: Browser, key: str) -> None:
    code, users = await game(web, key)
    await web.services.permissions.pages(Asker(1, HOST, manager=True), everywhere=True)
    page = await browser.new_page(**WINDOWS["1440"])
    await page.goto(f"http://127.0.0.1:{web.server.port}/g/{code}")
    await expect(page.locator("img.board")).to_be_in_viewport(ratio=1)
    assert users


async def test_without_javascript_one_can_look(web: Web, browser: Browser) -> None:
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await web.services.permissions.pages(Asker(1, HOST, manager=True), everywhere=True)
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"http://127.0.0.1:{web.server.port}/open")
    await expect(page.get_by_role("button")).to_have_count(0)
    await page.goto(f"http://127.0.0.1:{web.server.port}/s/1")
    await page.get_by_role("link", name=code).click()
    await expect(page.locator("img.board")).to_be_visible()
    await expect(page.locator("#play")).to_be_hidden()


async def test_a_restart_between_touch_and_send(tmp_path: Path, browser: Browser) -> None:
    """The page outlives the server: what was touched is kept, and it goes on when the server is back."""
    path = tmp_path / "games.sqlite3"
    async with house_with_pages(path, own_address=True) as web:
        code = await web.office.game()
        page = await opened(browser, web, code, HOST)
        await touch(page, "e7")
        await touch(page, "e6")
        await expect(page.locator("#base")).to_contain_text("e7-e6")
    await page.get_by_role("button", name="Send").click()
    await settled(page)
    await expect(page.locator("#answers")).to_contain_text("The server didn't answer.")
    async with house_with_pages(path, own_address=True, before=web) as again:
        await page.get_by_role("button", name="Send").click()
        await expect(page.locator("#answers")).to_contain_text("Turn 1 is resolved")
        assert (await again.office.snapshot(code)).phase.turn == 1


WHOLE = {
    "cic": ("teams=both enhanced=2", (11, 12, 13, 14)),
    "nme": ("", (11, 12, 13)),
    "nemein": ("", (11, 12)),
    "ww3": ("players=2", (11, 12)),
    "newyork2047": ("last_year=2048", (11, 12, 13, 14, 15, 16, 17)),
}
"""Options and players of games that are played to their end."""
MOST_ACTS = 150
"""After so many touches those on the page give up."""


@pytest.mark.soak
@pytest.mark.parametrize("key", WHOLE)
async def test_whole_games_by_touching(tmp_path: Path, browser: Browser, key: str) -> None:
    """Half of the players have pages, on a phone and on a desktop, and touch at random; the others are in
    Discord and know how to play. The house is restarted twice. Each page sees the end, and none complains."""
    path, lots, (options, users) = tmp_path / "games.sqlite3", random.Random(key), WHOLE[key]
    touching, acts = users[: (len(users) + 1) // 2], 0
    before: Web | None = None
    pages: dict[int, Page] = {}
    code = ""
    for restarts in range(3):
        async with house_with_pages(path, own_address=True, before=before) as web:
            office = web.office
            if before is None:
                table = await office.lobby(*users, game_key=key, options=options, seating="lot")
                await web.services.lobby.start(table.id, users[0])
                code = table.id
                for at, user in enumerate(touching):
                    given: Any = {} if at % 2 else {"viewport": PHONE, "has_touch": True}
                    pages[user] = await opened(browser, web, code, user, **given)
            before = web
            for page in pages.values():
                await page.reload()
            most = (restarts + 1) * MOST_ACTS // 3 + (MOST_ACTS if restarts == 2 else 0)
            while (await office.table(code)).status == "playing":
                assert restarts < 2 or acts < most, "there is no end"
                if acts == most:
                    break
                await in_discord(web, code, set(users) - set(touching), lots)
                page = lots.choice(list(pages.values()))
                if acts < MOST_ACTS or not await gave_up(page):
                    await act(page, lots)
                acts += 1
            if restarts < 2:
                continue
            for page in pages.values():
                await expect(page.locator("#base polygon[role=button]")).to_have_count(0, timeout=10_000)
                await expect(page.locator("#base .rows button")).to_have_count(0)
                assert await page.evaluate(_BOARD_IS_THERE), "the last board"


_BOARD_IS_THERE = "async () => (await fetch(document.querySelector('#base img.board').src)).ok"


async def in_discord(web: Web, code: str, users: set[int], lots: random.Random) -> None:
    """Whoever of these is asked gives orders, as a simple engine has them."""
    snapshot = await web.office.snapshot(code)
    for seat in sorted(snapshot.phase.owing) if snapshot.table.status == "playing" else ():
        user = snapshot.player(seat).user_id
        _, ready = await web.office.read(web.services.context.draft, snapshot, seat)
        if user in users and not ready:
            game = snapshot.game
            task = Task(game.show(snapshot.view(seat)), Level.RECRUIT, lots.getrandbits(31))
            thought = player("greedy", game).think(task)
            with suppress(Refused):  # the last of all has just been ready: the turn is resolved
                await web.services.orders.give(code, user, "\n".join(thought.orders), send=True)
            return


async def gave_up(page: Page) -> bool:
    """Concede, by buttons, if that can be done now."""
    for act in ("more", "concede", "concedeyes"):
        if not await page.evaluate(_PRESS, f'.live button[data-id*=":{act}:"]'):
            return False
        await settled(page)
    return True


_PRESS = "which => { const one = document.querySelector(which); one?.click(); return one !== null; }"


async def act(page: Page, lots: random.Random) -> None:
    """Touch something, or send what is there."""
    done = await page.evaluate(_ACT, lots.random())
    await settled(page)
    if done == "touched" and (count := await page.locator("#which[open] .choices button").count()):
        await page.locator("#which .choices button").nth(lots.randrange(count)).click()
        await settled(page)


_ACT = """lot => {
    const base = document.getElementById("base");
    const one = (all) => all[Math.floor(lot * 997) % all.length];
    const send = base.querySelector('button[data-id*=":sendsure:"]')
        ?? base.querySelector('button[data-id*=":send:"]:not([disabled])');
    const spaces = ["target", "can", "chosen"].map(kind => base.querySelectorAll(`polygon.${kind}`));
    const touched = spaces.find(some => some.length) ?? [];
    const plain = base.querySelectorAll(".menu .choices button, .row button[data-id*=':tap:']:enabled");
    if (send && (lot < .4 || !touched.length)) send.click();
    else if (touched.length) one(touched).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else if (plain.length) one(plain).click();
    return touched.length ? "touched" : "";
}"""
"""A person who touches at random, what is marked first. In one go: the page may change meanwhile."""
