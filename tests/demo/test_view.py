"""The page behaves like Discord: what one looks at stays, one knows as whom one writes, V2 looks as there."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

if find_spec("playwright") is None:
    pytest.skip("playwright is not installed", allow_module_level=True)
if shutil.which("chromium") is None:
    pytest.skip("no chromium on the PATH (Debian: apt-get install chromium)", allow_module_level=True)

from playwright.async_api import Browser, Locator, Route, expect

from tests.demo.page import IN_A_BROWSER, Demo, Player, running
from tests.tiers import sample

pytestmark = IN_A_BROWSER
DESKTOP, PHONE = (1280, 800), (390, 844)


@pytest.fixture(scope="module")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """The stub bot's demo; each test plays in a channel of its own."""
    with running(tmp_path_factory.mktemp("stub"), "tests.demo.stub_bot:make") as demo:
        yield demo


async def top(locator: Locator) -> float:
    """Where it stands on the screen."""
    box = await locator.bounding_box()
    assert box is not None
    return box["y"]


def press(player: Player, label: str, on: str) -> Locator:
    """The button of the newest message with these words."""
    scope = player.messages.filter(has_text=on).last
    return scope.locator("button.component-button", has_text=label).last


@pytest.mark.soak
async def test_a_press_keeps_its_message_in_view(browser: Browser, stub: Demo) -> None:
    """In the middle of a channel nothing moves, and a pill tells of the answer below; at the end the answer
    is shown, and what was pressed stays in sight beside it. Others' messages move nothing, either."""
    ada = await Player.open(browser, stub.url, width=DESKTOP[0], height=DESKTOP[1])
    await ada.slash("stub hello", town="danz")
    for name in ("One", "Two"):
        await ada.slash("stub report", name=name)
        await ada.picture("report.png")
    news = ada.view.locator("#news")
    await expect(news).to_be_hidden()  # at the end
    cheer = press(ada, "Cheer ada", "Hello from")
    while not 100 < await top(cheer) < 600:
        await ada.view.locator("#channel-timeline").hover(position={"x": 200, "y": 200})
        await ada.page.mouse.wheel(0, -300)
        await ada.page.wait_for_timeout(100)
    await ada.page.wait_for_timeout(300)
    before = await top(cheer)
    await cheer.click()
    await expect(news).to_have_text("1 new message ↓")
    assert abs(await top(cheer) - before) <= 2

    ben = await Player.open(browser, stub.url)
    await ben.be("Ben")
    await ben.say("good morning")
    await expect(news).to_have_text("2 new messages ↓")
    assert abs(await top(cheer) - before) <= 2
    await news.click()
    await expect(ada.message("good morning")).to_be_in_viewport()

    await ada.slash("stub turn")
    await ada.picture("Gallery item")
    cheer = press(ada, "Cheer ben", "Fall 2048")
    for _ in range(9):  # as many answers as a screen holds: the button does not leave it
        await cheer.click()
        await expect(ada.message("Ada cheers ben")).to_be_visible()
    await expect(cheer).to_be_in_viewport()
    assert ada.problems == []


WATCH = """list => {
  window.waited = [];
  const note = records => records.filter(one => one.target.classList.contains("waiting"))
    .forEach(one => waited.push(one.target.closest("[data-control-key]").textContent));
  new MutationObserver(note).observe(list, { subtree: true, attributeFilter: ["class"] });
}"""


@pytest.mark.parametrize("slow", ["Ponder", "Study"])
async def test_a_slow_answer_is_waited_for_as_on_discord(browser: Browser, stub: Demo, slow: str) -> None:
    """What was pressed or chosen waits until it is acknowledged; an answer of its own that was put off says
    who thinks. One is not kept from pressing something else meanwhile."""
    ada = await Player.open(browser, stub.url, width=PHONE[0], height=PHONE[1])
    await ada.go("coins")
    await ada.slash("stub hello", town="berl")
    await ada.slash("stub slow")
    conversation, thinking = ada.view.locator("#channel-message-list"), ada.message("Fieldpost is thinking…")
    await conversation.evaluate(WATCH)
    await ada.pick("Cadiz", "Hello from")
    await expect(ada.message("You chose Cadiz")).to_be_visible()
    button = press(ada, slow, "No hurry")
    await button.click()
    await expect(thinking).to_have_count(1 if slow == "Ponder" else 0)
    await ada.ready()
    waited = await conversation.evaluate("() => waited")
    assert len(waited) >= 2 and "Cadiz" in waited[0] and waited[-1] == slow
    await expect(ada.view.locator(".waiting")).to_have_count(0)
    await press(ada, "Answer", "No hurry").click()
    await expect(ada.message("A thought" if slow == "Ponder" else "A result")).to_be_visible()
    await expect(thinking).to_have_count(0)
    assert ada.problems == []


