"""A newcomer plays the README's silent war in the demo, in a real browser as narrow as a phone."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from importlib.util import find_spec

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, expect

from tests.demo.page import Demo, Player, chromium

pytestmark = [pytest.mark.browser, pytest.mark.soak]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as one:
        yield one


async def typed(player: Player, text: str) -> None:
    await player.view.locator("#channel-composer-input").fill(text)
    await player.page.keyboard.press("Enter")


async def test_the_readme_tour_of_a_silent_war(browser: Browser, seeded: Demo) -> None:
    """Say nothing; rule as Ada; be Gray: choose a piece, think again, trade. Then Protect the Ally."""
    player = await Player.open(browser, seeded.url, width=400, height=860)
    await player.be("Chris")
    await player.go("silent-war")
    newest = await player.sees("Gray to move")
    called = re.search(r"@(\w+) \(Gray\)", await newest.inner_text())
    assert called is not None
    hint = player.view.locator("#command-hint")
    await typed(player, "psst")
    await expect(hint).to_contain_text("read-only for you")
    await typed(player, "/press to:all text:psst")
    await player.sees("talking about the game is cheating")
    await expect(hint).to_be_hidden()

    await player.be("Ada")
    await typed(player, "/penalty player:white ruling:penalty space:G9 reason:A wink")
    await player.sees("has ruled against White")
    await player.sees("the Infantry of White")

    await player.be(called[1])
    await player.go_dm()
    await player.sees("Naval One")
    await player.choose("Infantry F1 · 7 targets, 1 capture", placeholder="1. Choose a piece")
    await player.sees("2. Infantry F1 goes to")
    wide, high = await player.picture("Gray to move")
    assert wide == 1200 and high < 1392, "closer, around the piece"
    await player.choose("Infantry L5 · 4 targets, 1 trade", placeholder="Infantry F1 ·")
    await player.sees("2. Infantry L5 goes to")
    await player.choose("L5s, trade for Special Force", placeholder="2. Infantry L5 goes to")
    await player.sees("not sent yet")
    await player.click("Send")
    await player.sees("Turn 23 is resolved")

    await player.be("Emil")
    names = await player.page.locator("#places .name").all_inner_texts()
    [ally] = [name for name in names if name.endswith(" NME")]
    await player.go(ally)
    await player.click("Join")
    await player.sees("Players 2 of 2")
    await player.click("Start")
    await player.sees("the game begins")
    await expect(player.view.locator("#channel-composer-input")).to_have_attribute(
        "placeholder", re.compile("You can use application commands")
    )
    assert player.problems == []
