"""Fair play: it tells nothing that the rules have not opened, and what it opens is what was promised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.__main__ import main
from bot.common.message import Message
from bot.storage import steps, tables
from tests import fairfile
from tests.bot import ww3
from tests.bot.newyork import PAPST, SEVEN, TOWER, all_ready, new_york
from tests.bot.parts import CHANNEL, GUEST, HOST, STRANGER, PostOffice, labels, post_office
from tests.bot.test_ww3_fog import ONE, OTHER


def told(message: Message) -> str:
    """All that somebody gets: words, names of files and what is in them."""
    return "\n".join([message.words, *(f"{file.name}\n{file.data.decode()}" for file in message.files)])


def posted(office: PostOffice) -> list[str]:
    """The digests of the channel, oldest first."""
    return [each[2] for text in office.messenger.texts(CHANNEL) for each in fairfile.LOCKED.findall(text)]


async def test_in_fog_it_tells_nothing_of_a_formation_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever Red has placed, everybody gets the same but for the hashes, Red too; no salt, no seed, and not
    who placed nothing."""
    ww3.fix_lots(monkeypatch)
    found: list[list[str]] = []
    for number, formation in enumerate((ONE, OTHER, None)):
        async with post_office(tmp_path / f"{number}.sqlite3") as office:
            code, who = await ww3.in_office(office, HOST, GUEST, setups=False, options="fog=on")
            everyone = (*who.values(), STRANGER)
            before = [told(await office.services.fair_play.explained(code, user)) for user in everyone]
            await office.send(code, who["silver"], "setup stock")
            if formation is not None:
                await office.orders.give(code, who["red"], formation)
                again = [told(await office.services.fair_play.explained(code, user)) for user in everyone]
                assert again == before, "a draft is nobody's business"
                await office.orders.send(code, who["red"])
            else:
                await office.pass_time(2 * 86400)
            await office.deliver()
            after = [told(await office.services.fair_play.explained(code, user)) for user in everyone]
            step = await office.read(steps.newest, code)
            seed = await office.read(tables.seed_of, code)
            assert step is not None and set(step.seals) == {"red", "silver"} and seed is not None
            for text in after:
                assert not any(seal["salt"] in text for seal in step.seals.values()) and seed not in text
            [digest] = posted(office)
            assert all(digest in text for text in after)
            [red, _, stranger] = after
            assert step.seals["red"]["sha256"] in red.split("fair-play.txt")[0]
            assert step.seals["red"]["sha256"] not in stranger.split("fair-play.txt")[0], "another's receipt"
            found.append([re.sub("[0-9a-f]{64}", "#", text) for text in after])
    assert found[0] == found[1] == found[2]


async def test_an_open_turn_is_in_no_answer(office: PostOffice) -> None:
    code = await new_york(office)
    await all_ready(office, code)
    before = [told(await office.services.fair_play.explained(code, user)) for user in (TOWER, PAPST)]
    await office.orders.give(code, TOWER, "1 harlem; 2 hold")
    for user in SEVEN[:6]:
        await office.orders.send(code, user)
    after = [told(await office.services.fair_play.explained(code, user)) for user in (TOWER, PAPST)]
    assert after == before and "harlem" not in after[0]


async def test_the_digests_posted_are_those_of_the_file_and_of_the_receipt(
    office: PostOffice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await new_york(office, options="last_year=2047")
    await all_ready(office, code, {TOWER: "1 harlem"})
    await all_ready(office, code)
    await office.deliver()
    digests = posted(office)
    locks = await office.fair_play(code, STRANGER)
    assert [lock.digest for lock in locks] == digests and len(set(digests)) == 2
    assert locks[0].orders("tower") == ["1 move harlem", "2 hold", "3 hold"]
    shown = await office.services.fair_play.explained(code, STRANGER)
    assert labels(shown) == ["Check it now"]
    record, receipt = (await office.services.verification.verified(code)).files
    (tmp_path / "record.json").write_bytes(record.data)
    assert main(["verify", str(tmp_path / "record.json")]) == 0
    said = capsys.readouterr().out
    assert said == receipt.data.decode()
    assert re.findall(r"^(turn \d) +([0-9a-f]{64})$", said, re.MULTILINE) == [
        (lock.title, lock.digest) for lock in locks
    ]
    changed = record.data.replace(b'"1 move harlem"', b'"1 hold"')
    (tmp_path / "record.json").write_bytes(changed)
    assert main(["verify", str(tmp_path / "record.json")]) == 1
    assert "not those that were sealed" in capsys.readouterr().out
