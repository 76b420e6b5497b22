"""A newcomer takes the tour that stands on the page, step by step, in a real browser."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, expect

from demo.tour import TOUR
from tests.demo.page import IN_A_BROWSER, Demo, Player, running

pytestmark = IN_A_BROWSER
PHONE = {"width": 390, "height": 844}
PLAYED = ("cic", "learn", "newyork2047", "nme", "nemein", "ww3", "computers", "league", "own")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter: as root, PostgreSQL runs as another user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.soak
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
async def test_start_here(browser: Browser, open_folder: Path, database: str) -> None:
    """Join Chris's game as Dana and start it; move as Ada by menu, as Ben by text, after a restart, too."""
    given = ("--database", database)
    with running(open_folder, None, *given) as demo:
        player = await Player.open(browser, demo.url)
        await player.follow("cic-1")
        await player.follow("cic-2", "e8", "d7")
        await player.follow("cic-3")
        await player.follow("cic-4")
        await expect(player.messages.locator(".gallery-image").last).to_be_visible()
        assert player.problems == []
        assert demo.stop() == 0
    assert tuple(part.key for part in TOUR) == PLAYED, "each is played here"
    with running(open_folder, None, *given) as again:
        player = await Player.open(browser, again.url)
        await player.take("cic-2")
        await player.pick("e7")
        await player.say("d8-c7")  # the menus follow what is typed
        for chosen in ("d8", "c7"):
            await expect(player.view.locator(".select-value").filter(has_text=chosen).last).to_be_visible()
        assert player.problems == []


@pytest.mark.soak
async def test_learn_and_practise(browser: Browser, seeded: Demo) -> None:
    """The first lesson, and a move against a recruit, who answers at once."""
    player = await Player.open(browser, seeded.url, **PHONE)
    await player.follow("learn-1")
    await player.follow("learn-2")
    await player.follow("learn-3", "Fighter", "h8")
    await player.sees("You win")
    await player.follow("learn-4")
    await player.pick("Amphibian")
    await player.pick("c7")
    await player.click("Send")
    await player.sees("Computer recruit")
    assert player.problems == []


@pytest.mark.soak
async def test_new_york(browser: Browser, seeded: Demo) -> None:
    """Be Emil: ask why, write a letter, give orders by text and press Ready."""
    player = await Player.open(browser, seeded.url)
    await player.follow("newyork2047-1")
    await player.pick("Greene 2")
    await player.follow("newyork2047-2")
    await player.follow("newyork2047-3")
    await player.go("new-york")
    await player.sees("1 of 7")
    assert player.problems == []


@pytest.mark.soak
async def test_never_make_enemies(browser: Browser, seeded: Demo) -> None:
    """Whoever is called moves: chooses a piece, thinks again, trades. A penalty; then Protect the Ally."""
    player = await Player.open(browser, seeded.url, **PHONE)
    await player.be("Chris")
    await player.go("silent-war")
    await expect(player.view.locator("#channel-composer-input")).to_have_attribute(
        "placeholder", "Read-only for Chris: only / commands"
    )
    await player.follow("nme-1", "F1", "L5", "L5s")
    await player.follow("nme-2")
    await player.follow("nme-3")
    await expect(player.view.locator("#channel-composer-input")).to_have_attribute(
        "placeholder", "Read-only for Emil: only / commands"
    )
    assert player.problems == []


@pytest.mark.soak
async def test_nemein(browser: Browser, seeded: Demo) -> None:
    """Be Fay: a sure attack, and a coin flip in the turn it wins. Be Emil: choose a handful."""
    player = await Player.open(browser, seeded.url)
    for number in range(1, 5):
        await player.follow(f"nemein-{number}")
        if number == 3:
            wide, high = await player.picture("flip")
            assert wide > 300 and high > 200
    assert player.problems == []


@pytest.mark.soak
async def test_military_chess(browser: Browser, seeded: Demo) -> None:
    """Whoever is Red: a meeting by the menus. Be Gus: a formation in fog."""
    player = await Player.open(browser, seeded.url, **PHONE)
    await player.follow("ww3-1", "d6", "e7")
    await player.follow("ww3-2", "mirrored")
    await player.follow("ww3-3")
    assert "Spy" not in await player.last_text()
    assert player.problems == []


@pytest.mark.soak
async def test_computers(browser: Browser, seeded: Demo) -> None:
    """A general and a recruit are joined, and the game goes on until it is one's turn again."""
    player = await Player.open(browser, seeded.url)
    await player.follow("computers-1")
    await player.follow("computers-2", "Ambush")
    await player.follow("computers-3")
    await expect(player.messages.filter(has_text="set-up").last).to_be_visible()
    assert player.problems == []


@pytest.mark.soak
async def test_leagues_and_a_game_of_your_own(browser: Browser, seeded: Demo) -> None:
    player = await Player.open(browser, seeded.url)
    for number in range(1, 6):
        await player.follow(f"league-{number}")
    await player.take("own-1")
    await player.slash("game new", game="Nemein")
    await expect(player.step("own-1")).to_have_class(re.compile(r"\bdone\b"))
    await player.follow("own-2")
    await player.follow("own-3")
    assert player.problems == []