@pytest.mark.soak
async def test_a_press_elsewhere_updates_a_message_in_place(browser: Browser, stub: Demo) -> None:
    ada, ben = await Player.open(browser, stub.url), await Player.open(browser, stub.url)
    for player in (ada, ben):
        await player.be("Ben" if player is ben else "Ada")
        await player.go("new-york")
    await ada.slash("stub turn")
    await ben.sees("Fall 2048")
    await ben.click("Pressed 0")
    await expect(press(ada, "Pressed 1", "Fall 2048")).to_be_visible()
    await expect(ada.messages).to_have_count(1)


@pytest.mark.soak
async def test_nothing_can_be_typed_while_another_view_loads(browser: Browser, stub: Demo) -> None:
    """As whom and where one writes is always said; what is typed during a switch goes nowhere."""
    ada = await Player.open(browser, stub.url)
    box = ada.view.locator("#channel-composer-input")
    await expect(box).to_have_attribute("placeholder", "Message #war-room as Ada")
    await box.fill("an order")
    await expect(ada.view.locator("#whoami")).to_be_visible()
    await expect(ada.view.locator("#whoami")).to_have_text("You're writing as Ada in #war-room")

    async def late(route: Route) -> None:
        await asyncio.sleep(1.0)
        await route.continue_()

    await ada.page.route(re.compile("/demo/view/"), late)
    await box.press("End")
    for where, name, said in (("#users", "Dana", "Dana in #war-room"), ("#places", "coins", "in #coins")):
        await ada.page.locator(where).get_by_text(name, exact=True).click()
        await ada.page.keyboard.type(" for somebody else\n")
        await expect(ada.page.locator("#loading")).to_be_visible()
        await expect(ada.page.locator("#loading")).to_contain_text("as Dana")
        assert await ada.page.locator("#view").evaluate("frame => frame.inert")
        await expect(ada.banner).to_contain_text(said)
        await ada.ready()
    await expect(box).to_have_value("")
    await expect(box).to_have_attribute("placeholder", "Message #coins as Dana")
    await expect(ada.messages).to_have_count(0)
    await ada.go_dm()
    await expect(box).to_have_attribute("placeholder", "Message @Fieldpost as Dana")
    assert not [line for line in ada.problems if "ERR_ABORTED" not in line]


@pytest.mark.soak
async def test_enter_sends_and_escape_leaves_a_command(browser: Browser, stub: Demo) -> None:
    ada = await Player.open(browser, stub.url)
    await ada.go("coins")
    box, chip = ada.view.locator("#channel-composer-input"), ada.view.locator(".command-chip")
    keyboard = ada.page.keyboard

    await ada.type_command("stub options")  # its list of options is open, and is an offer
    await expect(ada.suggestions("town")).to_be_visible()
    await keyboard.press("Enter")
    await ada.sees("Options: no town")

    await ada.type_command("stub options")
    await keyboard.press("Tab")  # takes the first option; its values are offered, none is wanted
    await expect(ada.suggestions("Amsterdam")).to_be_visible()
    await keyboard.press("Enter")
    await expect(ada.messages).to_have_count(2)
    await expect(chip).to_have_count(0)

    await ada.type_command("stub options")
    await keyboard.press("Tab")
    await expect(ada.suggestions("Amsterdam")).to_be_visible()
    await keyboard.press("ArrowDown")
    await expect(ada.suggestions("Berlin")).to_have_attribute("aria-selected", "true")
    await keyboard.press("Enter")  # now it is the value that is taken
    await expect(ada.view.locator('input[data-option="town"]')).to_have_value("Berlin")
    await keyboard.press("Escape")
    await expect(chip).to_have_count(0)
    await expect(box).to_have_value("/stub options town:Berlin")  # a long letter is not lost
    await keyboard.press("Escape")
    await expect(box).to_have_value("")
    await keyboard.type("hello")
    await expect(box).to_have_value("hello")
    await keyboard.press("Escape")
    await expect(box).to_have_value("hello")
    await expect(ada.messages).to_have_count(2)
    assert ada.problems == []


