"""Seals: what is hashed, and that `verify` finds every change to orders that were sealed."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cic import Cic
from adjudicator.codec import canonical
from adjudicator.game import Phase
from adjudicator.records import check_seals, digest_of, seal_of, sealed_text
from adjudicator.replay import verify
from tests.adjudicator.pages import blocks
from tests.conformance import GAMES
from tests.playthroughs.record import PLANS, record_of

PLAIN = record_of(PLANS["cic_enhanced_teams"])
SALTS = {"dark-air": "0123456789abcdef" * 2, "light-air": "fedcba9876543210" * 2}


def sealed(record: dict[str, Any], *numbers: int) -> dict[str, Any]:
    """A copy whose steps of these numbers are sealed."""
    copied = copy.deepcopy(record)
    for number in numbers:
        step = copied["steps"][number]
        step["seals"] = {}
        for seat, orders in step["orders"].items():
            salt = SALTS.get(seat, "00" * 16)
            text = f"{record['game_id']} {step['turn']} {seat} {salt}\n" + "\n".join(orders)
            sha256 = hashlib.sha256(text.encode()).hexdigest()
            step["seals"][seat] = {"salt": salt, "sha256": sha256}
    return copied


RECORD = sealed(PLAIN, 1)


class Secret(Cic):
    """Every turn of it is secret."""

    def phase(self, state: Any) -> Phase:
        return replace(super().phase(state), sealed=True)


def test_the_example_of_the_page() -> None:
    """docs/records.md: the hashes, the lines that are hashed, and the command to check them by hand."""
    step = json.loads(blocks("records.md", "json")[1])
    assert check_seals("k7f3", step) == []
    tower = step["seals"]["tower"]
    text = sealed_text("k7f3", step["turn"], "tower", tower["salt"], step["orders"]["tower"])
    assert [f"{text}\n"] == blocks("records.md", "text")
    assert hashlib.sha256(text.encode()).hexdigest() == tower["sha256"]
    greene = f"k7f3 2 greene {step['seals']['greene']['salt']}"
    assert hashlib.sha256(greene.encode()).hexdigest() == step["seals"]["greene"]["sha256"]
    digest = digest_of(step["seals"], GAMES["newyork2047"].seats({}))
    for command, found in zip(blocks("records.md", "sh"), (tower["sha256"], digest), strict=True):
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True, timeout=10)
        assert done.stdout.split() == [found, "-"]


def test_what_differs_is_hashed_differently() -> None:
    salt = "00" * 16
    given: list[tuple[Any, ...]] = [
        ("k7f3", 2, "tower", salt, ["1 hold", "2 hold"]),
        ("k7f4", 2, "tower", salt, ["1 hold", "2 hold"]),
        ("k7f3", 3, "tower", salt, ["1 hold", "2 hold"]),
        ("k7f3", 2, "soho", salt, ["1 hold", "2 hold"]),
        ("k7f3", 2, "tower", "11" * 16, ["1 hold", "2 hold"]),
        ("k7f3", 2, "tower", salt, ["2 hold", "1 hold"]),
        ("k7f3", 2, "tower", salt, ["1 hold"]),
        ("k7f3", 2, "tower", salt, [""]),
        ("k7f3", 2, "tower", salt, []),
    ]
    assert len({seal_of(*each) for each in given}) == len(given)
    assert sealed_text("k7f3", 2, "tower", salt, []) == f"k7f3 2 tower {salt}"


def test_a_record_with_seals_is_true() -> None:
    report = verify(GAMES, json.loads(canonical(RECORD)))
    assert (report.faults, report.seals) == ((), 2)
    assert report.results == verify(GAMES, PLAIN).results


def test_a_record_from_before_there_were_seals_is_true() -> None:
    for none in ({}, None, []):
        record = copy.deepcopy(PLAIN)
        record["steps"][1]["seals"] = none
        assert (verify(GAMES, record).faults, verify(GAMES, record).seals) == ((), 0)


def _first_order_in_the_salt(r: dict[str, Any]) -> None:
    """The same text hashed, and yet other orders."""
    step = r["steps"][1]
    step["seals"]["dark-air"]["salt"] += "\n" + step["orders"]["dark-air"].pop(0)
    assert not step["orders"]["dark-air"]


@pytest.mark.parametrize(
    ("lie", "told"),
    [
        (
            lambda r: r["steps"][1]["orders"].update({"dark-air": ["enhance g6"]}),
            "step 1: the orders of dark-air are not those that were sealed",
        ),
        (
            lambda r: r["steps"][1]["orders"]["light-air"].append("enhance b2"),
            "step 1: the orders of light-air are not those that were sealed",
        ),
        (
            lambda r: r["steps"][1]["seals"]["dark-air"].update(salt="1" * 32),
            "step 1: the orders of dark-air are not those that were sealed",
        ),
        (
            lambda r: r["steps"][1]["seals"]["dark-air"].update(sha256="1" * 64),
            "step 1: the orders of dark-air are not those that were sealed",
        ),
        (lambda r: r["steps"][1]["seals"]["dark-air"].pop("sha256"), "are not those that were sealed"),
        (lambda r: r["steps"][1].update(turn=1), "are not those that were sealed"),
        (lambda r: r.update(game_id="other"), "are not those that were sealed"),
        (
            lambda r: r["steps"][1]["seals"]["dark-air"].pop("salt"),
            "step 1: the salt of dark-air is not 32 hex",
        ),
        (
            lambda r: r["steps"][1]["seals"].update({"dark-air": "00" * 16}),
            "the salt of dark-air is not 32 hex",
        ),
        (
            lambda r: r["steps"][1]["seals"]["dark-air"].update(salt="A" * 32),
            "the salt of dark-air is not 32 hex",
        ),
        (lambda r: r["steps"][1]["seals"]["dark-air"].update(salt=7), "the salt of dark-air is not 32 hex"),
        (_first_order_in_the_salt, "the salt of dark-air is not 32 hex"),
        (lambda r: r["steps"][1]["seals"].pop("dark-air"), "step 1: the orders of dark-air have no seal"),
        (
            lambda r: r["steps"][1]["seals"].update(soho=r["steps"][1]["seals"]["dark-air"]),
            "step 1: the seal of soho has no orders",
        ),
        (lambda r: r["steps"][1]["orders"].pop("dark-air"), "step 1: the seal of dark-air has no orders"),
        (
            lambda r: r["steps"][6].update(seals=r["steps"][1]["seals"]),
            "step 6: the seal of dark-air has no orders",
        ),
        (lambda r: r["steps"][1].update(seals=[7]), "step 1: its seals are no object"),
        (lambda r: r["steps"][1].update(seals="none"), "step 1: its seals are no object"),
    ],
)
def test_every_lie_about_seals_is_found(lie: Callable[[dict[str, Any]], Any], told: str) -> None:
    record = copy.deepcopy(RECORD)
    lie(record)
    report = verify(GAMES, record)
    assert any(told in fault for fault in report.faults), report.faults
    assert all("\n" not in fault for fault in report.faults)


def test_none_may_be_missing_where_others_are() -> None:
    secret = {"cic": Secret()}
    numbers = [number for number, step in enumerate(PLAIN["steps"]) if step["kind"] == "resolve"]
    assert len(numbers) < len(PLAIN["steps"]) - 1, "declarations need none"
    assert verify(secret, sealed(PLAIN, *numbers)).faults == ()
    assert verify(secret, PLAIN).faults == ()
    first = f"step {numbers[0]}: its orders were secret and have no seals"
    assert verify(secret, sealed(PLAIN, *numbers[1:])).faults == (first,)
    missing = verify(secret, sealed(PLAIN, *numbers[:2], *numbers[3:-1])).faults
    assert missing == tuple(
        f"step {number}: its orders were secret and have no seals" for number in (numbers[2], numbers[-1])
    )
    assert verify(GAMES, sealed(PLAIN, numbers[0], numbers[2])).faults == (), "open turns need none"


def test_the_commands_count_seals(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    for record, code in ((RECORD, 0), (sealed(PLAIN, 1, 2), 0)):
        file.write_text(canonical(record), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "adjudicator", "verify", str(file)],
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == code
        count = sum(len(step.get("seals", {})) for step in record["steps"])
        assert done.stdout.splitlines()[0].endswith(f", {count} seals")


def test_the_check_by_hand_looks_at_seals(tmp_path: Path) -> None:
    [program] = blocks("records.md", "python")
    (tmp_path / "check.py").write_text(program, "utf-8")
    for change, true in (({}, 2), ({"dark-air": ["enhance g6"]}, 1)):
        record = copy.deepcopy(RECORD)
        record["steps"][1]["orders"].update(change)
        (tmp_path / "game.json").write_text(canonical(record), "utf-8")
        done = subprocess.run(
            [sys.executable, "check.py", "game.json"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
        )
        said = [line for line in done.stdout.splitlines() if line.startswith("sealed ")]
        assert len(said) == 2
        assert sum(line.endswith(" True") for line in said) == true
