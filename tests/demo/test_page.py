"""The demo as a person has it: ``python -m demo`` in a process of its own and a browser before it."""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, Route, expect

from tests.demo.page import IN_A_BROWSER, Player, running, wait_until

pytestmark = IN_A_BROWSER
BOT = "tests.demo.stub_bot:make"


async def test_everything_a_player_can_do(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        await ada.slash("stub hello", town="danz")
        await ada.sees("Hello from Danzig")
        assert await ada.picture("map.png") == (320, 180)

        await ada.click("Write order")
        await ada.fill("Order", "A Par - Bur")
        await ada.submit()
        await ada.sees("Order noted: A Par - Bur")
        await ada.choose("Cadiz")
        await ada.sees("You chose Cadiz")

        await ada.go_dm()
        await ada.say("good morning")
        await ada.sees("You wrote: good morning")
        await ada.click("Write order")
        await ada.fill("Order", "by letter")
        await ada.submit()
        await ada.sees("Order noted: by letter")

        await ada.go("war-room")
        await ada.be("Ben")
        await ada.sees("Hello from Danzig")
        await expect(ada.message("You chose Cadiz")).to_have_count(0)  # for Ada's eyes only
        await ada.click("Cheer ada")
        await ada.sees("Ben cheers ada")
        assert ada.problems == []
        assert demo.stop() == 0


@pytest.mark.soak
async def test_menus_in_a_long_channel_and_a_command_that_fails(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        for number in range(1, 16):
            await ada.say(f"line {number}")
        await ada.slash("stub atlas")
        await ada.picture("Gallery item 1")
        await expect(ada.view.get_by_text("Select one or more options")).to_be_in_viewport()  # it followed
        await ada.choose("Unit 3", "Unit 25")
        await ada.sees("Moving Unit 3 and Unit 25")

        await ada.slash("stub fail", answered=False)
        await ada.slash("stub atlas")  # the failed one does not stand in the way
        await expect(ada.notice).to_be_hidden()
        assert "RuntimeError: as asked" in (tmp_path / "demo.log").read_text()
        assert demo.stop() == 0, demo.lines


LEFT = "end => end.scrollHeight - end.scrollTop - end.clientHeight"


@pytest.mark.soak
async def test_a_phone_ends_at_the_newest_message(browser: Browser, tmp_path: Path) -> None:
    """After one's own command, and when a channel is opened: also below a tall post, whose picture
    comes late, and beside an attached text, whose preview is open. What was scrolled up by hand stays."""

    async def late(route: Route) -> None:
        await asyncio.sleep(0.5)
        await route.continue_()

    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url, width=412, height=850)
        await ada.page.route(re.compile("/api/assets/"), late)
        timeline = ada.view.locator("#channel-timeline")

        async def ends_with(text: str) -> None:
            await ada.sees(text)
            await ada.ready()
            await ada.page.wait_for_timeout(400)  # SimCord's page scrolls some frames later
            assert text in await ada.last_text()
            assert await timeline.evaluate(LEFT) < 5, text
            await expect(ada.view.locator("#news")).not_to_contain_text("new message")

        async def up() -> None:
            await timeline.hover(position={"x": 200, "y": 200})
            await ada.page.mouse.wheel(0, -300)
            await ada.page.wait_for_timeout(300)
            assert await timeline.evaluate(LEFT) > 200

        await ada.slash("stub hello", town="danz")
        for name in ("One", "Two"):
            await ada.slash("stub report", name=name)
            await ada.picture("report.png")
            await ends_with(f"{name}, line 40")
            await up()
        await ada.go_dm()
        await ada.go("war-room")
        await ada.picture("report.png")
        await ends_with("Two, line 40")
        await ada.click("Cheer ada")  # far above: the view stays there, and tells of the answer
        await ada.sees("Ada cheers ada")
        await expect(ada.message("Hello from")).to_be_in_viewport()
        await expect(ada.view.locator("#news")).to_have_text("1 new message ↓")
        await ada.view.locator("#news").click()
        await ends_with("Ada cheers ada")
        await ada.slash("stub later", seconds="2")
        await ends_with("Wait 2 s")
        await up()
        await ada.sees("Posted later")
        assert await timeline.evaluate(LEFT) > 200
        await ada.view.locator("#news").click()
        await ends_with("Posted later")
        assert ada.problems == []


@pytest.mark.soak
async def test_the_bots_own_time_reaches_open_pages(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, BOT) as demo:
        ada, ben = await Player.open(browser, demo.url), await Player.open(browser, demo.url)
        await ben.be("Ben")
        await ben.type_command("stub later")  # half typed: an update must not take it away
        begun = time.monotonic()
        await ada.slash("stub later", seconds="2")
        await ben.sees("Posted later", within=6)
        assert 1.5 < time.monotonic() - begun < 8
        await expect(ben.view.locator(".command-chip")).to_contain_text("stub later")

        await expect(ada.page.locator("#places .dm .dot")).to_be_visible()
        await ada.go_dm()
        await ada.sees("Later, by DM")

        await ada.go("war-room")
        await ada.slash("stub thread", name="Spring 1901")
        await ada.go("Spring 1901")
        await ada.sees("Welcome to the thread")
        await ada.say("hello, thread")
        await ada.choose("Berlin")
        await ada.sees("You chose Berlin")
        assert demo.stop(signal.SIGTERM) == 0


@pytest.mark.soak
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
async def test_a_second_run_goes_on(browser: Browser, tmp_path: Path, how: signal.Signals) -> None:
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        await ada.slash("stub hello", town="berl")
        await ada.sees("Hello from Berlin")
        await ada.slash("stub later", seconds="4")
        await ada.sees("Wait 4 s")
        if how == signal.SIGKILL:
            wait_until(tmp_path / "world.pickle", newer_than=time.time())
        before = await ada.address()
        status = demo.stop(how)
        if how == signal.SIGINT:
            assert status == 0
            _, address, end = demo.lines
            assert address == demo.url, "alone on its line, to be copied"
            assert end.startswith("Stopped.")
    with running(tmp_path, BOT, "--port", str(demo.port)) as demo:
        await ada.another_view(before)  # the page that was left open comes back by itself
        await ada.sees("Hello from Berlin")
        assert await ada.picture("map.png") == (320, 180)
        await ada.click("Cheer ada")
        await ada.sees("Ada cheers ada")
        await ada.sees("Posted later")
        await ada.slash("stub hello", town="cad")
        await ada.sees("Hello from Cadiz")
        assert demo.stop() == 0


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), [(1200, 800), (400, 800)])
async def test_the_page_fits(browser: Browser, tmp_path: Path, width: int, height: int) -> None:
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url, width=width, height=height)
        await ada.slash("stub hello", town="edin")
        await ada.picture("map.png")
        await ada.go_dm()
        await ada.go("war-room")
        await ada.page.screenshot(path=tmp_path / f"page-{width}.png")
        overflow = "document.documentElement.scrollWidth - innerWidth"
        assert await ada.page.evaluate(overflow) <= 0
        assert await ada.view.locator("body").evaluate(f"() => {overflow}") <= 0
        await ada.click("Write order")
        await expect(ada.modal.locator(".modal-actions button[type=submit]")).to_be_in_viewport()
        await ada.page.screenshot(path=tmp_path / f"modal-{width}.png")


