"""What a person does on the demo's page, as functions for tests."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    FrameLocator,
    Locator,
    Page,
    async_playwright,
    expect,
)
from playwright.async_api import TimeoutError as PlaywrightTimeout

from demo.tour import TOUR, Step
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CHANNELS = ("war-room", "new-york", "silent-war", "coins", "military-chess", "league")
AT_ONCE = "undo=0 grace=0"
"""House options of new games: turns resolve as soon as they can."""
WAIT = 90_000  # milliseconds until something is taken for lost; two cores may be shared with much else


class Demo:
    """A running ``python -m demo``; ``lines`` is what it printed until it was ready, then at its end."""

    def __init__(self, data: Path, bot: str | None, *arguments: str, port: int | None = None) -> None:
        self.port = free_port() if port is None else port
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "FIELDPOST_DEFAULTS": AT_ONCE}
        command = [sys.executable, "-m", "demo", "--port", str(self.port), "--data", str(data), *arguments]
        if bot is not None:
            command += ["--bot", bot]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            start_new_session=True, env=environment,
        )  # fmt: skip
        self.lines: list[str] = []
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if found := re.search(r"http://\S+", line):
                return found[0]
        self.process.stdout.close()
        raise AssertionError(f"the demo ended with {self.process.wait()}: {self.lines}")

    def stop(self, with_signal: int = signal.SIGINT) -> int:
        """End it as a terminal does, by a signal to all its processes; the exit status."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, with_signal)
        output, _ = self.process.communicate(timeout=30)
        self.lines += output.splitlines()
        return self.process.returncode


@contextlib.contextmanager
def running(data: Path, bot: str | None, *arguments: str) -> Iterator[Demo]:
    """The demo on a free port; ended, if it still runs, when the block is left."""
    demo = Demo(data, bot, *arguments)
    try:
        yield demo
    finally:
        demo.stop(signal.SIGKILL)


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Debian's Chromium; playwright's own need not be installed."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


