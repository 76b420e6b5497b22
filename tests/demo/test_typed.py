"""Commands that are typed as text on the demo's page, and the keys of its lists."""

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

from playwright.async_api import Browser, expect

from tests.demo.page import Player, chromium, running

pytestmark = [pytest.mark.browser, pytest.mark.soak]
BOT = "tests.demo.stub_bot:make"


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as one:
        yield one


async def type_line(player: Player, text: str) -> None:
    """Type a whole line into the message box and press Enter, faster than any list comes up."""
    await player.view.locator("#channel-composer-input").fill(text)
    await player.page.keyboard.press("Enter")


async def test_a_typed_command_is_run_or_kept(browser: Browser, tmp_path: Path) -> None:
    """Nothing that begins with ``/`` becomes a message."""
    with running(tmp_path, BOT) as demo:
        ada = await Player.open(browser, demo.url)
        box, hint = ada.view.locator("#channel-composer-input"), ada.view.locator("#command-hint")

        await type_line(ada, "/stub say text:red hook: at the sea town:Cadiz  loud:true")
        await ada.sees("Ada says RED HOOK: AT THE SEA in Cadiz")
        await expect(box).to_have_value("")
        await type_line(ada, "/Stub say Text:only this")
        await ada.sees("Ada says only this in no town")

        for typed, problem in (
            ("/shrug", "no command"),
            ("/stub hello", "needs town:"),
            ("/stub hello berlin", "What is “berlin”?"),
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
