"""A newcomer plays the README's tours in the demo, in a real browser."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, expect

from tests.demo.page import Demo, Player

pytestmark = [pytest.mark.browser, pytest.mark.soak]


async def enter(player: Player, text: str) -> None:
    """Type a whole line into the message box and press Enter, faster than any list comes up."""
    await player.view.locator("#channel-composer-input").fill(text)
    await player.page.keyboard.press("Enter")


async def thread(player: Player, game: str) -> None:
    """Open the only thread of that game."""
    names = await player.page.locator("#places .name").all_inner_texts()
    [name] = [one for one in names if re.fullmatch(rf"\w+ {game}.*", one)]
    await player.go(name)


async def test_the_readme_tour_of_coins(browser: Browser, seeded: Demo) -> None:
    """Be Fay: a sure attack, and a coin flip in the turn it wins. Be Emil: choose a handful, place it."""
    player = await Player.open(browser, seeded.url)
    await player.be("Fay")
    await player.go_dm()
    await player.sees("Move, split, upgrade, build a house")
    await player.say("move d4-e3 10; split e3 10; upgrade d6; house d3; end")
    await player.sees("sure win")
    await player.click("Send", on="sure win")
    await player.sees("Now your extra turn")
    await player.go("coins")
    await player.sees("That wins an extra turn")
    await player.picture("South to move")
    await player.go_dm()
    await player.say("move e3-g3 5")
    await player.sees("Nothing has changed")
    await player.say("move e3-e4 5; end")
    await player.sees("coin flip. Heads you take e4")
    await player.click("Send", on="coin flip. Heads you take e4")
    await player.go("coins")
    await player.sees("Flip #1 for South")
    wide, high = await player.picture("A coin is flipped: heads, and South")
    assert wide > 300 and high > 200

    await player.be("Emil")
    await player.go_dm()
    desk = await (await player.sees("Secretly pick up to 20 coins")).inner_text()
    seat, unit = ("North", "5 on f4") if "You are North" in desk else ("South", "5 on b4")  # by lot
    await player.click("Sensible default")
    await player.sees("three 25s, one 10, two 5s, five 1s")
    await player.choose("Join 1, 1, 1, 1, 1 into a 5", placeholder="Change single coins")
    await player.sees("three 25s, one 10, three 5s")
    await player.choose("3 houses, 3 units", placeholder="Choose other coins")
    await player.sees("three 25s, two 10s, one 5")
    await player.click("Place the coins…")
    await player.choose(unit, placeholder="Move a coin")
    await player.sees(f"Move the {unit} to…")
    await player.click("Send", on="three 25s, two 10s, one 5")
    await player.sees("What came of it")
    await thread(player, "Nemein")
    await player.sees(f"{seat} (Emil): three 25s, two 10s, one 5.")
    await player.picture("A coin is flipped")
    assert player.problems == []


async def test_the_readme_tour_of_military_chess(browser: Browser, seeded: Demo) -> None:
    """Be Red: a meeting by the menus. Be Gus: a formation in fog, a unit moved about in it."""
    player = await Player.open(browser, seeded.url, width=400, height=860)
    await player.be("Dana")
    await player.go("military-chess")
    called = re.search(r"@(\w+) \(Red\)", await (await player.sees("Red to move")).inner_text())
    assert called is not None
    await player.be(called[1])
    await player.go_dm()
    await player.choose("Air Craft d6 · 1 win", placeholder="Choose a unit")
    await player.sees("Move the Air Craft on d6 to…")
    await player.choose("e7 · takes Blue's Air Craft", placeholder="Move the Air Craft on d6 to…")
    await player.sees("not sent yet")
    await player.click("Send", on="d6-e7")
    await player.sees("is resolved")
    await player.go("military-chess")
    await player.sees("Blue to move")

    await player.be("Gus")
    await player.go_dm()
    await player.choose("Wings, mirrored", placeholder="Choose a formation")
    await player.sees("Your order")
    wide, _ = await player.picture("et-up")
    assert wide >= 1000
    await player.click("Send", on="Wings, mirrored")
    await thread(player, "WW3")
    told = await (await player.sees("rolled the highest")).inner_text()
    assert "their kinds hidden" in told and "Spy" not in told
    await player.picture("roll for who begins")
    assert player.problems == []


async def test_the_readme_tour_of_a_silent_war(browser: Browser, seeded: Demo) -> None:
    """Say nothing; rule as Ada; be Gray: choose a piece, think again, trade. Then Protect the Ally."""
    player = await Player.open(browser, seeded.url, width=400, height=860)
    await player.be("Chris")
    await player.go("silent-war")
    newest = await player.sees("Gray to move")
    called = re.search(r"@(\w+) \(Gray\)", await newest.inner_text())
    assert called is not None
    hint = player.view.locator("#command-hint")
    await enter(player, "psst")
    await expect(hint).to_contain_text("read-only for you")
    await enter(player, "/press to:all text:psst")
    await player.sees("talking about the game is cheating")
    await expect(hint).to_be_hidden()

    await player.be("Ada")
    await enter(player, "/penalty player:white ruling:penalty space:G9 reason:A wink")
    await player.sees("has ruled against White")
    await player.sees("loses the Infantry on G9")

    await player.be(called[1])
    await player.go_dm()
    await player.sees("Naval One")
    await player.choose("Infantry F1", placeholder="Choose a")
    await player.sees("Infantry F1 to…")
    wide, high = await player.picture("Gray to move")
    assert wide == 1200 and high < 1392, "closer, around the piece"
    await player.choose("Infantry L5", placeholder="Infantry F1")
    await player.sees("Infantry L5 to…")
    await player.choose("L5s: trade for Special Force", placeholder="Infantry L5 to…")
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