@pytest.mark.soak
async def test_links_lead_to_their_place_in_the_demo(browser: Browser, stub: Demo) -> None:
    ada = await Player.open(browser, stub.url)
    await ada.go("silent-war")
    await ada.slash("stub link")
    await (await ada.sees("Go to")).get_by_text("your desk").click()
    await expect(ada.banner).to_contain_text("Ada in private messages")
    await ada.ready()
    await expect(ada.message("Your desk for")).to_be_in_viewport()
    await expect(ada.message("later 29")).not_to_be_in_viewport()
    await ada.message("Your desk for").get_by_text("#silent-war").click()
    await expect(ada.banner).to_contain_text("Ada in #silent-war")
    await ada.ready()
    assert len(ada.page.context.pages) == 1 and ada.problems == []


async def test_dots_and_counts_tell_what_is_new(browser: Browser, stub: Demo) -> None:
    """Whoever comes has read all; then a dot is for something new, a number for what calls that player."""
    ada = await Player.open(browser, stub.url)
    await ada.go("league")
    assert not await ada.page.locator("#nav .dot:visible").count()
    await ada.slash("stub call", who="ben")
    await ada.sees("Your turn")
    nav = ada.page.locator("#nav")
    row = nav.locator("li", has_text="Ben").locator(".dot")
    await expect(row).to_have_text("1")
    await expect(nav.locator("li", has_text="Chris").locator(".dot")).to_be_visible()
    await expect(nav.locator("li", has_text="Chris").locator(".dot")).to_have_text("")
    await expect(nav.locator("li", has_text="Ada").locator(".dot")).to_be_hidden()
    await ada.be("Ben")
    await expect(row).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), sample([PHONE, DESKTOP], range(1)))
async def test_components_v2_at_discords_sizes(browser: Browser, stub: Demo, width: int, height: int) -> None:
    player = await Player.open(browser, stub.url, width=width, height=height)
    await player.go("military-chess")
    await player.slash("stub turn", big="true")
    await player.picture("Gallery item")
    post = player.messages.last

    async def box(selector: str) -> dict[str, float]:
        found = await post.locator(selector).first.bounding_box()
        assert found is not None
        return {key: float(found[key]) for key in ("x", "y", "width", "height")}

    container, picture = await box(".component-container"), await box(".gallery-image")
    text, button = await box(".section-text"), await box(".section-accessory")
    assert container["x"] + container["width"] <= width
    assert picture["width"] == 550 if width > 600 else 285 <= picture["width"] <= 300
    assert button["x"] >= text["x"] + text["width"] and button["y"] < text["y"] + text["height"]
    edge = await post.locator(".component-container").evaluate("one => getComputedStyle(one).borderLeftColor")
    assert edge == "rgb(47, 143, 78)"
    assert await player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    await player.slash("stub hello", town="cad")  # in a classic message the picture stands above the buttons
    await player.picture("map.png")
    post = player.messages.last
    assert (await box(".attachment-image"))["y"] < (await box(".component-button"))["y"]
    assert player.problems == []


async def test_a_phone_has_its_lists_behind_buttons(browser: Browser, stub: Demo) -> None:
    player = await Player.open(browser, stub.url, width=PHONE[0], height=PHONE[1])
    nav, tour = player.page.locator("#nav"), player.page.locator("#tour")
    await expect(nav).to_be_hidden()
    await expect(tour).to_be_hidden()
    await player.page.locator("#menu").click()
    await player.page.locator("#places >> text=silent-war").click()
    await expect(nav).to_be_hidden()
    await player.ready()
    await expect(player.banner).to_contain_text("in #silent-war")
    await player.page.locator("#strip >> text=Start here").click()  # the tour's first step
    await expect(player.banner).to_contain_text("Dana in #war-room")
    await player.ready()
    await player.page.locator("#tour-open").click()
    await expect(player.step("cic-1")).to_have_class(re.compile("current"))
    await player.page.locator("#tour-close").click()
    await expect(tour).to_be_hidden()