IN_A_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
"""The marks of a module whose tests take the fixture `browser`: one Chromium serves them all."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one_chromium() -> AsyncIterator[Browser]:
    async with chromium() as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def browser(one_chromium: Browser) -> AsyncIterator[Browser]:
    """Without windows, and nothing is left of those of the test before."""
    yield one_chromium
    for context in one_chromium.contexts:
        await context.close()


class Player:
    """One browser window on the demo. ``problems`` collects what its console and scripts complain of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._said)

    def _said(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.problems.append(f"{line.text} {line.location['url']}")

    @classmethod
    async def open(cls, browser: Browser, url: str, *, width: int = 1200, height: int = 800) -> Player:
        """A new window (with its own memory of what was read) that shows the first user's first channel."""
        player = cls(await browser.new_page(viewport={"width": width, "height": height}))
        await player.page.goto(url)
        await player.ready()
        return player

    @property
    def view(self) -> FrameLocator:
        """SimCord's page inside the frame."""
        return self.page.frame_locator("#view")

    @property
    def banner(self) -> Locator:
        """The line that says who one is and where."""
        return self.page.locator("#banner")

    async def ready(self) -> None:
        """Wait until the conversation is there and can be used."""
        await expect(self.page.locator("#loading")).to_be_hidden(timeout=WAIT)
        await expect(self.view.locator("#channel-layout")).to_be_visible(timeout=WAIT)
        await expect(self.view.locator("#preview-app")).to_have_attribute("aria-busy", "false", timeout=WAIT)

    async def be(self, name: str) -> None:
        """Switch to another user; the channel stays, a DM becomes that user's own."""
        await self._choose("#users", name, f"You are {name} ")

    async def go(self, channel: str) -> None:
        """Open a channel or thread by its name, waiting until the bot has made it."""
        sign = "#" if channel in CHANNELS else ""
        await self._choose("#places", channel, f"in {sign}{channel}")

    async def go_dm(self, bot: str = "Fieldpost") -> None:
        """Open the private messages with the bot."""
        await self._choose("#places", f"{bot} (private)", f"in private messages with {bot}")

    async def _choose(self, where: str, name: str, banner: str) -> None:
        before = await self.address()
        button = self.page.locator(f"{where} button", has=self.page.locator(".name", has_text=exactly(name)))
        if await button.get_attribute("aria-current") != "true":
            await self._open("#menu")
            await button.click()
            await expect(self.banner).to_contain_text(banner)
            await self.another_view(before)
        if await self.page.locator("#scrim").is_visible():
            await self.page.keyboard.press("Escape")
        await self.ready()

    async def _open(self, drawer: str) -> None:
        """In a narrow window the lists and the tour stand behind a button."""
        button = self.page.locator(drawer)
        if await button.is_visible():
            await button.click()

    async def address(self) -> str:
        """The address of the view inside the frame, which another run or another choice changes."""
        href: str = await self.page.locator("#view").evaluate("frame => frame.contentWindow.location.href")
        return href

    async def another_view(self, before: str) -> None:
        """Wait until the frame has another view than the one with the address ``before``."""
        await self.page.wait_for_function(
            "before => document.getElementById('view').contentWindow.location.href !== before", arg=before
        )
        await self.ready()

    async def unread(self, where: str, name: str) -> bool:
        """Whether the dot is shown; ``where`` is ``#users`` or ``#places``."""
        button = self.page.locator(f"{where} button", has=self.page.locator(".name", has_text=exactly(name)))
        return await button.locator(".dot").is_visible()

    # ---------------------------------------------------------------- the tour

    def step(self, key: str) -> Locator:
        """A step of the tour, e.g. ``newyork2047-3``: the third of that game."""
        return self.page.locator(f'.step[data-key="{key}"]')

    async def take(self, key: str) -> None:
        """Press a step of the tour: it leads to its player and place."""
        await self._press_in_tour(key, ".go")

    async def _press_in_tour(self, key: str, what: str) -> None:
        await self._open("#tour-open")
        part = self.page.locator(f'.part[data-key="{key.partition("-")[0]}"]')
        if await part.get_attribute("open") is None:
            await part.locator("summary").click()
        name, _, place = (await self.step(key).locator(".whom").text_content() or "").partition(" · ")
        await self.step(key).locator(what).first.click()
        await expect(self.banner).to_contain_text(f"{name} in {place}")
        await expect(self.step(key)).to_have_class(re.compile(r"\bcurrent\b"))
        await self.ready()

    async def follow(self, key: str, *picks: str) -> None:
        """Do what a step of the tour says: send its code, pick from menus, press its buttons; it gets a tick.

        picks: words of the options to choose, one menu after the other
        """
        await self.take(key)
        if await self.step(key).locator(".code").count():
            code = await self.step(key).locator(".code").first.text_content() or ""
            await self._press_in_tour(key, ".code")
            if code.startswith("/"):
                await expect(self.view.locator(".command-chip")).to_be_visible(timeout=WAIT)
            else:
                await expect(self.view.locator("#channel-composer-input")).to_have_value(code)
            await self.page.keyboard.press("Enter")
        for words in picks:
            await self.pick(words, step_of(key).show)
        for label in await self.step(key).locator(".what b").all_text_contents():
            button = self.messages.locator("button.component-button:not(:disabled)", has_text=exactly(label))
            await button.last.click()
        await expect(self.step(key)).to_have_class(re.compile(r"\bdone\b"), timeout=WAIT)

    async def pick(self, words: str, on: str = "") -> None:
        """Choose the first option with these words in its label, in the newest menu with one: anywhere, or
        in messages with the text ``on``."""
        option = self.view.locator(".option-label", has_text=words)
        scope = self.messages.filter(has_text=on) if on else self.messages
        key = await scope.locator(".preview-select", has=option).last.get_attribute("data-control-key")
        select = self.messages.locator(menu_at(key))
        for _ in range(4):  # the page closes a menu when its message changes: on the way is another picture
            await self.ready()
            if not await select.locator(".select-list").is_visible():
                await select.locator(".select-trigger").click()
            with contextlib.suppress(PlaywrightTimeout):
                await select.locator(".option-label", has_text=words).first.click(timeout=5000)
                break
        else:
            raise AssertionError(f"{words!r} could not be chosen")
        await expect(select.locator(".select-list")).to_be_hidden(timeout=WAIT)
        await self.ready()

    # ---------------------------------------------------------------- saying and asking

    async def say(self, text: str) -> None:
        """Write a message in the open channel or DM."""
        await self.view.locator("#channel-composer-input").fill(text)
        await self.view.locator("#send-message").click()  # waits for its turn, unlike the Enter key
        await expect(self.view.locator("#channel-composer-input")).to_have_value("", timeout=WAIT)

    @property
    def notice(self) -> Locator:
        """The page's complaint about the last action; visible only if there is one."""
        return self.view.locator("#toolbar")

    async def slash(self, command: str, *, answered: bool = True, **options: str) -> None:
        """Run a command: ``slash("game join", game="spring")``.

        Each option is typed. Where the bot offers choices, the first that contains what was typed is
        taken; an AssertionError says that none came.
        """
        await self.type_command(command)
        for name, typed in options.items():
            field = self.view.locator(f'input.command-option-input[data-option="{name}"]')
            if not await field.count():
                await self._add_option(name)
            await field.click()
            await field.press_sequentially(typed)
            if await field.get_attribute("role") == "combobox":
                await self.suggestions(typed).first.click()
        await self.view.locator("#send-message").click()
        if answered:
            await expect(self.view.locator(".command-chip")).to_have_count(0, timeout=WAIT)
        else:
            await expect(self.notice).to_be_visible(timeout=WAIT)

    async def type_command(self, command: str) -> None:
        """Type ``/`` and the name and take the command, leaving its options to be filled.

        A command that failed stays in the message box; it is dropped first.
        """
        if await self.view.locator(".command-context-close").is_visible():
            await self.view.locator(".command-context-close").click()
        await self.view.locator("#channel-composer-input").click()
        await self.page.keyboard.type(f"/{command}")
        row = self.view.locator('.command-popup [role="option"]', has_text=f"/{command}")
        await row.first.click()
        await expect(self.view.locator(".command-chip")).to_contain_text(command)

    async def _add_option(self, name: str) -> None:
        await self.view.locator(f'.command-popup [role="option"]:has-text("{name}")').first.click()

    def suggestions(self, containing: str = "") -> Locator:
        """What the bot offers for the option that is being typed."""
        return self.view.locator(
            "#command-suggestion-listbox .command-suggestion",
            has_text=re.compile(re.escape(containing), re.IGNORECASE),
        )

    # ---------------------------------------------------------------- messages

    @property
    def messages(self) -> Locator:
        """The messages shown, oldest first."""
        return self.view.locator("#channel-message-list article.channel-message")

    def message(self, containing: str) -> Locator:
        """The newest message with this text anywhere in it."""
        return self.messages.filter(has_text=containing).last

    async def last_text(self) -> str:
        """All text of the newest message."""
        return await self.messages.last.inner_text()

    async def sees(self, text: str, *, within: float = WAIT / 1000) -> Locator:
        """Wait for a message with this text, without touching the page."""
        message = self.message(text)
        try:
            await expect(message).to_be_visible(timeout=within * 1000)
        except AssertionError as error:
            shown = [await one.inner_text() for one in (await self.messages.all())[-5:]]
            typed = await self.view.locator("#channel-composer-input").input_value()
            raise AssertionError(f"no {text!r} in {shown}; {typed!r} is typed; {self.problems}") from error
        return message

    async def click(self, label: str, *, on: str | None = None) -> None:
        """Click a button: of the newest message that has it, or of the newest with the text ``on``."""
        scope = self.messages if on is None else self.messages.filter(has_text=on)
        button = scope.locator("button.component-button", has_text=exactly(label)).last
        await button.click()

    async def choose(
        self, *labels: str, placeholder: str | None = None, inside: Locator | None = None
    ) -> None:
        """Choose options by their labels in the newest select, or in the one with this placeholder."""
        scope = self.messages if inside is None else inside
        selects = scope.locator(".preview-select")
        if placeholder is not None:
            selects = selects.filter(has_text=placeholder)
        # By its place: what it shows changes with the first choice.
        key = await selects.last.get_attribute("data-control-key")
        select = scope.locator(menu_at(key))
        many = await select.get_attribute("data-maximum") != "1"
        await select.locator(".select-trigger").click()
        for label in labels:
            option = select.locator(".select-option", has=self.view.get_by_text(label, exact=True))
            for _ in range(3):  # the page may close a menu that opens while a picture is loading
                try:
                    await option.click(timeout=5000)
                    break
                except PlaywrightTimeout:
                    await select.locator(".select-trigger").click()
            else:
                await option.click()
        if many:
            await select.locator(".select-trigger").click()  # closing is what sends the choices

    async def picture(self, name: str) -> tuple[int, int]:
        """Wait until the newest picture whose alt text (or file name) has this is loaded; its true size."""
        image = self.messages.locator(f'img[alt*="{name}"]').last
        await expect(image).to_be_visible(timeout=WAIT)
        handle = await image.element_handle()
        await self.page.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=handle)
        size = await image.evaluate("one => [one.naturalWidth, one.naturalHeight]")
        return int(size[0]), int(size[1])

    # ---------------------------------------------------------------- modals

    @property
    def modal(self) -> Locator:
        """The open form."""
        return self.view.locator(".modal-dialog")

    async def fill(self, label: str, text: str) -> None:
        """Fill a text field of the open form."""
        field = self.modal.locator(".modal-field").filter(has_text=label)
        await field.locator("input, textarea").first.fill(text)

    async def choose_in_modal(self, label: str, *values: str) -> None:
        """Choose in a select of the open form."""
        await self.choose(*values, inside=self.modal.locator(".modal-field").filter(has_text=label))

    async def submit(self) -> None:
        """Send the open form and wait until it is gone."""
        await self.modal.locator(".modal-actions button[type=submit]").click()
        await expect(self.modal).to_have_count(0)


def step_of(key: str) -> Step:
    """A step of the tour by its key, e.g. ``newyork2047-3``."""
    game, _, number = key.partition("-")
    [steps] = [part.steps for part in TOUR if part.key == game]
    return steps[int(number) - 1]


def menu_at(key: str | None) -> str:
    """What selects a menu by its place in its message: an answer may put another in its place."""
    assert key is not None
    return f'.preview-select[data-control-key^="{key.split("~")[0]}~"]'


def exactly(text: str) -> re.Pattern[str]:
    """A pattern for an element's whole text."""
    return re.compile(rf"^\s*{re.escape(text)}\s*$")


def wait_until(path: Path, newer_than: float, limit: float = 10.0) -> None:
    """Wait until a file was written after a moment (``time.time()``); TimeoutError if not."""
    end = time.monotonic() + limit
    while not (path.exists() and path.stat().st_mtime > newer_than):
        if time.monotonic() > end:
            raise TimeoutError(path)
        time.sleep(0.05)
