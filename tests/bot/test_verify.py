"""/verify of a finished game: every result in words, and a receipt that can be checked outside of the bot."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from sqlalchemy import update

from adjudicator.__main__ import main
from bot.common.errors import Refused
from bot.common.message import MOST_TEXT, Message
from bot.features.integrity import text as fair_text
from bot.features.integrity import verifying
from bot.storage import schema, tables
from bot.storage.records import Step
from bot.storage.rows import first
from tests.bot.parts import FOURTH, GUEST, HOST, STRANGER, THIRD, PostOffice, labels
from tests.bot.transactions import writing
from tests.fairfile import SEED

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None or shutil.which("xxd") is None, reason="openssl or xxd is not here"
)


async def over(office: PostOffice, *users: int, game_key: str = "ww3", orders: str = "setup stock") -> str:
    """A game past its set-up whose players have conceded, and all its posts delivered."""
    options = f"players={len(users)}" if game_key == "ww3" else ""
    table = await office.lobby(*users, game_key=game_key, options=options)
    await office.services.lobby.start(table.id, users[0])
    for user in users:
        await office.send(table.id, user, orders)
    for user in users[1:]:
        if (await office.table(table.id)).status == "playing":
            await office.services.orders.declare(table.id, user, "concede")
    await office.deliver()
    assert (await office.table(table.id)).status == "over"
    return table.id


def receipt_of(message: Message) -> str:
    assert [file.name.partition("-")[2] for file in message.files] == ["record.json", "receipt.txt"]
    return message.files[1].data.decode()


def command_line(
    data: bytes, *options: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(data.decode()))
    code = main(["verify", *options, "-"])
    return code, capsys.readouterr().out


async def test_every_result_in_words_and_the_same_receipt_outside(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await over(office, HOST, GUEST, THIRD, FOURTH)
    shown = await office.services.verification.verified(code)
    record = json.loads(shown.files[0].data)
    events = [event for step in record["steps"] for event in step["events"]]
    dice = [event for event in events if event["type"] == "die"]
    lots = [event for event in events if event["type"] == "lot"]
    lines = shown.words.splitlines()
    assert lines[0] == f"### WW3: Military Chess `{code}` · every result is true"
    at = lines.index(fair_text.SEED_FITS)
    assert lines[at + 1 : at + 3] == [
        f"  - seed `{record['seed']}`",
        f"  - SHA-256 `{record['commitment']}`",
    ]
    assert fair_text.REPLAYED(n=len(record["steps"])) in lines
    assert fair_text.LOCKED(n=4) in lines
    assert fair_text.RESULTS(n=len(dice) + len(lots)) in lines
    for lot in lots:
        assert f"start · lot #{lot['n']}: {lot['value']} of 0-{lot['of'] - 1} ✓" in lines
    for die in dice:
        assert f"set-up · {die['seat'].title()} · roll #{die['n']}: {die['value']} ✓" in lines
    receipt = receipt_of(shown)
    for die in dice:
        assert re.search(
            rf"^#{die['n']} roll +set-up +{die['seat']} +{code}:{die['n']} +[0-9a-f]{{8}} +{die['value']}$",
            receipt,
            re.MULTILINE,
        )
    assert receipt.endswith("\nAll is true.\n") and record["seed"] in receipt
    given = {"monkeypatch": monkeypatch, "capsys": capsys}
    assert command_line(shown.files[0].data, **given) == (0, receipt)  # type: ignore[arg-type]
    brief = command_line(shown.files[0].data, "--short", **given)  # type: ignore[arg-type]
    assert brief == (0, f"{receipt.splitlines()[0]}\nAll is true.\n")


async def test_a_flip_of_nemein(office: PostOffice) -> None:
    code = await over(office, HOST, GUEST, game_key="nemein", orders="handful stock")
    shown = await office.services.verification.verified(code)
    flip = re.search(r"^set-up · flip #(\d+): (heads|tails) ✓$", shown.words, re.MULTILINE)
    assert flip is not None
    n, side = flip.groups()
    assert fair_text.RESULTS(n=int(n) + 1) in shown.words
    row = rf"^#{n} flip +set-up +- +{code}:{n} +[0-9a-f]{{8}} +{side}$"
    assert re.search(row, receipt_of(shown), re.MULTILINE)


async def test_the_seed_s_line_stands_before_the_lobby_and_the_seed_nowhere_before_the_end(
    office: PostOffice,
) -> None:
    table = await office.lobby(HOST, GUEST, game_key="ww3", options="players=2", seating="lot")
    await office.deliver()
    line, lobby = office.messenger.texts()
    assert SEED.fullmatch(line).groups() == (table.id, table.commitment)  # type: ignore[union-attr]
    assert "2 of 2 players" in lobby, "and no lot is drawn"
    seed = await office.read(tables.seed_of, table.id)
    assert seed is not None and hashlib.sha256(bytes.fromhex(seed)).hexdigest() == table.commitment
    asked = [(await office.services.fair_play.explained(table.id, user)).words for user in (HOST, STRANGER)]
    await office.services.lobby.start(table.id, HOST)
    asked += [(await office.services.fair_play.explained(table.id, user)).words for user in (HOST, STRANGER)]
    assert all(table.commitment in words and seed not in words for words in asked)
    await office.services.orders.declare(table.id, HOST, "concede")
    await office.deliver()
    await office.pass_time(60)
    texts = office.messenger.texts()
    assert texts[0] == line and f"`{table.id}` · " in texts[-1] and (await office.table(table.id)).ended_at
    assert not any(words.startswith("-# Fair play") for _, words in office.messenger.edited), "never edited"
    users = (office.messenger.dms(user) for user in (HOST, GUEST))
    assert not any(seed in words for listed in (texts, *users) for words in listed)
    shown = await office.services.fair_play.explained(table.id, STRANGER)
    assert seed in shown.words and labels(shown) == [fair_text.CHECK]


def typed(line: str) -> str:
    """What a shell says."""
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True, timeout=20).stdout


@needs_openssl
async def test_the_commands_of_the_receipt(office: PostOffice) -> None:
    """They are typed into a shell as they stand there."""
    code = await over(office, HOST, GUEST)
    shown = await office.services.verification.verified(code)
    receipt, record = receipt_of(shown), json.loads(shown.files[0].data)
    commands = [line.strip() for line in receipt.splitlines() if line.startswith("  printf")]
    said = [typed(line) for line in commands]
    word = re.search(rf"^#0 .* {code}:0 +([0-9a-f]{{8}}) ", receipt, re.MULTILINE)
    assert word is not None and len(said) == 2
    assert said[0].split()[-1].startswith(word[1])
    assert said[1].split()[-1] == record["commitment"]


async def test_a_game_without_chance_says_so(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = await office.game()
    await office.services.orders.declare(code, HOST, "concede")
    shown = await office.services.verification.verified(code)
    assert fair_text.NO_CHANCE in shown.words
    assert fair_text.TRUE in shown.words
    receipt = receipt_of(shown)
    assert "Nothing in this game was left to chance" in receipt and "printf" not in receipt
    found = command_line(shown.files[0].data, monkeypatch=monkeypatch, capsys=capsys)
    assert found == (0, receipt)


async def test_more_results_than_fit(office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await over(office, HOST, GUEST, THIRD, FOURTH)
    whole = await office.services.verification.verified(code)
    results = [line for line in whole.text.splitlines() if line.endswith("✓")]
    monkeypatch.setattr(verifying, "MOST_WORDS", len(whole.text) - 40)
    shown = await office.services.verification.verified(code)
    kept = [line for line in shown.words.splitlines() if line.endswith("✓")]
    assert 0 < len(kept) < len(results) and kept == results[: len(kept)]
    assert f"\n… and {len(results) - len(kept)} more, all in the file\n" in shown.words
    assert len(shown.words) <= len(whole.text) - 40 and len(whole.text) <= MOST_TEXT
    assert shown.words.splitlines()[-1].startswith("-# Check it yourself")
    assert receipt_of(shown) == receipt_of(whole), "the file has all"


async def test_a_lie_is_told(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stored die was changed: message, receipt and exit code say so."""
    code = await over(office, HOST, GUEST)
    async with writing(office.services.context.db) as tx:
        step = first(tx, Step, table_id=code, seq=2)
        assert step is not None
        events: list[dict[str, Any]] = [dict(event) for event in step.events]
        die = next(event for event in events if event["type"] == "die")
        truth, die["value"] = die["value"], die["value"] % 6 + 1
        where = schema.steps.c.table_id == code, schema.steps.c.seq == 2
        tx.execute(update(schema.steps).where(*where).values(events=events))
    shown = await office.services.verification.verified(code)
    assert fair_text.FALSE in shown.words and "but the seed gives" in shown.words
    assert fair_text.TRUE not in shown.words and "✓" not in shown.words
    receipt = receipt_of(shown)
    assert re.search(rf"^#{die['n']} roll .* WRONG, the seed gives {truth}$", receipt, re.MULTILINE)
    assert receipt.endswith("\nThis record is not true.\n")
    found = command_line(shown.files[0].data, monkeypatch=monkeypatch, capsys=capsys)
    assert found == (1, receipt)
    monkeypatch.setattr(verifying, "MOST_FAULTS", 1)
    assert re.search(
        r"\n… and \d+ more, all in the file$", (await office.services.verification.verified(code)).text
    )


async def test_not_before_the_end(office: PostOffice) -> None:
    code = await office.game()
    with pytest.raises(Refused, match=f"isn't over.*{(await office.table(code)).commitment}"):
        await office.services.verification.verified(code)
