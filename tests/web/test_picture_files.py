"""Pictures that everybody may see are there after a restart without being drawn anew; others never are."""

from __future__ import annotations

import asyncio
import os
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bot.features.server_settings.who_may_open import Asker
from bot.storage.database import Database
from bot.web import picture_files
from bot.web.picture_files import PictureFiles, folder_of
from tests.bot.parts import HOST, StubRenderer
from tests.bot.privacy.people import press_yes
from tests.web.parts import Web, house_with_pages

END = b"IEND\xaeB\x60\x82"
MANAGER = Asker(1, HOST, manager=True)


@pytest.fixture(autouse=True)
def whole_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that end as such files do."""
    paint = StubRenderer.paint

    async def painted(*given: Any) -> tuple[bytes, str]:
        data, alt = await paint(*given)
        return data + END, alt

    monkeypatch.setattr(StubRenderer, "paint", painted)


async def look(web: Web, code: str) -> str:
    """Look at a game; the address of its picture, which must be there."""
    browser = web.browser()
    page = unescape(await (await browser.get(f"/g/{code}")).text())
    [address] = {one for one in re.findall(r'src="([^"]*)"', page) if f"/g/{code}/" in one}
    answer = await browser.get(address)
    assert answer.status == 200 and (await answer.read()).endswith(END)
    return address


def drawn(web: Web) -> int:
    return len(web.office.renderer.painted)


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*/*"))


async def test_after_a_restart_only_what_everybody_may_see(tmp_path: Path) -> None:
    folder, path = tmp_path / "pictures", tmp_path / "games.sqlite3"
    async with house_with_pages(path, folder=folder) as web:
        code = await web.office.game()
        await web.services.permissions.pages(MANAGER, everywhere=True)
        ada = await web.entered(code, HOST)
        own = re.findall(r'src="([^"]*/pictures/[^"]*)"', await (await ada.get(f"/play/{code}")).text())
        before = drawn(web)
        for address in own:
            assert (await ada.get(address)).status == 200
        assert drawn(web) > before and kept(folder) == [], "what one player sees"
        address = await look(web, code)
        assert kept(folder) == [address.rpartition("/")[2]]
    async with house_with_pages(path, folder=folder, before=web) as again:
        name = address.rpartition("/")[2]
        assert (await again.browser().get(f"/g/pictures/{name}")).status == 404, "by its name alone"
        assert await look(again, code) == address
        assert drawn(again) == 0
        assert (await again.browser().get(address)).status == 200
        await again.services.permissions.pages(MANAGER, off=True)
        assert (await again.browser().get(address)).status == 404


async def test_nothing_is_left_of_who_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have names in them. The bot may be killed before they are deleted."""
    monkeypatch.setattr(Database, "wake_all", lambda _: None)  # as where another process forgets somebody
    folder, path = tmp_path / "pictures", tmp_path / "games.sqlite3"
    async with house_with_pages(path, folder=folder) as web:
        code = await web.office.game()
        await web.services.permissions.pages(MANAGER, everywhere=True)
        address = await look(web, code)
        await web.server.site.renew_pictures()
        [edition] = folder.iterdir()
        assert len(kept(folder)) == 1, "nobody was forgotten"
        data = (edition / kept(folder)[0]).read_bytes()
        await press_yes(web.office, HOST, "Ada")
        for _ in range(500):  # in a thread
            if not edition.exists():
                break
            await asyncio.sleep(0.01)
        assert kept(folder) == [] and (await web.browser().get(address)).status == 404
        await look(web, code)
    (edition / "left").parent.mkdir()
    (edition / "left").write_bytes(data)
    async with house_with_pages(path, folder=folder, before=web):
        assert not edition.exists() and len(kept(folder)) == 1


async def test_a_file_that_is_not_whole_is_drawn_anew(tmp_path: Path) -> None:
    folder, path = tmp_path / "pictures", tmp_path / "games.sqlite3"
    async with house_with_pages(path, folder=folder) as web:
        code = await web.office.game()
        await web.services.permissions.pages(MANAGER, everywhere=True)
        await look(web, code)
    [file] = folder.glob("*/*")
    file.write_bytes(file.read_bytes()[:-4])
    async with house_with_pages(path, folder=folder, before=web) as again:
        await look(again, code)
        assert drawn(again) == 1 and file.read_bytes().endswith(END)


async def test_a_disk_that_takes_nothing_is_no_trouble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "pictures"
    folder.write_text("not a folder")
    async with house_with_pages(tmp_path / "games.sqlite3", folder=folder) as web:
        code = await web.office.game()
        await web.services.permissions.pages(MANAGER, everywhere=True)
        await look(web, code)
    assert caplog.messages.count("pictures are not kept") == 1


def test_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that nobody has looked at for longest; also of before a restart. Another edition's are gone."""
    monkeypatch.setattr(picture_files, "MAX_BYTES", 100)
    files = PictureFiles(tmp_path)
    (tmp_path / "mine").mkdir()
    before = files.begin("before")
    files.write(before, "a", b"." * 40)
    edition = files.begin("now")
    assert files.read(before, "a") is None and kept(tmp_path) == []
    files.write(before, "late", b"")
    for at, name in enumerate("abc"):
        files.write(edition, name, b"." * (32 - len(END)) + END)
        os.utime(tmp_path / edition / name, (at, at))
    assert files.read(edition, "a") is not None  # the newest now
    files = PictureFiles(tmp_path)
    assert files.begin("now") == edition
    files.write(edition, "d", b"." * (32 - len(END)) + END)
    assert kept(tmp_path) == ["a", "d"]
    assert (tmp_path / "mine").is_dir()


def test_where_they_are() -> None:
    assert folder_of("var/games.sqlite3") == Path("var/games.sqlite3-pictures")
    assert folder_of("postgresql://host/games") is None
