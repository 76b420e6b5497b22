"""Games that are not listed: who has the link may look, as the host opened it or as all players agreed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.errors import Refused
from bot.storage.records import Vote
from bot.storage.rows import find
from tests.bot.parts import CHANNEL, GUEST, HOST, NAMES
from tests.web.parts import Web, house_with_pages
from tests.web.test_look import show, ways

PATH = re.compile(r"/g/[a-z0-9]+-[a-z0-9]{20}")


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3") as made:
        yield made


async def agreed(web: Web, code: str) -> str:
    """The link to a game, once both have agreed to it."""
    services = web.services
    await services.voting.call(code, HOST, "link")
    [vote] = await web.office.read(lambda tx: find(tx, Vote, table_id=code, status="open"))
    await services.voting.cast(code, GUEST, vote.id, True)
    await web.office.deliver()
    return newest(web)


def newest(web: Web) -> str:
    """The link that stands last in the channel."""
    here = web.office.messenger.channels[CHANNEL]
    return str(PATH.findall(str([message.words for _, message in here]))[-1])


async def test_players_agree_on_a_link(web: Web) -> None:
    code = await web.office.game()
    path, browser = await agreed(web, code), web.browser()
    assert path.startswith(f"/g/{code}-")
    page = await browser.get(path)
    assert page.status == 200 and page.headers["X-Robots-Tag"] == "noindex"
    text = await page.text()
    picture = re.search(rf"{path}/start/board/[0-9a-f]{{32}}", text)
    assert picture and (await browser.get(picture[0])).status == 200
    assert f"/g/{code}/" not in text and "/s/1" not in text, "it leads to nothing that is not public"
    assert (await browser.get(f"{path}/fair-play")).status == 200
    assert (await browser.get(f"{path}/record.json")).status == 200
    for known, unknown in zip(ways(code), ways("z9z9"), strict=True):
        one, other = await browser.get(known), await browser.get(unknown)
        assert one.status == other.status == 404 and await one.read() == await other.read(), known
    assert (await browser.get(path[:-1] + ("a" if path[-1] != "a" else "b"))).status == 404
    assert (await browser.get(path.replace(code, "z9z9"))).status == 404
    assert (await browser.get(f"/api/v1/games/{code}")).status == 404
    assert (await browser.get("/s/1")).status == 404


async def test_posts_have_the_link(web: Web) -> None:
    code = await web.office.game()
    path = await agreed(web, code)
    await web.office.send(code, HOST, "e7-e6")
    await web.office.deliver()
    said = [message.small for _, message in web.office.messenger.channels[CHANNEL]]
    assert path in str(said[-1])


async def test_one_no_is_enough(web: Web) -> None:
    code = await web.office.game()
    await web.services.voting.call(code, HOST, "link")
    [vote] = await web.office.read(lambda tx: find(tx, Vote, table_id=code, status="open"))
    assert "failed" in await web.services.voting.cast(code, GUEST, vote.id, False)
    with pytest.raises(Refused, match="no link"):
        await web.services.voting.unlink(code, HOST)


async def test_any_player_takes_it_back_at_once(web: Web) -> None:
    code = await web.office.game()
    path, browser = await agreed(web, code), web.browser()
    with pytest.raises(Refused, match="already"):
        await web.services.voting.call(code, GUEST, "link")
    with pytest.raises(Refused, match="who play"):
        await web.services.voting.unlink(code, 999)
    await web.services.voting.unlink(code, GUEST)
    assert (await browser.get(path)).status == 404
    again = await agreed(web, code)
    assert again != path, "a link that was taken back stays so"
    assert (await browser.get(path)).status == 404 and (await browser.get(again)).status == 200


async def test_the_hosts_option_is_told_before_anyone_joins(web: Web) -> None:
    lobby = await web.services.lobby.create(
        game_key="cic", options="", deadline="24h", seating="lot", guild_id=1, channel_id=CHANNEL,
        host_id=HOST, host_name=NAMES[HOST], link=True,
    )  # fmt: skip
    assert "has this game's link" in (await web.services.lobby.message(lobby.id)).words
    await web.services.lobby.join(lobby.id, GUEST, NAMES[GUEST])
    await web.services.lobby.start(lobby.id, HOST)
    await web.office.deliver()
    assert (await web.browser().get(newest(web))).status == 200


async def test_the_link_goes_on_after_the_end_and_public_games_need_none(web: Web) -> None:
    code = await web.office.game()
    path = await agreed(web, code)
    await web.services.orders.declare(code, GUEST, "concede")
    assert (await web.browser().get(path)).status == 200
    await show(web)
    other = await web.office.game(channel=81)
    with pytest.raises(Refused, match="already"):
        await web.services.voting.call(other, HOST, "link")


async def test_without_pages_there_is_no_link(web: Web) -> None:
    code = await web.office.game()
    web.services.context.web = ""
    with pytest.raises(Refused, match="no pages"):
        await web.services.voting.call(code, HOST, "link")
    with pytest.raises(Refused, match="no pages"):
        await web.services.lobby.create(
            game_key="cic", options="", deadline="24h", seating="lot", guild_id=1, channel_id=99,
            host_id=HOST, host_name=NAMES[HOST], link=True,
        )  # fmt: skip
