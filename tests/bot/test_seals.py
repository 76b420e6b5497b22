"""Sealing the orders of a secret phase, and the file that anyone can check with a shell."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from adjudicator.records import check_seals, seal_of
from bot.engine import receipts
from bot.engine.snapshot import GameSnapshot
from bot.storage import players
from tests.bot.parts import FOURTH, GUEST, HOST, THIRD, PostOffice

ORDERS = {"light-air": ["enhance b1", "enhance b2"], "dark-air": ["enhance f6"], "dark-surface": []}


@pytest.fixture
async def snapshot(office: PostOffice) -> GameSnapshot:
    # Its set-up is secret.
    table = await office.game(HOST, GUEST, THIRD, FOURTH, options="teams=both enhanced=2/1")
    await office.write(players.replace, table, GUEST, GUEST + 50, name="Zoë  \n-- dark-air", joined_at=1.0)
    return await office.snapshot(table)


def test_seals_are_salted_anew_and_true() -> None:
    first, second = (receipts.make_seals("k7f3", 4, ORDERS) for _ in range(2))
    assert list(first) == list(ORDERS)
    salts = [seal["salt"] for made in (first, second) for seal in made.values()]
    assert len(set(salts)) == len(salts) and all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)
    for made in (first, second):
        assert check_seals("k7f3", {"turn": 4, "orders": ORDERS, "seals": made}) == []
        assert check_seals("k7f3", {"turn": 5, "orders": ORDERS, "seals": made})
    one = receipts.seal("k7f3", 4, "tower", ["1 hold"])
    assert one.sha256 == seal_of("k7f3", 4, "tower", one.salt, ["1 hold"])


def test_the_orders_file_is_for_people(snapshot: GameSnapshot) -> None:
    made = receipts.make_seals(snapshot.table.id, snapshot.phase.turn, ORDERS, {"dark-surface"})
    text = receipts.orders_file(snapshot, made, ORDERS).decode()
    lines = text.splitlines()
    code = snapshot.table.id
    assert lines[0] == f"Commander-In-Chief {code}, turn 1: all orders"
    assert (lines[1], lines[5]) == ("", "") and f" {code}-turn-1-orders.txt)" in lines[4]
    at = lines.index("-- light-air")
    salt = made["light-air"]["salt"]
    assert lines[at - 2 : at] == ["Light Air (Dan)", f"SHA-256 {made['light-air']['sha256']}"]
    assert lines[at : at + 5] == [
        "-- light-air",
        f"{code} 0 light-air {salt}",
        "enhance b1",
        "enhance b2",
        "--",
    ]
    assert [line for line in lines if line.startswith("Dark")] == [
        "Dark Surface (Ada): gave no orders, these are the default",
        "Dark Air (Zoë -- dark-air)",
    ]
    assert "light-surface" not in text, "a team fills in one sheet"
    assert text.endswith("\n--\n") and "\r" not in text


def test_the_command_in_the_file_finds_every_seal(snapshot: GameSnapshot, tmp_path: Path) -> None:
    made = receipts.make_seals(snapshot.table.id, snapshot.phase.turn, ORDERS)
    name = receipts.orders_file_name(snapshot)
    (tmp_path / name).write_bytes(receipts.orders_file(snapshot, made, ORDERS))
    [command] = [
        line for line in (tmp_path / name).read_text("utf-8").splitlines() if line.startswith("    ")
    ]
    for seat in ORDERS:
        said = subprocess.run(
            ["sh", "-c", command.replace("NAME", seat)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
        assert said.stdout.split()[0] == made[seat]["sha256"], seat


def test_a_seal_says_who_gave_nothing_and_a_record_does_not() -> None:
    made = receipts.make_seals("k7f3", 4, ORDERS, {"dark-air"}, {"dark-surface"})
    assert {seat: seal.get("gave") for seat, seal in made.items()} == {
        "light-air": None,
        "dark-air": "nothing",
        "dark-surface": "ready",
    }
    told = receipts.seals_told(made)
    assert {tuple(seal) for seal in told.values()} == {("salt", "sha256")}
    assert check_seals("k7f3", {"turn": 4, "orders": ORDERS, "seals": told}) == []
