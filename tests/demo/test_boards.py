"""Boards of one's own in a real browser: lessons, a hint, *What if…* and the analysis of a game."""

from __future__ import annotations

import contextlib
import shutil
from importlib.util import find_spec

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.demo.page import IN_A_BROWSER, Demo, Player, exactly

pytestmark = [*IN_A_BROWSER, pytest.mark.soak]
PHONE = {"width": 390, "height": 844}
GAMES = ("Commander-In-Chief", "New York 2047", "NME", "Nemein", "WW3")


async def test_lessons_of_each_game(browser: Browser, seeded: Demo) -> None:
    """The first of each, with its picture. After a wrong answer the same piece is chosen again."""
    player = await Player.open(browser, seeded.url, **PHONE)
    await player.be("Fay")
    await player.go_dm()
    for game in GAMES:
        await player.slash("learn", game=game)
        await player.sees(f"Learn {game}")
        await player.click("Begin", on=f"Learn {game}")
        lesson = await player.sees("lesson 1 of")
        await expect(lesson.locator(".gallery-image")).to_be_visible()
        if game == "NME":
            for target, said in (("C7", "That's an Infantry."), ("F6", "Gray is out")):
                await player.pick("Air Force", "lesson 1 of")
                await player.pick(target, "lesson 1 of")
                await player.click("Send", on="lesson 1 of")
                await player.sees(said)
    assert player.problems == []


async def test_a_hint_and_what_if(browser: Browser, seeded: Demo) -> None:
    """The hint is written on the sheet; the desk's position opens on a board, which goes back and forth."""
    player = await Player.open(browser, seeded.url, **PHONE)
    await player.be("Fay")
    await player.go_dm()
    await player.slash("practice", game="Commander-In-Chief")
    await player.click("Hint", on="Your move")
    await player.click("Use it")
    await player.sees("That's the hint.")
    await player.take("cic-2")
    await player.click("More…")
    await player.click("What if…")
    await player.sees("From game")
    assert player.problems == []


async def test_an_analysis(browser: Browser, seeded: Demo) -> None:
    """Below the last post of a finished game: how far it is, and then the graph and its words."""
    player = await Player.open(browser, seeded.url)
    await player.take("league-4")
    await player.click("Analysis")
    await player.sees("analysed")
    refresh = player.messages.locator("button.component-button", has_text=exactly("Refresh"))
    while await refresh.count():  # as long as it takes
        with contextlib.suppress(PlaywrightTimeout):  # the press before may take it away
            await refresh.last.click(timeout=5000)
        await player.page.wait_for_timeout(3000)  # what studies the game needs the machine, too
    await player.sees("Turning points")
    wide, high = await player.picture("Graph of how everyone stood")
    assert wide > 300 and high > 200
    assert player.problems == []