# -- commands that are typed as text, and the keys of the lists


async def enter(player: Player, text: str) -> None:
    """Type a whole line into the message box and press Enter, faster than any list comes up."""
    await player.view.locator("#channel-composer-input").fill(text)
    await player.page.keyboard.press("Enter")


@pytest.mark.soak
async def test_a_typed_command_is_run_or_kept(browser: Browser, tmp_path: Path) -> None:
    """Nothing that begins with ``/`` becomes a message."""
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        box, hint = ada.view.locator("#channel-composer-input"), ada.view.locator("#command-hint")

        await enter(ada, "/stub say text:red hook: at the sea town:Cadiz  loud:true")
        await ada.sees("Ada says RED HOOK: AT THE SEA in Cadiz")
        await expect(box).to_have_value("")
        await enter(ada, "/Stub say Text:only this")
        await ada.sees("Ada says only this in no town")

        for typed, problem in (
            ("/shrug", "isn't a command"),
            ("/stub hello", "needs town:"),
            ("/stub hello berlin", "what “berlin” is"),
            ("/stub say text:x loud:maybe", "true or false"),
        ):
            await box.click()
            await box.fill(typed)
            await ada.page.keyboard.press("Escape")  # the list of commands, which would take Enter
            await ada.page.keyboard.press("Enter")
            await expect(hint).to_contain_text(problem)
            await expect(hint).to_contain_text("press Tab")
            await expect(box).to_have_value(typed)
        await expect(ada.messages).to_have_count(2)  # the two answers

        await ada.say("and or either")  # what is no command is said as before
        await expect(hint).to_be_hidden()
        await ada.sees("and or either")
        assert ada.problems == []


@pytest.mark.soak
async def test_tab_takes_a_suggestion(browser: Browser, tmp_path: Path) -> None:
    """In the list of commands, of options and of an option's values; never the × of an option."""
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        await ada.view.locator("#channel-composer-input").click()
        await ada.page.keyboard.type("/stub say")
        await expect(ada.view.locator(".command-entry.is-active")).to_contain_text("/stub say")
        await ada.page.keyboard.press("Tab")
        await ada.page.keyboard.type("hello")
        await ada.page.keyboard.press("Tab")  # no list: on to the other options
        await ada.page.keyboard.press("Enter")
        await expect(ada.suggestions("town")).to_be_visible()
        await ada.suggestions("town").click()
        await ada.page.keyboard.type("cad")
        await expect(ada.suggestions("Cadiz")).to_be_visible()
        await ada.page.keyboard.press("Tab")
        await expect(ada.view.locator('input[data-option="town"]')).to_have_value("Cadiz")
        await expect(ada.suggestions()).to_have_count(0)
        await ada.page.keyboard.press("Tab")
        await ada.page.keyboard.press("Enter")
        await expect(ada.suggestions("loud")).to_be_visible()
        await ada.page.keyboard.press("Enter")
        await expect(ada.suggestions("False")).to_be_visible()
        await ada.page.keyboard.press("ArrowDown")
        await ada.page.keyboard.press("Tab")
        await expect(ada.view.locator('input[data-option="loud"]')).to_have_value("False")
        await expect(ada.suggestions()).to_have_count(0)
        await ada.page.keyboard.press("Enter")
        await ada.sees("Ada says hello in Cadiz")
        assert ada.problems == []
