"""A newcomer with nothing but the README plays Fieldpost in the demo, in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser

from tests.demo.page import Demo, Player, chromium, running

pytestmark = pytest.mark.browser


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as one:
        yield one


async def test_the_readme_tour(browser: Browser, tmp_path: Path) -> None:
    """Join Chris's game as Dana and start it; move as Ada by menu, as Ben by text; go on after a restart."""
    with running(tmp_path, None) as demo:
        dana = await Player.open(browser, demo.url)
        await dana.be("Dana")
        await dana.sees("open for players")
        await dana.click("Join")
        await dana.sees("Players 2 of 2")
        await dana.click("Start")
        await dana.sees("the game begins")

        ada = await Player.open(browser, demo.url)
        await ada.be("Ada")
        await ada.go_dm()
        await ada.sees("Your move.")
        await ada.choose("Submarine e8", placeholder="Choose a piece")
        await ada.sees("Submarine e8 to…")
        await ada.choose("d7", placeholder="Submarine e8 to…")
        await ada.sees("not sent yet")
        width, height = await ada.picture("Dark to move")
        assert (width, height) == (1200, 1280)
        await ada.click("Send")
        await ada.sees("Turn 17 is resolved")

        ben = await Player.open(browser, demo.url)
        await ben.be("Ben")
        await ben.go_dm()
        await ben.sees("turn 18")
        await ben.say("g8-g7")  # in New York nothing is called so: it is for the other of Ben's games
        await ben.sees("g8 is a Helicopter")
    with running(tmp_path, None) as again:
        ben = await Player.open(browser, again.url)
        await ben.be("Ben")
        await ben.go_dm()
        await ben.say("a4-b5")
        await ben.sees("Nothing has changed")
        await ben.say("b5-b6")
        await ben.sees("Your order: b5-b6")
        await ben.click("Send", on="b5-b6")
        await ben.sees("Turn 18 is resolved")


@pytest.mark.soak
async def test_the_readme_tour_of_new_york(browser: Browser, seeded: Demo) -> None:
    """Be Emil: read the report, ask why, write a letter, give orders by text and press Ready."""
    emil = await Player.open(browser, seeded.url)
    await emil.be("Emil")
    await emil.go("new-york")
    await emil.sees("Flushing")
    await emil.click("Why?")
    await emil.sees("Which unit?")
    for typed, answer in (
        ("/why unit:2", "Greene 2 is lost in Flushing: Papst attacked with more power."),
        ("/board zoom:red hook", "Emil used /board"),
        ("/press to:papst text:That was mine: give it back", "Your letter is on its way to Papst"),
    ):
        await emil.view.locator("#channel-composer-input").fill(typed)
        await emil.page.keyboard.press("Enter")
        await emil.sees(answer)
    await emil.go_dm()
    await emil.say("4 flushing; 3 support 4 to flushing")
    await emil.sees("Without an order yet: 1 and 2.")
    await emil.click("Ready")
    await emil.sees("Waiting for 6 other orders")
    await emil.go("new-york")
    await emil.sees("1 of 7 is ready")
